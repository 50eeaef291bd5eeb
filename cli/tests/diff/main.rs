//! `cmec diff`: what it prints and how it exits; and the lock, as `cmec compile` writes and `cmec check` holds it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and writes its files"
)]

#[path = "../common/mod.rs"]
mod common;
mod revisions;

use std::path::Path;

use common::{cmec, repository};
use serde_json::{Value, json};

/// A folder with two copies of a built-in domain, `old` and `new`; in `new` the first text becomes the second.
fn pair(domain: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["old", "new"] {
        let into = folder.path().join(name);
        std::fs::create_dir(&into).unwrap();
        for entry in std::fs::read_dir(repository(&format!("codebook/{domain}"))).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, into.join(path.file_name().unwrap())).unwrap();
            }
        }
    }
    edit(&folder.path().join("new"), from, to);
    folder
}

fn edit(folder: &Path, from: &str, to: &str) {
    let path = folder.join("codebook.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

/// Takes the tables away, which would have to follow every field.
fn without_tables(folder: &Path) {
    for name in ["old", "new"] {
        std::fs::remove_file(folder.join(name).join("bindings.yaml")).unwrap();
    }
}

/// A run in a folder: exit code, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = cmec(arguments).current_dir(folder).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Synonyms of a wine's colour go to another one: breaking for models alone.
const MOVED: (&str, &str) = ("[белый, белые, белого]", "[белый, белые, белого, розе]");
const SORTED: (&str, &str) = (
    "F002: {path: wine.producer,",
    "F002: {sortable: true, path: wine.producer,",
);

fn moved() -> tempfile::TempDir {
    let folder = pair("wine", MOVED.0, MOVED.1);
    edit(
        &folder.path().join("new"),
        ", розового, розе]",
        ", розового]",
    );
    folder
}

#[test]
fn the_exit_code_says_whether_anybody_is_broken() {
    let same = pair("wine", "version: 0.1.0", "version: 0.1.1");
    let (compatible, breaking) = (pair("wine", SORTED.0, SORTED.1), moved());
    for (folder, allow, code) in [
        (&same, "", 0),
        (&compatible, "", 0),
        (&breaking, "", 4),
        (&breaking, "contract,card,rust", 4),
        (&breaking, "model", 0),
    ] {
        let mut arguments = vec!["diff", "old", "new"];
        if !allow.is_empty() {
            arguments.extend(["--allow", allow]);
        }
        let (exit, stdout, stderr) = run(folder.path(), &arguments);
        assert_eq!(exit, code, "{allow} {stdout}{stderr}");
    }
    let (exit, _, stderr) = run(same.path(), &["diff", "old", "absent"]);
    assert_eq!(exit, 1);
    assert!(stderr.starts_with("error: absent: "), "{stderr}");
    assert_eq!(run(same.path(), &["diff", "old"]).0, 2);
    edit(&same.path().join("new"), "type: string", "type: strnig");
    let (exit, stdout, stderr) = run(same.path(), &["diff", "old", "new"]);
    assert_eq!((exit, stdout.as_str()), (1, ""));
    assert!(
        stderr.contains("error[CB013]") && stderr.contains("does not compile"),
        "{stderr}"
    );
}

#[test]
fn text_draws_both_places_and_counts() {
    let folder = moved();
    let (_, stdout, stderr) = run(folder.path(), &["diff", "old", "new", "--report", "text"]);
    assert_eq!(stderr, "");
    for part in [
        "error[CD045]: the word `розе` for `wine.wine_type` is taken for another value: `rose` became `white`",
        "new/codebook.yaml:",
        "old/codebook.yaml:",
        "model breaking, contract untouched, card untouched, rust compatible",
        "\n1 changes, 1 breaking (model 1, contract 0, card 0, rust 0)\n",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
}

#[test]
fn json_is_an_object_a_line() {
    let folder = pair("wine", SORTED.0, SORTED.1);
    let (_, stdout, stderr) = run(folder.path(), &["diff", "old", "new"]);
    let change: Value = serde_json::from_str(stdout.trim_end()).unwrap();
    assert_eq!(change["id"], "CD027");
    assert_eq!(change["severity"], "compatible");
    let effects = json!({"model": "compatible", "contract": "compatible", "card": "compatible", "rust": "compatible"});
    assert_eq!(change["effects"], effects);
    assert_eq!(change["new"]["file"], "new/codebook.yaml");
    assert_eq!(change["new"]["line"], 16);
    assert_eq!(change["old"], Value::Null);
    assert_eq!(
        stderr,
        "1 changes, 0 breaking (model 0, contract 0, card 0, rust 0)\n"
    );
}

#[test]
fn sarif_has_both_places_and_weighs_what_is_allowed() {
    let folder = moved();
    for (allow, level) in [("card", "error"), ("model", "warning")] {
        let arguments = ["diff", "old", "new", "--report", "sarif", "--allow", allow];
        let (_, stdout, _) = run(folder.path(), &arguments);
        let report: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(report["version"], "2.1.0");
        let run = &report["runs"][0];
        let result = &run["results"][0];
        assert_eq!(
            (&result["ruleId"], &result["level"]),
            (&json!("CD045"), &json!(level))
        );
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], "CD045");
        for (list, file) in [("locations", "new"), ("relatedLocations", "old")] {
            let place = &result[list][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert_eq!(uri, format!("{file}/codebook.yaml"));
            assert!(place["region"]["startLine"].as_u64().unwrap() > 1);
        }
        assert_eq!(result["properties"]["effects"]["model"], "breaking");
    }
    let same = pair("wine", "version: 0.1.0", "version: 0.1.1");
    let (_, stdout, _) = run(same.path(), &["diff", "old", "new", "--report", "sarif"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["runs"][0]["results"], json!([]));
}

#[test]
fn github_marks_the_new_line() {
    let folder = moved();
    let (_, stdout, _) = run(folder.path(), &["diff", "old", "new", "--report", "github"]);
    let start =
        "::error file=new/codebook.yaml,line=29,col=7,title=CD045 word-moved::the word `розе`";
    assert!(stdout.starts_with(start), "{stdout}");
    assert!(stdout.contains("%0Abreaks model%0Ainstead: "), "{stdout}");
    assert_eq!(stdout.lines().count(), 1);
}

/// What a codebook's lock forbids is what a diff is asked to tell: it compares the two all the same.
#[test]
fn the_lock_does_not_stop_a_diff() {
    let folder = pair("wine", "wine.acidity", "wine.freshness");
    without_tables(folder.path());
    let (exit, stdout, _) = run(folder.path(), &["diff", "old", "new"]);
    let change: Value = serde_json::from_str(stdout.trim_end()).unwrap();
    assert_eq!((exit, &change["id"]), (4, &json!("CD013")));
    let (exit, _, stderr) = run(folder.path(), &["check", "--format", "text", "new"]);
    assert_eq!(exit, 4);
    let parts = [
        "error[CB092]",
        "new/codebook.lock:",
        "the code `F011` named `wine.acidity` and now names `wine.freshness`",
    ];
    for part in parts {
        assert!(stderr.contains(part), "{part}\n{stderr}");
    }
}

#[test]
fn compile_writes_the_lock_and_check_finds_it_stale() {
    let new = "F016: {path: wine.stock, type: integer, label: {ru: остаток, en: stock}}\n  F001: {path: wine.name,";
    let folder = pair("wine", "F001: {path: wine.name,", new);
    without_tables(folder.path());
    let compile = ["compile", "new", "--out", "out"];
    let (exit, _, stderr) = run(folder.path(), &[&compile[..], &["--check"]].concat());
    assert_eq!(exit, 4);
    assert!(stderr.contains("stale: new/codebook.lock"), "{stderr}");
    let (exit, stdout, _) = run(folder.path(), &compile);
    assert_eq!(
        (exit, stdout.as_str()),
        (0, "new/codebook.lock\nout/wine.tables.json\n")
    );
    let lock = std::fs::read_to_string(folder.path().join("new/codebook.lock")).unwrap();
    assert!(
        lock.contains("\n- {field: F016, path: wine.stock, value: integer, alias: stock, check: "),
        "{lock}"
    );
    assert_eq!(
        run(folder.path(), &[&compile[..], &["--check"]].concat()).0,
        0
    );
    // The field goes again; what was given must be reserved.
    edit(&folder.path().join("new"), new, "F001: {path: wine.name,");
    let (exit, stdout, _) = run(folder.path(), &["check", "--format", "json", "new"]);
    let finding: Value = serde_json::from_str(stdout.trim_end()).unwrap();
    assert_eq!((exit, &finding["id"]), (4, &json!("CB091")));
    assert_eq!(
        finding["help"],
        "add `F016` to `reserved` of `codebook.yaml`"
    );
    edit(
        &folder.path().join("new"),
        "\ntypes:",
        "\nreserved: [F016]\n\ntypes:",
    );
    assert_eq!(run(folder.path(), &["check", "new"]).0, 0);
}

#[test]
fn a_change_is_explained() {
    let (exit, stdout, _) = run(&repository("."), &["explain", "cd026", "--format", "text"]);
    assert_eq!(exit, 0);
    assert!(
        stdout.starts_with("CD026 operator-removed (diff)\n"),
        "{stdout}"
    );
    assert!(
        stdout.contains("effects: model breaking, contract breaking"),
        "{stdout}"
    );
}

/// A repository with the shipped codebooks in it, committed.
fn repository_of(folder: &Path) {
    git(folder, &["init", "--quiet", "--initial-branch=main"]);
    git(folder, &["add", "--all"]);
    git(folder, &["commit", "--quiet", "--message=one"]);
}

/// What git says in a folder.
fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut git = std::process::Command::new("git");
    let set = "-c user.name=t -c user.email=t@t -c commit.gpgsign=false";
    let output = git
        .current_dir(folder)
        .args(set.split(' '))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Two codebooks in a folder, and the core beside them.
fn library() -> tempfile::TempDir {
    let folder = pair("wine", "version: 0.1.0", "version: 0.1.1");
    let books = folder.path().join("books");
    std::fs::create_dir(&books).unwrap();
    std::fs::copy(repository("codebook/core.yaml"), books.join("core.yaml")).unwrap();
    for name in ["old", "new"] {
        let domain = if name == "old" { "wine" } else { "other" };
        std::fs::rename(folder.path().join(name), books.join(domain)).unwrap();
    }
    let other = books.join("other/codebook.yaml");
    let text = std::fs::read_to_string(&other).unwrap();
    std::fs::write(other, text.replace("name: wine", "name: other")).unwrap();
    folder
}

#[test]
fn a_revision_a_tar_and_a_table_file_are_what_it_was() {
    let folder = library();
    repository_of(folder.path());
    let wine = folder.path().join("books/wine");
    let tar = std::process::Command::new("git")
        .current_dir(folder.path())
        .args(["archive", "--format=tar", "--output=all.tar", "HEAD"])
        .output()
        .unwrap();
    assert!(tar.status.success(), "{tar:?}");
    let compiled = ["compile", "books/wine", "--emit", "tables", "--out", "out"];
    assert_eq!(run(folder.path(), &compiled).0, 0);
    edit(&wine, MOVED.0, MOVED.1);
    edit(&wine, ", розового, розе]", ", розового]");
    for old in [
        "git:main",
        "git:HEAD:books/wine",
        "all.tar",
        "out/wine.tables.json",
    ] {
        let (exit, stdout, stderr) = run(folder.path(), &["diff", "--against", old, "books/wine"]);
        assert_eq!(exit, 4, "{old} {stderr}");
        let change: Value = serde_json::from_str(stdout.trim_end()).unwrap();
        assert_eq!(change["id"], "CD045", "{old}");
        if old.starts_with("git:") {
            let file = change["old"]["file"].as_str().unwrap();
            assert!(
                file.starts_with(old) && file.ends_with("codebook.yaml"),
                "{file}"
            );
        }
    }
    // From inside of the folder, and of all codebooks at once.
    let (exit, stdout, _) = run(
        &wine,
        &["diff", "--against", "git:main", ".", "--report", "text"],
    );
    assert_eq!(exit, 4);
    assert!(
        stdout.contains("git:main:books/wine/codebook.yaml:"),
        "{stdout}"
    );
    let (exit, stdout, _) = run(folder.path(), &["diff", "--against", "git:main", "books"]);
    assert_eq!((exit, stdout.lines().count()), (4, 1));
    for (old, said) in [
        ("git:absent", "git: fatal"),
        ("git:--output=x", "is no revision"),
        ("books/core.yaml", "it is no tar archive"),
    ] {
        let (exit, stdout, stderr) = run(folder.path(), &["diff", "--against", old, "books/wine"]);
        assert!(exit == 1 || exit == 2, "{old}");
        assert!(stdout.is_empty() && stderr.contains(said), "{old} {stderr}");
    }
    assert_eq!(run(folder.path(), &["diff", "books/wine"]).0, 2);
    assert_eq!(
        run(folder.path(), &["diff", "--against", "a", "b", "c"]).0,
        2
    );
}

#[test]
fn a_folder_of_codebooks_is_compared_name_by_name() {
    let folder = library();
    repository_of(folder.path());
    let wine = folder.path().join("books/wine");
    edit(&wine, "version: 0.1.0", "version: 0.1.2");
    std::fs::remove_dir_all(folder.path().join("books/other")).unwrap();
    std::fs::create_dir(folder.path().join("books/third")).unwrap();
    for file in [
        "codebook.yaml",
        "codebook.lock",
        "bindings.yaml",
        "tools.yaml",
    ] {
        std::fs::copy(
            wine.join(file),
            folder.path().join("books/third").join(file),
        )
        .unwrap();
    }
    let against = ["diff", "--against", "git:main", "books", "--report", "text"];
    let (exit, stdout, _) = run(folder.path(), &against);
    assert_eq!(exit, 4, "{stdout}");
    for part in [
        "error[CD008]: the codebook `other` is gone",
        "note[CD007]: the codebook `wine` is new",
        "2 changes, 1 breaking (model 1, contract 1, card 1, rust 1)",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
}

#[test]
fn only_what_breaks_by_type_and_for_junit() {
    let folder = pair("wine", SORTED.0, SORTED.1);
    edit(&folder.path().join("new"), MOVED.0, MOVED.1);
    edit(
        &folder.path().join("new"),
        ", розового, розе]",
        ", розового]",
    );
    edit(
        &folder.path().join("new"),
        "languages: [",
        "languages: [de, ",
    );
    let (exit, stdout, _) = run(folder.path(), &["diff", "old", "new", "--report", "text"]);
    assert_eq!(exit, 4);
    let whole = stdout.find("== the whole codebook: ").unwrap();
    let wine = stdout
        .find("== type `wine`: 2 changes, 1 breaking")
        .unwrap();
    assert!(whole < wine, "{stdout}");
    let (exit, stdout, stderr) = run(folder.path(), &["diff", "old", "new", "--breaking"]);
    assert_eq!((exit, stdout.lines().count()), (4, 1), "{stdout}");
    assert!(
        stdout.contains("CD045") && stderr.contains(" 1 breaking "),
        "{stderr}"
    );
    let junit = ["diff", "old", "new", "--report", "junit"];
    let (exit, stdout, _) = run(folder.path(), &junit);
    assert_eq!(exit, 4);
    for part in [
        "<testsuite name=\"new\" tests=\"",
        " failures=\"1\" errors=\"0\" skipped=\"0\">",
        "<testcase classname=\"new.wine\" name=\"CD045 ",
        "<failure type=\"word-moved\" message=\"breaks model\">",
    ] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
    let (_, stdout, _) = run(folder.path(), &[&junit[..], &["--allow", "model"]].concat());
    assert!(
        stdout.contains("<skipped message=\"breaks model, which is allowed\"/>"),
        "{stdout}"
    );
    let same = pair("wine", "version: 0.1.0", "version: 0.1.1");
    let (exit, stdout, _) = run(same.path(), &junit);
    assert_eq!(exit, 0);
    assert!(stdout.contains("name=\"no change\"/>"), "{stdout}");
}

/// What the new codebook ignores is left out and counted; it breaks nobody who was told.
#[test]
fn a_codebook_ignores_changes_by_id() {
    let folder = moved();
    let (code, stdout, _) = run(folder.path(), &["diff", "old", "new", "--format", "text"]);
    assert!(code == 4 && stdout.contains("CD045"), "{stdout}");
    let new = folder.path().join("new");
    edit(
        &new,
        "version: 0.1.0",
        "version: 0.1.0\nignored: {CD044: no prompt has the word, CD045: no prompt has the word}",
    );
    let (code, stdout, stderr) = run(folder.path(), &["diff", "old", "new", "--format", "text"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(!stdout.contains("CD045"), "{stdout}");
    assert!(stdout.contains(" ignored\n"), "{stdout}");
}

/// An artefact that the codebook does not give any more is told, and is stale to whoever asks.
#[test]
fn what_is_left_over_is_told() {
    let folder = pair("wine", "version: 0.1.0", "version: 0.1.1");
    let compile = ["compile", "new", "--out", "out", "--emit", "card,schemas"];
    assert_eq!(run(folder.path(), &compile).0, 0);
    let check = [&compile[..], &["--check"]].concat();
    assert_eq!(run(folder.path(), &check).0, 0);
    let out = folder.path().join("out");
    for name in [
        "wine.card.de.txt",
        "wine/other.schema.json",
        "mind.card.ru.txt",
        "notes.txt",
    ] {
        std::fs::write(out.join(name), "old").unwrap();
    }
    let (code, _, stderr) = run(folder.path(), &check);
    assert_eq!(code, 4);
    let told: Vec<&str> = stderr
        .lines()
        .filter(|line| line.starts_with("left over: "))
        .collect();
    assert_eq!(
        told,
        [
            "left over: out/wine.card.de.txt",
            "left over: out/wine/other.schema.json"
        ]
    );
    // Writing tells it too, and removes nothing.
    let (code, _, stderr) = run(folder.path(), &compile);
    assert!(
        code == 0 && stderr.contains("left over: out/wine.card.de.txt"),
        "{stderr}"
    );
    assert!(out.join("wine.card.de.txt").exists());
}

#[test]
fn a_folder_without_codebooks_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("codebook")).unwrap();
    let (code, _, stderr) = run(folder.path(), &["check"]);
    assert_eq!(code, 2);
    assert!(
        stderr.contains("the folder `codebook` has no folder of a codebook"),
        "{stderr}"
    );
}
