//! The vocabulary of a core codebook says what the decoder's language says.

use cmec_decoder::language::lists;

use crate::finding::Rule;
use crate::finding::{Finding, Spanned};
use crate::source::Source;
use crate::source::core::Pair;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let core = &source.core;
    for (name, members) in lists() {
        let Some((list, pairs)) = core.vocabulary.iter().find(|(list, _)| list.value == name)
        else {
            let message = format!("the core vocabulary lacks the list `{name}`");
            findings.push(Finding::new(
                Rule::CoreDisagrees,
                core.vocabulary_at,
                message,
            ));
            continue;
        };
        agree(list, pairs, &members, findings);
    }
}

fn agree(
    list: &Spanned<String>,
    pairs: &[Pair],
    members: &[(&str, &str)],
    findings: &mut Vec<Finding>,
) {
    for (code, name) in pairs {
        match members.iter().find(|(known, _)| *known == code.value) {
            None => findings.push(
                Finding::new(
                    Rule::CoreDisagrees,
                    code.place,
                    format!(
                        "the decoder has no code `{}` in `{}`",
                        code.value, list.value
                    ),
                )
                .nearest(code.text(), members.iter().map(|(code, _)| *code)),
            ),
            Some((_, known)) if *known != name.value => findings.push(
                Finding::new(
                    Rule::CoreDisagrees,
                    name.place,
                    format!("`{}` is `{known}` in the decoder", code.value),
                )
                .help(format!("write `{}: {known}`", code.value)),
            ),
            Some(_) => {}
        }
    }
    for (code, name) in members {
        if !pairs.iter().any(|(said, _)| said.value == *code) {
            let message = format!("`{}` lacks `{code}: {name}`", list.value);
            findings.push(Finding::new(Rule::CoreDisagrees, list.place, message));
        }
    }
}
