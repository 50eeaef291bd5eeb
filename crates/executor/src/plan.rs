//! `Plan`: what is to be done for a contract. Made by [`plan`](crate::contract_to_plan::plan) only.

use serde::{Serialize, Serializer};

use crate::lane::address::plan::{AddressPlan, Limited, Step};
use crate::lane::retrieval::decompose::RetrievalPlan;

/// What is to be done for a contract.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan<'c> {
    pub(crate) lane: LanePlan<'c>,
}

/// A plan of one lane.
#[derive(Debug, Clone, PartialEq)]
pub enum LanePlan<'c> {
    /// A recipe, or why none.
    Address(Box<AddressPlan<'c>>),
    /// A request to a text index.
    Retrieval(Box<RetrievalPlan>),
    /// No lane of this domain answers the contract.
    Unsupported(Limited),
}

impl<'c> Plan<'c> {
    /// The lane's plan.
    #[must_use]
    pub const fn lane(&self) -> &LanePlan<'c> {
        &self.lane
    }

    /// Whether it is the answer to a cursor that was given for another question.
    #[must_use]
    pub fn refuses_cursor(&self) -> bool {
        match &self.lane {
            LanePlan::Address(plan) => match &plan.step {
                Step::Limit(limited) => limited.refuses_cursor(),
                Step::Call(_) => false,
            },
            LanePlan::Retrieval(_) => false,
            LanePlan::Unsupported(limited) => limited.refuses_cursor(),
        }
    }
}

impl Serialize for Plan<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.lane {
            LanePlan::Address(plan) => plan.serialize(serializer),
            // The request is the whole plan: it goes to an index as it is.
            LanePlan::Retrieval(plan) => plan.request.serialize(serializer),
            LanePlan::Unsupported(limited) => limited.serialize(serializer),
        }
    }
}
