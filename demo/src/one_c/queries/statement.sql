-- ?1 Рубли, ?2 НачалоПериода, ?3 КонецПериода, ?4 Счета, ?5 ЕстьБанковскийСчет, ?6 БанковскийСчет, ?7 ЕстьОрганизация, ?8 Организация
-- Each row is one side of a posting: a transfer between two bank accounts has two.
WITH RECURSIVE scope(code) AS (
    SELECT code FROM accounts WHERE code_key IN (SELECT value FROM json_each(?4))
    UNION
    SELECT child.code FROM accounts AS child JOIN scope ON child.parent = scope.code
),
lines AS (
    SELECT id, period, document, organization, account_debit AS own, debit_1 AS bank_account, account_credit AS other,
        credit_1 AS party, amount_kopecks AS income, 0 AS expense, currency_debit AS currency, currency_debit_amount AS foreign_amount
    FROM postings
    WHERE period BETWEEN ?2 AND ?3 AND active
    UNION ALL
    SELECT id, period, document, organization, account_credit, credit_1, account_debit,
        debit_1, 0, amount_kopecks, currency_credit, currency_credit_amount
    FROM postings
    WHERE period BETWEEN ?2 AND ?3 AND active
)
SELECT
    lines.period,
    document.uuid, document.kind, document.presentation,
    lines.own,
    bank_account.uuid, bank_account.name,
    lines.other,
    element.uuid, element.type, element.name,
    lines.income,
    lines.expense,
    coalesce(lines.currency, ?1),
    lines.foreign_amount,
    organization.uuid, organization.name,
    lines.id
FROM lines
JOIN documents AS document ON document.uuid = lines.document
JOIN organizations AS organization ON organization.uuid = lines.organization
LEFT JOIN bank_accounts AS bank_account ON bank_account.uuid = lines.bank_account
LEFT JOIN elements AS element ON element.uuid = lines.party
WHERE lines.own IN (SELECT code FROM scope)
    AND (NOT ?5 OR lines.bank_account = ?6)
    AND (NOT ?7 OR lines.organization = ?8)
ORDER BY lines.period DESC, document.uuid DESC, lines.id DESC, lines.income DESC
LIMIT 1001
