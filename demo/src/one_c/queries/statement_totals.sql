-- ?1 Рубли, ?2 НачалоПериода, ?3 КонецПериода, ?4 Счета, ?5 ЕстьБанковскийСчет, ?6 БанковскийСчет, ?7 ЕстьОрганизация, ?8 Организация
-- For each bank account: what was there before, what came and went, what is there.
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
    SELECT organization, account, party, coalesce(currency, ?1) AS currency,
        SUM(iif(period < ?2, debit - credit, 0)) AS opening,
        SUM(iif(period >= ?2, debit, 0)) AS debit,
        SUM(iif(period >= ?2, credit, 0)) AS credit,
        SUM(debit - credit) AS closing,
        SUM(foreign_amount) AS foreign_amount
    FROM flows
    WHERE account IN (SELECT code FROM scope)
        AND (NOT ?5 OR party = ?6)
        AND (NOT ?7 OR organization = ?8)
    GROUP BY organization, account, party, coalesce(currency, ?1)
)
SELECT
    organization.uuid, organization.name,
    totals.account,
    bank_account.uuid, bank_account.name,
    totals.currency,
    max(totals.opening, 0),
    max(-totals.opening, 0),
    totals.debit,
    totals.credit,
    max(totals.closing, 0),
    max(-totals.closing, 0),
    totals.foreign_amount
FROM totals
JOIN organizations AS organization ON organization.uuid = totals.organization
LEFT JOIN bank_accounts AS bank_account ON bank_account.uuid = totals.party
WHERE opening <> 0 OR debit <> 0 OR credit <> 0
ORDER BY organization.uuid, totals.account, bank_account.uuid, totals.currency
