use super::*;
use cmec_executor::ports::raw_row::Cell;

fn answer(text: Option<&str>, calls: usize) -> ChatAnswer {
    let calls = (0..calls).map(|number| ToolCall {
        id: format!("c{number}"),
        name: "find".to_owned(),
        arguments: "{}".to_owned(),
    });
    ChatAnswer {
        text: text.map(str::to_owned),
        calls: calls.collect(),
        ..ChatAnswer::default()
    }
}

fn outcome(standing: CallStatus) -> Outcome {
    Outcome {
        text: "{}".to_owned(),
        rows: Vec::new(),
        standing,
        repair: Repair::None,
    }
}

const UNCLEAR: CallStatus = CallStatus::Unclear {
    can_be_mended: true,
};
const ASKED: CallStatus = CallStatus::Unclear {
    can_be_mended: false,
};

fn event(name: &str) -> Event {
    let executed = |standing| Event::Executed(vec![outcome(standing)]);
    let misread = |standing| {
        let again = "Write the corrected query, the whole of it and nothing else.";
        let repair = Repair::Model(again.to_owned());
        let own = outcome(standing);
        Event::Executed(vec![Outcome { repair, ..own }])
    };
    match name {
        "text" => Event::Answered(answer(Some("hello"), 0)),
        "call" => Event::Answered(answer(None, 1)),
        "nothing" => Event::Answered(answer(None, 0)),
        "refusal" => Event::Answered(ChatAnswer {
            refusal: Some("no".to_owned()),
            ..answer(None, 0)
        }),
        "cut" => Event::Answered(ChatAnswer {
            finish: FinishReason::Length,
            ..answer(Some("hel"), 0)
        }),
        "filtered" => Event::Answered(ChatAnswer {
            finish: FinishReason::ContentFilter,
            ..answer(Some("hel"), 0)
        }),
        "error" => Event::Failed("model_timeout".to_owned()),
        "done" => executed(CallStatus::Done),
        "failed" => executed(CallStatus::Failed),
        "rejected" => misread(CallStatus::Failed),
        "unclear" => misread(UNCLEAR),
        "asked" => Event::Executed(vec![Outcome {
            repair: Repair::Person,
            ..outcome(ASKED)
        }]),
        "list" => Event::Listed(Some(Listing {
            call: answer(None, 1).calls.remove(0),
            outcome: outcome(CallStatus::Done),
        })),
        "no_list" => Event::Listed(None),
        other => panic!("{other}"),
    }
}

const EVENTS: &[&str] = &[
    "text", "call", "nothing", "refusal", "cut", "filtered", "error", "done", "failed", "rejected",
    "unclear", "asked", "list", "no_list",
];

/// Results refer to calls by id.
#[test]
fn calls_with_one_id_are_told_apart() {
    let mut state = AgentState::new(String::new(), String::new(), "q".to_owned(), Manner::Tools);
    let mut twice = answer(None, 2);
    twice.calls[1].id = "c0".to_owned();
    state.take(Event::Answered(twice)).unwrap();
    let Step::Execute(calls) = state.step() else {
        panic!("{:?}", state.step());
    };
    let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["c0", "c0_1"]);
}

fn short(step: &Step) -> &'static str {
    match step {
        Step::Ask => "Ask",
        Step::Execute(_) => "Execute",
        Step::Finish => "Finish",
        Step::List => "List",
        Step::AskWithList => "AskWithList",
        Step::End(Ending::Text(_)) => "Text",
        Step::End(Ending::Rows) => "Rows",
        Step::End(Ending::TextOfList(_)) => "TextOfList",
        Step::End(Ending::List) => "TheList",
        Step::End(Ending::Question) => "Question",
        Step::End(Ending::NotUnderstood) => "NotUnderstood",
        Step::End(Ending::Nothing) => "Nothing",
    }
}

fn start(manner: Manner) -> AgentState {
    AgentState::new(
        "system".into(),
        "standard".into(),
        "question".into(),
        manner,
    )
}

fn intent() -> Manner {
    Manner::Intent(IntentTool {
        name: "ask_wine".to_owned(),
        argument: Some("sql".to_owned()),
    })
}

/// The step after some events; `-` if the last one is unexpected.
fn after(manner: &Manner, events: &str) -> &'static str {
    let mut state = start(manner.clone());
    let mut taken = Ok(());
    for name in events.split_whitespace() {
        assert_eq!(taken, Ok(()), "{events}");
        taken = state.take(event(name));
    }
    taken.map_or("-", |()| short(state.step()))
}

/// The effect of each event on each step, in the order of [`EVENTS`].
#[test]
fn every_transition() {
    let tools = Manner::Tools;
    #[rustfmt::skip]
    let table: &[(&Manner, &str, [&str; 14])] = &[
        (&tools, "", ["Text", "Execute", "List", "List", "List", "List", "List", "-", "-", "-", "-", "-", "-", "-"]),
        (&tools, "call", ["-", "-", "-", "-", "-", "-", "-", "Ask", "Ask", "Ask", "Ask", "Ask", "-", "-"]),
        (&tools, "call done", ["Text", "Execute", "List", "List", "List", "List", "List", "-", "-", "-", "-", "-", "-", "-"]),
        (&tools, "call done call", ["-", "-", "-", "-", "-", "-", "-", "Finish", "Finish", "Finish", "Ask", "Finish", "-", "-"]),
        (&tools, "call unclear call", ["-", "-", "-", "-", "-", "-", "-", "Ask", "Ask", "Ask", "Ask", "Ask", "-", "-"]),
        (&tools, "call unclear call done call", ["-", "-", "-", "-", "-", "-", "-", "Finish", "Finish", "Finish", "Finish", "Finish", "-", "-"]),
        (&tools, "call done call done", ["Text", "List", "List", "List", "List", "List", "List", "-", "-", "-", "-", "-", "-", "-"]),
        (&tools, "error", ["-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "AskWithList", "Nothing"]),
        (&tools, "error list", ["TextOfList", "TheList", "TheList", "TheList", "TheList", "TheList", "TheList", "-", "-", "-", "-", "-", "-", "-"]),
        (&tools, "text", ["-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-"]),
        (&intent(), "", ["Execute", "Execute", "List", "List", "List", "List", "List", "-", "-", "-", "-", "-", "-", "-"]),
        (&intent(), "text", ["-", "-", "-", "-", "-", "-", "-", "Rows", "Rows", "Ask", "Ask", "Question", "-", "-"]),
        (&intent(), "text unclear", ["Execute", "Execute", "Question", "Question", "Question", "Question", "Question", "-", "-", "-", "-", "-", "-", "-"]),
        (&intent(), "text unclear text", ["-", "-", "-", "-", "-", "-", "-", "Rows", "Rows", "Question", "Question", "Question", "-", "-"]),
        (&intent(), "text rejected", ["Execute", "Execute", "List", "List", "List", "List", "List", "-", "-", "-", "-", "-", "-", "-"]),
        (&intent(), "text rejected text", ["-", "-", "-", "-", "-", "-", "-", "Rows", "Rows", "NotUnderstood", "Question", "Question", "-", "-"]),
    ];
    for (manner, before, expected) in table {
        for (name, expected) in EVENTS.iter().zip(expected) {
            let events = format!("{before} {name}");
            assert_eq!(after(manner, &events), *expected, "{events}");
        }
    }
}

/// Rows found before an error are the list, and no other list is made.
#[test]
fn what_was_found_is_the_list() {
    let rows = vec![Row {
        values: vec![("name".into(), Cell::Text("Malbec".to_owned()))],
    }];
    let found = || {
        Event::Executed(vec![Outcome {
            rows: rows.clone(),
            ..outcome(CallStatus::Done)
        }])
    };
    for (manner, expected) in [(Manner::Tools, "AskWithList"), (intent(), "Rows")] {
        let mut state = start(manner);
        for event in [event("call"), found(), event("error")] {
            state.take(event).unwrap();
        }
        assert_eq!(short(state.step()), expected);
        assert_eq!(state.found(), rows);
    }
}

/// Every loop ends after few steps.
#[test]
fn every_loop_ends() {
    for manner in [Manner::Tools, intent()] {
        for seed in 0..2_000_usize {
            let mut state = start(manner.clone());
            let mut random = seed;
            let mut taken = 0;
            while !matches!(state.step(), Step::End(_)) {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let name = EVENTS[(random >> 33) % EVENTS.len()];
                taken += usize::from(state.take(event(name)).is_ok());
                assert!(taken <= 11, "{manner:?} {seed}");
            }
            assert!(state.iteration() <= MAX_ITERATIONS);
        }
    }
}

/// Text of tools or models never becomes a system or user message.
#[test]
fn roles_stay() {
    let mut state = start(Manner::Tools);
    for name in ["call", "done", "call", "done", "error", "list"] {
        state.take(event(name)).unwrap();
    }
    let [
        Message::System(system),
        Message::User(user),
        Message::Assistant { .. },
        Message::ToolResult { .. },
    ] = state.messages()
    else {
        panic!("{:?}", state.messages());
    };
    assert_eq!((system.as_str(), user.as_str()), ("standard", "question"));
}

/// A text intent is retried in plain turns, after the whole conversation so far.
#[test]
fn a_repair_is_a_plain_turn() {
    let mut state = start(intent());
    let mut said = state.messages().to_vec();
    state.take(event("text")).unwrap();
    state.take(event("rejected")).unwrap();
    let text = Some("hello".to_owned());
    let calls = Vec::new();
    said.push(Message::Assistant { text, calls });
    said.push(Message::User(
        "Write the corrected query, the whole of it and nothing else.".to_owned(),
    ));
    assert_eq!(state.messages(), said);
}

/// Small models write a call where SQL is expected.
#[test]
fn a_call_that_is_a_text_is_unwrapped() {
    let call = r#"{"name":"ask_wine","arguments":{"sql":"SELECT 1"}}"#;
    let nested = r#"{"function":{"name":"ask_wine","arguments":"{\"sql\":\"SELECT 1\"}"}}"#;
    for (text, expected) in [
        (call.to_owned(), Some("SELECT 1")),
        (format!("```json\n{call}\n```"), Some("SELECT 1")),
        (nested.to_owned(), Some("SELECT 1")),
        (r#"{"sql":"SELECT 1"}"#.to_owned(), Some("SELECT 1")),
        (format!("I call {call}"), None),
        (r#"{"line":"SELECT 1"}"#.to_owned(), None),
        ("SELECT 1".to_owned(), None),
    ] {
        assert_eq!(in_call(&text, "sql").as_deref(), expected, "{text}");
    }
}
