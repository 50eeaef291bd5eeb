//! `cmec read`: the numbers, codes, days and periods of a question, without a codebook and without a model.

use chrono::{Datelike, Local, NaiveDate};
use clap::Args;
use cmec_decoder::{Meaning, Period, Quantity, quantities};
use serde::Serialize;
use textwrap::core::display_width;

use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct ReadArguments {
    /// The question, in Russian, English or Chinese
    #[arg(value_name = "QUESTION")]
    question: String,
    /// The day that `yesterday` and `last month` count from [default: today]
    #[arg(long, value_name = "DAY")]
    today: Option<NaiveDate>,
}

#[derive(Serialize)]
struct Reading<'q> {
    question: &'q str,
    today: NaiveDate,
    read: Vec<Span<'q>>,
    /// The texts between the spans.
    unread: Vec<&'q str>,
}

#[derive(Serialize)]
struct Span<'q> {
    text: &'q str,
    /// Bytes of the question.
    start: usize,
    end: usize,
    /// The likely meaning first.
    meanings: &'q [Meaning],
}

/// Runs the command.
pub(crate) fn run(arguments: &ReadArguments, global: &Global) -> Result<Exit, CliError> {
    let today = arguments.today.unwrap_or_else(|| Local::now().date_naive());
    let question = arguments.question.as_str();
    let day = [
        today.year().into(),
        today.month().into(),
        today.day().into(),
    ];
    let quantities = quantities(question, day);
    let reading = Reading {
        question,
        today,
        unread: unread(question, &quantities),
        read: quantities
            .iter()
            .map(|quantity| span(question, quantity))
            .collect(),
    };
    output::report(global, &reading, text)?;
    Ok(Exit::Done)
}

fn unread<'q>(question: &'q str, quantities: &[Quantity]) -> Vec<&'q str> {
    let starts = quantities.iter().map(|own| own.bytes.start);
    let ends = quantities.iter().map(|own| own.bytes.end);
    let ends = std::iter::once(0).chain(ends);
    let gaps = ends.zip(starts.chain([question.len()]));
    gaps.filter_map(|(from, to)| question.get(from..to))
        .map(|gap| gap.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|gap| !gap.is_empty())
        .collect()
}

fn span<'q>(question: &'q str, quantity: &'q Quantity) -> Span<'q> {
    Span {
        text: question.get(quantity.bytes.clone()).unwrap_or_default(),
        start: quantity.bytes.start,
        end: quantity.bytes.end,
        meanings: &quantity.meanings,
    }
}

fn text(reading: &Reading<'_>) -> String {
    let words = reading.read.iter().map(|span| output::plain(span.text));
    let words: Vec<_> = words.collect();
    let widest = words.iter().map(|word| display_width(word)).max();
    let mut out = String::new();
    for (word, span) in words.iter().zip(&reading.read) {
        let blanks = widest.unwrap_or_default() - display_width(word);
        let meanings = span.meanings.iter().map(in_words).collect::<Vec<_>>();
        let meanings = meanings.join(", or ");
        out.push_str(&format!("{word}{:blanks$}  {meanings}\n", ""));
    }
    if !reading.unread.is_empty() {
        let unread = output::plain(&reading.unread.join(" · "));
        out.push_str(&format!("not read: {unread}\n"));
    }
    out
}

/// A meaning in words; a period ends with its last day.
fn in_words(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Number(value) => format!("number {value}"),
        Meaning::Ordinal(value) => format!("place {value}"),
        Meaning::Percent(value) => format!("{value} percent"),
        Meaning::Numbers([low, high]) => format!("numbers {low} to {high}"),
        Meaning::Code => "code".to_owned(),
        Meaning::Period(Period { from, until, grain }) => {
            let last = until.and_then(date).and_then(|day| day.pred_opt());
            let grain = format!("{grain:?}").to_lowercase();
            match (from.and_then(date), last) {
                (Some(from), Some(last)) if from == last => format!("{grain} {from}"),
                (Some(from), Some(last)) => format!("{grain} {from} to {last}"),
                (Some(from), None) => format!("from {from} on"),
                (None, Some(last)) => format!("up to {last}"),
                (None, None) => grain,
            }
        }
    }
}

fn date([year, month, day]: [i64; 3]) -> Option<NaiveDate> {
    let (month, day) = (month.try_into().ok()?, day.try_into().ok()?);
    NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)
}
