//! Rows of a lookup → the element that a name means. Pure.
//!
//! The best class with a match decides: one match resolves the anchor, several are ambiguous. A part of a name resolves
//! an anchor where it begins words and has at least three letters or digits; otherwise, and for contracts always, its
//! matches are candidates. Without a match the three nearest elements are candidates. Where the server hides names,
//! nothing can be compared: all rows are candidates, and a token resolves to the single element that the server returns
//! for it.

use std::cmp::Reverse;

use cmec_decoder::names::distance;

use crate::lane::address::account;
use crate::lane::address::names::{self, ContractName, PartyName};
use crate::lane::address::resolve::resolution::{AnchorCandidate, Resolution};
use crate::lane::address::resolve::{LOOKUP_ROWS, OFFERED};
use crate::ports::raw_row::{Cell, RawRow, Reference};
use crate::taxonomy::{Confidence, MatchedBy};

/// Minimum number of letters and digits for a part of a name to resolve an anchor; a shorter part gives candidates.
const PART_LETTERS: usize = 3;

/// Maximum number of near candidates.
const NEAREST: usize = 3;

/// Columns with a value that may identify an element, the shortest value first.
const SAYINGS: [&str; 6] = [
    "ИНН",
    "Код",
    "Ссылка",
    "Наименование",
    "НаименованиеПолное",
    "Номер",
];

/// How an element matches a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It may be the wanted element.
    As(MatchedBy),
    /// It contains a part of the name, which resolves nothing.
    PartOnly,
    /// It is near, with this edit distance in letters.
    Near(usize),
}

/// The resolution, with an identifying code for each candidate.
pub(super) fn resolution(anchor_type: &str, raw: &str, rows: &[RawRow]) -> Resolution {
    let mut found = decision(anchor_type, raw, rows);
    for candidate in found.candidates.iter_mut().take(OFFERED) {
        let meant = &candidate.reference.id;
        let row = rows
            .iter()
            .find(|row| element(anchor_type, raw, row).is_some_and(|element| element.id == *meant));
        let row = row.into_iter();
        let mut sayings = row.flat_map(|row| SAYINGS.iter().filter_map(|name| told(row, name)));
        let saying = sayings.find(|saying| {
            let means = decision(anchor_type, saying, rows).resolved;
            means.is_some_and(|means| means.id == *meant)
        });
        candidate.code = saying.map(str::to_owned);
    }
    found
}

/// Chooses the best class with a match: one match resolves the anchor, several are ambiguous.
fn decision(anchor_type: &str, raw: &str, rows: &[RawRow]) -> Resolution {
    let mut fits: Vec<(Fit, AnchorCandidate)> = Vec::new();
    for row in rows {
        if let Some(reference) = element(anchor_type, raw, row)
            && !fits
                .iter()
                .any(|(_, other)| other.reference.id == reference.id)
        {
            let fit = match fit(anchor_type, raw, row) {
                // The server knows the meaning of its own token.
                Fit::PartOnly | Fit::Near(_) if names::is_token(raw) && rows.len() == 1 => {
                    Fit::As(MatchedBy::Name)
                }
                fit => fit,
            };
            fits.push((fit, candidate(reference, row)));
        }
    }
    // Numbers and whole names come first, so truncation loses none of them.
    let fitting = fits.iter().filter(|(fit, _)| !matches!(fit, Fit::Near(_)));
    let is_cut = u32::try_from(fitting.count()).unwrap_or(u32::MAX) >= LOOKUP_ROWS;
    let best = fits.iter().map(|(fit, _)| *fit).min();
    let hidden = |row: &RawRow| told(row, "Наименование").is_some_and(names::is_token);
    let names_are_hidden = !rows.is_empty() && rows.iter().all(hidden);
    let candidates = match best {
        Some(Fit::Near(_) | Fit::PartOnly) if names_are_hidden => {
            fits.into_iter().map(|(_, candidate)| candidate).collect()
        }
        Some(Fit::Near(_)) => nearest(fits),
        best => {
            let of_best = fits.into_iter().filter(|(fit, _)| Some(*fit) == best);
            spelt_alike(raw, of_best.map(|(_, candidate)| candidate).collect())
        }
    };
    let (matched_by, is_whole) = match best {
        Some(Fit::As(by)) => (
            Some(by),
            matches!(
                by,
                MatchedBy::Number | MatchedBy::Name | MatchedBy::FullName
            ),
        ),
        Some(Fit::PartOnly) => (Some(MatchedBy::Part), false),
        Some(Fit::Near(_)) | None => (None, false),
    };
    let only = match (candidates.as_slice(), best) {
        ([only], Some(Fit::As(_))) if is_whole || !is_cut => Some(only),
        _ => None,
    };
    let confidence = match (&only, matched_by) {
        (Some(_), Some(MatchedBy::Words | MatchedBy::Letters | MatchedBy::Part)) => {
            Confidence::Medium
        }
        (Some(_), _) => Confidence::High,
        (None, _) => Confidence::Low,
    };
    Resolution {
        anchor_type: anchor_type.to_owned(),
        raw: raw.to_owned(),
        ambiguity_count: if candidates.len() > 1 && matched_by.is_some() {
            candidates.len()
        } else {
            0
        },
        resolved: only.map(|only| only.reference.clone()),
        owner: only.and_then(|only| only.owner.clone()),
        confidence,
        matched_by,
        is_cut,
        names_are_hidden,
        candidates,
        within: None,
    }
}

fn nearest(mut fits: Vec<(Fit, AnchorCandidate)>) -> Vec<AnchorCandidate> {
    fits.sort_by_key(|(fit, _)| *fit);
    let fits = fits.into_iter().take(NEAREST);
    fits.map(|(_, candidate)| candidate).collect()
}

/// Among equal matches, the elements with the same `ё` as the name; all of them where none has it.
fn spelt_alike(raw: &str, candidates: Vec<AnchorCandidate>) -> Vec<AnchorCandidate> {
    let alike =
        |candidate: &AnchorCandidate| names::is_spelt_alike(raw, &candidate.reference.presentation);
    if candidates.iter().any(alike) {
        candidates.into_iter().filter(alike).collect()
    } else {
        candidates
    }
}

/// The element of a row. An account is also identified by its unique code, which queries use; so a server that shows
/// references only by name can still confirm a given account.
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

/// An element with the details that distinguish it: identifying number, full name, owner.
fn candidate(reference: Reference, row: &RawRow) -> AnchorCandidate {
    let details: Vec<String> = [
        "ИНН",
        "КПП",
        "НаименованиеПолное",
        "Номер",
        "Владелец",
        "Код",
    ]
    .into_iter()
    .filter_map(|column| Some(format!("{column}: {}", told(row, column)?)))
    .collect();
    AnchorCandidate {
        code: None,
        reference,
        details: details.join("; "),
        owner: match row.first(&["Владелец"]) {
            Some(Cell::Reference(owner)) => Some(owner.clone()),
            _ => None,
        },
    }
}

fn told<'r>(row: &'r RawRow, column: &str) -> Option<&'r str> {
    let text = row.first(&[column]).and_then(Cell::shown);
    text.filter(|text| !text.trim().is_empty())
}

fn fit(anchor_type: &str, raw: &str, row: &RawRow) -> Fit {
    let shown = |column: &str| row.first(&[column]).and_then(Cell::shown);
    let is = |column: &str| {
        let text = shown(column).map(names::plain);
        text.is_some_and(|text| !text.is_empty() && text == names::plain(raw))
    };
    // An account is written `62,01` as well as `62.01`.
    let token = account::normalise(raw);
    let is_account =
        shown("Код").is_some_and(|code| token.is_some() && account::normalise(code) == token);
    let tax_number = names::tax_number(raw);
    let is_taxpayer = tax_number.is_some() && shown("ИНН") == tax_number.as_deref();
    if is_account || is_taxpayer || is("ИНН") || is("Номер") || is("Код") {
        return Fit::As(MatchedBy::Number);
    }
    if is("Наименование") {
        return Fit::As(MatchedBy::Name);
    }
    if is("НаименованиеПолное") {
        return Fit::As(MatchedBy::FullName);
    }
    let name = shown("Наименование").unwrap_or_default();
    if anchor_type == "contract" {
        let number = shown("Номер").unwrap_or_default();
        return of_contract(raw, name, number);
    }
    let full = shown("НаименованиеПолное").unwrap_or_default();
    of_party(raw, [name, full])
}

/// How a party matches, by its words.
fn of_party(raw: &str, known: [&str; 2]) -> Fit {
    let said = PartyName::of(raw);
    let known = known.map(PartyName::of);
    let fits = known.iter().map(|known| one_name(&said, known));
    fits.min().unwrap_or(Fit::Near(usize::MAX))
}

fn one_name(said: &PartyName, known: &PartyName) -> Fit {
    let same_form = said.form.is_none() || said.form == known.form;
    if known.words.is_empty() {
        Fit::Near(usize::MAX)
    } else if said.words == known.words {
        Fit::As(match &said.form {
            Some(_) if same_form => MatchedBy::FormAndWords,
            None => MatchedBy::Words,
            // A different legal form is no nearer than different blanks: a given form may be meant.
            Some(_) => MatchedBy::Letters,
        })
    } else if said.joined() == known.joined() {
        Fit::As(MatchedBy::Letters)
    } else {
        let begins = stand_in(said, known, |word, part| word.starts_with(part));
        let letters: usize = said.words.iter().map(|word| word.chars().count()).sum();
        if begins && same_form && letters >= PART_LETTERS {
            Fit::As(MatchedBy::Part)
        } else if stand_in(said, known, |word, part| word.contains(part)) {
            Fit::PartOnly
        } else {
            Fit::Near(distance(&said.joined(), &known.joined()))
        }
    }
}

/// True where each word of the name matches a different word of the element.
fn stand_in(said: &PartyName, known: &PartyName, stands: impl Fn(&str, &str) -> bool) -> bool {
    let mut left: Vec<&String> = known.words.iter().collect();
    let mut words: Vec<&String> = said.words.iter().collect();
    // Longer words match fewer words, so they choose first.
    words.sort_by_key(|word| Reverse(word.len()));
    !words.is_empty()
        && words.iter().all(|part| {
            let found = left.iter().position(|word| stands(word, part));
            found.map(|at| left.remove(at)).is_some()
        })
}

/// How a contract matches: by its whole number or by all of its words. A part resolves nothing.
fn of_contract(raw: &str, name: &str, number: &str) -> Fit {
    let said = ContractName::of(raw);
    let known = ContractName::of(name);
    if said.words == known.words && !said.words.is_empty() {
        return Fit::As(MatchedBy::FormAndWords);
    }
    let number = match names::plain(number) {
        none if none.is_empty() => known.number.clone(),
        number => Some(number),
    };
    let same_number = said.number.is_some() && said.number == number;
    let holds = |word: &String| known.words.contains(word);
    if same_number && said.telling().all(holds) {
        return Fit::As(MatchedBy::FormAndWords);
    }
    let (raw, name) = (names::plain(raw), names::plain(name));
    let has_part = number.is_some_and(|number| number.contains(&raw)) || name.contains(&raw);
    if same_number || has_part || said.words.iter().all(holds) {
        return Fit::PartOnly;
    }
    let numbers = match (&said.number, &known.number) {
        (Some(said), Some(known)) => distance(said, known),
        _ => usize::MAX,
    };
    Fit::Near(numbers.min(distance(&raw, &name)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reference(id: &str, name: &str) -> Reference {
        Reference {
            id: id.to_owned(),
            type_name: "СправочникСсылка.Контрагенты".to_owned(),
            presentation: name.to_owned(),
        }
    }

    fn row(id: &str, name: &str, inn: &str) -> RawRow {
        RawRow {
            cells: vec![
                ("Ссылка".to_owned(), Cell::Reference(reference(id, name))),
                ("Наименование".to_owned(), Cell::Text(name.to_owned())),
                ("ИНН".to_owned(), Cell::Text(inn.to_owned())),
            ],
        }
    }

    fn contract(id: &str, name: &str, number: &str) -> RawRow {
        RawRow {
            cells: vec![
                ("Ссылка".to_owned(), Cell::Reference(reference(id, name))),
                ("Наименование".to_owned(), Cell::Text(name.to_owned())),
                ("Номер".to_owned(), Cell::Text(number.to_owned())),
            ],
        }
    }

    #[test]
    fn the_best_class_decides() {
        let rows = [
            row("1", "Капель", "7700000001"),
            row("2", "Капель Плюс", "7800000001"),
            row("3", "ООО «Капель»", "7900000001"),
            row("4", "АО \"Тёмный лес\"", "7700000002"),
            row("5", "ООО \"Темный лес\"", "7700000003"),
        ];
        for (raw, rows, resolved, confidence, ambiguity) in [
            ("Капель", &rows[..], Some("1"), Confidence::High, 0),
            ("«капель  плюс»", &rows[..], Some("2"), Confidence::High, 0),
            ("7900000001", &rows[..], Some("3"), Confidence::High, 0),
            ("ИНН 7900000001", &rows[..], Some("3"), Confidence::High, 0),
            (
                "7900000001/790001001",
                &rows[..],
                Some("3"),
                Confidence::High,
                0,
            ),
            ("Капель, ООО", &rows[..], Some("3"), Confidence::High, 0),
            ("ООО\"Капель\"", &rows[..], Some("3"), Confidence::High, 0),
            ("КапельПлюс", &rows[..], Some("2"), Confidence::Medium, 0),
            ("Капель-Плюс ", &rows[..], Some("2"), Confidence::Medium, 0),
            ("Темный лес", &rows[..], None, Confidence::Low, 2),
            ("Тёмный лес", &rows[..], Some("4"), Confidence::Medium, 0),
            ("ООО Темный лес", &rows[..], Some("5"), Confidence::High, 0),
            (
                "ЗАО Капель Плюс",
                &rows[..],
                Some("2"),
                Confidence::Medium,
                0,
            ),
            ("кап", &rows[..1], Some("1"), Confidence::Medium, 0),
            // Within a word, and with another legal form, a part gives a candidate.
            ("апе", &rows[..1], None, Confidence::Low, 0),
            ("ЗАО Кап", &rows[2..3], None, Confidence::Low, 0),
            ("ка", &rows[..1], None, Confidence::Low, 0),
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

    #[test]
    fn a_part_of_a_number_is_a_candidate_and_never_an_anchor() {
        let rows = [
            contract("1", "Договор подряда № 71/2024 от 01.03.2024", "71/2024"),
            contract("2", "Договор подряда № 14/2024 от 15.03.2024", "14/2024"),
            contract("3", "Договор хранения № 5 от 15.03.2024", ""),
            contract("4", "Общий договор", ""),
        ];
        for (raw, resolved, candidates) in [
            ("14/2024", Some("2"), 1),
            ("№14/2024", Some("2"), 1),
            ("договор 14/2024", Some("2"), 1),
            ("Договор № 14/2024", Some("2"), 1),
            ("Договор подряда №14/2024 от 15.03.2024", Some("2"), 1),
            ("договор подряда 14 / 2024", Some("2"), 1),
            ("Договор хранения № 5", Some("3"), 1),
            ("общий  ДОГОВОР", Some("4"), 1),
            ("1/2024", None, 1),
            ("4/2024", None, 1),
            ("2024", None, 3),
            ("Договор хранения № 14/2024", None, 1),
            ("Договор № 14/2024 от 16.03.2024", None, 1),
            ("общий", None, 1),
            ("договор", None, 4),
            ("14/2025", None, 3),
        ] {
            let found = resolution("contract", raw, &rows);
            assert_eq!(
                found.resolved.map(|found| found.id).as_deref(),
                resolved,
                "{raw}"
            );
            assert_eq!(found.candidates.len(), candidates, "{raw}");
        }
    }

    /// Lookup rows whose names, numbers and full names may be equal.
    fn namesakes(parts: &[(usize, usize, usize)]) -> Vec<RawRow> {
        let rows = parts.iter().enumerate();
        rows.map(|(at, (name, inn, full))| {
            let mut row = row(
                &at.to_string(),
                ["Гранит", "Гранит Юг", "ООО Гранит"][*name],
                ["", "7700000001", "7700000002"][*inn],
            );
            let full = ["", "Общество «Гранит»", "Гранит Юг"][*full];
            let full = Cell::Text(full.to_owned());
            row.cells.push(("НаименованиеПолное".to_owned(), full));
            row
        })
        .collect()
    }

    proptest! {
        #[test]
        fn what_a_candidate_says_means_it_alone(
            parts in proptest::collection::vec((0..3_usize, 0..3_usize, 0..3_usize), 1..6),
            raw in "Гранит|гран|7700000001|Общество «Гранит»|Гарнит",
        ) {
            let rows = namesakes(&parts);
            let found = resolution("counterparty", &raw, &rows);
            for candidate in &found.candidates {
                if let Some(code) = &candidate.code {
                    let again = resolution("counterparty", code, &rows);
                    prop_assert_eq!(again.resolved.as_ref(), Some(&candidate.reference));
                }
            }
        }
    }

    #[test]
    fn namesakes_are_told_apart_by_what_only_one_has() {
        for (parts, codes) in [
            // Branches with one number: identified by full names, or by names where these differ.
            (
                vec![(0, 1, 1), (0, 1, 2)],
                vec![Some("Общество «Гранит»"), Some("Гранит Юг")],
            ),
            (
                vec![(0, 1, 0), (0, 2, 0)],
                vec![Some("7700000001"), Some("7700000002")],
            ),
            // Equal names without numbers: nothing distinguishes them.
            (vec![(0, 0, 0), (0, 0, 0)], vec![None, None]),
            (vec![(0, 1, 0), (0, 1, 0)], vec![None, None]),
            (vec![(0, 1, 0), (0, 0, 0)], vec![Some("7700000001"), None]),
        ] {
            let found = resolution("counterparty", "Гранит", &namesakes(&parts));
            let said = found.candidates.iter();
            let said: Vec<Option<&str>> = said.map(|found| found.code.as_deref()).collect();
            assert_eq!(said, codes, "{parts:?}");
        }
    }

    #[test]
    fn hidden_names_are_not_compared() {
        let hidden = [
            row("1", "[ORG-00003]", "[INN-00001]"),
            row("2", "[ORG-00004]", "[INN-00001]"),
        ];
        for (raw, rows, resolved, candidates) in [
            ("Гранит", &hidden[..], None, 2),
            ("Гранит", &hidden[..1], None, 1),
            ("[ORG-00003]", &hidden[..], Some("1"), 1),
            ("[ORG-00003]", &hidden[..1], Some("1"), 1),
            // The server returns a single row with another name for the token.
            ("[PER-00009]", &hidden[..1], Some("1"), 1),
            ("[INN-00001]", &hidden[..], None, 2),
        ] {
            let found = resolution("counterparty", raw, rows);
            let id = found.resolved.as_ref().map(|found| found.id.as_str());
            assert_eq!(
                (id, found.candidates.len()),
                (resolved, candidates),
                "{raw}"
            );
            assert!(found.names_are_hidden);
            let codes = found.candidates.iter();
            let codes: Vec<_> = codes.filter_map(|found| found.code.as_deref()).collect();
            assert!(codes.iter().all(|code| code.starts_with('[')), "{codes:?}");
        }
        let one_shown = [row("1", "[ORG-00003]", ""), row("2", "Гранит", "")];
        assert!(!resolution("counterparty", "Бета", &one_shown).names_are_hidden);
    }

    #[test]
    fn where_nothing_fits_the_nearest_are_candidates() {
        let rows = [
            row("1", "ООО \"Канат\"", "7700000001"),
            row("2", "ООО \"Квант\"", "7700000002"),
            row("3", "ООО \"Квант-Опт\"", "7700000003"),
            row("4", "ООО \"Горизонт\"", "7700000004"),
        ];
        let found = resolution("counterparty", "ООО Кваант", &rows);
        let names: Vec<&str> = (found.candidates.iter())
            .map(|candidate| candidate.reference.id.as_str())
            .collect();
        assert_eq!(names, ["2", "1", "3"]);
        assert_eq!((found.resolved, found.matched_by), (None, None));
        assert_eq!(found.ambiguity_count, 0);
    }
}
