-- ?1 value, ?2 pattern, both in lower case, ?3 is the owner said, ?4 it
SELECT
    contract.uuid, contract.name,
    contract.name,
    contract.number,
    owner.uuid, owner.name,
    (contract.name_key = ?1 OR contract.number_key = ?1) AS whole
FROM contracts AS contract
JOIN counterparties AS owner ON owner.uuid = contract.owner
WHERE NOT contract.deleted
    AND (contract.name_key = ?1
        OR contract.number_key = ?1
        OR contract.name_key LIKE ?2 ESCAPE '\')
    AND (NOT ?3 OR contract.owner = ?4)
ORDER BY whole DESC, contract.name_key, contract.uuid
LIMIT 21
