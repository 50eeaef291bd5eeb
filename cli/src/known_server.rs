//! What `cmec doctor` found out about a server, kept from one command to the next: which mechanisms are on, and in which
//! manner it takes a question.
//!
//! It lies in the cache folder of whoever asks. A file that is missing or cannot be read is no finding, and nothing more.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cache_folder::cache_folder;
use crate::output;

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
    /// What is known of a model at its server.
    pub(crate) fn of(endpoint: &str, model: &str) -> Option<Self> {
        let text = fs::read_to_string(path(endpoint, model)).ok()?;
        let known: Self = serde_json::from_str(&text).ok()?;
        (known.endpoint == endpoint && known.model == model).then_some(known)
    }

    /// Keeps it; whether it could be kept.
    pub(crate) fn keep(&self) -> bool {
        let path = path(&self.endpoint, &self.model);
        let Ok(text) = output::compact(self) else {
            return false;
        };
        // Beside it first, so that nobody reads half of it.
        let half = path.with_extension(format!("{}.tmp", std::process::id()));
        output::file(&half, &text).is_ok() && fs::rename(&half, &path).is_ok()
    }
}

/// The file of a model at its server. Nothing of an address or a name stands in its path.
fn path(endpoint: &str, model: &str) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (endpoint, model).hash(&mut hasher);
    let folder = cache_folder().join("doctor");
    folder.join(format!("{:016x}.json", hasher.finish()))
}
