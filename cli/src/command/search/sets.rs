//! A set of questions in BEIR form → rankings in TREC form, and measures against judgements.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use cmec_executor::lane::retrieval::plan::RetrievalPlan;
use cmec_executor::lane::retrieval::query::query;
use cmec_executor::lane::retrieval::run::ranked;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::measures::{Grades, Measures};
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{input, output};
use crate::world::text_index::TextPorts;

/// A set of questions.
#[derive(Debug, Args)]
pub(super) struct SetArguments {
    /// Questions, a JSON object a line with `_id` and `text`
    #[arg(long, value_name = "FILE")]
    pub(super) queries: Option<PathBuf>,
    /// Judgements: a line for a question and a document with how relevant it is, parted by tabs, below a header
    #[arg(long, value_name = "FILE", requires = "queries")]
    qrels: Option<PathBuf>,
    /// File for the rankings in the form of TREC
    #[arg(long, value_name = "FILE", requires = "queries")]
    run: Option<PathBuf>,
    /// Pieces of a ranking, of which a document may have several [default: as many texts as the kind of a question has]
    #[arg(long, value_name = "N", requires = "queries", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    depth: Option<u32>,
}

#[derive(Deserialize)]
struct Question {
    _id: String,
    text: String,
}

/// What a set came to.
#[derive(Serialize)]
struct SetReport {
    questions: usize,
    /// Questions whose answer is limited: nothing found, or too little.
    limited: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measures: Option<Measures>,
}

/// The longest time for one question.
const WITHIN: Duration = Duration::from_secs(30);

/// Asks every question.
pub(super) fn run(
    arguments: &SetArguments,
    said: impl Fn(&str) -> Result<RetrievalPlan, CliError>,
    (texts, runtime): (&TextPorts, &Handle),
    global: &Global,
) -> Result<Exit, CliError> {
    let questions = match &arguments.queries {
        Some(file) => questions(file)?,
        None => Vec::new(),
    };
    let judged = arguments.qrels.as_deref().map(judgements).transpose()?;
    let (mut rankings, mut trec, mut limited) = (BTreeMap::new(), String::new(), Vec::new());
    for Question { _id: id, text } in &questions {
        let mut plan = said(text)?;
        if let Some(depth) = arguments.depth {
            plan.request.top_k = depth;
        }
        let asked = query(&plan, texts.ports().index.chinese());
        let deadline = Instant::now() + WITHIN;
        let ranked = runtime.block_on(ranked(&plan, &asked, texts.ports(), deadline));
        let found = ranked.map_err(CliError::failed)?;
        if found.pieces.is_empty() || found.judgement.is_weak() {
            limited.push(id.clone());
        }
        let mut ranking: Vec<String> = Vec::new();
        for hit in &found.pieces {
            let document = &hit.chunk.document;
            if !ranking.contains(document) {
                ranking.push(document.clone());
                let _ = writeln!(
                    trec,
                    "{id} Q0 {document} {} {:.6} cmec",
                    ranking.len(),
                    hit.score
                );
            }
        }
        rankings.insert(id.clone(), ranking);
    }
    if let Some(file) = &arguments.run {
        std::fs::write(file, trec).map_err(|error| CliError::at(file, error))?;
    }
    let measures = judged.map(|judged| {
        let judged = judged.iter();
        Measures::of(judged.filter_map(|(id, own)| Some((rankings.get(id)?.as_slice(), own))))
    });
    let report = SetReport {
        questions: questions.len(),
        limited,
        measures,
    };
    output::report(global, &report, text)?;
    Ok(Exit::Done)
}

fn questions(file: &Path) -> Result<Vec<Question>, CliError> {
    let text = input::read_text(file)?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let questions = lines.map(|(number, line)| {
        let told = |error| CliError::at(file, format!("line {}: {error}", number + 1));
        serde_json::from_str(line).map_err(told)
    });
    questions.collect()
}

fn judgements(file: &Path) -> Result<BTreeMap<String, Grades>, CliError> {
    let text = input::read_text(file)?;
    let mut all: BTreeMap<String, Grades> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let mut parts = line.split('\t');
        let (question, document, relevance) = (parts.next(), parts.next(), parts.next());
        let relevance = relevance.and_then(|own| own.trim().parse().ok());
        let (Some(question), Some(document), Some(relevance)) = (question, document, relevance)
        else {
            let told = format!(
                "line {}: no `question`, `document`, `relevance`",
                number + 1
            );
            return Err(CliError::at(file, told));
        };
        all.entry(question.to_owned())
            .or_default()
            .insert(document.to_owned(), relevance);
    }
    Ok(all)
}

fn text(report: &SetReport) -> String {
    let mut text = format!(
        "questions {}, limited {}\n",
        report.questions,
        report.limited.len()
    );
    if let Some(own) = &report.measures {
        let _ = writeln!(
            text,
            "judged {}: nDCG@10 {:.4}, recall@5 {:.4}, recall@100 {:.4}, MRR {:.4}",
            own.questions, own.ndcg_at_10, own.recall_at_5, own.recall_at_100, own.mrr
        );
    }
    text
}
