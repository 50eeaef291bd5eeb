//! Changes as items of a report: the place in the new codebook, with the old one as a related place.

use cmec_compiler::diff::{ChangeReport, change_rules};
use serde::Serialize;
use serde_json::json;

use super::Weight;
use crate::report::{Item, Level, Place, Record, Rule, TestCase, TestOutcome};

#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct ChangeItem {
    #[serde(skip)]
    pub(super) codebook: String,
    pub(super) change: ChangeReport,
    #[serde(skip)]
    pub(super) weight: Weight,
}

pub(super) fn rules() -> Vec<Rule> {
    let rules = change_rules().map(|rule| Rule {
        id: rule.id,
        slug: rule.slug,
        what: rule.what,
        why: rule.why,
        help: format!("{}\ninstead: {}", rule.why, rule.instead),
    });
    rules.collect()
}

impl Item for ChangeItem {
    fn records(&self) -> Vec<Record<'_>> {
        let change = &self.change;
        let level = match self.weight {
            Weight::Breaks => Level::Error,
            Weight::Allowed => Level::Warning,
            Weight::Fits => Level::Note,
        };
        let mut text = change.message.clone();
        if self.weight != Weight::Fits {
            text += &format!("\nbreaks {}\ninstead: {}", self.broken(), change.instead);
        }
        vec![Record {
            rule: change.id,
            level,
            place: Place::from(&change.new),
            message: change.message.clone(),
            related: change.old.iter().map(Place::from).collect(),
            properties: json!({"effects": change.effects}),
            annotation: (level, format!("{} {}", change.id, change.slug), text),
            ..Record::default()
        }]
    }

    fn test_case(&self) -> TestCase<'_> {
        let (change, place) = (&self.change, &self.change.new);
        let name = format!("{} {}", change.id, change.message);
        let at = format!("{}:{}:{}", place.file, place.line, place.column);
        let broken = self.broken();
        let outcome = match self.weight {
            Weight::Fits => TestOutcome::Passed(String::new()),
            Weight::Allowed => TestOutcome::Skipped(format!("breaks {broken}, which is allowed")),
            Weight::Breaks => {
                let text = format!("{name}\n{at}\ninstead: {}", change.instead);
                TestOutcome::Failed(change.slug, Some(format!("breaks {broken}")), text)
            }
        };
        let ty = change.types.iter().take(1).map(|ty| format!(".{ty}"));
        TestCase {
            class: (self.codebook.clone() + &ty.collect::<String>()).into(),
            name: name.into(),
            outcome,
        }
    }
}

impl ChangeItem {
    /// The audiences that it breaks.
    fn broken(&self) -> String {
        let broken: Vec<&str> = self.change.effects.broken().map(|who| who.name()).collect();
        broken.join(", ")
    }
}
