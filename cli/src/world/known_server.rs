//! Findings of `cmec doctor` about a server, cached between commands: enforced mechanisms and the accepted request
//! form. A missing or unreadable file in the user's cache folder counts as no finding.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::time::Duration;

use cmec_executor::ports::model_list::models;
use cmec_executor::ports::model_server::ModelServer;
use serde::{Deserialize, Serialize};

use crate::terminal::cache_folder::cache_folder;
use crate::terminal::output;

/// The findings on a model at its server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownServer {
    pub(crate) endpoint: String,
    pub(crate) model: String,
    /// The date of the findings.
    pub(crate) day: String,
    /// The parameter for the token limit.
    pub(crate) token_limit: String,
    pub(crate) temperature: Option<f64>,
    /// True where it reports log-probabilities.
    #[serde(default)]
    pub(crate) logprobs: bool,
    /// The names of enforced mechanisms, the most reliable first.
    pub(crate) on: Vec<String>,
}

impl KnownServer {
    /// The findings on a model. A server with a single model answers to any name, so its last finding applies.
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

    /// The findings on an endpoint, the newest last.
    fn at(endpoint: &str) -> Vec<Self> {
        let text = path(endpoint).and_then(|path| fs::read_to_string(path).ok());
        let text = text.unwrap_or_default();
        let mut all: Vec<Self> = serde_json::from_str(&text).unwrap_or_default();
        all.retain(|own| own.endpoint == endpoint);
        all
    }

    /// Saves the findings; false if that failed.
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
        // Written to a temporary file first, so that nobody reads half of it.
        let half = path.with_extension(format!("{}.tmp", std::process::id()));
        output::private_file(&half, &text).is_ok() && fs::rename(&half, &path).is_ok()
    }
}

/// The cache file of a server, if there is a folder. Its name reveals nothing of the address.
fn path(endpoint: &str) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    endpoint.hash(&mut hasher);
    let folder = cache_folder().ok()?.join("doctor");
    Some(folder.join(format!("{:016x}.json", hasher.finish())))
}
