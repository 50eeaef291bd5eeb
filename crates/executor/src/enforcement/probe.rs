//! What a server is examined for: every mechanism in each of its languages, the strongest first.

use crate::ports::chat::constraint::{Language, Mechanism};

/// A mechanism in one of its languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Probe {
    mechanism: Mechanism,
    language: Language,
}

impl Probe {
    /// All, those first that hold an answer to a codebook: a schema of the answer, then one of a call, which comes through
    /// the tool format of a model as well. A grammar, a regular expression or a list of texts has no place for a codebook.
    pub const ALL: &[Self] = &[
        Self::new(Mechanism::ResponseSchema, Language::JsonSchema),
        Self::new(Mechanism::StructuredJson, Language::JsonSchema),
        Self::new(Mechanism::GuidedJson, Language::JsonSchema),
        Self::new(Mechanism::StrictTool, Language::JsonSchema),
        Self::new(Mechanism::StructuredGrammar, Language::Gbnf),
        Self::new(Mechanism::StructuredGrammar, Language::Lark),
        Self::new(Mechanism::GuidedGrammar, Language::Gbnf),
        Self::new(Mechanism::GuidedGrammar, Language::Lark),
        Self::new(Mechanism::Grammar, Language::Gbnf),
        Self::new(Mechanism::Ebnf, Language::Gbnf),
        Self::new(Mechanism::ResponseTag, Language::StructuralTag),
        Self::new(Mechanism::StructuredTag, Language::StructuralTag),
        Self::new(Mechanism::CustomTool, Language::Lark),
        Self::new(Mechanism::StructuredRegex, Language::Regex),
        Self::new(Mechanism::StructuredChoice, Language::Choice),
        Self::new(Mechanism::GuidedChoice, Language::Choice),
    ];

    const fn new(mechanism: Mechanism, language: Language) -> Self {
        Self {
            mechanism,
            language,
        }
    }

    /// The mechanism.
    #[must_use]
    pub const fn mechanism(self) -> Mechanism {
        self.mechanism
    }

    /// The language in which it is told.
    #[must_use]
    pub const fn language(self) -> Language {
        self.language
    }

    /// Whether its language has a place for that of a codebook.
    #[must_use]
    pub const fn holds_codebooks(self) -> bool {
        matches!(self.language, Language::JsonSchema)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mechanism_is_examined_in_each_of_its_languages() {
        for probe in Probe::ALL {
            assert!(
                probe.mechanism.languages().contains(&probe.language),
                "{probe:?}"
            );
            let again = Probe::ALL.iter().filter(|own| *own == probe);
            assert_eq!(again.count(), 1, "{probe:?}");
            let all = Probe::ALL.iter();
            let own = all.filter(|own| own.mechanism == probe.mechanism);
            assert_eq!(own.count(), probe.mechanism.languages().len(), "{probe:?}");
        }
        assert!(Probe::ALL.is_sorted_by_key(|probe| !probe.holds_codebooks()));
    }
}
