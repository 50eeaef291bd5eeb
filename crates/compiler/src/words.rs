//! The closed lists of words in a codebook, each with the form it stands for.
//!
//! A word is serde's name of its form, so the lists are derived from serde and defined only at the forms.

use cmec_decoder::encode::is_sql_keyword;
use cmec_decoder::language::lists;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned};

/// Names of the provider profiles and clients; a test compares them with the real ones.
pub(crate) const PROFILES: &[(&str, &str)] = &[
    ("engine", "engine"),
    ("openai-strict", "openai-strict"),
    ("anthropic", "anthropic"),
    ("gemini", "gemini"),
    ("claude-code", "claude-code"),
    ("chatgpt", "chatgpt"),
    ("cursor", "cursor"),
    ("openai", "openai"),
];

/// The words of an enum without data, in declaration order.
pub(crate) fn of<T: DeserializeOwned>() -> Vec<(&'static str, T)> {
    // No word is empty, so serde's error lists all of them.
    let names = read::<T>("").err().map_or(&[][..], |known| known.0);
    let forms = names.iter().map(|name| Some((*name, read(name).ok()?)));
    forms.flatten().collect()
}

fn read<T: DeserializeOwned>(word: &str) -> Result<T, UnknownWordError> {
    T::deserialize(StrDeserializer::new(word))
}

pub(crate) fn name<T: DeserializeOwned + PartialEq>(form: T) -> &'static str {
    let words = of::<T>();
    let known = words.iter().find(|(_, known)| *known == form);
    known.map_or("", |(name, _)| *name)
}

pub(crate) fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(name, _)| *name).collect()
}

pub(crate) fn all<T: DeserializeOwned>() -> Vec<&'static str> {
    names(&of::<T>())
}

/// True for a keyword of SQL or of the contract language.
pub(crate) fn is_word(word: &str) -> bool {
    let mut members = lists().into_iter().flat_map(|(_, members)| members);
    is_sql_keyword(word) || members.any(|(code, name)| word == code || word == name)
}

/// The words in serde's error about an unknown one.
#[derive(Debug, thiserror::Error)]
#[error("none of {0:?}")]
struct UnknownWordError(&'static [&'static str]);

impl de::Error for UnknownWordError {
    fn custom<M: std::fmt::Display>(_: M) -> Self {
        Self(&[])
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Self(known)
    }
}

#[cfg(test)]
mod tests {
    use cmec_decoder::language::{QuestionKind, RetrievalMode, Scenario};
    use cmec_decoder::tables::{FindingClass, JsonType, PolicyAction};
    use cmec_executor::catalogue::{
        AbsentValue, DefaultValue, Fallback, KeySide, Lane, LimitClass, ParameterForm, RecipeState,
        ResultMode, RowFilter, RowShape, ScopeMode, Side,
    };
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    /// A word must be what serde writes for its form, or else the compiled file would differ.
    fn same<T: Serialize + DeserializeOwned>() {
        let words = super::of::<T>();
        assert!(!words.is_empty());
        for (name, form) in words {
            assert_eq!(serde_json::to_value(form).unwrap(), name);
        }
    }

    #[test]
    fn words_are_what_the_compiled_file_says() {
        same::<Lane>();
        same::<KeySide>();
        same::<FindingClass>();
        same::<PolicyAction>();
        same::<RowShape>();
        same::<ParameterForm>();
        same::<AbsentValue>();
        same::<RowFilter>();
        same::<Fallback>();
        same::<DefaultValue>();
        same::<ScopeMode>();
        same::<Side>();
        same::<LimitClass>();
        same::<ResultMode>();
        same::<RecipeState>();
        same::<RetrievalMode>();
        same::<Scenario>();
        same::<QuestionKind>();
        same::<JsonType>();
    }

    #[test]
    fn words_stand_in_the_order_of_their_forms() {
        let scenarios = super::of::<Scenario>();
        assert!(scenarios.iter().map(|(_, form)| form).eq(Scenario::ALL));
        assert_eq!(
            super::names(&super::of::<RetrievalMode>()),
            ["fast", "deep", "architect"]
        );
        assert_eq!(super::name(RetrievalMode::Deep), "deep");
    }
}
