//! The closed lists of words a codebook may use, each with the form it stands for.

use std::sync::LazyLock;

use cmec_decoder::language::{Operator, Output, Part, QuestionKind, Scenario, ValueType};
use cmec_decoder::tables::{FindingClass, JsonType, PolicyAction};
use cmec_executor::catalogue::{
    AbsentValue, DefaultValue, Fallback, KeySide, Lane, LimitClass, Mode, ParameterForm,
    RecipeState, ResultMode, RowFilter, RowShape, ScopeMode, Side,
};

macro_rules! vocabulary_words {
    ($($function:ident $list:ident)+) => {
        $(pub(crate) fn $function() -> &'static [(&'static str, $list)] {
            static WORDS: LazyLock<Vec<(&'static str, $list)>> = LazyLock::new(|| {
                $list::ALL.iter().map(|member| (member.name(), *member)).collect()
            });
            &WORDS
        })+
    };
}

vocabulary_words! {
    scenarios Scenario
    outputs Output
    operators Operator
    parts Part
    value_types ValueType
    question_kinds QuestionKind
    json_types JsonType
}

/// Names of the provider profiles; a test holds them to the profiles themselves.
pub(crate) const PROFILES: &[(&str, &str)] = &[
    ("plain-2020-12", "plain-2020-12"),
    ("openai-strict", "openai-strict"),
    ("anthropic", "anthropic"),
    ("gemini", "gemini"),
];

pub(crate) const LANES: &[(&str, Lane)] = &[
    ("address", Lane::Address),
    ("structured", Lane::Structured),
    ("retrieval", Lane::Retrieval),
];

/// The end of a relation whose table has the foreign key.
pub(crate) const KEY_SIDES: &[(&str, KeySide)] = &[("from", KeySide::From), ("to", KeySide::To)];

pub(crate) const POLICY_CLASSES: &[(&str, FindingClass)] = &[
    ("syntax", FindingClass::Syntax),
    ("duplicate_key", FindingClass::DuplicateKey),
    ("unknown_key", FindingClass::UnknownKey),
    ("shape", FindingClass::Shape),
    ("unknown_code", FindingClass::UnknownCode),
    ("illegal_field", FindingClass::IllegalField),
    ("illegal_operator", FindingClass::IllegalOperator),
    ("illegal_value", FindingClass::IllegalValue),
    ("over_cap", FindingClass::OverCap),
    ("conflict", FindingClass::Conflict),
    ("missing_part", FindingClass::MissingPart),
    ("forbidden_part", FindingClass::ForbiddenPart),
];

pub(crate) const POLICY_ACTIONS: &[(&str, PolicyAction)] = &[
    ("reject", PolicyAction::Reject),
    ("clarify", PolicyAction::Clarify),
    ("drop", PolicyAction::Drop),
];

pub(crate) const ROW_SHAPES: &[(&str, RowShape)] = &[
    ("movement", RowShape::Movement),
    ("document", RowShape::Document),
    ("balance", RowShape::Balance),
    ("profile", RowShape::Profile),
    ("total", RowShape::Total),
    ("catalogue", RowShape::Catalogue),
];

pub(crate) const PARAMETER_FORMS: &[(&str, ParameterForm)] = &[
    ("start_of_day", ParameterForm::StartOfDay),
    ("end_of_day", ParameterForm::EndOfDay),
    ("next_day", ParameterForm::NextDay),
    ("text", ParameterForm::Text),
    ("mask", ParameterForm::Mask),
    ("account", ParameterForm::Account),
    ("account_scope", ParameterForm::AccountScope),
    ("scope_debit", ParameterForm::ScopeDebit),
    ("scope_credit", ParameterForm::ScopeCredit),
    ("scope_is_open", ParameterForm::ScopeIsOpen),
    ("anchor", ParameterForm::Anchor),
    ("is_said", ParameterForm::IsSaid),
];

pub(crate) const ABSENT_VALUES: &[(&str, AbsentValue)] = &[
    ("earliest", AbsentValue::Earliest),
    ("latest", AbsentValue::Latest),
    ("nothing", AbsentValue::Nothing),
    ("no", AbsentValue::No),
];

pub(crate) const DEFAULT_VALUES: &[(&str, DefaultValue)] = &[("today", DefaultValue::Today)];

pub(crate) const SCOPE_MODES: &[(&str, ScopeMode)] = &[
    ("strict", ScopeMode::Strict),
    ("preferred", ScopeMode::Preferred),
];

pub(crate) const SIDES: &[(&str, Side)] = &[
    ("debit", Side::Debit),
    ("credit", Side::Credit),
    ("either", Side::Either),
];

pub(crate) const ROW_FILTERS: &[(&str, RowFilter)] = &[
    ("any", RowFilter::Any),
    ("side_in_scope", RowFilter::SideInScope),
    ("contract_in_scope", RowFilter::ContractInScope),
    ("bank_documents", RowFilter::BankDocuments),
];

pub(crate) const FALLBACKS: &[(&str, Fallback)] = &[
    ("bank_rows", Fallback::BankRows),
    ("available_period", Fallback::AvailablePeriod),
    ("nearest_rows", Fallback::NearestRows),
];

pub(crate) const LIMIT_CLASSES: &[(&str, LimitClass)] = &[
    ("base", LimitClass::Base),
    ("extended", LimitClass::Extended),
];

pub(crate) const RESULT_MODES: &[(&str, ResultMode)] = &[
    ("FACTUAL_LIST", ResultMode::FactualList),
    ("FACTUAL_SUMMARY", ResultMode::FactualSummary),
];

pub(crate) const RECIPE_STATES: &[(&str, RecipeState)] = &[
    ("runnable", RecipeState::Runnable),
    ("planned", RecipeState::Planned),
];

pub(crate) const MODES: &[(&str, Mode)] = &[
    ("fast", Mode::Fast),
    ("deep", Mode::Deep),
    ("architect", Mode::Architect),
];

/// Types of the filter catalogue.
pub(crate) const FILTER_TYPES: &[(&str, &str)] = &[
    ("date", "date"),
    ("string", "string"),
    ("integer", "integer"),
    ("enum", "enum"),
];

/// The word for a form.
pub(crate) fn word<T: PartialEq>(words: &[(&'static str, T)], form: T) -> &'static str {
    (words.iter().find(|(_, known)| *known == form)).map_or("", |(name, _)| *name)
}

/// The names alone.
pub(crate) fn names<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(name, _)| *name).collect()
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    /// A word is what serde writes for its form; otherwise the compiled file would say something else.
    fn same<T: Serialize>(words: &[(&'static str, T)]) {
        for (name, form) in words {
            assert_eq!(serde_json::to_value(form).unwrap(), *name);
        }
    }

    #[test]
    fn words_are_what_the_compiled_file_says() {
        same(super::LANES);
        same(super::KEY_SIDES);
        same(super::POLICY_CLASSES);
        same(super::POLICY_ACTIONS);
        same(super::ROW_SHAPES);
        same(super::PARAMETER_FORMS);
        same(super::ABSENT_VALUES);
        same(super::ROW_FILTERS);
        same(super::FALLBACKS);
        same(super::DEFAULT_VALUES);
        same(super::SCOPE_MODES);
        same(super::SIDES);
        same(super::LIMIT_CLASSES);
        same(super::RESULT_MODES);
        same(super::RECIPE_STATES);
        same(super::MODES);
        same(super::scenarios());
        same(super::question_kinds());
        same(super::json_types());
    }
}
