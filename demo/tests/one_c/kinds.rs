//! Every kind of server, through a real client: its tools, its arguments, the very text of its answers.

use cmec_demo::one_c::codec::{CODE_TOOL, roctup};
use cmec_demo::one_c::{Codec, Options, Query};
use rmcp::model::{CallToolRequestParams, CallToolResult};
use serde_json::json;

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

/// The lookup of a counterparty.
async fn looked_up(client: &Client, limit: u32) -> CallToolResult {
    let query = Query::CounterpartyLookup.text();
    let empty = "";
    let plain = json!({"ИНН": NAME, "Целиком": NAME, "Маска": NAME, "НачалоСлова": empty, "КонецСлова": empty, "ВтороеСлово": empty});
    let arguments = json!({"query": query, "params": plain, "limit": limit});
    call(client, roctup::QUERY_TOOL, arguments).await
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
        let result = looked_up(&client, 5).await;
        assert_eq!(result.is_error, None);
        let text = without_ids(text_in(&result));
        let expected = match codec {
            Codec::RoctupJson => {
                r#"{"success":true,"data":[{"Ссылка":{"_objectRef":true,"УникальныйИдентификатор":"*","#
            }
            Codec::RoctupToon => concat!(
                r#"{"success":true,"data":"[1]{\"Ссылка\",\"Наименование\",\"НаименованиеПолное\",\"ИНН\",\"КПП\",\"Целиком\",\"ПоСловам\"}:\n"#,
                r#"  {_objectRef: true, \"УникальныйИдентификатор\": *, \"ТипОбъекта\": СправочникСсылка.Контрагенты, "#,
            ),
        };
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("\"count\":1}"), "{text}");
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
        let unknown = CallToolRequestParams::new("get_event_log");
        assert!(client.call_tool(unknown).await.is_err(), "{codec:?}");
    }
}
