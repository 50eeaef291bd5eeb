//! The questions as our codebook says them, and where the set is.

use std::path::{Path, PathBuf};

use cmec_compiler::{SourceSet, compile, load_dir};
use cmec_decoder::tables::Tables;

/// A question of the set, as our codebook says it. The first is the first of `questions.jsonl`.
pub(crate) struct Question {
    pub(crate) sql: String,
    pub(crate) c02: String,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/acme")
}

pub(crate) fn codebook() -> Tables {
    let sources: SourceSet = load_dir(fixtures()).unwrap();
    let compilation = compile(&sources);
    assert!(
        compilation.findings.is_empty(),
        "{:#?}",
        compilation.findings
    );
    compilation.model.unwrap().tables().clone()
}

pub(crate) fn questions() -> Vec<Question> {
    let text = std::fs::read_to_string(fixtures().join("questions.txt")).unwrap();
    let questions: Vec<Question> = (text.trim().split("\n\n"))
        .enumerate()
        .map(|(index, block)| {
            let [number, sql, c02] = block.lines().collect::<Vec<_>>()[..] else {
                panic!("{block}");
            };
            assert_eq!(number.parse(), Ok(index + 1));
            Question {
                sql: sql.to_owned(),
                c02: c02.to_owned(),
            }
        })
        .collect();
    assert_eq!(questions.len(), 44);
    questions
}

/// The folder with the set; `None`, with a word, where there is none.
pub(crate) fn set() -> Option<PathBuf> {
    let folder = std::env::var_os("CMEC_ACME").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: `CMEC_ACME` names no copy of the ACME questions");
    }
    folder
}
