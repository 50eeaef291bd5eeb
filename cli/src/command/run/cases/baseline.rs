//! A report on cases of before: what did not hold then is known, what does not hold in another way counts.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;

use super::outcome::{Key, Outcome};
use crate::exit::Failure;
use crate::input;
use crate::standing::Standing;

/// What did not hold before, by file. A case that held, or was not there, excuses nothing.
pub(super) struct Baseline {
    files: HashMap<String, Vec<Key>>,
}

/// A line of a JSON report, as far as it matters here; a case that could not be read has no failures.
#[derive(Deserialize)]
struct Line {
    file: String,
    #[serde(default)]
    failures: Vec<Failed>,
}

#[derive(Deserialize)]
struct Failed {
    key: Key,
}

impl Baseline {
    /// Reads a JSON report.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        Self::of(&input::read_text(path)?).map_err(|(number, error)| {
            Failure::failed(format!("{}:{number}: {error}", path.display()))
                .help("a baseline is what `cmec run --cases … --report json` printed before")
        })
    }

    /// A report, or the line that is none and why.
    fn of(text: &str) -> Result<Self, (u64, serde_json::Error)> {
        let mut files = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let line: Line = serde_json::from_str(line).map_err(|error| (number, error))?;
            let keys = line.failures.iter().map(|failed| failed.key).collect();
            files.insert(line.file, keys);
        }
        Ok(Self { files })
    }

    /// How a case stands against before.
    pub(super) fn standing(&self, outcome: &Outcome) -> Standing {
        let known = self.files.get(&outcome.file);
        let is_known = |key: Key| known.is_some_and(|keys| keys.contains(&key));
        if outcome.failures.iter().all(|miss| is_known(miss.key)) {
            Standing::Known
        } else {
            Standing::Worse
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_report_is_named() {
        let line = r#"{"file":"a.case","failures":[{"key":"rows"}]}"#;
        let unreadable = r#"{"file":"b.case","line":2,"unreadable":"x"}"#;
        let read = |text: &str| Baseline::of(text).map(drop).map_err(|(line, _)| line);
        assert_eq!(read(&format!("{line}\n\n{unreadable}\n")), Ok(()));
        assert_eq!(read(&format!("{line}\n{{}}\n")), Err(2));
        assert_eq!(read("x"), Err(1));
    }
}
