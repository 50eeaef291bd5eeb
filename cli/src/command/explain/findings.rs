//! Explains findings of the decoder and the compiler, changes of a codebook, and limitations of answers, by id.

use cmec_compiler::diff::Audience;
use cmec_executor::Locale;
use cmec_executor::limitation::entry::Entry as LimitationEntry;

use super::{Entry, joined};

/// Every rule and the limitation with this id.
pub(super) fn findings(id: &str, language: Option<Locale>) -> Vec<Entry> {
    let decoder = cmec_decoder::finding::registry::rule(id).map(|rule| {
        let title = format!("{} {} (decoder)", rule.id, rule.slug);
        let what = language.map_or(rule.what, |language| rule.headline(language.tag()));
        entry(title, [what, rule.why, rule.example, rule.instead], "")
    });
    let mut rules = cmec_compiler::rules().iter();
    let compiler = rules
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
        .map(|rule| {
            let title = format!("{} {} (compiler)", rule.id, rule.slug);
            entry(title, [rule.what, rule.why, rule.example, rule.instead], "")
        });
    let mut rules = cmec_compiler::diff::change_rules();
    let change = rules
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
        .map(|rule| {
            let title = format!("{} {} (diff)", rule.id, rule.slug);
            let of = |who: &Audience| format!("{} {}", who.name(), rule.effects.on(*who).name());
            let effects = joined(Audience::ALL.iter().map(of), ", ");
            entry(title, [rule.what, rule.why, "", rule.instead], &effects)
        });
    let code = id.split(':').next().unwrap_or_default();
    let limitation = LimitationEntry::named(code).map(|limitation| {
        let locale = language.unwrap_or(Locale::En);
        let of = |[zh, ru, en]: [&'static str; 3]| locale.pick(zh, ru, en);
        let LimitationEntry {
            what, why, instead, ..
        } = limitation;
        let title = format!("{} (limitation of an answer)", limitation.code);
        entry(title, [of(*what), of(*why), "", of(*instead)], "")
    });
    let entries = [decoder, compiler, change, limitation];
    entries.into_iter().flatten().collect()
}

fn entry(title: String, [what, why, example, instead]: [&str; 4], effects: &str) -> Entry {
    let facts = [
        ("what", what),
        ("why", why),
        ("example", example),
        ("instead", instead),
        ("effects", effects),
    ];
    let facts = facts.map(|(name, text)| (name, text.to_owned()));
    Entry::new(title, facts.into())
}
