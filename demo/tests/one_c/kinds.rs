//! Every kind of server, through a real client: its tools, its arguments, the very text of its answers.

use cmec_demo::one_c::codec::{CODE_TOOL, data_plan, feenlace, roctup};
use cmec_demo::one_c::{Codec, Options, Query};
use rmcp::model::{CallToolRequestParams, CallToolResult};
use serde_json::{Value, json};

use crate::fixture::{END, START};
use crate::names;
use crate::protocol::{Client, call, connect, text_in};

/// The one counterparty of this name.
const NAME: &str = names::AMBIGUOUS_ONES[2];

async fn server(codec: Codec) -> Client {
    connect(Options {
        codec,
        ..Options::default()
    })
    .await
}

/// The lookup of a counterparty, its parameters as this kind of server takes them.
async fn looked_up(client: &Client, codec: Codec, limit: u32) -> CallToolResult {
    let query = Query::CounterpartyLookup.text();
    let empty = "";
    let plain = json!({"ИНН": NAME, "Целиком": NAME, "Маска": NAME, "НачалоСлова": empty, "КонецСлова": empty, "ВтороеСлово": empty});
    match codec {
        Codec::RoctupJson | Codec::RoctupToon => {
            let arguments = json!({"query": query, "params": plain, "limit": limit});
            call(client, roctup::QUERY_TOOL, arguments).await
        }
        Codec::Feenlace => {
            let arguments = json!({"query": query, "parameters": plain, "limit": limit});
            call(client, feenlace::QUERY_TOOL, arguments).await
        }
        Codec::DataPlan => {
            let typed: Value = (plain.as_object().unwrap().iter())
                .map(|(name, value)| (name.clone(), json!({"type": "string", "value": value})))
                .collect();
            let arguments = json!({"query": query, "parameters": typed, "limit": limit});
            let plan = call(client, data_plan::VALIDATE_TOOL, arguments).await;
            let plan: Value = serde_json::from_str(text_in(&plan)).unwrap();
            let id = json!({"validation_id": plan["validation_id"]});
            call(client, data_plan::EXECUTE_TOOL, id).await
        }
    }
}

/// A text whose identifiers are all `*`.
fn without_ids(text: &str) -> String {
    let mut shown = String::new();
    for word in text.split_inclusive(|letter: char| !letter.is_ascii_hexdigit() && letter != '-') {
        let id = word.trim_end_matches(|letter: char| !letter.is_ascii_hexdigit());
        let is_id = id.len() >= 32 && id.bytes().any(|byte| byte.is_ascii_digit());
        shown.push_str(if is_id { "*" } else { id });
        shown.push_str(word.strip_prefix(id).unwrap());
    }
    shown
}

#[tokio::test]
async fn each_kind_answers_in_its_own_words() {
    for codec in Codec::ALL {
        let client = server(codec).await;
        let result = looked_up(&client, codec, 5).await;
        assert_eq!(result.is_error, None);
        let text = without_ids(text_in(&result));
        let expected = match codec {
            Codec::RoctupJson => {
                r#"{"success":true,"data":[{"Ссылка":{"_objectRef":true,"УникальныйИдентификатор":"*","#
            }
            Codec::RoctupToon => concat!(
                r#"{"success":true,"data":"[1]{\"Ссылка\",\"Наименование\",\"НаименованиеПолное\",\"ИНН\",\"Целиком\",\"ПоСловам\"}:\n"#,
                r#"  {_objectRef: true, \"УникальныйИдентификатор\": *, \"ТипОбъекта\": СправочникСсылка.Контрагенты, "#,
            ),
            Codec::Feenlace => concat!(
                "## Результат запроса (1 записей)\n\n",
                "| Ссылка | Наименование | НаименованиеПолное | ИНН | Целиком | ПоСловам |\n|---|---|---|---|---|---|\n",
            ),
            Codec::DataPlan => {
                r#"{"columns":[{"name":"Ссылка","type":""},{"name":"Наименование","type":""},"#
            }
        };
        assert!(text.starts_with(expected), "{text}");
        let in_the_middle = match codec {
            Codec::RoctupJson | Codec::RoctupToon => "\"count\":1}",
            Codec::Feenlace => "](e1cib/data/Справочник.Контрагенты?ref=*) | ",
            Codec::DataPlan => {
                r#""kind":"reference","metadata":"Справочник.Контрагенты","uuid":"*","#
            }
        };
        assert!(text.contains(in_the_middle), "{text}");
    }
}

#[tokio::test]
async fn each_kind_lists_a_tool_that_runs_code_and_refuses_it() {
    for codec in Codec::ALL {
        let client = server(codec).await;
        let tools = client.list_all_tools().await.unwrap();
        assert!(tools.iter().any(|tool| tool.name == CODE_TOOL), "{codec:?}");
        let refused = call(&client, CODE_TOOL, json!({"code": "Результат = 1;"})).await;
        let text = text_in(&refused);
        let is_refused = refused.is_error == Some(true) || text.contains("\"success\":false");
        assert!(
            is_refused && text.contains("Выполнение кода запрещено"),
            "{text}"
        );
        let unknown = CallToolRequestParams::new("get_metadata");
        assert!(client.call_tool(unknown).await.is_err(), "{codec:?}");
    }
}

#[tokio::test]
async fn a_plan_is_run_once() {
    let client = server(Codec::DataPlan).await;
    let typed = |name: &str, value: Value| json!({"query": Query::AccountLookup.text(), "parameters": {name: value}, "limit": 5});
    let valid = typed("Счет", json!({"type": "string", "value": "62"}));
    let plan = call(&client, data_plan::VALIDATE_TOOL, valid.clone()).await;
    let plan: Value = serde_json::from_str(text_in(&plan)).unwrap();
    assert_eq!(plan["valid"], true);
    let id = json!({"validation_id": plan["validation_id"]});
    let first = call(&client, data_plan::EXECUTE_TOOL, id.clone()).await;
    let rows: Value = serde_json::from_str(text_in(&first)).unwrap();
    assert_eq!(
        (&rows["returned_count"], &rows["truncated"]),
        (&json!(1), &json!(false))
    );
    let second = call(&client, data_plan::EXECUTE_TOOL, id).await;
    assert_eq!(second.is_error, Some(true));
    assert!(text_in(&second).starts_with("VALIDATION_ID_INVALID: "));
}

#[tokio::test]
async fn a_query_that_cannot_become_a_plan_is_not_one() {
    let client = server(Codec::DataPlan).await;
    let with = |query: &str, value: Value, limit: Value| json!({"query": query, "parameters": {"Счет": value}, "limit": limit});
    let known = Query::AccountLookup.text();
    let text = || json!({"type": "string", "value": "62"});
    for (arguments, code) in [
        (with("ВЫБРАТЬ 1", text(), json!(5)), "QUERY_COMPILE_FAILED"),
        (with(" ", text(), json!(5)), "QUERY_EMPTY"),
        (with(known, text(), json!(201)), "LIMIT_INVALID"),
        (with(known, text(), json!(0)), "LIMIT_INVALID"),
        (with(known, json!("62"), json!(5)), "PARAMETER_INVALID"),
        (
            with(known, json!({"type": "date", "value": "62"}), json!(5)),
            "PARAMETER_INVALID",
        ),
        (
            with(known, json!({"type": "null", "value": 1}), json!(5)),
            "PARAMETER_INVALID",
        ),
        (
            with(
                known,
                json!({"type": "reference", "metadata": "Report.X", "uuid": "u"}),
                json!(5),
            ),
            "PARAMETER_INVALID",
        ),
    ] {
        let answer = call(&client, data_plan::VALIDATE_TOOL, arguments.clone()).await;
        let answer: Value = serde_json::from_str(text_in(&answer)).unwrap();
        assert_eq!(answer["valid"], false, "{arguments}");
        assert_eq!(answer["error_code"], code, "{arguments}");
    }
}

#[tokio::test]
async fn rows_are_cut_off_with_a_word_where_the_kind_has_one() {
    for codec in [Codec::Feenlace, Codec::DataPlan] {
        let client = server(codec).await;
        let query = Query::PeriodProfile.text();
        let names = [
            "НачалоПериода",
            "КонецПериода",
            "ЕстьОрганизация",
            "Организация",
        ];
        let (start, end) = (START, END);
        let result = if codec == Codec::Feenlace {
            let values = [json!(start), json!(end), json!(false), Value::Null];
            let given: Value = names
                .iter()
                .map(|name| (*name).to_owned())
                .zip(values)
                .collect();
            call(
                &client,
                feenlace::QUERY_TOOL,
                json!({"query": query, "parameters": given, "limit": 2}),
            )
            .await
        } else {
            let values = [
                json!({"type": "datetime", "value": start}),
                json!({"type": "datetime", "value": end}),
                json!({"type": "boolean", "value": false}),
                json!({"type": "null"}),
            ];
            let given: Value = names
                .iter()
                .map(|name| (*name).to_owned())
                .zip(values)
                .collect();
            let arguments = json!({"query": query, "parameters": given, "limit": 2});
            let plan = call(&client, data_plan::VALIDATE_TOOL, arguments).await;
            let plan: Value = serde_json::from_str(text_in(&plan)).unwrap();
            call(
                &client,
                data_plan::EXECUTE_TOOL,
                json!({"validation_id": plan["validation_id"]}),
            )
            .await
        };
        let text = text_in(&result);
        let said = ["\n> Результат усечён.", "\"truncated\":true"];
        assert!(said.iter().any(|said| text.contains(said)), "{text}");
    }
}
