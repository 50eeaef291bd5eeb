-- A posting off the balance has one side and is no turnover.
-- ?1 start of period, ?2 end of period (inclusive), ?3 is the organization said, ?4 it
SELECT
    substr(posting.period, 1, 7) || '-01T00:00:00' AS month,
    COUNT(DISTINCT posting.document),
    COUNT(*),
    SUM(CASE WHEN posting.account_debit NOT NULL AND posting.account_credit NOT NULL THEN posting.amount_kopecks END),
    MIN(posting.period),
    MAX(posting.period)
FROM postings AS posting
WHERE posting.active
    AND posting.period BETWEEN ?1 AND ?2
    AND (NOT ?3 OR posting.organization = ?4)
GROUP BY month
ORDER BY month DESC
LIMIT 1001
