//! The same documents and predicates on every engine.

use std::collections::BTreeSet;
use std::time::Duration;

use cmec_executor::documents::{Document, Metadata};
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::text_index::postgres::PostgresIndex;
use cmec_executor::ports::text_index::spread::Spread;
use cmec_executor::ports::text_index::{
    Hit, MetadataField, Predicate, TextIndex, TextQuery, VectorQuery,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use crate::indexes::{Pg, Pieces, embedding, in_folder};
use crate::{document, index, of_type, pieces};

pub(crate) const WITHIN: Duration = Duration::from_secs(30);

/// The documents that an index finds, how many pieces each word has, and how many pieces may be seen.
type Told = (BTreeSet<String>, Vec<u64>, u64);

fn told(
    runtime: &Runtime,
    index: &dyn TextIndex,
    words: &[&str],
    predicates: &[Predicate],
) -> Told {
    let query = TextQuery {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        predicates: predicates.to_vec(),
        seen: predicates.len() / 2,
        preferred: predicates.to_vec(),
        limit: 1_000,
    };
    let found = runtime.block_on(index.search(&query, WITHIN)).unwrap();
    let count = runtime.block_on(index.count(predicates, WITHIN)).unwrap();
    if words.is_empty() {
        assert_eq!(found.hits.len() as u64, count);
    }
    assert!(found.hits.iter().all(|hit| hit.score.is_finite()));
    let documents = found.hits.iter().map(|hit| hit.chunk.document.clone());
    (documents.collect(), found.having, found.pieces)
}

/// The index of some documents in PostgreSQL.
pub(crate) fn in_postgres(runtime: &Runtime, pg: &Pg, documents: &[Document]) -> PostgresIndex {
    let pieces = Pieces::of(documents);
    runtime.block_on(async {
        pieces.in_postgres(pg.url(), true).await;
        PostgresIndex::open(pg.url()).await.unwrap()
    })
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
    let runtime = Runtime::new().unwrap();
    let (memory, tantivy) = (Memory::new(pieces(&documents)), index(&documents));
    let pg = Pg::start();
    let postgres = (pg.as_ref()).map(|pg| in_postgres(&runtime, pg, &documents));
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
        (vec![Predicate::any_of(Path, ["ｔａｇｓ.md"])], "tags"),
        (vec![exactly(Path, "TAGS.md")], ""),
        (vec![exactly(Path, "tags.md")], "tags"),
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
            let own = told(&runtime, &memory, words, &predicates);
            assert_eq!(own.0, expected, "memory {predicates:?}");
            let other = told(&runtime, &tantivy, words, &predicates);
            assert_eq!(other, own, "tantivy {predicates:?}");
            if let Some(postgres) = &postgres {
                let other = told(&runtime, postgres, words, &predicates);
                assert_eq!(other, own, "postgres {predicates:?}");
            }
        }
    }
}

fn exactly(field: MetadataField, value: &str) -> Predicate {
    Predicate::exactly_any_of(field, vec![value.to_owned()])
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
    let ways = (any::<bool>(), any::<bool>());
    (field, prop::collection::vec(value, 0..4), ways).prop_map(|(field, values, (none, exact))| {
        let mut own = match exact {
            true => {
                let values = values.into_iter().map(str::to_owned);
                Predicate::exactly_any_of(field, values.collect())
            }
            false => Predicate::any_of(field, values),
        };
        own.none = none;
        own
    })
}

/// Documents at random, with what is asked of them.
fn random() -> impl Strategy<Value = (Vec<Document>, Vec<Predicate>)> {
    let text = prop::sample::select(vec![
        "one two",
        "two three",
        "ёж",
        "固态电池",
        "o'brien \\ a",
    ]);
    let documents = prop::collection::vec((metadata(), text), 1..12).prop_map(|texts| {
        let texts = texts.into_iter().enumerate();
        texts
            .map(|(number, (metadata, text))| document(&format!("d{number}"), text, metadata))
            .collect()
    });
    (documents, prop::collection::vec(predicate(), 0..4))
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    })
}

#[test]
fn predicates_mean_the_same_at_random() {
    let runtime = Runtime::new().unwrap();
    let pg = Pg::start();
    let ran = runner(64).run(&random(), |(documents, predicates)| {
        let (memory, tantivy) = (Memory::new(pieces(&documents)), index(&documents));
        let postgres = (pg.as_ref()).map(|pg| in_postgres(&runtime, pg, &documents));
        for words in [&[][..], &["two"], &["еж", "电池"], &["o", "'", ""]] {
            let own = told(&runtime, &memory, words, &predicates);
            prop_assert_eq!(&own, &told(&runtime, &tantivy, words, &predicates));
            if let Some(postgres) = &postgres {
                prop_assert_eq!(&own, &told(&runtime, postgres, words, &predicates));
            }
        }
        for field in MetadataField::ALL {
            let own = runtime.block_on(memory.values(field, &predicates, WITHIN));
            let own = own.unwrap();
            let other = runtime.block_on(tantivy.values(field, &predicates, WITHIN));
            prop_assert_eq!(&own, &other.unwrap(), "{:?}", field);
            if let Some(postgres) = &postgres {
                let other = runtime.block_on(postgres.values(field, &predicates, WITHIN));
                prop_assert_eq!(&own, &other.unwrap(), "{:?}", field);
            }
        }
        Ok(())
    });
    ran.unwrap();
}

/// Whole answers tell nothing of what may not be seen: with it in the index, and without, they are the same to the last digit.
#[test]
fn what_may_not_be_seen_changes_no_score() {
    let runtime = Runtime::new().unwrap();
    let pg = Pg::start();
    let word = prop::sample::select(vec!["one", "two", "three", "еж", "d1", "電池"]);
    let text = prop::collection::vec(word, 1..60).prop_map(|words| words.join(" "));
    let documents = prop::collection::vec((metadata(), text), 1..12);
    let asked = (documents, predicate(), predicate(), predicate());
    let ran = runner(64).run(&asked, |(texts, policy, said, preferred)| {
        let documents: Vec<Document> = (texts.iter().enumerate())
            .map(|(number, (of, text))| document(&format!("d{number}"), text, of.clone()))
            .collect();
        let mut allowed = documents.clone();
        allowed.retain(|own| policy.lets_in(&own.path, &own.metadata));
        let both = [&documents, &allowed];
        let memory = both.map(|own| Memory::new(pieces(own)));
        let tantivy = both.map(|own| index(own));
        for predicates in [vec![policy.clone()], vec![policy.clone(), said]] {
            let query = TextQuery {
                words: ["two", "еж", "電池", "d1"].map(str::to_owned).to_vec(),
                predicates,
                seen: 1,
                preferred: vec![preferred.clone()],
                limit: 7,
            };
            let own = memory.each_ref();
            let [whole, alone] = own.map(|own| runtime.block_on(own.search(&query, WITHIN)));
            prop_assert_eq!(whole, alone, "memory");
            let own = tantivy.each_ref();
            let [whole, alone] = own.map(|own| runtime.block_on(own.search(&query, WITHIN)));
            prop_assert_eq!(whole, alone, "tantivy");
            if let Some(pg) = &pg {
                let [whole, alone] = both.map(|own| {
                    let index = in_postgres(&runtime, pg, own);
                    runtime.block_on(index.search(&query, WITHIN))
                });
                prop_assert_eq!(whole, alone, "postgres");
            }
        }
        Ok(())
    });
    ran.unwrap();
}

/// How many numbers the vectors of these tests have: more than the lanes of a processor, and not a multiple of them.
const DIMENSION: usize = 11;

/// Vectors, some of which are the same.
fn vector() -> impl Strategy<Value = Vec<f32>> {
    let few = prop::collection::vec(prop::sample::select(vec![-1.0_f32, 1.0]), 2);
    let few = few.prop_map(|numbers| numbers.into_iter().cycle().take(DIMENSION).collect());
    let many = prop::collection::vec(-1.0_f32..1.0, DIMENSION);
    let many = many.prop_filter("zero", |numbers| numbers.iter().any(|own| own.abs() > 0.01));
    prop_oneof![few, many]
}

/// Whether an index has the nearest pieces: as near as those of the index in memory, and the same ones in the order of their
/// identifiers. `all` are those of the index in memory without a limit.
fn as_near(all: &[Hit], limit: usize, other: &[Hit], pieces: &Pieces) -> Result<(), String> {
    let own = all.get(..limit).unwrap_or(all);
    let near = |one: f32, other: f32| (one - other).abs() < 1e-5;
    if own.len() != other.len() {
        return Err(format!("{} of {}", other.len(), own.len()));
    }
    for (own, other) in own.iter().zip(other) {
        let same = all.iter().find(|hit| hit.chunk == other.chunk);
        let cosine = same.map(|hit| hit.score);
        if !near(own.score, other.score) || !cosine.is_some_and(|own| near(own, other.score)) {
            return Err(format!("{own:?} and {other:?}"));
        }
    }
    let same = |one: &Hit, other: &Hit| pieces.vector(&one.chunk) == pieces.vector(&other.chunk);
    let in_order = |one: &Hit, other: &Hit| !same(one, other) || one.chunk.id < other.chunk.id;
    match other.is_sorted_by(in_order) {
        true => Ok(()),
        false => Err(format!("{other:?} in no order")),
    }
}

#[test]
fn the_nearest_are_the_same_at_random() {
    let runtime = Runtime::new().unwrap();
    let pg = Pg::start();
    let vectors = prop::collection::vec(vector(), 12);
    let asked = (random(), vectors, vector(), 0..14_usize);
    let ran = runner(48).run(
        &asked,
        |((documents, predicates), vectors, vector, limit)| {
            let mut pieces = Pieces::of(&documents);
            pieces.embed(embedding(DIMENSION), vectors);
            let query = |limit| VectorQuery {
                vector: crate::indexes::vector(vector.clone()),
                predicates: predicates.clone(),
                limit,
            };
            let all = runtime.block_on(pieces.in_memory().nearest(&query(1_000), WITHIN));
            let all = all.unwrap();
            let is_spread_alike = |other: Spread| {
                let own = all.spread;
                let apart = (own.mean - other.mean).abs() + (own.variance - other.variance).abs();
                own.count == other.count && apart < 1e-5
            };
            let folder = tempfile::tempdir().unwrap();
            let tantivy = runtime.block_on(in_folder(&pieces, folder.path()));
            let postgres = (pg.as_ref()).map(|pg| {
                runtime.block_on(async {
                    pieces.in_postgres(pg.url(), true).await;
                    PostgresIndex::open(pg.url()).await.unwrap()
                })
            });
            for limit in [limit, 1_000] {
                let other = runtime.block_on(tantivy.nearest(&query(limit), WITHIN));
                let other = other.unwrap();
                prop_assert!(is_spread_alike(other.spread), "tantivy");
                prop_assert_eq!(
                    as_near(&all.hits, limit, &other.hits, &pieces),
                    Ok(()),
                    "tantivy"
                );
                if let Some(postgres) = &postgres {
                    let other = runtime.block_on(postgres.nearest(&query(limit), WITHIN));
                    let other = other.unwrap();
                    prop_assert!(limit == 0 || is_spread_alike(other.spread), "postgres");
                    prop_assert_eq!(
                        as_near(&all.hits, limit, &other.hits, &pieces),
                        Ok(()),
                        "postgres"
                    );
                }
            }
            Ok(())
        },
    );
    ran.unwrap();
}
