-- ?1 Поступление, ?2 ПоКонтрагентам, ?3 ПоДоговорам, ?4 ПоСчетам, ?5 Рубли, ?6 НачалоПериода, ?7 КонецПериода,
-- ?8 Счета, ?9 Плательщики, ?10 КромеСчетов, ?11 ЕстьКонтрагент, ?12 Контрагент, ?13 ЕстьДоговор, ?14 Договор,
-- ?15 ЕстьОрганизация, ?16 Организация, ?17 ВозвратыПлательщикам, ?18 Списание, ?19 Получатели, ?20
-- ВозвратыПолучателей, ?21 ЕстьНаправление, ?22 Направление
-- Money on the accounts said, against the accounts of settlements; what comes back lessens nothing and stands apart.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?8))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
left_out(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?10))
    UNION
    SELECT child.code FROM accounts AS child JOIN left_out ON child.parent = left_out.code
),
flows AS (
    SELECT period, document, organization, 'Дт' AS side, account_debit AS money, account_credit AS account,
        credit_1 AS party, credit_2 AS contract, currency_debit AS currency, amount_kopecks AS amount,
        currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period BETWEEN ?6 AND ?7 AND active
    UNION ALL
    SELECT period, document, organization, 'Кт', account_credit, account_debit,
        debit_1, debit_2, currency_credit, amount_kopecks,
        currency_credit_amount
    FROM postings
    WHERE period BETWEEN ?6 AND ?7 AND active
),
payers(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?9))
    UNION
    SELECT child.code FROM accounts AS child JOIN payers ON child.parent = payers.code
),
repaid(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?17))
    UNION
    SELECT child.code FROM accounts AS child JOIN repaid ON child.parent = repaid.code
),
payees(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?19))
    UNION
    SELECT child.code FROM accounts AS child JOIN payees ON child.parent = payees.code
),
refunding(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?20))
    UNION
    SELECT child.code FROM accounts AS child JOIN refunding ON child.parent = refunding.code
),
ways(direction, is_return, side, code) AS (
    SELECT ?1, 0, 'Дт', code FROM payers
    UNION ALL
    SELECT ?1, 1, 'Кт', code FROM repaid
    UNION ALL
    SELECT ?18, 0, 'Кт', code FROM payees
    UNION ALL
    SELECT ?18, 1, 'Дт', code FROM refunding
),
payments AS (
    SELECT direction, is_return,
        party, contract, money, coalesce(currency, ?5) AS currency, organization, document, amount, foreign_amount
    FROM flows
    JOIN ways ON ways.side = flows.side AND ways.code = flows.account
    WHERE money IN (SELECT code FROM scope)
        AND account NOT IN (SELECT code FROM left_out)
        AND (NOT ?11 OR party = ?12)
        AND (NOT ?13 OR contract = ?14)
        AND (NOT ?15 OR organization = ?16)
),
grouped AS (
    SELECT direction,
        iif(?2, party, NULL) AS party,
        iif(?3, contract, NULL) AS contract,
        iif(?4, money, NULL) AS money,
        currency, organization,
        SUM(iif(is_return, 0, amount)) AS amount,
        SUM(iif(is_return, amount, 0)) AS returns,
        SUM(iif(is_return, NULL, foreign_amount)) AS foreign_amount,
        COUNT(DISTINCT document) AS documents
    FROM payments
    WHERE NOT ?21 OR direction = ?22
    GROUP BY 1, 2, 3, 4, 5, 6
)
SELECT
    grouped.direction,
    element.uuid, element.type, element.name,
    contract.uuid, contract.name,
    grouped.money,
    grouped.currency,
    grouped.amount,
    grouped.returns,
    grouped.foreign_amount,
    grouped.documents,
    organization.uuid, organization.name
FROM grouped
JOIN organizations AS organization ON organization.uuid = grouped.organization
LEFT JOIN elements AS element ON element.uuid = grouped.party
LEFT JOIN contracts AS contract ON contract.uuid = grouped.contract
ORDER BY grouped.amount DESC, grouped.direction, element.uuid, contract.uuid, grouped.money, grouped.currency, organization.uuid
LIMIT 1001
