//! Checks that the vocabulary of a core codebook equals the decoder's.

use cmec_decoder::language::lists;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::node_reader::NamedText;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let core = &source.core;
    for (name, members) in lists() {
        let Some((list, pairs)) = core.vocabulary.iter().find(|(list, _)| list.value == name)
        else {
            let message = format!("the core vocabulary lacks the list `{name}`");
            tell(findings, Rule::CoreDisagrees, core.vocabulary_at, message);
            continue;
        };
        agree(list, pairs, &members, findings);
    }
}

fn agree(
    list: &Spanned<String>,
    pairs: &[NamedText],
    members: &[(&str, &str)],
    findings: &mut Vec<Finding>,
) {
    for (code, name) in pairs {
        match members.iter().find(|(known, _)| *known == code.value) {
            None => {
                let message = format!("the decoder has no code `{code}` in `{list}`");
                tell(findings, Rule::CoreDisagrees, code.place, message)
                    .nearest(code.text(), members.iter().map(|(code, _)| *code));
            }
            Some((_, known)) if *known != name.value => {
                let message = format!("`{code}` is `{known}` in the decoder");
                tell(findings, Rule::CoreDisagrees, name.place, message)
                    .help(format!("write `{code}: {known}`"));
            }
            Some(_) => {}
        }
    }
    for (code, name) in members {
        if !pairs.iter().any(|(said, _)| said.value == *code) {
            let message = format!("`{list}` lacks `{code}: {name}`");
            tell(findings, Rule::CoreDisagrees, list.place, message);
        }
    }
}
