//! Every phrase and question of RAG Query Specification v0.1: kind, mode, types, tags and number of texts.

use cmec_decoder::contract::RagParams;
use cmec_decoder::language::{QuestionKind, RetrievalMode};
use cmec_executor::generated;
use cmec_executor::lane::retrieval::decompose::{of_question, of_request};
use cmec_executor::lane::retrieval::plan::{RagRequest, RetrievalPlan};

fn plan(question: &str, mode: Option<RetrievalMode>) -> RetrievalPlan {
    let catalogue = generated::builtin("mind")
        .unwrap()
        .retrieval
        .as_ref()
        .unwrap();
    let rag = RagParams {
        query_text: Some(question.to_owned().into()),
        mode,
        ..RagParams::default()
    };
    of_question(&rag, catalogue, Vec::new(), None).unwrap()
}

const DEFINITION: &str = "definition concept-map core";
const DECISION: &str = "adr principle manifest";
const PATTERN: &str = "pattern project definition";
const CONTEXT: &str = "project concept-map manifest definition";
const ALL: &str = "manifest principle concept-map definition core adr pattern project";

#[test]
fn questions_decide_as_the_seed_says() {
    use QuestionKind::{Architect, Context, Decision, Definition, Pattern};
    for (question, kind, mode, types, tags, top_k) in [
        // §2
        ("что это?", Definition, "fast", DEFINITION, "", 5),
        ("кто это?", Definition, "fast", DEFINITION, "", 5),
        (
            "Что такое story-layer?",
            Definition,
            "fast",
            DEFINITION,
            "story-layer",
            5,
        ),
        (
            "Кто такой author-line?",
            Definition,
            "fast",
            DEFINITION,
            "",
            5,
        ),
        ("почему так?", Decision, "deep", DECISION, "", 10),
        ("зачем так решили?", Decision, "deep", DECISION, "", 10),
        (
            "Почему мы сначала делаем RAG, а не граф?",
            Decision,
            "deep",
            DECISION,
            "rag graph",
            10,
        ),
        (
            "Почему extended-mind говорит от первого лица?",
            Decision,
            "deep",
            DECISION,
            "extended-mind",
            10,
        ),
        ("как это делается?", Pattern, "deep", PATTERN, "", 12),
        (
            "что делать в такой ситуации?",
            Pattern,
            "deep",
            PATTERN,
            "",
            12,
        ),
        (
            "Как превратить story-node в тезисы?",
            Pattern,
            "deep",
            PATTERN,
            "story-node story-layer",
            12,
        ),
        (
            "Как отделять Мир-2 от Мира-3 при структурировании?",
            Pattern,
            "deep",
            PATTERN,
            "",
            12,
        ),
        ("где граница?", Context, "deep", CONTEXT, "", 12),
        (
            "как это связано с RAG?",
            Context,
            "deep",
            CONTEXT,
            "rag",
            12,
        ),
        (
            "Где граница между extended-mind и V&P?",
            Context,
            "deep",
            CONTEXT,
            "extended-mind vova-and-petrova",
            12,
        ),
        (
            "Что такое thin-tank внутри V&P?",
            Context,
            "deep",
            CONTEXT,
            "vova-and-petrova",
            12,
        ),
        // §4.3: by kind it is about the role of one thing for another; the mode is said.
        (
            "Как extended-mind должен относиться к story-layer, чтобы не сойти с ума?",
            Architect,
            "architect",
            ALL,
            "",
            16,
        ),
        // §5
        (
            "Что такое story-layer в extended-mind?",
            Definition,
            "fast",
            DEFINITION,
            "story-layer",
            5,
        ),
        (
            "Почему мы решили начинать с RAG, а не с графа?",
            Decision,
            "deep",
            DECISION,
            "rag graph",
            10,
        ),
        (
            "Как правильно выделять story-node из чата?",
            Pattern,
            "deep",
            PATTERN,
            "story-node story-layer",
            12,
        ),
        (
            "Где проходит граница между extended-mind и проектом «Вова и Петрова»?",
            Context,
            "deep",
            CONTEXT,
            "extended-mind vova-and-petrova",
            12,
        ),
        // §6
        ("какова роль манифеста", Context, "deep", CONTEXT, "", 12),
        ("固态电池是什么", Definition, "fast", DEFINITION, "", 5),
    ] {
        let plan = plan(question, None);
        let request = &plan.request;
        assert_eq!(plan.kind.kind, kind, "{question}: {:?}", plan.kind);
        assert_eq!(request.mode.name(), mode, "{question}");
        assert_eq!(request.filters.type_in.join(" "), types, "{question}");
        assert_eq!(request.filters.tags_any.join(" "), tags, "{question}");
        assert_eq!(request.top_k, top_k, "{question}");
        assert_eq!(
            request.filters.status_not_in,
            ["draft-raw", "private"],
            "{question}"
        );
    }
}

#[test]
fn a_mode_that_is_said_holds() {
    let own = plan("Что такое story-layer?", Some(RetrievalMode::Deep));
    assert_eq!(
        (own.request.mode, own.request.top_k),
        (RetrievalMode::Deep, 8)
    );
    let wide = plan("Что такое story-layer?", Some(RetrievalMode::Architect));
    assert!(wide.request.filters.tags_any.is_empty());
    assert_eq!(wide.preferred_tags, ["story-layer"]);
}

/// They do not count as words of an answer.
#[test]
fn the_names_of_projects_are_told() {
    for (question, names) in [
        (
            "Как extended-mind относится к story-layer?",
            "extended-mind",
        ),
        ("Что такое story-layer?", ""),
    ] {
        let own = plan(question, None).project_names.join(" ");
        assert_eq!(own, names, "{question}");
    }
}

#[test]
fn a_request_of_the_seed_is_taken_as_it_is_and_never_lets_more_in() {
    let catalogue = generated::builtin("mind")
        .unwrap()
        .retrieval
        .as_ref()
        .unwrap();
    let text = r#"{"query_text": "определение story-layer", "mode": "fast", "filters": {"type_in": ["definition"],
        "status_not_in": ["superseded"], "tags_any": ["story-layer"]}, "top_k": 50}"#;
    let request: RagRequest = serde_json::from_str(text).unwrap();
    let plan = of_request(request, catalogue, Vec::new());
    let statuses = &plan.request.filters.status_not_in;
    assert_eq!(*statuses, ["superseded", "draft-raw", "private"]);
    assert_eq!(plan.request.top_k, 6);
    let wrong = r#"{"query_text": "x", "mode": "fast", "filters": {"type_in": [], "status_in": []}, "top_k": 5}"#;
    assert!(serde_json::from_str::<RagRequest>(wrong).is_err());
}

#[test]
fn a_kind_is_known_by_other_words_too() {
    use QuestionKind::{Architect, Context, Decision, Definition, Pattern};
    for (question, kind) in [
        ("Что значит автор-линия?", Definition),
        ("Что есть тезис?", Definition),
        ("Чем являются манифесты?", Definition),
        ("Что за узел истории?", Definition),
        ("Что называют миром-3?", Definition),
        ("Дай определение тезиса", Definition),
        ("What does author-line mean?", Definition),
        ("What are theses?", Definition),
        ("何谓故事节点？", Definition),
        ("По какой причине граф отложен?", Decision),
        ("Из-за чего отложили граф?", Decision),
        ("В чём причина отказа от графа?", Decision),
        ("For what reason is the graph later?", Decision),
        ("为何推迟图谱？", Decision),
        ("Каким образом получают тезисы?", Pattern),
        ("Что делать, если история противоречит тезису?", Pattern),
        ("В каком порядке пишут заметки?", Pattern),
        ("С чего начать разбор истории?", Pattern),
        ("In what order are notes written?", Pattern),
        ("怎样写故事节点？", Pattern),
        ("Что общего у тезиса и манифеста?", Context),
        ("Чем отличается тезис от манифеста?", Context),
        ("Чем связаны тезис и манифест?", Context),
        ("Какую роль играет манифест?", Context),
        (
            "What is the difference between a thesis and a manifest?",
            Context,
        ),
        ("论点和宣言的区别", Context),
        ("Тезис", Architect),
    ] {
        assert_eq!(plan(question, None).kind.kind, kind, "{question}");
    }
}

#[test]
fn a_tag_is_known_in_every_case_of_its_name() {
    for (question, tags) in [
        ("Что такое мир Вовы и Петровой?", ["vova-and-petrova"]),
        ("Почему V & P начат раньше?", ["vova-and-petrova"]),
        ("Что такое граница слоя историй?", ["story-layer"]),
    ] {
        assert_eq!(
            plan(question, None).request.filters.tags_any,
            tags,
            "{question}"
        );
    }
}
