-- ?1 Рубли, ?2 НачалоПериода, ?3 КонецПериода, ?4 Счета, ?5 ЕстьОрганизация, ?6 Организация
-- An account by its analytics, each with its own sides.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
flows AS (
    SELECT period, account_debit AS account, debit_1 AS party, debit_2 AS contract, organization, currency_debit AS currency,
        amount_kopecks AS debit, 0 AS credit, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period <= ?3 AND active
    UNION ALL
    SELECT period, account_credit, credit_1, credit_2, organization, currency_credit,
        0, amount_kopecks, -currency_credit_amount
    FROM postings
    WHERE period <= ?3 AND active
),
totals AS (
    SELECT account, party, contract, coalesce(currency, ?1) AS currency, organization,
        SUM(iif(period < ?2, debit - credit, 0)) AS opening,
        SUM(iif(period >= ?2, debit, 0)) AS debit,
        SUM(iif(period >= ?2, credit, 0)) AS credit,
        SUM(debit - credit) AS closing,
        SUM(foreign_amount) AS foreign_amount
    FROM flows
    WHERE account IN (SELECT code FROM scope)
        AND (NOT ?5 OR organization = ?6)
    GROUP BY account, party, contract, coalesce(currency, ?1), organization
)
SELECT
    totals.account,
    element.uuid, element.type, element.name,
    contract.uuid, contract.name,
    totals.currency,
    max(totals.opening, 0),
    max(-totals.opening, 0),
    totals.debit,
    totals.credit,
    max(totals.closing, 0),
    max(-totals.closing, 0),
    organization.uuid, organization.name
FROM totals
JOIN organizations AS organization ON organization.uuid = totals.organization
LEFT JOIN elements AS element ON element.uuid = totals.party
LEFT JOIN contracts AS contract ON contract.uuid = totals.contract
WHERE opening <> 0 OR debit <> 0 OR credit <> 0
ORDER BY organization.uuid, totals.account, element.uuid, contract.uuid, totals.currency
LIMIT 1001
