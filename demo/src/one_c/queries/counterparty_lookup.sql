-- ?1 value, ?2 pattern, both in lower case
SELECT
    uuid, name,
    name,
    full_name,
    inn,
    (inn = ?1 OR name_key = ?1 OR full_name_key = ?1) AS whole
FROM counterparties
WHERE NOT deleted
    AND NOT is_group
    AND (inn = ?1
        OR name_key = ?1
        OR full_name_key = ?1
        OR name_key LIKE ?2 ESCAPE '\'
        OR full_name_key LIKE ?2 ESCAPE '\')
ORDER BY whole DESC, name_key, uuid
LIMIT 21
