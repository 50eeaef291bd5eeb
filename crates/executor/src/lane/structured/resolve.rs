//! Resolve: the name of each entity of a contract → the instance that it means.
//!
//! A name is compared letter by letter, then without case and quotation marks, then by its words. The first comparison
//! that finds an instance decides. Where it finds several, the answer is a clarifying question.

use std::time::Instant;

use crate::lane::structured::plan::{NamedEntity, StructuredPlan};
use crate::lane::structured::sql;
use crate::lane::structured::sql::{
    Anchors, EntityAnchor, Match, SqlContext, WriteError, key_of_row,
};
use crate::ports::database::{
    Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, Parameter, ask,
};
use crate::taxonomy::{Confidence, MatchedBy};

/// Maximum number of candidates that are read for one name.
pub(super) const LOOKUP_ROWS: u32 = 11;

/// Why entities could not be resolved.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The contract cannot be written as a statement.
    #[error(transparent)]
    Unwritten(#[from] WriteError),
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] DatabaseError),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct InstanceMatch {
    pub(super) type_name: String,
    pub(super) key: Parameter,
    pub(super) name: String,
}

impl InstanceMatch {
    fn of(row: &DatabaseRow, engine: Engine) -> Option<Self> {
        let [type_name, key, name] = row.as_slice() else {
            return None;
        };
        let text = |value: &DatabaseValue| match value {
            DatabaseValue::Text(text) => Some(text.clone()),
            DatabaseValue::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        Some(Self {
            type_name: text(type_name)?,
            key: key_of_row(engine, key)?,
            name: text(name).unwrap_or_default(),
        })
    }

    pub(super) fn id(&self) -> String {
        self.key.shown()
    }
}

#[derive(Debug, Clone)]
pub(super) struct Resolution {
    /// JSON pointer of the entity in the contract.
    pub(super) pointer: String,
    /// The type, where the contract gives it or only one is possible.
    pub(super) type_name: Option<String>,
    /// The name in the contract.
    pub(super) said: String,
    pub(super) found: Vec<InstanceMatch>,
    pub(super) matched_by: Option<MatchedBy>,
}

impl Resolution {
    pub(super) fn element(&self) -> Option<&InstanceMatch> {
        match self.found.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// A short description for the debug envelope.
    pub(super) fn said_in_short(&self) -> String {
        let found = self.found.len();
        let by = match self.matched_by {
            None => "",
            Some(MatchedBy::Number) => " by its key",
            Some(MatchedBy::Words) => " by its words",
            Some(MatchedBy::Letters) => " without case and marks",
            Some(_) => " by its name",
        };
        format!("`{}`: {found} found{by}", self.said)
    }

    pub(super) fn confidence(&self) -> Confidence {
        match (self.element(), self.matched_by) {
            (Some(_), Some(MatchedBy::Words)) => Confidence::Medium,
            (Some(_), _) => Confidence::High,
            (None, _) => Confidence::Low,
        }
    }
}

/// Resolves the entities in order and records each in the anchors. Stops at the first one with no candidate or several.
pub(super) async fn resolve(
    plan: &StructuredPlan<'_>,
    database: &dyn Database,
    deadline: Instant,
    anchors: &mut Anchors,
) -> Result<Vec<Resolution>, ResolveError> {
    let mut resolutions = Vec::new();
    for named in plan.entities() {
        let entity = named.entity;
        let context = SqlContext::of_plan(plan, database.engine(), anchors);
        let (found, matched_by) = look_up(&context, &named, database, deadline).await?;
        // Where only one type is possible, the answer need not mention others.
        let only = match named.types.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        let of = entity.type_name.as_deref().or(only);
        let resolution = Resolution {
            pointer: named.pointer,
            type_name: of.map(str::to_owned),
            said: entity.text.clone().into_owned(),
            found,
            matched_by,
        };
        let element = resolution.element().cloned();
        resolutions.push(resolution);
        let Some(element) = element else {
            break;
        };
        let anchored = EntityAnchor {
            type_name: element.type_name,
            key: element.key,
        };
        anchors.set(entity, vec![anchored]);
    }
    Ok(resolutions)
}

async fn look_up(
    context: &SqlContext<'_>,
    named: &NamedEntity<'_>,
    database: &dyn Database,
    deadline: Instant,
) -> Result<(Vec<InstanceMatch>, Option<MatchedBy>), ResolveError> {
    let exact = match named.entity.id {
        Some(_) => MatchedBy::Number,
        None => MatchedBy::Name,
    };
    for (how, matched_by) in [
        (Match::Exact, exact),
        (Match::Plain, MatchedBy::Letters),
        (Match::Words, MatchedBy::Words),
    ] {
        let Some(statement) = sql::lookup(context, named, how, LOOKUP_ROWS)? else {
            continue;
        };
        let rows = ask(database, &statement, deadline).await?;
        let found: Vec<InstanceMatch> = (rows.iter())
            .filter_map(|row| InstanceMatch::of(row, database.engine()))
            .collect();
        if !found.is_empty() {
            return Ok((found, Some(matched_by)));
        }
    }
    Ok((Vec::new(), None))
}
