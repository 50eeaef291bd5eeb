-- ?1 start of period, ?2 end of period (inclusive), ?3 is the organization said, ?4 it
WITH counted AS (
    SELECT posting.*
    FROM postings AS posting
    WHERE posting.active
        AND posting.period BETWEEN ?1 AND ?2
        AND (NOT ?3 OR posting.organization = ?4)
),
sections AS (
    SELECT coalesce(parent.parent, account.parent, account.code) AS section
    FROM accounts AS account
    LEFT JOIN accounts AS parent ON parent.code = account.parent
    WHERE account.code IN (SELECT account_debit FROM counted UNION SELECT account_credit FROM counted)
)
SELECT
    (SELECT MIN(period) FROM counted),
    (SELECT MAX(period) FROM counted),
    (SELECT COUNT(DISTINCT document) FROM counted),
    (SELECT COUNT(*) FROM counted),
    (SELECT COUNT(DISTINCT document.kind) FROM counted JOIN documents AS document ON document.uuid = counted.document),
    (SELECT COUNT(DISTINCT section) FROM sections)
