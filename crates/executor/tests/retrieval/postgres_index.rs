//! Builds in PostgreSQL: all or nothing, one at a time, and only what fits is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cmec_executor::documents::Document;
use cmec_executor::ports::text_index::build::IndexBuild as _;
use cmec_executor::ports::text_index::postgres::PostgresIndex;
use cmec_executor::ports::text_index::postgres::build::PostgresBuild;
use cmec_executor::ports::text_index::{Embedding, IndexError, TextIndex, VectorQuery};
use tokio::runtime::Runtime;

use crate::engines::WITHIN;
use crate::indexes::{Pg, Pieces, built, embedding, found, vector, words};
use crate::{document, of_type};

pub(crate) fn texts(words: &[&str]) -> Vec<Document> {
    let all = words.iter();
    all.map(|word| {
        let text = format!("{word} text");
        document(&format!("{word}.md"), &text, of_type("adr"))
    })
    .collect()
}

/// A build, as soon as the one that was dropped has ended on the server.
pub(crate) async fn begin(pg: &Pg, anew: bool, embedding: Option<Embedding>) -> PostgresBuild {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match PostgresBuild::begin(pg.url(), anew, embedding.clone()).await {
            Ok(build) => return build,
            Err(error) => assert!(Instant::now() < until, "{error}"),
        }
    }
}

/// The documents that have a word, in an index that is opened for it.
pub(crate) async fn having(pg: &Pg, word: &str) -> Vec<String> {
    found(&pg.open().await.unwrap(), &words(&[word]))
        .await
        .unwrap()
}

#[test]
fn a_second_build_writes_what_is_new_alone() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        let missing = pg.open().await.unwrap_err();
        assert_eq!(missing.code(), "index_unreachable");
        assert!(
            missing.to_string().contains("`cmec index` makes one"),
            "{missing}"
        );
        let mut documents = texts(&["one", "two"]);
        // It has no pieces.
        documents.push(document("empty.md", "", of_type("adr")));
        let first = built(begin(&pg, false, None).await, &documents)
            .await
            .unwrap();
        let told = (first.generation.generation, first.generation.documents);
        assert_eq!(
            (told, first.generation.pieces, first.written),
            ((1, 3), 2, 3)
        );
        let index = pg.open().await.unwrap();
        let again = built(begin(&pg, false, None).await, &documents)
            .await
            .unwrap();
        let told = (again.written, again.kept, again.removed);
        assert_eq!((again.generation.generation, told), (2, (0, 3, 0)));
        let mut changed = texts(&["one", "three"]);
        changed[0].sections[0].text = "uno text".to_owned();
        let third = built(begin(&pg, false, None).await, &changed)
            .await
            .unwrap();
        assert_eq!((third.written, third.kept, third.removed), (2, 0, 2));
        for (word, paths) in [
            ("uno", vec!["one.md"]),
            ("two", vec![]),
            ("three", vec!["three.md"]),
        ] {
            assert_eq!(having(&pg, word).await, paths, "{word}");
            // Whoever has it open goes on with the next generation.
            assert_eq!(
                found(&index, &words(&[word])).await.unwrap(),
                paths,
                "{word}"
            );
        }
        let anew = built(begin(&pg, true, None).await, &changed).await.unwrap();
        assert_eq!((anew.generation.generation, anew.written), (4, 2));
        let nothing = built(begin(&pg, false, None).await, &[]).await;
        assert!(nothing.is_err(), "{nothing:?}");
        assert_eq!(having(&pg, "three").await, ["three.md"]);
    });
}

#[test]
fn a_build_that_does_not_end_leaves_the_old_generation() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        built(begin(&pg, false, None).await, &texts(&["one"]))
            .await
            .unwrap();
        let index = pg.open().await.unwrap();
        // Made anew in its table, and in another beside it.
        for (anew, embedding) in [(true, None), (false, Some(embedding(2)))] {
            let mut pieces = Pieces::of(&texts(&["two"]));
            if let Some(embedding) = &embedding {
                pieces.embed(embedding.clone(), vec![vec![1.0, 0.0]]);
            }
            let mut build = begin(&pg, anew, embedding.clone()).await;
            pieces.write(&mut build).await.unwrap();
            let second = PostgresBuild::begin(pg.url(), false, None).await;
            let second = second.unwrap_err();
            assert!(second.to_string().contains("another process"), "{second}");
            assert_eq!(having(&pg, "two").await, Vec::<String>::new());
            assert_eq!(found(&index, &words(&["one"])).await.unwrap(), ["one.md"]);
            drop(build);
            assert_eq!(having(&pg, "one").await, ["one.md"]);
            let mut build = begin(&pg, anew, embedding).await;
            pieces.write(&mut build).await.unwrap();
            build.finish().await.unwrap();
            assert_eq!(found(&index, &words(&["one"])).await.unwrap(), [""; 0]);
            assert_eq!(found(&index, &words(&["two"])).await.unwrap(), ["two.md"]);
            built(begin(&pg, true, None).await, &texts(&["one"]))
                .await
                .unwrap();
        }
    });
}

#[test]
fn an_index_with_other_vectors_is_made_anew() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        let mut pieces = Pieces::of(&texts(&["one", "two"]));
        let query = |numbers: &[f32]| VectorQuery {
            vector: vector(numbers.to_vec()),
            predicates: Vec::new(),
            limit: 1,
        };
        pieces.in_postgres(pg.url(), false).await;
        let without = pg.open().await.unwrap();
        let refused = without.nearest(&query(&[1.0, 0.0]), WITHIN).await;
        assert_eq!(refused.unwrap_err().code(), "index_unfit");

        pieces.embed(embedding(2), vec![vec![1.0, 0.0], vec![0.0, 1.0]]);
        pieces.in_postgres(pg.url(), false).await;
        let two = pg.open().await.unwrap();
        assert_eq!(two.embedding(), Some(embedding(2)));
        let hits = two.nearest(&query(&[0.1, 1.0]), WITHIN).await.unwrap();
        assert_eq!(hits.hits[0].chunk.document, "two.md");
        let refused = two.nearest(&query(&[1.0, 0.0, 0.0]), WITHIN).await;
        assert_eq!(refused.unwrap_err().code(), "index_unfit");

        let others = [
            (
                Some(Embedding {
                    model: "other".to_owned(),
                    ..embedding(2)
                }),
                vec![1.0, 0.0],
            ),
            (Some(embedding(3)), vec![1.0, 0.0, 0.0]),
            (None, Vec::new()),
        ];
        for (other, numbers) in others {
            let mut pieces = Pieces::of(&texts(&["one", "two"]));
            if let Some(other) = &other {
                pieces.embed(other.clone(), vec![numbers]);
            }
            let kept = PostgresBuild::begin(pg.url(), false, other.clone()).await;
            let kept = kept.unwrap_err();
            assert!(kept.to_string().contains("made anew"), "{kept}");
            let mut build = begin(&pg, true, other.clone()).await;
            assert_eq!(build.paths(), [""; 0], "{other:?}");
            pieces.write(&mut build).await.unwrap();
            build.finish().await.unwrap();
            let refused = two.nearest(&query(&[0.1, 1.0]), WITHIN).await.unwrap_err();
            assert!(
                matches!(&refused, IndexError::Failed(why) if why.contains("anew")),
                "{refused}"
            );
            assert_eq!(found(&two, &words(&["one"])).await.unwrap(), ["one.md"]);
            assert_eq!(pg.open().await.unwrap().embedding(), other);
        }
        // A piece without a vector is found by its words alone.
        let mut build = begin(&pg, true, Some(embedding(2))).await;
        let mut pieces = Pieces::of(&texts(&["one"]));
        pieces.write(&mut build).await.unwrap();
        build.finish().await.unwrap();
        let without = pg.open().await.unwrap();
        let near = without.nearest(&query(&[0.1, 1.0]), WITHIN).await.unwrap();
        assert_eq!(
            (near.hits.len(), having(&pg, "one").await),
            (0, vec!["one.md".to_owned()])
        );

        let mut build = begin(&pg, true, Some(embedding(2))).await;
        pieces.embed(embedding(2), vec![vec![1.0]]);
        let refused = pieces.write(&mut build).await;
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .contains("no vector of 2 numbers")
        );
        let refused = build.finish().await.unwrap_err();
        assert!(refused.to_string().contains("failed before"), "{refused}");
        assert_eq!(having(&pg, "one").await, ["one.md"]);
    });
}

#[test]
fn readers_never_see_half_of_a_build() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        built(begin(&pg, false, None).await, &texts(&["one"]))
            .await
            .unwrap();
        let ended = Arc::new(AtomicBool::new(false));
        let readers = [0, 1, 2].map(|_| {
            let (url, ended) = (pg.url().to_owned(), Arc::clone(&ended));
            tokio::spawn(async move {
                let index = PostgresIndex::open(&url).await.unwrap();
                let mut asked = 0;
                while !ended.load(Ordering::Relaxed) {
                    let own = found(&index, &words(&["text"])).await.unwrap();
                    assert!(
                        own == ["one.md"] || own == ["three.md", "two.md"],
                        "{own:?}"
                    );
                    let counted = index.count(&[], WITHIN).await.unwrap();
                    assert!((1..=2).contains(&counted), "{counted}");
                    asked += 1;
                }
                asked
            })
        });
        for number in 0..40 {
            let own: &[&str] = if number % 2 == 0 {
                &["two", "three"]
            } else {
                &["one"]
            };
            let mut pieces = Pieces::of(&texts(own));
            // Some are made in the table that is there, others in one beside it.
            let embedding = (number % 3 == 0).then(|| embedding(2 + number % 2));
            if let Some(embedding) = &embedding {
                let numbers = [1.0, 0.5, 0.0].into_iter().take(embedding.dimension);
                pieces.embed(embedding.clone(), vec![numbers.collect()]);
            }
            pieces.in_postgres(pg.url(), true).await;
        }
        ended.store(true, Ordering::Relaxed);
        for reader in readers {
            assert!(reader.await.unwrap() > 0);
        }
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        for change in [
            "jsonb_set(manifest, '{analysis}', '999')",
            "jsonb_set(manifest, '{format}', '999')",
            "'[]'",
        ] {
            let first = built(begin(&pg, false, None).await, &texts(&["one"])).await;
            assert_eq!(first.unwrap().written, 1, "nothing is taken over");
            let index = pg.open().await.unwrap();
            pg.server
                .psql(&format!("UPDATE cmec_text_index SET manifest = {change}"));
            let unfit = pg.open().await.unwrap_err();
            assert_eq!(unfit.code(), "index_unfit", "{change}");
            let failed = found(&index, &words(&["one"])).await;
            assert!(failed.is_err(), "{change}: {failed:?}");
        }
    });
}
