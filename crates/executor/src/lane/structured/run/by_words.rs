//! Rows ranked by the words of a question.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::search::{CANDIDATES, Candidates, best, candidates};
use crate::lane::structured::sql::{Anchors, Writer};
use crate::lane::structured::{compose, nearest};
use crate::ports::database::{Database, ask};
use crate::response::Response;
use crate::response::ranking::Ranking;

use super::statements::{keep, whole_rows};
use super::{Asked, counted};

/// The rows whose texts fit a question, ranked.
pub(super) async fn ranked<D: Database, E>(
    asked: &Asked<'_, D, E>,
    search: &Search<'_>,
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let (plan, database, audience) = (asked.plan, asked.ports.database, asked.audience);
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
    keep(&written.statement, database.engine(), debug);
    let rows = ask(database, &written.statement, asked.deadline).await?;
    let told = format!("rows that are ranked: {}", rows.len());
    debug.explain.push(told);
    if rows.len() > CANDIDATES as usize {
        return Ok(compose::too_many_to_rank(
            plan,
            (Ranking::Words, CANDIDATES),
            audience,
        ));
    }
    let all = counted(&writer.total(&left)?, asked).await?;
    let best = best(rows, &written, &words, (search, all.unwrap_or_default()));
    if best.ranked.rows.is_empty() {
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
    let (shown, ranked) = match in_two {
        true => whole_rows(asked, (left, best.ranked), anchors, debug).await?,
        false => (written, best.ranked),
    };
    let mut response = compose::ranked(plan, search, &shown, ranked, audience);
    compose::name_absent_words(&mut response, &best.absent);
    Ok(response)
}
