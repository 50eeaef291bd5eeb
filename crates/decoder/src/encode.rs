//! `Contract` → text: the shortest that decodes to the same contract in a notation.
//!
//! Omits what the decoder fills in or derives, orders keys in one way, and writes no white space. Equal contracts with
//! equal defaults have equal texts.

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

/// The reason why a contract cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// A name is not in the tables, because the contract was decoded with others.
    #[error("the tables have no {what} `{name}`: the contract comes from another codebook")]
    Unknown {
        /// The kind of name.
        what: &'static str,
        /// The unknown name.
        name: String,
    },
    /// An older contract version cannot express a part.
    #[error("a contract of version `{}` has no {what}", .version.name())]
    NotInVersion {
        /// The part.
        what: &'static str,
        /// The contract version.
        version: ContractVersion,
    },
    /// SQL cannot express a part.
    #[error("SQL has no words for {what}")]
    NotInSql {
        /// The part.
        what: &'static str,
    },
    /// Serialization as JSON failed.
    #[error("the contract cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Writes a contract in a notation. `tables` must be the tables it was decoded with.
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
/// If the tables lack one of the contract's names, or the notation cannot express one of its parts.
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
