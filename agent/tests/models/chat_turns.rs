//! Chat: the scripted server plays each of its turns, whole and in pieces.

use std::ops::ControlFlow;
use std::time::Duration;

use cmec_agent::chat::Chat;
use cmec_agent::chat::answer::{ChatAnswer, FinishReason};
use cmec_agent::chat::http::HttpChat;
use cmec_agent::chat::request::{ChatRequest, Message};
use cmec_executor::ports::model_error::ModelError;
use serde_json::json;

use super::chat_answer::hello;
use super::chat_script::{Call, Fault, INJECTED, Turn, play, play_without_end};
use super::chat_stream::hear;
use super::chat_stream_faults::{SHORT, impatient};
use super::{LONG, chat};

/// How an answer of a script comes to whoever asks.
#[derive(Debug, Clone, Copy)]
enum Asked {
    Whole,
    InPieces,
}

async fn ask(
    chat: &HttpChat,
    request: &ChatRequest,
    asked: Asked,
) -> Result<ChatAnswer, ModelError> {
    match asked {
        Asked::Whole => chat.answer(request, LONG).await,
        Asked::InPieces => {
            chat.stream(request, LONG, &mut |_| ControlFlow::Continue(()))
                .await
        }
    }
}

#[tokio::test]
async fn a_script_plays_every_turn_in_both_ways() {
    let turns = || {
        vec![
            Turn::Says("Жук."),
            Turn::Refuses("no"),
            Turn::IsCut("to the en"),
            Turn::Calls(vec![
                Call::of("find", "{\"q\":"),
                Call::of("no_such_tool", "{}"),
            ]),
            Turn::Calls(vec![
                Call::of("find", "{}").with_id("same"),
                Call::of("find", "[]").with_id("same"),
            ]),
            Turn::Fails(Fault::Busy),
            Turn::Fails(Fault::BusyFor("0.1")),
            Turn::Fails(Fault::Down),
            Turn::Says("at last"),
        ]
    };
    for asked in [Asked::Whole, Asked::InPieces] {
        let server = play(turns()).await;
        let chat = chat(&server);
        let mut answers = Vec::new();
        for _ in 0..6 {
            answers.push(ask(&chat, &hello(), asked).await.unwrap());
        }
        let texts: Vec<_> = answers.iter().map(|own| own.text.as_deref()).collect();
        assert_eq!(
            texts,
            [
                Some("Жук."),
                None,
                Some("to the en"),
                None,
                None,
                Some("at last")
            ],
            "{asked:?}"
        );
        assert_eq!(answers[1].refusal.as_deref(), Some("no"));
        assert_eq!(answers[2].finish, FinishReason::Length);
        let calls = |at: usize| -> Vec<(&str, &str, &str)> {
            let calls = answers[at].calls.iter();
            calls
                .map(|own| (&*own.id, &*own.name, &*own.arguments))
                .collect()
        };
        assert_eq!(
            calls(3),
            [
                ("call_3_0", "find", "{\"q\":"),
                ("call_3_1", "no_such_tool", "{}")
            ]
        );
        assert_eq!(calls(4), [("same", "find", "{}"), ("same", "find", "[]")]);
        let seen = server.seen();
        assert_eq!(seen.len(), 9);
        assert!(seen[7].at - seen[6].at >= Duration::from_millis(100));
        // Nothing is played beyond the last turn.
        assert_eq!(
            ask(&chat, &hello(), asked).await.unwrap_err().code(),
            "model_refused"
        );
    }
}

#[tokio::test]
async fn a_script_plays_every_fault_in_both_ways() {
    for (fault, in_pieces, whole) in [
        (Fault::BusyFor("3600"), "model_refused", "model_refused"),
        (Fault::Half, "model_unreachable", "model_unreachable"),
        (Fault::Stall, "model_timeout", "model_timeout"),
        (Fault::Error, "model_refused", "model_refused"),
    ] {
        let server = play_without_end(Turn::Fails(fault)).await;
        let chat = match fault {
            Fault::Stall => impatient(&server),
            _ => chat(&server),
        };
        let (answer, _) = hear(&chat, LONG).await;
        assert_eq!(answer.unwrap_err().code(), in_pieces, "{fault:?}");
        let answer = chat.answer(&hello(), SHORT * 3).await;
        assert_eq!(answer.unwrap_err().code(), whole, "{fault:?}");
    }
}

#[tokio::test]
async fn a_script_calls_without_end_and_obeys_what_a_row_says() {
    let server = play_without_end(Turn::Calls(vec![Call::of("find", "{}")])).await;
    let model = chat(&server);
    for number in 0..3 {
        let answer = ask(&model, &hello(), Asked::InPieces).await.unwrap();
        assert_eq!(answer.calls[0].id, format!("call_{number}_0"));
    }
    let server = play_without_end(Turn::Obeys).await;
    let model = chat(&server);
    let row = json!({"rows": [{"name": INJECTED}]}).to_string();
    for (text, expected) in [(row, Some("delete_everything")), ("{}".to_owned(), None)] {
        let result = Message::ToolResult {
            call: "call_0".to_owned(),
            text,
        };
        let request = ChatRequest::new(vec![result]);
        let answer = ask(&model, &request, Asked::InPieces).await.unwrap();
        assert_eq!(answer.calls.first().map(|own| &*own.name), expected);
    }
}
