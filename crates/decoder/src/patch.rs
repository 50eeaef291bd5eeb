//! `patch`: repairs the unclear part of a text with a replacement.
//!
//! The patch replaces bytes of the text and leaves the rest as it is. The result is then decoded like a new text. Only
//! the part that a clarify calls patchable can be replaced.

mod statement;

use crate::decode::Decoder;
use crate::escape::escape;
use crate::finding::{Finding, registry};
use crate::ledger::LedgerEntry;
use crate::notation::Notation;
use crate::read::extract::Extract;
use crate::read::json::tree::{self, Json, JsonKind, Member};
use crate::span::Span;
use crate::tables::Limits;
use crate::verdict::{Decoded, Verdict};

impl<'t> Decoder<'t> {
    /// Merges a patch into a text that led to a clarify, and decodes the result.
    ///
    /// `patch` is the new part, or `{"<JSON pointer>": <new value>}` with pointers to the part or into it. In SQL, the
    /// part is a clause or a condition, and the patch is its replacement. With extraction on, prose around an object is
    /// removed; any other value must be the whole patch.
    ///
    /// `merged` receives the text that the spans of the verdict's findings refer to: the patched text, to which the
    /// next patch can apply, or the patch itself if it could not be merged.
    ///
    /// ```
    /// # use cmec_decoder::{Decoder, Verdict, generated::builtin};
    /// let decoder = Decoder::new(builtin("enterprise").unwrap());
    /// let said = r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F999","op":"CT","v":"新能源"}]}}"#;
    /// let mut whole = String::new();
    /// let decoded = decoder.patch(said, r#"{"f":"F001","op":"CT","v":"新能源"}"#, &mut whole, "1");
    /// assert!(matches!(decoded.verdict, Verdict::Contract(_)));
    /// ```
    #[must_use]
    pub fn patch<'a>(
        &self,
        previous: &str,
        patch: &str,
        merged: &'a mut String,
        trace_id: &str,
    ) -> Decoded<'a>
    where
        't: 'a,
    {
        let limits = &self.tables().limits;
        let result = self.changes(previous, patch, limits);
        merged.clear();
        match result {
            Ok((changes, around)) => {
                splice(previous, patch, changes, merged);
                let mut decoded = self.decode(merged, trace_id);
                decoded.account.ledger.append(around);
                decoded
            }
            Err(finding) => {
                merged.push_str(patch);
                self.fault(merged, *finding, trace_id)
            }
        }
    }

    /// The value of a patch, with ledger entries about the removed text around it. A patch that is JSON as a whole has
    /// none.
    fn said<'p>(
        &self,
        patch: &'p str,
        limits: &Limits,
    ) -> Result<(Json<'p>, Around), Box<Finding>> {
        let read = |text, from| tree::read(text, from, limits);
        match read(patch, 0) {
            Ok(document) => Ok((document.root, Vec::new())),
            Err(finding) if self.options().extract == Extract::Off => Err(finding),
            Err(_) => {
                let cut = self.cut(patch)?;
                let mut around = cut.ledger.into_entries();
                for line in &mut around {
                    // The text is not kept, so the entry holds it instead of a span.
                    let span = line.span.take().unwrap_or_default();
                    let said = patch.get(span.start..span.end).unwrap_or_default();
                    line.value = said.to_owned().into();
                    line.why = "text around the patch";
                }
                Ok((read(cut.text, cut.from)?.root, around))
            }
        }
    }

    /// The changes of a patch in text order, with ledger entries about the text around it.
    fn changes(
        &self,
        previous: &str,
        patch: &str,
        limits: &Limits,
    ) -> Result<(Vec<Change>, Around), Box<Finding>> {
        if patch.len() > limits.input_bytes as usize {
            let message = format!("the patch has {} bytes", patch.len());
            let span = Span::new(0, patch.len());
            return Err(Box::new(Finding::new(&registry::TOO_LARGE, span, message)));
        }
        if self.decode(previous, "").account.notation == Notation::Sql {
            return Ok((statement::changes(self, previous, patch)?, Around::new()));
        }
        let (new, around) = self.said(patch, limits)?;
        let Some(old) = self.patchable(previous, limits) else {
            let message = "no part of this text was to be said again";
            return Err(outside(new.span, message, "say the whole intent"));
        };
        let members = match &new.kind {
            // No key of an intent starts with `/`.
            JsonKind::Object(members) if members.iter().any(is_pointer) => members,
            // Without pointers, the patch is the part itself.
            _ => return Ok((vec![old.change(&old.part, &new, new.span)?], around)),
        };
        let mut changes = Vec::with_capacity(members.len());
        for member in members {
            let pointer = member.key.value.as_ref();
            if !is_inside(pointer, &old.part) {
                let message = format!("`{pointer}` is not the part to say again");
                let help = format!("say `{}` again, and nothing else", old.part);
                return Err(outside(member.key.span, &message, &help));
            }
            changes.push(old.change(pointer, &member.value, member.key.span)?);
        }
        changes.sort_by_key(|change| change.old);
        let mut pairs = changes.iter().zip(changes.iter().skip(1));
        if let Some((_, second)) = pairs.find(|(first, second)| second.old.start < first.old.end) {
            let message = "two parts of the patch are for the same place";
            return Err(outside(second.new, message, "say each place once"));
        }
        Ok((changes, around))
    }

    fn patchable<'p>(&self, previous: &'p str, limits: &Limits) -> Option<Patchable<'p>>
    where
        't: 'p,
    {
        let decoded = self.decode(previous, "");
        let Verdict::Clarify(clarify) = decoded.verdict else {
            return None;
        };
        let part = clarify.patchable?;
        let cut = self.cut(previous).ok()?;
        let outer = tree::read(cut.text, cut.from, limits).ok()?;
        let inner = self.reading(previous).1.ok()?;
        Some(Patchable {
            part,
            outer: outer.root,
            inner: inner.root,
        })
    }
}

/// Ledger entries about text around a patch.
type Around = Vec<LedgerEntry<'static>>;

/// The replaceable part of a text.
struct Patchable<'p> {
    part: String,
    /// The tree of the text.
    outer: Json<'p>,
    /// The tree with the JSON inside a string in place of that string.
    inner: Json<'p>,
}

impl Patchable<'_> {
    fn change(&self, pointer: &str, new: &Json<'_>, said: Span) -> Result<Change, Box<Finding>> {
        // A value of the text itself is replaced with its quotes, if it has any.
        let (old, quoting) = match self.outer.at(pointer) {
            Some(old) => (Some(old), Quoting::None),
            None => (self.inner.at(pointer), Quoting::InString),
        };
        Ok(Change {
            old: old.ok_or_else(|| unknown(said, pointer))?.span,
            new: new.span,
            quoting,
        })
    }
}

/// A range of the previous text, and the range of the patch that replaces it.
struct Change {
    old: Span,
    new: Span,
    quoting: Quoting,
}

/// The encoding of the patch in the text.
enum Quoting {
    None,
    /// Escaped, because the arguments of a tool call can be a JSON text.
    InString,
}

fn splice(previous: &str, patch: &str, changes: Vec<Change>, merged: &mut String) {
    let mut at = 0;
    for change in changes {
        merged.push_str(previous.get(at..change.old.start).unwrap_or_default());
        let new = patch
            .get(change.new.start..change.new.end)
            .unwrap_or_default();
        match change.quoting {
            Quoting::None => merged.push_str(new),
            Quoting::InString => escape(merged, new),
        }
        at = change.old.end;
    }
    merged.push_str(previous.get(at..).unwrap_or_default());
}

/// `true` if a member is a pointer with a new value.
fn is_pointer(member: &Member<'_>) -> bool {
    member.key.value.starts_with('/')
}

fn is_inside(pointer: &str, part: &str) -> bool {
    let rest = pointer.strip_prefix(part);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn outside(span: Span, message: &str, help: &str) -> Box<Finding> {
    Box::new(Finding::new(&registry::OUTSIDE_PATCH, span, message).help(help))
}

fn unknown(span: Span, pointer: &str) -> Box<Finding> {
    let message = format!("the text has nothing at `{pointer}`");
    let finding = Finding::new(&registry::UNKNOWN_POINTER, span, message);
    Box::new(finding.help("point to something that was said"))
}
