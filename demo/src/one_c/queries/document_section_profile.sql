-- ?1 start of period, ?2 end of period (inclusive), ?3 is the organization said, ?4 it
WITH counted AS (
    SELECT posting.*
    FROM postings AS posting
    WHERE posting.active
        AND posting.period BETWEEN ?1 AND ?2
        AND (NOT ?3 OR posting.organization = ?4)
),
-- An account of the third order has a grandparent, one of the second a parent.
sections AS (
    SELECT account.code AS code, coalesce(parent.parent, account.parent, account.code) AS section
    FROM accounts AS account
    LEFT JOIN accounts AS parent ON parent.code = account.parent
),
sides AS (
    SELECT section, document, period, amount_kopecks AS debit, NULL AS credit
    FROM counted JOIN sections ON sections.code = account_debit
    UNION ALL
    SELECT section, document, period, NULL, amount_kopecks
    FROM counted JOIN sections ON sections.code = account_credit
)
SELECT
    document.title,
    NULL AS section,
    COUNT(DISTINCT counted.document) AS documents,
    COUNT(*) AS postings,
    SUM(CASE WHEN counted.account_debit NOT NULL AND counted.account_credit NOT NULL THEN counted.amount_kopecks END) AS debit,
    SUM(CASE WHEN counted.account_debit NOT NULL AND counted.account_credit NOT NULL THEN counted.amount_kopecks END),
    MIN(counted.period) AS first,
    MAX(counted.period) AS last
FROM counted
JOIN (
    SELECT uuid, substr(presentation, 1, instr(presentation, ' ' || number || ' ') - 1) AS title FROM documents
) AS document ON document.uuid = counted.document
GROUP BY document.title
UNION ALL
SELECT
    NULL,
    section,
    COUNT(DISTINCT document),
    COUNT(*),
    SUM(debit),
    SUM(credit),
    MIN(period),
    MAX(period)
FROM sides
GROUP BY section
ORDER BY section, documents DESC, postings DESC, debit DESC, first, last
LIMIT 1001
