//! A pair of codebooks: a base, what is changed in it, and what a model said.
//!
//! ```text
//! # why                        a remark
//! base one                     another base than `town`
//! also CD011                   another rule that speaks
//! unseen contract              what the decoder cannot show
//! both recipes.yaml            a change of both codebooks …
//! - from                       … of this text
//! + to                         … to this one; left out: the lines go
//! edit codebook.yaml           a change of the new codebook; with `+` alone, a file it has and the old one has not
//! gone tools.yaml              a file the new codebook has not
//! said {"s":"IS"}              a model's text
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cmec_compiler::{BUILTIN_CORE, Checked, Colour, SourceSet, compile, render};

/// The folder of the pairs.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/diff")
}

/// The files of one codebook.
#[derive(Clone)]
struct Files(BTreeMap<String, String>);

pub(crate) struct Pair {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) rule: String,
    pub(crate) also: BTreeSet<String>,
    pub(crate) unseen: BTreeSet<String>,
    pub(crate) said: Vec<String>,
    pub(crate) old: Codebook,
    pub(crate) new: Codebook,
}

/// One codebook of a pair.
pub(crate) struct Codebook {
    pub(crate) sources: SourceSet,
    pub(crate) model: Checked,
}

/// Texts of one file that become others.
#[derive(Default)]
struct Edit {
    both: bool,
    file: String,
    from: Vec<String>,
    to: Vec<String>,
}

impl Pair {
    pub(crate) fn read(name: &str) -> Self {
        let text = std::fs::read_to_string(folder().join(format!("{name}.txt"))).unwrap();
        let mut base = "town".to_owned();
        let (mut also, mut unseen, mut said) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut edits: Vec<Edit> = Vec::new();
        let mut gone = Vec::new();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.to_owned();
            match word {
                "#" => {}
                "base" => base = rest,
                "also" => drop(also.insert(rest)),
                "unseen" => drop(unseen.insert(rest)),
                "said" => said.push(rest),
                "gone" => gone.push(rest),
                "both" | "edit" => edits.push(Edit {
                    both: word == "both",
                    file: rest,
                    ..Edit::default()
                }),
                "-" => edits.last_mut().unwrap().from.push(rest),
                "+" => edits.last_mut().unwrap().to.push(rest),
                _ => panic!("{name}: {line}"),
            }
        }
        let mut old = Files::base(&base);
        let mut new = old.clone();
        for edit in &edits {
            new.apply(edit);
            if edit.both {
                old.apply(edit);
            }
        }
        for file in &gone {
            new.0.remove(file).unwrap();
        }
        Self {
            rule: name.split('-').next().unwrap().to_owned(),
            name: name.to_owned(),
            text,
            also,
            unseen,
            said,
            old: old.compiled(),
            new: new.compiled(),
        }
    }
}

impl Files {
    fn base(name: &str) -> Self {
        let root = folder().join("base").join(name);
        let mut files = BTreeMap::from([("core.yaml".to_owned(), BUILTIN_CORE.to_owned())]);
        for inside in ["", "queries/"] {
            let Ok(entries) = std::fs::read_dir(root.join(inside)) else {
                continue;
            };
            for entry in entries.map(Result::unwrap) {
                if entry.file_type().unwrap().is_file() {
                    let name = format!("{inside}{}", entry.file_name().to_str().unwrap());
                    files.insert(name, std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        Self(files)
    }

    fn apply(&mut self, edit: &Edit) {
        if edit.from.is_empty() {
            let text = format!("{}\n", edit.to.join("\n"));
            assert_eq!(self.0.insert(edit.file.clone(), text), None);
            return;
        }
        let text = self.0.get_mut(&edit.file).unwrap();
        let mut from = edit.from.join("\n");
        if edit.to.is_empty() {
            from.push('\n');
        }
        assert!(text.contains(&from), "{} has no `{from}`", edit.file);
        *text = text.replacen(&from, &edit.to.join("\n"), 1);
    }

    fn compiled(&self) -> Codebook {
        let files = self.0.iter().filter(|(name, _)| *name != "core.yaml");
        let sources = SourceSet::from_bytes(
            &self.0["core.yaml"],
            files.map(|(name, text)| (name.clone(), text.clone())),
        );
        let compilation = compile(&sources);
        let drawn = render(&compilation.findings, &sources, Colour::Plain);
        let model = compilation.model.unwrap_or_else(|| panic!("{drawn}"));
        Codebook { sources, model }
    }
}
