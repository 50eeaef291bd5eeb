//! Running a plan of the structured lane: look the entities up, write the statement, ask the database, compose the answer.

use std::time::Instant;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, Unresolved, resolve};
use crate::lane::structured::sql::Writer;
use crate::lane::structured::{compose, graph, matching, nearest};
use crate::ports::database::{Database, ask};
use crate::response::{Audience, Response};

/// Runs a plan. The answer comes within the deadline; the envelope gets what is not part of it.
pub async fn run<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
    deadline: Instant,
    audience: Audience<'_>,
    debug: &mut DebugEnvelope,
) -> Response {
    let mut resolutions = Vec::new();
    let answered = answer(plan, database, deadline, audience, &mut resolutions, debug).await;
    let mut response = answered.unwrap_or_else(|error| compose::failed(&error, audience));
    compose::name_anchors(&mut response, &resolutions, audience.locale);
    response
}

async fn answer<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
    deadline: Instant,
    audience: Audience<'_>,
    resolutions: &mut Vec<Resolution>,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let (mut anchors, resolved) = resolve(plan, database, deadline).await?;
    resolutions.extend(resolved);
    if let Some(open) = resolutions.iter().find(|one| one.element().is_none()) {
        return Ok(compose::unresolved(open, audience));
    }
    let by_part = matching::find(plan, database, deadline, &mut anchors).await?;
    if graph::is_graph(plan.contract.intent.scenario) {
        let found = graph::rows(plan, &anchors, database, deadline).await?;
        return Ok(compose::graph(plan, found, audience));
    }
    let mut writer = Writer::of_plan(plan, database.engine(), &anchors);
    if let Some(cursor) = &plan.cursor {
        if cursor.anchors != anchors.fingerprint() {
            return Ok(compose::stale_cursor(audience));
        }
        writer = writer.behind_row(cursor.values.clone());
    }
    let written = writer.write(&plan.contract)?;
    let engine = database.engine().name();
    let values = written.statement.values().len();
    debug.explain.push(format!(
        "{engine}: {} ({values} values)",
        written.statement.text()
    ));
    let rows = ask(database, &written.statement, deadline).await?;
    let mut response = compose::answered(plan, &written, rows, &anchors, audience);
    if !response.rows.is_empty() {
        compose::name_parts(&mut response, &by_part);
    } else {
        let absent = nearest::absent(plan, database, deadline, &anchors).await?;
        compose::name_absent(&mut response, &absent, audience.locale);
    }
    Ok(response)
}
