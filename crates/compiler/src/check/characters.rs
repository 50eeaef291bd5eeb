//! Checks that codes and names contain only characters that every notation can carry.

use std::collections::HashSet;

use cmec_decoder::language::lists;
use cmec_decoder::names;

use super::tools::NAME_CHARACTERS;
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;

/// The alias of the target.
const TARGET: &str = "target";

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let members = lists().into_iter().flat_map(|(_, members)| members);
    let words: HashSet<&str> = members.flat_map(|(code, name)| [code, name]).collect();
    for code in codebook.codes() {
        if plain("code", code, findings) {
            form(code, &words, findings);
        }
    }
    for code in &codebook.reserved {
        plain("code", code, findings);
    }
    for path in codebook.paths() {
        plain("path", path, findings);
    }
    for name in codebook.relation_names() {
        plain("relation", name, findings);
    }
    for name in codebook.metric_names() {
        plain("metric", name, findings);
    }
    for ty in &codebook.types {
        plain("type", &ty.name, findings);
        if ty.name.value.contains('.') {
            let message = format!("the type `{}` has a dot in its name", ty.name);
            tell(findings, Rule::IllegalCharacter, ty.name.place, message)
                .help("the dot parts type and field in `type.field`");
        }
    }
    for field in &codebook.fields {
        if field.type_name().is_empty() || field.name().is_empty() || field.name().contains('.') {
            let message = format!("the path `{}` is not `type.field`", field.path);
            tell(findings, Rule::WrongShape, field.path.place, message);
        }
    }
    if let Some(name) = &codebook.name {
        domain(name, findings);
    }
    for (_, _, alias) in codebook.aliases() {
        let legal = |letter: char| letter.is_alphanumeric() || letter == '_';
        // SQL reads a word that starts with a digit as a number.
        let starts = !alias
            .value
            .starts_with(|letter: char| letter.is_ascii_digit());
        if !starts || !alias.value.chars().all(legal) {
            let message = format!("the alias `{alias}` is not one word");
            tell(findings, Rule::IllegalCharacter, alias.place, message)
                .help("use letters, digits and `_`, no digit first");
        }
    }
}

/// A code appears where keywords, paths, numbers and signs do, so it must not look like one.
fn form(code: &Spanned<String>, words: &HashSet<&str>, findings: &mut Vec<Finding>) {
    let text = code.text();
    // Letters outside Latin have a finding of their own.
    let starts = text.starts_with(char::is_alphabetic);
    let is_word = text == TARGET || words.contains(text);
    let message = if is_word {
        format!("the code `{code}` is a word of the language")
    } else if !starts || text.contains('.') {
        format!("the code `{code}` reads as a number, a sign or a path")
    } else {
        return;
    };
    tell(findings, Rule::IllegalCharacter, code.place, message)
        .help("codes are a letter and digits, `F001` for a field and `R001` for a relation");
}

/// A domain's name becomes a file name and a Rust module.
fn domain(name: &Spanned<String>, findings: &mut Vec<Finding>) {
    let starts = name
        .value
        .starts_with(|letter: char| letter.is_ascii_lowercase());
    let legal =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if !starts || !name.value.chars().all(legal) {
        let message = format!("the name `{name}` cannot name files and modules");
        tell(findings, Rule::IllegalCharacter, name.place, message)
            .help("use lower-case Latin letters, digits and `_`, a letter first");
    }
    // The tool of the domain is called `query_<domain>`.
    if "query_".len() + name.value.len() > NAME_CHARACTERS {
        let most = NAME_CHARACTERS - "query_".len();
        let message = format!("the name `{name}` is longer than {most} letters");
        tell(findings, Rule::IllegalCharacter, name.place, message)
            .help(format!("providers take names of tools of {NAME_CHARACTERS} letters, and the domain's is `query_{name}`"));
    }
}

/// Whether every character of a name is legal.
fn plain(what: &str, name: &Spanned<String>, findings: &mut Vec<Finding>) -> bool {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let Some(letter) = name.value.chars().find(|letter| !legal(*letter)) else {
        return true;
    };
    let number = u32::from(letter);
    // An invisible character is shown by its number.
    let (shown, letter_is) = match letter.is_alphanumeric() {
        true => (name.value.clone(), letter.to_string()),
        false => (
            name.value.escape_debug().to_string(),
            format!("U+{number:04X}"),
        ),
    };
    let message = format!("the {what} `{shown}` has the character `{letter_is}`");
    let help = match names::latin(letter) {
        Some(latin) => {
            format!("this is U+{number:04X}, which looks like the Latin `{latin}`")
        }
        None => "use Latin letters, digits, `_`, `.` and `-`".to_owned(),
    };
    tell(findings, Rule::IllegalCharacter, name.place, message).help(help);
    false
}
