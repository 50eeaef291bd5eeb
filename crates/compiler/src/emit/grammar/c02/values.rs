//! The values of the keys at the top of an intent, which are the same in every scenario.

use cmec_decoder::language::{Part, Scenario};
use cmec_decoder::tables::Tables;

use super::codes::type_name;
use super::constraints::Constraints;
use super::parts::{attributes, columns, entity, relations};
use super::retrieval::{question, retrieval, textless};
use crate::emit::grammar::model::{Expr, Grammar};

/// What the keys may hold in any scenario; nothing for a part that the codebook has no words for.
pub(super) struct Values {
    parts: Vec<(Part, Option<Expr>)>,
    /// The attributes of an aggregation.
    columns: Option<Expr>,
    /// The relations where each must be there.
    walked: Option<Expr>,
    pub(super) constraints: Constraints,
}

impl Values {
    pub(super) fn new(grammar: &mut Grammar, tables: &Tables) -> Self {
        let mut parts = vec![
            (Part::TargetType, type_name(grammar, tables)),
            (Part::Entity, entity(grammar, tables)),
            (Part::Relation, relations(grammar, tables, true)),
            (Part::Attributes, attributes(grammar, tables)),
        ];
        let constraints = Constraints::new(grammar, tables);
        parts.extend([
            (Part::QueryText, retrieval(grammar, tables)),
            (Part::Retrieval, textless(grammar, tables)),
            (Part::Question, question(grammar, tables)),
        ]);
        let columns = columns(grammar, tables);
        let walked = relations(grammar, tables, false);
        Self {
            parts,
            columns,
            walked,
            constraints,
        }
    }

    /// What says a part that stands in no other; for retrieval, what says it without its text.
    pub(super) fn part(&self, wanted: Part, scenario: Scenario) -> Option<Expr> {
        if (wanted, scenario) == (Part::Attributes, Scenario::Aggregation) {
            return self.columns.clone();
        }
        if wanted == Part::Relation && !scenario.is_matched() {
            return self.walked.clone();
        }
        let said = self.parts.iter().find(|(part, _)| *part == wanted);
        said.and_then(|(_, said)| said.clone())
    }
}
