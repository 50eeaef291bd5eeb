//! Compares the domain: name, languages, and the lane of each scenario.

use cmec_decoder::language::Scenario;
use cmec_decoder::tables::Tables;

use super::change::Change;
use super::comparison::Comparison;
use super::rule::{self, ChangeRule};
use super::version::{Version, added};
use crate::finding::Place;
use crate::resolve::checked::Checked;
use crate::source::files::CODEBOOK;
use crate::words;

rule::table! {
    DOMAIN_RENAMED "CD001" "domain-renamed" Breaking Untouched Untouched Breaking {
        what: "has another name",
        why: "a call names the tool after the domain, and so do the generated files and modules",
        instead: "keep the name; a codebook for something else is another folder",
    }
    LANGUAGE_ADDED "CD002" "language-added" Untouched Untouched Compatible Compatible {
        what: "have one more",
        why: "there is a card in it, and questions are asked in it too",
        instead: "nothing; hand the new card out where it is wanted",
    }
    LANGUAGE_REMOVED "CD003" "language-removed" Untouched Untouched Breaking Compatible {
        what: "have one less",
        why: "its card is gone, and who reads questions in it gets them in another",
        instead: "keep the language until nobody asks in it",
    }
    SCENARIO_OFFERED "CD004" "scenario-offered" Compatible Compatible Compatible Compatible {
        what: "is answered",
        why: "models may be told of it, and what was a question becomes a contract",
        instead: "nothing; hand the new card out",
    }
    SCENARIO_WITHDRAWN "CD005" "scenario-withdrawn" Breaking Breaking Breaking Compatible {
        what: "is no longer answered",
        why: "outputs that say it are questions now, and no lane runs its stored contracts",
        instead: "keep the lane until no stored contract and no prompt needs it",
    }
    LANE_CHANGED "CD006" "lane-changed" Untouched Breaking Untouched Compatible {
        what: "is answered by another lane",
        why: "the same contract is answered from another source",
        instead: "offer the other source as a scenario or a domain of its own",
    }
    CODEBOOK_ADDED "CD007" "codebook-added" Compatible Compatible Compatible Compatible {
        what: "is new",
        why: "there is one more domain that models may be told of",
        instead: "nothing; teach hosts first, then hand its card out",
    }
    CODEBOOK_REMOVED "CD008" "codebook-removed" Breaking Breaking Breaking Breaking {
        what: "is gone",
        why: "nothing that was said in it is read any more, and its module is gone from Rust",
        instead: "keep it until no model, no stored contract and no program needs it",
    }
    FIRST_LANGUAGE "CD009" "first-language" Untouched Untouched Untouched Compatible {
        what: "begin with another one",
        why: "questions are asked in it, and a card is in it, where the command names no language",
        instead: "nothing; a host says the language it wants",
    }
}

/// The change for a codebook added to a folder of codebooks.
#[must_use]
pub fn codebook_came(new: &Checked) -> Option<Change> {
    of_whole(new, &CODEBOOK_ADDED, true)
}

/// The change for a codebook removed from a folder of codebooks.
#[must_use]
pub fn codebook_went(old: &Checked) -> Option<Change> {
    of_whole(old, &CODEBOOK_REMOVED, false)
}

fn of_whole(model: &Checked, rule: &'static ChangeRule, is_there: bool) -> Option<Change> {
    let mut changes = Comparison {
        old: Version::of(model),
        new: Version::of(model),
        found: Vec::new(),
    };
    let element = format!("the codebook `{}`", model.name());
    changes.add(rule, element, (CODEBOOK, &["name"]));
    let mut change = changes.found.pop()?;
    change.is_there = is_there;
    if is_there {
        change.old = None;
    } else {
        change.new = Place::point(0, 0);
    }
    Some(change)
}

pub(super) fn compare(changes: &mut Comparison<'_>) {
    let (old, new) = (changes.old.tables, changes.new.tables);
    if old.name != new.name {
        (changes.add(&DOMAIN_RENAMED, "the domain", (CODEBOOK, &["name"])))
            .from(old.name.as_ref())
            .to(new.name.as_ref());
    }
    let element = "the languages";
    for language in added(&old.languages, &new.languages) {
        let at = (CODEBOOK, &["languages", language.as_ref()][..]);
        (changes.add(&LANGUAGE_ADDED, element, at)).to(language.as_ref());
    }
    for language in added(&new.languages, &old.languages) {
        let at = (CODEBOOK, &["languages", language.as_ref()][..]);
        (changes.add(&LANGUAGE_REMOVED, element, at)).from(language.as_ref());
    }
    let first = |tables: &Tables| tables.languages.first().map(ToString::to_string);
    let (was, now) = (first(old), first(new));
    if was != now {
        let at = (CODEBOOK, &["languages"][..]);
        changes.add(&FIRST_LANGUAGE, element, at).between(was, now);
    }
    for scenario in Scenario::ALL {
        lane(changes, *scenario);
    }
}

fn lane(changes: &mut Comparison<'_>, scenario: Scenario) {
    let lane_of = |side: &Version<'_>| side.catalogue.lane(scenario).map(words::name);
    let (old, new) = (lane_of(&changes.old), lane_of(&changes.new));
    let (rule, before, now) = match (old, new) {
        (None, Some(new)) => (&SCENARIO_OFFERED, new, new),
        (Some(old), None) => (&SCENARIO_WITHDRAWN, old, old),
        (Some(old), Some(new)) if old != new => (&LANE_CHANGED, old, new),
        _ => return,
    };
    let element = format!("scenario `{}`", scenario.name());
    let [before, now] = [before, now].map(|lane| ["lanes", lane, scenario.name()]);
    (changes.moved(rule, element, (CODEBOOK, &before), (CODEBOOK, &now))).between(old, new);
}
