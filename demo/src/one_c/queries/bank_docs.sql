-- ?1 is the counterparty said, ?2 it, ?3 is the contract said, ?4 it
-- ?5 start of period, ?6 end of period (inclusive), ?7 is the organization said, ?8 its name
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
    AND (NOT ?1 OR document.counterparty = ?2)
    AND (NOT ?3 OR document.contract = ?4)
    AND document.date BETWEEN ?5 AND ?6
    AND (NOT ?7 OR organization.name_key = ?8)
ORDER BY document.date DESC, document.uuid DESC
LIMIT 1001
