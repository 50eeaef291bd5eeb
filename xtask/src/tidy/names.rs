//! Rejects types and files named only by a participle, pronoun or adverb, which tells what happened instead of what the
//! thing is.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::size::{PACKAGES, is_code};
use xtask::repository::{files, read};

/// The stages of the pipeline (`Decoded`, `Checked`, `Compiled`) are allowed.
const VAGUE: &str = "above aside asked asking before beside called coded compared computed counted described embedded escaped \
    expressed filled finished found given hashed held ignored indexed joined judged kept known left lifted listed looked lost \
    made matched measured mine named narrowed needed other others own paged placed ranked reached running said searched seen \
    shown sorted spoken standing stored taken told unread unsaid unwritten waiting wanted way ways written";

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for package in PACKAGES {
        for path in files(root, package)?.iter().filter(|path| is_code(path)) {
            let file = path.rsplit('/').next().unwrap_or_default();
            let text: TokenStream =
                (read(root, path)?.parse()).map_err(|error| format!("{path}: {error}"))?;
            let mut names = vec![file.trim_end_matches(".rs").to_owned()];
            add_types(text, &mut names);
            for name in names.iter().filter(|name| is_vague(name)) {
                wrong.push(format!("{path}: `{name}` does not say what it is"));
            }
        }
    }
    Ok(())
}

fn is_vague(name: &str) -> bool {
    let name = name.to_lowercase();
    VAGUE.split_whitespace().any(|vague| vague == name)
}

fn add_types(stream: TokenStream, names: &mut Vec<String>) {
    let mut is_type = false;
    for token in stream {
        match token {
            TokenTree::Group(group) => add_types(group.stream(), names),
            TokenTree::Ident(name) => {
                if is_type {
                    names.push(name.to_string());
                }
                is_type = ["struct", "enum", "trait", "type"]
                    .iter()
                    .any(|kind| name == kind);
                continue;
            }
            _ => {}
        }
        is_type = false;
    }
}

#[cfg(test)]
mod tests {
    use super::{add_types, is_vague};

    #[test]
    fn vague_names_are_found() {
        let mut names = Vec::new();
        let text = "fn said() { struct Told; } pub enum ToldNames { Told }";
        add_types(text.parse().unwrap(), &mut names);
        assert_eq!(names, ["Told", "ToldNames"]);
        assert_eq!([is_vague("Told"), is_vague("ToldNames")], [true, false]);
    }
}
