-- ?1 moment (not included), ?2 account codes as a JSON array
-- ?3 is the counterparty said, ?4 it, ?5 is the contract said, ?6 it, ?7 is the organization said, ?8 its name
-- ?9 start of the period of the contract's date, ?10 its end (inclusive), ?11 is that period said
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?2))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
sides AS (
    SELECT account_debit AS account, debit_1 AS party, debit_2 AS contract, organization, amount_kopecks AS amount
    FROM postings
    WHERE period < ?1
    UNION ALL
    SELECT account_credit, credit_1, credit_2, organization, -amount_kopecks
    FROM postings
    WHERE period < ?1
),
balances AS (
    SELECT account, party, contract, organization, SUM(amount) AS balance
    FROM sides
    WHERE account IN (SELECT code FROM scope)
        AND (NOT ?3 OR party = ?4)
        AND (NOT ?5 OR contract = ?6)
        AND (NOT ?7 OR organization IN (SELECT uuid FROM organizations WHERE name_key = ?8))
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
    max(-balances.balance, 0)
FROM balances
JOIN organizations AS organization ON organization.uuid = balances.organization
LEFT JOIN counterparties AS counterparty ON counterparty.uuid = balances.party
LEFT JOIN contracts AS contract ON contract.uuid = balances.contract
WHERE contract.date BETWEEN ?9 AND ?10 OR (NOT ?11 AND contract.date IS NULL)
ORDER BY contract.date DESC, contract.uuid, balances.account, organization.uuid, counterparty.uuid
LIMIT 1001
