//! Builds in a folder: all or nothing, one at a time, and only what fits is read.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cmec_executor::analysis::{Analyser, Chinese};
use cmec_executor::documents::Document;
use cmec_executor::indexing::{Built, Indexing, IndexingError, embedding};
use cmec_executor::ports::embedder::{Embedder, NoEmbedder, Purpose, Wording};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::text_index::build::NewIndex;
use cmec_executor::ports::text_index::joined_indexes::JoinedIndexes;
use cmec_executor::ports::text_index::tantivy::build::Build;
use cmec_executor::ports::text_index::tantivy::store::open;
use cmec_executor::ports::text_index::{Embedding, IndexError, TextIndex, TextQuery, VectorQuery};
use cmec_executor::ports::vector_cache::VectorCache;
use tokio::runtime::Runtime;

use crate::embedder::TestEmbedder;
use crate::{document, of_type};

fn texts(words: &[&str]) -> Vec<Document> {
    let all = words.iter();
    all.map(|word| {
        document(
            &format!("{word}.md"),
            &format!("{word} text"),
            of_type("adr"),
        )
    })
    .collect()
}

fn begun(folder: &Path, anew: bool) -> Result<Indexing<'static, Build>, IndexError> {
    let build = Build::begin(folder, anew, None)?;
    Ok(Indexing::new(build, &NoEmbedder, None))
}

fn put(indexing: &mut Indexing<'_, Build>, document: &Document) -> Result<bool, IndexingError> {
    Runtime::new().unwrap().block_on(indexing.put(document))
}

fn finished(indexing: Indexing<'_, Build>) -> Result<Built, IndexingError> {
    Runtime::new().unwrap().block_on(indexing.finish())
}

fn built(folder: &Path, documents: &[Document]) -> Built {
    let mut indexing = begun(folder, false).unwrap();
    for document in documents {
        put(&mut indexing, document).unwrap();
    }
    finished(indexing).unwrap()
}

/// A build with the vectors of a model.
fn embedded(
    folder: &Path,
    documents: &[Document],
    embedder: &TestEmbedder,
    anew: bool,
) -> Result<Built, String> {
    embedded_of(folder, documents, (embedder, embedder), anew)
}

/// A build that one embedder has begun, and another goes on with.
fn embedded_of(
    folder: &Path,
    documents: &[Document],
    (first, next): (&TestEmbedder, &TestEmbedder),
    anew: bool,
) -> Result<Built, String> {
    let runtime = Runtime::new().unwrap();
    let embedding = runtime.block_on(embedding(first)).unwrap();
    let build = Build::begin(folder, anew, embedding).map_err(|error| error.to_string())?;
    let mut indexing = Indexing::new(build, next, None);
    for document in documents {
        let put = runtime.block_on(indexing.put(document));
        put.map_err(|error| error.to_string())?;
    }
    finished(indexing).map_err(|error| error.to_string())
}

/// The document that is nearest to a text.
fn nearest(folder: &Path, text: &str, embedder: &TestEmbedder) -> Result<String, &'static str> {
    let runtime = Runtime::new().unwrap();
    let asked = [text];
    let vectors = embedder.embed(&asked, Purpose::Question, Duration::ZERO);
    let query = VectorQuery {
        vector: runtime.block_on(vectors).unwrap().remove(0),
        predicates: Vec::new(),
        limit: 1,
    };
    let index = open(folder).map_err(|error| error.code())?;
    let found = runtime.block_on(index.nearest(&query, Duration::from_secs(10)));
    Ok(found.map_err(|error| error.code())?.hits[0]
        .chunk
        .document
        .clone())
}

/// The documents that have a word.
fn found(folder: &Path, word: &str) -> Result<Vec<String>, &'static str> {
    let index = open(folder).map_err(|error| error.code())?;
    let query = TextQuery {
        words: vec![word.to_owned()],
        predicates: Vec::new(),
        seen: 0,
        preferred: Vec::new(),
        limit: 10,
    };
    let runtime = Runtime::new().unwrap();
    let found = runtime.block_on(index.search(&query, Duration::from_secs(10)));
    let found = found.map_err(|error| error.code())?;
    Ok(found
        .hits
        .iter()
        .map(|hit| hit.chunk.document.clone())
        .collect())
}

#[test]
fn a_question_is_cut_as_the_index_is() {
    let (pairs, jieba) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let documents = [document("one.md", "固态电池的生产", of_type("adr"))];
    built(pairs.path(), &documents);
    for _ in 0..2 {
        let new = NewIndex {
            chinese: Chinese::Jieba,
            ..NewIndex::default()
        };
        let build = Build::begin(jieba.path(), false, new).unwrap();
        let mut indexing = Indexing::new(build, &NoEmbedder, None);
        put(&mut indexing, &documents[0]).unwrap();
        finished(indexing).unwrap();
    }
    // `态电` stands across the border of two words.
    for (folder, words) in [(&pairs, "固态 态电 电池"), (&jieba, "固态 电池")] {
        let index = open(folder.path()).unwrap();
        let asked = Analyser::new(index.chinese()).question("固态电池");
        assert_eq!(asked.join(" "), words);
        for word in asked {
            assert_eq!(found(folder.path(), &word).unwrap(), ["one.md"], "{word}");
        }
    }
    assert!(found(jieba.path(), "态电").unwrap().is_empty());
    // One of the others is made anew.
    assert_eq!(built(jieba.path(), &documents).written, 1);
    assert_eq!(found(jieba.path(), "态电").unwrap(), ["one.md"]);
}

#[test]
fn indexes_of_different_chinese_words_are_not_one_list() {
    let own = [document("one.md", "固态电池", of_type("adr"))];
    let other = [document("two.md", "固态电池", of_type("adr"))];
    let indexes = [(Chinese::Pairs, own), (Chinese::Jieba, other)];
    let indexes = indexes.map(|(chinese, documents)| -> Box<dyn TextIndex> {
        Box::new(crate::index_of(chinese, &documents))
    });
    let query = TextQuery {
        words: vec!["电池".to_owned()],
        predicates: Vec::new(),
        seen: 0,
        preferred: Vec::new(),
        limit: 10,
    };
    let joined = JoinedIndexes::new(indexes.into());
    let found = joined.search(&query, Duration::from_secs(10));
    let refused = Runtime::new().unwrap().block_on(found).unwrap_err();
    assert_eq!(refused.code(), "index_unfit");
}

#[test]
fn a_second_build_writes_what_is_new_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(found(folder, "one"), Err("index_unreachable"));
    let first = built(folder, &texts(&["one", "two"]));
    assert_eq!(
        (
            first.generation.generation,
            first.generation.documents,
            first.written
        ),
        (1, 2, 2)
    );
    let again = built(folder, &texts(&["one", "two"]));
    assert_eq!(
        (
            again.generation.generation,
            again.written,
            again.kept,
            again.removed
        ),
        (2, 0, 2, 0)
    );
    let mut changed = texts(&["one", "three"]);
    changed[0].sections[0].text = "uno text".to_owned();
    let third = built(folder, &changed);
    assert_eq!(
        (
            third.generation.documents,
            third.written,
            third.kept,
            third.removed
        ),
        (2, 2, 0, 1)
    );
    for (word, paths) in [
        ("one", vec!["one.md"]),
        ("uno", vec!["one.md"]),
        ("two", vec![]),
        ("three", vec!["three.md"]),
    ] {
        let paths: Vec<String> = paths.into_iter().map(str::to_owned).collect();
        assert_eq!(found(folder, word), Ok(paths), "{word}");
    }
    let generations = folder.join("generations");
    assert!(!generations.join("1").exists() && generations.join("3").exists());
}

#[test]
fn a_build_that_does_not_end_leaves_the_old_generation() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one"]));
    let reader = open(folder).unwrap();
    let mut build = begun(folder, false).unwrap();
    put(&mut build, &texts(&["two"])[0]).unwrap();
    assert!(begun(folder, false).is_err(), "one build at a time");
    drop(build);
    assert_eq!(found(folder, "one").unwrap(), ["one.md"]);
    assert_eq!(found(folder, "two").unwrap(), Vec::<String>::new());
    built(folder, &texts(&["two"]));
    assert_eq!(found(folder, "one").unwrap(), Vec::<String>::new());
    // Whoever has the old generation open goes on with it.
    let count = Runtime::new()
        .unwrap()
        .block_on(reader.count(&[], Duration::from_secs(10)));
    assert_eq!(count, Ok(1));
}

#[test]
fn documents_are_told_apart_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let [upper, lower] =
        ["Ab.md", "ab.md"].map(|path| document(path, &format!("{path} text"), of_type("adr")));
    built(folder, &[upper.clone(), lower.clone()]);
    let mut changed = upper;
    changed.sections[0].text = "other".to_owned();
    built(folder, &[changed, lower.clone()]);
    assert_eq!(found(folder, "text").unwrap(), ["ab.md"]);
    assert_eq!(found(folder, "other").unwrap(), ["Ab.md"]);
    let mut build = begun(folder, false).unwrap();
    assert!(put(&mut build, &lower).unwrap());
    assert!(!put(&mut build, &lower).unwrap(), "one path, one document");
}

#[test]
fn a_folder_without_texts_leaves_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one"]));
    let nothing = finished(begun(folder, false).unwrap());
    assert!(matches!(nothing, Err(IndexingError::Nothing(1))));
    assert_eq!(found(folder, "one").unwrap(), ["one.md"]);
    let cleared = finished(begun(folder, true).unwrap()).unwrap();
    assert_eq!(cleared.generation.documents, 0);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one"]));
    let manifest = folder.join("manifest.json");
    let own = fs::read_to_string(&manifest).unwrap();
    for (from, to) in [
        ("\"analysis\": 4", "\"analysis\": 999"),
        ("\"format\": 2", "\"format\": 9"),
        ("{", "["),
    ] {
        fs::write(&manifest, own.replacen(from, to, 1)).unwrap();
        assert_eq!(found(folder, "one"), Err("index_unfit"), "{to}");
    }
    // It is made anew, and nothing is taken over.
    assert_eq!(built(folder, &texts(&["one"])).written, 1);
    assert_eq!(found(folder, "one").unwrap(), ["one.md"]);
}

#[test]
fn a_truncated_file_is_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one", "two", "three"]));
    let mut refused = 0;
    for entry in fs::read_dir(folder.join("generations/1")).unwrap() {
        let file = entry.unwrap().path();
        let bytes = fs::read(&file).unwrap();
        if bytes.is_empty() {
            continue;
        }
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        match found(folder, "one") {
            Ok(paths) => assert_eq!(paths, ["one.md"], "{}", file.display()),
            Err(_) => refused += 1,
        }
        fs::write(&file, &bytes).unwrap();
    }
    assert!(refused > 0);
}

#[test]
fn vectors_are_kept_from_build_to_build() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let embedder = TestEmbedder::default();
    let built = embedded(folder, &texts(&["harbour", "mountain"]), &embedder, false);
    assert_eq!(built.unwrap().written, 2);
    let again = texts(&["harbour", "mountain", "river"]);
    let built = embedded(folder, &again, &embedder, false).unwrap();
    assert_eq!((built.written, built.kept), (1, 2));
    let built = embedded(folder, &texts(&["harbour", "river"]), &embedder, false).unwrap();
    assert_eq!((built.written, built.kept, built.removed), (0, 2, 1));
    for (text, document) in [
        ("a harbor", "harbour.md"),
        ("rivers", "river.md"),
        ("harbour", "harbour.md"),
    ] {
        assert_eq!(nearest(folder, text, &embedder).unwrap(), document);
    }
    let files = fs::read_dir(folder.join("generations/3")).unwrap();
    let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.filter(|name| name.ends_with(".vectors")).collect();
    files.sort();
    assert_eq!(
        files,
        ["1.vectors", "2.vectors"],
        "a build without new vectors has no file"
    );
}

#[test]
fn vectors_of_another_model_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (own, other) = (TestEmbedder::default(), TestEmbedder::of("other", 64));
    embedded(folder, &texts(&["one"]), &own, false).unwrap();
    let refused = embedded(folder, &texts(&["one"]), &other, false).unwrap_err();
    assert!(
        refused.contains("its vectors are of `test` with 512 numbers"),
        "{refused}"
    );
    assert!(begun(folder, false).is_err(), "vectors are not thrown away");
    assert_eq!(nearest(folder, "one", &other), Err("index_unfit"));
    assert_eq!(nearest(folder, "one", &own).unwrap(), "one.md");
    embedded(folder, &texts(&["one"]), &other, true).unwrap();
    assert_eq!(nearest(folder, "one", &other).unwrap(), "one.md");
}

#[test]
fn a_truncated_file_of_vectors_is_a_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let embedder = TestEmbedder::default();
    embedded(folder, &texts(&["one", "two"]), &embedder, false).unwrap();
    let file = folder.join("generations/1/1.vectors");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(nearest(folder, "one", &embedder), Err("index_unfit"));
    fs::remove_file(&file).unwrap();
    assert_eq!(nearest(folder, "one", &embedder), Err("index_unreachable"));
}

#[test]
fn an_embedder_that_fails_leaves_the_old_generation() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let embedder = TestEmbedder::default();
    embedded(folder, &texts(&["one"]), &embedder, false).unwrap();
    let failing = embedder.failing_on("text");
    let failed = embedded_of(
        folder,
        &texts(&["one", "two"]),
        (&embedder, &failing),
        false,
    );
    assert_eq!(
        failed.unwrap_err(),
        "no vector for `two.md#1`: the answer of the model is none: no vector; 0 vectors are kept for the next build"
    );
    assert_eq!(nearest(folder, "two", &embedder).unwrap(), "one.md");
}

/// Of a batch the model refuses one piece alone.
#[test]
fn a_piece_that_is_refused_is_found_by_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words: Vec<String> = (0..70).map(|number| format!("word{number}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let embedder = TestEmbedder::default().failing_on("word33");
    let built = embedded(folder, &texts(&words), &embedder, false).unwrap();
    assert_eq!((built.written, built.without_vector), (70, 1));
    let why = ModelError::Malformed("no vector".to_owned());
    assert_eq!(built.refused, [("word33.md#1".to_owned(), why)]);
    assert_eq!(found(folder, "word33").unwrap(), ["word33.md"]);
    assert_ne!(
        nearest(folder, "word33", &TestEmbedder::default()).unwrap(),
        "word33.md"
    );
    assert_eq!(
        nearest(folder, "word69 text", &embedder).unwrap(),
        "word69.md"
    );
    // It is as before, and not sent again.
    let again = embedded(folder, &texts(&words), &embedder, false).unwrap();
    assert_eq!((again.kept, again.without_vector), (70, 0));
}

/// What a build was given before it failed is not asked for again.
#[test]
fn vectors_of_a_build_that_failed_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (own, kept) = (folder.path().join("index"), folder.path().join("kept"));
    let words: Vec<String> = (0..70).map(|number| format!("word{number}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let embedder = TestEmbedder::default();
    let runtime = Runtime::new().unwrap();
    let embedding = runtime.block_on(embedding(&embedder)).unwrap();
    let run = |asked: &TestEmbedder| {
        let cache = VectorCache::open(&kept, embedding.as_ref().unwrap()).unwrap();
        let build = Build::begin(&own, false, embedding.clone()).unwrap();
        let mut indexing = Indexing::new(build, asked, Some(cache));
        for document in texts(&words) {
            runtime.block_on(indexing.put(&document))?;
        }
        finished(indexing)
    };
    let ending = embedder.ending_on("word69");
    let failed = run(&ending).unwrap_err().to_string();
    assert!(
        failed.contains("`word64.md#1`") && failed.contains("64 vectors are kept"),
        "{failed}"
    );
    assert_eq!(run(&embedder).unwrap().written, 70);
    assert_eq!(
        (ending.batches(), embedder.batches()),
        (vec![64, 6], vec![1, 6])
    );
    assert!(!kept.exists());
    assert_eq!(nearest(&own, "word7 text", &embedder).unwrap(), "word7.md");
}

/// What is said of questions is kept, and is no reason to make vectors anew.
#[test]
fn an_index_keeps_how_questions_are_asked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let runtime = Runtime::new().unwrap();
    let embedder = TestEmbedder::default();
    let asked = runtime.block_on(embedding(&embedder)).unwrap().unwrap();
    let query = Wording {
        prefix: Some("query: ".to_owned()),
        ..Wording::default()
    };
    for (question, kept) in [
        (Wording::default(), 0),
        (query.clone(), 1),
        (Wording::default(), 1),
    ] {
        let next = Embedding {
            question,
            ..asked.clone()
        };
        let build = Build::begin(folder, false, Some(next)).unwrap();
        let mut indexing = Indexing::new(build, &embedder, None);
        put(&mut indexing, &texts(&["one"])[0]).unwrap();
        assert_eq!(finished(indexing).unwrap().kept, kept);
    }
    assert_eq!(open(folder).unwrap().embedding().unwrap().question, query);
}
