//! Rows ranked by the words of a question.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::search::{CANDIDATES, Candidates, best, candidates};
use crate::lane::structured::sql::{Anchors, Writer};
use crate::lane::structured::{compose, nearest};
use crate::ports::database::{Database, ask};
use crate::response::Response;

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
    let Some(candidates) = candidates(&plan.contract, search) else {
        return limited("question_without_words");
    };
    let writer = Writer::of_plan(plan, database.engine(), anchors);
    let mut written = writer.write(&candidates.contract)?;
    keep(&written.statement, database.engine(), debug);
    let mut rows = ask(database, &written.statement, asked.deadline).await?;
    let (mut common, mut is_cut) = (Vec::new(), false);
    // A word that stands in very many rows tells them apart the least.
    if rows.len() > CANDIDATES as usize {
        let mut counts = Vec::new();
        for contract in candidates.of_each_word() {
            let count = counted(&writer.total(&contract)?, asked).await?;
            counts.push(count.unwrap_or_default());
        }
        let (rare, left_out) = candidates.of_rare_words(&counts);
        common = left_out;
        written = writer.write(&rare)?;
        keep(&written.statement, database.engine(), debug);
        rows = ask(database, &written.statement, asked.deadline).await?;
        is_cut = rows.len() > CANDIDATES as usize;
        rows.truncate(CANDIDATES as usize);
    }
    let told = format!("rows that are ranked: {}", rows.len());
    debug.explain.push(told);
    let Candidates {
        all: left,
        in_two,
        words,
        ..
    } = candidates;
    let all = counted(&writer.total(&left)?, asked).await?;
    let best = best(rows, &written, &words, (search, all.unwrap_or_default()));
    if best.ranked.rows.is_empty() {
        let mut response = compose::not_searched(plan, "no_text_found", audience);
        compose::name_absent_words(&mut response, &best.absent);
        let absent = nearest::absent(plan, database, asked.deadline, anchors).await?;
        compose::name_absent(&mut response, &absent, audience.locale);
        return Ok(response);
    }
    debug.explain.push(best.judgement.text());
    if best.judgement.is_weak() {
        let mut response = compose::not_searched(plan, "weak_match", audience);
        (response.limitations).push(best.judgement.limitation());
        compose::name_absent_words(&mut response, &best.absent);
        return Ok(response);
    }
    let (shown, ranked) = match in_two {
        true => whole_rows(asked, (left, best.ranked), anchors, debug).await?,
        false => (written, best.ranked),
    };
    let mut response = compose::ranked(plan, search, &shown, ranked, audience);
    compose::name_absent_words(&mut response, &best.absent);
    compose::name_common_words(&mut response, &common);
    if is_cut {
        compose::name_unranked(&mut response, CANDIDATES);
    }
    Ok(response)
}
