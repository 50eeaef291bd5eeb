//! The query templates the server knows, by their texts.

use super::entries::{self, Entry, Kind};
use super::value::Column;

/// A query the server can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Query {
    /// Postings of accounts, a counterparty or a contract, newest first.
    Movements,
    /// The same, oldest first.
    MovementsAsc,
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
    /// An account by its code.
    AccountLookup,
}

impl Query {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 14] = [
        Self::Movements,
        Self::MovementsAsc,
        Self::BankDocs,
        Self::BankDocsAsc,
        Self::OpenContracts,
        Self::OpenContractsAsc,
        Self::AccountTotals,
        Self::PeriodProfile,
        Self::PeriodTotals,
        Self::DocumentSectionProfile,
        Self::SectionTotals,
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
            Self::Movements => &entries::MOVEMENTS,
            Self::MovementsAsc => &entries::MOVEMENTS_ASC,
            Self::BankDocs => &entries::BANK_DOCS,
            Self::BankDocsAsc => &entries::BANK_DOCS_ASC,
            Self::OpenContracts => &entries::OPEN_CONTRACTS,
            Self::OpenContractsAsc => &entries::OPEN_CONTRACTS_ASC,
            Self::AccountTotals => &entries::ACCOUNT_TOTALS,
            Self::PeriodProfile => &entries::PERIOD_PROFILE,
            Self::PeriodTotals => &entries::PERIOD_TOTALS,
            Self::DocumentSectionProfile => &entries::DOCUMENT_SECTION_PROFILE,
            Self::SectionTotals => &entries::SECTION_TOTALS,
            Self::CounterpartyLookup => &entries::COUNTERPARTY_LOOKUP,
            Self::ContractLookup => &entries::CONTRACT_LOOKUP,
            Self::AccountLookup => &entries::ACCOUNT_LOOKUP,
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
