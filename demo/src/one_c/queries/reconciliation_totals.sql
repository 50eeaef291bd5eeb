-- ?1 Рубли, ?2 НачалоПериода, ?3 КонецПериода, ?4 Счета, ?5 КромеСчетов, ?6 Контрагент, ?7 ЕстьДоговор, ?8
-- Договор, ?9 ЕстьОрганизация, ?10 Организация
-- Opening, turnover without offsets, closing: of a firm and a currency.
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
    SELECT period, organization, account_debit AS account, debit_1 AS party, debit_2 AS contract, currency_debit AS currency,
        amount_kopecks AS debit, 0 AS credit, currency_debit_amount AS foreign_amount,
        account_credit IN (SELECT code FROM scoped) AND credit_1 = ?6
            AND (NOT ?7 OR credit_2 = ?8) AS is_offset
    FROM postings
    WHERE period <= ?3 AND active
    UNION ALL
    SELECT period, organization, account_credit, credit_1, credit_2, currency_credit,
        0, amount_kopecks, -currency_credit_amount,
        account_debit IN (SELECT code FROM scoped) AND debit_1 = ?6
            AND (NOT ?7 OR debit_2 = ?8)
    FROM postings
    WHERE period <= ?3 AND active
),
totals AS (
    SELECT organization, coalesce(currency, ?1) AS currency,
        SUM(iif(period < ?2, debit - credit, 0)) AS opening,
        SUM(iif(period >= ?2 AND NOT coalesce(is_offset, 0), debit, 0)) AS debit,
        SUM(iif(period >= ?2 AND NOT coalesce(is_offset, 0), credit, 0)) AS credit,
        SUM(debit - credit) AS closing,
        SUM(foreign_amount) AS foreign_amount
    FROM lines
    WHERE account IN (SELECT code FROM scoped)
        AND party = ?6
        AND (NOT ?7 OR contract = ?8)
        AND (NOT ?9 OR organization = ?10)
    GROUP BY organization, coalesce(currency, ?1)
)
SELECT
    organization.uuid, organization.name,
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
ORDER BY organization.uuid, totals.currency
