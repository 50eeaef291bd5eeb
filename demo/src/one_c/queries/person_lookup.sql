-- ?1 ИНН, ?2 Целиком, ?3 Маска, ?4 НачалоСлова, ?5 КонецСлова, ?6 ВтороеСлово
SELECT
    uuid, name,
    name,
    inn,
    inn = ?1 OR name_key LIKE ?2 ESCAPE '\',
    name_key LIKE ?3 ESCAPE '\'
FROM persons
WHERE inn = ?1
    OR name_key LIKE ?2 ESCAPE '\'
    OR name_key LIKE ?3 ESCAPE '\'
    OR name_key LIKE ?4 ESCAPE '\'
    OR name_key LIKE ?5 ESCAPE '\'
    OR name_key LIKE ?6 ESCAPE '\'
ORDER BY 5 DESC, 6 DESC, name
LIMIT 101
