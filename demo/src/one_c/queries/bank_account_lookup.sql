-- ?1 Номер, ?2 Целиком, ?3 Маска
SELECT
    account.uuid, account.name,
    account.name,
    account.number,
    firm.uuid, firm.name,
    account.number = ?1 OR account.name_key LIKE ?2 ESCAPE '\',
    account.number LIKE ?3 ESCAPE '\' OR account.name_key LIKE ?3 ESCAPE '\'
FROM bank_accounts AS account
JOIN organizations AS firm ON firm.uuid = account.owner
WHERE account.number = ?1
    OR account.number LIKE ?3 ESCAPE '\'
    OR account.name_key LIKE ?2 ESCAPE '\'
    OR account.name_key LIKE ?3 ESCAPE '\'
ORDER BY 7 DESC, 8 DESC, account.name
LIMIT 101
