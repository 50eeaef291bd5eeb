//! The protocol, through a real client over an in-memory pipe.

use std::time::Duration;

use cmec_demo::one_c::codec::CODE_TOOL;
use cmec_demo::one_c::codec::roctup::{self, input_schema};
use cmec_demo::one_c::{DemoError, DemoServer, Fault, Options, Query, serve};
use rmcp::ServiceError;
use rmcp::model::{CallToolRequestParams, CallToolResult, ClientRequest};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceExt};
use serde_json::{Value, json};

use crate::fixture::{END, START};
use crate::names;

pub(crate) type Client = RunningService<RoleClient, ()>;

pub(crate) async fn connect(options: Options) -> Client {
    let server = DemoServer::open(&options).await.unwrap();
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move { server.serve(server_end).await.unwrap().waiting().await });
    ().serve(client_end).await.unwrap()
}

async fn connect_with(fault: Fault) -> Client {
    connect(Options {
        fault: Some(fault),
        ..Options::default()
    })
    .await
}

pub(crate) async fn call(client: &Client, tool: &'static str, arguments: Value) -> CallToolResult {
    let arguments = arguments.as_object().unwrap().clone();
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    client.call_tool(request).await.unwrap()
}

pub(crate) fn text_in(result: &CallToolResult) -> &str {
    assert_eq!(result.content.len(), 1);
    &result.content[0].as_text().unwrap().text
}

async fn execute(client: &Client, arguments: Value) -> Value {
    let result = call(client, roctup::QUERY_TOOL, arguments).await;
    assert_eq!(result.is_error, None);
    serde_json::from_str(text_in(&result)).unwrap()
}

fn with_name(name: &str, mask: &str) -> Value {
    let empty = "";
    json!({"ИНН": name, "Целиком": name, "Маска": mask, "НачалоСлова": empty, "КонецСлова": empty, "ВтороеСлово": empty})
}

fn lookup_call(name: &str) -> Value {
    json!({
        "query": Query::CounterpartyLookup.text(),
        "params": with_name(name, name),
    })
}

#[tokio::test]
async fn a_client_lists_the_tools_and_runs_queries() {
    let client = connect(Options::default()).await;
    let server = client.peer_info().unwrap().server_info.clone().unwrap();
    assert_eq!(server.name, roctup::SERVER_NAME);

    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(
        names,
        [roctup::QUERY_TOOL, roctup::METADATA_TOOL, CODE_TOOL]
    );
    assert_eq!(*tools[0].input_schema, input_schema());

    let found = execute(&client, lookup_call(names::AMBIGUOUS_ONES[2])).await;
    assert_eq!(found["success"], json!(true));
    assert_eq!(found["count"], json!(1));
    let reference = &found["data"][0]["Ссылка"];
    let keys: Vec<_> = reference.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "_objectRef",
            "УникальныйИдентификатор",
            "ТипОбъекта",
            "Представление"
        ]
    );
    assert_eq!(
        reference["ТипОбъекта"],
        json!("СправочникСсылка.Контрагенты")
    );

    let arguments = json!({
        "query": Query::BankDocs.text(),
        "params": {
            "НачалоПериода": START,
            "КонецПериода": END,
            "ЕстьКонтрагент": true,
            "Контрагент": reference,
            "ЕстьДоговор": false,
            "Договор": null,
            "ЕстьОрганизация": false,
            "Организация": null,
        },
        "limit": 3,
        "include_schema": true,
    });
    let answer = execute(&client, arguments.clone()).await;
    assert_eq!(answer["count"], json!(3));
    assert_eq!(
        answer["schema"]["columns"][6],
        json!({"name": "Сумма", "types": ["Число"]})
    );
    let columns: Vec<_> = answer["data"][0].as_object().unwrap().keys().collect();
    let known: Vec<_> = Query::BankDocs
        .columns()
        .iter()
        .map(|column| column.name)
        .collect();
    assert_eq!(columns, known);
    let document = answer["data"][0]["Регистратор"]["Представление"]
        .as_str()
        .unwrap();
    assert!(
        document.starts_with("Поступление на расчетный счет 0000-00")
            && document.ends_with(" 12:00:00")
    );
    // The digits as they are on the wire: two decimals, no quotes.
    let raw = call(&client, roctup::QUERY_TOOL, arguments).await;
    let after = text_in(&raw).split("\"Сумма\":").nth(1).unwrap();
    let digits = after.split(',').next().unwrap();
    let (whole, kopecks) = digits.split_once('.').unwrap();
    assert!(
        whole.bytes().all(|byte| byte.is_ascii_digit()) && kopecks.len() == 2,
        "{digits}"
    );
}

#[tokio::test]
async fn what_the_server_does_not_know_is_refused_in_the_result() {
    let client = connect(Options::default()).await;
    let known = Query::CounterpartyLookup.text();
    for arguments in [
        json!({"query": "ВЫБРАТЬ 1"}),
        json!({"query": format!("{known};"), "params": with_name("а", "а")}),
        json!({"query": known, "params": {"ИНН": "а"}}),
        json!({"query": known, "params": with_name("а", "2024-01-01T00:00:00")}),
        json!({"query": known, "params": with_name("а", "а"), "limit": 1001}),
        json!({"query": known, "params": with_name("а", "а"), "limit": 0}),
        json!({"query": known, "params": [], "limit": 1}),
        json!({"params": {}}),
    ] {
        let answer = execute(&client, arguments.clone()).await;
        assert_eq!(answer["success"], json!(false), "{arguments}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| !error.is_empty())
        );
        assert!(answer.get("data").is_none());
    }
    let result = call(&client, CODE_TOOL, json!({"code": "Результат = 1;"})).await;
    let answer: Value = serde_json::from_str(text_in(&result)).unwrap();
    assert_eq!(answer["success"], json!(false));
    assert!(
        client
            .call_tool(CallToolRequestParams::new("get_event_log"))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn the_metadata_are_listed_by_pages_and_told_one_by_one() {
    let told = async |client: &RunningService<RoleClient, ()>, arguments: Value| -> Value {
        let result = call(client, roctup::METADATA_TOOL, arguments).await;
        serde_json::from_str(text_in(&result)).unwrap()
    };
    let all = |list: &Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|own| own["Имя"].as_str().unwrap().to_owned())
            .collect()
    };
    let client = connect(Options::default()).await;
    let kinds = json!(["ПланСчетов", "РегистрБухгалтерии"]);
    let page = told(&client, json!({"meta_type": kinds, "limit": 1})).await;
    assert_eq!(
        page["data"][0]["ПолноеИмя"],
        json!("ПланСчетов.Хозрасчетный")
    );
    assert_eq!(
        (&page["has_more"], &page["next_offset"]),
        (&json!(true), &json!(1))
    );
    let page = told(&client, json!({"meta_type": kinds, "offset": 1})).await;
    assert_eq!(
        (&page["has_more"], &page["returned"]),
        (&json!(false), &json!(1))
    );
    let register = told(
        &client,
        json!({"filter": "РегистрБухгалтерии.Хозрасчетный"}),
    )
    .await;
    let has = |key: &str, name: &str| all(&register["data"][key]).contains(&name.to_owned());
    assert!(
        has("Измерения", "Организация") && has("Ресурсы", "Сумма"),
        "{register}"
    );
    let document = json!({"filter": "Документ.ПоступлениеНаРасчетныйСчет"});
    let part = &told(&client, document.clone()).await["data"]["ТабличныеЧасти"][0];
    assert_eq!(
        all(&part["Реквизиты"]),
        ["ДоговорКонтрагента", "СуммаПлатежа"]
    );
    let other = connect_with(Fault::OtherBase).await;
    assert_eq!(told(&other, document).await["success"], json!(false));
}

#[tokio::test]
async fn rows_are_cut_at_the_limit_without_a_word() {
    let client = connect(Options::default()).await;
    let arguments = |limit: Option<u32>| {
        let mut arguments = json!({
            "query": Query::BankDocs.text(),
            "params": {
                "НачалоПериода": START,
                "КонецПериода": END,
                "ЕстьКонтрагент": false,
                "Контрагент": null,
                "ЕстьДоговор": false,
                "Договор": null,
                "ЕстьОрганизация": false,
                "Организация": null,
            },
        });
        if let Some(limit) = limit {
            arguments["limit"] = json!(limit);
        }
        arguments
    };
    for (limit, returned) in [(None, 100), (Some(1), 1), (Some(1000), 1000)] {
        let answer = execute(&client, arguments(limit)).await;
        assert_eq!(answer["count"], json!(returned));
        assert_eq!(answer["data"].as_array().unwrap().len(), returned);
        let keys: Vec<_> = answer.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["success", "data", "count"]);
    }
}

#[tokio::test]
async fn each_fault_looks_as_it_is_called() {
    let call_once = async |fault: Fault| {
        let client = connect_with(fault).await;
        call(
            &client,
            roctup::QUERY_TOOL,
            lookup_call(names::AMBIGUOUS_ONES[2]),
        )
        .await
    };
    let result = call_once(Fault::Error).await;
    assert_eq!(result.is_error, Some(true));

    let result = call_once(Fault::Refuse).await;
    let answer: Value = serde_json::from_str(text_in(&result)).unwrap();
    assert_eq!(answer["success"], json!(false));

    let result = call_once(Fault::NotJson).await;
    assert!(serde_json::from_str::<Value>(text_in(&result)).is_err());

    let result = call_once(Fault::WrongShape).await;
    let answer: Value = serde_json::from_str(text_in(&result)).unwrap();
    assert!(answer["success"] == json!(true) && answer["data"].is_object());

    let client = connect_with(Fault::SchemaDrift).await;
    let tools = client.list_all_tools().await.unwrap();
    assert_ne!(*tools[0].input_schema, input_schema());
}

#[tokio::test]
async fn a_fault_spares_the_first_calls() {
    let client = connect(Options {
        fault: Some(Fault::Refuse),
        fault_after: 2,
        ..Options::default()
    })
    .await;
    let mut successes = Vec::new();
    for _ in 0..4 {
        let answer = execute(&client, lookup_call(names::AMBIGUOUS_ONES[2])).await;
        successes.push(answer["success"] == json!(true));
    }
    assert_eq!(successes, [true, true, false, false]);
}

#[tokio::test]
async fn a_hanging_call_leaves_the_others_alone() {
    let client = connect_with(Fault::Hang).await;
    let hanging = call(
        &client,
        roctup::QUERY_TOOL,
        lookup_call(names::AMBIGUOUS_ONES[2]),
    );
    tokio::select! {
        biased;
        result = hanging => panic!("answered: {result:?}"),
        tools = client.list_all_tools() => assert_eq!(tools.unwrap().len(), 3),
    }
}

#[tokio::test]
async fn a_call_that_was_given_up_stays_unanswered() {
    let client = connect_with(Fault::Hang).await;
    let arguments = lookup_call(names::AMBIGUOUS_ONES[2]);
    let call = CallToolRequestParams::new(roctup::QUERY_TOOL)
        .with_arguments(arguments.as_object().unwrap().clone());
    let answer = client
        .send_request_with_option(
            ClientRequest::CallToolRequest(rmcp::model::Request::new(call)),
            PeerRequestOptions::with_timeout(Duration::from_millis(20)),
        )
        .await
        .unwrap()
        .await_response()
        .await;
    assert!(matches!(answer, Err(ServiceError::Timeout { .. })));
    assert_eq!(client.list_all_tools().await.unwrap().len(), 3);
}

#[tokio::test]
async fn the_process_can_end_before_the_handshake() {
    let ended = serve(&Options {
        fault: Some(Fault::ExitBeforeHandshake),
        ..Options::default()
    })
    .await;
    assert!(matches!(ended, Err(DemoError::ExitBeforeHandshake)));
}
