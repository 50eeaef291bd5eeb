//! Limitations as data: parts of a question that an answer does not cover, or covers otherwise than asked.
//!
//! ```text
//! Limitation (numbers and names inside) ─┬─ text ──► `limitations` of a response: `rows_truncated_to_limit: 200`
//!                                        ├─ data ──► `limitation_data` of an envelope: code and values
//!                                        └─ sentence in a language, by the registry
//! ```
//!
//! A lane creates a variant of the enum; the registry has its wording. A reader of an envelope builds the same sentence
//! from the data, so that nobody has to parse a text.

pub mod entry;
pub mod reason;
pub mod registry;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::limitation::entry::{Entry, Kind};
use crate::limitation::reason::{Obstacle, Unreached, Unsupported};
use crate::locale::Locale;
use crate::wording::figure;

pub use crate::limitation::registry::Limitation;

/// A limitation as an envelope keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitationData {
    /// Its code, by which the registry and `cmec explain` know it.
    pub code: &'static str,
    /// Its numbers, names and values, by their names.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("additionalProperties" = { "type": "string", "minLength": 0 }))
    )]
    pub values: BTreeMap<&'static str, String>,
}

pub(crate) trait LimitationValue {
    fn text(&self) -> String;
}

impl LimitationValue for u64 {
    fn text(&self) -> String {
        self.to_string()
    }
}

impl LimitationValue for String {
    fn text(&self) -> String {
        self.clone()
    }
}

impl LimitationValue for Unsupported {
    fn text(&self) -> String {
        Self::text(*self).to_owned()
    }
}

impl LimitationValue for Obstacle {
    fn text(&self) -> String {
        Self::text(*self).to_owned()
    }
}

impl Limitation {
    /// The text in `limitations`, the same in every language.
    #[must_use]
    pub fn text(&self) -> String {
        let values = self.values();
        filled(self.entry().text, |name| values.get(name).cloned())
    }

    /// The sentence for people.
    #[must_use]
    pub fn sentence(&self, locale: Locale) -> String {
        let values = self.values();
        self.entry()
            .sentence(locale, |name| values.get(name).cloned())
    }

    /// Its code with its values.
    #[must_use]
    pub fn data(&self) -> LimitationData {
        LimitationData {
            code: self.entry().code,
            values: self.values(),
        }
    }

    /// The limitation of a code in a codebook or lane; a code outside of the registry becomes its own text.
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        Self::plain(code).unwrap_or_else(|| Self::Other {
            code: code.to_owned(),
        })
    }
}

impl fmt::Display for Limitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for Limitation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl Entry {
    /// The sentence for people, with these values.
    #[must_use]
    pub fn sentence(&self, locale: Locale, value: impl Fn(&str) -> Option<String>) -> String {
        let [zh, ru, en] = self.what;
        filled(locale.pick(zh, ru, en), |name| {
            let (_, kind) = self.fields.iter().find(|(own, _)| *own == name)?;
            let value = value(name)?;
            let words = match kind {
                Kind::Day => Some(figure::day(locale, &value)),
                Kind::Part => Some(reason::parts(locale, &value)),
                Kind::Reason => {
                    Unsupported::of_text(&value).map(|own| own.words(locale).to_owned())
                }
                Kind::Why => Obstacle::of_text(&value).map(|own| own.words(locale).to_owned()),
                Kind::Words => Unreached::of_text(&value).map(|own| own.words(locale).to_owned()),
                Kind::Number | Kind::Code | Kind::Value => None,
            };
            Some(words.unwrap_or(value))
        })
    }
}

/// A template with its `{name}` placeholders replaced; a placeholder without a value stays.
fn filled(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, tail)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = tail.split_once('}') else {
            rest = tail;
            continue;
        };
        match value(name) {
            Some(value) => out.push_str(&value),
            None => out.extend(["{", name, "}"]),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
