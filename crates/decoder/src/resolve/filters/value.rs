//! Reports values that do not fit their field, and compares values.

use std::cmp::Ordering;

use crate::contract::Value;
use crate::draft::Raw;
use crate::finding::candidates::Choice;
use crate::finding::{Finding, candidates, registry};
use crate::language::ValueType;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::Spanned;
use crate::tables::FieldDef;
use crate::typed_value::{ValueError, beyond, compare, is_of_form, reading};

/// The advice for a number out of range.
const RANGE: &str = "say a number between -1e308 and 1e308, and no nearer to zero than 1e-300";

/// Reports a number outside the range of all fields.
pub(crate) fn out_of_range<'a>(notes: &mut Notes<'a>, said: &Spanned<Raw<'a>>) {
    notes.report(&registry::OUT_OF_RANGE, said.span, |finding| {
        finding.explain(beyond(said.value.text()), RANGE)
    });
}

/// Reports a value that does not fit its field; `named` is the field, where a policy may name it.
pub(crate) fn wrong_value<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    field: &'a FieldDef,
    said: &Spanned<Raw<'a>>,
    wrong: ValueError,
    named: Option<&'a FieldDef>,
) {
    let rule = match wrong {
        ValueError::Type(..) | ValueError::Fraction => &registry::WRONG_VALUE_TYPE,
        ValueError::TooLarge | ValueError::OutOfRange => &registry::OUT_OF_RANGE,
        ValueError::Date(_) => &registry::BAD_DATE,
        ValueError::Unlisted => &registry::UNKNOWN_ENUM_VALUE,
        ValueError::Empty => &registry::EMPTY_TEXT,
    };
    notes.report_on(named, rule, said.span, |finding| {
        let finding = finding.said(wrong.message(field, &said.value));
        let reading = reading::of(field, &said.value);
        let finding = finding.candidates(reading.into_iter().collect());
        (wrong.advise(finding, field, &said.value, context.cap())).about(Some(field))
    });
}

impl ValueError {
    fn advise(self, finding: Finding, field: &FieldDef, said: &Raw<'_>, cap: usize) -> Finding {
        match self {
            Self::Type(_, help) if field.value_type == ValueType::Enum => {
                let near = finding.candidates.is_empty().then(|| {
                    let known = field.values.iter().map(Choice::enum_value).collect();
                    candidates::rank_or_all(said.text(), known, cap)
                });
                let finding = finding.help(help);
                match near {
                    Some(near) => finding.candidates(near),
                    None => finding,
                }
            }
            Self::Type(_, help) => finding.help(help),
            Self::Fraction => finding.help("say a whole number"),
            Self::TooLarge => finding.help("say a whole number of at most 18 digits"),
            Self::OutOfRange => finding.help(RANGE),
            Self::Date(form) if is_of_form(said.text(), form) => {
                finding.help("say a day that exists")
            }
            Self::Date(form) => finding.help(format!("say it as {form}")),
            Self::Empty => finding.help("say the text to look for, or leave the filter out"),
            Self::Unlisted => {
                let known: Vec<Choice<'_>> = field.values.iter().map(Choice::enum_value).collect();
                let candidates = if finding.candidates.is_empty() {
                    candidates::rank_or_all(said.text(), known, cap)
                } else {
                    finding.candidates.clone()
                };
                let help = candidates::slip(said.text(), &candidates).unwrap_or_else(|| {
                    let values: Vec<&str> = (field.values.iter())
                        .map(|value| value.value.as_ref())
                        .collect();
                    format!("its values are `{}`", values.join("`, `"))
                });
                finding.help(help).candidates(candidates)
            }
        }
    }
}

/// `true` if `low` is not above `high`. Values that cannot be compared count as in order.
pub(crate) fn in_order(low: &Value<'_>, high: &Value<'_>) -> bool {
    compare(low, high) != Some(Ordering::Greater)
}
