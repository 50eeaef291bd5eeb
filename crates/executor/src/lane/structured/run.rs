//! Running a plan of the structured lane: look the entities up, write the statement, ask the database, compose the answer.

use std::time::Instant;

#[cfg(feature = "retrieval")]
use cmec_decoder::contract::Pagination;
use cmec_decoder::language::Output;

use crate::debug_envelope::DebugEnvelope;
#[cfg(feature = "retrieval")]
use crate::lane::structured::plan::Search;
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, Unresolved, resolve};
#[cfg(feature = "retrieval")]
use crate::lane::structured::search::{CANDIDATES, Candidates, best, candidates};
use crate::lane::structured::sql::{Anchors, Writer};
use crate::lane::structured::{compose, graph, matching, nearest};
#[cfg(feature = "retrieval")]
use crate::ports::database::DatabaseRow;
use crate::ports::database::{Database, DatabaseValue, Statement, ask};
use crate::response::{Audience, Response};

/// Runs a plan. The answer comes within the deadline; the envelope gets what is not part of it.
pub async fn run<D: Database>(
    plan: &StructuredPlan<'_>,
    database: &D,
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
        database,
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
struct Asked<'a, D> {
    plan: &'a StructuredPlan<'a>,
    database: &'a D,
    deadline: Instant,
    /// Whether the rows of all pages are counted.
    counted: bool,
    audience: Audience<'a>,
}

async fn answer<D: Database>(
    asked: &Asked<'_, D>,
    resolutions: &mut Vec<Resolution>,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let Asked {
        plan,
        database,
        deadline,
        audience,
        ..
    } = *asked;
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
        return searched(asked, search, &anchors, debug).await;
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

/// The rows whose texts fit a question, ranked.
#[cfg(feature = "retrieval")]
async fn searched<D: Database>(
    asked: &Asked<'_, D>,
    search: &Search<'_>,
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let (plan, database, audience) = (asked.plan, asked.database, asked.audience);
    let limited = |reason| Ok(compose::not_searched(plan, reason, audience));
    if search.fields.is_empty() {
        return limited("type_without_texts");
    }
    let Some(Candidates {
        all: left,
        contract,
        in_two,
        words,
    }) = candidates(&plan.contract, search)
    else {
        return limited("question_without_words");
    };
    let writer = Writer::of_plan(plan, database.engine(), anchors);
    let written = writer.write(&contract)?;
    let engine = database.engine().name();
    let (text, values) = (written.statement.text(), written.statement.values().len());
    let told = format!("{engine}: {text} ({values} values)");
    debug.explain.push(told);
    debug.statements.push(written.statement.written_out());
    let rows = ask(database, &written.statement, asked.deadline).await?;
    let told = format!("rows that are ranked: {}", rows.len());
    debug.explain.push(told);
    if rows.len() > CANDIDATES as usize {
        return Ok(compose::too_many_to_rank(plan, CANDIDATES, audience));
    }
    let all = counted(&writer.total(&left)?, asked).await?;
    let mut best = best(rows, &written, &words, (search, all.unwrap_or_default()));
    if best.rows.is_empty() {
        let mut response = compose::not_searched(plan, "no_text_found", audience);
        let absent = nearest::absent(plan, database, asked.deadline, anchors).await?;
        compose::name_absent(&mut response, &absent, audience.locale);
        return Ok(response);
    }
    debug.explain.push(best.judgement.text());
    if best.judgement.is_weak() {
        let mut response = compose::not_searched(plan, "weak_match", audience);
        let told = best.judgement.told(audience.locale);
        response.limitations.push(told);
        compose::name_absent_words(&mut response, &best.absent);
        return Ok(response);
    }
    let mut shown = written;
    if in_two {
        let keys = best.rows.iter().filter_map(|(_, row)| row.last().cloned());
        let keys: Vec<DatabaseValue> = keys.collect();
        let mut contract = left;
        contract.constraints.sort.clear();
        contract.constraints.pagination = Pagination {
            limit: u32::try_from(keys.len()).unwrap_or(u32::MAX),
            ..Pagination::default()
        };
        let writer = Writer::of_plan(plan, database.engine(), anchors).only_rows(keys.clone());
        shown = writer.write(&contract)?;
        debug.statements.push(shown.statement.written_out());
        let rows = ask(database, &shown.statement, asked.deadline).await?;
        best.rows = in_rank(best.rows, rows);
    }
    Ok(compose::ranked(plan, search, &shown, best, audience))
}

/// Whole rows in the order in which they were ranked; one that is gone since is left out.
#[cfg(feature = "retrieval")]
fn in_rank(ranked: Vec<(f32, DatabaseRow)>, mut rows: Vec<DatabaseRow>) -> Vec<(f32, DatabaseRow)> {
    let ranked = ranked.into_iter().filter_map(|(score, row)| {
        let key = row.last()?;
        let place = rows.iter().position(|own| own.last() == Some(key))?;
        Some((score, rows.swap_remove(place)))
    });
    ranked.collect()
}

/// How many rows there are on all pages: those of the only one, or what the database counts.
async fn total<D: Database>(
    response: &Response,
    asked: &Asked<'_, D>,
    anchors: &Anchors,
) -> Result<Option<u64>, Unresolved> {
    let plan = asked.plan;
    let page = plan.page();
    if plan.cursor.is_none() && page.offset == 0 && !response.truncated {
        return Ok(Some(response.returned as u64));
    }
    let writer = Writer::of_plan(plan, asked.database.engine(), anchors);
    counted(&writer.total(&plan.contract)?, asked).await
}

/// The number that a statement counts.
async fn counted<D: Database>(
    statement: &Statement,
    asked: &Asked<'_, D>,
) -> Result<Option<u64>, Unresolved> {
    let rows = ask(asked.database, statement, asked.deadline).await?;
    let counted = rows.into_iter().flatten().next();
    Ok(match counted {
        Some(DatabaseValue::Integer(number)) => u64::try_from(number).ok(),
        Some(DatabaseValue::Text(number)) => number.parse().ok(),
        _ => None,
    })
}
