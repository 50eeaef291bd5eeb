-- ?1 moment (not included), ?2 account codes but for ?3, as JSON arrays
-- ?4 is the counterparty said, ?5 it, ?6 is the contract said, ?7 it, ?8 is the organization said, ?9 it
-- ?10 start of the period of the contract's date, ?11 its end (inclusive), ?12 is that period said
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?2))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?3))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
sides AS (
    SELECT account_debit AS account, debit_1 AS party, debit_2 AS contract, organization, amount_kopecks AS amount
    FROM postings
    WHERE period < ?1 AND active
    UNION ALL
    SELECT account_credit, credit_1, credit_2, organization, -amount_kopecks
    FROM postings
    WHERE period < ?1 AND active
),
balances AS (
    SELECT account, party, contract, organization, SUM(amount) AS balance
    FROM sides
    WHERE account IN (SELECT code FROM scope EXCEPT SELECT code FROM left_out)
        AND (NOT ?4 OR party = ?5)
        AND (NOT ?6 OR contract = ?7)
        AND (NOT ?8 OR organization = ?9)
    GROUP BY account, party, contract, organization
    HAVING SUM(amount) <> 0
)
SELECT
    counterparty.uuid, counterparty.name,
    contract.uuid, contract.name,
    contract.date,
    balances.account,
    organization.uuid, organization.name,
    max(balances.balance, 0),
    max(-balances.balance, 0),
    iif(account.kind = 'both', NULL, account.kind = 'active')
FROM balances
JOIN organizations AS organization ON organization.uuid = balances.organization
LEFT JOIN accounts AS account ON account.code = balances.account
LEFT JOIN counterparties AS counterparty ON counterparty.uuid = balances.party
LEFT JOIN contracts AS contract ON contract.uuid = balances.contract
WHERE contract.date BETWEEN ?10 AND ?11 OR (NOT ?12 AND contract.date IS NULL)
ORDER BY contract.date DESC, contract.uuid, balances.account, organization.uuid, counterparty.uuid
LIMIT 1001
