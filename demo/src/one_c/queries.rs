//! The query templates that the server recognises, by text.
//!
//! A text names its columns and parameters; their types follow from the names, so only the SQL is added.

use std::borrow::Cow;

use super::value::{Column, ColumnKind};

/// The type of a parameter, which decides how it is bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A date.
    Date,
    /// A boolean.
    Flag,
    /// A string compared without case; may be null.
    Text,
    /// A `ПОДОБНО` mask; may be null.
    Mask,
    /// A mask of numbers, compared as written.
    Ending,
    /// A list of strings or one string; may be null.
    Texts,
    /// A reference; may be null.
    Reference,
    /// An amount of money; may be null.
    Kopecks,
    /// A whole number.
    Count,
}

/// Name, text and SQL of a query; an oldest-first query shares the SQL of the newest-first one.
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

/// Declares the queries: name, name of the text, and name of the SQL if it is shared.
macro_rules! queries {
    ($($(#[$about:meta])* $query:ident $name:literal $($sql:literal)?,)*) => {
        /// A query the server can answer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Query {
            $($(#[$about])* $query,)*
        }

        impl Query {
            /// All of them, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$query,)*];

            fn texts(self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $(Self::$query => texts!($name $(, $sql)?),)*
                }
            }
        }
    };
}

queries! {
    /// Postings of accounts, a counterparty or a contract, newest first.
    Movements "movements",
    /// The same, oldest first.
    MovementsAsc "movements_asc" "movements",
    /// Postings that make a debt, newest first.
    Debts "debts",
    /// Bank documents of a counterparty or a contract, newest first.
    BankDocs "bank_docs",
    /// The same, oldest first.
    BankDocsAsc "bank_docs_asc" "bank_docs",
    /// Contracts with a balance, newest first.
    OpenContracts "open_contracts",
    /// Contracts with a balance, oldest first.
    OpenContractsAsc "open_contracts_asc" "open_contracts",
    /// Balances and turnovers of an account.
    AccountTotals "account_totals",
    /// The day of the last posting.
    DataThrough "data_through",
    /// Months, newest first.
    PeriodProfile "period_profile",
    /// Bounds of the data and where they are densest.
    PeriodTotals "period_totals",
    /// Kinds of documents and sections of the chart.
    DocumentSectionProfile "document_section_profile",
    /// How many kinds and sections there are.
    SectionTotals "section_totals",
    /// Counterparties by a name or number.
    CounterpartyLookup "counterparty_lookup",
    /// Contracts by a name or number.
    ContractLookup "contract_lookup",
    /// All own firms.
    OrganizationLookup "organization_lookup",
    /// An account by its code.
    AccountLookup "account_lookup",
    /// Balances by account, party, contract, firm and currency.
    Settlements "settlements",
    /// The same by firm and currency.
    SettlementTotals "settlement_totals",
    /// Sums of payments.
    Payments "payments",
    /// Lines of a statement of an account, newest first.
    Statement "statement",
    /// The same, oldest first.
    StatementAsc "statement_asc" "statement",
    /// What was there before, came, went and is there, by bank account.
    StatementTotals "statement_totals",
    /// Accounts with balances and turnovers.
    TrialBalance "trial_balance",
    /// The same by firm.
    TrialBalanceTotals "trial_balance_totals",
    /// An account by its analytics.
    AccountAnalytics "account_analytics",
    /// Documents of all kinds, newest first.
    Documents "documents",
    /// The same, oldest first.
    DocumentsAsc "documents_asc" "documents",
    /// What is owed by each side, newest first.
    Reconciliation "reconciliation",
    /// The same, oldest first.
    ReconciliationAsc "reconciliation_asc" "reconciliation",
    /// Balances and turnovers of a reconciliation.
    ReconciliationTotals "reconciliation_totals",
    /// Debts by their age.
    DebtsByAge "debts_by_age",
    /// Numbers of a counterparty and its bank account.
    Requisites "requisites",
    /// Contracts of a counterparty.
    Contracts "contracts",
    /// People by a name or number.
    PersonLookup "person_lookup",
    /// Own bank accounts by a number or name.
    BankAccountLookup "bank_account_lookup",
}

impl Query {
    /// The query with this text. Spaces at the ends are ignored, because the proxy of the toolkit removes them.
    #[must_use]
    pub fn recognise(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|query| query.text().trim() == text.trim())
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

    /// Its parameters in the order of first use in the text, which numbers them in the SQL.
    pub(super) fn parameters(self) -> Vec<(&'static str, Kind)> {
        let mut parameters = Vec::new();
        for rest in self.text().split('&').skip(1) {
            let name = rest.split(|letter: char| !letter.is_alphanumeric()).next();
            let parameter = name.map(|name| (name, kind(name)));
            parameters.extend(parameter.filter(|known| !parameters.contains(known)));
        }
        parameters
    }

    /// The SQL that answers it. An oldest-first query drops the `DESC` of the newest-first one.
    pub(super) fn sql(self) -> Cow<'static, str> {
        let sql = self.texts().2;
        match self.name().ends_with("_asc") {
            true => sql.replace(" DESC", "").into(),
            false => sql.into(),
        }
    }

    /// True where the first analytic of its rows may have any type.
    fn has_any_analytic(self) -> bool {
        matches!(
            self,
            Self::Settlements
                | Self::Payments
                | Self::Statement
                | Self::StatementAsc
                | Self::AccountAnalytics
                | Self::DebtsByAge
                | Self::Requisites
                | Self::Contracts
        )
    }

    fn column(self, name: &'static str) -> Column {
        let kind = match name {
            "Контрагент" | "Субконто1" | "КорСубконто" if self.has_any_analytic() => {
                ColumnKind::Analytic
            }
            "Владелец" if self == Self::BankAccountLookup => ColumnKind::Organization,
            // The result of a look-up.
            "Ссылка" => match self {
                Self::AccountLookup => ColumnKind::Account,
                Self::ContractLookup => ColumnKind::Contract,
                Self::OrganizationLookup => ColumnKind::Organization,
                Self::PersonLookup => ColumnKind::Person,
                Self::BankAccountLookup => ColumnKind::BankAccount,
                _ => ColumnKind::Counterparty,
            },
            name if name.starts_with("Количество") => ColumnKind::Count,
            name if name.starts_with("Сумма") => ColumnKind::Money,
            name => named(COLUMNS, name).unwrap_or(ColumnKind::Text),
        };
        Column { name, kind }
    }
}

/// Names of columns by their type; other columns have texts.
const COLUMNS: &[(ColumnKind, &str)] = &[
    (
        ColumnKind::Date,
        "Период Месяц НачалоДанных КонецДанных АктивныйГод АктивныйМесяц СрокДействия",
    ),
    (ColumnKind::Document, "Регистратор"),
    (
        ColumnKind::Counterparty,
        "СубконтоДт1 СубконтоКт1 Контрагент Владелец",
    ),
    (
        ColumnKind::Contract,
        "СубконтоДт2 СубконтоКт2 Субконто2 Договор",
    ),
    (ColumnKind::BankAccount, "БанковскийСчет"),
    (ColumnKind::Organization, "Организация"),
    (ColumnKind::Flag, "Целиком ПоСловам Аванс Забалансовый"),
    (
        ColumnKind::Count,
        "НомерСтроки ДокументовЗаГод ДокументовЗаМесяц",
    ),
    (
        ColumnKind::Money,
        "ВалютнаяСумма ВалютнаяСуммаДт ВалютнаяСуммаКт Возвраты Приход Расход Дебет Кредит АвансыДт АвансыКт",
    ),
];

/// Names of parameters by their type; other parameters are texts.
const PARAMETERS: &[(Kind, &str)] = &[
    (Kind::Date, "НачалоПериода КонецПериода Момент"),
    (Kind::Flag, "БезСчетов ПериодЗадан"),
    (
        Kind::Texts,
        "СчетаДт СчетаКт Счета КромеСчетов Плательщики ВозвратыПлательщикам Получатели ВозвратыПолучателей",
    ),
    (
        Kind::Reference,
        "Контрагент Договор Организация Владелец БанковскийСчет",
    ),
    (
        Kind::Mask,
        "Целиком Маска НачалоСлова КонецСлова ВтороеСлово КодПоставщиков КодПокупателей",
    ),
    (Kind::Ending, "Окончание"),
    (Kind::Kopecks, "СуммаОт СуммаДо ПросрочкаСвыше"),
    (Kind::Count, "Дней30 Дней60 Дней90"),
];

/// The type that has a name in its list.
fn named<K: Copy>(lists: &[(K, &str)], name: &str) -> Option<K> {
    let mut lists = lists.iter();
    let list = lists.find(|(_, names)| names.split(' ').any(|own| own == name));
    list.map(|(kind, _)| *kind)
}

/// The type of a parameter, by name.
fn kind(name: &str) -> Kind {
    named(PARAMETERS, name).unwrap_or(match name.starts_with("Есть") || name.ends_with("ам") {
        true => Kind::Flag,
        false => Kind::Text,
    })
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
        for &query in Query::ALL {
            let in_text: BTreeSet<_> = words_after(query.text(), "&").collect();
            let known: BTreeSet<_> = query.parameters().iter().map(|(name, _)| *name).collect();
            assert_eq!(known, in_text, "{}", query.name());
        }
    }

    #[test]
    fn the_sql_takes_as_many_parameters_as_the_text_has() {
        for &query in Query::ALL {
            let sql = query.sql();
            let numbers = words_after(&sql, "?").map(|number| number.parse().unwrap());
            let taken: BTreeSet<usize> = numbers.collect();
            let known: BTreeSet<usize> = (1..=query.parameters().len()).collect();
            assert_eq!(taken, known, "{}", query.name());
        }
    }

    #[test]
    fn columns_are_those_of_the_text_in_its_order() {
        for &query in Query::ALL {
            let known: Vec<_> = query.columns().iter().map(|column| column.name).collect();
            let in_text: Vec<_> = words_after(query.text(), " КАК ")
                .take(known.len())
                .collect();
            assert_eq!(known, in_text, "{}", query.name());
        }
    }

    #[test]
    fn the_row_limit_is_that_of_the_text() {
        for &query in Query::ALL {
            let in_text = words_after(query.text(), "ПЕРВЫЕ ").next();
            let sql = query.sql();
            let in_sql = words_after(&sql, "LIMIT ").next();
            assert_eq!(in_sql, in_text, "{}", query.name());
        }
    }

    #[test]
    fn a_text_is_recognised_but_for_blanks_at_its_ends() {
        for &query in Query::ALL {
            assert_eq!(Query::recognise(query.text()), Some(query));
            assert_eq!(Query::recognise(query.text().trim()), Some(query));
            assert_eq!(Query::recognise(&format!("{};", query.text())), None);
        }
    }
}
