//! What is said about a value that is none of its field, and the order of values.

use std::cmp::Ordering;

use crate::calendar;
use crate::contract::Value;
use crate::draft::Raw;
use crate::finding::candidates::{self, Known};
use crate::finding::{Detail, Finding, registry};
use crate::resolve::Resolver;
use crate::span::Spanned;
use crate::tables::FieldDef;
use crate::typed_value::{Wrong, compare, reading};

/// How to say a number that can be read.
const RANGE: &str = "say a number between -1e308 and 1e308, and no nearer to zero than 1e-300";
/// Characters of a number that a message shows.
const SHOWN: usize = 40;

fn beyond(number: &str) -> String {
    format!(
        "`{}` is beyond the numbers that can be read",
        shortened(number)
    )
}

fn shortened(number: &str) -> String {
    match number.get(..SHOWN) {
        Some(start) if number.len() > SHOWN => format!("{start}…"),
        _ => number.to_owned(),
    }
}

impl<'a> Resolver<'a> {
    /// Reports a number that no field has.
    pub(crate) fn out_of_range(&mut self, said: &Spanned<Raw<'a>>) {
        self.report(&registry::OUT_OF_RANGE, said.span, |_, finding| {
            finding.explain(beyond(said.value.text()), RANGE)
        });
    }

    /// Reports a value that is none of its field; `named`: the field, where a policy may name it.
    pub(crate) fn wrong_value(
        &mut self,
        field: &'a FieldDef,
        said: &Spanned<Raw<'a>>,
        wrong: Wrong,
        named: Option<&'a FieldDef>,
    ) {
        let rule = match wrong {
            Wrong::Type(..) | Wrong::Fraction => &registry::WRONG_VALUE_TYPE,
            Wrong::TooLarge | Wrong::OutOfRange => &registry::OUT_OF_RANGE,
            Wrong::Date(_) => &registry::BAD_DATE,
            Wrong::Unlisted => &registry::UNKNOWN_ENUM_VALUE,
        };
        self.report_on(named, rule, said.span, |me, finding| {
            let finding = finding.said(wrong.message(field, &said.value));
            match me.detail {
                // Of a filter that is dropped only the message is read.
                Detail::RulesOnly => finding,
                Detail::Full => {
                    let reading = reading::of(field, &said.value);
                    let finding = finding.candidates(reading.into_iter().collect());
                    wrong
                        .advise(finding, field, &said.value, me.cap())
                        .about(Some(field))
                }
            }
        });
    }
}

impl Wrong {
    fn message(self, field: &FieldDef, said: &Raw<'_>) -> String {
        let (path, text) = (&field.path, said.text());
        match self {
            Self::Type(wanted, _) => format!("`{path}` is {wanted}, and this is {}", said.kind()),
            Self::Fraction => {
                format!("`{path}` is a whole number, and this has a fraction or an exponent")
            }
            Self::TooLarge => format!("`{}` is too large to be held exactly", shortened(text)),
            Self::OutOfRange => beyond(text),
            Self::Date(form) if calendar::has_form_of_date(text) => {
                format!("`{text}` has the form {form}, and there is no such day")
            }
            Self::Date(form) => format!("`{text}` is not a date of the form {form}"),
            Self::Unlisted => format!("`{path}` has no value `{text}`"),
        }
    }

    fn advise(self, finding: Finding, field: &FieldDef, said: &Raw<'_>, cap: usize) -> Finding {
        match self {
            Self::Type(_, help) => finding.help(help),
            Self::Fraction => finding.help("say a whole number"),
            Self::TooLarge => finding.help("say a whole number of at most 18 digits"),
            Self::OutOfRange => finding.help(RANGE),
            Self::Date(_) => finding.help("use ISO 8601 and a day that exists"),
            Self::Unlisted => {
                let known: Vec<Known<'_>> = field.values.iter().map(Known::enum_value).collect();
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

/// Whether `low` is not above `high`; values that cannot be compared count as in order.
pub(crate) fn in_order(low: &Value<'_>, high: &Value<'_>) -> bool {
    compare(low, high) != Some(Ordering::Greater)
}
