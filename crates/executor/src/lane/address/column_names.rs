//! The columns of an answer, with the keys that servers use for them.

use crate::catalogue::Template;

/// The column that marks rows of an account of advances; other rows have no value.
pub(in crate::lane::address) const ADVANCE: &str = "advance";

/// The running balance after each row; it is computed here.
pub(in crate::lane::address) const BALANCE: &str = "balance";

/// Columns with their server keys, the usual key first.
pub(in crate::lane::address) const PERIOD: &[&str] = &["Период", "Дата"];
pub(in crate::lane::address) const REGISTRATOR: &[&str] = &["Регистратор", "Ссылка", "Документ"];
pub(in crate::lane::address) const COLUMNS: &[(&str, &[&str])] = &[
    ("period", PERIOD),
    ("month", &["Месяц"]),
    ("document", REGISTRATOR),
    ("number", &["Номер"]),
    ("account_debit", &["СчетДт"]),
    ("account_credit", &["СчетКт"]),
    ("account", &["Счет"]),
    ("debit_1", &["СубконтоДт1"]),
    ("debit_2", &["СубконтоДт2"]),
    ("debit_3", &["СубконтоДт3"]),
    ("credit_1", &["СубконтоКт1"]),
    ("credit_2", &["СубконтоКт2"]),
    ("credit_3", &["СубконтоКт3"]),
    ("counterparty", &["Контрагент"]),
    ("contract", &["Договор", "ДоговорКонтрагента"]),
    ("direction", &["Направление"]),
    ("side", &["Сторона"]),
    ("account_name", &["НаименованиеСчета"]),
    ("off_balance", &["Забалансовый"]),
    ("bank_account", &["БанковскийСчет"]),
    ("corresponding_account", &["КорСчет"]),
    ("corresponding_detail", &["КорСубконто"]),
    ("analytic_1", &["Субконто1"]),
    ("analytic_2", &["Субконто2"]),
    (ADVANCE, &["Аванс"]),
    ("document_type", &["ВидДокумента"]),
    ("section", &["Раздел"]),
    ("documents", &["КоличествоДокументов"]),
    ("postings", &["КоличествоПроводок"]),
    ("document_types", &["КоличествоВидов"]),
    ("sections", &["КоличествоРазделов"]),
    ("first", &["НачалоДанных"]),
    ("last", &["КонецДанных"]),
    ("busiest_year", &["АктивныйГод"]),
    ("documents_of_year", &["ДокументовЗаГод"]),
    ("busiest_month", &["АктивныйМесяц"]),
    ("documents_of_month", &["ДокументовЗаМесяц"]),
    ("income", &["Приход"]),
    ("expense", &["Расход"]),
    ("debit", &["Дебет"]),
    ("credit", &["Кредит"]),
    (BALANCE, &[]),
    ("amount", &["Сумма", "СуммаДокумента", "СуммаОборот"]),
    ("returns", &["Возвраты"]),
    ("currency", &["Валюта"]),
    ("opening_debit", &["СуммаНачальныйОстатокДт"]),
    ("opening_credit", &["СуммаНачальныйОстатокКт"]),
    ("turnover_debit", &["СуммаОборотДт"]),
    ("turnover_credit", &["СуммаОборотКт"]),
    (
        "balance_debit",
        &["СуммаОстатокДт", "СуммаКонечныйОстатокДт"],
    ),
    (
        "balance_credit",
        &["СуммаОстатокКт", "СуммаКонечныйОстатокКт"],
    ),
    ("currency_amount", &["ВалютнаяСумма"]),
    ("currency_debit", &["ВалютнаяСуммаДт"]),
    ("currency_credit", &["ВалютнаяСуммаКт"]),
    ("advances_debit", &["АвансыДт"]),
    ("advances_credit", &["АвансыКт"]),
    ("difference", &["СуммаРазница"]),
    ("age_0_30", &["СуммаДо30"]),
    ("age_31_60", &["СуммаДо60"]),
    ("age_61_90", &["СуммаДо90"]),
    ("age_over_90", &["СуммаСвыше90"]),
    ("age_unknown", &["СуммаБезДокумента"]),
    ("overdue", &["СуммаПросрочено"]),
    ("contract_type", &["ВидДоговора"]),
    ("valid_until", &["СрокДействия"]),
    ("payment_days", &["КоличествоДнейОплаты"]),
    ("full_name", &["НаименованиеПолное"]),
    ("tax_number", &["ИНН"]),
    ("tax_reason_code", &["КПП"]),
    ("bank_account_number", &["НомерСчета"]),
    ("bank", &["Банк"]),
    ("bank_code", &["БИК"]),
    ("purpose", &["НазначениеПлатежа"]),
    ("organization", &["Организация"]),
];

/// The position of a column in an answer.
#[must_use]
pub fn position(column: &str) -> Option<usize> {
    COLUMNS.iter().position(|(name, _)| *name == column)
}

/// The columns of rows that have these keys.
pub(in crate::lane::address) fn of_keys<'k>(
    keys: impl Iterator<Item = &'k str> + Clone,
) -> Vec<&'static str> {
    let has = |own: &&[&str]| keys.clone().any(|key| own.contains(&key));
    let known = COLUMNS.iter().filter(|(_, own)| has(own));
    known.map(|(name, _)| *name).collect()
}

pub(in crate::lane::address) fn of_template(template: &Template) -> Vec<&'static str> {
    let mut columns = of_keys(template.columns.iter().map(AsRef::as_ref));
    columns.extend(flows(&columns).map(|_| BALANCE));
    columns
}

/// The columns of a row's income and expense; `None` where such rows have no running balance.
pub(in crate::lane::address) fn flows(columns: &[&'static str]) -> Option<[&'static str; 2]> {
    let has = |flows: &[&str; 2]| flows.iter().all(|own| columns.contains(own));
    [["income", "expense"], ["debit", "credit"]]
        .into_iter()
        .find(has)
}
