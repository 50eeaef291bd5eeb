//! Rules about the metrics of a codebook.

use super::doc::{RuleDoc, Severity};

pub(super) static METRIC_NAME: RuleDoc = RuleDoc {
    id: "CB140",
    slug: "metric-name",
    severity: Severity::Error,
    what: "a metric has the name of something else",
    why: "the word would be read as a type, a field, a value or a keyword",
    example: "M001: {name: active} with a value `active`",
    instead: "M001: {name: active_enterprises}",
};

pub(super) static METRIC_DEFINITION: RuleDoc = RuleDoc {
    id: "CB141",
    slug: "metric-definition",
    severity: Severity::Error,
    what: "a metric is not defined as one number over the instances of one type",
    why: "what has groups, pages or no number is no metric, and what does not decode means nothing",
    example: "definition: SELECT city, SUM(employees) FROM enterprise GROUP BY city",
    instead: "definition: SELECT SUM(employees) FROM enterprise",
};

pub(super) static METRIC_GRAIN: RuleDoc = RuleDoc {
    id: "CB142",
    slug: "metric-grain",
    severity: Severity::Error,
    what: "a metric counts the same instance several times",
    why: "a relation leads to several, and each of them would count the instance again",
    example: "definition: SELECT SUM(event.amount) FROM enterprise JOIN event",
    instead: "definition: SELECT SUM(amount) FROM event",
};

pub(super) static METRIC_PERIOD: RuleDoc = RuleDoc {
    id: "CB143",
    slug: "metric-period",
    severity: Severity::Error,
    what: "a metric does not say of what and how it reads other periods",
    why: "without a field of days there are no periods, and with two ways nobody knows which holds",
    example: "{name: growth, cumulative: true}",
    instead: "{name: growth, cumulative: true, time: event.happened_at}",
};

pub(super) static METRIC_VERSION: RuleDoc = RuleDoc {
    id: "CB144",
    slug: "metric-version",
    severity: Severity::Error,
    what: "metrics are defined, and the version of the contract has no place for them",
    why: "each intent that asks for one would be rejected",
    example: "metrics: {M001: …} without `contract_version`",
    instead: "contract_version: v0.3",
};
