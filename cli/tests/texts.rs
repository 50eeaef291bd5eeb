//! Texts as a person indexes and searches them: golden questions, a set of one's own, builds that are broken off.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

mod common;
#[path = "texts/front_matter.rs"]
mod front_matter;
#[path = "../../crates/executor/tests/structured/postgres.rs"]
#[allow(dead_code, reason = "other tests ask more of it")]
mod postgres;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use common::{cmec, feed, pipe};
use serde_json::Value;

fn golden(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/mind/golden");
    folder.join(file)
}

fn json(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {said}"))
}

/// The documents of each ranking of a file in the form of TREC.
fn rankings(file: &Path) -> BTreeMap<String, Vec<String>> {
    let mut rankings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        rankings
            .entry(parts[0].to_owned())
            .or_default()
            .push(parts[2].to_owned());
    }
    rankings
}

/// Every question has all of its documents, some or none: 2, 1 or 0; a limited answer has none. Thresholds are not fitted here.
#[test]
fn the_golden_questions_have_their_documents() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("out.trec");
    let mut search = cmec(&["search", "--domain", "mind", "--format", "json"]);
    search.arg("--queries").arg(golden("queries.jsonl"));
    search
        .arg("--qrels")
        .arg(golden("qrels.tsv"))
        .arg("--run")
        .arg(&run);
    let report = json(&search.output().unwrap());
    let limited: BTreeSet<&str> = report["limited"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    let rankings = rankings(&run);
    let mut judged: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in std::fs::read_to_string(golden("qrels.tsv"))
        .unwrap()
        .lines()
        .skip(1)
    {
        let (question, rest) = line.split_once('\t').unwrap();
        let document = rest.split('\t').next().unwrap().to_owned();
        judged
            .entry(question.to_owned())
            .or_default()
            .push(document);
    }
    let score = |(question, documents): (&String, &Vec<String>)| {
        if limited.contains(question.as_str()) {
            return 0;
        }
        let there = documents
            .iter()
            .filter(|one| rankings[question].contains(one))
            .count();
        match there {
            0 => 0,
            all if all == documents.len() => 2,
            _ => 1,
        }
    };
    let total: usize = judged.iter().map(score).sum();
    let mean = total as f64 / judged.len() as f64;
    let answered = limited.iter().filter(|id| id.starts_with('g')).count();
    let unanswered = limited.iter().filter(|id| id.starts_with('u')).count();
    eprintln!(
        "mean {mean:.2}; limited {unanswered} of 10 without an answer, {answered} of {} with one",
        judged.len()
    );
    assert_eq!(judged.len(), 40);
    assert!(mean >= 1.5, "{mean}");
    assert!(answered <= 1, "{limited:?}");
    assert!(unanswered >= 9, "{limited:?}");
}

/// Many texts with a word of their own.
fn texts(folder: &Path, count: usize, word: &str) {
    std::fs::create_dir_all(folder).unwrap();
    for number in 0..count {
        let text = format!(
            "---\ntype: adr\n---\n# Text {number}\n\n{word} number {number}, decided at last.\n"
        );
        std::fs::write(folder.join(format!("{number:04}.md")), text).unwrap();
    }
}

fn index(texts: &Path, index: &Path) -> Command {
    let mut command = cmec(&["index", "--domain", "mind", "--format", "json"]);
    command.arg(texts).arg("--index").arg(index);
    command
}

/// How many texts have a word, of at most twenty.
fn having(index: &Path, word: &str) -> usize {
    let mut search = cmec(&[
        "search",
        word,
        "--domain",
        "mind",
        "--mode",
        "architect",
        "--format",
        "json",
    ]);
    let answer = json(&search.arg("--index").arg(index).output().unwrap());
    answer["returned"]
        .as_u64()
        .map_or(0, |count| usize::try_from(count).unwrap())
}

#[test]
fn a_build_that_is_killed_leaves_the_index_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, own) = (folder.path().join("notes"), folder.path().join("index"));
    texts(&notes, 400, "zebra");
    assert!(index(&notes, &own).output().unwrap().status.success());
    assert!(having(&own, "zebra") > 0);
    let (mut current, mut killed) = ("zebra".to_owned(), 0);
    for step in 1..=20 {
        let next = format!("walrus{step}");
        texts(&notes, 400, &next);
        let mut build = index(&notes, &own)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(step * 7));
        killed += u32::from(build.try_wait().unwrap().is_none());
        let _ = build.kill();
        build.wait().unwrap();
        let (old, new) = (having(&own, &current), having(&own, &next));
        // One generation or the other, never a half of one.
        assert!((old > 0) != (new > 0), "{step}: {old} {new}");
        if new > 0 {
            current = next;
        }
    }
    assert!(killed > 0);
    texts(&notes, 400, "heron");
    let whole = json(&index(&notes, &own).output().unwrap());
    assert_eq!(
        (whole["documents"].as_u64(), whole["written"].as_u64()),
        (Some(400), Some(400))
    );
    assert!(having(&own, "heron") > 0);
    assert_eq!(having(&own, &current), 0);
}

#[test]
fn a_full_disk_leaves_the_index_of_before() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, own) = (folder.path().join("notes"), folder.path().join("index"));
    texts(&notes, 5, "zebra");
    assert!(index(&notes, &own).output().unwrap().status.success());
    texts(&notes, 2_000, "walrus");
    let command = index(&notes, &own);
    let mut shell = Command::new("sh");
    // No file may be longer than 20 kB.
    shell.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$@\"", "sh"]);
    let full = shell
        .arg(command.get_program())
        .args(command.get_args())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: the index failed"), "{said}");
    assert!(having(&own, "zebra") > 0);
    assert_eq!(having(&own, "walrus"), 0);
}

#[test]
fn what_cannot_be_indexed_is_told_and_the_rest_is() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, own) = (folder.path().join("notes"), folder.path().join("index"));
    texts(&notes, 2, "zebra");
    let write = |name: &str, bytes: &[u8]| std::fs::write(notes.join(name), bytes).unwrap();
    write("private.md", b"---\ntype: adr\nstatus: Private\n---\nzebra");
    write("broken.md", b"---\ntype: [adr\n---\ntext");
    write("none.md", b"text");
    write("bytes.md", b"---\ntype: adr\n---\n\xff\xfe");
    write("picture.png", b"\x89PNG");
    write(
        "lines.jsonl",
        b"{\"_id\": \"a\", \"text\": \"zebra\", \"type\": \"adr\"}\n{\n",
    );
    let output = index(&notes, &own).output().unwrap();
    let report = json(&output);
    assert_eq!(report["documents"], 3, "{report}");
    let left: Vec<&str> = report["findings"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        left,
        [
            "document-line",
            "document-not-utf8",
            "front-matter-broken",
            "front-matter-missing",
            "status-left-out"
        ]
    );
    assert_eq!(report["passed_over"]["png"], 1);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("broken.md:2:"), "{said}");
}

#[test]
fn a_contract_is_answered_over_an_index_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let (notes, own) = (folder.path().join("notes"), folder.path().join("index"));
    texts(&notes, 2, "zebra");
    assert!(index(&notes, &own).output().unwrap().status.success());
    let path = own.to_str().unwrap();
    let arguments = [
        "run", "--domain", "mind", "--format", "json", "--index", path,
    ];
    let answer = json(&pipe(
        &arguments,
        "SELECT MATCH('zebra number', kind => 'decision')",
    ));
    assert_eq!(answer["returned"], 2, "{answer}");
    let none = pipe(
        &["run", "--domain", "mind", "--index", "nowhere"],
        "SELECT MATCH('x')",
    );
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no index"));
}

/// The same texts in a folder and in PostgreSQL: the same documents are let in.
#[test]
fn an_index_may_stand_in_postgres() {
    let Some(server) = postgres::Server::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let texts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/mind/notes");
    let url = server.url();
    let local = folder.path().join("index");
    let local = local.to_str().unwrap();
    let builds = [["--index", local], ["--index-env", "INDEX"]].map(|place| {
        let mut build = cmec(&["index", "--domain", "mind", "--format", "json"]);
        build.arg(&texts).args(place).env("INDEX", &url);
        let mut built = json(&build.output().unwrap());
        built["generation"] = Value::Null;
        built
    });
    assert_eq!(builds[0], builds[1]);
    for question in ["Что такое story-layer?", "why does the graph come later"] {
        let answers = [["--index", local], ["--index-env", "INDEX"]].map(|place| {
            let mut search = cmec(&["search", "--domain", "mind", "--format", "json", question]);
            let answer = json(&search.args(place).env("INDEX", &url).output().unwrap());
            let rows = answer["rows"].as_array().unwrap().iter();
            let first = rows.map(|row| row["values"]["document"].clone()).next();
            first.unwrap_or_else(|| panic!("{answer}"))
        });
        assert_eq!(answers[0], answers[1], "{question}");
    }
    let mut run = cmec(&[
        "run",
        "--domain",
        "mind",
        "--format",
        "json",
        "--index-env",
        "INDEX",
    ]);
    run.env("INDEX", &url);
    let answer = json(&feed(
        run,
        "SELECT title FROM note WHERE type = 'adr' LIMIT 3",
    ));
    assert_eq!(answer["returned"], 3, "{answer}");
}

/// The core cases of texts and hybrids give rows from what comes with the domains.
#[test]
fn core_cases_of_texts_have_answers() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/decode/contract");
    for (domain, case) in [
        ("enterprise", "core_hy_solid_state_zh"),
        ("enterprise", "core_hy_in_park_en"),
        ("enterprise", "core_rag_policy_ru"),
        ("wine", "core_hy_vanilla_ru"),
    ] {
        let text = std::fs::read_to_string(cases.join(domain).join(format!("{case}.txt")));
        let answer = pipe(
            &["run", "--domain", domain, "--format", "json"],
            &text.unwrap(),
        );
        let answer = json(&answer);
        assert_eq!(answer["response_type"], "FACTUAL_LIST", "{case}: {answer}");
    }
}

/// Two indexes are one list: what either has is found, and counted once.
#[test]
fn several_indexes_are_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let places = ["one", "two"].map(|name| {
        let texts = folder.path().join(name);
        std::fs::create_dir(&texts).unwrap();
        let note =
            format!("---\ntype: definition\ntags: [{name}]\n---\n# {name}\n\nHarbour {name}.\n");
        std::fs::write(texts.join(format!("{name}.md")), note).unwrap();
        let index = folder.path().join(format!("{name}-index"));
        let mut build = cmec(&["index", "--domain", "mind"]);
        assert!(
            build
                .arg(&texts)
                .arg("--index")
                .arg(&index)
                .status()
                .unwrap()
                .success()
        );
        index
    });
    let asked = |more: &[&str]| {
        let mut search = cmec(&[
            "search",
            "--domain",
            "mind",
            "--format",
            "json",
            "harbour",
            "--type",
            "definition",
        ]);
        search.args(more);
        for place in &places {
            search.arg("--index").arg(place);
        }
        json(&search.output().unwrap())
    };
    let found = asked(&[]);
    let documents: Vec<&str> = (found["rows"].as_array().unwrap().iter())
        .map(|row| row["values"]["document"].as_str().unwrap())
        .collect();
    assert_eq!(documents, ["one.md", "two.md"], "{found}");
    let tagged = asked(&["--tag", "two"]);
    assert_eq!(tagged["returned"], 1, "{tagged}");
    let nearest = asked(&["--tag", "thre"]);
    assert_eq!(nearest["hints"], serde_json::json!(["tags: `one`, `two`"]));
}

/// A file with a document a line is read in parts, and the places of what is wrong are those of the file.
#[test]
fn a_long_file_of_lines_is_read_in_parts() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("texts");
    std::fs::create_dir(&own).unwrap();
    let text = "rain ".repeat(200);
    let mut lines = String::from("\u{feff}");
    for number in 1..=2_500 {
        match number {
            2_000 => lines.push_str("{\"_id\": 5}\n"),
            _ => lines.push_str(&format!(
                "{{\"_id\":\"{number}\",\"type\":\"definition\",\"text\":\"{text}\"}}\n"
            )),
        }
    }
    assert!(lines.len() > 2 << 20);
    std::fs::write(own.join("all.jsonl"), lines).unwrap();
    std::fs::write(own.join("one.md"), "---\ntype: definition\n---\nsnow\n").unwrap();
    let built = index(&own, &folder.path().join("index")).output().unwrap();
    let report = json(&built);
    assert_eq!(report["documents"], 2_500, "{report}");
    assert_eq!(report["files"], 2);
    let told = String::from_utf8_lossy(&built.stderr);
    assert!(told.contains("all.jsonl:2000:"), "{told}");
}

/// The codebook of `mind` in a folder, with more in its `retrieval.yaml`.
fn codebook(book: &Path, more: &str) {
    std::fs::create_dir(book).unwrap();
    let mind = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codebook/mind");
    for entry in std::fs::read_dir(mind).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), book.join(entry.file_name())).unwrap();
    }
    let retrieval = book.join("retrieval.yaml");
    let text = std::fs::read_to_string(&retrieval).unwrap();
    std::fs::write(&retrieval, text + more).unwrap();
}

/// Notes as people keep them say no type, and tags in their own ways.
#[test]
fn ordinary_notes_are_indexed() {
    let folder = tempfile::tempdir().unwrap();
    let [book, notes, own] = ["book", "notes", "index"].map(|name| folder.path().join(name));
    codebook(&book, "default_types: {.: definition, decisions: adr}\n");
    for (name, text) in [
        ("Пирог.md", "---\ntags: '#кулинария/торты, выпечка'\n---\n"),
        ("decisions/first.md", "We eat pies. #food"),
        ("secret.md", "---\nprivate: true\n---\npies"),
        ("node_modules/readme.md", "pies"),
        (
            "lines.jsonl",
            "{\"_id\": 7, \"content\": \"pies\"}\n\n{\"_id\": 7, \"text\": \"t\"}\n",
        ),
    ] {
        let file = notes.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(&notes, notes.join("linked")).unwrap();
    let build = |domain: &Path| {
        let mut build = cmec(&["index", "--format", "json"]);
        build.arg(&notes).arg("--domain").arg(domain);
        build.arg("--index").arg(&own).output().unwrap()
    };
    // No type is known for any of them.
    let none = build(Path::new("mind"));
    let said = String::from_utf8_lossy(&none.stderr);
    assert_eq!(none.status.code(), Some(1), "{said}");
    assert!(said.contains("error: no document is indexed\n"), "{said}");
    assert!(said.contains("default_types: {.: TYPE}"), "{said}");
    let built = build(&book);
    let (report, said) = (json(&built), String::from_utf8_lossy(&built.stderr));
    assert_eq!(
        (&report["documents"], &report["pieces"]),
        (&3.into(), &3.into()),
        "{report}"
    );
    assert_eq!(report["findings"]["status-left-out"], 1);
    assert!(said.contains("lines.jsonl:3: `7` stands twice"), "{said}");
    #[cfg(unix)]
    assert_eq!(report["links"], 1);
    let found = |more: &[&str]| {
        let mut search = cmec(&["search", "--format", "json", "--domain"]);
        let answer = search.arg(&book).arg("--index").arg(&own).args(more);
        let answer = json(&answer.output().unwrap());
        let rows = answer["rows"].as_array().unwrap().iter();
        rows.map(|row| row["values"]["document"].as_str().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    let title = ["Пирог.md"];
    for (asked, documents) in [
        (&["пирог"][..], &title[..]),
        (&["пирог", "--tag", "кулинария"], &title),
        (&["пирог", "--tag", "выпечка"], &title),
        (&["pies", "--type", "adr"], &["decisions/first.md"]),
        (&["pies", "--tag", "food"], &["decisions/first.md"]),
        (&["pies", "--type", "definition"], &["7"]),
    ] {
        assert_eq!(found(asked), documents, "{asked:?}");
    }
}

#[test]
fn corpora_with_indexes_of_their_own_are_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    codebook(
        &book,
        "indexes: {adr: one, overview: sub/two, pattern: one}\n",
    );
    for (notes, place, word) in [("a", "one", "zebra"), ("b", "sub/two", "zebra stripe")] {
        let notes = folder.path().join(notes);
        texts(&notes, 1, word);
        // A path names one document in all of them.
        std::fs::rename(
            notes.join("0000.md"),
            notes.join(format!("{}.md", word.len())),
        )
        .unwrap();
        let output = index(&notes, &book.join(place)).output().unwrap();
        assert!(output.status.success());
    }
    let search = |more: &[&str]| {
        let mut search = cmec(&["search", "zebra", "--format", "json"]);
        json(
            &search
                .arg("--domain")
                .arg(&book)
                .args(more)
                .output()
                .unwrap(),
        )
    };
    assert_eq!(search(&[])["returned"], 2);
    let one = book.join("one");
    assert_eq!(search(&["--index", one.to_str().unwrap()])["returned"], 1);
    std::fs::remove_dir_all(one).unwrap();
    let mut without = cmec(&["search", "zebra"]);
    let refused = without.arg("--domain").arg(&book).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("there is no index"));
}
