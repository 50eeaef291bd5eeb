//! The values of the keys at the top of an intent, which are the same in every scenario.

use cmec_decoder::tables::Tables;

use super::codes::type_name;
use super::constraints::Constraints;
use super::parts::{attributes, entity, relations};
use super::retrieval::{question, retrieval, textless};
use crate::emit::grammar::model::{Expr, Grammar};

/// What the keys may hold in any scenario; `None` where the codebook has nothing to say there.
pub(super) struct Values {
    pub(super) type_name: Option<Expr>,
    pub(super) entity: Option<Expr>,
    pub(super) relations: Option<Expr>,
    pub(super) attributes: Option<Expr>,
    pub(super) constraints: Constraints,
    pub(super) retrieval: Option<Expr>,
    pub(super) textless: Option<Expr>,
    pub(super) question: Option<Expr>,
}

impl Values {
    pub(super) fn new(grammar: &mut Grammar, tables: &Tables) -> Self {
        Self {
            type_name: type_name(grammar, tables),
            entity: entity(grammar, tables),
            relations: relations(grammar, tables),
            attributes: attributes(grammar, tables),
            constraints: Constraints::new(grammar, tables),
            retrieval: retrieval(grammar, tables),
            textless: textless(grammar, tables),
            question: question(grammar, tables),
        }
    }
}
