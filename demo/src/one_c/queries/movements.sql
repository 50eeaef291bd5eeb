-- ?1 pattern of the accounts of suppliers, ?2 of customers
-- ?3 start of period, ?4 end of period (inclusive)
-- ?5 are all accounts asked for; otherwise ?6 codes of debit and ?8 codes of credit but for ?7, as JSON arrays
-- ?9 is the counterparty said, ?10 it, ?11 is the contract said, ?12 it, ?13 is the organization said, ?14 it
WITH RECURSIVE debits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?6))
    UNION
    SELECT child.code FROM accounts AS child JOIN debits ON child.parent = debits.code
),
credits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?8))
    UNION
    SELECT child.code FROM accounts AS child JOIN credits ON child.parent = credits.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?7))
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
    coalesce(debit.code LIKE ?1 AND debit.kind = 'active' OR debit.code LIKE ?2 AND debit.kind = 'passive', 0)
        OR coalesce(credit.code LIKE ?1 AND credit.kind = 'active' OR credit.code LIKE ?2 AND credit.kind = 'passive', 0),
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
WHERE posting.period BETWEEN ?3 AND ?4
    AND posting.active
    AND (?5
        OR posting.account_debit IN (SELECT code FROM debits EXCEPT SELECT code FROM left_out)
        OR posting.account_credit IN (SELECT code FROM credits EXCEPT SELECT code FROM left_out))
    AND (NOT ?9 OR ?10 IN (posting.debit_1, posting.credit_1))
    AND (NOT ?11 OR ?12 IN (posting.debit_2, posting.credit_2))
    AND (NOT ?13 OR posting.organization = ?14)
ORDER BY posting.period DESC, document.uuid DESC, posting.id DESC
LIMIT 1001
