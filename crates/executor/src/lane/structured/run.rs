//! Running a plan of the structured lane: look the entities up, write the statement, ask the database, compose the answer.

#[cfg(feature = "retrieval")]
mod by_vectors;
#[cfg(feature = "retrieval")]
mod by_words;
#[cfg(feature = "retrieval")]
mod searched;
#[cfg(feature = "retrieval")]
mod statements;

use std::time::Instant;

use cmec_decoder::language::Output;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, Unresolved, resolve};
use crate::lane::structured::sql::{Anchors, Writer};
use crate::lane::structured::{compose, graph, matching, nearest};
use crate::ports::database::{Database, DatabaseValue, Statement, ask};
use crate::ports::embedder::Embedder;
use crate::ports::row_vectors::RowVectors;
use crate::response::{Audience, Response};

/// What the lane asks.
#[derive(Debug)]
pub struct RowPorts<'p, D, E> {
    /// The database.
    pub database: &'p D,
    /// What gives a question its vector, where rows have theirs.
    pub embedder: &'p E,
    /// Vectors of rows that lie beside the database.
    pub row_vectors: &'p [Box<dyn RowVectors>],
}

/// Runs a plan. The answer comes within the deadline; the envelope gets what is not part of it.
pub async fn run<D: Database, E: Embedder>(
    plan: &StructuredPlan<'_>,
    ports: RowPorts<'_, D, E>,
    (deadline, counted): (Instant, bool),
    audience: Audience<'_>,
    debug: &mut DebugEnvelope,
) -> Response {
    #[cfg(not(feature = "retrieval"))]
    if plan.search.is_some() {
        return compose::not_searched_yet(audience);
    }
    let mut resolutions = Vec::new();
    let asked = Asked {
        plan,
        ports,
        deadline,
        counted,
        audience,
    };
    let answered = answer(&asked, &mut resolutions, debug).await;
    let mut response = answered.unwrap_or_else(|error| compose::failed(&error, audience));
    compose::name_anchors(&mut response, &resolutions, audience.locale);
    response
}

/// What is asked, of whom and for whom.
struct Asked<'a, D, E> {
    plan: &'a StructuredPlan<'a>,
    ports: RowPorts<'a, D, E>,
    deadline: Instant,
    /// Whether the rows of all pages are counted.
    counted: bool,
    audience: Audience<'a>,
}

async fn answer<D: Database, E: Embedder>(
    asked: &Asked<'_, D, E>,
    resolutions: &mut Vec<Resolution>,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let (plan, database) = (asked.plan, asked.ports.database);
    let (deadline, audience) = (asked.deadline, asked.audience);
    let (mut anchors, resolved) = resolve(plan, database, deadline).await?;
    for found in &resolved {
        debug.explain.push(found.said_in_short());
    }
    resolutions.extend(resolved);
    if let Some(open) = resolutions.iter().find(|one| one.element().is_none()) {
        return Ok(compose::unresolved(open, audience));
    }
    let by_part = matching::find(plan, database, deadline, &mut anchors).await?;
    for one in &by_part {
        let told = format!(
            "`{}` is no member of {}: a part of one is looked for",
            one.value, one.path
        );
        debug.explain.push(told);
    }
    let cursor = plan.cursor.as_ref();
    if cursor.is_some_and(|cursor| cursor.anchors != anchors.fingerprint()) {
        return Ok(compose::stale_cursor(audience));
    }
    #[cfg(feature = "retrieval")]
    if let Some(search) = &plan.search {
        return searched::searched(asked, search, &anchors, debug).await;
    }
    if graph::is_graph(plan.contract.intent.scenario) {
        let found = graph::rows(plan, &anchors, database, deadline).await?;
        return Ok(compose::graph(plan, found, &anchors, audience));
    }
    let mut writer = Writer::of_plan(plan, database.engine(), &anchors);
    if let Some(cursor) = cursor.filter(|cursor| !cursor.values.is_empty()) {
        writer = writer.behind_row(cursor.values.clone());
    }
    let written = writer.write(&plan.contract)?;
    let engine = database.engine().name();
    let values = written.statement.values().len();
    debug.explain.push(format!(
        "{engine}: {} ({values} values)",
        written.statement.text()
    ));
    debug.statements.push(written.statement.written_out());
    let rows = ask(database, &written.statement, deadline).await?;
    debug
        .explain
        .push(format!("rows of the statement: {}", rows.len()));
    let mut response = compose::answered(plan, &written, rows, &anchors, audience);
    if asked.counted && plan.contract.intent.output_type != Output::Existence {
        let total = total(&response, asked, &anchors).await?;
        compose::name_total(&mut response, total, plan, audience.locale);
    }
    if !response.rows.is_empty() {
        compose::name_parts(&mut response, &by_part);
    } else {
        let absent = nearest::absent(plan, database, deadline, &anchors).await?;
        compose::name_absent(&mut response, &absent, audience.locale);
    }
    Ok(response)
}

/// How many rows there are on all pages: those of the only one, or what the database counts.
async fn total<D: Database, E>(
    response: &Response,
    asked: &Asked<'_, D, E>,
    anchors: &Anchors,
) -> Result<Option<u64>, Unresolved> {
    let plan = asked.plan;
    let page = plan.page();
    if plan.cursor.is_none() && page.offset == 0 && !response.truncated {
        return Ok(Some(response.returned as u64));
    }
    let writer = Writer::of_plan(plan, asked.ports.database.engine(), anchors);
    counted(&writer.total(&plan.contract)?, asked).await
}

/// The number that a statement counts.
async fn counted<D: Database, E>(
    statement: &Statement,
    asked: &Asked<'_, D, E>,
) -> Result<Option<u64>, Unresolved> {
    let rows = ask(asked.ports.database, statement, asked.deadline).await?;
    let counted = rows.into_iter().flatten().next();
    Ok(match counted {
        Some(DatabaseValue::Integer(number)) => u64::try_from(number).ok(),
        Some(DatabaseValue::Text(number)) => number.parse().ok(),
        _ => None,
    })
}
