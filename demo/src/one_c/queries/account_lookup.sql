-- ?1 code, in lower case. The identifier is made of the code: it is all that identifies an account here.
SELECT
    lower('00000000-0000-4000-8000-' || substr('000000000000' || hex(code), -12)), code,
    code,
    name
FROM accounts
WHERE code_key = ?1
LIMIT 2
