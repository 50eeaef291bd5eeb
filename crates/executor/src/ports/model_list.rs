//! The names of a server's models, from `/models` of OpenAI's protocol.

use std::time::Duration;

use cmec_decoder::blank::is_unseen;
use serde::Deserialize;

use crate::ports::model_error::ModelError;
use crate::ports::model_server::{Deadline, ModelServer};

/// Maximum number of models in a list.
const MOST_MODELS: usize = 10_000;

const NAME_BYTES: usize = 256;

#[derive(Deserialize)]
struct Answer {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

/// The names of a server's models in its order: at most 10,000, each of 1 to 256 bytes of visible characters.
///
/// # Errors
/// The server returned no list or invalid names.
pub async fn models(server: &ModelServer, within: Duration) -> Result<Vec<String>, ModelError> {
    let answer: Answer = server.look("models", Deadline::after(within)).await?;
    if answer.data.len() > MOST_MODELS {
        return Err(ModelError::Malformed(format!(
            "it has {} models, and {MOST_MODELS} are the most",
            answer.data.len()
        )));
    }
    let names = answer.data.into_iter().map(|model| match model.id {
        id if id.is_empty() || id.len() > NAME_BYTES || id.contains(is_unseen) => {
            Err(ModelError::Malformed(format!(
                "the name of a model is no text of 1 to {NAME_BYTES} bytes that are all seen"
            )))
        }
        id => Ok(id),
    });
    names.collect()
}
