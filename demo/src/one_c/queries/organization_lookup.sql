-- ?1 taxpayer number, ?2 the name, ?3 its words: patterns in lower case
SELECT
    uuid, name,
    name,
    full_name,
    inn,
    (inn = ?1 OR name_key LIKE ?2 ESCAPE '\' OR full_name_key LIKE ?2 ESCAPE '\') AS whole,
    (name_key LIKE ?3 ESCAPE '\' OR full_name_key LIKE ?3 ESCAPE '\') AS by_words
FROM organizations
ORDER BY whole DESC, by_words DESC, name_key, uuid
LIMIT 101
