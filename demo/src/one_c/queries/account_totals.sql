-- ?1 start of period, ?2 end of period (inclusive), ?3 account code
-- Balances are netted per account, analytics and organization before they are split into debit and credit.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key = ?3
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
sides AS (
    SELECT period, account_debit AS account, debit_1 AS party, debit_2 AS contract, organization,
        amount_kopecks AS debit, 0 AS credit
    FROM postings
    WHERE period <= ?2 AND active
    UNION ALL
    SELECT period, account_credit, credit_1, credit_2, organization, 0, amount_kopecks
    FROM postings
    WHERE period <= ?2 AND active
),
analytics AS (
    SELECT
        SUM(CASE WHEN period < ?1 THEN debit - credit ELSE 0 END) AS opening,
        SUM(CASE WHEN period >= ?1 THEN debit ELSE 0 END) AS debit,
        SUM(CASE WHEN period >= ?1 THEN credit ELSE 0 END) AS credit,
        SUM(debit - credit) AS closing
    FROM sides
    WHERE account IN (SELECT code FROM scope)
    GROUP BY account, party, contract, organization
)
SELECT
    SUM(max(opening, 0)),
    SUM(max(-opening, 0)),
    SUM(debit),
    SUM(credit),
    SUM(max(closing, 0)),
    SUM(max(-closing, 0))
FROM analytics
WHERE opening <> 0 OR debit <> 0 OR credit <> 0
