//! Codes and names are made of characters every notation can carry.

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::text::lookalike;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let codebook = &source.codebook;
    let mut names: Vec<(&str, &Spanned<String>)> = Vec::new();
    names.extend(codebook.types.iter().map(|ty| ("type", &ty.name)));
    names.extend(codebook.fields.iter().map(|field| ("code", &field.code)));
    names.extend(codebook.fields.iter().map(|field| ("path", &field.path)));
    for relation in &codebook.relations {
        names.push(("code", &relation.code));
        names.push(("relation", &relation.name));
    }
    names.extend(codebook.reserved.iter().map(|code| ("code", code)));
    for (what, name) in names {
        plain(what, name, findings);
    }
    for ty in &codebook.types {
        if ty.name.value.contains('.') {
            let message = format!("the type `{}` has a dot in its name", ty.name.value);
            findings.push(
                Finding::new(Rule::IllegalCharacter, ty.name.place, message)
                    .help("the dot parts type and field in `type.field`"),
            );
        }
    }
    for field in &codebook.fields {
        if field.type_name.is_empty() || field.name.is_empty() || field.name.contains('.') {
            let message = format!("the path `{}` is not `type.field`", field.path.value);
            findings.push(Finding::new(Rule::WrongShape, field.path.place, message));
        }
    }
    if let Some(name) = &codebook.name {
        domain(name, findings);
    }
    let aliases = (codebook
        .fields
        .iter()
        .filter_map(|field| field.alias.as_ref()))
    .chain(
        codebook
            .relations
            .iter()
            .filter_map(|relation| relation.alias.as_ref()),
    );
    for alias in aliases {
        let legal = |letter: char| letter.is_alphanumeric() || letter == '_';
        if !alias.value.chars().all(legal) {
            let message = format!("the alias `{}` is not one word", alias.value);
            findings.push(
                Finding::new(Rule::IllegalCharacter, alias.place, message)
                    .help("use letters, digits and `_`"),
            );
        }
    }
}

/// A domain's name becomes a file name and a Rust module.
fn domain(name: &Spanned<String>, findings: &mut Vec<Finding>) {
    let starts = name
        .value
        .starts_with(|letter: char| letter.is_ascii_lowercase());
    let legal =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    if !starts || !name.value.chars().all(legal) {
        let message = format!("the name `{}` cannot name files and modules", name.value);
        findings.push(
            Finding::new(Rule::IllegalCharacter, name.place, message)
                .help("use lower-case Latin letters, digits and `_`, a letter first"),
        );
    }
}

fn plain(what: &str, name: &Spanned<String>, findings: &mut Vec<Finding>) {
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let Some(letter) = name.value.chars().find(|letter| !legal(*letter)) else {
        return;
    };
    let message = format!("the {what} `{}` has the character `{letter}`", name.value);
    let finding = Finding::new(Rule::IllegalCharacter, name.place, message);
    findings.push(match lookalike::latin(letter) {
        Some(latin) => finding.help(format!(
            "this is U+{:04X}, which looks like the Latin `{latin}`",
            u32::from(letter)
        )),
        None => finding.help("use Latin letters, digits, `_`, `.` and `-`"),
    });
}
