//! The rules about the tools of `tools.yaml`.

use super::doc::{RuleDoc, Severity};

pub(super) const TOOL_NAME: RuleDoc = RuleDoc {
    id: "CB100",
    slug: "tool-name",
    severity: Severity::Error,
    what: "a tool or a parameter has a name that is taken, or that providers refuse",
    why: "a call names its tool and its arguments; a name must mean one thing and get through every provider",
    example: "search_wines of the domain `wine` called `query_wine`, or `search.wines`",
    instead: "search_wines",
};

pub(super) const TOOL_SAYS: RuleDoc = RuleDoc {
    id: "CB101",
    slug: "tool-says",
    severity: Severity::Error,
    what: "a parameter does not say exactly one thing",
    why: "an argument becomes one filter or the query text; anything else would be lost",
    example: "colour: {field: wine.wine_type, type: string}",
    instead: "colour: {field: wine.wine_type, operator: eq, type: string}",
};

pub(super) const TOOL_OPERATOR: RuleDoc = RuleDoc {
    id: "CB102",
    slug: "tool-operator",
    severity: Severity::Error,
    what: "a parameter compares its field in a way the field does not have",
    why: "every call with it would be refused",
    example: "grape: {field: wine.grape_varieties, operator: eq, type: string}",
    instead: "grape: {field: wine.grape_varieties, operator: contains, type: string}",
};

pub(super) const TOOL_TYPE: RuleDoc = RuleDoc {
    id: "CB103",
    slug: "tool-type",
    severity: Severity::Error,
    what: "a parameter's JSON type is not one its values can have",
    why: "the provider would hold the model to values that are always refused",
    example: "price_max: {field: wine.price_rub, operator: le, type: string}",
    instead: "price_max: {field: wine.price_rub, operator: le, type: number}",
};

pub(super) const TOOL_FORBIDDEN: RuleDoc = RuleDoc {
    id: "CB104",
    slug: "tool-forbidden",
    severity: Severity::Error,
    what: "a parameter says a part that the tool's scenario forbids",
    why: "every call with it would be refused",
    example: "scenario: instance_search with a parameter that says the query text",
    instead: "scenario: hybrid",
};

pub(super) const TOOL_UNSAYABLE: RuleDoc = RuleDoc {
    id: "CB105",
    slug: "tool-unsayable",
    severity: Severity::Error,
    what: "a tool's scenario needs a part that a call can be without",
    why: "such a call would keep to the definition and be refused all the same",
    example: "scenario: hybrid where no filter is required",
    instead: "scenario: hybrid, without_filters: text_rag",
};

pub(super) const TOOL_BOUND: RuleDoc = RuleDoc {
    id: "CB106",
    slug: "tool-bound",
    severity: Severity::Error,
    what: "a parameter is the lower bound of something that is no upper bound",
    why: "the two could not be compared",
    example: "price_min: {…, operator: ge, lower_bound_of: year_max}",
    instead: "price_min: {…, operator: ge, lower_bound_of: price_max}",
};

pub(super) const TOOL_TARGET: RuleDoc = RuleDoc {
    id: "CB107",
    slug: "tool-target",
    severity: Severity::Error,
    what: "a parameter's field is not one of the tool's target",
    why: "the filter could never hold",
    example: "target: park with a parameter of `enterprise.name`",
    instead: "target: park with a parameter of `park.name`",
};

pub(super) const TOOL_LANE: RuleDoc = RuleDoc {
    id: "CB108",
    slug: "tool-lane",
    severity: Severity::Warning,
    what: "no lane answers a tool's scenario",
    why: "a model would be told of a tool that always fails",
    example: "scenario: hybrid where `lanes` does not list it",
    instead: "lanes: {retrieval: [hybrid]}",
};
