//! What an answer says: texts with their places, or why there are none.

use std::time::{Duration, Instant};

use cmec_decoder::contract::RagParams;
use cmec_decoder::language::Operator;
use cmec_decoder::tables::{RowFilter, RowValue};
use cmec_executor::documents::{Document, Metadata};
use cmec_executor::generated;
use cmec_executor::lane::Run;
use cmec_executor::lane::retrieval::answer;
use cmec_executor::lane::retrieval::decompose::{of_question, of_request, policy};
use cmec_executor::lane::retrieval::plan::{RagRequest, RetrievalPlan};
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::text_index::{MetadataField, NoIndex, Predicate, TextIndex};
use cmec_executor::ports::texts::Texts;
use cmec_executor::response::Audience;
use cmec_executor::row_policy::RowPolicy;
use cmec_executor::{Locale, Principals, Response};
use tokio::runtime::Runtime;

use crate::{document, index, of_type, pieces};

fn documents() -> Vec<Document> {
    let layer = Metadata {
        tags: vec!["story-layer".to_owned()],
        ..of_type("definition")
    };
    let hidden = Metadata {
        status: Some("private".to_owned()),
        tags: vec!["secret-tag".to_owned(), "evoquant".to_owned()],
        ..of_type("definition")
    };
    vec![
        document(
            "layer.md",
            "Story-layer is the layer where stories live.",
            layer,
        ),
        document("hidden.md", "Story-layer has a secret.", hidden),
        document("adr.md", "We begin with an index.", of_type("adr")),
    ]
}

fn rag<'a>(question: &str, tags: &[&str], kind: Option<&str>) -> RagParams<'a> {
    let kinds = cmec_decoder::language::QuestionKind::ALL;
    RagParams {
        query_text: Some(question.to_owned().into()),
        kind: kind.map(|kind| *kinds.iter().find(|own| own.name() == kind).unwrap()),
        tags_any: tags.iter().map(|tag| (*tag).to_owned().into()).collect(),
        ..RagParams::default()
    }
}

fn answered(rag: &RagParams<'_>, policy: Vec<Predicate>, index: &dyn TextIndex) -> Response {
    let catalogue = generated::builtin("mind")
        .unwrap()
        .retrieval
        .as_ref()
        .unwrap();
    answer_of(&of_question(rag, catalogue, policy, None).unwrap(), index)
}

fn answer_of(plan: &RetrievalPlan, index: &dyn TextIndex) -> Response {
    let run = Run {
        deadline: Instant::now() + Duration::from_secs(30),
        total: false,
        audience: Audience {
            locale: Locale::En,
            trace_id: "0",
        },
    };
    let mut explain = Vec::new();
    let answer = answer(plan, Texts::of(index), run, &mut explain);
    Runtime::new().unwrap().block_on(answer)
}

/// The answers of both engines.
fn asked(question: &str, tags: &[&str], kind: Option<&str>) -> [Response; 2] {
    let rag = rag(question, tags, kind);
    let memory = Memory::new(pieces(&documents()));
    [
        answered(&rag, Vec::new(), &memory),
        answered(&rag, Vec::new(), &index(&documents())),
    ]
}

/// The limitations of an answer in English.
fn sentences(answer: &Response) -> Vec<String> {
    let limitations = answer.limitations.iter();
    limitations.map(|own| own.sentence(Locale::En)).collect()
}

#[test]
fn a_text_is_shown_with_its_place() {
    for answer in asked("What is story-layer?", &[], None) {
        assert_eq!(answer.returned, 1, "{answer:?}");
        let row = &answer.rows[0];
        let shown = |column: &str| row.get(column).unwrap().shown().unwrap().to_owned();
        assert_eq!(shown("chunk"), "layer.md#1");
        assert_eq!(shown("document"), "layer.md");
        assert_eq!(shown("type"), "definition");
        assert!(shown("text").starts_with("Story-layer is"));
    }
}

#[test]
fn an_empty_answer_names_what_emptied_it_and_nothing_that_may_not_be_seen() {
    for answer in asked("What is story-layer?", &["story-lair"], None) {
        assert_eq!(answer.reasons, ["no_text_found"]);
        assert_eq!(sentences(&answer), ["No text fits `tags`: `story-lair`"]);
        assert_eq!(answer.hints, ["tags: `story-layer`"]);
    }
    for answer in asked("zebra", &[], None) {
        assert_eq!(
            sentences(&answer),
            ["No text has a word of the question"],
            "{answer:?}"
        );
    }
}

#[test]
fn what_leaves_texts_out_is_named_before_what_asks_for_them() {
    let accepted = Metadata {
        status: Some("accepted".to_owned()),
        ..of_type("adr")
    };
    let documents = [
        document("adr.md", "We begin with an index.", accepted),
        document("core.md", "An index is a core.", of_type("core")),
    ];
    let text = r#"{"query_text": "index", "mode": "deep", "top_k": 5, "filters": {"type_in": ["adr"], "status_not_in": ["accepted"]}}"#;
    let request: RagRequest = serde_json::from_str(text).unwrap();
    let catalogue = generated::builtin("mind").unwrap();
    let catalogue = catalogue.retrieval.as_ref().unwrap();
    let plan = of_request(request, catalogue, Vec::new());
    let answer = answer_of(&plan, &Memory::new(pieces(&documents)));
    let told = "No text has another `status` than `accepted`, `draft-raw`, `private`";
    assert_eq!(sentences(&answer).first().unwrap(), told);
}

#[test]
fn what_may_not_be_seen_is_not_told_of() {
    // The tag stands on a private text alone.
    for answer in asked("What is story-layer?", &["evoquant"], None) {
        assert_eq!(sentences(&answer), ["No text fits `tags`: `evoquant`"]);
        assert_eq!(answer.hints, ["tags: `story-layer`"]);
    }
    // So does the word.
    for answer in asked("secret", &[], None) {
        assert_eq!(sentences(&answer), ["No text has a word of the question"]);
        assert!(answer.hints.is_empty());
    }
}

#[test]
fn a_row_policy_holds_and_fails_closed() {
    let (visible, other) = ("a", "b");
    let of_project = |path: &str, project: &str| {
        let metadata = Metadata {
            project: Some(project.to_owned()),
            ..of_type("definition")
        };
        document(path, "story layer here", metadata)
    };
    let documents = [
        of_project("seen.md", visible),
        of_project("hidden.md", other),
    ];
    let own = index(&documents);
    let policy = vec![Predicate::any_of(MetadataField::Project, [visible])];
    let answer = answered(&rag("story layer", &[], None), policy.clone(), &own);
    let paths: Vec<&str> = answer
        .rows
        .iter()
        .map(|row| row.get("document").unwrap().shown().unwrap())
        .collect();
    assert_eq!(paths, ["seen.md"]);
    let mut of_other = rag("story layer", &[], None);
    of_other.project = Some(other.into());
    let none = answered(&of_other, policy, &own);
    assert_eq!(sentences(&none), ["No text fits `project`: `b`"]);
    assert_eq!(none.hints, ["project: `a`"]);
}

#[test]
fn a_question_without_words_is_no_answer() {
    for text in ["???", "what is", "Что это?"] {
        for answer in asked(text, &[], None) {
            assert_eq!(answer.reasons, ["question_without_words"], "{text}");
        }
    }
}

#[test]
fn too_little_of_a_question_is_no_answer() {
    for answer in asked(
        "What is the layer of butter on bread with salt and honey?",
        &[],
        None,
    ) {
        assert_eq!(answer.reasons, ["weak_match"], "{answer:?}");
        assert!(answer.rows.is_empty());
    }
}

#[test]
fn a_host_without_an_index_is_a_reason() {
    let answer = answered(&rag("what is RAG", &[], None), Vec::new(), &NoIndex);
    assert_eq!(answer.reasons, ["index_unreachable"]);
}

#[test]
fn a_policy_without_a_place_is_refused() {
    let bound = |domain: &str, field: &str, value: &str| {
        let mut tables = cmec_decoder::generated::builtin(domain).unwrap().clone();
        tables.row_filters = vec![RowFilter {
            field: field.to_owned().into(),
            operator: Operator::Eq,
            is: RowValue::Constant(vec![value.to_owned().into()].into()),
        }]
        .into();
        let rows = RowPolicy::bind(&tables, Principals::NONE).unwrap();
        policy(&rows, &tables).map_err(|limited| limited.reasons)
    };
    let of_project = Predicate::exactly_any_of(MetadataField::Project, vec!["a".to_owned()]);
    assert_eq!(bound("mind", "note.project", "a"), Ok(vec![of_project]));
    let without_place = Err(vec!["row_policy_without_place".to_owned()]);
    // No front matter has it.
    assert_eq!(bound("mind", "note.title", "a"), without_place);
    // Nothing says which type the documents of several are.
    assert_eq!(bound("enterprise", "enterprise.name", "a"), without_place);
}

#[test]
fn an_article_does_not_limit_an_answer_in_another_language() {
    let mut texts = vec![document(
        "thesis.md",
        "Thesis: утверждение с опорой.",
        of_type("definition"),
    )];
    texts.extend((0..40).map(|number| {
        let text = format!("Заметка {number} о другом.");
        document(&format!("{number}.md"), &text, of_type("definition"))
    }));
    for question in [
        "What is thesis?",
        "What is a thesis?",
        "What is the thesis?",
    ] {
        let answer = answered(&rag(question, &[], None), Vec::new(), &index(&texts));
        assert_eq!(answer.returned, 1, "{question} {:?}", sentences(&answer));
    }
}
