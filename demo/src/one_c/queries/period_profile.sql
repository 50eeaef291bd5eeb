-- ?1 start of period, ?2 end of period (inclusive), ?3 is the organization said, ?4 its name
SELECT
    substr(posting.period, 1, 7) || '-01T00:00:00' AS month,
    COUNT(DISTINCT posting.document),
    COUNT(*),
    SUM(posting.amount_kopecks),
    MIN(posting.period),
    MAX(posting.period)
FROM postings AS posting
JOIN organizations AS organization ON organization.uuid = posting.organization
WHERE posting.period BETWEEN ?1 AND ?2
    AND (NOT ?3 OR organization.name_key = ?4)
GROUP BY month
ORDER BY month DESC
LIMIT 1001
