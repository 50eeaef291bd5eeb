//! Book → coded book: codes that were given stay, new ones follow the highest, those that are gone are reserved.

use std::collections::BTreeSet;

use super::{Book, BookField, BookRelation};
use crate::import::lock::ImportLock;
use crate::import::omission::{Element, OmissionReason, Omissions};

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
        left.leave(OmissionReason::ByHand, Element::Other, code, "");
    }
    let mut taken: BTreeSet<&str> = previous.codes().collect();
    taken.extend(previous.reserved.iter().map(String::as_str));
    taken.extend(previous.by_hand.iter().map(String::as_str));
    let mut next_field = highest(&taken, "F");
    let mut next_relation = highest(&taken, "R");
    let mut kept = BTreeSet::new();
    let mut code = |old: Option<&str>, prefix: &str, next: &mut usize| match old {
        // A reserved code does not come back, whoever says so.
        Some(old) if !previous.reserved.contains(old) && kept.insert(old.to_owned()) => {
            old.to_owned()
        }
        _ => {
            *next += 1;
            format!("{prefix}{next:03}")
        }
    };
    let mut fields: Vec<(String, BookField)> = Vec::new();
    for field in std::mem::take(&mut book.fields) {
        let source = (field.type_name.clone(), field.property.clone());
        let old = previous.field(&source).map(|(code, _)| code.as_str());
        fields.push((code(old, "F", &mut next_field), field));
    }
    let mut relations: Vec<(String, BookRelation)> = Vec::new();
    for relation in std::mem::take(&mut book.relations) {
        let source = (
            relation.from.clone(),
            relation.property.clone(),
            relation.to.clone(),
        );
        let old = previous.relation(&source).map(|(code, _)| code.as_str());
        relations.push((code(old, "R", &mut next_relation), relation));
    }
    fields.sort_by(|(one, _), (other, _)| number(one).cmp(&number(other)));
    relations.sort_by(|(one, _), (other, _)| number(one).cmp(&number(other)));
    let mut reserved: Vec<String> = (taken.into_iter())
        .filter(|code| !kept.contains(*code))
        .map(str::to_owned)
        .collect();
    reserved.sort_by(|one, other| number(one).cmp(&number(other)));
    Coded {
        fields,
        relations,
        reserved,
        kept: kept.len(),
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
