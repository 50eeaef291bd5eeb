//! The run of a search in the rows of a type: by their vectors where rows and a model have them, else by words.

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::compose;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::Unresolved;
use crate::lane::structured::sql::Anchors;
use crate::ports::database::Database;
use crate::ports::embedder::Embedder;
use crate::response::Response;

use super::Asked;
use super::by_vectors::{self, Compared};
use super::by_words;

/// The rows that fit a question, ranked.
pub(super) async fn searched<D: Database, E: Embedder>(
    asked: &Asked<'_, D, E>,
    search: &Search<'_>,
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<Response, Unresolved> {
    let unused = match by_vectors::compared(asked, search).await {
        Compared::With(question) => {
            debug.explain.push(question.told());
            return by_vectors::ranked(asked, (search, &question), anchors, debug).await;
        }
        Compared::Unfit(why) => return Ok(compose::unfit_vectors(&why, asked.audience)),
        Compared::Not(why) => why,
    };
    debug.explain.push("ranked by words".to_owned());
    let mut response = by_words::ranked(asked, search, anchors, debug).await?;
    if let Some(why) = unused {
        compose::name_unused_vectors(&mut response, &why);
    }
    Ok(response)
}
