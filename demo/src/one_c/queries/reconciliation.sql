-- ?1 Рубли, ?2 НачалоПериода, ?3 КонецПериода, ?4 Счета, ?5 КромеСчетов, ?6 Контрагент, ?7 ЕстьДоговор, ?8
-- Договор, ?9 ЕстьОрганизация, ?10 Организация
-- What one side of a posting owes and the other does not: an offset within the contract or party is no row.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?5))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
scoped(code) AS (
    SELECT code FROM scope EXCEPT SELECT code FROM left_out
),
lines AS (
    SELECT id, period, document, organization, account_debit AS own, debit_1 AS party, debit_2 AS contract,
        account_credit AS other, credit_1 AS other_party, credit_2 AS other_contract, currency_debit AS currency,
        amount_kopecks AS debit, 0 AS credit, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period BETWEEN ?2 AND ?3 AND active
    UNION ALL
    SELECT id, period, document, organization, account_credit, credit_1, credit_2,
        account_debit, debit_1, debit_2, currency_credit,
        0, amount_kopecks, currency_credit_amount
    FROM postings
    WHERE period BETWEEN ?2 AND ?3 AND active
)
SELECT
    lines.period,
    document.uuid, document.kind, document.presentation,
    contract.uuid, contract.name,
    coalesce(lines.currency, ?1),
    SUM(lines.debit),
    SUM(lines.credit),
    SUM(iif(lines.debit <> 0, lines.foreign_amount, -lines.foreign_amount)),
    organization.uuid, organization.name
FROM lines
JOIN documents AS document ON document.uuid = lines.document
JOIN organizations AS organization ON organization.uuid = lines.organization
LEFT JOIN contracts AS contract ON contract.uuid = lines.contract
WHERE lines.own IN (SELECT code FROM scoped)
    AND lines.party = ?6
    AND (NOT ?7 OR lines.contract = ?8)
    AND (NOT ?9 OR lines.organization = ?10)
    AND NOT coalesce(lines.other_party = ?6
        AND (NOT ?7 OR lines.other_contract = ?8)
        AND lines.other IN (SELECT code FROM scoped), 0)
GROUP BY lines.period, document.uuid, contract.uuid, coalesce(lines.currency, ?1), organization.uuid
ORDER BY lines.period DESC, document.uuid DESC, contract.uuid DESC, coalesce(lines.currency, ?1) DESC
LIMIT 1001
