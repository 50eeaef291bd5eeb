//! The ways in which questions are asked: a notation, and what the answer is held to.

use clap::ValueEnum;
use cmec_executor::enforcement::probe::Probe;
use cmec_executor::ports::chat::constraint::{Language, Mechanism};
use serde::{Deserialize, Serialize};

/// How a model says what it wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Said {
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

impl Said {
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

/// What an answer is held to, by a mechanism in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum Held {
    /// Nothing.
    Free,
    /// A mechanism.
    By(Probe),
}

impl Held {
    /// What the strict tool is held to.
    pub(crate) fn strict_tool() -> Self {
        let mut all = Probe::ALL.iter();
        let own = all.find(|probe| probe.mechanism() == Mechanism::StrictTool);
        own.map_or(Self::Free, |probe| Self::By(*probe))
    }

    /// Its name: that of the mechanism, with the language behind it where that is not the first one.
    pub(crate) fn name(self) -> String {
        let Self::By(probe) = self else {
            return "none".to_owned();
        };
        let (mechanism, language) = (probe.mechanism(), probe.language());
        match mechanism.languages().first() == Some(&language) {
            true => mechanism.name().to_owned(),
            false => format!("{}:{}", mechanism.name(), language.name()),
        }
    }

    /// The one with a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        if name == "none" {
            return Some(Self::Free);
        }
        let mut all = Probe::ALL.iter().map(|probe| Self::By(*probe));
        all.find(|own| own.name() == name)
    }

    /// Whether it can hold answers of a notation.
    pub(crate) const fn fits(self, said: Said) -> bool {
        let Self::By(probe) = self else {
            return !matches!(said, Said::StrictTool);
        };
        match (said, probe.language()) {
            (Said::C02, Language::JsonSchema) => {
                !matches!(probe.mechanism(), Mechanism::StrictTool)
            }
            (Said::StrictTool, Language::JsonSchema) => {
                matches!(probe.mechanism(), Mechanism::StrictTool)
            }
            _ => false,
        }
    }

    /// Whether `ask` can hold answers of a notation to it: calls of tools, too, which `eval` does not.
    pub(crate) fn fits_ask(self, said: Said) -> bool {
        self.fits(said) || (said == Said::Tools && self == Self::strict_tool())
    }
}

impl TryFrom<String> for Held {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::named(&name).ok_or_else(|| format!("there is no constraint `{name}`"))
    }
}

impl From<Held> for String {
    fn from(held: Held) -> Self {
        held.name()
    }
}

/// Reads the name of a constraint.
pub(crate) fn held(name: &str) -> Result<Held, String> {
    let held = Held::named(name);
    match held {
        Some(Held::By(probe)) if !probe.holds_codebooks() => {
            Err("no codebook fits there".to_owned())
        }
        Some(held) => Ok(held),
        None => {
            let all = Probe::ALL.iter().filter(|probe| probe.holds_codebooks());
            let all: Vec<String> = all.map(|probe| Held::By(*probe).name()).collect();
            Err(format!("`none`, or a mechanism: {}", all.join(", ")))
        }
    }
}

/// A way to ask.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) model: String,
    /// Types that the card is kept to; empty: all.
    pub(crate) types: Vec<String>,
    pub(crate) said: Said,
    pub(crate) held: Held,
}

/// Every notation with every constraint that fits it. The strict tool has its own.
pub(crate) fn pairs(said: &[Said], held: &[Held]) -> Vec<(Said, Held)> {
    let mut pairs = Vec::new();
    for said in said {
        let own = [Held::strict_tool()];
        let held = match said {
            Said::StrictTool => &own,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constraint_has_its_name() {
        for probe in Probe::ALL {
            let held = Held::By(*probe);
            assert_eq!(Held::named(&held.name()), Some(held));
            let fits = Said::value_variants().iter().any(|said| held.fits(*said));
            assert_eq!(fits, probe.holds_codebooks(), "{}", held.name());
        }
        assert!(held("grammar").is_err());
        assert!(held("structured_outputs.json").is_ok());
    }
}
