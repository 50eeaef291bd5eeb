//! The forms that are counted.

use cmec_decoder::encode::encode;
use cmec_decoder::{Contract, Notation, Tables, Valid};

use super::native_call;
use crate::exit::Failure;

/// A form of an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// One SELECT.
    Sql,
    /// cMEC c0.2.
    C02,
    /// MEC or SEC, minified.
    Mec,
    /// MEC or SEC as TOON.
    Toon,
    /// Arguments of a function call.
    Native,
}

impl Form {
    pub(super) const ALL: &'static [Self] =
        &[Self::Sql, Self::C02, Self::Mec, Self::Toon, Self::Native];

    /// Its name in reports.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sql => "sql",
            Self::C02 => "c0.2",
            Self::Mec => "mec",
            Self::Toon => "toon",
            Self::Native => "native",
        }
    }
}

/// The texts of a contract, in the order of [`Form::ALL`]; none where a form cannot say it.
pub(super) fn forms(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
) -> Result<Vec<Option<String>>, Failure> {
    let written = |notation| encode(contract, tables, notation).map_err(Failure::failed);
    let value = serde_json::to_value(contract).map_err(Failure::failed)?;
    (Form::ALL.iter())
        .map(|form| {
            Ok(match form {
                // SQL has no words for some contracts.
                Form::Sql => encode(contract, tables, Notation::Sql).ok(),
                Form::C02 => Some(written(Notation::C02)?),
                Form::Mec => Some(written(Notation::Mec)?),
                Form::Toon => Some(toon_format::encode_default(&value).map_err(Failure::failed)?),
                Form::Native => {
                    native_call::arguments(contract, tables).map(|value| value.to_string())
                }
            })
        })
        .collect()
}
