//! Tests of the lock: its content, and the same bytes for the same codebook.

use super::{check, sources, town};
use crate::source::lock::given;
use crate::{LOCK_FILE, compile, lock_state};

fn next(files: &[(String, String)]) -> String {
    let (compilation, drawn) = check(files);
    let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
    model.lock().artefact().text
}

/// The small codebook with this lock and with texts of its `codebook.yaml` replaced.
fn locked(lock: &str, swaps: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut files = town();
    files.push((LOCK_FILE.to_owned(), lock.to_owned()));
    let (_, book) = &mut files[1];
    for (from, to) in swaps {
        assert!(book.contains(from), "{from}");
        *book = book.replacen(from, to, 1);
    }
    files
}

fn line<'l>(lock: &'l str, code: &str) -> &'l str {
    let code = format!(": {code}, ");
    let found = lock.lines().find(|line| line.contains(&code));
    found.unwrap_or_default()
}

const AREA: &str =
    "  F005: {path: park.area, type: decimal, unit: km2, label: {ru: площадь, en: area}}\n";

#[test]
fn the_lock_says_what_each_code_means() {
    insta::assert_snapshot!(next(&town()));
}

#[test]
fn compiling_again_changes_neither_the_lock_nor_the_tables() {
    let first = next(&town());
    let again = locked(&first, &[]);
    assert_eq!(next(&again), first);
    let model = |files: &[(String, String)]| check(files).0.model.unwrap();
    assert_eq!(model(&again).tables(), model(&town()).tables());
}

#[test]
fn the_order_of_the_codebook_does_not_matter() {
    let first = next(&town());
    let last = format!("{AREA}relations:\n");
    let mut moved = locked("", &[(AREA, ""), ("relations:\n", &last)]);
    moved.pop();
    assert_eq!(next(&moved), first);
}

/// Advice to reserve a code that is only misspelt would give up the code.
#[test]
fn a_misspelt_path_or_name_is_offered_before_its_code_is_given_up() {
    let first = next(&town());
    for (from, to, meant) in [
        ("path: park.area", "path: park.aera", Some("park.area")),
        ("path: park.area", "path: park.population", None),
    ] {
        let (_, drawn) = check(&locked(&first, &[(from, to)]));
        assert!(drawn.contains("CB092"), "{drawn}");
        let offered = meant.map(|meant| format!("did you mean `{meant}`?"));
        assert_eq!(drawn.contains("did you mean"), meant.is_some(), "{drawn}");
        assert!(drawn.contains(&offered.unwrap_or_default()), "{drawn}");
    }
}

/// A removed code keeps its meaning, whatever else changes.
#[test]
fn nothing_leaves_the_lock() {
    let first = next(&town());
    let gone = [(AREA, ""), ("[F007]", "[F007, F005]")];
    let second = next(&locked(&first, &gone));
    assert_eq!(second, first);
    let added = "  F005: {path: park.area_ha, type: decimal, unit: ha}\n";
    let (_, drawn) = check(&locked(&second, &[(AREA, added)]));
    assert!(drawn.contains("error[CB092]"), "{drawn}");
    let (_, drawn) = check(&locked(&second, &[("reserved: [F007]\n", "")]));
    assert!(drawn.contains("`F007` is gone and not reserved"), "{drawn}");
}

/// A given alias stays, by whomever it was given, since queries use it.
#[test]
fn an_alias_that_was_given_stays() {
    let chosen = check(&town())
        .0
        .model
        .unwrap()
        .with_aliases(&|text| text.len());
    let lock = chosen.lock().artefact().text;
    assert!(line(&lock, "F005").contains("alias: area"), "{lock}");
    for (from, to) in [
        ("alias: acc", "alias: ledger"),
        ("unit: km2,", "unit: km2, alias: size,"),
        // A name takes precedence over an alias, so it must not equal one either.
        ("  F010:", "  F012: {path: park.acc, type: string}\n  F010:"),
    ] {
        let (_, drawn) = check(&locked(&lock, &[(from, to)]));
        assert!(drawn.contains("error[CB094]"), "{to}\n{drawn}");
    }
    // An alias whose line was removed can be given again.
    let without = lock.replace(&format!("{}\n", line(&lock, "F005")), "");
    let again = next(&locked(
        &without,
        &[("unit: km2,", "unit: km2, alias: size,")],
    ));
    assert!(line(&again, "F005").contains("alias: size"), "{again}");
}

/// Lines are independent: any order works, and so do the lines of both sides of a merge.
#[test]
fn branches_are_merged_line_by_line() {
    let first = next(&town());
    let with = |field: &str| {
        let added = format!("{AREA}  {field}\n");
        let files = locked(&first, &[(AREA, &added)]);
        (next(&files), added)
    };
    let (ours, _) = with("F008: {path: park.weight_kg, type: decimal, alias: weight}");
    let (theirs, _) = with("F009: {path: park.city, type: string}");
    let union = |ours: &str, theirs: &str| {
        let new = theirs.lines().filter(|line| !ours.contains(line));
        format!("{ours}{}\n", new.collect::<Vec<_>>().join("\n"))
    };
    let both = format!(
        "{AREA}  F008: {{path: park.weight_kg, type: decimal, alias: weight}}\n  F009: {{path: park.city, type: string}}\n"
    );
    let merged = next(&locked(&union(&ours, &theirs), &[(AREA, &both)]));
    assert!(merged.contains(line(&ours, "F008")), "{merged}");
    assert!(merged.contains(line(&theirs, "F009")), "{merged}");

    // One code for two elements, and one alias for two codes: both places are shown.
    let (theirs, added) = with("F008: {path: park.city, type: string}");
    let (_, drawn) = check(&locked(&union(&ours, &theirs), &[(AREA, &added)]));
    insta::assert_snapshot!("one_number_from_two_branches", drawn);
    let (theirs, added) = with("F050: {path: park.weight_lb, type: decimal, alias: weight}");
    let (_, drawn) = check(&locked(&union(&ours, &theirs), &[(AREA, &added)]));
    insta::assert_snapshot!("one_alias_from_two_branches", drawn);
}

/// A constant line separates the changes of two types, so that git merges them.
#[test]
fn types_are_apart() {
    let lock = next(&town());
    let owner = lock.find("\n\n# owner\n- {type: owner").unwrap();
    let park = lock.find("\n\n# park\n- {type: park").unwrap();
    assert!(owner < park);
    assert!(lock.find("- {relation: R002").unwrap() < park);
}

/// An outdated and a missing lock are reported, for checks in CI.
#[test]
fn a_stale_and_a_missing_lock_are_told() {
    let state = |files: &[(String, String)]| {
        let sources = sources(files);
        let model = compile(&sources).model.unwrap();
        lock_state(&sources, &model).map(|finding| (finding.rule.doc().id, finding.message))
    };
    let (_, missing) = (state(&town())).map_or(("", String::new()), |(id, said)| (id, said));
    assert_eq!(missing, "there is no `codebook.lock`");
    let chosen = check(&town())
        .0
        .model
        .unwrap()
        .with_aliases(&|text| text.len());
    let lock = chosen.lock().artefact().text;
    assert_eq!(state(&locked(&lock, &[])), None);
    for (lock, swaps) in [
        (lock.replace(line(&lock, "F005"), ""), &[][..]),
        (format!("{lock}# a remark\n"), &[][..]),
        (
            lock.clone(),
            &[(
                AREA,
                "  F005: {path: park.area, type: decimal, unit: km2}\n  F009: {path: park.city, type: string}\n",
            )][..],
        ),
    ] {
        let (id, _) = state(&locked(&lock, swaps)).unwrap();
        assert_eq!(id, "CB096");
    }
}

/// The lock as a comparison reads it.
#[test]
fn the_lock_can_be_read_by_itself() {
    let files = locked(&next(&town()), &[]);
    let lock = given(&sources(&files)).unwrap();
    assert_eq!(lock.alias("F004"), Some("acc"));
    assert_eq!(lock.artefact().text, next(&town()));
    assert!(given(&sources(&town())).is_none());
}

/// A misspelt or unreadable element is not gone, so no advice gives up its code.
#[test]
fn a_code_that_is_misspelt_is_not_reserved() {
    let lock = next(&town());
    for (from, to) in [
        ("type: decimal, unit", "type: int, unit"),
        ("  F005:", "  f005:"),
        ("  F005:", "  F004:"),
        ("  owner: {key", "  onwer: {key"),
        ("  owner: {key: name", "  owner: {key: [name]"),
    ] {
        let (compilation, drawn) = check(&locked(&lock, &[(from, to)]));
        assert!(compilation.model.is_none(), "{to}");
        assert!(!drawn.contains("to `reserved` of"), "{to}\n{drawn}");
    }
    let (_, drawn) = check(&locked(&lock, &[("  F005:", "  f005:")]));
    assert!(drawn.contains("did you mean `F005`?"), "{drawn}");
}

/// The code of a type is its name. A field's code must differ from it, or else the next lock would be ambiguous.
#[test]
fn a_code_is_no_name_of_a_type() {
    let (_, drawn) = check(&locked("format: 1\ngiven: []\n", &[("  F010:", "  park:")]));
    assert!(
        drawn.contains("the code `park` is the name of a type"),
        "{drawn}"
    );
}

/// Names that YAML could misread survive a round trip.
#[test]
fn odd_names_are_read_back() {
    let swaps = [
        ("unit: km2", "unit: \"null: {x}, #1\", alias: площадь"),
        ("  F010:", "  \"no\":"),
        ("owner.name", "owner.true"),
        ("owner: {key: name", "owner: {key: \"true\""),
    ];
    let mut unlocked = locked("", &swaps);
    unlocked.pop();
    let first = next(&unlocked);
    assert_eq!(next(&locked(&first, &swaps)), first, "{first}");
}

#[test]
fn a_lock_that_cannot_be_read_is_a_finding() {
    let first = next(&town());
    for broken in [
        String::new(),
        format!("<<<<<<< ours\n{first}"),
        first.replace("\n# park", "\n<<<<<<< ours\n# park"),
        "format: 1\n".to_owned(),
        first.replace("format: 1", "format: 9"),
        first.replace("format: 1", "version: 1"),
        first.replace("value: decimal", "value: money"),
        first.replace("unit: km2", "unit: ha"),
        first.replace("- {type: owner", "- {typ: owner"),
        "rubbish".to_owned(),
    ] {
        let (compilation, drawn) = check(&locked(&broken, &[]));
        assert!(compilation.model.is_none(), "{broken}");
        assert!(
            drawn.contains("take `codebook.lock` back from version control"),
            "{broken}\n{drawn}"
        );
    }
}

/// Comments have no checksum, so another comment is no damage.
#[test]
fn comments_do_not_break_the_lock() {
    let first = next(&town());
    let commented = first.replace("given:\n", "# a remark\ngiven:\n");
    assert_eq!(next(&locked(&commented, &[])), first);
}

/// Every prefix of a lock, and every single-byte change, gives a finding or the same lock, never a panic.
#[test]
fn cut_and_damaged_locks_are_findings() {
    let first = next(&town());
    let body = first.find("given:").unwrap();
    for end in (body..first.len() - 1).step_by(3) {
        let mut damaged = first.clone().into_bytes();
        damaged[end] = b"{}[]:,&*!|>'\"%@`x\n"[end % 18];
        for bytes in [&first.as_bytes()[..end], &damaged] {
            let text = String::from_utf8_lossy(bytes);
            let (compilation, _) = check(&locked(&text, &[]));
            let model = compilation.model.map(|model| model.lock().artefact().text);
            assert!(model.is_none_or(|next| next == first), "{text}");
        }
    }
}

/// A path with a new meaning has a new code, but queries still use its name, which was the former code's name too.
#[test]
fn a_name_goes_on_under_a_new_code() {
    let lock = next(&town());
    let (compilation, drawn) = check(&locked(
        &lock,
        &[
            (
                "  F005: {path: park.area, type: decimal",
                "  F012: {path: park.area, type: integer",
            ),
            ("reserved: [F007]", "reserved: [F005, F007]"),
        ],
    ));
    assert!(compilation.model.is_some(), "{drawn}");
}

/// An error in an element is reported; a change of meaning follows from it, so no advice gives up the code.
#[test]
fn a_slip_in_an_element_burns_no_code() {
    let lock = next(&town());
    for (from, to, rule) in [
        ("path: park.area,", "path: prak.area,", "CB026"),
        ("unit: km2", "unit: km2, aray: true", "CB010"),
        ("unit: km2", "unt: km2", "CB010"),
        (
            "  F005: {path: park.area",
            "  F004: {path: park.area",
            "CB003",
        ),
        ("\nrelations:\n", "\nrelation:\n", "CB010"),
    ] {
        let (_, drawn) = check(&locked(&lock, &[(from, to)]));
        assert!(drawn.contains(rule), "{to}: {drawn}");
        for of_lock in ["error[CB091]", "error[CB092]", "error[CB093]"] {
            assert!(!drawn.contains(of_lock), "{to}: {drawn}");
        }
    }
}

/// A misspelt, reused or removed name is one finding, however often it is used.
#[test]
fn a_slip_of_a_name_is_told_once() {
    let files = super::order::shipped("enterprise");
    for (from, to, rule) in [
        ("\n  park:", "\n  parc:", "CB091"),
        ("\n  F003:", "\n  F002:", "CB003"),
        ("\n  F003:", "\n  f003:", "CB091"),
        ("\n  R001: {", "\n  R901: {", "CB091"),
        ("\n  F006: {", "\n  \"*\": {", "CB023"),
        ("\n  F006: {", "\n  person: {", "CB020"),
        ("to: park,", "to: parc,", "CB026"),
        (
            "path: enterprise.employees",
            "path: enterprize.employees",
            "CB026",
        ),
        (
            "path: enterprise.employees",
            "path: enterprise.staff",
            "CB092",
        ),
        (
            "name: enterprise_2_park,",
            "name: enterprise_2_parc,",
            "CB092",
        ),
    ] {
        let mut files = files.clone();
        let (_, text) = files
            .iter_mut()
            .find(|(name, _)| name == "codebook.yaml")
            .unwrap();
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
        let (compilation, drawn) = check(&files);
        let told: Vec<&str> = compilation
            .findings
            .iter()
            .map(|one| one.rule.doc().id)
            .collect();
        assert_eq!(told, [rule], "{to}: {drawn}");
    }
}

/// A change by an overlay is reported at its own place, and no advice edits a file that an import writes.
#[test]
fn another_meaning_from_an_overlay_is_taken_out_of_it() {
    let mut files = super::order::shipped("enterprise");
    let over = "fields: {enterprise.registered_capital: {unit: USD}}";
    files.push(("overlay.yaml".to_owned(), over.to_owned()));
    let (_, drawn) = check(&files);
    for part in [
        "error[CB093]: the unit of `enterprise.registered_capital` was `CNY` and is `USD`",
        "overlay.yaml:1:48",
        "take it out of `overlay.yaml`",
    ] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
}

/// The alias of a removed code stays reserved for it, also if a new element has that name.
#[test]
fn an_alias_of_what_is_gone_is_given_to_nobody() {
    let cost = |text: &str| text.len();
    let chosen = check(&town()).0.model.unwrap().with_aliases(&cost);
    let lock = chosen.lock().artefact().text;
    assert!(line(&lock, "F005").contains("area"), "{lock}");
    let newcomer = AREA.replace("F005", "F099").replace("decimal", "integer");
    let files = locked(
        &lock,
        &[(AREA, newcomer.as_str()), ("[F007]", "[F007, F005]")],
    );
    let (compilation, drawn) = check(&files);
    let again = compilation
        .model
        .unwrap_or_else(|| panic!("{drawn}"))
        .with_aliases(&cost);
    let lock = again.lock().artefact().text;
    let (_, drawn) = check(&locked(
        &lock,
        &[(AREA, newcomer.as_str()), ("[F007]", "[F007, F005]")],
    ));
    assert!(!drawn.contains("error["), "{drawn}");
}
