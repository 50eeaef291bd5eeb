//! A YAML file as a tree that can be changed at a key, written as JSON, which is YAML, too.

use granit_parser::{Event, Parser, ScalarStyle};

/// A value; a scalar as JSON writes it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Scalar(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    pub(crate) fn read(text: &str) -> Self {
        let events = Parser::new_from_str(text).map(|event| event.unwrap().0);
        Self::node(&mut events.filter(is_kept)).unwrap()
    }

    /// `None`: a list or a map ends here.
    fn node<'e>(events: &mut impl Iterator<Item = Event<'e>>) -> Option<Self> {
        Some(match events.next().unwrap() {
            Event::Scalar(text, ScalarStyle::Plain, ..) if text.is_empty() => Self::scalar("null"),
            Event::Scalar(text, ScalarStyle::Plain, ..) => Self::scalar(&text),
            Event::Scalar(text, ..) => Self::text(&text),
            Event::SequenceStart(..) => {
                Self::List(std::iter::from_fn(|| Self::node(events)).collect())
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                while let Some(key) = Self::node(events) {
                    let Self::Scalar(key) = key else {
                        panic!("{key:?}")
                    };
                    let key = serde_json::from_str(&key).unwrap_or(key);
                    entries.push((key, Self::node(events).unwrap()));
                }
                Self::Map(entries)
            }
            _ => return None,
        })
    }

    /// A plain scalar: a number, a word of JSON, or else a text.
    fn scalar(text: &str) -> Self {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(_) => Self::Scalar(text.to_owned()),
            Err(_) => Self::text(text),
        }
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Scalar(serde_json::to_string(text).unwrap())
    }

    pub(crate) fn written(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match self {
            Self::Scalar(text) => text.clone(),
            Self::List(items) => format!("[{}]", joined(items.iter().map(Self::written).collect())),
            Self::Map(entries) => {
                let entry = |(key, value): &(String, Self)| {
                    format!(
                        "{}: {}",
                        serde_json::to_string(key).unwrap(),
                        value.written()
                    )
                };
                format!("{{{}}}", joined(entries.iter().map(entry).collect()))
            }
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else {
            return None;
        };
        entries
            .iter()
            .find(|(own, _)| own == key)
            .map(|(_, value)| value)
    }

    /// Puts a value at a key, or takes the key out.
    pub(crate) fn set(&mut self, key: &str, value: Option<Self>) {
        let Self::Map(entries) = self else {
            panic!("{key} of {self:?}")
        };
        let at = entries.iter().position(|(own, _)| own == key);
        match (at, value) {
            (Some(at), Some(value)) => entries[at].1 = value,
            (Some(at), None) => drop(entries.remove(at)),
            (None, Some(value)) => entries.push((key.to_owned(), value)),
            (None, None) => {}
        }
    }

    /// Changes each value that a pattern leads to, one after the other: `*` is any key, `[]` any element.
    pub(crate) fn each(&mut self, pattern: &[&str], change: &mut dyn FnMut(&mut Self)) {
        let [first, rest @ ..] = pattern else {
            return change(self);
        };
        match (self, *first) {
            (Self::List(items), "[]") => items.iter_mut().for_each(|item| item.each(rest, change)),
            (Self::Map(entries), "*") => {
                entries
                    .iter_mut()
                    .for_each(|(_, value)| value.each(rest, change));
            }
            (Self::Map(entries), key) => {
                let own = entries.iter_mut().filter(|(own, _)| own == key);
                own.for_each(|(_, value)| value.each(rest, change));
            }
            _ => {}
        }
    }
}

/// Whether an event is no comment and no end of a text.
const fn is_kept(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Scalar(..)
            | Event::SequenceStart(..)
            | Event::SequenceEnd
            | Event::MappingStart(..)
            | Event::MappingEnd
    )
}
