//! Strategies for asking questions: a notation and a constraint on the answer.

use std::str::FromStr;

use clap::ValueEnum;
use cmec_agent::chat::constraint::Mechanism;
use serde::{Deserialize, Serialize};

/// How a model says what it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum IntentForm {
    /// One SELECT over the codebook's tables, which is read and never run
    Sql,
    /// cMEC c0.2
    #[value(name = "c0.2")]
    #[serde(rename = "c0.2")]
    C02,
    /// A call of `query_<domain>`, which the server has to hold to its schema
    StrictTool,
    /// A call of a tool of `tools.yaml`
    Tools,
}

impl IntentForm {
    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sql => "sql",
            Self::C02 => "c0.2",
            Self::StrictTool => "strict-tool",
            Self::Tools => "tools",
        }
    }
}

/// What an answer is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum ConstraintChoice {
    /// Nothing.
    Free,
    /// A schema, by a mechanism.
    By(Mechanism),
}

impl ConstraintChoice {
    /// What the strict tool is held to.
    pub(crate) const STRICT_TOOL: Self = Self::By(Mechanism::StrictTool);

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Free => "none",
            Self::By(mechanism) => mechanism.name(),
        }
    }

    /// Whether it can hold answers of a notation.
    pub(crate) fn fits(self, said: IntentForm) -> bool {
        match self {
            Self::Free => said != IntentForm::StrictTool,
            Self::STRICT_TOOL => said == IntentForm::StrictTool,
            Self::By(_) => said == IntentForm::C02,
        }
    }

    /// Whether `ask` can hold answers of a notation to it: calls of tools, too, which `eval` does not.
    pub(crate) fn fits_ask(self, said: IntentForm) -> bool {
        self.fits(said) || (said == IntentForm::Tools && self == Self::STRICT_TOOL)
    }
}

impl FromStr for ConstraintChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut all = Mechanism::ALL.into_iter();
        match all.find(|own| own.name() == name) {
            Some(mechanism) => Ok(Self::By(mechanism)),
            None if name == Self::Free.name() => Ok(Self::Free),
            None => {
                let all = Mechanism::ALL.map(Mechanism::name).join(", ");
                Err(format!("`none`, or a mechanism: {all}"))
            }
        }
    }
}

impl TryFrom<String> for ConstraintChoice {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        name.parse()
    }
}

impl From<ConstraintChoice> for String {
    fn from(held: ConstraintChoice) -> Self {
        held.name().to_owned()
    }
}

/// A way to ask.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AskVariant {
    pub(crate) model: String,
    /// Types that the card is kept to; empty: all.
    pub(crate) types: Vec<String>,
    pub(crate) said: IntentForm,
    pub(crate) held: ConstraintChoice,
}

impl AskVariant {
    /// The notation with a constraint, with all types and whichever model.
    pub(crate) const fn of(said: IntentForm, held: ConstraintChoice) -> Self {
        Self {
            model: String::new(),
            types: Vec::new(),
            said,
            held,
        }
    }
}

/// Every notation with every constraint that fits it. The strict tool has its own.
pub(crate) fn pairs(
    said: &[IntentForm],
    held: &[ConstraintChoice],
) -> Vec<(IntentForm, ConstraintChoice)> {
    let mut pairs = Vec::new();
    for said in said {
        let held = match said {
            IntentForm::StrictTool => &[ConstraintChoice::STRICT_TOOL],
            _ => held,
        };
        for held in held.iter().filter(|held| held.fits(*said)) {
            if !pairs.contains(&(*said, *held)) {
                pairs.push((*said, *held));
            }
        }
    }
    pairs
}
