-- ?1 НачалоПериода, ?2 КонецПериода, ?3 ЕстьКонтрагент, ?4 Контрагент, ?5 ЕстьДоговор, ?6 Договор, ?7
-- ЕстьОрганизация, ?8 Организация, ?9 ЕстьНомер, ?10 Номер, ?11 Окончание, ?12 ЕстьСуммаОт, ?13 СуммаОт, ?14 ЕстьСуммаДо,
-- ?15 СуммаДо
-- Documents of all kinds that have postings.
WITH registrars AS (
    SELECT DISTINCT period, document, organization
    FROM postings
    WHERE period BETWEEN ?1 AND ?2 AND active
        AND (NOT ?3 OR ?4 IN (debit_1, credit_1))
        AND (NOT ?5 OR ?6 IN (debit_2, credit_2))
        AND (NOT ?7 OR organization = ?8)
)
SELECT
    registrars.period,
    document.uuid, document.kind, document.presentation,
    substr(document.presentation, 1, instr(document.presentation, ' ' || document.number) - 1),
    document.number,
    document.amount_kopecks,
    document.currency,
    organization.uuid, organization.name
FROM registrars
JOIN documents AS document ON document.uuid = registrars.document
JOIN organizations AS organization ON organization.uuid = registrars.organization
WHERE (NOT ?9 OR document.number = ?10 OR document.number LIKE ?11 ESCAPE '\')
    AND (NOT ?12 OR document.amount_kopecks >= ?13)
    AND (NOT ?14 OR document.amount_kopecks <= ?15)
ORDER BY registrars.period DESC, document.uuid DESC
LIMIT 1001
