//! The parts of a contract and how a lane uses each. An unsupported part is named, never dropped.

use cmec_decoder::contract::{
    Constraints, Contract, Defaultable, Grounding, Intent, Pagination, RagParams, Valid,
};
use cmec_decoder::language::{Output, Scenario};
use cmec_decoder::tables::Tables;

use crate::catalogue::Lane;
use crate::limitation::Limitation;
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::LimitedReason;

macro_rules! parts {
    ($($part:ident $name:literal,)+) => {
        /// A part of a contract.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each is called as in the contract")]
        pub enum Part { $($part,)+ }

        impl Part {
            /// Its name in answers.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$part => $name,)+ }
            }

            pub(crate) fn text(self) -> String {
                self.name().to_owned()
            }
        }
    };
}

parts! {
    Output "output_type",
    Types "target_types",
    Entities "entities",
    Relations "relations",
    Attributes "attributes",
    Filters "filters",
    Sort "sort",
    Limit "limit",
    Offset "offset",
    Per "per",
    Aggregation "aggregation",
    Groups "groups",
    SetOperation "set_ops",
    Graph "graph_params",
    Text "query_text",
    Corpora "corpora",
    TopK "top_k",
    Rerank "rerank",
    Kind "kind",
    Mode "mode",
    Tags "tags_any",
    Project "project",
}

/// How a lane uses a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// It affects the rows or how they are shown.
    Executed,
    /// It has no effect here: the answer is correct without it, and names it.
    WithoutEffect,
    /// The lane does not support it, so the contract is not executed.
    Unknown,
}

/// The parts that a contract gives explicitly; default values do not count.
fn said(contract: &Valid<Contract<'_>>, tables: &Tables) -> Vec<Part> {
    let Contract {
        intent: Intent { scenario, .. },
        grounding:
            Grounding {
                target_types,
                entity_list,
                relations,
                target_attributes,
            },
        constraints:
            Constraints {
                filters,
                sort,
                pagination: Pagination { limit, offset, per },
                aggregation,
                groups,
                set_ops,
            },
        graph_params,
        rag_params,
    } = contract.get();
    // A complete contract always has a limit; the default one is not explicit.
    let row = tables.scenario(*scenario);
    let default = row
        .and_then(|row| row.default_limit)
        .unwrap_or(tables.limits.page_default);
    let says_limit = !contract.is_defaulted(Defaultable::Limit) && *limit != default;
    // The parameters of a walk follow from its relations.
    let walks = matches!(scenario, Scenario::PathQuery | Scenario::Subgraph);
    let mut parts = vec![
        (!contract.is_defaulted(Defaultable::Output), Part::Output),
        (!target_types.is_empty(), Part::Types),
        (!entity_list.is_empty(), Part::Entities),
        (!relations.is_empty(), Part::Relations),
        (!target_attributes.is_empty(), Part::Attributes),
        (!filters.is_empty(), Part::Filters),
        (!sort.is_empty(), Part::Sort),
        (says_limit, Part::Limit),
        (*offset > 0, Part::Offset),
        (!per.is_empty(), Part::Per),
        (aggregation.is_some(), Part::Aggregation),
        (!groups.is_empty(), Part::Groups),
        (set_ops.is_some(), Part::SetOperation),
        (
            graph_params.is_some() && (walks || relations.is_empty()),
            Part::Graph,
        ),
    ];
    if let Some(RagParams {
        query_text,
        corpora,
        top_k,
        rerank,
        kind,
        mode,
        tags_any,
        project,
    }) = rag_params
    {
        parts.extend([
            (query_text.is_some(), Part::Text),
            (!corpora.is_empty(), Part::Corpora),
            (top_k.is_some(), Part::TopK),
            (rerank.is_some(), Part::Rerank),
            (kind.is_some(), Part::Kind),
            (mode.is_some(), Part::Mode),
            (!tags_any.is_empty(), Part::Tags),
            (project.is_some(), Part::Project),
        ]);
    }
    let said = parts.into_iter().filter(|(said, _)| *said);
    said.map(|(_, part)| part).collect()
}

/// The parts of a contract that a lane uses in this way.
pub(crate) fn used<'c>(
    (contract, tables): (&Valid<Contract<'c>>, &Tables),
    by_lane: impl Fn(&Contract<'c>, &Tables, Part) -> Use,
    wanted: Use,
) -> Vec<Part> {
    let mut parts = said(contract, tables);
    parts.retain(|part| by_lane(contract, tables, *part) == wanted);
    parts
}

pub(crate) fn unsupported(lane: Lane, parts: &[Part]) -> LimitedAnswer {
    let limitation = |part: &Part| match lane {
        Lane::Retrieval => Limitation::PartUnknownToTexts { part: part.text() },
        Lane::Structured | Lane::Address => Limitation::PartUnknownToTables { part: part.text() },
    };
    let reason = match lane {
        Lane::Retrieval => "part_unknown_to_retrieval",
        Lane::Structured | Lane::Address => "part_unknown_to_structured",
    };
    let limitations = parts.iter().map(limitation).collect();
    LimitedAnswer::new(LimitedReason::RecipeVisibilityGap, reason, limitations)
}

/// How a text search uses a part: its results have their own order and one page.
pub(crate) fn of_search(contract: &Contract<'_>, part: Part) -> Use {
    match part {
        Part::Output if contract.intent.output_type == Output::Existence => Use::Unknown,
        Part::Sort | Part::Offset | Part::Per => Use::Unknown,
        _ => Use::Executed,
    }
}

/// How a lane of rows uses a part: an existence answer has no columns, order or pages.
pub(crate) fn of_rows(contract: &Contract<'_>, part: Part) -> Use {
    let has_rows = contract.intent.output_type != Output::Existence;
    match part {
        Part::Attributes | Part::Sort | Part::Limit | Part::Offset | Part::Per if !has_rows => {
            Use::WithoutEffect
        }
        _ => Use::Executed,
    }
}
