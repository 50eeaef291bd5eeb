//! A built-in codebook that is changed in one place, and what models say in its domain.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cmec_compiler::diff::{Audience, Effect};
use cmec_compiler::{Checked, Severity, SourceSet, compile_to_compare, diff};
use cmec_decoder::{Notation, Spelling, Tables};

use crate::{breaks, cards, decode, names};

/// The files of a codebook, with the core.
pub(crate) type Files = BTreeMap<String, String>;

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn read(file: &str) -> String {
    std::fs::read_to_string(repository().join(file)).unwrap()
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let files = entries
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_file());
    files
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// The codebook, or what is wrong with it.
pub(crate) fn compiled(files: &Files) -> Result<Checked, String> {
    let domain = files.iter().filter(|(name, _)| *name != "core.yaml");
    let domain = domain.map(|(name, text)| (name.clone(), text.clone()));
    let compilation = compile_to_compare(&SourceSet::from_bytes(&files["core.yaml"], domain));
    let findings = compilation.findings;
    compilation.model.ok_or_else(|| {
        let errors = findings
            .iter()
            .filter(|one| one.rule.doc().severity == Severity::Error);
        errors
            .map(|one| one.message.clone())
            .collect::<Vec<_>>()
            .join("; ")
    })
}

/// The folder of a codebook: one that is built in, or a base of pairs.
fn folder(name: &str) -> String {
    match name {
        "town" => "fixtures/diff/base/town".to_owned(),
        name => format!("codebook/{name}"),
    }
}

/// A codebook with its files, and what each output decodes to.
pub(crate) struct Book {
    pub(crate) files: Files,
    pub(crate) model: Checked,
    outputs: Vec<String>,
    decoded: Vec<String>,
}

impl Book {
    pub(crate) fn of(domain: &str) -> Self {
        let folder = folder(domain);
        let mut files = Files::from([("core.yaml".to_owned(), read("codebook/core.yaml"))]);
        for within in ["", "queries/"] {
            for name in names_in(&repository().join(&folder).join(within)) {
                let path = format!("{within}{name}");
                files.insert(path.clone(), read(&format!("{folder}/{path}")));
            }
        }
        let model = compiled(&files).unwrap();
        let outputs = outputs(domain, &model);
        Self::saying(files, model, outputs)
    }

    /// The same with every name said bare.
    pub(crate) fn bare(domain: &str) -> Self {
        let Self {
            files,
            model,
            mut outputs,
            ..
        } = Self::of(domain);
        outputs.extend(bare(model.tables()));
        Self::saying(files, model, outputs)
    }

    /// The same without a file.
    pub(crate) fn without(&mut self, file: &str) {
        if self.files.remove(file).is_some() {
            self.model = compiled(&self.files).unwrap();
        }
    }

    fn saying(files: Files, model: Checked, outputs: Vec<String>) -> Self {
        let decoded = outputs
            .iter()
            .map(|said| decode(&model, said, Spelling::Auto))
            .collect();
        Self {
            files,
            model,
            outputs,
            decoded,
        }
    }

    /// Faults of `diff` over a change of this codebook, in both directions.
    pub(crate) fn faults(&self, new: &Checked) -> Vec<String> {
        let now: Vec<String> = (self.outputs.iter())
            .map(|said| decode(new, said, Spelling::Auto))
            .collect();
        let there = diff(&self.model, new);
        let back = diff(new, &self.model);
        let mut faults = Vec::new();
        let sides = [
            (&there, (&self.model, &self.decoded), (new, &now)),
            (&back, (new, &now), (&self.model, &self.decoded)),
        ];
        for (changes, (_, before), (after, outcomes)) in sides {
            let rules: Vec<&str> = changes.iter().map(|change| change.rule.id).collect();
            let lost = before.iter().zip(outcomes).zip(&self.outputs);
            let mut lost = lost.filter(|((was, is), _)| was.starts_with('{') && was != is);
            if let Some(((was, is), said)) = lost.next()
                && !breaks(changes, Audience::Model)
            {
                faults.push(format!(
                    "{rules:?} breaks no model: {said}\n  {was}\n  {is}"
                ));
            }
            let stored: BTreeSet<&String> =
                before.iter().filter(|was| was.starts_with('{')).collect();
            let mut stored = stored.into_iter().filter_map(|was| {
                let is = decode(after, was, Spelling::Only(Notation::Mec));
                (is != *was).then_some((was, is))
            });
            if !breaks(changes, Audience::Contract)
                && let Some((was, is)) = stored.next()
            {
                faults.push(format!("{rules:?} breaks no contract: {was}\n  {is}"));
            }
            let told = changes
                .iter()
                .any(|change| change.effects.card != Effect::Untouched);
            if !told && cards(&self.model) != cards(new) {
                faults.push(format!("{rules:?} touches no card"));
            }
        }
        if !breaks(&there, Audience::Rust) && !names(&self.model).is_subset(&names(new)) {
            faults.push("it breaks no program".to_owned());
        }
        faults
    }

    /// Whether some output that was a contract is another one or none.
    pub(crate) fn loses(&self, new: &Checked) -> Option<&str> {
        let outputs = self.outputs.iter().zip(&self.decoded);
        let contracts = outputs.filter(|(_, was)| was.starts_with('{'));
        let mut lost = contracts.filter(|(said, was)| decode(new, said, Spelling::Auto) != **was);
        lost.next().map(|(said, _)| said.as_str())
    }
}

/// Outputs in SQL and JSON and calls of tools: those of the fixtures, and a few of every column.
fn outputs(domain: &str, model: &Checked) -> Vec<String> {
    let mut outputs = Vec::new();
    for file in ["fixtures/sql/read.sql", "fixtures/sql/rules.sql"] {
        let mut is_own = false;
        for line in read(file).lines() {
            match line.strip_prefix("-- ") {
                Some(named) if ["enterprise", "mind", "wine", "address"].contains(&named) => {
                    is_own = named == domain;
                }
                Some(_) => {}
                None if is_own && !line.is_empty() => outputs.push(line.to_owned()),
                None => {}
            }
        }
    }
    let folder = format!("fixtures/decode/contract/{domain}");
    let mut files = names_in(&repository().join(&folder));
    files.retain(|name| name.ends_with(".txt"));
    files.sort();
    outputs.extend(files.iter().map(|name| read(&format!("{folder}/{name}"))));
    let tables = model.tables();
    for field in tables.fields.iter().take(20) {
        let (of, name) = (&field.type_name, field.spelling());
        outputs.push(format!("SELECT {name}, COUNT(*) FROM {of} GROUP BY {name}"));
        outputs.push(format!("SELECT * FROM {of} WHERE {name} = 'active'"));
    }
    outputs
}

/// Names that are said bare: columns, metrics and values over a join, and tables that are joined without their relation.
fn bare(tables: &Tables) -> Vec<String> {
    let mut outputs = Vec::new();
    for relation in tables.relations.iter() {
        let (from, to) = (&relation.from, &relation.to);
        let joined = format!(
            "FROM {from} JOIN {to} ON {from}.{} = {to}",
            relation.spelling()
        );
        for field in tables
            .fields
            .iter()
            .filter(|field| field.type_name == *from)
        {
            for name in [&*field.name, field.spelling()] {
                outputs.push(format!("SELECT {name} {joined}"));
            }
            for value in field.values.iter() {
                let (name, value) = (field.spelling(), &value.value);
                outputs.push(format!(
                    "SELECT * {joined} WHERE {from}.{name} = \"{value}\""
                ));
            }
        }
        for metric in tables
            .metrics
            .iter()
            .filter(|metric| metric.type_name == *from)
        {
            outputs.push(format!("SELECT {} {joined}", metric.name));
        }
        for next in tables.relations.iter().filter(|next| next.from == *to) {
            outputs.push(format!("SELECT {from}.* {joined} JOIN {}", next.to));
        }
    }
    outputs
}
