-- ?1 start of period, ?2 end of period (inclusive), ?3 is the organization said, ?4 it
WITH counted AS (
    SELECT posting.period, posting.document
    FROM postings AS posting
    WHERE posting.active
        AND posting.period BETWEEN ?1 AND ?2
        AND (NOT ?3 OR posting.organization = ?4)
),
years AS (
    SELECT substr(period, 1, 4) || '-01-01T00:00:00' AS period, COUNT(DISTINCT document) AS documents
    FROM counted
    GROUP BY 1
    ORDER BY documents DESC, 1 DESC
    LIMIT 1
),
months AS (
    SELECT substr(period, 1, 7) || '-01T00:00:00' AS period, COUNT(DISTINCT document) AS documents
    FROM counted
    GROUP BY 1
    ORDER BY documents DESC, 1 DESC
    LIMIT 1
)
SELECT
    (SELECT MIN(period) FROM counted),
    (SELECT MAX(period) FROM counted),
    (SELECT COUNT(DISTINCT document) FROM counted),
    (SELECT COUNT(*) FROM counted),
    (SELECT period FROM years),
    (SELECT documents FROM years),
    (SELECT period FROM months),
    (SELECT documents FROM months)
