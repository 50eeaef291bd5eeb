//! Rules about the tools of `tools.yaml`.

use super::doc;

doc::table! {
    TOOL_NAME "CB100" "tool-name" Error {
        what: "a tool or a parameter has a name that is taken, or that providers refuse",
        why: "a call names its tool and its arguments; a name must mean one thing and get through every provider",
        example: "search_wines of the domain `wine` called `query_wine`, or `search.wines`",
        instead: "search_wines",
    }
    TOOL_SAYS "CB101" "tool-says" Error {
        what: "a parameter does not say exactly one thing",
        why: "an argument becomes one filter or the query text; anything else would be lost",
        example: "colour: {field: wine.wine_type, type: string}",
        instead: "colour: {field: wine.wine_type, operator: eq, type: string}",
    }
    TOOL_OPERATOR "CB102" "tool-operator" Error {
        what: "a parameter compares its field in a way the field does not have",
        why: "every call with it would be refused",
        example: "grape: {field: wine.grape_varieties, operator: eq, type: string}",
        instead: "grape: {field: wine.grape_varieties, operator: contains, type: string}",
    }
    TOOL_TYPE "CB103" "tool-type" Error {
        what: "a parameter's JSON type is not one its values can have",
        why: "the provider would hold the model to values that are always refused",
        example: "price_max: {field: wine.price_rub, operator: le, type: string}",
        instead: "price_max: {field: wine.price_rub, operator: le, type: number}",
    }
    TOOL_FORBIDDEN "CB104" "tool-forbidden" Error {
        what: "a tool says a part that its scenario forbids, or an output that it does not give",
        why: "every call with it would be refused",
        example: "scenario: instance_search with a parameter that says the query text",
        instead: "scenario: hybrid",
    }
    TOOL_UNSAYABLE "CB105" "tool-unsayable" Error {
        what: "a tool's scenario needs a part that a call can be without",
        why: "such a call would keep to the definition and be refused all the same",
        example: "scenario: hybrid where no filter is required",
        instead: "scenario: hybrid, without_filters: text_rag",
    }
    TOOL_BOUND "CB106" "tool-bound" Error {
        what: "a parameter is the lower bound of something that is no upper bound",
        why: "the two could not be compared",
        example: "price_min: {…, operator: ge, lower_bound_of: year_max}",
        instead: "price_min: {…, operator: ge, lower_bound_of: price_max}",
    }
    TOOL_TARGET "CB107" "tool-target" Error {
        what: "a parameter's field is not one of the tool's target",
        why: "the filter could never hold",
        example: "target: park with a parameter of `enterprise.name`",
        instead: "target: park with a parameter of `park.name`",
    }
    TOOL_LANE "CB108" "tool-lane" Warning {
        what: "no lane answers a tool's scenario",
        why: "a model would be told of a tool that always fails",
        example: "scenario: hybrid where `lanes` does not list it",
        instead: "lanes: {retrieval: [hybrid]}",
    }
    TOOL_DROPS "CB109" "tool-drops" Error {
        what: "a tool's parameter drops what is no value, and names no field",
        why: "only an argument that is a filter can be left out; a query text has no values",
        example: "query: {says: query_text, …, on_unknown_value: drop}",
        instead: "kind: {field: wine.wine_type, operator: eq, …, on_unknown_value: drop}",
    }
}
