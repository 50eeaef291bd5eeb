-- ?1 Дней30, ?2 Дней60, ?3 Дней90, ?4 Дебиторская, ?5 Кредиторская, ?6 ПоКонтрагентам, ?7 ПоДоговорам, ?8 Рубли,
-- ?9 КонецПериода, ?10 Момент, ?11 Счета, ?12 КромеСчетов, ?13 КодПоставщиков, ?14 КодПокупателей, ?15
-- ЕстьКонтрагент, ?16 Контрагент, ?17 ЕстьДоговор, ?18 Договор, ?19 ЕстьОрганизация, ?20 Организация, ?21
-- ЕстьСторона, ?22 Сторона, ?23 ЕстьСуммаОт, ?24 СуммаОт, ?25 ЕстьПросрочкаСвыше,
-- ?26 ПросрочкаСвыше
-- What is owed by each document of settlement; advances are no debts. The term is that of the contract, or the constant.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?11))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?12))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
sides AS (
    SELECT period, account_debit AS account, debit_1 AS party, debit_2 AS contract, debit_3 AS settled, organization,
        currency_debit AS currency, amount_kopecks AS amount, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period < ?10 AND active
    UNION ALL
    SELECT period, account_credit, credit_1, credit_2, credit_3, organization,
        currency_credit, -amount_kopecks, -currency_credit_amount
    FROM postings
    WHERE period < ?10 AND active
),
balances AS (
    SELECT account, party, contract, settled, organization, currency, SUM(amount) AS balance
    FROM sides
    WHERE account IN (SELECT code FROM scope EXCEPT SELECT code FROM left_out)
        AND (NOT ?15 OR party = ?16)
        AND (NOT ?17 OR contract = ?18)
        AND (NOT ?19 OR organization = ?20)
    GROUP BY account, party, contract, settled, organization, currency
    HAVING SUM(amount) <> 0
),
debts AS (
    SELECT iif(balance > 0, ?4, ?5) AS side,
        balances.party, balances.contract, coalesce(balances.currency, ?8) AS currency, balances.organization,
        abs(balance) AS amount,
        CAST(julianday(substr(?9, 1, 10)) - julianday(substr(document.date, 1, 10)) AS INTEGER) AS days,
        iif(contract.has_term, contract.term_days, 30) AS term
    FROM balances
    JOIN accounts AS account ON account.code = balances.account
    LEFT JOIN contracts AS contract ON contract.uuid = balances.contract
    LEFT JOIN documents AS document ON document.uuid = balances.settled
    WHERE NOT (account.code LIKE ?13 AND account.kind = 'active' OR account.code LIKE ?14 AND account.kind = 'passive')
),
grouped AS (
    SELECT side,
        iif(?6, party, NULL) AS party,
        iif(?7, contract, NULL) AS contract,
        currency, organization,
        SUM(amount) AS amount,
        SUM(iif(days <= ?1, amount, 0)) AS to_30,
        SUM(iif(days > ?1 AND days <= ?2, amount, 0)) AS to_60,
        SUM(iif(days > ?2 AND days <= ?3, amount, 0)) AS to_90,
        SUM(iif(days > ?3, amount, 0)) AS over_90,
        SUM(iif(days IS NULL, amount, 0)) AS undated,
        SUM(iif(days > term, amount, 0)) AS overdue
    FROM debts
    WHERE NOT ?21 OR side = ?22
    GROUP BY 1, 2, 3, 4, 5
)
SELECT
    grouped.side,
    element.uuid, element.type, element.name,
    contract.uuid, contract.name,
    grouped.currency,
    grouped.amount,
    grouped.to_30,
    grouped.to_60,
    grouped.to_90,
    grouped.over_90,
    grouped.undated,
    grouped.overdue,
    organization.uuid, organization.name
FROM grouped
JOIN organizations AS organization ON organization.uuid = grouped.organization
LEFT JOIN elements AS element ON element.uuid = grouped.party
LEFT JOIN contracts AS contract ON contract.uuid = grouped.contract
WHERE (NOT ?23 OR grouped.amount >= ?24)
    AND (NOT ?25 OR grouped.overdue > ?26)
ORDER BY grouped.amount DESC, grouped.side, element.uuid, contract.uuid, grouped.currency, organization.uuid
LIMIT 1001
