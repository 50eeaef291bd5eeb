//! What a model must know to call a tool at all, before the rest of its description. A client that shows a part shows
//! the beginning.

use cmec_decoder::Notation;
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use super::words::{self, of};
use super::{c02, sql};
use crate::emit::scope::Scope;

/// Characters that it takes at most. Clients that show a part show at least these.
const ESSENTIALS: usize = 512;

/// What stands where a text was cut.
pub(in crate::emit) const CUT: &str = "…";

/// One line: the domain, what an answer is made of, what to do with what is unclear, and the types, as many as have room.
pub(super) fn essentials(
    tables: &Tables,
    scope: &Scope<'_>,
    (notation, language): (Notation, &str),
) -> String {
    let say = |words: &words::Words| of(words, language);
    let about = say(&words::ABOUT).replace("{}", &tables.name);
    let question = say(&Scenario::Clarify.in_short());
    let (holds, asked) = match notation {
        Notation::Sql => (say(&words::HOLDS_SQL), sql::asked_back(question)),
        _ => (say(&words::HOLDS_JSON), c02::asked_back()),
    };
    let (unclear, names) = (say(&words::GOES_BACK), say(&words::NAMES_BELOW));
    let before = format!("{about} {holds} {unclear} {asked}. {names} ");
    let most = ESSENTIALS.saturating_sub(before.chars().count() + 1);
    let mut shown = String::new();
    for ty in scope.types.iter().map(|ty| ty.name.as_ref()) {
        let separator = if shown.is_empty() { "" } else { ", " };
        let length = shown.chars().count() + separator.len() + ty.chars().count();
        if length + CUT.chars().count() > most {
            shown.push_str(CUT);
            break;
        }
        shown.push_str(separator);
        shown.push_str(ty);
    }
    format!("{before}{shown}.\n")
}
