//! The 44 questions of ACME insurance, a public set with gold queries: each is said in cMEC and as SQL over a codebook of
//! our own, and gives the rows of its gold query.
//!
//! The set is not part of this repository. `CMEC_ACME=FOLDER` names a copy with `questions.jsonl`, `ACME_small.ddl` and
//! `csv/`; without it the answers are not compared. That each question decodes is held without it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads its fixtures"
)]

mod gold;
mod questions;
mod tables;

use chrono::NaiveDate;
use cmec_decoder::encode::encode;
use cmec_decoder::tables::Tables;
use cmec_decoder::{Contract, Decoder, Notation, Valid, Verdict};
use cmec_executor::reference::data::Data;
use cmec_executor::reference::evaluate;

use gold::Gold;
use questions::{codebook, questions, set};
use tables::instances;

fn decoded<'t>(text: &'t str, tables: &'t Tables) -> Box<Valid<Contract<'t>>> {
    let decoded = Decoder::new(tables).decode(text, "");
    match decoded.verdict {
        Verdict::Contract(contract) => contract,
        _ => panic!("{text}\n{:#?}", decoded.account.findings),
    }
}

#[test]
fn each_question_is_said_in_both_notations() {
    let tables = codebook();
    for (index, question) in questions().into_iter().enumerate() {
        let number = index + 1;
        let (sql, c02) = (
            decoded(&question.sql, &tables),
            decoded(&question.c02, &tables),
        );
        assert_eq!(sql.get(), c02.get(), "question {}", number);
        assert_eq!(encode(&sql, &tables, Notation::C02).unwrap(), question.c02);
    }
}

#[test]
fn each_answer_has_the_rows_of_its_gold_query() {
    let Some(folder) = set() else { return };
    let tables = codebook();
    let data = Data::read(&tables, &instances(&folder, &tables)).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let gold = runtime.block_on(Gold::open(&folder));
    let mut wrong = Vec::new();
    for (index, question) in questions().into_iter().enumerate() {
        let number = index + 1;
        let contract = decoded(&question.sql, &tables);
        let today = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        let answer = evaluate(&contract, &tables, &data, today).unwrap();
        assert_eq!(answer.more, 0, "question {}", number);
        let mut own: Vec<Vec<String>> = (answer.rows.iter())
            .map(|row| row.iter().map(gold::shown).collect())
            .collect();
        let mut rows = runtime.block_on(gold.rows(number));
        own.sort();
        rows.sort();
        if own != rows {
            wrong.push(format!(
                "{}: {}\n  ours {own:?}\n  gold {rows:?}",
                number, question.sql
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
