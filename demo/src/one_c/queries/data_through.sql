-- ?1 is the organization said, ?2 it
SELECT posting.period
FROM postings AS posting
WHERE posting.active
    AND (NOT ?1 OR posting.organization = ?2)
ORDER BY posting.period DESC
LIMIT 1
