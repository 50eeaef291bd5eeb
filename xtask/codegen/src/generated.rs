//! Codebooks → table files, schemas, locks, sets of questions and pages; write them, or say which are stale.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use cmec_compiler::emit::{core_yaml, emit_builtin, emit_core_schemas, schema_file};
use cmec_compiler::tokens::{Tokenizer, cost};
use cmec_compiler::{Artefact, Checked, Colour, EmitKind, compile, emit, load_dir, render};
use cmec_decoder::generated::DOMAINS;
use cmec_executor::schemas;
use xtask::command;
use xtask::repository::{files, read};

use crate::{client_tables, codebook_keys, findings, question_sets};

/// Codebooks of the examples: their locks are kept here, their Rust is written by their build scripts.
const EXAMPLES: &[&str] = &["examples/host/codebook/shop"];
/// The core codebook, of which the language's tables are written.
const CORE: &str = "codebook/core.yaml";
/// Folders that hold generated files and nothing else.
const FOLDERS: &[&str] = &[
    question_sets::FOLDER,
    "crates/decoder/tables",
    "crates/executor/tables",
    "schemas",
];

/// Writes every generated file and removes the ones nothing generates any more.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let (core, wanted) = core(root)?;
    if core != wanted {
        fs::write(root.join(CORE), wanted).map_err(|error| format!("{CORE}: {error}"))?;
        println!("wrote {CORE}");
        // The compiler has the core codebook in it: one that has this one writes the rest.
        return command::run(root, &["run", "--quiet", "-p", "codegen"]);
    }
    let (count, changes) = changes(root)?;
    for (path, text) in &changes {
        let file = root.join(path);
        let said = |error: io::Error| format!("{path}: {error}");
        if let Some(text) = text {
            file.parent()
                .map_or(Ok(()), fs::create_dir_all)
                .map_err(said)?;
            fs::write(&file, text).map_err(said)?;
            println!("wrote {path}");
        } else {
            fs::remove_file(&file).map_err(said)?;
            println!("removed {path}");
        }
    }
    println!("{count} generated files, {} changed", changes.len());
    Ok(())
}

/// Says which generated files are stale, missing or left over.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let (core, wanted) = core(root)?;
    if core != wanted {
        return Err(format!("stale: {CORE}\nrun `cargo xtask codegen`"));
    }
    let (count, changes) = changes(root)?;
    if changes.is_empty() {
        println!("{count} generated files are up to date");
        return Ok(());
    }
    let told = changes.iter().map(|(path, text)| match text {
        Some(_) if root.join(path).exists() => format!("stale: {path}\n"),
        Some(_) => format!("missing: {path}\n"),
        None => format!("left over: {path}\n"),
    });
    Err(format!(
        "{}run `cargo xtask codegen`",
        told.collect::<String>()
    ))
}

/// How many files are generated, and those that are not as they should be: path from the root → text, none for a file
/// that nothing generates any more.
fn changes(root: &Path) -> Result<(usize, BTreeMap<String, Option<String>>), String> {
    let wanted = generate(root)?;
    let count = wanted.len();
    let mut left_over = present(root)?;
    left_over.retain(|path| !wanted.contains_key(path));
    let is_fresh = |path: &String, text: &String| {
        fs::read_to_string(root.join(path)).is_ok_and(|have| have == *text)
    };
    let changed = wanted
        .into_iter()
        .filter(|(path, text)| !is_fresh(path, text));
    let changes = (changed.map(|(path, text)| (path, Some(text))))
        .chain(left_over.into_iter().map(|path| (path, None)))
        .collect();
    Ok((count, changes))
}

/// The core codebook as it is and as it should be. Every domain is compiled with it, so it comes first.
fn core(root: &Path) -> Result<(String, String), String> {
    let have = read(root, CORE)?;
    let wanted = core_yaml(&have)?;
    Ok((have, wanted))
}

/// Every generated file: path from the root → text.
fn generate(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let domains: Vec<Checked> = DOMAINS
        .iter()
        .map(|domain| domain_model(&root.join("codebook").join(domain)))
        .collect::<Result<_, _>>()?;
    let answers = [
        ("clarify", schemas::clarify()),
        ("reject", schemas::reject()),
        ("response", schemas::response()),
        ("debug-envelope", schemas::debug_envelope()),
    ];
    let schemas = domains
        .iter()
        .flat_map(|checked| emit(checked, EmitKind::Schemas))
        .chain(emit_core_schemas())
        .chain(answers.map(|(name, schema)| schema_file(name, schema)));
    let mut files: BTreeMap<String, String> = schemas
        .map(|artefact| (format!("schemas/{}", artefact.path), artefact.text))
        .collect();
    for (domain, checked) in DOMAINS.iter().zip(&domains) {
        let manifests = format!("{}/profiles.json", checked.name());
        let mut profiles = emit(checked, EmitKind::Profiles);
        profiles.retain(|artefact| artefact.path == manifests);
        let (path, text) = question_sets::of(root, checked)?;
        files.insert(path, text);
        let lock = (
            format!("codebook/{domain}"),
            vec![checked.lock().artefact()],
        );
        let folders = [("schemas".to_owned(), profiles), lock];
        for (folder, artefacts) in folders {
            let named = |artefact: Artefact| (format!("{folder}/{}", artefact.path), artefact.text);
            files.extend(artefacts.into_iter().map(named));
        }
    }
    files.insert(codebook_keys::PAGE.to_owned(), codebook_keys::page());
    files.insert(findings::PAGE.to_owned(), findings::page());
    let models = read(root, client_tables::PAGE)?;
    let models = client_tables::page(&models, &domains)?;
    files.insert(client_tables::PAGE.to_owned(), models);
    for folder in EXAMPLES {
        let lock = domain_model(&root.join(folder))?.lock().artefact();
        files.insert(format!("{folder}/{}", lock.path), lock.text);
    }
    for artefact in domains.iter().flat_map(emit_builtin) {
        files.insert(artefact.path, artefact.text);
    }
    Ok(files)
}

fn domain_model(folder: &Path) -> Result<Checked, String> {
    let sources = load_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let compilation = compile(&sources);
    let report = render(&compilation.findings, &sources, Colour::Plain);
    // A shipped codebook is held to its warnings too.
    match compilation.model {
        Some(model) if compilation.findings.is_empty() => with_aliases(model),
        _ => Err(report),
    }
}

/// The codebook with an alias for all that has none; the vocabularies are read only where one is missing.
fn with_aliases(model: Checked) -> Result<Checked, String> {
    if !model.lacks_aliases() {
        return Ok(model);
    }
    let tokenizers = Tokenizer::all_builtin().map_err(|error| error.to_string())?;
    Ok(model.with_aliases(&|text| cost(&tokenizers, text)))
}

/// The files that are in the generated folders now.
fn present(root: &Path) -> Result<Vec<String>, String> {
    let there = FOLDERS.iter().filter(|folder| root.join(folder).is_dir());
    let found = there.map(|folder| files(root, folder));
    Ok(found.collect::<Result<Vec<_>, _>>()?.concat())
}

#[cfg(test)]
mod tests {
    use cmec_compiler::emit::GENERATED_FROM_CODEBOOK;
    use xtask::repository::root;

    use super::{check, generate};

    /// Fails with the command that mends it.
    #[test]
    fn generated_files_are_up_to_date() {
        if let Err(stale) = check(&root()) {
            panic!("{stale}");
        }
    }

    /// `cmec compile` writes the same for hosts; JSON, which has no comments, says it in `$comment` or `generator`.
    #[test]
    fn every_generated_file_says_that_it_is() {
        for (path, text) in generate(&root()).unwrap() {
            let says = |line: &str| line.contains(GENERATED_FROM_CODEBOOK);
            let marked = match path.split('/').next() {
                Some("crates") => text.contains("\"generator\": \"cmec\""),
                Some("schemas") => text.lines().take(5).any(says),
                _ => true,
            };
            assert!(marked, "{path}");
        }
    }
}
