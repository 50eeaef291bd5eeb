-- ?1 end of period (inclusive), ?4 moment of the balances (not included)
-- ?2 codes of debit and ?5 codes of credit but for ?3, as JSON arrays
-- ?6 is the counterparty said, ?7 it, ?8 is the contract said, ?9 it
WITH RECURSIVE debits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?2))
    UNION
    SELECT child.code FROM accounts AS child JOIN debits ON child.parent = debits.code
),
credits(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?5))
    UNION
    SELECT child.code FROM accounts AS child JOIN credits ON child.parent = credits.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?3))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
sides AS (
    SELECT account_debit AS account, coalesce(debit_1, '') AS party, coalesce(debit_2, '') AS contract,
        organization, amount_kopecks AS amount
    FROM postings
    WHERE period < ?4 AND active
    UNION ALL
    SELECT account_credit, coalesce(credit_1, ''), coalesce(credit_2, ''), organization, -amount_kopecks
    FROM postings
    WHERE period < ?4 AND active
),
balances AS MATERIALIZED (
    SELECT account, party, contract, organization, SUM(amount) AS balance
    FROM sides
    WHERE account IN (SELECT code FROM accounts WHERE kind = 'both')
        AND (account IN (SELECT code FROM debits) OR account IN (SELECT code FROM credits))
    GROUP BY account, party, contract, organization
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
WHERE posting.period <= ?1
    AND posting.active
    AND (debit.code IN (SELECT code FROM debits EXCEPT SELECT code FROM left_out)
        AND (debit.kind = 'active'
            OR debit.kind = 'both'
                AND (debit.code, coalesce(posting.debit_1, ''), coalesce(posting.debit_2, ''), posting.organization)
                    IN (SELECT account, party, contract, organization FROM balances WHERE balance > 0))
        OR credit.code IN (SELECT code FROM credits EXCEPT SELECT code FROM left_out)
        AND (credit.kind = 'passive'
            OR credit.kind = 'both'
                AND (credit.code, coalesce(posting.credit_1, ''), coalesce(posting.credit_2, ''), posting.organization)
                    IN (SELECT account, party, contract, organization FROM balances WHERE balance < 0)))
    AND (NOT ?6 OR ?7 IN (posting.debit_1, posting.credit_1))
    AND (NOT ?8 OR ?9 IN (posting.debit_2, posting.credit_2))
ORDER BY posting.period DESC, document.uuid DESC, posting.id DESC
LIMIT 1001
