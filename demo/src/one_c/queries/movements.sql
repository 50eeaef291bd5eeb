-- ?1 start of period, ?2 end of period (inclusive)
-- ?3 are all accounts asked for; otherwise ?4 codes of debit and ?6 codes of credit but for ?5, as JSON arrays
-- ?7 is the counterparty said, ?8 it, ?9 is the contract said, ?10 it, ?11 is the organization said, ?12 it
WITH RECURSIVE debits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN debits ON child.parent = debits.code
),
credits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?6))
    UNION
    SELECT child.code FROM accounts AS child JOIN credits ON child.parent = credits.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?5))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
)
SELECT
    posting.period,
    document.uuid, document.kind, document.presentation,
    posting.account_debit,
    posting.account_credit,
    debit_party.uuid, debit_party.name,
    debit_contract.uuid, debit_contract.name,
    credit_party.uuid, credit_party.name,
    credit_contract.uuid, credit_contract.name,
    posting.amount_kopecks,
    organization.uuid, organization.name,
    iif(debit.kind = 'both', NULL, debit.kind = 'active'),
    iif(credit.kind = 'both', NULL, credit.kind = 'active'),
    posting.id
FROM postings AS posting
JOIN documents AS document ON document.uuid = posting.document
JOIN organizations AS organization ON organization.uuid = posting.organization
LEFT JOIN accounts AS debit ON debit.code = posting.account_debit
LEFT JOIN accounts AS credit ON credit.code = posting.account_credit
LEFT JOIN counterparties AS debit_party ON debit_party.uuid = posting.debit_1
LEFT JOIN contracts AS debit_contract ON debit_contract.uuid = posting.debit_2
LEFT JOIN counterparties AS credit_party ON credit_party.uuid = posting.credit_1
LEFT JOIN contracts AS credit_contract ON credit_contract.uuid = posting.credit_2
WHERE posting.period BETWEEN ?1 AND ?2
    AND posting.active
    AND (?3
        OR posting.account_debit IN (SELECT code FROM debits EXCEPT SELECT code FROM left_out)
        OR posting.account_credit IN (SELECT code FROM credits EXCEPT SELECT code FROM left_out))
    AND (NOT ?7 OR ?8 IN (posting.debit_1, posting.credit_1))
    AND (NOT ?9 OR ?10 IN (posting.debit_2, posting.credit_2))
    AND (NOT ?11 OR posting.organization = ?12)
ORDER BY posting.period DESC, document.uuid DESC, posting.id DESC
LIMIT 1001
