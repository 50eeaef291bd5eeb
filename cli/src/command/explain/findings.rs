//! What a finding of the decoder or the compiler, or a change of a codebook, is about.

use cmec_compiler::diff::Audience;

use super::Entry;

/// Every rule with this id.
pub(super) fn findings(id: &str) -> Vec<Entry> {
    let decoder = cmec_decoder::registry::rule(id).map(|rule| {
        let facts = vec![
            ("what", rule.what.to_owned()),
            ("why", rule.why.to_owned()),
            ("example", rule.example.to_owned()),
            ("instead", rule.instead.to_owned()),
        ];
        Entry::new(format!("{} {} (decoder)", rule.id, rule.slug), facts)
    });
    let compiler = cmec_compiler::rules()
        .iter()
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
        .map(|rule| {
            let facts = vec![
                ("what", rule.what.to_owned()),
                ("why", rule.why.to_owned()),
                ("example", rule.example.to_owned()),
                ("instead", rule.instead.to_owned()),
            ];
            Entry::new(format!("{} {} (compiler)", rule.id, rule.slug), facts)
        });
    let change = cmec_compiler::diff::change_rules()
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
        .map(|rule| {
            let effects: Vec<String> = (Audience::ALL.iter())
                .map(|audience| {
                    format!("{} {}", audience.name(), rule.effects.on(*audience).name())
                })
                .collect();
            let facts = vec![
                ("what", rule.what.to_owned()),
                ("why", rule.why.to_owned()),
                ("instead", rule.instead.to_owned()),
                ("effects", effects.join(", ")),
            ];
            Entry::new(format!("{} {} (diff)", rule.id, rule.slug), facts)
        });
    (decoder.into_iter())
        .chain(compiler)
        .chain(change)
        .collect()
}
