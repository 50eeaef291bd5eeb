//! A report of before: what was wrong then is known, what is worse now is a regression.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use cmec_decoder::finding::registry;
use serde::Deserialize;

use super::record::{Kind, Record};
use crate::exit::Failure;
use crate::standing::Standing;

/// What was wrong before. An output that was fine, or was not there, takes no room: both excuse nothing.
pub(super) struct Baseline {
    files: HashMap<String, HashMap<u64, Known>>,
}

/// How an output stood.
struct Known {
    kind: Kind,
    /// One bit for each rule of the registry.
    findings: u128,
}

/// A line of a JSON report, as far as it matters here.
#[derive(Deserialize)]
struct Line {
    file: String,
    line: Option<u64>,
    verdict: Kind,
    findings: Vec<FindingId>,
}

#[derive(Deserialize)]
struct FindingId {
    id: String,
}

impl Baseline {
    /// Reads a JSON report.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let fail = |error: std::io::Error| Failure::at(path, error);
        let file = File::open(path).map_err(fail)?;
        let mut files: HashMap<String, HashMap<u64, Known>> = HashMap::new();
        for (number, line) in (1_u64..).zip(BufReader::new(file).lines()) {
            let line = line.map_err(fail)?;
            if line.trim().is_empty() {
                continue;
            }
            let line: Line = serde_json::from_str(&line).map_err(|error| {
                Failure::failed(format!("{}:{number}: {error}", path.display()))
                    .help("a baseline is what `cmec validate --report json` printed before")
            })?;
            if line.verdict == Kind::Contract {
                continue;
            }
            let ids = line.findings.iter().map(|finding| bit(&finding.id));
            let known = Known {
                kind: line.verdict,
                findings: ids.fold(0, |all, bit| all | bit),
            };
            let outputs = files.entry(line.file).or_default();
            outputs.insert(line.line.unwrap_or(0), known);
        }
        Ok(Self { files })
    }

    /// How an output stands against before.
    pub(super) fn standing(&self, record: &Record<'_>) -> Standing {
        if record.kind == Kind::Contract {
            return Standing::Known;
        }
        let outputs = self.files.get(record.file);
        let Some(known) = outputs.and_then(|lines| lines.get(&record.line.unwrap_or(0))) else {
            return Standing::Worse;
        };
        let ids = record.findings.iter().map(|finding| bit(finding.rule.id));
        let findings = ids.fold(0, |all, bit| all | bit);
        if record.kind > known.kind || findings & !known.findings != 0 {
            Standing::Worse
        } else {
            Standing::Known
        }
    }
}

/// The bit of a rule; none for an id that this version does not have.
fn bit(id: &str) -> u128 {
    let at = registry::ALL.iter().position(|rule| rule.id == id);
    at.and_then(|at| 1_u128.checked_shl(u32::try_from(at).ok()?))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_bit_of_its_own() {
        let mut all = 0_u128;
        for rule in registry::ALL {
            let bit = bit(rule.id);
            assert!(bit != 0 && all & bit == 0, "{}", rule.id);
            all |= bit;
        }
        assert_eq!(bit("DEC999"), 0);
    }
}
