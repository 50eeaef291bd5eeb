//! Names as people write them → their comparable form, and the masks that find them.
//!
//! ```text
//! Яхонт, ООО · ООО"Яхонт" · «яхонт»  ─►  form ООО, words [яхонт]
//! Договор № 14/2024 от 15.03.2024       ─►  words [договор, 14/2024, от, 15.03.2024], number 14/2024
//! ```
//!
//! Case, `ё`, quotation marks, `№`, blanks and the legal form do not distinguish names. A server compares letter by
//! letter, so a mask has a wildcard where a name may be spelt either way.

mod contract;
mod letters;
mod masks;
mod party;
mod tokens;

pub(super) use crate::plain_name::plain;
pub(super) use contract::{ContractName, contract_number};
pub(super) use masks::{NameKind, ending_mask, near_masks, whole_mask, words_mask};
pub(super) use party::{PartyName, is_spelt_alike, tax_number};
pub(super) use tokens::is_token;
