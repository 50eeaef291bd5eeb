//! What `cmec doctor` found out about a server, kept from one command to the next: which mechanisms are on, and in which
//! manner it takes a question.
//!
//! It lies in the cache folder of whoever asks. A file that is missing or cannot be read is no finding, and nothing more.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::time::Duration;

use cmec_executor::ports::model_list::models;
use cmec_executor::ports::model_server::ModelServer;
use serde::{Deserialize, Serialize};

use crate::terminal::cache_folder::cache_folder;
use crate::terminal::output;

/// What was found out about a model at its server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownServer {
    pub(crate) endpoint: String,
    pub(crate) model: String,
    /// The day on which it was found out.
    pub(crate) day: String,
    /// How the most tokens of an answer are said.
    pub(crate) token_limit: String,
    pub(crate) temperature: Option<f64>,
    /// Whether it reports log-probabilities.
    #[serde(default)]
    pub(crate) logprobs: bool,
    /// The mechanisms that are on, by their names, the strongest first.
    pub(crate) on: Vec<String>,
}

impl KnownServer {
    /// What is known of a model at its server. One that is the only model there answers to any name, so what was found last at
    /// that server was found of it.
    pub(crate) async fn of(
        server: &ModelServer,
        (endpoint, model): (&str, &str),
        within: Duration,
    ) -> Option<Self> {
        let mut all = Self::at(endpoint);
        if let Some(place) = all.iter().position(|own| own.model == model) {
            return Some(all.swap_remove(place));
        }
        let last = all.pop()?;
        let listed = models(server, within).await.ok()?;
        (listed.len() == 1).then_some(last)
    }

    /// What is known of the models at an endpoint, the last finding last.
    fn at(endpoint: &str) -> Vec<Self> {
        let text = path(endpoint).and_then(|path| fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        let mut all: Vec<Self> = serde_json::from_str(&text).unwrap_or_default();
        all.retain(|own| own.endpoint == endpoint);
        all
    }

    /// Keeps it; whether it could be kept.
    pub(crate) fn keep(self) -> bool {
        let Some(path) = path(&self.endpoint) else {
            return false;
        };
        let mut all = Self::at(&self.endpoint);
        all.retain(|own| own.model != self.model);
        all.push(self);
        let Ok(text) = output::compact(&all) else {
            return false;
        };
        // Beside it first, so that nobody reads half of it.
        let half = path.with_extension(format!("{}.tmp", std::process::id()));
        output::private_file(&half, &text).is_ok() && fs::rename(&half, &path).is_ok()
    }
}

/// The file of a server, where there is a folder for it. Nothing of its address is in its path.
fn path(endpoint: &str) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    endpoint.hash(&mut hasher);
    let folder = cache_folder().ok()?.join("doctor");
    Some(folder.join(format!("{:016x}.json", hasher.finish())))
}
