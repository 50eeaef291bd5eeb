//! The beginning of a tool description: the essentials for a client that shows only a part.

use cmec_decoder::Notation;
use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use super::words::{self, of};
use super::{c02, sql};
use crate::emit::scope::Scope;

/// Its largest length in characters. Every client shows at least this much.
const ESSENTIALS: usize = 512;

/// Marks a cut.
pub(in crate::emit) const CUT: &str = "…";

/// One line: domain, output forms, the rule for unclear questions, and as many types as fit.
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
