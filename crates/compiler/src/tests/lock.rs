//! What the lock keeps, and that it is the same for the same codebook.

use super::{check, town};
use crate::LOCK_FILE;

/// Files → the next lock.
fn next(files: &[(String, String)]) -> String {
    let (compilation, drawn) = check(files);
    let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
    model.lock().artefact().text
}

/// The small codebook with this lock, and with each first text of its `codebook.yaml` become the second.
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
    let found = lock.lines().find(|line| line.trim().starts_with(code));
    found.unwrap_or_default().trim()
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

/// A code that is gone stays, with its meaning, also when everything else goes on.
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

#[test]
fn an_alias_that_was_changed_is_remembered() {
    let second = next(&locked(&next(&town()), &[("alias: acc", "alias: ledger")]));
    assert_eq!(
        line(&second, "F004"),
        "F004: {path: park.account, type: string, alias: ledger, former_aliases: [acc]}"
    );
    let third = next(&locked(&second, &[]));
    assert_eq!(
        line(&third, "F004"),
        "F004: {path: park.account, type: string, alias: acc, former_aliases: [ledger]}"
    );
}

/// Names that YAML would read as something else are read back as they were.
#[test]
fn odd_names_are_read_back() {
    let swaps = [
        ("unit: km2", "unit: \"null: {x}, #1\", alias: площадь"),
        ("  F010:", "  \"10\":"),
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
    for (broken, id) in [
        ("", "CB012"),
        ("<<<<<<< ours\nformat: 1\n", "CB0"),
        ("format: 1\n", "CB011"),
        (&first.replace("format: 1", "format: 2"), "CB090"),
        (&first.replace("  - owner\n", ""), "CB090"),
        (&first.replace("type: decimal", "type: money"), "CB013"),
        (&first.replace("format: 1", "version: 1"), "CB010"),
    ] {
        let (compilation, drawn) = check(&locked(broken, &[]));
        assert!(compilation.model.is_none(), "{broken}");
        assert!(drawn.contains(&format!("error[{id}")), "{broken}\n{drawn}");
    }
}

/// What the hash does not cover: a comment more is no damage.
#[test]
fn comments_do_not_break_the_lock() {
    let first = next(&town());
    let commented = first.replace("types:\n", "# a remark\ntypes:\n");
    assert_eq!(next(&locked(&commented, &[])), first);
}

/// Every prefix of a lock, and every one with a byte changed: a finding or the same lock, never a panic.
#[test]
fn cut_and_damaged_locks_are_findings() {
    let first = next(&town());
    let body = first.find("types:").unwrap();
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
