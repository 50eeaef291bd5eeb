-- ?1 start of period, ?2 end of period (inclusive), ?3 counterparty, ?4 is the organization said, ?5 its name
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
    AND document.counterparty = ?3
    AND document.date BETWEEN ?1 AND ?2
    AND (NOT ?4 OR organization.name_key = ?5)
ORDER BY document.date DESC, document.uuid DESC
LIMIT 1001
