//! The models of a server, by their names: `/models` as OpenAI has it.

use std::time::Duration;

use cmec_decoder::blank::is_unseen;
use serde::Deserialize;

use crate::ports::model_error::ModelError;
use crate::ports::model_server::{Deadline, ModelServer};

/// Most models of a list.
const MOST_MODELS: usize = 10_000;

/// Most bytes of a name.
const NAME_BYTES: usize = 256;

#[derive(Deserialize)]
struct Answer {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

/// The names of the models that a server has, in its order: 10,000 at most, each of 1 to 256 bytes that are all seen.
///
/// # Errors
/// When the server gives no list, or one with other names.
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
