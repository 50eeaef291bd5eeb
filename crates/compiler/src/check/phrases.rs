//! Checks that a phrase belongs to one kind of question and a synonym to one tag.

use std::collections::HashMap;

use cmec_decoder::letters;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::retrieval::Retrieval;

pub(super) fn check(_: &Source, retrieval: &Retrieval, findings: &mut Vec<Finding>) {
    let phrases = (retrieval.questions.iter())
        .flat_map(|(kind, phrases)| phrases.iter().map(|phrase| (kind.name(), phrase)));
    once("phrase", phrases, findings);
    let synonyms = retrieval.tags.iter().flat_map(|(tag, synonyms)| {
        let own = std::iter::once((tag.text(), tag));
        own.chain(synonyms.iter().map(|synonym| (tag.text(), synonym)))
    });
    once("synonym", synonyms, findings);
}

fn once<'s>(
    what: &str,
    texts: impl Iterator<Item = (&'s str, &'s Spanned<String>)>,
    findings: &mut Vec<Finding>,
) {
    let mut seen: HashMap<String, (&str, &Spanned<String>)> = HashMap::new();
    for (owner, text) in texts {
        if text.value != text.value.to_lowercase() {
            let message = format!("the {what} `{text}` is not lower case");
            tell(findings, Rule::AmbiguousPhrase, text.place, message)
                .help("questions are compared in lower case");
        }
        // Search treats `ё` and `е` as the same letter.
        let folded = letters::folded(&text.value);
        match seen.get(&folded) {
            Some((first, at)) if *first != owner => {
                let message = format!("the {what} `{text}` belongs to `{first}` already");
                tell(findings, Rule::AmbiguousPhrase, text.place, message)
                    .also(at.place, format!("under `{first}`"));
            }
            Some(_) => {}
            None => {
                seen.insert(folded, (owner, text));
            }
        }
    }
}
