-- ?1 Контрагент
SELECT
    counterparty.uuid, 'СправочникСсылка.Контрагенты', counterparty.name,
    counterparty.full_name,
    counterparty.inn,
    counterparty.kpp,
    account.number,
    account.bank,
    account.bik
FROM counterparties AS counterparty
LEFT JOIN bank_accounts AS account ON account.owner = counterparty.uuid AND account.is_main
WHERE counterparty.uuid = ?1
LIMIT 1
