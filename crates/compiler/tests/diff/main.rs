//! Every kind of change on a pair of codebooks, held against what the decoder, the cards and the Rust say themselves.
//!
//! A pair is a file of `fixtures/diff/`: what is changed in a base codebook, and what a model said. Where a rule says
//! that outputs or contracts break, the decoder must show it, unless the file names what it cannot see; where a rule
//! says that they do not, the decoder must not contradict.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

mod bare;
mod book;
mod pair;
mod random;
mod tree;
mod walk;

#[path = "../../../decoder/tests/common/intents.rs"]
mod intents;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cmec_compiler::diff::{Audience, Effect, change_rules, render_changes, report_changes};
use cmec_compiler::emit::{card, sql_card};
use cmec_compiler::{Change, Checked, Colour, EmitKind, SourceSet, compile_to_compare, diff, emit};
use cmec_decoder::{ContractVersion, Decoder, Notation, Options, Spelling, Tables, Verdict};
use cmec_executor::catalogue::Catalogue;

use pair::{Pair, folder};

/// Every pair, read and compiled once.
fn pairs() -> &'static [Pair] {
    static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(read);
    &PAIRS
}

fn read() -> Vec<Pair> {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names.iter().map(|name| Pair::read(name)).collect()
}

fn changes(pair: &Pair) -> Vec<Change> {
    diff(&pair.old.model, &pair.new.model)
}

/// Whether some change is breaking for an audience.
fn breaks(changes: &[Change], audience: Audience) -> bool {
    (changes.iter()).any(|change| change.effects.on(audience) == Effect::Breaking)
}

/// Rules about a whole codebook of a folder, of which there is no pair: the tests of the command hold them.
const OF_FOLDERS: &[&str] = &["CD007", "CD008"];

#[test]
fn each_rule_has_a_pair() {
    let covered: BTreeSet<String> = pairs().iter().map(|pair| pair.rule.clone()).collect();
    let all: BTreeSet<String> = change_rules()
        .map(|rule| rule.id.to_owned())
        .filter(|id| !OF_FOLDERS.contains(&id.as_str()))
        .collect();
    assert_eq!(covered, all);
    for pair in pairs() {
        let rule = change_rules().find(|rule| rule.id == pair.rule).unwrap();
        let named = format!("{}-{}", rule.id, rule.slug);
        assert!(pair.name.starts_with(&named), "{} is {named}", pair.name);
    }
}

/// One codebook of a few lines, with a lock where there is one.
fn book(elements: &str, lock: Option<&str>) -> Checked {
    let text = format!(
        "name: t\nversion: 1\nlanguages: [en]\nlanes: {{structured: [instance_search]}}\n{elements}"
    );
    let files = [("codebook.yaml", text.as_str())];
    let files = files
        .into_iter()
        .chain(lock.map(|lock| ("codebook.lock", lock)));
    let compilation = compile_to_compare(&SourceSet::from_texts(files));
    let findings = compilation.findings;
    compilation.model.unwrap_or_else(|| panic!("{findings:?}"))
}

const WEIGHTS: &str = "\
types: {book: {label: {en: book}}}
fields:
  F008: {path: book.weight_kg, type: decimal, label: {en: weight}}
";

/// The lock with an automatic alias for every field.
fn lock_of(model: &Checked) -> String {
    model
        .clone()
        .with_aliases(&|text| text.len())
        .lock()
        .artefact()
        .text
}

/// An alias that nobody wrote is in the lock, and a line may say it.
#[test]
fn an_automatic_alias_that_goes_to_another_field_breaks_lines() {
    let other = WEIGHTS.replace("F008: {path: book.weight_kg", "F050: {path: book.weight_lb");
    let mine = lock_of(&book(WEIGHTS, None));
    let theirs = lock_of(&book(&other, None));
    assert!(
        mine.contains("alias: weight") && theirs.contains("alias: weight"),
        "{mine}"
    );
    // Both branches together, with the lock of one of them.
    let both = format!("{WEIGHTS}{}", other.lines().last().unwrap());
    let merged = lock_of(&book(&both, Some(&mine)));
    let changes = diff(&book(&other, Some(&theirs)), &book(&both, Some(&merged)));
    let ids: Vec<&str> = changes.iter().map(|change| change.rule.id).collect();
    assert_eq!(ids, ["CD010", "CD055"], "{changes:?}");
    assert!(breaks(&changes, Audience::Model));
    // An alias by hand in place of an automatic one is the same.
    let by_hand = WEIGHTS.replace("type: decimal,", "type: decimal, alias: heavy,");
    let changes = diff(&book(WEIGHTS, Some(&mine)), &book(&by_hand, Some(&mine)));
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].rule.id, "CD055");
    // With one lock on both sides there is nothing to tell.
    assert_eq!(
        diff(&book(WEIGHTS, Some(&mine)), &book(WEIGHTS, Some(&mine))),
        []
    );
}

const CLINIC: &str = "\
types: {person: {label: {en: person}}, clinic: {label: {en: clinic}}}
fields:
  F001: {path: person.name, type: string, label: {en: name}}
  F002: {path: clinic.name, type: string, label: {en: name}}
  F003: {path: clinic.beds, type: integer, label: {en: beds}}
relations:
  R001: {name: person_clinic, from: person, to: clinic, label: {en: treated in}}
";

#[test]
fn a_type_that_goes_or_comes_is_one_change() {
    let small = CLINIC.lines().take(3).collect::<Vec<_>>().join("\n") + "\n";
    let small = small.replace(", clinic: {label: {en: clinic}}", "");
    let (large, small) = (book(CLINIC, None), book(&small, None));
    let gone = diff(&large, &small);
    let said: Vec<String> = gone.iter().map(Change::message).collect();
    assert_eq!(
        said,
        [
            "the code `clinic` is neither given nor reserved, as are 3 elements of type `clinic`",
            "type `clinic` is gone, as are 3 elements of type `clinic`",
        ]
    );
    assert_eq!(gone[1].parts.len(), 3);
    let came = diff(&small, &large);
    let said: Vec<String> = came.iter().map(Change::message).collect();
    assert_eq!(
        said,
        [
            "type `person` is no longer the only type",
            "type `clinic` is new, as are 3 elements of type `clinic`",
        ]
    );
    assert_eq!(came[1].types, ["clinic"]);
}

#[test]
fn a_long_line_is_not_drawn() {
    let fields: String = (2..200)
        .map(|at| format!("  F{at:03}: {{path: person.f{at}, type: string, label: {{en: x}}}}\n"))
        .collect();
    let head = CLINIC
        .lines()
        .take(3)
        .collect::<Vec<_>>()
        .join("\n")
        .replace(", clinic: {label: {en: clinic}}", "");
    let all = format!(
        "name: t\nversion: 1\nlanguages: [en]\nlanes: {{structured: [instance_search]}}\n{head}\n{fields}"
    );
    let codes: Vec<String> = (3..200).map(|at| format!("F{at:03}")).collect();
    let less = format!(
        "{}\nreserved: [{}]\n",
        all.replace(&fields, ""),
        codes.join(", ")
    );
    let sides = [&all, &less].map(|text| SourceSet::from_texts([("codebook.yaml", text.as_str())]));
    let [old, new] = sides
        .clone()
        .map(|side| compile_to_compare(&side).model.unwrap());
    let changes: Vec<Change> = diff(&old, &new)
        .into_iter()
        .filter(|change| change.rule.id == "CD012")
        .collect();
    let text = render_changes(&changes, &sides[0], &sides[1], Colour::Plain);
    assert!(
        text.contains("now: codebook.yaml:") && text.len() < 1500,
        "{text}"
    );
}

#[test]
fn the_table_is_in_order_and_complete() {
    let rules: Vec<_> = change_rules().collect();
    for two in rules.windows(2) {
        assert!(two[0].id < two[1].id, "{} after {}", two[1].id, two[0].id);
    }
    let slugs: BTreeSet<&str> = rules.iter().map(|rule| rule.slug).collect();
    assert_eq!(slugs.len(), rules.len());
    for rule in rules {
        for text in [rule.what, rule.why, rule.instead] {
            let style = !text.ends_with('.') && !text.starts_with(char::is_uppercase);
            assert!(!text.is_empty() && style, "{}: {text}", rule.id);
        }
    }
}

/// The rule of the file speaks, and no other does that the file does not name.
#[test]
fn each_pair_is_told_by_its_rule_alone() {
    for pair in pairs() {
        let found: BTreeSet<String> = (changes(pair).iter())
            .map(|change| change.rule.id.to_owned())
            .collect();
        let mut wanted = pair.also.clone();
        wanted.insert(pair.rule.clone());
        assert_eq!(found, wanted, "{}", pair.name);
        for side in [&pair.old, &pair.new] {
            assert_eq!(diff(&side.model, &side.model), [], "{}", pair.name);
        }
    }
}

/// The contract a text decodes to, or what else came of it.
fn decode(model: &Checked, text: &str, spelling: Spelling) -> String {
    decode_with(model, text, spelling, None)
}

/// The same for a host of this version, or of the codebook's.
fn decode_with(
    model: &Checked,
    text: &str,
    spelling: Spelling,
    contract_version: Option<ContractVersion>,
) -> String {
    let options = Options {
        spelling,
        contract_version,
        ..Options::default()
    };
    let decoder = Decoder::new(model.tables()).with_options(options);
    let decoded = decoder.decode(text, "");
    let ids = || {
        let findings = decoded.account.findings.iter();
        let ids: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
        ids.join(" ")
    };
    match &decoded.verdict {
        Verdict::Contract(contract) => serde_json::to_string(contract).unwrap(),
        Verdict::Clarify(_) => format!("clarify {}", ids()),
        Verdict::Reject(_) => format!("reject {}", ids()),
    }
}

/// What a model's text comes to before and after, and what comes of the old contract afterwards.
struct Seen {
    old: String,
    new: String,
    stored: String,
}

fn seen(pair: &Pair, text: &str) -> Seen {
    let (old, new) = (&pair.old.model, &pair.new.model);
    let contract = decode(old, text, Spelling::Auto);
    let stored = match contract.starts_with('{') {
        true => decode(new, &contract, Spelling::Only(Notation::Mec)),
        false => String::new(),
    };
    Seen {
        new: decode(new, text, Spelling::Auto),
        old: contract,
        stored,
    }
}

/// An effect on models and hosts is what the decoder does.
#[test]
fn the_decoder_agrees() {
    for pair in pairs() {
        let changes = changes(pair);
        assert!(!pair.said.is_empty(), "{} says nothing", pair.name);
        let seen: Vec<Seen> = pair.said.iter().map(|text| seen(pair, text)).collect();
        let contracts = || seen.iter().filter(|seen| seen.old.starts_with('{'));
        assert!(contracts().next().is_some(), "{}: no contract", pair.name);
        let model = contracts().any(|seen| seen.new != seen.old);
        let contract = contracts().any(|seen| seen.stored != seen.old);
        for (audience, shown) in [(Audience::Model, model), (Audience::Contract, contract)] {
            let unseen = pair.unseen.contains(audience.name());
            let said = breaks(&changes, audience);
            assert_eq!(said, shown || unseen, "{} {}", pair.name, audience.name());
            assert!(!(shown && unseen), "{}: it is seen", pair.name);
        }
    }
}

/// The cards of every language.
fn cards(model: &Checked) -> BTreeSet<(String, String)> {
    let languages = model.tables().languages.iter();
    languages
        .flat_map(|language| {
            [
                card(model.tables(), model.catalogue(), language, &[]),
                sql_card(model.tables(), model.catalogue(), language, &[]),
            ]
            .map(|card| (language.to_string(), card.unwrap()))
        })
        .collect()
}

/// A card differs where a change says so, and nowhere else.
#[test]
fn the_cards_agree() {
    for pair in pairs() {
        let differ = cards(&pair.old.model) != cards(&pair.new.model);
        let said = (changes(pair).iter()).any(|change| change.effects.card != Effect::Untouched);
        assert_eq!(said, differ, "{}", pair.name);
    }
}

/// A program names files, items and members of the generated Rust, each with what it stands for: it no longer builds,
/// or builds to something else, where one of them is gone.
#[test]
fn the_rust_agrees() {
    for pair in pairs() {
        let (old, new) = (names(&pair.old.model), names(&pair.new.model));
        let gone: Vec<_> = old.difference(&new).collect();
        let said = breaks(&changes(pair), Audience::Rust);
        assert_eq!(said, !gone.is_empty(), "{}: {gone:?}", pair.name);
    }
}

fn names(model: &Checked) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for artefact in emit(model, EmitKind::Rust) {
        let (mut within, mut documented) = (String::new(), String::new());
        for line in artefact.text.lines() {
            let inner = line.trim_start();
            if line.starts_with("pub ") {
                // Up to the value: what a list holds is no name.
                within = line.split(" = ").next().unwrap().to_owned();
                names.insert(format!("{} {within}", artefact.path));
            } else if line.starts_with("impl ") {
                within = line.to_owned();
            } else if let Some(said) = inner.strip_prefix("/// ") {
                // What it stands for; its labels break nobody.
                documented = said.split(": ").next().unwrap().to_owned();
            } else if line.starts_with("    ") && within.starts_with("pub enum") {
                names.insert(format!("{within} {inner} {documented}"));
            } else if line.starts_with("    pub ") && within.starts_with("impl ") {
                names.insert(
                    format!("{within} {inner}")
                        .split(" = ")
                        .next()
                        .unwrap()
                        .to_owned(),
                );
            }
        }
    }
    names
}

#[test]
fn each_pair_is_drawn_and_reported() {
    for pair in pairs() {
        let changes = changes(pair);
        let (old, new) = (&pair.old.sources, &pair.new.sources);
        let mut text = pair.text.clone();
        text.push('\n');
        text.push_str(&render_changes(&changes, old, new, Colour::Plain));
        for said in &pair.said {
            let seen = seen(pair, said);
            text.push_str(&format!("\n{said}\nbefore: {}\n", seen.old));
            if seen.new != seen.old {
                text.push_str(&format!("now: {}\n", seen.new));
            }
            if seen.stored != seen.old && !seen.stored.is_empty() {
                text.push_str(&format!("stored: {}\n", seen.stored));
            }
        }
        let reports = report_changes(&changes, old, new);
        assert_eq!(reports.len(), changes.len());
        for (report, change) in reports.iter().zip(&changes) {
            assert!(!report.message.contains('\n') && !report.message.ends_with('.'));
            // A change has a line of its own, not the start of some file.
            let place = change.old.unwrap_or(change.new);
            assert!(place.end > 0, "{}: {}", pair.name, report.message);
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(pair.name.clone(), text);
        });
    }
}

/// What a codebook is but for its source and version, which are what a change is called. To reserve one code more touches
/// nobody.
fn in_force(model: &Checked) -> (Tables, Catalogue) {
    let mut tables = model.tables().clone();
    (tables.source_hash, tables.version, tables.reserved) = Default::default();
    // A rule that says what holds without it is none.
    let mut at = 0;
    while let Some(rule) = tables.policy.get(at).cloned() {
        let mut without = tables.clone();
        without.policy.to_mut().remove(at);
        let fields = rule.fields.iter().map(|field| Some(&**field));
        let mut fields = fields.chain(rule.fields.is_empty().then_some(None));
        let of = |tables: &Tables, field| tables.action(rule.class, field);
        match fields.all(|field| of(&tables, field) == of(&without, field)) {
            true => tables = without,
            false => at += 1,
        }
    }
    (tables, model.catalogue().clone())
}

/// No difference of what is in force goes by without a change, in either direction.
#[test]
fn nothing_goes_by() {
    for pair in pairs() {
        let (old, new) = (&pair.old.model, &pair.new.model);
        let differ = in_force(old) != in_force(new);
        for (from, to) in [(old, new), (new, old)] {
            assert!(!differ || !diff(from, to).is_empty(), "{}", pair.name);
        }
    }
}
