//! Book → coded book: given codes stay, new codes follow the highest one, and codes of removed elements are reserved.

use std::collections::BTreeSet;
use std::mem::take;

use super::{Book, BookField, BookMetric, BookRelation};
use crate::import::code_meaning::CodeMeaning;
use crate::import::lock::{CodeAndName, ImportLock};
use crate::import::omission::{OmissionReason, Omissions};

#[derive(Debug)]
pub(crate) struct CodedBook {
    /// Code and field, sorted by code.
    pub(crate) fields: Vec<(String, BookField)>,
    pub(crate) relations: Vec<(String, BookRelation)>,
    pub(crate) metrics: Vec<(String, BookMetric)>,
    /// Sorted by code.
    pub(crate) reserved: Vec<String>,
    /// The number of codes that were given before.
    pub(crate) kept: usize,
}

impl CodedBook {
    /// The properties that fields and relations come from.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().map(|(_, field)| &field.property);
        let relations = self.relations.iter().map(|(_, one)| &one.property);
        fields.chain(relations).map(String::as_str)
    }

    /// Every code of a field, a relation or a metric.
    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.iter().map(|(code, _)| code);
        let relations = self.relations.iter().map(|(code, _)| code);
        let metrics = self.metrics.iter().map(|(code, _)| code);
        (fields.chain(relations).chain(metrics)).map(String::as_str)
    }
}

/// Assigns the codes. Moves fields, relations and metrics out of the book.
pub(crate) fn coded(book: &mut Book, previous: &ImportLock, left: &mut Omissions) -> CodedBook {
    let own = &previous.overlay.codes;
    let mut codes = Codes {
        previous,
        taken: (previous.codes())
            .chain(previous.given.codes())
            .chain(previous.reserved.iter().map(String::as_str))
            .chain(own.iter().map(String::as_str))
            .collect(),
        kept: BTreeSet::new(),
        left,
    };
    let fields = codes.give("F", take(&mut book.fields), |field| {
        let meaning = CodeMeaning::Field {
            path: format!("{}.{}", field.type_name, field.name),
            value_type: field.value.ty.name().to_owned(),
            array: field.value.array,
            reference: field.value.reference.clone(),
        };
        let source = (field.type_name.clone(), field.property.clone());
        (&field.property, meaning, previous.fields.get(&source))
    });
    let relations = codes.give("R", take(&mut book.relations), |relation| {
        let meaning = CodeMeaning::Relation {
            name: relation.name.clone(),
            from: relation.from.clone(),
            to: relation.to.clone(),
        };
        let before = previous.relations.get(&relation.source());
        (&relation.property, meaning, before)
    });
    let metrics = codes.give("M", take(&mut book.metrics), |metric| {
        let (name, of) = (metric.name.clone(), metric.of.clone());
        let before = previous.metrics.get(&name);
        (&metric.name, CodeMeaning::Metric { name, of }, before)
    });
    let types: BTreeSet<&str> = book.types.iter().map(|ty| ty.name.as_str()).collect();
    let gone_types = (previous.type_names())
        .filter(|name| !types.contains(name) && !previous.overlay.types.contains(*name));
    let gone = (codes.taken.difference(&codes.kept).copied())
        .filter(|code| !own.contains(*code))
        .chain(gone_types)
        .collect::<BTreeSet<&str>>();
    let mut reserved: Vec<String> = gone.into_iter().map(str::to_owned).collect();
    reserved.sort_by(|one, other| number(one).cmp(&number(other)));
    CodedBook {
        fields,
        relations,
        metrics,
        reserved,
        kept: codes.kept.len(),
    }
}

/// The codes of the last import.
struct Codes<'p, 'l> {
    previous: &'p ImportLock,
    taken: BTreeSet<&'p str>,
    /// Codes that were used again.
    kept: BTreeSet<&'p str>,
    left: &'l mut Omissions,
}

impl<'p> Codes<'p, '_> {
    /// Assigns each element its old code or a new one, and sorts by code.
    /// `known`: the source of an element, its meaning, and the code of the last import.
    fn give<T>(
        &mut self,
        prefix: &str,
        elements: Vec<T>,
        known: impl Fn(&T) -> (&String, CodeMeaning, Option<&'p CodeAndName>),
    ) -> Vec<(String, T)> {
        // Handwritten codes may be far from the others; new codes do not continue them.
        let own = &self.previous.overlay.codes;
        let given = self.taken.iter().filter(|code| !own.contains(**code));
        let mut next = highest(given, prefix);
        let mut coded = Vec::with_capacity(elements.len());
        for element in elements {
            let code = self.kept(known(&element)).unwrap_or_else(|| {
                loop {
                    next += 1;
                    let code = format!("{prefix}{next:03}");
                    if !self.taken.contains(code.as_str()) {
                        break code;
                    }
                }
            });
            coded.push((code, element));
        }
        coded.sort_by(|(one, _), (other, _)| number(one).cmp(&number(other)));
        coded
    }

    /// The code that an element keeps: the one in the codebook if someone changed it by hand, or else the one of the
    /// last import. A reserved code, or one that ever stood for something else, is not used.
    fn kept(
        &mut self,
        (property, given, before): (&String, CodeMeaning, Option<&'p CodeAndName>),
    ) -> Option<String> {
        let said = self.previous.given.code_of(given.name()).into_iter();
        let codes = said.chain(before.map(|(code, _)| code.as_str()));
        let mut other = None;
        for code in codes.filter(|code| !self.previous.reserved.contains(*code)) {
            match self.previous.given.other(code, &given) {
                Some(was) => other = other.or(Some((code, was))),
                None if self.kept.insert(code) => return Some(code.to_owned()),
                None => {}
            }
        }
        if let Some((code, was)) = other {
            let detail = format!("{code} was {}, now {}", was.words(), given.words());
            (self.left).property(OmissionReason::MeaningChanged, property, &detail);
        }
        None
    }
}

fn highest<'c>(codes: impl Iterator<Item = &'c &'c str>, prefix: &str) -> usize {
    codes
        .filter_map(|code| code.strip_prefix(prefix)?.parse().ok())
        .max()
        .unwrap_or(0)
}

/// A code split into prefix, number and rest, so that `F1000` sorts after `F999`.
fn number(code: &str) -> (&str, usize, &str) {
    let digits = code.find(|letter: char| letter.is_ascii_digit());
    let (prefix, digits) = code.split_at(digits.unwrap_or(code.len()));
    (prefix, digits.parse().unwrap_or(usize::MAX), code)
}
