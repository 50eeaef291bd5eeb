//! A baseline: an earlier JSON report. Faults in it are known; others are worse.

use std::collections::HashMap;
use std::io::{BufRead, Read};
use std::path::Path;

use serde::Deserialize;
use serde::de::{Error, IgnoredAny};

use super::record::{BaselineStatus, Rule};
use crate::terminal::exit::CliError;
use crate::terminal::input::{self, INPUT_BYTES};

/// Faults by file and line; line 0 is a whole file.
pub(crate) struct Baseline {
    files: HashMap<String, HashMap<u64, u128>>,
}

/// The needed part of a line in a JSON report on outputs or cases.
#[derive(Deserialize)]
struct Line {
    file: String,
    line: Option<u64>,
    #[serde(default)]
    verdict: String,
    #[serde(alias = "failures")]
    findings: Option<Vec<BaselineFinding>>,
    unreadable: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct BaselineFinding {
    #[serde(alias = "key")]
    id: String,
}

impl Baseline {
    /// Reads a JSON report with these rules.
    ///
    /// # Errors
    /// The file cannot be read, or a line is not from such a report.
    pub(crate) fn read(path: &Path, rules: &[Rule]) -> Result<Self, CliError> {
        let fail = |error: std::io::Error| CliError::at(path, error);
        let mut files: HashMap<String, HashMap<u64, u128>> = HashMap::new();
        let mut from = input::open(path).map_err(fail)?;
        let mut text = String::new();
        for number in 1_u64.. {
            text.clear();
            // A longer line is cut here and rejected as incomplete JSON.
            let bytes = from.by_ref().take(INPUT_BYTES).read_line(&mut text);
            if bytes.map_err(fail)? == 0 {
                break;
            }
            if text.trim().is_empty() {
                continue;
            }
            let read = serde_json::from_str(&text).and_then(|line: Line| {
                match (&line.findings, &line.unreadable) {
                    (None, None) => Err(Error::missing_field("findings")),
                    _ => Ok(line),
                }
            });
            let line = read.map_err(|error| {
                CliError::failed(format!("{}:{number}: {error}", path.display()))
                    .help("a baseline is what `--report json` printed before")
            })?;
            let ids = line.findings.iter().flatten();
            let faults = faults(rules, &line.verdict, ids.map(|fault| fault.id.as_str()));
            // A later result for a place replaces an earlier one.
            let lines = files.entry(line.file).or_default();
            lines.insert(line.line.unwrap_or(0), faults);
        }
        Ok(Self { files })
    }

    pub(crate) fn status(&self, file: &str, line: Option<u64>, faults: u128) -> BaselineStatus {
        let lines = self.files.get(file);
        let known = lines.and_then(|lines| lines.get(&line.unwrap_or(0)));
        if faults & !known.copied().unwrap_or(0) == 0 {
            BaselineStatus::Known
        } else {
            BaselineStatus::Worse
        }
    }
}

/// Faults as bits: one per rule (none for an unknown id), and bits of the verdict at the end, where a reject includes
/// the bit of a clarify.
pub(crate) fn faults<'a>(
    rules: &[Rule],
    verdict: &str,
    ids: impl Iterator<Item = &'a str>,
) -> u128 {
    let bit = |id| {
        let at = rules.iter().position(|rule| rule.id == id)?;
        1_u128.checked_shl(u32::try_from(at).ok()?)
    };
    let verdict = match verdict {
        "clarify" => 0b01 << 126,
        "reject" => 0b11 << 126,
        _ => 0,
    };
    ids.filter_map(bit).fold(verdict, |all, bit| all | bit)
}
