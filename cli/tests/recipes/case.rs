//! A case of `fixtures/address/`: lines `key: value`, then SQL for the rows, then SQL for the totals of the summary.

use std::collections::BTreeMap;

use crate::common::repository;

/// Keys of a case, in their order; all but `fault` are always there.
const KEYS: [&str; 16] = [
    "question",
    "intent",
    "fault",
    "answer",
    "recipe",
    "mode",
    "reason",
    "codes",
    "readiness",
    "status",
    "legacy",
    "drop",
    "scope",
    "ways",
    "rows",
    "limitations",
];

/// One case.
pub(crate) struct Case {
    pub(crate) name: String,
    lines: BTreeMap<String, String>,
    /// Gives the rows of the answer: the columns it names, in their order.
    pub(crate) rows: Option<String>,
    /// Gives one row, each value of which stands in the summary.
    pub(crate) totals: Option<String>,
}

impl Case {
    /// Every case, by name.
    pub(crate) fn all() -> Vec<Self> {
        let folder = repository("fixtures/address");
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "case")
            })
            .collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            Self::read(name, &std::fs::read_to_string(path).unwrap())
        };
        paths.iter().map(read).collect()
    }

    fn read(name: String, text: &str) -> Self {
        let mut parts = text.trim_end().splitn(3, "\n\n");
        let lines: BTreeMap<String, String> = (parts.next().unwrap().lines())
            .map(|line| {
                let (key, value) = line
                    .split_once(": ")
                    .unwrap_or_else(|| panic!("{name}: {line}"));
                (key.to_owned(), value.to_owned())
            })
            .collect();
        for key in lines.keys() {
            assert!(KEYS.contains(&key.as_str()), "{name}: {key}");
        }
        for key in KEYS.iter().filter(|key| **key != "fault") {
            assert!(lines.contains_key(*key), "{name} lacks {key}");
        }
        Self {
            name,
            lines,
            rows: parts.next().map(str::to_owned),
            totals: parts.next().map(str::to_owned),
        }
    }

    /// What a line says.
    pub(crate) fn says(&self, key: &str) -> &str {
        &self.lines[key]
    }

    /// The fault of the server and the calls it spares.
    pub(crate) fn fault(&self) -> Option<(&str, &str)> {
        self.lines.get("fault")?.split_once(" after ")
    }

    /// What it expects of an answer, line by line.
    pub(crate) fn expected(&self) -> BTreeMap<&str, &str> {
        (self.lines.iter())
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .filter(|(key, _)| !["question", "intent", "fault"].contains(key))
            .collect()
    }
}
