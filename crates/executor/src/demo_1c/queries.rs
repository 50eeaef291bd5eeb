//! The query templates the server knows: text, parameters, SQL equivalent and columns of each.

use super::value::{Column, ColumnKind};

/// A query the server can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// Postings of an account, newest first.
    Movements,
    /// Bank documents of a counterparty, newest first.
    BankDocs,
    /// Bank documents of a counterparty, oldest first.
    BankDocsAsc,
    /// Contracts with a balance, newest first.
    OpenContracts,
    /// Contracts with a balance, oldest first.
    OpenContractsAsc,
    /// Balances and turnovers of an account.
    AccountTotals,
    /// Counterparties by a name or number.
    CounterpartyLookup,
    /// Contracts by a name or number.
    ContractLookup,
    /// An account by its code.
    AccountLookup,
}

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
struct Entry {
    name: &'static str,
    text: &'static str,
    sql: &'static str,
    parameters: &'static [(&'static str, Kind)],
    columns: &'static [Column],
}

macro_rules! texts {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                "../../../../codebook/address/queries/",
                $name,
                ".1c"
            )),
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

static MOVEMENTS: Entry = entry(
    texts!("movements"),
    &[
        ("НачалоПериода", Kind::Date),
        ("КонецПериода", Kind::Date),
        ("Счет", Kind::Text),
    ],
    &[
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
    ],
);

static BANK_PARAMETERS: [(&str, Kind); 5] = [
    ("НачалоПериода", Kind::Date),
    ("КонецПериода", Kind::Date),
    ("Контрагент", Kind::Reference),
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

static BANK_DOCS: Entry = entry(texts!("bank_docs"), &BANK_PARAMETERS, &BANK_COLUMNS);

static BANK_DOCS_ASC: Entry = entry(texts!("bank_docs_asc"), &BANK_PARAMETERS, &BANK_COLUMNS);

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

static OPEN_CONTRACTS: Entry = entry(
    texts!("open_contracts"),
    &CONTRACT_PARAMETERS,
    &CONTRACT_COLUMNS,
);

static OPEN_CONTRACTS_ASC: Entry = entry(
    texts!("open_contracts_asc"),
    &CONTRACT_PARAMETERS,
    &CONTRACT_COLUMNS,
);

static ACCOUNT_TOTALS: Entry = entry(
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

static COUNTERPARTY_LOOKUP: Entry = entry(
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

static CONTRACT_LOOKUP: Entry = entry(
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

static ACCOUNT_LOOKUP: Entry = entry(
    texts!("account_lookup"),
    &[("Счет", Kind::Text)],
    &[
        column("Ссылка", ColumnKind::Account),
        column("Код", ColumnKind::Text),
        column("Наименование", ColumnKind::Text),
    ],
);

impl Query {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 9] = [
        Self::Movements,
        Self::BankDocs,
        Self::BankDocsAsc,
        Self::OpenContracts,
        Self::OpenContractsAsc,
        Self::AccountTotals,
        Self::CounterpartyLookup,
        Self::ContractLookup,
        Self::AccountLookup,
    ];

    /// The query whose text this is, byte for byte.
    #[must_use]
    pub fn recognise(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|query| query.text() == text)
    }

    /// Name of its file in the codebook, without the extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Its text in the query language of 1C.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.entry().text
    }

    /// Its columns, in the order of the text.
    #[must_use]
    pub fn columns(self) -> &'static [Column] {
        self.entry().columns
    }

    pub(super) fn sql(self) -> &'static str {
        self.entry().sql
    }

    pub(super) fn parameters(self) -> &'static [(&'static str, Kind)] {
        self.entry().parameters
    }

    fn entry(self) -> &'static Entry {
        match self {
            Self::Movements => &MOVEMENTS,
            Self::BankDocs => &BANK_DOCS,
            Self::BankDocsAsc => &BANK_DOCS_ASC,
            Self::OpenContracts => &OPEN_CONTRACTS,
            Self::OpenContractsAsc => &OPEN_CONTRACTS_ASC,
            Self::AccountTotals => &ACCOUNT_TOTALS,
            Self::CounterpartyLookup => &COUNTERPARTY_LOOKUP,
            Self::ContractLookup => &CONTRACT_LOOKUP,
            Self::AccountLookup => &ACCOUNT_LOOKUP,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Query;

    fn words_after<'a>(text: &'a str, sign: &'a str) -> impl Iterator<Item = &'a str> {
        text.split(sign).skip(1).map(|rest| {
            rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default()
        })
    }

    #[test]
    fn parameters_are_exactly_those_of_the_text() {
        for query in Query::ALL {
            let in_text: BTreeSet<_> = words_after(query.text(), "&").collect();
            let known: BTreeSet<_> = query.parameters().iter().map(|(name, _)| *name).collect();
            assert_eq!(known, in_text, "{}", query.name());
        }
    }

    #[test]
    fn columns_are_those_of_the_text_in_its_order() {
        for query in Query::ALL {
            let known: Vec<_> = query.columns().iter().map(|column| column.name).collect();
            let in_text: Vec<_> = words_after(query.text(), " КАК ")
                .take(known.len())
                .collect();
            assert_eq!(known, in_text, "{}", query.name());
        }
    }

    #[test]
    fn the_row_limit_is_that_of_the_text() {
        for query in Query::ALL {
            let in_text = words_after(query.text(), "ПЕРВЫЕ ").next();
            let in_sql = words_after(query.sql(), "LIMIT ").next();
            assert_eq!(in_sql, in_text, "{}", query.name());
        }
    }

    #[test]
    fn a_text_is_recognised_byte_for_byte() {
        for query in Query::ALL {
            assert_eq!(Query::recognise(query.text()), Some(query));
            assert_eq!(Query::recognise(&format!("{} ", query.text())), None);
        }
    }
}
