//! Questions to a person: one about the first finding, in words of that person, in Chinese, Russian and English.
//! Deterministic and short.
//!
//! Numbers govern no noun and names stand in quotes, so that nothing filled in has to be inflected. Names that the
//! model made up (of groups, metrics and tools) are not offered to a person.

mod part_names;
mod sentences;
mod topics;
mod translation;

use std::borrow::Cow;

use crate::clarify::question::translation::Translation;
use crate::finding::topic::{List, Number, Topic};
use crate::finding::{Candidate, Finding, labels, registry};
use crate::language::{Part, Scenario, ValueType, given_names};
use crate::tables::FindingClass;

/// A question about the first finding; English where the language has no words.
pub(crate) fn ask(findings: &[Finding], language: &str) -> String {
    let Some(finding) = findings.first() else {
        return String::new();
    };
    let stem = stem(finding, language);
    // The names of tools, metrics and groups are the model's, not the person's.
    let inner = [&registry::UNKNOWN_TOOL, &registry::UNKNOWN_NAME];
    if inner.contains(&finding.rule) {
        return stem;
    }
    let offered = finding.candidates.iter();
    // One reading without the other would be worse than none; an example is no reading.
    if (offered.clone()).any(|candidate| is_made_up(candidate) && !candidate.example) {
        return stem;
    }
    stem + &choice(offered.filter(|candidate| !is_made_up(candidate)), language)
}

/// Whether a candidate is a name that the model gave, or a field at a place of such a name that has no label.
fn is_made_up(candidate: &Candidate) -> bool {
    let Some(name) = given_names::name(&candidate.code) else {
        return false;
    };
    let has_label = name.contains('.') && candidate.label != candidate.code;
    !has_label && !name.contains(['=', '<', '>', '~'])
}

/// The language in which a question for readers of a language is: their own, or English.
pub(crate) fn spoken(language: &str) -> &str {
    match language.split('-').next() {
        Some("zh" | "ru" | "en") => language,
        _ => "en",
    }
}

/// What is asked.
fn stem(finding: &Finding, language: &str) -> String {
    match (finding.topic, finding.about_in(language)) {
        (Some(topic), _) => about_topic(topic, language),
        (None, Some(field)) => about_field(finding).with(language, &[field]),
        (None, None) => plain(finding).with(language, &[]),
    }
}

fn about_topic(topic: Topic, language: &str) -> String {
    let sentence = topics::by_topic(topic);
    match topic {
        Topic::AtMost(_, cap) | Topic::Elements(_, cap) => {
            sentence.with(language, &[&cap.to_string()])
        }
        // A question back is nothing a person asked for.
        Topic::Mixed(Scenario::Clarify, _) | Topic::Mixed(_, Part::Question) => {
            sentences::OTHER.with(language, &[])
        }
        Topic::Mixed(scenario, second) => {
            let first = labels::scenario_in(scenario, language);
            sentence.with(language, &[first, part_names::named(second).text(language)])
        }
        Topic::Lacking(lacking) => {
            sentence.with(language, &[part_names::named(lacking).text(language)])
        }
        Topic::Which(_) | Topic::Number(_) | Topic::Name(_) | Topic::Missing(_) => {
            sentence.with(language, &[])
        }
    }
}

/// The question about a field, with its name in it.
fn about_field(finding: &Finding) -> Translation {
    match finding.class() {
        _ if finding.rule == &registry::NOT_SORTABLE => sentences::SORT_FIELD,
        _ if finding.rule == &registry::NOT_GROUPABLE => sentences::GROUP_FIELD,
        _ if finding.rule == &registry::NOT_A_COLUMN => sentences::COLUMN,
        _ if finding.rule == &registry::NOTHING_THERE => sentences::ABSENT_FIELD,
        _ if finding.rule == &registry::METRIC_DOES_NOT_FIT => sentences::SHARED_FIELD,
        _ if finding.rule == &registry::REACHED_TWICE => sentences::WHICH_PLACE,
        _ if finding.rule == &registry::FIELDS_DO_NOT_COMPARE => sentences::COMPARED_WITH,
        _ if finding.rule == &registry::FUNCTION_DOES_NOT_FIT => sentences::COMPUTE_FIELD,
        _ if finding.rule == &registry::BETWEEN_ORDER => sentences::VALUE_FIELD,
        FindingClass::IllegalField => sentences::UNFIT_FIELD,
        FindingClass::IllegalOperator => sentences::COMPARE_FIELD,
        FindingClass::IllegalValue => match finding.field_type {
            Some(ValueType::Boolean) => sentences::TRUTH,
            Some(ValueType::Date) => sentences::DAY,
            Some(ValueType::Datetime) => sentences::MOMENT,
            Some(ValueType::Integer | ValueType::Decimal) => sentences::FIGURE,
            _ => sentences::VALUE_FIELD,
        },
        FindingClass::Conflict => sentences::CONFLICT_OF_FIELD,
        _ => plain(finding),
    }
}

/// The question by rule, and where a rule has none by class.
fn plain(finding: &Finding) -> Translation {
    match finding.class() {
        _ if finding.rule == &registry::TWO_READINGS => sentences::READINGS,
        _ if finding.rule == &registry::SAID_TWICE => sentences::READINGS,
        _ if finding.rule == &registry::BAD_END => sentences::ENDS,
        _ if finding.rule == &registry::TOO_FEW_BRANCHES => sentences::BRANCHES,
        _ if finding.rule == &registry::NOTHING_THERE => sentences::ABSENT,
        _ if finding.rule == &registry::COUNT_OF_WHAT => sentences::COUNTED,
        _ if finding.rule == &registry::METRIC_DOES_NOT_FIT => sentences::DEFINED_METRIC,
        _ if finding.rule == &registry::GRAPH_DISAGREES => sentences::GRAPH,
        _ if finding.rule == &registry::RELATION_DOES_NOT_FIT => topics::which(List::Relation),
        _ if finding.rule == &registry::PAGES_DISAGREE => topics::number(Number::Rows),
        _ if finding.rule == &registry::SORTED_TWICE => topics::which(List::Order),
        _ if finding.rule == &registry::UNKNOWN_TOOL => topics::which(List::Scenario),
        _ if finding.rule == &registry::FUNCTION_DOES_NOT_FIT => sentences::COMPUTED_OVER,
        // What is compared and is no field is a metric.
        FindingClass::IllegalOperator => sentences::COMPARE_METRIC,
        FindingClass::IllegalValue => sentences::VALUE_OF_METRIC,
        FindingClass::UnknownCode | FindingClass::IllegalField => sentences::UNKNOWN,
        FindingClass::Conflict => sentences::CONFLICT,
        FindingClass::MissingPart => topics::missing(Part::TargetType),
        FindingClass::OverCap
        | FindingClass::ForbiddenPart
        | FindingClass::Syntax
        | FindingClass::DuplicateKey
        | FindingClass::UnknownKey
        | FindingClass::Shape => sentences::OTHER,
    }
}

/// What there is to choose from.
fn choice<'f>(candidates: impl Iterator<Item = &'f Candidate> + Clone, language: &str) -> String {
    let examples = candidates.clone().any(|candidate| candidate.example);
    // Several with one label are told apart by what they are said by.
    let name = |candidate: &'f Candidate| {
        let label = candidate.label_in(language);
        let mut alike = candidates
            .clone()
            .filter(|other| other.label_in(language) == label);
        match alike.nth(1) {
            Some(_) if label != candidate.code => {
                Cow::Owned(format!("{label} ({})", candidate.code))
            }
            _ => Cow::Borrowed(label),
        }
    };
    let names: Vec<Cow<'f, str>> = candidates.clone().map(name).collect();
    match names.as_slice() {
        [] => String::new(),
        [only] if !examples => sentences::PERHAPS.with(language, &[only]),
        names => {
            let names = names.join(sentences::BETWEEN.text(language));
            let sentence = if examples {
                sentences::EXAMPLES
            } else {
                sentences::CHOOSE
            };
            sentence.with(language, &[&names])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, choice};

    #[test]
    fn candidates_of_one_label_are_told_apart_by_their_codes() {
        let labelled = |code: &str, label: &str| Candidate {
            label: label.to_owned(),
            ..Candidate::plain(code.to_owned())
        };
        let candidates = [
            labelled("work_founder", "founder"),
            labelled("firm_founder", "founder"),
            labelled("owner", "owner"),
        ];
        assert_eq!(
            choice(candidates.iter(), "en"),
            " Perhaps one of these: founder (work_founder), founder (firm_founder), owner?"
        );
    }
}
