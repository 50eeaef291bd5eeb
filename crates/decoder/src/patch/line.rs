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

impl Decoder<'_> {
    /// The items of a line that nothing is wrong with, as a line of their own; empty where there are none. What is around the
    /// line is cut away, where the decoder extracts.
    #[must_use]
    pub fn clear_items(&self, line: &str) -> String {
        let decoded = self.decode(line, "");
        let Ok(cut) = self.cut(line) else {
            return String::new();
        };
        let is_clear = |item: &Span| {
            let mut unclear = decoded.account.findings.iter().map(|one| one.span);
            !unclear.any(|one| one.start < item.end && item.start < one.end)
        };
        let items = line::item_spans(cut.text, cut.from, self.tables()).into_iter();
        let clear = items.filter(is_clear);
        let clear: Vec<&str> = clear
            .filter_map(|item| cut.text.get(item.start..item.end))
            .collect();
        clear.join(" ")
    }
}

impl Spanned {
    /// The one change a patch makes.
    pub(super) fn changes(
        &self,
        (patch, new): (&str, Span),
        tables: &Tables,
    ) -> Result<Vec<Change>, Box<Finding>> {
        let whole = Span::new(0, patch.len());
        let part = patch.get(new.start..new.end).unwrap_or_default();
        let Some(old) = self.part else {
            let message = "no part of this line was to be said again";
            return Err(outside(whole, message, "say the whole intent"));
        };
        let items = line::items(part, tables);
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
            new,
            quoting: Quoting::Apart,
        }])
    }
}
