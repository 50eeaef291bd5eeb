-- ?1 is the counterparty said, ?2 it, ?3 is the contract said, ?4 it
-- ?5 start of period, ?6 end of period (inclusive), ?7 is the organization said, ?8 it
-- A payment over several contracts has a row for each, with the sum of its part.
SELECT
    document.date,
    document.uuid, document.kind, document.presentation,
    document.number,
    counterparty.uuid, counterparty.name,
    contract.uuid, contract.name,
    document.bank_account_code,
    SUM(coalesce(part.amount_kopecks, document.amount_kopecks)),
    document.currency,
    document.purpose,
    organization.uuid, organization.name
FROM documents AS document
LEFT JOIN payment_parts AS part ON part.document = document.uuid
LEFT JOIN counterparties AS counterparty ON counterparty.uuid = document.counterparty
JOIN organizations AS organization ON organization.uuid = document.organization
LEFT JOIN contracts AS contract ON contract.uuid = coalesce(part.contract, document.contract)
WHERE document.kind IN ('СписаниеСРасчетногоСчета', 'ПоступлениеНаРасчетныйСчет')
    AND document.posted
    AND (NOT ?1 OR document.counterparty = ?2)
    AND (NOT ?3 OR coalesce(part.contract, document.contract) = ?4)
    AND document.date BETWEEN ?5 AND ?6
    AND (NOT ?7 OR document.organization = ?8)
GROUP BY document.uuid, contract.uuid
ORDER BY document.date DESC, document.uuid DESC, contract.uuid DESC
LIMIT 1001
