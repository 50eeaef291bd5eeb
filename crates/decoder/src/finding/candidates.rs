//! What could have been meant, the nearest first. Where nothing is near, some of what there is stand as examples, and
//! say that they are no more than that.

use std::borrow::Cow;

use crate::draft::Words;
use crate::finding::topic::{ClosedList, List};
use crate::finding::{Candidate, in_sql, labels};
use crate::language::{Derivation, Operator};
use crate::letters::folded;
use crate::names::{Similarity, Word, denied, narrow};
use crate::sql_words::{name as sql_name, table as sql_table};
use crate::tables::indices::relation_by_spelling;
use crate::tables::{
    CorpusDef, EnumValue, FieldDef, Label, MetricDef, RelationDef, Tables, TypeDef,
};

/// Longest code that is offered. Those of a codebook are far shorter; a name that a model gave may be any text.
const LONGEST: usize = 128;

/// Something that may be said.
#[derive(Clone)]
pub(crate) struct Choice<'t> {
    code: Cow<'t, str>,
    names: Vec<&'t str>,
    /// What else it is called by those who write it, and by other languages.
    also: Vec<&'t str>,
    labels: &'t [Label],
    /// What it is a property of, where that must be said.
    of: Option<&'t [Label]>,
    /// Whether its label is a word of the notation itself.
    is_word: bool,
    description: &'t str,
    /// How SQL writes its name, where it is one of the codebook.
    quotes: Option<fn(&str) -> String>,
}

impl<'t> Choice<'t> {
    /// A word with no label.
    pub(crate) fn plain(code: impl Into<Cow<'t, str>>) -> Self {
        Self::key(code, Vec::new())
    }

    /// A key, and what it is called in other notations.
    pub(crate) fn key(code: impl Into<Cow<'t, str>>, names: Vec<&'t str>) -> Self {
        Self {
            code: code.into(),
            names,
            also: Vec::new(),
            labels: &[],
            of: None,
            is_word: true,
            description: "",
            quotes: None,
        }
    }

    /// A member of one of the contract's own lists: its code and its long name.
    pub(crate) fn member<T: ClosedList>(member: &T) -> Self {
        let (code, name) = (member.code(), member.name());
        let also = labels::words(T::LIST, name).iter().copied();
        Self {
            labels: labels::of(T::LIST, name),
            description: name,
            also: also.chain(sign_of(T::LIST, code)).collect(),
            // The last is how SQL says it.
            names: [name]
                .into_iter()
                .chain(in_sql::of_member(T::LIST, name))
                .collect(),
            ..Self::key(code, Vec::new())
        }
    }

    pub(crate) fn field(tables: &'t Tables, field: &'t FieldDef) -> Self {
        let mut names: Vec<&str> = vec![&field.path, &field.name];
        names.extend(field.alias.as_deref());
        names.extend(field.sql.as_deref());
        let several = tables.types.len() > 1;
        let of = several.then(|| tables.type_by_name(&field.type_name));
        Self {
            names,
            quotes: Some(|name| sql_name(name).into_owned()),
            of: of.flatten().map(|def| def.labels.as_ref()),
            ..Self::labelled(field.code.as_ref(), &field.labels, &field.path)
        }
    }

    pub(crate) fn relation(tables: &'t Tables, relation: &'t RelationDef) -> Self {
        let mut names: Vec<&str> = vec![&relation.name];
        names.extend(relation.alias.as_deref());
        names.extend(relation.sql.as_deref());
        // SQL says the last one: the alias only where no other relation has it.
        if relation_by_spelling(tables, relation.spelling()).is_none() {
            names.push(&relation.name);
        }
        Self {
            names,
            quotes: Some(|name| sql_name(name).into_owned()),
            ..Self::labelled(relation.code.as_ref(), &relation.labels, &relation.name)
        }
    }

    pub(crate) fn metric(metric: &'t MetricDef) -> Self {
        Self {
            names: vec![&metric.name],
            ..Self::labelled(metric.code.as_ref(), &metric.labels, &metric.name)
        }
    }

    pub(crate) fn type_def(def: &'t TypeDef) -> Self {
        Self {
            names: vec![&def.name, def.spelling()],
            quotes: Some(sql_table),
            ..Self::labelled(def.name.as_ref(), &def.labels, &def.description)
        }
    }

    pub(crate) fn enum_value(value: &'t EnumValue) -> Self {
        Self::labelled(value.value.as_ref(), &value.labels, "")
    }

    pub(crate) fn corpus(corpus: &'t CorpusDef) -> Self {
        Self::labelled(corpus.name.as_ref(), &corpus.labels, "")
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
            Words::Sql => self.names.last_mut(),
        };
        // What it is no longer called by is still a name of it.
        if let Some(name) = name {
            let said = match (words, self.quotes) {
                (Words::Sql, Some(quotes)) => {
                    self.also.push(*name);
                    Cow::Owned(quotes(name))
                }
                _ => Cow::Borrowed(*name),
            };
            let before = std::mem::replace(&mut self.code, said);
            if let Cow::Borrowed(before) = before {
                *name = before;
            }
        }
        self
    }

    /// The same as a candidate.
    pub(crate) fn candidate(&self) -> Candidate {
        Candidate {
            code: self.code.clone().into_owned(),
            label: self
                .labels
                .first()
                .filter(|_| !self.is_word)
                .map_or_else(|| self.code.to_string(), |label| label.text.to_string()),
            description: self.description.to_owned(),
            example: false,
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
        let of = self.of.and_then(|labels| labels.iter().find(same));
        match of {
            Some(of) if label.language.starts_with("zh") => format!("{text}（{}）", of.text),
            Some(of) => format!("{text} ({})", of.text),
            None => text.to_string(),
        }
    }

    /// How near `said` is to it; `None`: too far to have been meant.
    fn similarity(&self, said: &Word) -> Option<Similarity> {
        let code = said.similarity(&self.code);
        if code == Some(Similarity::Name) {
            return Some(Similarity::Code);
        }
        let labels = self.labels.iter().flat_map(Label::names);
        (self.names.iter().chain(&self.also).copied())
            .chain(labels.map(AsRef::as_ref))
            .filter_map(|name| said.similarity(name))
            .chain(code)
            .min()
    }
}

/// The sign that people write for a member of one of the contract's own lists.
fn sign_of(list: List, code: &str) -> Option<&'static str> {
    match list {
        List::Operator => Operator::from_code(code).map(Operator::sign),
        List::Derivation => Derivation::from_code(code).map(Derivation::mark),
        _ => None,
    }
}

/// The likeliest, nearest first, in the given order where equally near; at most `cap`.
pub(crate) fn rank<'t>(
    said: &str,
    known: impl IntoIterator<Item = Choice<'t>>,
    cap: usize,
) -> Vec<Candidate> {
    let mut near = near(said, known);
    near.sort_by_key(|(similarity, _)| *similarity);
    // What is the same but for the look of its letters, or is called just so, leaves no other choice; where whole words
    // are the same, what only looks like them is not meant.
    let sure = near.first().map(|(similarity, _)| *similarity);
    let sure = sure.filter(|similarity| *similarity <= Similarity::Words);
    let near = near
        .iter()
        .filter(|(similarity, _)| sure.is_none_or(|sure| sure == *similarity));
    distinct(near.map(|(_, known)| known), cap)
}

/// What is near, and how near, in the given order.
fn near<'t>(
    said: &str,
    known: impl IntoIterator<Item = Choice<'t>>,
) -> Vec<(Similarity, Choice<'t>)> {
    let sign = match said {
        "≤" | "⩽" => "<=",
        "≥" | "⩾" => ">=",
        "≠" => "!=",
        other => other,
    };
    let Some(word) = Word::of(sign) else {
        return Vec::new();
    };
    let denied = denied(said).and_then(|rest| Word::of(&rest));
    let known = known.into_iter().filter_map(|known| {
        let similarity = known.similarity(&word)?;
        // What a text denies is the opposite of what it means.
        let rest = denied.as_ref().and_then(|rest| known.similarity(rest));
        (rest.is_none_or(|rest| rest >= similarity)).then_some((similarity, known))
    });
    known.collect()
}

/// Candidates for each code once, at most `cap`.
fn distinct<'k, 't: 'k>(known: impl Iterator<Item = &'k Choice<'t>>, cap: usize) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for known in known.filter(|known| known.code.len() <= LONGEST) {
        if candidates.len() == cap {
            break;
        }
        if candidates.iter().all(|before| before.code != known.code) {
            candidates.push(known.candidate());
        }
    }
    candidates
}

/// The likeliest, or where nothing is near the first `cap` of all, as examples: there is always something to choose
/// from.
pub(crate) fn rank_or_all<'t>(said: &str, known: Vec<Choice<'t>>, cap: usize) -> Vec<Candidate> {
    let mut all = distinct(known.iter(), cap);
    let near = rank(said, known, cap);
    if !near.is_empty() {
        return near;
    }
    for candidate in &mut all {
        candidate.example = true;
    }
    all
}

/// How the said word differs from the first candidate, where that is worth saying.
pub(crate) fn slip(said: &str, candidates: &[Candidate]) -> Option<String> {
    let code = &candidates.first()?.code;
    if folded(code) == folded(said) {
        let kept = match code.to_lowercase() == said.to_lowercase() {
            true => "case",
            false => "`ё`",
        };
        return Some(format!("codes keep their {kept}: `{code}`"));
    }
    let alike = Word::of(said)?.similarity(code) == Some(Similarity::Name);
    alike.then(|| match said.contains(|letter| narrow(letter).is_some()) {
        true => format!("it is written in full-width characters: `{code}`"),
        false => format!("it has letters of another alphabet that look like `{code}`"),
    })
}

/// Fields, those of the given types first.
pub(crate) fn fields<'t>(tables: &'t Tables, types: &[&str]) -> Vec<Choice<'t>> {
    let of_types = |field: &&FieldDef| types.contains(&field.type_name.as_ref());
    let first = tables.fields.iter().filter(of_types);
    let rest = tables.fields.iter().filter(|field| !of_types(field));
    let all = first.chain(rest);
    all.map(|field| Choice::field(tables, field)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Candidate, slip};

    #[test]
    fn a_slip_is_told_as_it_is() {
        let told = |said, code: &str| {
            let code = code.to_owned();
            let candidate = Candidate {
                code,
                ..Candidate::default()
            };
            slip(said, &[candidate]).unwrap_or_default()
        };
        assert_eq!(
            told("отменен", "отменён"),
            "codes keep their `ё`: `отменён`"
        );
        assert_eq!(
            told("Отменён", "отменён"),
            "codes keep their case: `отменён`"
        );
        let other = "it has letters of another alphabet that look like `red`";
        assert_eq!(told("rеd", "red"), other);
    }
}
