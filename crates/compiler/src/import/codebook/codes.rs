//! Book → coded book: codes that were given stay, new ones follow the highest, those that are gone are reserved.

use std::collections::BTreeSet;
use std::mem::take;

use super::{Book, BookField, BookRelation};
use crate::import::lock::{CodeAndName, ImportLock};
use crate::import::omission::{OmissionReason, Omissions};

/// A book with its codes.
#[derive(Debug)]
pub(crate) struct Coded {
    /// Code and field, in the order of codes.
    pub(crate) fields: Vec<(String, BookField)>,
    pub(crate) relations: Vec<(String, BookRelation)>,
    /// In the order of codes.
    pub(crate) reserved: Vec<String>,
    /// How many codes were given before.
    pub(crate) kept: usize,
}

/// Gives the codes. Takes fields and relations out of the book.
pub(crate) fn coded(book: &mut Book, previous: &ImportLock, left: &mut Omissions) -> Coded {
    for code in &previous.by_hand {
        left.other(OmissionReason::ByHand, code, "");
    }
    let mut codes = Codes {
        previous,
        taken: (previous.codes())
            .chain(previous.reserved.iter().map(String::as_str))
            .chain(previous.by_hand.iter().map(String::as_str))
            .collect(),
        kept: BTreeSet::new(),
    };
    let fields = codes.give("F", take(&mut book.fields), |field| {
        let source = (field.type_name.clone(), field.property.clone());
        previous.fields.get(&source)
    });
    let relations = codes.give("R", take(&mut book.relations), |relation| {
        previous.relations.get(&relation.source())
    });
    let gone = codes.taken.difference(&codes.kept);
    let mut reserved: Vec<String> = gone.map(|code| (*code).to_owned()).collect();
    reserved.sort_by(|one, other| number(one).cmp(&number(other)));
    Coded {
        fields,
        relations,
        reserved,
        kept: codes.kept.len(),
    }
}

/// The codes of before.
struct Codes<'p> {
    previous: &'p ImportLock,
    taken: BTreeSet<&'p str>,
    /// Those that were given again.
    kept: BTreeSet<&'p str>,
}

impl<'p> Codes<'p> {
    /// Gives each element the code it had or a new one, and sorts them by code.
    fn give<T>(
        &mut self,
        prefix: &str,
        elements: Vec<T>,
        before: impl Fn(&T) -> Option<&'p CodeAndName>,
    ) -> Vec<(String, T)> {
        let mut next = highest(&self.taken, prefix);
        let mut code = |element: &T| match before(element) {
            // A reserved code does not come back, whoever says so.
            Some((old, _)) if !self.previous.reserved.contains(old) && self.kept.insert(old) => {
                old.clone()
            }
            _ => {
                next += 1;
                format!("{prefix}{next:03}")
            }
        };
        let coded = elements
            .into_iter()
            .map(|element| (code(&element), element));
        let mut coded: Vec<(String, T)> = coded.collect();
        coded.sort_by(|(one, _), (other, _)| number(one).cmp(&number(other)));
        coded
    }
}

fn highest(codes: &BTreeSet<&str>, prefix: &str) -> usize {
    (codes.iter())
        .filter_map(|code| code.strip_prefix(prefix)?.parse().ok())
        .max()
        .unwrap_or(0)
}

/// A code as prefix and number, so that `F1000` follows `F999`.
fn number(code: &str) -> (&str, usize, &str) {
    let digits = code.find(|letter: char| letter.is_ascii_digit());
    let (prefix, digits) = code.split_at(digits.unwrap_or(code.len()));
    (prefix, digits.parse().unwrap_or(usize::MAX), code)
}
