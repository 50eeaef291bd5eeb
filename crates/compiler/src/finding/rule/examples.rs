//! Rules about the examples for models.

use super::doc::{RuleDoc, Severity};

pub(super) static EXAMPLE_BROKEN: RuleDoc = RuleDoc {
    id: "CB170",
    slug: "example-broken",
    severity: Severity::Error,
    what: "the line of an example is neither an intent that a lane serves nor a question back",
    why: "a model would learn to say what is refused",
    example: "{en: Closed enterprises, intent: SELECT * FROM enterprise WHERE status = 'shut'}",
    instead: "{en: Closed enterprises, intent: SELECT * FROM enterprise WHERE status = 'closed'}",
};

pub(super) static EXAMPLE_MISSING: RuleDoc = RuleDoc {
    id: "CB171",
    slug: "example-missing",
    severity: Severity::Warning,
    what: "a scenario that a lane serves has no example",
    why: "a small model says what it was shown, and seldom anything else",
    example: "lanes: {structured: [instance_search, aggregation]} and examples without a number",
    instead: "- {en: How many parks are there?, intent: SELECT COUNT(*) FROM park}",
};

pub(super) static EXAMPLE_LANGUAGE: RuleDoc = RuleDoc {
    id: "CB172",
    slug: "example-language",
    severity: Severity::Warning,
    what: "an example is not asked in every language of the codebook, or has no line in one",
    why: "the card of that language cannot show it",
    example: "languages: [ru, en] and {en: Parks, intent: SELECT * FROM park}",
    instead: "{ru: Парки, en: Parks, intent: SELECT * FROM park}",
};

pub(super) static EXAMPLE_TWICE: RuleDoc = RuleDoc {
    id: "CB173",
    slug: "example-twice",
    severity: Severity::Warning,
    what: "a question of an example stands twice in one language",
    why: "a model would be shown two answers to it, or the same one for twice the room",
    example: "{en: Parks, intent: SELECT * FROM park} and {en: parks, intent: SELECT COUNT(*) FROM park}",
    instead: "{en: Parks, intent: SELECT * FROM park} and {en: How many parks are there?, intent: SELECT COUNT(*) FROM park}",
};
