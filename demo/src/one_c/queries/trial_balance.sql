-- ?1 НачалоПериода, ?2 КонецПериода, ?3 БезСчетов, ?4 Счета, ?5 ЕстьОрганизация, ?6 Организация
-- Each account is folded by itself; one side of a posting off the balance has no account.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
flows AS (
    SELECT period, account_debit AS account, debit_1 AS party, debit_2 AS contract, organization, currency_debit AS currency,
        amount_kopecks AS debit, 0 AS credit, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period <= ?2 AND active
    UNION ALL
    SELECT period, account_credit, credit_1, credit_2, organization, currency_credit,
        0, amount_kopecks, -currency_credit_amount
    FROM postings
    WHERE period <= ?2 AND active
),
totals AS (
    SELECT account, organization,
        SUM(iif(period < ?1, debit - credit, 0)) AS opening,
        SUM(iif(period >= ?1, debit, 0)) AS debit,
        SUM(iif(period >= ?1, credit, 0)) AS credit,
        SUM(debit - credit) AS closing,
        SUM(foreign_amount) AS foreign_amount
    FROM flows
    WHERE account IS NOT NULL AND (?3 OR account IN (SELECT code FROM scope))
        AND (NOT ?5 OR organization = ?6)
    GROUP BY account, organization
)
SELECT
    account.code,
    account.name,
    account.is_off_balance,
    max(totals.opening, 0),
    max(-totals.opening, 0),
    totals.debit,
    totals.credit,
    max(totals.closing, 0),
    max(-totals.closing, 0),
    organization.uuid, organization.name
FROM totals
JOIN organizations AS organization ON organization.uuid = totals.organization
JOIN accounts AS account ON account.code = totals.account
WHERE opening <> 0 OR debit <> 0 OR credit <> 0
ORDER BY organization.uuid, account.is_off_balance, account.code
LIMIT 1001
