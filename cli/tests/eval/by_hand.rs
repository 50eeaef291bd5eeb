//! Answers that are written by hand, as lines and as SQL: they are right, and the table of the documents is about them.

use std::path::Path;

use cmec_compiler::tokens::Tokenizer;
use serde_json::Value;

use crate::common::cmec;
use crate::{fixture, told};

/// The answers that are written by hand, as lines and as SQL, are right: with these the two are compared.
#[test]
fn the_answers_that_are_written_by_hand_are_right() {
    for domain in ["wine", "enterprise"] {
        let mut command = cmec(&["eval", "--domain", domain, "--format", "json", "--run-sql"]);
        command
            .arg("--replay")
            .arg(fixture(&format!("{domain}.sql.answers.jsonl")));
        let (code, report, error) = told(&command.output().unwrap());
        assert_eq!((code, error.as_str()), (0, ""), "{domain}");
        let cases = report["cases"].as_array().unwrap();
        let wrong: Vec<&Value> = cases
            .iter()
            .filter(|case| case["outcome"] != "right")
            .collect();
        assert!(wrong.is_empty(), "{domain}: {wrong:#?}");
    }
}

/// What a token of a prompt costs that is cached, in tokens that are not.
const CACHED: f64 = 0.1;

/// What a token of an answer costs.
const ANSWERED: f64 = 8.0;

/// Tokens of a mean question.
struct Mean {
    /// What is told before it, the same for every question.
    told: f64,
    asked: f64,
    answered: f64,
}

impl Mean {
    /// What so many questions cost in tokens of a prompt; `again` is what a token costs that was told before.
    fn cost(&self, questions: u32, again: f64) -> f64 {
        let questions = f64::from(questions);
        let told = self.told * (1.0 + again * (questions - 1.0));
        told + questions * (self.asked + ANSWERED * self.answered)
    }
}

/// The figures of the answers that are written by hand, by notation.
fn means(domain: &str) -> Vec<(String, Mean)> {
    let answers = fixture(&format!("{domain}.sql.answers.jsonl"));
    let mut command = cmec(&["eval", "--domain", domain, "--format", "json"]);
    let (_, report, _) = told(&command.args(["--replay", &answers]).output().unwrap());
    let set =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/questions/{domain}.jsonl"));
    let set = std::fs::read_to_string(set).unwrap();
    let texts: Vec<(String, String)> = (set.lines())
        .map(|line| {
            let question: Value = serde_json::from_str(line).unwrap();
            (
                question["id"].as_str().unwrap().to_owned(),
                question["en"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    let tokenizer = Tokenizer::builtin("o200k_base").unwrap();
    let rows = report["ways"].as_array().unwrap().iter();
    let means = rows.map(|row| {
        let own = report["cases"].as_array().unwrap().iter();
        let own = own.filter(|case| case["notation"] == row["notation"]);
        let asked: usize = own
            .map(|case| {
                let mut texts = texts.iter();
                let (_, text) = texts
                    .find(|(id, _)| *id == case["id"].as_str().unwrap())
                    .unwrap();
                tokenizer.tokens(text).unwrap()
            })
            .sum();
        let count = row["questions"].as_f64().unwrap();
        let tokens = |key: &str| row["tokens"][key].as_f64().unwrap();
        let mean = Mean {
            told: (tokens("prompt") - asked as f64) / count,
            asked: asked as f64 / count,
            answered: tokens("completion") / count,
        };
        (row["notation"].as_str().unwrap().to_owned(), mean)
    });
    means.collect()
}

/// From how many questions on a line costs less than SQL, where what was told before costs so much again.
fn cheaper_from(line: &Mean, sql: &Mean, again: f64) -> Option<u32> {
    (1..100_000).find(|questions| line.cost(*questions, again) < sql.cost(*questions, again))
}

#[test]
fn the_documents_tell_what_is_measured() {
    let mut table = String::from(
        "| | told first | answer | 1 | 10 | 100 | 1,000 | 10, cached | 100, cached | 1,000, cached |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    let domains = ["wine", "enterprise"].map(|domain| {
        let means = means(domain);
        let [(_, line), (_, sql)] = &means[..] else {
            panic!("{domain}: a line and SQL");
        };
        for (what, mean) in [("line", line), ("SQL with its tables", sql)] {
            let mut cells = vec![
                format!("`{domain}`, {what}"),
                thousands(mean.told),
                format!("{:.1}", mean.answered),
            ];
            for (again, questions) in [(1.0, &[1, 10, 100, 1000][..]), (CACHED, &[10, 100, 1000])] {
                let costs = questions
                    .iter()
                    .map(|count| thousands(mean.cost(*count, again)));
                cells.extend(costs);
            }
            table.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        assert_eq!(cheaper_from(line, sql, 1.0), None, "{domain}");
        let from = cheaper_from(line, sql, CACHED).unwrap();
        (line.answered, sql.answered, from)
    });
    let [wine, enterprise] = domains;
    let whole = format!(
        "without a prompt cache SQL costs less in both; with one a line does, from {} questions in `wine` and {} in `enterprise`",
        wine.2, enterprise.2
    );
    let answers = format!(
        "an answer takes {:.1} and {:.1} tokens of `o200k_base` as a line, {:.1} and {:.1} as SQL",
        wine.0, enterprise.0, wine.1, enterprise.1
    );
    for (page, texts) in [
        ("docs/src/how-to/models.md", &[table.as_str(), &whole][..]),
        ("README.md", &[&answers, &whole]),
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        let shown = std::fs::read_to_string(path).unwrap().to_lowercase();
        for text in texts {
            assert!(
                shown.contains(&text.to_lowercase()),
                "{page} lacks this:\n{text}"
            );
        }
    }
}

/// A number with commas between its thousands.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
