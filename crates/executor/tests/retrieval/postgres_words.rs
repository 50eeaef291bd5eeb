//! Words and values in PostgreSQL: each is a text and nothing else, and the rare ones come first.

use cmec_executor::documents::Document;
use cmec_executor::ports::text_index::{MetadataField, Predicate, TextIndex, TextQuery};
use tokio::runtime::Runtime;

use crate::engines::WITHIN;
use crate::indexes::{Pg, built, found, words};
use crate::postgres_index::{begin, texts};
use crate::{document, of_type};

/// Words that a server could take for something else.
const WORDS: [&str; 9] = [
    "o'brien", "\\", "'", "a\\'b", "a & !b", "a:*", "固态", "\0", "\u{1}2",
];

#[test]
fn every_word_and_value_is_a_text() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        let long = "я".repeat(3_000);
        let mut documents = texts(&["one", "O'Brien", "固态电池"]);
        let all: Vec<&str> = WORDS.into_iter().chain([long.as_str()]).collect();
        for (number, value) in all.iter().enumerate() {
            let mut own = of_type("adr");
            own.tags = vec![(*value).to_owned()];
            own.project = Some(long.clone() + value);
            let path = format!("{number}{value}");
            documents.push(document(&path, &format!("{value} \\ ' {long}"), own));
        }
        let first = built(begin(&pg, false, None).await, &documents)
            .await
            .unwrap();
        assert_eq!(first.generation.documents, documents.len());
        let again = built(begin(&pg, false, None).await, &documents)
            .await
            .unwrap();
        assert_eq!((again.written, again.kept), (0, documents.len()));
        let index = pg.open().await.unwrap();
        for word in all.iter().chain([&""]) {
            let expected: &[&str] = match *word {
                "固态" => &["固态电池.md", "6固态"],
                _ => &[],
            };
            let mut own = found(&index, &words(&[word])).await.unwrap();
            own.sort();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            assert_eq!(own, expected, "{word}");
        }
        assert_eq!(
            found(&index, &words(&["o", "brien"])).await.unwrap().len(),
            2
        );
        for (number, value) in all.iter().enumerate() {
            let path = format!("{number}{value}");
            for (field, value) in [
                (MetadataField::Tags, (*value).to_owned()),
                (MetadataField::Project, long.clone() + value),
                (MetadataField::Path, path.clone()),
            ] {
                let query = TextQuery {
                    predicates: vec![Predicate::any_of(field, [value])],
                    ..words(&[])
                };
                assert_eq!(found(&index, &query).await.unwrap(), [path.as_str()]);
            }
        }
        let tags = index
            .values(MetadataField::Tags, &[], WITHIN)
            .await
            .unwrap();
        let mut expected = WORDS.map(str::to_owned).to_vec();
        expected.sort();
        // The end of a long one is lost.
        let (last, others): (Vec<_>, Vec<_>) = tags.into_iter().partition(|tag| tag.len() > 100);
        assert_eq!(others, expected);
        assert!(last.len() == 1 && long.starts_with(&last[0]));
        for document in &documents {
            let only = built(
                begin(&pg, false, None).await,
                std::slice::from_ref(document),
            )
            .await;
            assert_eq!(only.unwrap().generation.documents, 1, "{}", document.path);
        }
    });
}

#[test]
fn rare_words_headings_and_what_is_preferred_come_first() {
    let Some(pg) = Pg::start() else { return };
    Runtime::new().unwrap().block_on(async {
        let mut documents: Vec<Document> = (0..20)
            .map(|number| document(&format!("c{number:02}"), "common word", of_type("adr")))
            .collect();
        documents.push(document("rare", "rare long word", of_type("pattern")));
        documents.push(document("twice", "other one other", of_type("adr")));
        documents.push(document("once", "other one", of_type("adr")));
        documents.push(document("title", "x", of_type("adr")));
        built(begin(&pg, false, None).await, &documents)
            .await
            .unwrap();
        let index = pg.open().await.unwrap();
        let first = async |query: &TextQuery| found(&index, query).await.unwrap()[0].clone();
        assert_eq!(first(&words(&["common", "rare"])).await, "rare");
        assert_eq!(first(&words(&["other"])).await, "twice");
        assert_eq!(first(&words(&["titl", "word"])).await, "title");
        let query = TextQuery {
            preferred: vec![Predicate::any_of(MetadataField::DocumentType, ["pattern"])],
            ..words(&["word"])
        };
        assert_eq!(first(&words(&["word"])).await, "c00");
        assert_eq!(first(&query).await, "rare");
        let limited = TextQuery {
            limit: 3,
            ..words(&["common"])
        };
        assert_eq!(
            found(&index, &limited).await.unwrap(),
            ["c00", "c01", "c02"]
        );
    });
}
