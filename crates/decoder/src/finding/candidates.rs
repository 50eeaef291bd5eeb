//! What could have been meant: look-alike letters, case slips, near misses and names used for codes.

use crate::draft::Words;
use crate::finding::topic::Listed;
use crate::finding::{Candidate, labels};
use crate::line::marks;
use crate::tables::{EnumValue, FieldDef, Label, RelationDef, Tables, TypeDef};

/// Something that may be said.
pub(crate) struct Known<'t> {
    code: &'t str,
    names: Vec<&'t str>,
    labels: &'t [Label],
    /// What it is a property of, where that must be said.
    of: Option<&'t TypeDef>,
    /// Whether its label is a word of the notation itself.
    is_word: bool,
    description: &'t str,
}

impl<'t> Known<'t> {
    /// A word with no label.
    pub(crate) const fn plain(code: &'t str) -> Self {
        Self::key(code, Vec::new())
    }

    /// A key, and what it is called in other notations.
    pub(crate) const fn key(code: &'t str, names: Vec<&'t str>) -> Self {
        Self {
            code,
            names,
            labels: &[],
            of: None,
            is_word: true,
            description: "",
        }
    }

    /// A member of one of the contract's own lists: its code and its long name.
    pub(crate) fn member<T: Listed>(member: &T) -> Self {
        let name = member.name();
        Self {
            labels: labels::of(T::LIST, name),
            description: name,
            ..Self::key(member.code(), vec![name])
        }
    }

    pub(crate) fn field(tables: &'t Tables, field: &'t FieldDef) -> Self {
        let mut names: Vec<&str> = vec![&field.path, &field.name];
        names.extend(field.alias.as_deref());
        let several = tables.types.len() > 1;
        let of = several.then(|| tables.type_by_name(&field.type_name));
        Self {
            names,
            of: of.flatten(),
            ..Self::labelled(&field.code, &field.labels, &field.path)
        }
    }

    pub(crate) fn relation(tables: &'t Tables, relation: &'t RelationDef) -> Self {
        let mut names: Vec<&str> = vec![&relation.name];
        names.extend(relation.alias.as_deref());
        // A line says the last one: the alias only where no other relation has it.
        if tables.relation_by_spelling(relation.spelling()).is_none() {
            names.push(&relation.name);
        }
        Self {
            names,
            ..Self::labelled(&relation.code, &relation.labels, &relation.name)
        }
    }

    pub(crate) fn type_def(def: &'t TypeDef) -> Self {
        Self::labelled(&def.name, &def.labels, &def.description)
    }

    pub(crate) fn enum_value(value: &'t EnumValue) -> Self {
        Self::labelled(&value.value, &value.labels, "")
    }

    /// Something of the codebook, which has labels.
    fn labelled(code: &'t str, labels: &'t [Label], description: &'t str) -> Self {
        Self {
            labels,
            is_word: false,
            description,
            ..Self::plain(code)
        }
    }

    /// The same as a text says it: its code, its first name, or the last, which is its alias where it has one.
    pub(crate) fn said_in(mut self, words: Words) -> Self {
        let name = match words {
            Words::Codes => None,
            Words::Names => self.names.first_mut(),
            Words::Line => match marks::of_code(self.code) {
                Some(mark) => {
                    self.code = mark;
                    None
                }
                None => self.names.last_mut(),
            },
        };
        if let Some(name) = name {
            std::mem::swap(&mut self.code, name);
        }
        self
    }

    fn candidate(&self) -> Candidate {
        Candidate {
            code: self.code.to_owned(),
            label: self
                .labels
                .first()
                .filter(|_| !self.is_word)
                .map_or_else(|| self.code.to_owned(), |label| label.text.to_string()),
            description: self.description.to_owned(),
            labels: self
                .labels
                .iter()
                .map(|label| (label.language.to_string(), self.whole(label)))
                .collect(),
        }
    }

    /// A label with what it is a property of.
    fn whole(&self, label: &Label) -> String {
        let text = &label.text;
        let same = |of: &&Label| of.language == label.language;
        let of = self.of.and_then(|def| def.labels.iter().find(same));
        match of {
            Some(of) if label.language.starts_with("zh") => format!("{text}（{}）", of.text),
            Some(of) => format!("{text} ({})", of.text),
            None => text.to_string(),
        }
    }

    /// How far `said` is from it; `None`: too far to have been meant.
    fn distance(&self, said: &str) -> Option<u32> {
        if fold(said) == fold(self.code) {
            return Some(0);
        }
        let lower = said.to_lowercase();
        let is_name = |name: &str| name.to_lowercase() == lower;
        let labels = || {
            self.labels
                .iter()
                .flat_map(|label| std::iter::once(&label.text).chain(label.synonyms.iter()))
        };
        if self.names.iter().any(|name| is_name(name)) || labels().any(|label| is_name(label)) {
            return Some(1);
        }
        let near = |name: &str| {
            let length = name.chars().count().max(said.chars().count());
            let distance = strsim::damerau_levenshtein(&name.to_lowercase(), &lower);
            (distance * 3 <= length).then_some(u32::try_from(distance).unwrap_or(u32::MAX))
        };
        std::iter::once(self.code)
            .chain(self.names.iter().copied())
            .chain(labels().map(AsRef::as_ref))
            .filter_map(near)
            .min()
            .map(|distance| distance.saturating_add(1))
    }
}

/// The likeliest, nearest first, in the given order where equally near; at most `cap`.
pub(crate) fn rank<'t>(
    said: &str,
    known: impl IntoIterator<Item = Known<'t>>,
    cap: usize,
) -> Vec<Candidate> {
    let mut near: Vec<(u32, Known<'t>)> = known
        .into_iter()
        .filter_map(|known| Some((known.distance(said)?, known)))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    // What is the same but for the look of its letters leaves no choice.
    let same = near.first().is_some_and(|(distance, _)| *distance == 0);
    let near = near.iter().filter(|(distance, _)| !same || *distance == 0);
    distinct(near.map(|(_, known)| known), cap)
}

/// Candidates for each code once, at most `cap`.
fn distinct<'k, 't: 'k>(known: impl Iterator<Item = &'k Known<'t>>, cap: usize) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for known in known {
        if candidates.len() == cap {
            break;
        }
        if candidates.iter().all(|before| before.code != known.code) {
            candidates.push(known.candidate());
        }
    }
    candidates
}

/// The likeliest, or where nothing is near the first `cap` of all: there is always something to choose from.
pub(crate) fn rank_or_all<'t>(said: &str, known: Vec<Known<'t>>, cap: usize) -> Vec<Candidate> {
    let all = distinct(known.iter(), cap);
    let near = rank(said, known, cap);
    if near.is_empty() { all } else { near }
}

/// How the said word differs from the first candidate, where that is worth saying.
pub(crate) fn slip(said: &str, candidates: &[Candidate]) -> Option<String> {
    let code = &candidates.first()?.code;
    if code.eq_ignore_ascii_case(said) {
        return Some(format!("codes keep their case: `{code}`"));
    }
    if fold(said) != fold(code) {
        return None;
    }
    Some(if said.contains(|letter| narrow(letter).is_some()) {
        format!("it is written in full-width characters: `{code}`")
    } else {
        format!("it has letters of another alphabet that look like `{code}`")
    })
}

/// Fields, those of the given types first.
pub(crate) fn fields<'t>(tables: &'t Tables, types: &[&str]) -> Vec<Known<'t>> {
    let of_types = |field: &&FieldDef| types.contains(&field.type_name.as_ref());
    let first = tables.fields.iter().filter(of_types);
    let rest = tables.fields.iter().filter(|field| !of_types(field));
    let all = first.chain(rest);
    all.map(|field| Known::field(tables, field)).collect()
}

/// The mark of the line that a sign of mathematics stands for.
pub(crate) const fn mark_of_sign(sign: char) -> Option<&'static str> {
    match sign {
        '≤' | '⩽' => Some("<="),
        '≥' | '⩾' => Some(">="),
        '≠' => Some("!="),
        '→' => Some(">"),
        '←' => Some("<"),
        '↔' => Some("<>"),
        '−' | '–' => Some("-"),
        '…' => Some(".."),
        _ => None,
    }
}

/// Whether a sign stands for a comparison. `>` and `<` are relations too, what ends with `=` is not.
pub(crate) fn compares(sign: char) -> bool {
    mark_of_sign(sign).is_some_and(|mark| mark.ends_with('='))
}

/// A word with look-alike letters made Latin, and without case.
fn fold(word: &str) -> String {
    word.chars()
        .flat_map(char::to_lowercase)
        .map(latin)
        .collect()
}

/// The character of ASCII that a full-width one is a form of; they stand in its order.
pub(crate) const fn narrow(letter: char) -> Option<char> {
    match letter {
        '！'..='～' => char::from_u32(letter as u32 - ('！' as u32 - '!' as u32)),
        _ => None,
    }
}

const fn latin(letter: char) -> char {
    match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'е' | 'ё' | 'ε' => 'e',
        'ғ' => 'f',
        'н' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'к' | 'κ' => 'k',
        'м' | 'μ' => 'm',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'у' | 'υ' => 'y',
        'х' | 'χ' => 'x',
        'ј' => 'j',
        other => match narrow(other) {
            Some(ascii) => ascii,
            None => other,
        },
    }
}
