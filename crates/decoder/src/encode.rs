//! `Contract` → text in a notation: the shortest that decodes to the same contract.
//!
//! What the decoder would fill in or derive is left out, keys have one order, and there is no white space: equal
//! contracts that said the same are written the same.

mod c02;
pub(crate) mod defaults;
mod mec_v01;
mod sql;
pub(crate) mod writer;

use crate::contract::{Contract, Valid};
use crate::encode::writer::object;
use crate::escape::quote;
use crate::notation::Notation;
use crate::tables::Tables;
use crate::version::ContractVersion;

pub use crate::sql_words::{
    is_keyword as is_sql_keyword, is_name as is_sql_name, name as sql_name, quoted as sql_quoted,
    table as sql_table, table_of_parts, table_parts, text as sql_text,
};

/// Why a contract cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The tables are not those the contract was decoded with.
    #[error("the tables have no {what} `{name}`: the contract comes from another codebook")]
    Unknown {
        /// What is not there.
        what: &'static str,
        /// What it is called.
        name: String,
    },
    /// An older version of the contract has no place for a part of it.
    #[error("a contract of version `{}` has no {what}", .version.name())]
    NotInVersion {
        /// What it has no place for.
        what: &'static str,
        /// The version.
        version: ContractVersion,
    },
    /// SQL has no words for a part of it.
    #[error("SQL has no words for {what}")]
    NotInSql {
        /// What it has no words for.
        what: &'static str,
    },
    /// A value could not be written as JSON.
    #[error("the contract cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Writes a contract in a notation. `tables` are those it was decoded with.
///
/// ```
/// # use cmec_decoder::{Decoder, Notation, Verdict, encode::encode, generated::builtin};
/// let tables = builtin("enterprise").unwrap();
/// let text = r#"{ "s": "IS", "o": "INST", "tg": ["enterprise"], "C": {"pg": {"off": 0}} }"#;
/// let Verdict::Contract(contract) = Decoder::new(tables).decode(text, "1").verdict else { panic!() };
/// assert_eq!(encode(&contract, tables, Notation::C02).unwrap(), r#"{"s":"IS","tg":["enterprise"]}"#);
/// ```
///
/// # Errors
/// When the tables do not hold the contract's names, or the notation has no place for one of its parts.
pub fn encode(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
    notation: Notation,
) -> Result<String, EncodeError> {
    let mut text = String::new();
    match notation {
        Notation::C02 => c02::write(contract, tables, &mut text).map(|()| text),
        Notation::Mec => Ok(serde_json::to_string(contract)?),
        Notation::ToolCall => {
            object(&mut text, |call| {
                quote(call.key("name"), &tables.query_tool());
                c02::write(contract, tables, call.key("arguments"))
            })?;
            Ok(text)
        }
        Notation::Sql => sql::write(contract, tables),
        Notation::MecV01 => mec_v01::write(contract),
    }
}
