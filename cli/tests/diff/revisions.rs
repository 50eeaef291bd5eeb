//! What a revision of git has: the files that were committed, in the folder that is meant.

use crate::common::cmec;
use crate::{MOVED, edit, git, library, moved, pair, repository_of, run};

#[test]
fn a_clone_without_its_history_is_helped() {
    let folder = library();
    repository_of(folder.path());
    git(folder.path(), &["tag", "v1"]);
    git(
        folder.path(),
        &["commit", "--quiet", "--allow-empty", "--message=two"],
    );
    let shallow = tempfile::tempdir().unwrap();
    let from = format!("file://{}", folder.path().display());
    git(
        shallow.path(),
        &["clone", "--quiet", "--depth=1", "--no-tags", &from, "."],
    );
    let (exit, _, stderr) = run(shallow.path(), &["diff", "--against", "git:v1", "books"]);
    assert_eq!(exit, 1, "{stderr}");
    assert!(stderr.contains("git fetch --unshallow"), "{stderr}");
    // A whole one has no such help.
    let (_, _, stderr) = run(folder.path(), &["diff", "--against", "git:v9", "books"]);
    assert!(!stderr.contains("--unshallow"), "{stderr}");
}

/// What an export of a revision makes of its files is not what was committed: each would show `0 changes`.
#[test]
fn a_revision_is_what_was_committed() {
    for (committed, attributes, setting) in [
        // The tools are left out of an export, and gone.
        (MOVED.0, "tools.yaml export-ignore", ""),
        // The word that is new is the subject of the commit.
        ("[белый, белые, \"$Format:%s$\"]", "*.yaml export-subst", ""),
        // A program writes the word that is new.
        ("[белый, белые, two]", "*.yaml filter=f", "filter.f.smudge"),
        // Another object has the place of the one that was committed.
        ("[белый, белые, two]", "", "replace"),
    ] {
        let folder = pair("wine", MOVED.0, committed);
        let (book, touched) = (folder.path().join("new"), folder.path().join("touched"));
        std::fs::write(folder.path().join(".gitattributes"), attributes).unwrap();
        repository_of(folder.path());
        if setting == "filter.f.smudge" {
            let program = format!("touch {}; sed 's/, two]/, one]/'", touched.display());
            git(folder.path(), &["config", setting, &program]);
        }
        if committed == MOVED.0 {
            std::fs::remove_file(book.join("tools.yaml")).unwrap();
        } else {
            edit(&book, committed, "[белый, белые, one]");
        }
        if setting == "replace" {
            let (write, file) = (["hash-object", "-w", "--no-filters"], "new/codebook.yaml");
            let new = git(folder.path(), &[&write[..], &[file]].concat());
            let old = format!("HEAD:{file}");
            git(folder.path(), &["replace", &old, new.trim_end()]);
        }
        let (exit, stdout, stderr) = run(&book, &["diff", "--against", "git:HEAD", "."]);
        assert_eq!(exit, 4, "{attributes} {setting} {stdout}{stderr}");
        assert!(!touched.exists());
    }
}

/// A link or a submodule in the place of a file is refused, and not taken for a missing file.
#[test]
fn a_file_that_is_not_read_is_not_left_out() {
    let folder = pair("wine", "version: 0.1.0", "version: 0.1.1");
    repository_of(folder.path());
    let object = git(folder.path(), &["rev-parse", "HEAD:new/tools.yaml"]);
    for (mode, name, what) in [
        ("120000", "new/tools.yaml", "a link"),
        ("120000", "new/queries", "a link"),
        ("160000", "new/tools.yaml", "a submodule"),
        ("120000", "core.yaml", "a link"),
    ] {
        git(folder.path(), &["reset", "--quiet"]);
        let entry = format!("{mode},{},{name}", object.trim_end());
        git(
            folder.path(),
            &["update-index", "--add", "--cacheinfo", &entry],
        );
        git(folder.path(), &["commit", "--quiet", "--message=two"]);
        for old in ["git:HEAD", "git:HEAD:./new/"] {
            let (exit, stdout, stderr) = run(folder.path(), &["diff", "--against", old, "new"]);
            assert_eq!((exit, stdout.as_str()), (1, ""), "{stderr}");
            let said = format!("`{name}` is {what}");
            assert!(stderr.contains(&said), "{said} {stderr}");
        }
        git(folder.path(), &["reset", "--quiet", "HEAD^"]);
    }
}

/// Another repository may be named by the environment, and look like one in the folder itself; a codebook that lies deeper
/// may have the name of the one that is meant.
#[test]
fn the_codebook_of_a_revision_is_that_of_its_folder() {
    let folder = moved();
    let book = folder.path().join("old");
    let deeper = book.join("deeper/old");
    std::fs::create_dir_all(&deeper).unwrap();
    for name in [
        "codebook.yaml",
        "codebook.lock",
        "bindings.yaml",
        "tools.yaml",
    ] {
        std::fs::copy(folder.path().join("new").join(name), deeper.join(name)).unwrap();
    }
    repository_of(folder.path());
    std::fs::copy(deeper.join("codebook.yaml"), book.join("codebook.yaml")).unwrap();
    let against = ["diff", "--against", "git:HEAD", "."];
    assert_eq!(run(&book, &against).0, 4);
    let other = tempfile::tempdir().unwrap();
    let mut elsewhere = cmec(&against);
    elsewhere.current_dir(&book).env("GIT_DIR", other.path());
    assert_eq!(elsewhere.status().unwrap().code(), Some(4));
    git(&book, &["init", "--quiet", "--bare", "."]);
    let (exit, _, stderr) = run(&book, &against);
    assert!(exit == 1 && stderr.contains("bare"), "{exit} {stderr}");
}
