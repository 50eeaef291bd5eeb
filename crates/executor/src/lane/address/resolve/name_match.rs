//! Rows of a lookup → the element that a name means. Pure.
//!
//! The best class that has any match decides: one match is the anchor, several are ambiguous. A part of a name with fewer
//! than three letters and digits confirms nothing: the element is offered as a candidate. Quotation marks match any mark.

use crate::lane::address::account;
use crate::lane::address::parameters::is_quotation_mark;
use crate::lane::address::resolve::resolution::{AnchorCandidate, Resolution};
use crate::ports::raw_row::{Cell, RawRow, Reference};
use crate::taxonomy::Confidence;

/// Letters and digits a part of a name must have to mean the one name that has it; a shorter part gives candidates.
const PART_LETTERS: usize = 3;

/// Classes of a match, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MatchClass {
    /// By a number that identifies: ИНН, number of a contract, code of an account.
    Number,
    /// By the whole name.
    Name,
    /// By the whole full name.
    FullName,
    /// By a part of a name.
    Part,
}

/// Decides by the best class that has any match: one match is the anchor, several are ambiguous.
pub(super) fn resolution(anchor_type: &str, raw: &str, rows: &[RawRow]) -> Resolution {
    let mut matches: Vec<(MatchClass, AnchorCandidate)> = Vec::new();
    for row in rows {
        if let Some(reference) = element(anchor_type, raw, row)
            && !matches
                .iter()
                .any(|(_, other)| other.reference.id == reference.id)
        {
            matches.push((class(raw, row), candidate(reference, row)));
        }
    }
    let best = matches.iter().map(|(class, _)| *class).min();
    let candidates: Vec<AnchorCandidate> = matches
        .into_iter()
        .filter(|(class, _)| Some(*class) == best)
        .map(|(_, candidate)| candidate)
        .collect();
    let letters = raw.chars().filter(|letter| letter.is_alphanumeric());
    let is_distinct = letters.count() >= PART_LETTERS;
    let only = match candidates.as_slice() {
        [only] if best != Some(MatchClass::Part) || is_distinct => Some(only),
        _ => None,
    };
    let confidence = match (&only, best) {
        (Some(_), Some(MatchClass::Part)) => Confidence::Medium,
        (Some(_), _) => Confidence::High,
        (None, _) => Confidence::Low,
    };
    Resolution {
        anchor_type: anchor_type.to_owned(),
        raw: raw.to_owned(),
        ambiguity_count: if candidates.len() > 1 {
            candidates.len()
        } else {
            0
        },
        resolved: only.map(|only| only.reference.clone()),
        owner: only.and_then(|only| only.owner.clone()),
        confidence,
        candidates,
        within: None,
    }
}

/// The element a row is about. An account is known by its code as well, which no other has and which queries go by: a
/// server that shows references by their names only can still confirm the account asked for.
pub(super) fn element(anchor_type: &str, raw: &str, row: &RawRow) -> Option<Reference> {
    match row.first(&["Ссылка"])? {
        Cell::Reference(reference) => Some(reference.clone()),
        Cell::Text(name) if anchor_type == "account" => {
            let code = row.first(&["Код"])?.shown()?;
            let asked = account::normalise(raw);
            (asked.is_some() && account::normalise(code) == asked).then(|| Reference {
                id: code.to_owned(),
                type_name: String::new(),
                presentation: name.clone(),
            })
        }
        _ => None,
    }
}

/// An element with what sets it apart from others: the number that identifies it, its full name, its owner.
fn candidate(reference: Reference, row: &RawRow) -> AnchorCandidate {
    let shown = |column: &str| row.first(&[column]).and_then(Cell::shown);
    let details: Vec<String> = ["ИНН", "НаименованиеПолное", "Номер", "Владелец", "Код"]
        .into_iter()
        .filter_map(|column| Some(format!("{column}: {}", shown(column)?)))
        .collect();
    let code = shown("ИНН")
        .or(shown("Код"))
        .unwrap_or(&reference.presentation)
        .to_owned();
    AnchorCandidate {
        code,
        reference,
        details: details.join("; "),
        owner: match row.first(&["Владелец"]) {
            Some(Cell::Reference(owner)) => Some(owner.clone()),
            _ => None,
        },
    }
}

fn class(raw: &str, row: &RawRow) -> MatchClass {
    // An account is written `62,01` as well as `62.01`.
    let token = account::normalise(raw);
    let raw = plain(raw);
    let is = |names: &[&str]| {
        row.first(names).and_then(Cell::shown).is_some_and(|text| {
            plain(text) == raw || (token.is_some() && account::normalise(text) == token)
        })
    };
    if is(&["ИНН"]) || is(&["Номер"]) || is(&["Код"]) {
        MatchClass::Number
    } else if is(&["Наименование"]) {
        MatchClass::Name
    } else if is(&["НаименованиеПолное"]) {
        MatchClass::FullName
    } else {
        MatchClass::Part
    }
}

/// A name without case, quotes, `ё` and double spaces.
fn plain(name: &str) -> String {
    let letters: String = name
        .chars()
        .filter(|character| !is_quotation_mark(*character))
        .flat_map(char::to_lowercase)
        .map(|character| if character == 'ё' { 'е' } else { character })
        .collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, name: &str, inn: &str) -> RawRow {
        let reference = Reference {
            id: id.to_owned(),
            type_name: "СправочникСсылка.Контрагенты".to_owned(),
            presentation: name.to_owned(),
        };
        RawRow {
            cells: vec![
                ("Ссылка".to_owned(), Cell::Reference(reference)),
                ("Наименование".to_owned(), Cell::Text(name.to_owned())),
                ("ИНН".to_owned(), Cell::Text(inn.to_owned())),
            ],
        }
    }

    #[test]
    fn the_best_class_decides() {
        let rows = [
            row("1", "Капель", "77"),
            row("2", "Капель Плюс", "78"),
            row("3", "ООО «Капель»", "79"),
        ];
        for (raw, rows, resolved, confidence, ambiguity) in [
            ("Капель", &rows[..], Some("1"), Confidence::High, 0),
            ("«капель  плюс»", &rows[..], Some("2"), Confidence::High, 0),
            ("79", &rows[..], Some("3"), Confidence::High, 0),
            ("апе", &rows[..], None, Confidence::Low, 3),
            ("апе", &rows[..1], Some("1"), Confidence::Medium, 0),
            ("ап", &rows[..1], None, Confidence::Low, 0),
            ("Бета", &[], None, Confidence::Low, 0),
        ] {
            let found = resolution("counterparty", raw, rows);
            assert_eq!(
                found.resolved.map(|found| found.id).as_deref(),
                resolved,
                "{raw}"
            );
            assert_eq!(found.confidence, confidence, "{raw}");
            assert_eq!(found.ambiguity_count, ambiguity, "{raw}");
        }
    }
}
