-- ?1 start of period, ?2 end of period (inclusive)
-- ?3 is the counterparty said, ?4 it, ?5 is the contract said, ?6 it, ?7 is the organization said, ?8 its name
SELECT
    document.date,
    document.uuid, document.kind, document.presentation,
    document.number,
    counterparty.uuid, counterparty.name,
    contract.uuid, contract.name,
    document.bank_account_code,
    document.amount_kopecks,
    document.purpose,
    organization.uuid, organization.name
FROM documents AS document
JOIN counterparties AS counterparty ON counterparty.uuid = document.counterparty
JOIN organizations AS organization ON organization.uuid = document.organization
LEFT JOIN contracts AS contract ON contract.uuid = document.contract
WHERE document.kind IN ('СписаниеСРасчетногоСчета', 'ПоступлениеНаРасчетныйСчет')
    AND document.posted
    AND (NOT ?3 OR document.counterparty = ?4)
    AND (NOT ?5 OR document.contract = ?6)
    AND document.date BETWEEN ?1 AND ?2
    AND (NOT ?7 OR organization.name_key = ?8)
ORDER BY document.date, document.uuid
LIMIT 1001
