//! Searches the rows of a type, by vectors where both the rows and a model have them, otherwise by words.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::result::{Notes, Outcome};
use crate::lane::structured::sql::Anchors;

use super::RunRequest;
use super::vector_search::{self, VectorComparison};
use super::word_search;

pub(super) async fn searched(
    asked: &RunRequest<'_>,
    search: &Search<'_>,
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    match vector_search::compared(asked, search).await {
        VectorComparison::With(question) => {
            debug.explain.push(question.told());
            return vector_search::ranked(asked, (search, &question), anchors, notes, debug).await;
        }
        VectorComparison::Unfit(why) => return Ok(Outcome::UnfitVectors(why)),
        VectorComparison::Not(why) => notes.unused_vectors = why,
    }
    debug.explain.push("ranked by words".to_owned());
    word_search::ranked(asked, search, anchors, notes, debug).await
}
