//! The query templates the server knows, by their texts.
//!
//! A text names its columns and parameters; what each of them is, its name tells, and only the SQL stands beside it.

use std::borrow::Cow;

use super::value::{Column, ColumnKind};

/// A query the server can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// Postings of accounts, a counterparty or a contract, newest first.
    Movements,
    /// The same, oldest first.
    MovementsAsc,
    /// Postings that make a debt, newest first.
    Debts,
    /// Bank documents of a counterparty or a contract, newest first.
    BankDocs,
    /// The same, oldest first.
    BankDocsAsc,
    /// Contracts with a balance, newest first.
    OpenContracts,
    /// Contracts with a balance, oldest first.
    OpenContractsAsc,
    /// Balances and turnovers of an account.
    AccountTotals,
    /// The day of the last posting.
    DataThrough,
    /// Months, newest first.
    PeriodProfile,
    /// Bounds of the data and where they are densest.
    PeriodTotals,
    /// Kinds of documents and sections of the chart.
    DocumentSectionProfile,
    /// How many kinds and sections there are.
    SectionTotals,
    /// Counterparties by a name or number.
    CounterpartyLookup,
    /// Contracts by a name or number.
    ContractLookup,
    /// All own firms.
    OrganizationLookup,
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

/// The name of a query, its text and its SQL; a query that is oldest first shares that of newest first.
macro_rules! texts {
    ($name:literal) => {
        texts!($name, $name)
    };
    ($name:literal, $sql:literal) => {
        (
            $name,
            include_str!(concat!("../../../codebook/address/queries/", $name, ".1c")),
            include_str!(concat!("queries/", $sql, ".sql")),
        )
    };
}

impl Query {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 17] = [
        Self::Movements,
        Self::MovementsAsc,
        Self::Debts,
        Self::BankDocs,
        Self::BankDocsAsc,
        Self::OpenContracts,
        Self::OpenContractsAsc,
        Self::AccountTotals,
        Self::DataThrough,
        Self::PeriodProfile,
        Self::PeriodTotals,
        Self::DocumentSectionProfile,
        Self::SectionTotals,
        Self::CounterpartyLookup,
        Self::ContractLookup,
        Self::OrganizationLookup,
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
        self.texts().0
    }

    /// Its text in the query language of 1C.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.texts().1
    }

    /// Its columns, in the order of the text.
    #[must_use]
    pub fn columns(self) -> Vec<Column> {
        let selected = self.text().lines().take_while(|line| *line != "ИЗ");
        let names = selected.filter_map(|line| Some(line.rsplit_once(" КАК ")?.1));
        names
            .map(|name| self.column(name.trim_end_matches(',')))
            .collect()
    }

    /// Its parameters, in the order in which the text names them first: that of their numbers in the SQL.
    pub(super) fn parameters(self) -> Vec<(&'static str, Kind)> {
        let mut parameters = Vec::new();
        for rest in self.text().split('&').skip(1) {
            let name = rest.split(|letter: char| !letter.is_alphanumeric()).next();
            let parameter = name.map(|name| (name, kind(name)));
            parameters.extend(parameter.filter(|known| !parameters.contains(known)));
        }
        parameters
    }

    /// The SQL that answers it. Oldest first is the order of newest first without its `DESC`.
    pub(super) fn sql(self) -> Cow<'static, str> {
        let sql = self.texts().2;
        match self {
            Self::MovementsAsc | Self::BankDocsAsc | Self::OpenContractsAsc => {
                sql.replace(" DESC", "").into()
            }
            _ => sql.into(),
        }
    }

    fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Movements => texts!("movements"),
            Self::MovementsAsc => texts!("movements_asc", "movements"),
            Self::Debts => texts!("debts"),
            Self::BankDocs => texts!("bank_docs"),
            Self::BankDocsAsc => texts!("bank_docs_asc", "bank_docs"),
            Self::OpenContracts => texts!("open_contracts"),
            Self::OpenContractsAsc => texts!("open_contracts_asc", "open_contracts"),
            Self::AccountTotals => texts!("account_totals"),
            Self::DataThrough => texts!("data_through"),
            Self::PeriodProfile => texts!("period_profile"),
            Self::PeriodTotals => texts!("period_totals"),
            Self::DocumentSectionProfile => texts!("document_section_profile"),
            Self::SectionTotals => texts!("section_totals"),
            Self::CounterpartyLookup => texts!("counterparty_lookup"),
            Self::ContractLookup => texts!("contract_lookup"),
            Self::OrganizationLookup => texts!("organization_lookup"),
            Self::AccountLookup => texts!("account_lookup"),
        }
    }

    fn column(self, name: &'static str) -> Column {
        let kind = match name {
            "Период"
            | "Месяц"
            | "НачалоДанных"
            | "КонецДанных"
            | "АктивныйГод"
            | "АктивныйМесяц" => ColumnKind::Date,
            "Регистратор" => ColumnKind::Document,
            "СубконтоДт1" | "СубконтоКт1" | "Контрагент" | "Владелец" => {
                ColumnKind::Counterparty
            }
            "СубконтоДт2" | "СубконтоКт2" | "Договор" => {
                ColumnKind::Contract
            }
            "Организация" => ColumnKind::Organization,
            "Целиком" | "ПоСловам" | "Активный" | "АктивныйДт" | "АктивныйКт" => {
                ColumnKind::Flag
            }
            // What a lookup finds.
            "Ссылка" => match self {
                Self::AccountLookup => ColumnKind::Account,
                Self::ContractLookup => ColumnKind::Contract,
                Self::OrganizationLookup => ColumnKind::Organization,
                _ => ColumnKind::Counterparty,
            },
            "НомерСтроки" | "ДокументовЗаГод" | "ДокументовЗаМесяц" => {
                ColumnKind::Count
            }
            name if name.starts_with("Количество") => ColumnKind::Count,
            name if name.starts_with("Сумма") => ColumnKind::Money,
            _ => ColumnKind::Text,
        };
        Column { name, kind }
    }
}

/// What the parameter of a name must be.
fn kind(name: &str) -> Kind {
    match name {
        "НачалоПериода" | "КонецПериода" | "Момент" => Kind::Date,
        "БезСчетов" | "ПериодЗадан" => Kind::Flag,
        "СчетаДт" | "СчетаКт" | "Счета" | "КромеСчетов" => {
            Kind::Texts
        }
        "Контрагент" | "Договор" | "Организация" | "Владелец" => {
            Kind::Reference
        }
        "Целиком" | "Маска" | "НачалоСлова" | "КонецСлова" | "ВтороеСлово" => {
            Kind::Mask
        }
        name if name.starts_with("Есть") => Kind::Flag,
        _ => Kind::Text,
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
    fn the_sql_takes_as_many_parameters_as_the_text_has() {
        for query in Query::ALL {
            let sql = query.sql();
            let numbers = words_after(&sql, "?").map(|number| number.parse().unwrap());
            let taken: BTreeSet<usize> = numbers.collect();
            let known: BTreeSet<usize> = (1..=query.parameters().len()).collect();
            assert_eq!(taken, known, "{}", query.name());
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
            let sql = query.sql();
            let in_sql = words_after(&sql, "LIMIT ").next();
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
