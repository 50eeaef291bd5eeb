//! Builds in a folder: all or nothing, one at a time, and only what fits is read.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cmec_executor::documents::Document;
use cmec_executor::ports::text_index::tantivy::store::{Build, Built, open};
use cmec_executor::ports::text_index::{TextIndex, TextQuery};
use tokio::runtime::Runtime;

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

fn built(folder: &Path, documents: &[Document]) -> Built {
    let mut build = Build::begin(folder, false).unwrap();
    for document in documents {
        build.put(document).unwrap();
    }
    build.finish().unwrap()
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
fn a_second_build_writes_what_is_new_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(found(folder, "one"), Err("index_unreachable"));
    let first = built(folder, &texts(&["one", "two"]));
    assert_eq!(
        (first.generation, first.documents, first.written),
        (1, 2, 2)
    );
    let again = built(folder, &texts(&["one", "two"]));
    assert_eq!(
        (again.generation, again.written, again.kept, again.removed),
        (2, 0, 2, 0)
    );
    let mut changed = texts(&["one", "three"]);
    changed[0].sections[0].text = "uno text".to_owned();
    let third = built(folder, &changed);
    assert_eq!(
        (third.documents, third.written, third.kept, third.removed),
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
    let mut build = Build::begin(folder, false).unwrap();
    build.put(&texts(&["two"])[0]).unwrap();
    assert!(Build::begin(folder, false).is_err(), "one build at a time");
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
    let mut build = Build::begin(folder, false).unwrap();
    assert!(build.put(&lower).unwrap());
    assert!(!build.put(&lower).unwrap(), "one path, one document");
}

#[test]
fn a_folder_without_texts_leaves_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one"]));
    let nothing = Build::begin(folder, false).unwrap().finish();
    assert_eq!(nothing.unwrap_err().code(), "index_failed");
    assert_eq!(found(folder, "one").unwrap(), ["one.md"]);
    let cleared = Build::begin(folder, true).unwrap().finish().unwrap();
    assert_eq!(cleared.documents, 0);
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    built(folder, &texts(&["one"]));
    let manifest = folder.join("manifest.json");
    let own = fs::read_to_string(&manifest).unwrap();
    for (from, to) in [
        ("\"analysis\": 1", "\"analysis\": 999"),
        ("\"format\": 1", "\"format\": 0"),
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
