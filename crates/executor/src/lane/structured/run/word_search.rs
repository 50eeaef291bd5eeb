//! Ranks rows by the words of a question.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::result::{Notes, Outcome};
use crate::lane::structured::search::{CANDIDATES, Candidates, best, candidates};
use crate::lane::structured::sql;
use crate::lane::structured::sql::Anchors;
use crate::limitation::Limitation;
use crate::response::excerpt;

use super::RunRequest;
use super::statements::whole_rows;

pub(super) async fn ranked(
    asked: &RunRequest<'_>,
    search: &Search<'_>,
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    if search.fields.is_empty() {
        return Ok(Outcome::Nothing("type_without_texts"));
    }
    let Some(candidates) = candidates(&asked.plan.contract, search) else {
        return Ok(Outcome::Nothing("question_without_words"));
    };
    let context = asked.context(anchors);
    let mut written = sql::write(&context, &candidates.contract)?;
    let mut rows = asked.rows(&written.statement, debug).await?;
    let (mut common, mut is_cut) = (Vec::new(), false);
    // A word in very many rows discriminates the least, so the rare words select the candidates.
    if rows.len() > CANDIDATES as usize {
        let mut counts = Vec::new();
        for contract in candidates.of_each_word() {
            let count = asked.count(&sql::total(&context, &contract)?).await?;
            counts.push(count.unwrap_or_default());
        }
        let (rare, left_out) = candidates.of_rare_words(&counts);
        common = left_out;
        written = sql::write(&context, &rare)?;
        rows = asked.rows(&written.statement, debug).await?;
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
    let all = asked.count(&sql::total(&context, &left)?).await?;
    let best = best(rows, &written, &words, (search, all.unwrap_or_default()));
    let absent = best.absent.iter().map(|word| excerpt(word));
    (notes.limitations).extend(absent.map(|word| Limitation::WordNotFound { word }));
    if best.ranked.rows.is_empty() {
        return Ok(Outcome::Nothing("no_text_found"));
    }
    debug.explain.push(best.judgement.text());
    if best.judgement.is_weak() {
        return Ok(Outcome::Weak(best.judgement));
    }
    let (shown, ranked) = match in_two {
        true => whole_rows(asked, (left, best.ranked), anchors, debug).await?,
        false => (written, best.ranked),
    };
    let common = common.iter().map(|word| excerpt(word));
    (notes.limitations).extend(common.map(|word| Limitation::CommonWord { word }));
    let most = CANDIDATES.into();
    (notes.limitations).extend(is_cut.then_some(Limitation::RankedFirst { most }));
    Ok(Outcome::Ranked(shown, ranked))
}
