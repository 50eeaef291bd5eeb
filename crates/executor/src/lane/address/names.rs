//! Names as people write them → what of them is compared, and the masks that find them. The one home of both.
//!
//! ```text
//! Яхонт, ООО · ООО"Яхонт" · «яхонт»  ─►  form ООО, words [яхонт]
//! Договор № 14/2024 от 15.03.2024       ─►  words [договор, 14/2024, от, 15.03.2024], number 14/2024
//! ```
//!
//! Case, `ё`, quotation marks, `№`, blanks and the legal form set no name apart. A server compares letter by letter, so a
//! mask has any letter where a name may be written either way.

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
