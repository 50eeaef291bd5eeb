//! `fixtures/questions/<domain>.jsonl`: the questions of the core cases with their right answers, for `cmec eval`.

use std::path::Path;

use cmec_compiler::Checked;
use cmec_decoder::encode::encode;
use cmec_decoder::{Decoder, Notation, Tables, Verdict};
use cmec_executor::Catalogue;
use serde::Serialize;
use xtask::repository::{files, read};

use crate::question::Question;

/// The folder of the sets.
pub(crate) const FOLDER: &str = "fixtures/questions";

/// A question as it is written.
#[derive(Serialize)]
struct Row<'q> {
    id: &'q str,
    zh: &'q str,
    ru: &'q str,
    en: &'q str,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unclear: bool,
}

/// The set of a domain: its path from the root, and its text.
pub(crate) fn of(root: &Path, checked: &Checked) -> Result<(String, String), String> {
    let name = checked.name();
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    let mut rows = String::new();
    for verdict in ["contract", "clarify", "reject"] {
        for path in files(root, &format!("fixtures/decode/{verdict}/{name}"))? {
            let file = Path::new(&path);
            let id = file.file_stem().and_then(|stem| stem.to_str());
            let Some(id) = id.filter(|id| id.starts_with("core_") && path.ends_with(".question"))
            else {
                continue;
            };
            let said = |error: String| format!("{path}: {error}");
            let question = Question::read(&read(root, &path)?).map_err(said)?;
            let intent = match (&question.intent, question.unclear) {
                (_, true) => None,
                (Some(intent), false) => Some(intent.clone()),
                (None, false) => Some(read(
                    root,
                    &format!("{}.txt", path.trim_end_matches(".question")),
                )?),
            };
            let intent = match intent {
                None => None,
                Some(text) => match canonical(&text, tables, catalogue) {
                    Ok(Some(intent)) => Some(intent),
                    // Nothing could answer it.
                    Ok(None) => continue,
                    Err(error) => return Err(said(error)),
                },
            };
            let row = Row {
                id,
                zh: &question.zh,
                ru: &question.ru,
                en: &question.en,
                intent,
                unclear: question.unclear,
            };
            rows.push_str(&serde_json::to_string(&row).map_err(|error| said(error.to_string()))?);
            rows.push('\n');
        }
    }
    Ok((format!("{FOLDER}/{name}.jsonl"), rows))
}

/// An intent as canonical SQL, or as cMEC where SQL has no words for it; `None`: no lane of the domain answers its
/// scenario.
fn canonical(text: &str, tables: &Tables, catalogue: &Catalogue) -> Result<Option<String>, String> {
    let decoded = Decoder::new(tables).decode(text, "");
    let Verdict::Contract(contract) = &decoded.verdict else {
        return Err("its intent is no contract".to_owned());
    };
    if catalogue.lane(contract.intent.scenario).is_none() {
        return Ok(None);
    }
    // What comes back as another contract is no way to say it.
    let is_same = |text: &String| match Decoder::new(tables).decode(text, "").verdict {
        Verdict::Contract(read) => read.get() == contract.get(),
        _ => false,
    };
    let sql = encode(contract, tables, Notation::Sql).ok().filter(is_same);
    let written = match sql {
        Some(sql) => Ok(sql),
        None => encode(contract, tables, Notation::C02),
    };
    written.map(Some).map_err(|error| error.to_string())
}
