//! The same documents and predicates on every engine.

use std::collections::BTreeSet;
use std::time::Duration;

use cmec_executor::documents::{Document, Metadata};
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::text_index::{MetadataField, Predicate, TextIndex, TextQuery};
use proptest::prelude::*;
use tokio::runtime::Runtime;

use crate::{document, index, of_type, pieces};

const WITHIN: Duration = Duration::from_secs(30);

fn found<X: TextIndex>(index: &X, words: &[&str], predicates: &[Predicate]) -> BTreeSet<String> {
    let query = TextQuery {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        predicates: predicates.to_vec(),
        seen: 0,
        preferred: Vec::new(),
        limit: 1_000,
    };
    let runtime = Runtime::new().unwrap();
    let found = runtime.block_on(index.search(&query, WITHIN)).unwrap();
    let count = runtime.block_on(index.count(predicates, WITHIN)).unwrap();
    if words.is_empty() {
        assert_eq!(found.hits.len() as u64, count);
    }
    found
        .hits
        .iter()
        .map(|hit| hit.chunk.document.clone())
        .collect()
}

fn with(change: impl Fn(&mut Metadata)) -> Metadata {
    let mut metadata = of_type("adr");
    change(&mut metadata);
    metadata
}

fn examples() -> Vec<Document> {
    vec![
        document("bare.md", "text", of_type("adr")),
        document(
            "draft.md",
            "text",
            with(|own| own.status = Some("Draft-RAW".to_owned())),
        ),
        document(
            "stable.md",
            "text",
            with(|own| own.status = Some("stable".to_owned())),
        ),
        document("none.md", "text", with(|own| own.tags = Vec::new())),
        document(
            "tags.md",
            "text",
            with(|own| own.tags = vec!["RAG".to_owned(), "Ёлка".to_owned()]),
        ),
        document(
            "project.md",
            "text",
            with(|own| own.project = Some("Вова и Петрова".to_owned())),
        ),
        document("other.md", "text", of_type("Pattern")),
        document(
            "words.md",
            "text",
            with(|own| own.tags = vec!["story layer".to_owned()]),
        ),
    ]
}

#[test]
fn predicates_mean_the_same_case_by_case() {
    use MetadataField::{Contexts, DocumentType, Path, Project, Status, Tags};
    let documents = examples();
    let (memory, tantivy) = (Memory::new(pieces(&documents)), index(&documents));
    let all = "bare draft none other project stable tags words";
    for (predicates, passing) in [
        (vec![], all),
        (vec![Predicate::any_of(Status, ["draft-raw"])], "draft"),
        (
            vec![Predicate::none_of(Status, ["draft-raw", "private"])],
            "bare none other project stable tags words",
        ),
        (
            vec![Predicate::any_of(Status, ["DRAFT-raw", "Stable"])],
            "draft stable",
        ),
        (vec![Predicate::any_of(Tags, ["rag"])], "tags"),
        (vec![Predicate::any_of(Tags, ["елка"])], "tags"),
        (vec![Predicate::any_of(Tags, ["story"])], ""),
        (vec![Predicate::any_of(Tags, ["story layer"])], "words"),
        (
            vec![Predicate::none_of(Tags, ["rag"])],
            "bare draft none other project stable words",
        ),
        (vec![Predicate::any_of(Contexts, ["x"])], ""),
        (vec![Predicate::none_of(Contexts, ["x"])], all),
        (
            vec![Predicate::any_of(Project, ["вова и петрова"])],
            "project",
        ),
        (vec![Predicate::any_of(DocumentType, ["pattern"])], "other"),
        (vec![Predicate::any_of(Path, ["TAGS.md"])], "tags"),
        (vec![Predicate::any_of(Status, Vec::<String>::new())], ""),
        (vec![Predicate::none_of(Status, Vec::<String>::new())], all),
        (
            vec![
                Predicate::any_of(DocumentType, ["adr"]),
                Predicate::none_of(Status, ["stable", "draft-raw"]),
            ],
            "bare none project tags words",
        ),
    ] {
        let expected: BTreeSet<String> = (passing.split_whitespace())
            .map(|name| format!("{name}.md"))
            .collect();
        for words in [&[][..], &["text"]] {
            assert_eq!(
                found(&memory, words, &predicates),
                expected,
                "memory {predicates:?}"
            );
            assert_eq!(
                found(&tantivy, words, &predicates),
                expected,
                "tantivy {predicates:?}"
            );
        }
    }
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let value = || prop::sample::select(vec!["a", "A", "ё", "е", "b c", "b", "", "草"]);
    let values = || prop::collection::vec(value().prop_map(str::to_owned), 0..3);
    let maybe = || prop::option::of(value().prop_map(str::to_owned));
    (value(), maybe(), values(), values(), maybe()).prop_map(
        |(of, status, tags, contexts, project)| Metadata {
            document_type: of.to_owned(),
            status,
            tags,
            contexts,
            project,
            ..Metadata::default()
        },
    )
}

fn predicate() -> impl Strategy<Value = Predicate> {
    let value = prop::sample::select(vec!["a", "A", "ё", "е", "b c", "b", "c", "", "草", "z"]);
    let field = prop::sample::select(MetadataField::ALL.to_vec());
    (field, prop::collection::vec(value, 0..4), any::<bool>()).prop_map(|(field, values, none)| {
        match none {
            true => Predicate::none_of(field, values),
            false => Predicate::any_of(field, values),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn predicates_mean_the_same_at_random(
        texts in prop::collection::vec((metadata(), prop::sample::select(vec!["one two", "two three", "ёж", "固态电池"])), 1..12),
        predicates in prop::collection::vec(predicate(), 0..4),
    ) {
        let documents: Vec<Document> = texts.into_iter().enumerate()
            .map(|(number, (metadata, text))| document(&format!("d{number}"), text, metadata))
            .collect();
        let (memory, tantivy) = (Memory::new(pieces(&documents)), index(&documents));
        for words in [&[][..], &["two"], &["еж", "电池"]] {
            prop_assert_eq!(found(&memory, words, &predicates), found(&tantivy, words, &predicates));
        }
        let runtime = Runtime::new().unwrap();
        for field in MetadataField::ALL {
            let own = runtime.block_on(memory.values(field, &predicates, WITHIN)).unwrap();
            let other = runtime.block_on(tantivy.values(field, &predicates, WITHIN)).unwrap();
            prop_assert_eq!(own, other, "{:?}", field);
        }
    }
}
