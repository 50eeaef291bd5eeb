//! A patch of a line: one item in the place of another.

use crate::decode::Decoder;
use crate::finding::Finding;
use crate::notation::Notation;
use crate::patch::{Change, Quoting, outside};
use crate::read::line;
use crate::span::Span;
use crate::tables::Tables;
use crate::verdict::Verdict;

/// A line that was said before.
pub(super) struct Spanned {
    /// The place of the item to say again, if there is one.
    part: Option<Span>,
    /// Whether that is the whole line.
    whole: bool,
}

/// The previous text, where it is a line.
pub(super) fn of(decoder: &Decoder<'_>, previous: &str) -> Option<Spanned> {
    let decoded = decoder.decode(previous, "");
    (decoded.account.notation == Notation::Line).then_some(())?;
    let part = match decoded.verdict {
        Verdict::Clarify(clarify) => clarify.patchable,
        _ => None,
    };
    let cut = decoder.cut(previous).ok()?;
    let place = |pointer: &str| line::place(cut.text, cut.from, pointer, decoder.tables());
    Some(Spanned {
        part: part.as_deref().and_then(place),
        whole: part.as_deref() == Some(""),
    })
}

impl Spanned {
    /// The one change a patch makes.
    pub(super) fn changes(
        &self,
        patch: &str,
        tables: &Tables,
    ) -> Result<Vec<Change>, Box<Finding>> {
        let whole = Span::new(0, patch.len());
        let Some(old) = self.part else {
            let message = "no part of this line was to be said again";
            return Err(outside(whole, message, "say the whole intent"));
        };
        let items = line::items(patch, tables);
        if items != Some(1) && !(self.whole && items.is_some()) {
            let message = "a patch of a line is one item";
            return Err(outside(
                whole,
                message,
                "say that item again, and nothing else",
            ));
        }
        Ok(vec![Change {
            old,
            new: whole,
            quoting: Quoting::Apart,
        }])
    }
}
