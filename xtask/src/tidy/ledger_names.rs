//! The lane knows no company: nobody of the demonstration ledger is named in a crate or in its codebook.
//!
//! Only the generators of the demonstration have names. Whom the tests ask for stands in `fixtures/address/`.

use std::path::Path;

use xtask::repository::{files, read};

/// Where the names are, and the only folder of the sources that may have them.
const GENERATOR: &str = "demo/src/one_c/ledger/";
/// The databases of the domains with tables have names of their own; some are as common as those of the ledger.
const TABLES: &str = "demo/src/tables";
/// Questions as people ask them name somebody: they are shown to a model, and no lane reads them.
const EXAMPLES: &[&str] = &[
    "codebook/address/examples.yaml",
    "crates/compiler/src/tests/snapshots/card-",
    "crates/compiler/src/tests/snapshots/line-card-",
    "crates/executor/tables/",
];
/// Where nobody is named.
const FOLDERS: &[&str] = &["cli", "codebook/address", "crates", "demo"];
/// Titles of contracts in the generator begin so.
const CONTRACTS: &[&str] = &["Договор ", "Рамочный договор", "Основной договор"];

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    let parties = read(root, &format!("{GENERATOR}names.rs"))?;
    let contracts = read(root, &format!("{GENERATOR}generate.rs"))?;
    let names = names(&parties, &contracts);
    if names.is_empty() {
        wrong.push(format!("{GENERATOR}: no names were found to look for"));
    }
    for folder in FOLDERS {
        for path in files(root, folder)? {
            let shown = EXAMPLES.iter().any(|start| path.starts_with(start));
            if shown || path.starts_with(GENERATOR) || path.starts_with(TABLES) {
                continue;
            }
            let text = read(root, &path)?.to_lowercase();
            for (line, text) in (1..).zip(text.lines()) {
                for name in names.iter().filter(|name| has(text, name)) {
                    wrong.push(format!(
                        "{path}:{line}: `{name}` is a name of the demonstration ledger; no crate knows a company, contract or person; tests take them from fixtures/address/names.rs"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Names of parties and own firms, surnames of persons and titles of contracts, in lower case.
fn names(parties: &str, contracts: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let (before, listed) = parties.split_once("const PARTIES").unwrap_or((parties, ""));
    // `party("ООО", "Название", …)`: the form, then the title.
    for party in listed.split("party(").skip(1) {
        let texts = literals(party);
        if let [form, title, ..] = texts.as_slice() {
            names.push(title.clone());
            if *form == "ИП" {
                names.extend(title.split_whitespace().next().map(str::to_owned));
            }
        }
    }
    // An own firm is its form and its title in quotation marks.
    let firms = before
        .split_once("const ORGANIZATIONS")
        .map_or("", |(_, firms)| firms);
    names.extend(firms.split("\\\"").skip(1).step_by(2).map(str::to_owned));
    let titles = literals(contracts).into_iter();
    names.extend(titles.filter(|title| CONTRACTS.iter().any(|start| title.starts_with(start))));
    for name in &mut names {
        *name = name.to_lowercase();
    }
    names.sort();
    names.dedup();
    names
}

/// String literals without escapes in them.
fn literals(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//") && !line.contains('\\'))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

/// Whether a line has a name as words of their own.
fn has(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line
            .get(at + name.len()..)
            .and_then(|text| text.chars().next());
        let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        ends(before) && ends(after)
    })
}

#[cfg(test)]
mod tests {
    use super::{has, names};

    #[test]
    fn names_are_those_of_parties_persons_firms_and_contracts() {
        let parties = "pub(super) const ORGANIZATIONS: [&str; 1] = [\"ООО \\\"Своя\\\"\"];\n\
            pub(super) const PARTIES: [Party; 2] = [\n    party(\"ООО\", \"Чужая\", Role::Buyer, 1, 1),\n    \
            party(\"ИП\", \"Кто То Такой\", Role::Idle, 1, 0),\n];\n";
        let contracts =
            "Role::Bank => \"Договор счета\",\n// \"Договор в примечании\"\n_ => \"Счет\",\n";
        assert_eq!(
            names(parties, contracts),
            ["договор счета", "кто", "кто то такой", "своя", "чужая"]
        );
    }

    #[test]
    fn a_name_is_found_as_words_of_its_own() {
        for (line, found) in [
            ("ооо «чужая»", true),
            ("%чужая%", true),
            ("нечужая", false),
            ("чужаядоля чужая", true),
            ("", false),
        ] {
            assert_eq!(has(line, "чужая"), found, "{line}");
        }
    }
}
