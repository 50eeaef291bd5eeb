//! Parties of one name: the code of each candidate means it alone, or the answer says that nothing tells them apart.

use std::sync::Arc;
use std::time::Duration;

use cmec_executor::ports::codec::roctup;
use cmec_executor::ports::one_c::{OneC, PortError, QueryCall, SharedOneC};
use cmec_executor::ports::raw_row::RawRows;
use cmec_executor::{Locale, RunContext};
use serde_json::{Value, json};

use crate::common::ask;

/// A server whose lookups find these parties, each a number and a full name.
#[derive(Debug)]
struct Parties(Vec<(&'static str, &'static str)>);

#[async_trait::async_trait]
impl OneC for Parties {
    fn row_cap(&self) -> u32 {
        1000
    }

    async fn query(&self, _: &QueryCall<'_>, _: Duration) -> Result<RawRows, PortError> {
        let parties = self.0.iter().enumerate();
        let rows = parties.map(|(at, (number, full))| {
            json!({
                "Ссылка": {
                    "_objectRef": true,
                    "УникальныйИдентификатор": at.to_string(),
                    "ТипОбъекта": "СправочникСсылка.Контрагенты",
                    "Представление": "Гранит",
                },
                "Наименование": "Гранит",
                "НаименованиеПолное": full,
                "ИНН": number,
            })
        });
        let rows: Vec<Value> = rows.collect();
        roctup::rows(&json!({"success": true, "data": rows}).to_string())
    }
}

#[tokio::test]
async fn each_candidate_says_itself_alone() {
    for (parties, codes, namesakes) in [
        (
            vec![("77", "Гранит Север"), ("78", "")],
            vec!["77", "78"],
            false,
        ),
        // Branches have one number.
        (
            vec![("77", "Гранит Север"), ("77", "Гранит Юг")],
            vec!["Гранит Север", "Гранит Юг"],
            false,
        ),
        (vec![("77", ""), ("", "")], vec!["77"], true),
        (vec![("", ""), ("", "")], vec![], true),
    ] {
        let run = RunContext {
            trace_id: "t",
            locale: Locale::Ru,
            timeout: Duration::from_secs(60),
            ignored: &[],
            total: false,
        };
        let filter = json!({"f": "F301", "op": "EQ", "v": "Гранит"});
        let text = json!({"s": "IS", "tg": ["document"], "C": {"flt": [filter]}}).to_string();
        let server = Parties(parties);
        let answer = ask::ask(&SharedOneC(Arc::new(server)), &text, run, None).await;
        let answer = serde_json::to_value(answer).unwrap();
        assert_eq!(answer["reasons"], json!(["anchor_ambiguous"]), "{answer}");
        let offered = answer["clarify"]["reasons"][0]["candidates"].as_array();
        let offered: Vec<&str> = (offered.into_iter().flatten())
            .map(|candidate| candidate["code"].as_str().unwrap())
            .collect();
        assert_eq!(offered, codes, "{answer}");
        let said = "counterparty: several elements are called `Гранит`, and nothing that can be said sets them apart";
        let limitations = answer["limitations"].as_array().unwrap();
        assert_eq!(limitations.contains(&json!(said)), namesakes, "{answer}");
    }
}
