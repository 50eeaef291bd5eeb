//! The forms of an intent to count.

use cmec_decoder::encode::encode;
use cmec_decoder::{Contract, Notation, Tables, Valid};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One SELECT.
    Sql,
    /// cMEC c0.2.
    C02,
    /// MEC or SEC, minified.
    Mec,
    /// A call of `query_<domain>`.
    ToolCall,
}

impl Form {
    pub(super) const ALL: &'static [Self] = &[Self::Sql, Self::C02, Self::Mec, Self::ToolCall];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sql => "sql",
            Self::C02 => "c0.2",
            Self::Mec => "mec",
            Self::ToolCall => "call",
        }
    }
}

/// The texts of a contract in the order of [`Form::ALL`]; `None` for a form that cannot express it.
pub(super) fn forms(contract: &Valid<Contract<'_>>, tables: &Tables) -> Vec<Option<String>> {
    let notations = Form::ALL.iter().map(|form| match form {
        Form::Sql => Notation::Sql,
        Form::C02 => Notation::C02,
        Form::Mec => Notation::Mec,
        Form::ToolCall => Notation::ToolCall,
    });
    notations
        .map(|notation| encode(contract, tables, notation).ok())
        .collect()
}
