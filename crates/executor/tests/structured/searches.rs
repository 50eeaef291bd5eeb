//! Rows whose texts fit a question: of those that the contract leaves, ranked, on both engines alike.

use cmec_decoder::generated;
use cmec_decoder::language::Operator;
use cmec_decoder::tables::{RowFilter, RowValue};
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::{Principals, Response};
use tokio::runtime::Runtime;

use crate::host::Host;
use crate::world::World;
use crate::{InPg, Pg};

const DATA: &str = r#"{"enterprise": [
    {"name": "Solid", "listed": true, "business_scope": "固态电池的研发、生产和销售"},
    {"name": "Liquid", "listed": true, "business_scope": "锂电池的研发和生产"},
    {"name": "Hidden", "listed": false, "business_scope": "固态电池 固态电池 固态电池"},
    {"name": "Wine", "listed": true, "business_scope": "Tasting notes: ваниль, Ёлка and 100% cherries"},
    {"name": "Dry", "listed": true, "business_scope": "dry coding electrodes"},
    {"name": "Silent", "listed": true}
]}"#;

/// An intent, the names of the rows in their order, the reasons and the limitations.
const CASES: &[(&str, &[&str], &str, &str)] = &[
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"固态电池 研发"}}"#,
        &["Solid", "Liquid"],
        "",
        "",
    ),
    (
        r#"{"s":"HY","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"固态电池 研发","k":1}}"#,
        &["Solid"],
        "",
        "rows_truncated_to_limit: 1",
    ),
    // The stem of one form is the beginning of that of another; `е` is `ё`.
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"ноты ванили ЕЛКА"}}"#,
        &["Wine"],
        "",
        "word_not_found: `ноты`",
    ),
    // A stem may have other letters than its word: `dry` has `dri`, `coding` has `code`.
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"dry coding"}}"#,
        &["Dry"],
        "",
        "",
    ),
    // Of a long question one common word is no answer.
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"rocket engines and planets"}}"#,
        &[],
        "weak_match",
        "weak_match: 0.00 of 0.34 word_not_found: `rocket` word_not_found: `engines` word_not_found: `planets`",
    ),
    // A search has an order of its own.
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}],"srt":[{"f":"F006","ord":"D"}]},"Q":{"txt":"研发"}}"#,
        &[],
        "part_unknown_to_structured",
        "sort",
    ),
    (
        r#"{"s":"HY","tg":["park"],"C":{"flt":[{"f":"F022","op":"EX","v":true}]},"Q":{"txt":"研发"}}"#,
        &[],
        "type_without_texts",
        "",
    ),
    // Signs of patterns are letters like others.
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"100% cherry"}}"#,
        &["Wine"],
        "",
        "",
    ),
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"量子计算"}}"#,
        &[],
        "no_text_found",
        "word_not_found: `量子计算`",
    ),
    (
        r#"{"s":"HY","tg":["enterprise"],"C":{"flt":[{"f":"F007","op":"EQ","v":true}]},"Q":{"txt":"!!!"}}"#,
        &[],
        "question_without_words",
        "",
    ),
];

fn world() -> World {
    World::new(generated::builtin("enterprise").unwrap().clone(), DATA)
}

fn names(answer: &Response) -> Vec<String> {
    let rows = answer.rows.iter();
    rows.map(|row| {
        row.get("enterprise.name")
            .unwrap()
            .shown()
            .unwrap()
            .to_string()
    })
    .collect()
}

async fn check(host: &Host<'_>, database: &dyn Database) {
    for (intent, expected, reasons, limitations) in CASES {
        let answer = host.answer(intent, database).await;
        assert_eq!(names(&answer), *expected, "{intent}: {answer:?}");
        assert_eq!(answer.reasons.join(" "), *reasons, "{intent}");
        assert_eq!(
            answer
                .limitations
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            *limitations,
            "{intent}"
        );
        assert_eq!(answer.next_cursor, None, "{intent}");
        let said = intent.contains(r#""A":"#);
        for row in &answer.rows {
            assert_eq!(
                row.get("enterprise.business_scope").is_none(),
                said,
                "{intent}"
            );
            assert!(row.get("score").is_some(), "{intent}");
        }
    }
}

#[test]
fn rows_are_found_by_their_texts() {
    let world = world();
    Runtime::new().unwrap().block_on(async {
        let host = Host::new(&world.tables, world.catalogue.clone());
        check(&host, &Sqlite::new(&world.file)).await;
        if let Some(pg) = Pg::start().await {
            let own = InPg::of(&world, &pg).await;
            let host = Host::new(&world.tables, own.catalogue.clone());
            check(&host, &own.pg.database).await;
        }
    });
}

#[test]
fn rows_that_may_not_be_seen_are_not_found() {
    let mut world = world();
    let field = world.tables.field_by_path("enterprise.name").unwrap();
    let filter = RowFilter {
        field: field.path.clone(),
        operator: Operator::Ne,
        is: RowValue::Constant(vec!["Solid".into()].into()),
    };
    world.tables.row_filters.to_mut().push(filter);
    let mut host = Host::new(&world.tables, world.catalogue.clone());
    host.principals = Principals::NONE;
    let (intent, ..) = CASES[0];
    let database = Sqlite::new(&world.file);
    let answering = host.answer(intent, &database);
    let answer = Runtime::new().unwrap().block_on(answering);
    assert_eq!(names(&answer), ["Liquid"]);
}
