-- ?1 taxpayer number, ?2 the name, ?3 its words, ?4 to ?6 parts of them: patterns in lower case
SELECT
    uuid, name,
    name,
    full_name,
    inn,
    kpp,
    (inn = ?1 OR name_key LIKE ?2 ESCAPE '\' OR full_name_key LIKE ?2 ESCAPE '\') AS whole,
    (name_key LIKE ?3 ESCAPE '\' OR full_name_key LIKE ?3 ESCAPE '\') AS by_words
FROM counterparties
WHERE NOT deleted
    AND NOT is_group
    AND (inn = ?1
        OR name_key LIKE ?2 ESCAPE '\'
        OR full_name_key LIKE ?2 ESCAPE '\'
        OR name_key LIKE ?3 ESCAPE '\'
        OR full_name_key LIKE ?3 ESCAPE '\'
        OR name_key LIKE ?4 ESCAPE '\'
        OR name_key LIKE ?5 ESCAPE '\'
        OR name_key LIKE ?6 ESCAPE '\')
ORDER BY whole DESC, by_words DESC, name_key, uuid
LIMIT 101
