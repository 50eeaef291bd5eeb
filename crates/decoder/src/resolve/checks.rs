//! Checks shared by all parts: caps of lists, ranges of numbers, non-empty texts, and support by the contract version.

use crate::blank::is_blank;
use crate::draft::Word;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Number, Topic};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};

/// Parses a whole number from `least` to `cap`.
pub(crate) fn count<'a>(
    notes: &mut Notes<'a>,
    digits: &Spanned<&'a str>,
    number: Number,
    least: u32,
    cap: u32,
) -> Option<u32> {
    let what = number.name();
    let shown = digits.value;
    let in_range = || format!("say a whole number from {least} to {cap}");
    // Readers disagree about leading zeros (decimal or octal); JSON does not allow them, so only SQL can contain them.
    let padded = shown.len() > 1 && shown.starts_with('0');
    if padded || !shown.bytes().all(|byte| byte.is_ascii_digit()) {
        notes.report(&registry::WRONG_VALUE_TYPE, digits.span, |finding| {
            let message = if padded {
                format!("`{shown}` has zeros before its number of {what}")
            } else {
                format!("`{shown}` is not a whole number of {what}")
            };
            let finding = finding.explain(message, in_range());
            finding.on(Topic::Number(number))
        });
        return None;
    }
    // A number too long to parse exceeds every cap.
    let said = shown.parse().unwrap_or(u64::MAX);
    let Some(said) = u32::try_from(said).ok().filter(|said| *said <= cap) else {
        notes.report(&registry::OVER_CAP, digits.span, |finding| {
            let message = format!("{shown} {what} are asked for, and the most is {cap}");
            let finding = finding.explain(message, format!("say at most {cap}"));
            finding.on(Topic::AtMost(number, cap))
        });
        return None;
    };
    if said < least {
        notes.report(&registry::OUT_OF_RANGE, digits.span, |finding| {
            let message = format!("{said} {what} are asked for, and the least is {least}");
            let finding = finding.explain(message, in_range());
            finding.on(Topic::Number(number))
        });
        return None;
    }
    Some(said)
}

pub(crate) fn not_empty<'a>(notes: &mut Notes<'a>, word: &Word<'a>, name: Name) {
    if is_blank(&word.value) {
        notes.report(&registry::EMPTY_TEXT, word.span, |finding| {
            let message = format!("{} is empty", name.name());
            let finding = finding.explain(message, "say it, or leave the part out");
            finding.on(Topic::Name(name))
        });
    }
}

pub(crate) fn list_cap<'a, T>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<T>],
    elements: Elements,
) {
    cap_of(notes, said, elements, context.tables.limits.list_cap);
}

pub(crate) fn cap_of<'a, T>(
    notes: &mut Notes<'a>,
    said: &[Spanned<T>],
    elements: Elements,
    cap: u32,
) {
    let length = u64::try_from(said.len()).unwrap_or(u64::MAX);
    if length > u64::from(cap) {
        notes.overlong = true;
        over_cap(notes, whole(said), elements, length, cap);
    }
}

/// Reports a list of `said` elements as longer than its cap.
pub(crate) fn over_cap<'a>(
    notes: &mut Notes<'a>,
    span: Span,
    elements: Elements,
    said: u64,
    cap: u32,
) {
    notes.report(&registry::OVER_CAP, span, |finding| {
        let name = elements.name();
        let message = format!("{said} {name} are asked for, and the most is {cap}");
        let finding = finding.explain(message, format!("say at most {cap}"));
        finding.on(Topic::Elements(elements, cap))
    });
}

/// The span from the first element to the last.
pub(crate) fn whole<T>(said: &[Spanned<T>]) -> Span {
    match (said.first(), said.last()) {
        (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
        _ => Span::default(),
    }
}
