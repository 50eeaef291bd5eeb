-- ?1 Контрагент, ?2 ЕстьОрганизация, ?3 Организация
SELECT
    contract.uuid, contract.name,
    contract.number,
    contract.date,
    contract.kind,
    contract.currency,
    contract.valid_until,
    iif(contract.has_term, contract.term_days, NULL),
    counterparty.uuid, 'СправочникСсылка.Контрагенты', counterparty.name,
    organization.uuid, organization.name
FROM contracts AS contract
JOIN counterparties AS counterparty ON counterparty.uuid = contract.owner
LEFT JOIN organizations AS organization ON organization.uuid = contract.organization
WHERE NOT contract.deleted
    AND contract.owner = ?1
    AND (NOT ?2 OR contract.organization = ?3)
ORDER BY contract.date DESC, contract.uuid
LIMIT 1001
