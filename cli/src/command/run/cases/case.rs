//! A user's case: a question, its intent, and the expected answer. The file has lines `key: value`; blank lines and
//! lines that start with `#` are ignored.

use std::path::{Path, PathBuf};

use cmec_executor::taxonomy::ResponseType;
use serde::Serialize;

use crate::terminal::exit::CliError;
use crate::terminal::input;
use crate::terminal::output::plain;

/// A case with the line numbers of its expectations.
pub(super) struct Case {
    pub(super) file: String,
    pub(super) question: String,
    pub(super) intent: String,
    /// The kind of answer.
    pub(super) answer: Expected<ResponseType>,
    /// The number of rows.
    pub(super) rows: Option<Expected<usize>>,
    /// Numbers in the answer, as people write them.
    pub(super) totals: Option<Expected<Vec<String>>>,
}

/// An expectation and its line.
pub(super) struct Expected<T> {
    pub(super) line: u64,
    pub(super) value: T,
}

/// The case files of a folder and its subfolders, by name.
pub(super) fn paths(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut folders = vec![folder.to_owned()];
    let mut paths = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| CliError::at(&folder, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| CliError::at(&folder, error))?;
            let path = entry.path();
            let kind = entry.file_type();
            if kind.map_err(|error| CliError::at(&path, error))?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "case") {
                paths.push(path);
            }
        }
    }
    if paths.is_empty() {
        let help = "a case is a file `NAME.case` with lines `question:`, `intent:`, `answer:`, `rows:`, `totals:`";
        return Err(CliError::at(folder, "there is no case").help(help));
    }
    paths.sort();
    Ok(paths)
}

/// An unreadable case: place and reason.
#[derive(Serialize)]
pub(super) struct CaseError {
    pub(super) file: String,
    pub(super) line: u64,
    #[serde(rename = "unreadable")]
    pub(super) why: String,
}

impl CaseError {
    pub(super) fn to_line(&self) -> String {
        format!("{}:{}: {}", plain(&self.file), self.line, plain(&self.why))
    }
}

impl Case {
    pub(super) fn read(path: &Path) -> Result<Self, CaseError> {
        let file = path.display().to_string();
        let at = |line: u64, why: String| CaseError {
            file: file.clone(),
            line,
            why,
        };
        let text = input::read_text(path).map_err(|failure| at(1, failure.said().to_owned()))?;
        Self::of(file.clone(), &text).map_err(|(line, why)| at(line, why))
    }

    /// Parses a case; an error has the line and the reason.
    fn of(file: String, text: &str) -> Result<Self, (u64, String)> {
        let (mut question, mut intent) = (None, None);
        let (mut answer, mut rows, mut totals) = (None, None, None);
        let mut last = 0;
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let wrong = |why: &str| (line, why.to_owned());
            let (key, value) = text
                .split_once(':')
                .ok_or_else(|| wrong("`key: value` is wanted"))?;
            let value = value.trim();
            let is_new = match key {
                "question" => question.replace(value.to_owned()).is_none(),
                "intent" => intent.replace(value.to_owned()).is_none(),
                "answer" => {
                    let value = serde_json::from_value(value.into());
                    let value = value.map_err(|_| {
                        wrong("FACTUAL_LIST, FACTUAL_SUMMARY, LIMITED_WITH_REASON or CLARIFY is wanted")
                    })?;
                    answer.replace(Expected { line, value }).is_none()
                }
                "rows" => {
                    let value = value
                        .parse()
                        .map_err(|_| wrong("a number of rows is wanted"))?;
                    rows.replace(Expected { line, value }).is_none()
                }
                "totals" => {
                    let figures = value.split(';').map(|figure| {
                        canonical(figure)
                            .ok_or_else(|| wrong("figures with `;` between them are wanted"))
                    });
                    let value = figures.collect::<Result<_, _>>()?;
                    totals.replace(Expected { line, value }).is_none()
                }
                _ => return Err(wrong("the keys are question, intent, answer, rows, totals")),
            };
            if !is_new {
                return Err(wrong("it is said twice"));
            }
        }
        let lacks = |key: &str| (last, format!("`{key}` is missing"));
        Ok(Self {
            file,
            question: question.ok_or_else(|| lacks("question"))?,
            intent: intent.ok_or_else(|| lacks("intent"))?,
            answer: answer.ok_or_else(|| lacks("answer"))?,
            rows,
            totals,
        })
    }
}

/// The digits of a number as people write it: `17 193 057,52` is 17193057.52.
fn canonical(figure: &str) -> Option<String> {
    let digits: String = figure
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| if letter == ',' { '.' } else { letter })
        .collect();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let whole_digits = whole.strip_prefix('-').unwrap_or(whole);
    let all = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    (!whole_digits.is_empty() && all(whole_digits) && all(fraction)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_says_what_it_expects_and_nothing_else() {
        let text = "# мой\nquestion: Остаток?\nintent: account_balance 62\n\nanswer: FACTUAL_SUMMARY\nrows: 3\ntotals: 1 000,50; -2\n";
        let case = Case::of("f".to_owned(), text).unwrap();
        assert_eq!(case.question, "Остаток?");
        assert_eq!((case.answer.line, case.rows.unwrap().value), (5, 3));
        assert_eq!(case.totals.unwrap().value, ["1000.50", "-2"]);
        let start = "question: a\nintent: b\n";
        for (rest, line) in [
            ("answer: FACTS\n", 3),
            ("answer: CLARIFY\nrows: many\n", 4),
            ("answer: CLARIFY\ntotals: x\n", 4),
            ("answer: CLARIFY\nrow: 1\n", 4),
            ("answer: CLARIFY\nanswer: CLARIFY\n", 4),
            ("SELECT 1\n", 3),
            ("", 2),
        ] {
            let wrong = Case::of("f".to_owned(), &format!("{start}{rest}"));
            assert_eq!(
                wrong.map(drop).map_err(|(line, _)| line),
                Err(line),
                "{rest}"
            );
        }
    }
}
