//! Span tree → forms: the few shapes a codebook is made of, each mismatch a finding.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{Display, Formatter, Result};

use cmec_decoder::names;

use super::node::{Node, NodeKind};
use crate::finding::list::ERRORS;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned};

/// Reads values and collects what is wrong with them. `what` names a value in messages; it is written out only for one.
pub(crate) struct NodeReader<'f> {
    pub(crate) findings: &'f mut Vec<Finding>,
}

/// A map with known keys.
pub(crate) struct KeyedMap<'n> {
    pub(crate) place: Place,
    pub(crate) what: Cow<'n, str>,
    entries: &'n [(Spanned<String>, Node)],
    /// Not a map at all: already reported, so that missing keys are not.
    broken: bool,
    /// Keys that the form does not have.
    unknown: Vec<&'n str>,
}

impl<'n> KeyedMap<'n> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries
            .iter()
            .find(|(name, _)| name.value == key)
            .map(|(_, value)| value)
    }

    /// How a message calls the value of a key: `` `key` of field `F001` ``.
    pub(crate) fn called<'m>(&'m self, key: &'m str) -> impl Display + Copy + 'm {
        Called {
            key,
            what: &self.what,
        }
    }
}

#[derive(Clone, Copy)]
struct Called<'m> {
    key: &'m str,
    what: &'m str,
}

impl Display for Called<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "`{}` of {}", self.key, self.what)
    }
}

impl NodeReader<'_> {
    /// A map that may have these keys. `what`: `field `F001``.
    pub(crate) fn keyed<'n>(
        &mut self,
        node: &'n Node,
        what: impl Into<Cow<'n, str>>,
        keys: &[&str],
    ) -> KeyedMap<'n> {
        let what = what.into();
        let (entries, broken) = match &node.kind {
            NodeKind::Map(entries) => (entries.as_slice(), false),
            _ => {
                self.shape(node, &what, "a map");
                ([].as_slice(), true)
            }
        };
        let mut unknown = Vec::new();
        for (key, _) in entries {
            if !keys.contains(&key.text()) {
                unknown.push(key.text());
                let message = format!("{what} has no key `{key}`");
                self.tell(
                    Finding::new(Rule::UnknownKey, key.place, message)
                        .nearest(key.text(), keys.iter().copied()),
                );
            }
        }
        KeyedMap {
            place: node.place,
            what,
            entries,
            broken,
            unknown,
        }
    }

    /// A map whose keys are names of the author's.
    pub(crate) fn named<'n>(
        &mut self,
        node: Option<&'n Node>,
        what: impl Display,
    ) -> &'n [(Spanned<String>, Node)] {
        let Some(node) = node else { return &[] };
        if let NodeKind::Map(entries) = &node.kind {
            return entries;
        }
        self.shape(node, what, "a map");
        &[]
    }

    /// A list.
    pub(crate) fn items<'n>(&mut self, node: Option<&'n Node>, what: impl Display) -> &'n [Node] {
        let Some(node) = node else { return &[] };
        if let NodeKind::List(items) = &node.kind {
            return items;
        }
        self.shape(node, what, "a list");
        &[]
    }

    /// A list of texts without repetition.
    pub(crate) fn texts(
        &mut self,
        node: Option<&Node>,
        what: impl Display + Copy,
    ) -> Vec<Spanned<String>> {
        let mut texts: Vec<Spanned<String>> = Vec::new();
        let mut seen: HashMap<String, Place> = HashMap::new();
        for item in self.items(node, what) {
            let Some(text) = self.text(item, what) else {
                continue;
            };
            if let Some(first) = seen.get(&text.value) {
                let message = format!("{what} names `{text}` twice");
                self.tell(
                    Finding::new(Rule::DuplicateItem, text.place, message)
                        .also(*first, "first here")
                        .help("keep one of the two"),
                );
            } else {
                seen.insert(text.value.clone(), text.place);
                texts.push(text);
            }
        }
        texts
    }

    /// A text that is not empty.
    pub(crate) fn text(&mut self, node: &Node, what: impl Display) -> Option<Spanned<String>> {
        if let NodeKind::Scalar { text, .. } = &node.kind
            && !node.is_null()
            && !text.is_empty()
        {
            return Some(Spanned::new(text.clone(), node.place));
        }
        self.shape(node, what, "a text");
        None
    }

    /// A whole number.
    pub(crate) fn number(&mut self, node: &Node, what: impl Display) -> Option<Spanned<u32>> {
        if let NodeKind::Scalar {
            text,
            quoted: false,
        } = &node.kind
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = text.parse()
        {
            return Some(Spanned::new(number, node.place));
        }
        self.shape(node, what, "a whole number");
        None
    }

    /// `true` or `false`; `false` when the key is not there.
    pub(crate) fn flag(&mut self, map: &KeyedMap<'_>, key: &str) -> bool {
        let Some(node) = map.get(key) else {
            return false;
        };
        if let NodeKind::Scalar {
            text,
            quoted: false,
        } = &node.kind
            && let Ok(flag) = text.parse()
        {
            return flag;
        }
        let what = map.called(key);
        self.shape(node, what, "`true` or `false`");
        false
    }

    /// One of a closed list of words.
    pub(crate) fn word<T: Copy>(
        &mut self,
        node: &Node,
        what: impl Display + Copy,
        words: &[(&'static str, T)],
    ) -> Option<Spanned<T>> {
        let text = self.text(node, what)?;
        self.word_of(&text, what, words)
    }

    /// A text already read, as one of a closed list of words.
    pub(crate) fn word_of<T: Copy>(
        &mut self,
        text: &Spanned<String>,
        what: impl Display,
        words: &[(&'static str, T)],
    ) -> Option<Spanned<T>> {
        if let Some((_, word)) = words.iter().find(|(name, _)| *name == text.value) {
            return Some(Spanned::new(*word, text.place));
        }
        let message = format!("{what} cannot be `{text}`");
        self.tell(
            Finding::new(Rule::UnknownWord, text.place, message)
                .nearest(text.text(), words.iter().map(|(name, _)| *name)),
        );
        None
    }

    /// A list of words of a closed list, without repetition.
    pub(crate) fn words<T: Copy>(
        &mut self,
        node: Option<&Node>,
        what: impl Display + Copy,
        words: &[(&'static str, T)],
    ) -> Vec<Spanned<T>> {
        self.texts(node, "the list")
            .iter()
            .filter_map(|text| self.word_of(text, what, words))
            .collect()
    }

    /// The text of a key, when it is there.
    pub(crate) fn optional_text(
        &mut self,
        map: &KeyedMap<'_>,
        key: &str,
    ) -> Option<Spanned<String>> {
        let node = map.get(key)?;
        self.text(node, map.called(key))
    }

    /// The text of a key that must be there.
    pub(crate) fn required_text(
        &mut self,
        map: &KeyedMap<'_>,
        key: &str,
    ) -> Option<Spanned<String>> {
        let node = self.required(map, key)?;
        self.text(node, map.called(key))
    }

    /// The word of a key that must be there.
    pub(crate) fn required_word<T: Copy>(
        &mut self,
        map: &KeyedMap<'_>,
        key: &str,
        words: &[(&'static str, T)],
    ) -> Option<Spanned<T>> {
        let node = self.required(map, key)?;
        self.word(node, map.called(key), words)
    }

    /// The number of a key that must be there.
    pub(crate) fn required_number(
        &mut self,
        map: &KeyedMap<'_>,
        key: &str,
    ) -> Option<Spanned<u32>> {
        let node = self.required(map, key)?;
        self.number(node, map.called(key))
    }

    /// The value of a key that must be there.
    pub(crate) fn required<'n>(&mut self, map: &KeyedMap<'n>, key: &str) -> Option<&'n Node> {
        let node = map.get(key);
        // What is said under a misspelt key is told there.
        let is_misspelt = |other: &&str| names::nearest([key], other).next().is_some();
        if node.is_none() && !map.broken && !map.unknown.iter().any(is_misspelt) {
            self.missing(map.place, &map.what, key);
        }
        node
    }

    /// Tells that a map has no such key.
    pub(crate) fn missing(&mut self, place: Place, what: impl Display, key: &str) {
        let message = format!("{what} needs the key `{key}`");
        self.tell(Finding::new(Rule::MissingKey, place.start_only(), message));
    }

    /// Adds a finding, until there are more than anybody reads; the last of them is enough to say so.
    fn tell(&mut self, finding: Finding) {
        if self.findings.len() <= ERRORS {
            self.findings.push(finding);
        }
    }

    fn shape(&mut self, node: &Node, what: impl Display, wanted: &str) {
        let have = match &node.kind {
            _ if node.is_null() => "nothing",
            NodeKind::Scalar { text, .. } if text.is_empty() => "an empty text",
            NodeKind::Scalar { quoted: true, .. } => "a quoted text",
            NodeKind::Scalar { .. } => "a plain text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        };
        let place = match node.kind {
            NodeKind::Scalar { .. } => node.place,
            // The whole of a list or map is more than one wants to see underlined.
            _ => node.place.start_only(),
        };
        self.tell(
            Finding::new(Rule::WrongShape, place, format!("{what} must be {wanted}"))
                .label(format!("this is {have}")),
        );
    }
}
