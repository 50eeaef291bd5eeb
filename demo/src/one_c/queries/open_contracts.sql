-- ?1 pattern of the accounts of suppliers, ?2 of customers
-- ?3 moment (not included), ?4 account codes but for ?5, as JSON arrays
-- ?6 is the counterparty said, ?7 it, ?8 is the contract said, ?9 it, ?10 is the organization said, ?11 it
-- ?12 start of the period of the contract's date, ?13 its end (inclusive), ?14 is that period said
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?5))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
sides AS (
    SELECT account_debit AS account, debit_1 AS party, debit_2 AS contract, organization, amount_kopecks AS amount
    FROM postings
    WHERE period < ?3 AND active
    UNION ALL
    SELECT account_credit, credit_1, credit_2, organization, -amount_kopecks
    FROM postings
    WHERE period < ?3 AND active
),
balances AS (
    SELECT account, party, contract, organization, SUM(amount) AS balance
    FROM sides
    WHERE account IN (SELECT code FROM scope EXCEPT SELECT code FROM left_out)
        AND (NOT ?6 OR party = ?7)
        AND (NOT ?8 OR contract = ?9)
        AND (NOT ?10 OR organization = ?11)
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
    account.code LIKE ?1 AND account.kind = 'active' OR account.code LIKE ?2 AND account.kind = 'passive'
FROM balances
JOIN organizations AS organization ON organization.uuid = balances.organization
LEFT JOIN accounts AS account ON account.code = balances.account
LEFT JOIN counterparties AS counterparty ON counterparty.uuid = balances.party
LEFT JOIN contracts AS contract ON contract.uuid = balances.contract
WHERE contract.date BETWEEN ?12 AND ?13 OR (NOT ?14 AND contract.date IS NULL)
ORDER BY contract.date DESC, contract.uuid, balances.account, organization.uuid, counterparty.uuid
LIMIT 1001
