-- ?1 number, in lower case; ?2 the name, ?3 its words, ?4 to ?6 parts of them: patterns in lower case
-- ?7 is the owner said, ?8 it
SELECT
    contract.uuid, contract.name,
    contract.name,
    contract.number,
    owner.uuid, owner.name,
    (contract.number_key = ?1 OR contract.name_key LIKE ?2 ESCAPE '\') AS whole,
    (contract.name_key LIKE ?3 ESCAPE '\' OR contract.number_key LIKE ?3 ESCAPE '\') AS by_words
FROM contracts AS contract
JOIN counterparties AS owner ON owner.uuid = contract.owner
WHERE NOT contract.deleted
    AND (contract.number_key = ?1
        OR contract.name_key LIKE ?2 ESCAPE '\'
        OR contract.name_key LIKE ?3 ESCAPE '\'
        OR contract.number_key LIKE ?3 ESCAPE '\'
        OR contract.name_key LIKE ?4 ESCAPE '\'
        OR contract.name_key LIKE ?5 ESCAPE '\'
        OR contract.name_key LIKE ?6 ESCAPE '\')
    AND (NOT ?7 OR contract.owner = ?8)
ORDER BY whole DESC, by_words DESC, contract.name_key, contract.uuid
LIMIT 101
