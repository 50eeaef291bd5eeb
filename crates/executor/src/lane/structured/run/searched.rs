//! The run of a search in the rows of a type: by their vectors where rows and a model have them, else by words.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::found::{Notes, Outcome};
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::Anchors;
use crate::ports::database::Database;
use crate::ports::embedder::Embedder;

use super::Asked;
use super::by_vectors::{self, Compared};
use super::by_words;

/// The rows that fit a question, ranked.
pub(super) async fn searched<D: Database, E: Embedder>(
    asked: &Asked<'_, D, E>,
    search: &Search<'_>,
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, Unresolved> {
    match by_vectors::compared(asked, search).await {
        Compared::With(question) => {
            debug.explain.push(question.told());
            return by_vectors::ranked(asked, (search, &question), anchors, notes, debug).await;
        }
        Compared::Unfit(why) => return Ok(Outcome::UnfitVectors(why)),
        Compared::Not(why) => notes.unused_vectors = why,
    }
    debug.explain.push("ranked by words".to_owned());
    by_words::ranked(asked, search, anchors, notes, debug).await
}
