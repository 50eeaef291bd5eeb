//! Compares the retrieval lane: corpus names, and the profile of each kind of question.

use std::collections::BTreeSet;

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::{CorpusDef, Text};

use super::change::cut;
use super::comparison::Comparison;
use super::names::VALUE_LABEL_CHANGED;
use super::positions::Positions;
use super::rule;
use super::version::{Version, added, matched};
use crate::source::files::RETRIEVAL as FILE;

rule::table! {
    CORPUS_ADDED "CD130" "corpus-added" Compatible Compatible Compatible Compatible {
        what: "can be named",
        why: "contracts may ask for it from now on",
        instead: "nothing; hand the new card out",
    }
    CORPUS_REMOVED "CD131" "corpus-removed" Breaking Breaking Breaking Compatible {
        what: "can no longer be named",
        why: "outputs and stored contracts that name it are no longer read",
        instead: "keep the name until nobody says it",
    }
    PROFILE_CHANGED "CD132" "profile-changed" Untouched Breaking Untouched Compatible {
        what: "has changed",
        why: "the contract means the same; the request to the index is another one",
        instead: "compare requests before and after",
    }
    PHRASES_CHANGED "CD133" "phrases-changed" Untouched Breaking Untouched Compatible {
        what: "have changed",
        why: "a question may be taken for another kind, or get another tag",
        instead: "compare requests before and after",
    }
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    corpora(changes);
    let old = changes.old.catalogue.retrieval.as_ref();
    let new = changes.new.catalogue.retrieval.as_ref();
    // The removed lane is already reported through its scenarios.
    let (Some(old), Some(new)) = (old, new) else {
        return;
    };
    let mut add = |rule, element: &str, key: &str| {
        changes.add(rule, element, (FILE, &[key]));
    };
    let (profile, phrases) = (&PROFILE_CHANGED, &PHRASES_CHANGED);
    let corpora = matched(&old.corpora, &new.corpora, |corpus| &corpus.name);
    if corpora.stayed.iter().any(|(was, now)| was != now) {
        add(profile, "a corpus", "corpora");
    }
    if old.indexes != new.indexes {
        add(profile, "where the texts of a corpus lie", "indexes");
    }
    if old.aliases != new.aliases {
        add(profile, "what documents call their types", "aliases");
    }
    if old.default_types != new.default_types {
        add(profile, "types of documents that say none", "default_types");
    }
    if old.projects != new.projects {
        add(phrases, "tags that are projects", "projects");
    }
    if old.broader != new.broader {
        add(phrases, "tags that are parts of others", "broader");
    }
    if old.modes != new.modes {
        add(profile, "a mode", "modes");
    }
    if old.always_excluded != new.always_excluded {
        add(profile, "what is always left out", "always_excluded");
    }
    if old.profiles != new.profiles {
        add(profile, "a kind of question", "profiles");
    }
    if old.questions != new.questions {
        add(phrases, "phrases of questions", "questions");
    }
    if old.tags != new.tags {
        add(phrases, "words of tags", "tags");
    }
}

/// Names allowed in `Q.cor`. An empty list allows any name.
fn corpora(changes: &mut Comparison<'_>) {
    let names = |side: &Version<'_>| -> Vec<String> {
        side.tables.corpus_names().map(str::to_owned).collect()
    };
    let (old, new) = (names(&changes.old), names(&changes.new));
    let (old, new) = (old.as_slice(), new.as_slice());
    let shown =
        |side: &Version<'_>| side.offers(Scenario::TextRag) || side.offers(Scenario::Hybrid);
    let shown = shown(&changes.old) || shown(&changes.new);
    let element = |name: &str| format!("corpus `{}`", cut(name));
    let mut add = |rule, name: &str| {
        // A corpus is a document type or a set of them.
        let keys = [["document_types", name], ["corpora", name]];
        let there = |positions: &Positions| {
            keys.iter()
                .find(|keys| positions.exact(FILE, *keys).is_some())
        };
        let at = there(&changes.new.positions).or_else(|| there(&changes.old.positions));
        let keys = at.map_or(&["document_types"][..], |keys| &keys[..]);
        changes
            .add(rule, element(name), (FILE, keys))
            .off_card(shown);
    };
    for name in added(old, new) {
        if !old.is_empty() {
            add(&CORPUS_ADDED, name);
        }
    }
    for name in added(new, old) {
        if !new.is_empty() {
            add(&CORPUS_REMOVED, name);
        }
    }
    match (old.is_empty(), new.is_empty()) {
        (true, false) => add(&CORPUS_REMOVED, "any other"),
        (false, true) => add(&CORPUS_ADDED, "any"),
        _ => {}
    }
    labels(changes);
}

/// Labels of corpora, which questions show.
fn labels(changes: &mut Comparison<'_>) {
    let (old, new) = (&changes.old.tables.corpora, &changes.new.tables.corpora);
    let stayed = matched(old, new, |corpus| &corpus.name).stayed;
    let named = |corpus: &CorpusDef| -> BTreeSet<(Text, Vec<Text>)> {
        let labels = corpus.labels.iter();
        labels
            .map(|label| (label.text.clone(), label.synonyms.to_vec()))
            .collect()
    };
    let renamed = stayed.iter().filter(|(was, now)| named(was) != named(now));
    let names: Vec<String> = renamed.map(|(_, now)| now.name.to_string()).collect();
    for name in names {
        let element = format!("corpus `{}`", cut(&name));
        let change = changes.add(&VALUE_LABEL_CHANGED, element, (FILE, &["labels", &name]));
        // A card lists corpora by name only.
        change.off_card(false);
    }
}
