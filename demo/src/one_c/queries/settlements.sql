-- ?1 Рубли, ?2 КодПоставщиков, ?3 КодПокупателей, ?4 Момент, ?5 Счета, ?6 КромеСчетов, ?7 ЕстьКонтрагент, ?8
-- Контрагент, ?9 ЕстьДоговор, ?10 Договор, ?11 ЕстьОрганизация, ?12 Организация
-- Balances by account, party, contract, firm and currency: never netted over parties.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?5))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?6))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
sides AS (
    SELECT period, account_debit AS account, debit_1 AS party, debit_2 AS contract, debit_3 AS settled, organization,
        currency_debit AS currency, amount_kopecks AS amount, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period < ?4 AND active
    UNION ALL
    SELECT period, account_credit, credit_1, credit_2, credit_3, organization,
        currency_credit, -amount_kopecks, -currency_credit_amount
    FROM postings
    WHERE period < ?4 AND active
),
totals AS (
    SELECT account, party, contract, organization, currency, SUM(amount) AS balance, SUM(foreign_amount) AS foreign_balance
    FROM sides
    WHERE account IN (SELECT code FROM scope EXCEPT SELECT code FROM left_out)
        AND (NOT ?7 OR party = ?8)
        AND (NOT ?9 OR contract = ?10)
        AND (NOT ?11 OR organization = ?12)
    GROUP BY account, party, contract, organization, currency
    HAVING SUM(amount) <> 0 OR coalesce(SUM(foreign_amount), 0) <> 0
)
SELECT
    element.uuid, element.type, element.name,
    contract.uuid, contract.name,
    totals.account,
    coalesce(totals.currency, ?1),
    max(totals.balance, 0),
    max(-totals.balance, 0),
    totals.foreign_balance,
    (account.code LIKE ?2 AND account.kind = 'active' OR account.code LIKE ?3 AND account.kind = 'passive'),
    organization.uuid, organization.name
FROM totals
JOIN organizations AS organization ON organization.uuid = totals.organization
JOIN accounts AS account ON account.code = totals.account
LEFT JOIN elements AS element ON element.uuid = totals.party
LEFT JOIN contracts AS contract ON contract.uuid = totals.contract
ORDER BY max(totals.balance, 0) DESC, max(-totals.balance, 0) DESC, organization.uuid, element.uuid, contract.uuid, totals.account, totals.currency
LIMIT 1001
