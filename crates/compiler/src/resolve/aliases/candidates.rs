//! Alias candidates for an element: its name, parts of it, and words of its English label.

use cmec_decoder::tables::{FieldDef, Label, RelationDef, Tables};

/// Words without a meaning of their own.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "in", "is",
    "it", "its", "no", "not", "of", "on", "or", "that", "the", "this", "to", "was", "with",
];

/// Words that fit too many elements: within a longer name, they are not its subject.
const GENERIC: &[&str] = &[
    "amount",
    "code",
    "count",
    "date",
    "day",
    "description",
    "id",
    "kind",
    "name",
    "number",
    "status",
    "text",
    "time",
    "type",
    "url",
    "value",
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// True where its words are in the label or form the whole name, so that the meaning is clear.
    pub(super) telling: bool,
    /// How well it keeps the meaning of the whole name.
    pub(super) keeps: Keeps,
}

/// How well a candidate keeps the meaning of the whole name, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keeps {
    /// The head word: `revenue` of `annual_revenue`. If it is generic or shared, the distinguishing word: `birth` of
    /// `birth_date`.
    Head,
    Some,
}

/// Candidates for a field, the best first: its name, suffixes of the name, prefixes. A single word of a longer name is
/// excluded if it is generic or another field of the type has it (`shared`).
pub(super) fn of_field(field: &FieldDef, shared: impl Fn(&str) -> bool) -> Vec<Word> {
    let unit = field.unit.as_deref().map(str::to_lowercase);
    let parts: Vec<&str> = field.name.split('_').collect();
    let label = words_of(&field.labels);
    let says = |part: &&&str| !EMPTY.contains(part) && Some(**part) != unit.as_deref();
    let own = |part: &&&str| !GENERIC.contains(part) && !shared(part);
    let mut found = AliasChoice::new(&label);
    found.head = (parts.iter().rfind(says).filter(own))
        .or_else(|| parts.iter().find(says).filter(own))
        .map(|part| (*part).to_owned());
    if parts.len() > 1 {
        found.vague = (parts.iter().filter(|part| !own(part)))
            .map(|part| (*part).to_owned())
            .collect();
    }
    found.add(&field.name);
    for start in 1..parts.len() {
        found.add_parts(parts.get(start..), unit.as_deref());
    }
    for end in (1..parts.len()).rev() {
        found.add_parts(parts.get(..end), unit.as_deref());
    }
    found.words
}

/// Candidates for a relation: the end of its name unless that is a type, the words of its label, its name.
pub(super) fn of_relation(relation: &RelationDef, tables: &Tables) -> Vec<Word> {
    let is_type = |part: &&str| tables.type_by_name(part).is_some();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = (relation.name.split('_'))
        .filter(|part| !is_type(part) && !digits(part))
        .collect();
    let label = words_of(&relation.labels);
    let mut found = AliasChoice::new(&label);
    for start in 0..parts.len() {
        found.add_own(parts.get(start..));
    }
    for word in label.iter().filter(|word| !is_type(&word.as_str())) {
        found.add_parts(Some(&[word]), None);
    }
    found.add(&relation.name);
    found.words
}

struct AliasChoice<'l> {
    label: &'l [String],
    words: Vec<Word>,
    /// The word that keeps the meaning best.
    head: Option<String>,
    /// Words that are too vague alone.
    vague: Vec<String>,
}

impl<'l> AliasChoice<'l> {
    const fn new(label: &'l [String]) -> Self {
        Self {
            label,
            words: Vec::new(),
            head: None,
            vague: Vec::new(),
        }
    }

    fn add(&mut self, name: &str) {
        self.push(name.to_owned(), true);
    }

    /// Adds the end of a name without a type, which carries the meaning of the relation.
    fn add_own(&mut self, parts: Option<&[&str]>) {
        let parts = parts.unwrap_or_default();
        if has_meaning(parts, None) {
            self.push(parts.join("_"), true);
        }
    }

    /// Adds parts of a name that have a meaning of their own.
    fn add_parts(&mut self, parts: Option<&[&str]>, unit: Option<&str>) {
        let parts = parts.unwrap_or_default();
        if has_meaning(parts, unit) {
            let known = |part: &&str| self.label.iter().any(|word| word == part);
            let telling = parts.iter().all(known);
            self.push(parts.join("_"), telling);
        }
    }

    fn push(&mut self, text: String, telling: bool) {
        let legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let starts = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let new = self.words.iter().all(|word| word.text != text);
        if new && starts && text.chars().all(legal) && !self.vague.contains(&text) {
            let keeps = match &self.head {
                Some(head) if *head == text => Keeps::Head,
                _ => Keeps::Some,
            };
            self.words.push(Word {
                text,
                telling,
                keeps,
            });
        }
    }
}

/// True where the first and the last part of a name have a meaning of their own.
fn has_meaning(parts: &[&str], unit: Option<&str>) -> bool {
    let is_empty = |part: &&str| EMPTY.contains(part) || Some(*part) == unit || part.len() < 3;
    let mut ends = parts.first().into_iter().chain(parts.last());
    !parts.is_empty() && !ends.any(is_empty)
}

/// The words of the English label in lower case.
fn words_of(labels: &[Label]) -> Vec<String> {
    let english = labels.iter().find(|label| label.language == "en");
    let letters = |letter: char| !letter.is_ascii_alphanumeric();
    let words = english
        .into_iter()
        .flat_map(|label| label.text.split(letters));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
