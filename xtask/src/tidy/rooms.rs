//! Checks the rooms of a crate, the modules declared in its root file, and their order.
//!
//! The order is given by the `mod` items of the root file: groups are separated by empty lines, the lowest first. A
//! room may use only rooms of earlier groups, so no two rooms use each other. Within a room, sibling modules must not
//! form cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::modules::{Arrow, Crate};
use super::paths::parse;
use xtask::repository::read;

/// Packages with rooms.
pub(super) const PACKAGES: &[&str] = &[
    "crates/decoder",
    "crates/compiler",
    "crates/executor",
    "agent",
    "cli",
    "demo",
    "xtask",
    "xtask/codegen",
];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let text = |file: &str| read(root, file).ok();
    for package in PACKAGES {
        for file in ["lib", "main"].map(|name| format!("{package}/src/{name}.rs")) {
            if root.join(&file).is_file() {
                wrong.extend(check_crate(&file, &text)?);
            }
        }
    }
    Ok(())
}

/// Checks the crate with the root file `file`.
fn check_crate(file: &str, text: &dyn Fn(&str) -> Option<String>) -> Result<Vec<String>, String> {
    let modules = Crate::read(file, text)?;
    let inline = modules.inline_paths().map(|(at, named)| {
        let path = named.segments.join("::");
        format!("{at}: `{path}` stands outside of a `use` item: import it")
    });
    let arrows = modules.arrows();
    let order = order(&text(file).unwrap_or_default())?;
    let mut wrong: Vec<String> = inline.collect();
    wrong.extend(against_order(&order, &arrows, file));
    wrong.extend(circles(&arrows));
    Ok(wrong)
}

/// The rooms in a root file with the number of their group.
fn order(text: &str) -> Result<BTreeMap<String, usize>, String> {
    let source = parse(text).map_err(|error| error.to_string())?;
    let rooms =
        (source.modules.into_iter()).filter(|module| !module.is_test && module.within.is_empty());
    let numbered = rooms.map(|room| {
        let before = text.lines().take(room.line);
        (
            room.name,
            before.filter(|line| line.trim().is_empty()).count(),
        )
    });
    Ok(numbered.collect())
}

/// The uses between rooms that do not point to an earlier group, one finding per pair.
fn against_order(
    order: &BTreeMap<String, usize>,
    arrows: &BTreeSet<Arrow>,
    file: &str,
) -> Vec<String> {
    let mut pairs: BTreeMap<(&str, Option<&str>), BTreeSet<&str>> = BTreeMap::new();
    for Arrow { from, to, at } in arrows {
        let (Some(from), to) = (from.first(), to.first().map(String::as_str)) else {
            continue;
        };
        let stands = to.is_some_and(|to| to == from || order.get(to) < order.get(from));
        if !stands {
            pairs.entry((from, to)).or_default().insert(at);
        }
    }
    let told = pairs.iter().map(|((from, to), places)| {
        let used = match to {
            Some(to) => format!("`{to}`, which no group of {file} before its own has"),
            None => format!("an item of {file}, which stands above every room"),
        };
        let places: Vec<&str> = places.iter().copied().collect();
        format!("{}: `{from}` uses {used}", places.join(", "))
    });
    told.collect()
}

/// The cycles of sibling modules in a room; only the shortest is reported.
fn circles(arrows: &BTreeSet<Arrow>) -> Vec<String> {
    // Folder → module → the sibling modules it uses, with the first position.
    let mut folders: BTreeMap<&[String], BTreeMap<&str, BTreeMap<&str, &str>>> = BTreeMap::new();
    for Arrow { from, to, at } in arrows {
        let shared = from
            .iter()
            .zip(to)
            .take_while(|(one, other)| one == other)
            .count();
        if let (Some(folder), Some(one), Some(other)) =
            (from.get(..shared), from.get(shared), to.get(shared))
            && !folder.is_empty()
        {
            let uses = folders.entry(folder).or_default().entry(one).or_default();
            uses.entry(other).or_insert(at);
        }
    }
    let mut told = Vec::new();
    for (folder, uses) in &folders {
        let mut seen = BTreeSet::new();
        for module in uses.keys() {
            if seen.contains(module) {
                continue;
            }
            if let Some(circle) = circle(uses, module) {
                let steps = circle.iter().zip(circle.iter().skip(1));
                let steps = steps.filter_map(|(one, other)| {
                    Some(format!(
                        "`{one}` uses `{other}` at {}",
                        uses.get(one)?.get(other)?
                    ))
                });
                let steps = steps.collect::<Vec<_>>().join(", ");
                told.push(format!("{}: a circle: {steps}", folder.join("::")));
                seen.extend(circle);
            }
        }
    }
    told
}

/// The shortest cycle through a module, with the module at both ends.
fn circle<'m>(
    uses: &BTreeMap<&'m str, BTreeMap<&'m str, &str>>,
    module: &'m str,
) -> Option<Vec<&'m str>> {
    let mut ways = vec![vec![module]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let used = way.last().and_then(|last| uses.get(last));
            for other in used.into_iter().flat_map(BTreeMap::keys) {
                let way = [&way[..], &[*other]].concat();
                if *other == module {
                    return Some(way);
                }
                if seen.insert(*other) {
                    longer.push(way);
                }
            }
        }
        ways = longer;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::check_crate;

    /// The findings for a crate with these files, the root file first.
    fn wrong(files: &[(&str, &str)]) -> Vec<String> {
        let text = |wanted: &str| {
            let found = files.iter().find(|(file, _)| *file == wanted);
            found.map(|(_, text)| (*text).to_owned())
        };
        check_crate(files[0].0, &text).unwrap()
    }

    fn assert_told(files: &[(&str, &str)], expected: &[&str]) {
        let wrong = wrong(files);
        assert_eq!(wrong.len(), expected.len(), "{wrong:?}");
        for (told, expected) in wrong.iter().zip(expected) {
            assert!(told.contains(expected), "{told}");
        }
    }

    const LIB: (&str, &str) = (
        "src/lib.rs",
        "//! A crate.\n\nmod floor;\n\nmod left;\nmod right;\n\npub use left::Left;\n\npub struct Roof;\n",
    );

    #[test]
    fn a_room_uses_the_groups_before_its_own() {
        for (floor, left, expected) in [
            ("", "use crate::floor::Floor; use super::floor;", None),
            (
                "use crate::left::Left;",
                "",
                Some("floor.rs:1: `floor` uses `left`"),
            ),
            ("use crate::Left;", "", Some("`floor` uses `left`")),
            (
                "use super::{left::{self, Left}};",
                "",
                Some("`floor` uses `left`"),
            ),
            (
                "fn f() { super::left::f() }",
                "",
                Some("`floor` uses `left`"),
            ),
            (
                "use super::left as other; fn f() {}",
                "",
                Some("`floor` uses `left`"),
            ),
            (
                "macro_rules! m { () => { $crate::left::f() } }",
                "",
                Some("`floor` uses `left`"),
            ),
            ("", "use crate::right::Right;", Some("`left` uses `right`")),
            (
                "use crate::Roof;",
                "",
                Some("`floor` uses an item of src/lib.rs"),
            ),
            (
                "/// As [`crate::left`] does.\nuse left::Other; fn left() {}",
                "",
                None,
            ),
            (
                "#[cfg(test)] mod tests { use crate::left::Left; }",
                "",
                None,
            ),
            ("#[cfg(test)] use crate::left::Left;", "", None),
        ] {
            let files = [
                LIB,
                ("src/floor.rs", floor),
                ("src/left.rs", left),
                ("src/right.rs", ""),
            ];
            assert_told(&files, expected.as_slice());
        }
    }

    #[test]
    fn a_crate_path_stands_in_a_use_item() {
        for (text, expected) in [
            ("use crate::floor::f; fn g() { f() }", None),
            ("fn g() { use crate::floor::f; f() }", None),
            ("pub(in crate::left) fn g() {}", None),
            (
                "fn g() { crate::floor::f() }",
                Some("src/left.rs:1: `crate::floor::f`"),
            ),
            (
                "fn g() { say!(crate::floor::f()) }",
                Some("`crate::floor::f`"),
            ),
            (
                "#[derive(A)] #[a(b = crate::floor::f)] struct G;",
                Some("`crate::floor::f`"),
            ),
            (
                "#[cfg(test)] mod tests { fn g() { crate::floor::f() } }",
                None,
            ),
        ] {
            let files = [
                LIB,
                ("src/floor.rs", ""),
                ("src/left.rs", text),
                ("src/right.rs", ""),
            ];
            assert_told(&files, expected.as_slice());
        }
    }

    #[test]
    fn modules_side_by_side_have_no_circle() {
        let files = |lay: &'static str, all: &'static str| {
            [
                ("src/lib.rs", "mod floor;"),
                ("src/floor.rs", all),
                ("src/floor/lay.rs", lay),
                ("src/floor/tile/mod.rs", "use super::lay::lay; mod glaze;"),
                ("src/floor/tile/glaze.rs", ""),
            ]
        };
        let circle =
            "floor: a circle: `lay` uses `tile` at src/floor/lay.rs:1, `tile` uses `lay` at";
        let modules = "mod lay; mod tile;";
        assert_told(&files("", modules), &[]);
        assert_told(&files("use super::tile::glaze;", modules), &[circle]);
        // Through a re-export of the parent module.
        let passed = "mod lay; mod tile; pub use tile::Tile;";
        assert_told(&files("use super::Tile;", passed), &[circle]);
    }
}
