//! Everything about each query: its text, its SQL equivalent, its parameters and its columns.

use super::value::{Column, ColumnKind};

/// What a parameter must be, and so how it is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A date.
    Date,
    /// A boolean.
    Flag,
    /// A string, compared without regard to case; may be null.
    Text,
    /// A `ПОДОБНО` mask; may be null.
    Mask,
    /// A list of strings or one string; may be null.
    Texts,
    /// A reference; may be null.
    Reference,
}

/// Everything about one query. Parameters stand in the order of the numbers in the SQL text.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    pub(super) sql: &'static str,
    pub(super) parameters: &'static [(&'static str, Kind)],
    pub(super) columns: &'static [Column],
}

macro_rules! texts {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../codebook/address/queries/", $name, ".1c")),
            include_str!(concat!("queries/", $name, ".sql")),
        )
    };
}

const fn entry(
    (name, text, sql): (&'static str, &'static str, &'static str),
    parameters: &'static [(&'static str, Kind)],
    columns: &'static [Column],
) -> Entry {
    Entry {
        name,
        text,
        sql,
        parameters,
        columns,
    }
}

const fn column(name: &'static str, kind: ColumnKind) -> Column {
    Column { name, kind }
}

static MOVEMENT_PARAMETERS: [(&str, Kind); 11] = [
    ("НачалоПериода", Kind::Date),
    ("КонецПериода", Kind::Date),
    ("БезСчетов", Kind::Flag),
    ("СчетаДт", Kind::Texts),
    ("СчетаКт", Kind::Texts),
    ("ЕстьКонтрагент", Kind::Flag),
    ("Контрагент", Kind::Reference),
    ("ЕстьДоговор", Kind::Flag),
    ("Договор", Kind::Reference),
    ("ЕстьОрганизация", Kind::Flag),
    ("Организация", Kind::Text),
];

static MOVEMENT_COLUMNS: [Column; 11] = [
    column("Период", ColumnKind::Date),
    column("Регистратор", ColumnKind::Document),
    column("СчетДт", ColumnKind::Text),
    column("СчетКт", ColumnKind::Text),
    column("СубконтоДт1", ColumnKind::Counterparty),
    column("СубконтоДт2", ColumnKind::Contract),
    column("СубконтоКт1", ColumnKind::Counterparty),
    column("СубконтоКт2", ColumnKind::Contract),
    column("Сумма", ColumnKind::Money),
    column("Организация", ColumnKind::Organization),
    column("НомерСтроки", ColumnKind::Count),
];

pub(super) static MOVEMENTS: Entry =
    entry(texts!("movements"), &MOVEMENT_PARAMETERS, &MOVEMENT_COLUMNS);

pub(super) static MOVEMENTS_ASC: Entry = entry(
    texts!("movements_asc"),
    &MOVEMENT_PARAMETERS,
    &MOVEMENT_COLUMNS,
);

static BANK_PARAMETERS: [(&str, Kind); 8] = [
    ("НачалоПериода", Kind::Date),
    ("КонецПериода", Kind::Date),
    ("ЕстьКонтрагент", Kind::Flag),
    ("Контрагент", Kind::Reference),
    ("ЕстьДоговор", Kind::Flag),
    ("Договор", Kind::Reference),
    ("ЕстьОрганизация", Kind::Flag),
    ("Организация", Kind::Text),
];

static BANK_COLUMNS: [Column; 9] = [
    column("Период", ColumnKind::Date),
    column("Регистратор", ColumnKind::Document),
    column("Номер", ColumnKind::Text),
    column("Контрагент", ColumnKind::Counterparty),
    column("Договор", ColumnKind::Contract),
    column("Счет", ColumnKind::Text),
    column("Сумма", ColumnKind::Money),
    column("НазначениеПлатежа", ColumnKind::Text),
    column("Организация", ColumnKind::Organization),
];

pub(super) static BANK_DOCS: Entry = entry(texts!("bank_docs"), &BANK_PARAMETERS, &BANK_COLUMNS);

pub(super) static BANK_DOCS_ASC: Entry =
    entry(texts!("bank_docs_asc"), &BANK_PARAMETERS, &BANK_COLUMNS);

static CONTRACT_PARAMETERS: [(&str, Kind); 11] = [
    ("Момент", Kind::Date),
    ("Счета", Kind::Texts),
    ("ПериодЗадан", Kind::Flag),
    ("НачалоПериода", Kind::Date),
    ("КонецПериода", Kind::Date),
    ("ЕстьОрганизация", Kind::Flag),
    ("Организация", Kind::Text),
    ("ЕстьКонтрагент", Kind::Flag),
    ("Контрагент", Kind::Reference),
    ("ЕстьДоговор", Kind::Flag),
    ("Договор", Kind::Reference),
];

static CONTRACT_COLUMNS: [Column; 7] = [
    column("Контрагент", ColumnKind::Counterparty),
    column("Договор", ColumnKind::Contract),
    column("Период", ColumnKind::Date),
    column("Счет", ColumnKind::Text),
    column("Организация", ColumnKind::Organization),
    column("СуммаОстатокДт", ColumnKind::Money),
    column("СуммаОстатокКт", ColumnKind::Money),
];

pub(super) static OPEN_CONTRACTS: Entry = entry(
    texts!("open_contracts"),
    &CONTRACT_PARAMETERS,
    &CONTRACT_COLUMNS,
);

pub(super) static OPEN_CONTRACTS_ASC: Entry = entry(
    texts!("open_contracts_asc"),
    &CONTRACT_PARAMETERS,
    &CONTRACT_COLUMNS,
);

pub(super) static ACCOUNT_TOTALS: Entry = entry(
    texts!("account_totals"),
    &[
        ("НачалоПериода", Kind::Date),
        ("КонецПериода", Kind::Date),
        ("Счет", Kind::Text),
    ],
    &[
        column("СуммаНачальныйОстатокДт", ColumnKind::Money),
        column("СуммаНачальныйОстатокКт", ColumnKind::Money),
        column("СуммаОборотДт", ColumnKind::Money),
        column("СуммаОборотКт", ColumnKind::Money),
        column("СуммаКонечныйОстатокДт", ColumnKind::Money),
        column("СуммаКонечныйОстатокКт", ColumnKind::Money),
    ],
);

static PROFILE_PARAMETERS: [(&str, Kind); 4] = [
    ("НачалоПериода", Kind::Date),
    ("КонецПериода", Kind::Date),
    ("ЕстьОрганизация", Kind::Flag),
    ("Организация", Kind::Text),
];

pub(super) static PERIOD_PROFILE: Entry = entry(
    texts!("period_profile"),
    &PROFILE_PARAMETERS,
    &[
        column("Период", ColumnKind::Date),
        column("КоличествоДокументов", ColumnKind::Count),
        column("КоличествоПроводок", ColumnKind::Count),
        column("СуммаОборот", ColumnKind::Money),
        column("НачалоДанных", ColumnKind::Date),
        column("КонецДанных", ColumnKind::Date),
    ],
);

pub(super) static PERIOD_TOTALS: Entry = entry(
    texts!("period_totals"),
    &PROFILE_PARAMETERS,
    &[
        column("НачалоДанных", ColumnKind::Date),
        column("КонецДанных", ColumnKind::Date),
        column("КоличествоДокументов", ColumnKind::Count),
        column("КоличествоПроводок", ColumnKind::Count),
        column("АктивныйГод", ColumnKind::Date),
        column("ДокументовЗаГод", ColumnKind::Count),
        column("АктивныйМесяц", ColumnKind::Date),
        column("ДокументовЗаМесяц", ColumnKind::Count),
    ],
);

pub(super) static DOCUMENT_SECTION_PROFILE: Entry = entry(
    texts!("document_section_profile"),
    &PROFILE_PARAMETERS,
    &[
        column("ВидДокумента", ColumnKind::Text),
        column("Раздел", ColumnKind::Text),
        column("КоличествоДокументов", ColumnKind::Count),
        column("КоличествоПроводок", ColumnKind::Count),
        column("СуммаОборотДт", ColumnKind::Money),
        column("СуммаОборотКт", ColumnKind::Money),
        column("НачалоДанных", ColumnKind::Date),
        column("КонецДанных", ColumnKind::Date),
    ],
);

pub(super) static SECTION_TOTALS: Entry = entry(
    texts!("section_totals"),
    &PROFILE_PARAMETERS,
    &[
        column("НачалоДанных", ColumnKind::Date),
        column("КонецДанных", ColumnKind::Date),
        column("КоличествоДокументов", ColumnKind::Count),
        column("КоличествоПроводок", ColumnKind::Count),
        column("КоличествоВидов", ColumnKind::Count),
        column("КоличествоРазделов", ColumnKind::Count),
    ],
);

pub(super) static COUNTERPARTY_LOOKUP: Entry = entry(
    texts!("counterparty_lookup"),
    &[("Значение", Kind::Text), ("Маска", Kind::Mask)],
    &[
        column("Ссылка", ColumnKind::Counterparty),
        column("Наименование", ColumnKind::Text),
        column("НаименованиеПолное", ColumnKind::Text),
        column("ИНН", ColumnKind::Text),
        column("Целиком", ColumnKind::Flag),
    ],
);

pub(super) static CONTRACT_LOOKUP: Entry = entry(
    texts!("contract_lookup"),
    &[
        ("Значение", Kind::Text),
        ("Маска", Kind::Mask),
        ("ЕстьВладелец", Kind::Flag),
        ("Владелец", Kind::Reference),
    ],
    &[
        column("Ссылка", ColumnKind::Contract),
        column("Наименование", ColumnKind::Text),
        column("Номер", ColumnKind::Text),
        column("Владелец", ColumnKind::Counterparty),
        column("Целиком", ColumnKind::Flag),
    ],
);

pub(super) static ACCOUNT_LOOKUP: Entry = entry(
    texts!("account_lookup"),
    &[("Счет", Kind::Text)],
    &[
        column("Ссылка", ColumnKind::Account),
        column("Код", ColumnKind::Text),
        column("Наименование", ColumnKind::Text),
    ],
);
