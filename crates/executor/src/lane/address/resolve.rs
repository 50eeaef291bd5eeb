//! Resolve: what an anchor was called → the one element of the catalogue it means, or why it is not known.

use std::time::Instant;

use serde::Serialize;

use crate::catalogue::Side;
use crate::lane::address::account;
use crate::lane::address::decompose::extraction::Filters;
use crate::lane::address::execute::account_scope::ScopeOutcome;
use crate::lane::address::parameters::{self, QueryScope, Values};
use crate::lane::address::plan::{AnchorStep, RowOrder};
use crate::ports::one_c::{Cell, OneC, PortError, RawRow, Reference};
use crate::ports::retry;
use crate::taxonomy::Confidence;

/// Rows a lookup may give. Whole matches come first, so a cut loses parts of names only, and those are ambiguous.
pub const LOOKUP_ROWS: u32 = 21;

/// Letters and digits a part of a name must have to mean the one name that has it; a shorter part gives candidates.
const PART_LETTERS: usize = 3;

/// Longest name that is looked for, in characters; a catalogue has none so long, and masks cost what they are long.
const LONGEST_NAME: usize = 1024;

/// What became of an anchor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Resolution {
    /// The filter, `counterparty` or `contract`.
    pub anchor_type: String,
    /// What it was called.
    pub raw: String,
    /// The element it means; `null` when that is not known.
    pub resolved: Option<Reference>,
    /// How sure that is.
    pub confidence: Confidence,
    /// How many elements it could mean, when more than one.
    pub ambiguity_count: usize,
    /// The elements it could mean.
    pub candidates: Vec<Candidate>,
    /// The anchor it was looked for within: a contract's owner.
    pub within: Option<String>,
    /// The owner of the element it means, where it has one.
    pub owner: Option<Reference>,
}

/// An element an anchor could mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The element.
    pub reference: Reference,
    /// What to say to mean it and no other, where the catalogue has such a thing.
    pub code: String,
    /// What tells it from its namesakes.
    pub details: String,
    /// The element it belongs to, where it has one.
    pub owner: Option<Reference>,
}

/// Looks one anchor up.
///
/// # Errors
/// When the server fails.
pub async fn resolve<P: OneC>(
    port: &P,
    step: &AnchorStep<'_>,
    filters: &Filters,
    found: &[(&str, Reference)],
    deadline: Instant,
) -> Result<Resolution, PortError> {
    if step.value.chars().nth(LONGEST_NAME).is_some() {
        return Ok(judge(step.filter, &step.value, &[]));
    }
    let values = Values {
        filters,
        scope: QueryScope {
            accounts: &[],
            side: Side::Either,
            outcome: ScopeOutcome::Held,
        },
        anchors: found,
        page: None,
    };
    let call = parameters::bind(step.template, RowOrder::PeriodDesc, values, LOOKUP_ROWS)
        .ok_or_else(|| PortError::Refused("a lookup parameter has no value".to_owned()))?;
    let rows = retry::read(port, &call, deadline).await?;
    let read = rows.rows.iter();
    let read = read.filter(|row| element(step.filter, &step.value, row).is_some());
    if read.count() < rows.fetched {
        // It may be the one that is meant.
        return Err(PortError::Malformed(
            "a row of the lookup has no reference".to_owned(),
        ));
    }
    let mut resolution = judge(step.filter, &step.value, &rows.rows);
    let owner = found.iter().find(|(filter, _)| *filter == "counterparty");
    if let (true, Some((_, owner))) = (step.filter == "contract", owner) {
        resolution.within = Some(owner.presentation.clone());
    }
    Ok(resolution)
}

/// Classes of a match, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
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
fn judge(anchor_type: &str, raw: &str, rows: &[RawRow]) -> Resolution {
    let mut matches: Vec<(Match, Candidate)> = Vec::new();
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
    let candidates: Vec<Candidate> = matches
        .into_iter()
        .filter(|(class, _)| Some(*class) == best)
        .map(|(_, candidate)| candidate)
        .collect();
    let telling = raw
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .count()
        >= PART_LETTERS;
    let only = match candidates.as_slice() {
        [only] if best != Some(Match::Part) || telling => Some(only),
        _ => None,
    };
    let confidence = match (&only, best) {
        (Some(_), Some(Match::Part)) => Confidence::Medium,
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
fn element(anchor_type: &str, raw: &str, row: &RawRow) -> Option<Reference> {
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

/// An element with what tells it from others: the number that identifies it, its full name, its owner.
fn candidate(reference: Reference, row: &RawRow) -> Candidate {
    let shown = |column: &str| row.first(&[column]).and_then(Cell::shown);
    let details: Vec<String> = ["ИНН", "НаименованиеПолное", "Номер", "Владелец", "Код"]
        .into_iter()
        .filter_map(|column| Some(format!("{column}: {}", shown(column)?)))
        .collect();
    let code = shown("ИНН")
        .or(shown("Код"))
        .unwrap_or(&reference.presentation)
        .to_owned();
    Candidate {
        code,
        reference,
        details: details.join("; "),
        owner: match row.first(&["Владелец"]) {
            Some(Cell::Reference(owner)) => Some(owner.clone()),
            _ => None,
        },
    }
}

fn class(raw: &str, row: &RawRow) -> Match {
    // An account is written `62,01` as well as `62.01`.
    let token = account::normalise(raw);
    let raw = plain(raw);
    let is = |names: &[&str]| {
        row.first(names).and_then(Cell::shown).is_some_and(|text| {
            plain(text) == raw || (token.is_some() && account::normalise(text) == token)
        })
    };
    if is(&["ИНН"]) || is(&["Номер"]) || is(&["Код"]) {
        Match::Number
    } else if is(&["Наименование"]) {
        Match::Name
    } else if is(&["НаименованиеПолное"]) {
        Match::FullName
    } else {
        Match::Part
    }
}

/// A name without case, quotes, `ё` and double spaces.
fn plain(name: &str) -> String {
    let letters: String = name
        .chars()
        .filter(|character| !parameters::is_quotation_mark(*character))
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
            let resolution = judge("counterparty", raw, rows);
            assert_eq!(
                resolution.resolved.map(|found| found.id).as_deref(),
                resolved,
                "{raw}"
            );
            assert_eq!(resolution.confidence, confidence, "{raw}");
            assert_eq!(resolution.ambiguity_count, ambiguity, "{raw}");
        }
    }
}
