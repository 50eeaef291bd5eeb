-- ?1 start of period, ?2 end of period (inclusive), ?3 account code
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key = ?3
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
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
    organization.uuid, organization.name
FROM postings AS posting
JOIN documents AS document ON document.uuid = posting.document
JOIN organizations AS organization ON organization.uuid = posting.organization
LEFT JOIN counterparties AS debit_party ON debit_party.uuid = posting.debit_1
LEFT JOIN contracts AS debit_contract ON debit_contract.uuid = posting.debit_2
LEFT JOIN counterparties AS credit_party ON credit_party.uuid = posting.credit_1
LEFT JOIN contracts AS credit_contract ON credit_contract.uuid = posting.credit_2
WHERE posting.period BETWEEN ?1 AND ?2
    AND (posting.account_debit IN (SELECT code FROM scope)
        OR posting.account_credit IN (SELECT code FROM scope))
ORDER BY posting.period DESC, document.uuid DESC, posting.id DESC
LIMIT 1001
