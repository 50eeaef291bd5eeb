//! The profiles. When the rules of a provider change, its date changes too.

use super::{Budget, Measure, Optional, Profile, ToolForm};

/// When the rules were written down.
const DATE: &str = "2026-11-22";

/// Keywords that every provider takes.
pub(super) const BASIC: &[&str] = &[
    "type",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "enum",
];

/// Engines of constrained decoding: XGrammar and llguidance, and the servers that use them.
const ENGINE: Profile = Profile {
    name: "engine",
    date: DATE,
    rules: &[
        "XGrammar 0.2.8 loads `allOf` of several schemas with a warning and holds nothing of them; it takes a pattern to be about the whole text",
        "llguidance 1.9.1 refuses `if` and `then`",
        "keys are written in the order of the schema; XGrammar takes any with `any_order`",
        "no `uniqueItems`: llguidance refuses it, llama.cpp skips it, and vLLM counts it among what XGrammar does not take; \
        every list has a `maxItems`",
    ],
    by_default: true,
    keywords: &[
        "maxItems",
        "minLength",
        "minimum",
        "maximum",
        "anyOf",
        "$ref",
        "$defs",
        "pattern",
    ],
    optional: Optional::LeftOut,
    min_items: None,
    budgets: &[],
    per_request: false,
    tells_apart: true,
    by_scenario: true,
    most_tools: None,
    tools: ToolForm::OpenAi,
};

pub(super) static ALL: &[Profile] = &[
    ENGINE,
    Profile {
        name: "openai-strict",
        rules: &[
            "the root is an object and no choice",
            "every property is required; one that may be left out may be null",
            "no other properties",
            "the objects of a choice differ in their first key",
            "no `allOf`, `oneOf`, `not`, `if`, `minLength`, `maxLength`, `uniqueItems`, `contains`, `patternProperties`",
            "at most 5000 properties, 10 levels, 1000 enum values, 120000 characters of names and values",
            "an enum of more than 250 values has at most 15000 characters",
        ],
        keywords: &[
            "maxItems", "anyOf", "$ref", "$defs", "pattern", "minimum", "maximum",
        ],
        optional: Optional::Null,
        budgets: &[
            Budget::new(Measure::Properties, 5_000),
            Budget::new(Measure::Levels, 10),
            Budget::new(Measure::EnumValues, 1_000),
            Budget::new(Measure::Characters, 120_000),
            Budget::new(Measure::LongEnum, 15_000),
        ],
        tells_apart: false,
        tools: ToolForm::OpenAiStrict,
        by_scenario: false,
        ..ENGINE
    },
    Profile {
        name: "anthropic",
        rules: &[
            "no other properties",
            "no recursion, no bounds of numbers or lengths, `minItems` 0 or 1",
            "at most 20 strict tools, 24 optional parameters and 16 parameters of several types in a request, of all tools together",
        ],
        // Hardly any whole cMEC fits, so the budgets are only checked on request.
        by_default: false,
        // `$ref`, `const` and `format` are supported too but not used. Definitions are inlined, because it is
        // undocumented if a shared one counts once, and nested sets would be recursive. A constant is an enum with one
        // value, as for every provider, and no intent schema has a format.
        keywords: &["anyOf", "pattern"],
        min_items: Some(1),
        budgets: &[
            Budget::new(Measure::Optional, 24),
            Budget::new(Measure::Unions, 16),
        ],
        per_request: true,
        most_tools: Some(20),
        tools: ToolForm::Anthropic,
        by_scenario: false,
        ..ENGINE
    },
    Profile {
        name: "gemini",
        rules: &[
            "`parametersJsonSchema`; `parameters` take a smaller language, without `anyOf`, `$ref` and `additionalProperties`",
            "no `allOf`, `const`, `pattern`, `minLength`, `maxLength`, `uniqueItems`",
        ],
        keywords: &["maxItems", "minimum", "maximum", "anyOf", "$ref", "$defs"],
        tools: ToolForm::Gemini,
        by_scenario: false,
        ..ENGINE
    },
];
