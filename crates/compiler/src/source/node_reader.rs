//! Span tree → forms. Each mismatch with the few shapes of a codebook is a finding.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::{Display, Formatter, Result};

use cmec_decoder::names;

use super::key::{Key, Keys, Layer, Need};
use super::node::{MERGE, Node, NodeKind};
use super::value_shape::ValueShape;
use crate::finding::list::ERRORS;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned};

/// Reads values and collects findings. `what` names a value in messages and is formatted only if needed.
pub(crate) struct NodeReader<'f> {
    pub(crate) findings: &'f mut Vec<Finding>,
}

pub(crate) struct KeyedMap<'n> {
    pub(crate) place: Place,
    pub(crate) what: Cow<'n, str>,
    /// The author's name for it, if there is one.
    pub(crate) name: Option<&'n Spanned<String>>,
    /// True for a whole file, whose keys need no further context.
    pub(crate) is_file: bool,
    keys: Keys,
    entries: &'n [(Spanned<String>, Node)],
}

impl<'n> KeyedMap<'n> {
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|(name, _)| name.value == key);
        entry.map(|(_, value)| value)
    }

    /// True where the key is missing and neither a misspelt nor a merged one was reported instead.
    pub(crate) fn lacks(&self, key: &str) -> bool {
        !(self.entries.iter()).any(|(name, _)| {
            let name = name.text();
            let is_near = || name == MERGE || names::nearest([key], name).next().is_some();
            name == key || !self.knows(name) && is_near()
        })
    }

    fn knows(&self, key: &str) -> bool {
        self.known().any(|known| known == key)
    }

    fn known(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let known = self.keys.all().filter(|key| key.need.is_in(Layer::Base));
        known.map(|key| key.name)
    }

    /// The start of a key's value, or of the map.
    pub(crate) fn start(&self, key: &str) -> Place {
        self.get(key)
            .map_or(self.place, |node| node.place)
            .start_only()
    }

    /// The name of a key's value in messages: `` `key` of field `F001` ``.
    pub(crate) fn called<'m>(&'m self, key: &'m str) -> ValueName<'m> {
        let of = (!self.is_file).then_some(&*self.what);
        ValueName::Key { key, of }
    }
}

/// The name of a value in messages.
#[derive(Clone, Copy)]
pub(crate) enum ValueName<'m> {
    Key { key: &'m str, of: Option<&'m str> },
    Noun(&'m str),
}

impl<'m> ValueName<'m> {
    /// Without its context.
    pub(crate) const fn alone(self) -> Self {
        match self {
            Self::Key { key, .. } => Self::Key { key, of: None },
            noun => noun,
        }
    }

    pub(crate) const fn by(self, noun: &'m str) -> Self {
        Self::Noun(noun)
    }
}

impl Display for ValueName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Key { key, of: None } => write!(f, "`{key}`"),
            Self::Key { key, of: Some(of) } => write!(f, "`{key}` of {of}"),
            Self::Noun(noun) => f.write_str(noun),
        }
    }
}

/// A name with its text.
pub(crate) type NamedText = (Spanned<String>, Spanned<String>);

/// The finding for a key that contains its value.
fn blank_behind(rule: Rule, place: Place, message: String, (key, value): (&str, &str)) -> Finding {
    let help = format!("write a blank behind the colon: `{key}: {value}`");
    Finding::new(rule, place, message).help(help)
}

impl NodeReader<'_> {
    /// A map with these keys; missing and unknown keys are findings. `what`: `field `F001``.
    pub(crate) fn keyed<'n>(
        &mut self,
        node: &'n Node,
        what: impl Into<Cow<'n, str>>,
        keys: Keys,
    ) -> KeyedMap<'n> {
        let mut map = KeyedMap {
            place: node.place,
            what: what.into(),
            name: None,
            is_file: false,
            keys,
            entries: &[],
        };
        let NodeKind::Map(entries) = &node.kind else {
            self.shape(node, &map.what, ValueShape::Map);
            return map;
        };
        map.entries = entries;
        for (key, _) in entries.iter().filter(|(key, _)| !map.knows(key.text())) {
            let message = format!("{} has no key `{key}`", map.what);
            self.tell(match key.value.split_once(':') {
                Some(said) if map.knows(said.0) => {
                    blank_behind(Rule::UnknownKey, key.place, message, said)
                }
                _ => Finding::new(Rule::UnknownKey, key.place, message)
                    .nearest(key.text(), map.known()),
            });
        }
        for Key { name, need, .. } in keys.all() {
            if need.is_required(Layer::Base) && *need != Need::ByRule && map.lacks(name) {
                self.missing(node.place, &map.what, name);
            }
        }
        map
    }

    /// A map whose keys the author chooses.
    pub(crate) fn named<'n>(
        &mut self,
        node: Option<&'n Node>,
        what: impl Display,
    ) -> &'n [(Spanned<String>, Node)] {
        let Some(node) = node else { return &[] };
        if let NodeKind::Map(entries) = &node.kind {
            return entries;
        }
        self.shape(node, what, ValueShape::Map);
        &[]
    }

    /// A map of texts whose keys the author chooses. `of`: the name of a text in messages.
    pub(crate) fn named_texts<W: Display>(
        &mut self,
        node: Option<&Node>,
        what: impl Display,
        of: impl Fn(&Spanned<String>) -> W,
    ) -> Vec<NamedText> {
        let named = self.named(node, what).iter();
        let texts = named.filter_map(|(name, text)| {
            let text = self.text(text, of(name))?;
            Some((name.clone(), text))
        });
        texts.collect()
    }

    pub(crate) fn items<'n>(&mut self, node: Option<&'n Node>, what: impl Display) -> &'n [Node] {
        let Some(node) = node else { return &[] };
        if let NodeKind::List(items) = &node.kind {
            return items;
        }
        self.shape(node, what, ValueShape::List);
        &[]
    }

    /// A list of texts without duplicates.
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

    /// A non-empty text.
    pub(crate) fn text(&mut self, node: &Node, what: impl Display) -> Option<Spanned<String>> {
        if let NodeKind::Scalar { text, .. } = &node.kind
            && !node.is_null()
            && !text.is_empty()
        {
            return Some(Spanned::new(text.clone(), node.place));
        }
        self.shape(node, what, ValueShape::Text);
        None
    }

    /// A text in a language. Without a space after the colon, `{en:"x"}`, the key contains both.
    pub(crate) fn text_in(
        &mut self,
        language: &Spanned<String>,
        node: &Node,
        what: impl Display,
    ) -> Option<Spanned<String>> {
        let Some((key, text)) = language.text().split_once(':').filter(|_| node.is_null()) else {
            return self.text(node, what);
        };
        let message = format!("{what} has no text under `{language}`");
        let place = language.place;
        self.tell(blank_behind(Rule::WrongShape, place, message, (key, text)));
        None
    }

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
        self.shape(node, what, ValueShape::Number);
        None
    }

    /// `true` or `false`; `false` for anything else.
    pub(crate) fn flag(&mut self, node: &Node, what: impl Display) -> bool {
        if let NodeKind::Scalar {
            text,
            quoted: false,
        } = &node.kind
            && let Ok(flag) = text.parse()
        {
            return flag;
        }
        self.shape(node, what, ValueShape::Flag);
        false
    }

    /// A word of a closed list.
    pub(crate) fn word<T: Copy>(
        &mut self,
        node: &Node,
        what: impl Display + Copy,
        words: &[(&'static str, T)],
    ) -> Option<Spanned<T>> {
        let text = self.text(node, what)?;
        self.word_of(&text, what, words)
    }

    /// A text already read, as a word of a closed list.
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

    /// A list of words from a closed list without duplicates. `what`: names of the list and of a word.
    pub(crate) fn words<T: Copy>(
        &mut self,
        node: Option<&Node>,
        (list, what): (impl Display + Copy, impl Display + Copy),
        words: &[(&'static str, T)],
    ) -> Vec<Spanned<T>> {
        let texts = self.texts(node, list);
        // A single word without brackets is reported and read as a list, so that no further findings follow.
        let alone = node.filter(|node| node.is_scalar() && !node.is_null());
        let alone = alone.and_then(|node| self.text(node, list));
        (texts.iter().chain(&alone))
            .filter_map(|text| self.word_of(text, what, words))
            .collect()
    }

    /// The text of an optional key.
    pub(crate) fn text_at(&mut self, map: &KeyedMap<'_>, key: &str) -> Option<Spanned<String>> {
        self.text(map.get(key)?, map.called(key))
    }

    pub(crate) fn missing(&mut self, place: Place, what: impl Display, key: &str) {
        let message = format!("{what} needs the key `{key}`");
        self.tell(Finding::new(Rule::MissingKey, place.start_only(), message));
    }

    /// Adds a finding up to the limit; one more shows that there are too many.
    fn tell(&mut self, finding: Finding) {
        if self.findings.len() <= ERRORS {
            self.findings.push(finding);
        }
    }

    /// Reports a value of the wrong shape.
    pub(super) fn shape(&mut self, node: &Node, what: impl Display, wanted: ValueShape) {
        let place = match node.kind {
            NodeKind::Scalar { .. } => node.place,
            // Underlining a whole list or map would be too much.
            _ => node.place.start_only(),
        };
        let have = wanted.instead(node);
        let message = format!("{what} must be {wanted}, not {have}");
        let finding = Finding::new(Rule::WrongShape, place, message);
        self.tell(match wanted.help(node) {
            Some(help) => finding.help(help),
            None => finding,
        });
    }
}
