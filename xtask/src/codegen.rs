//! `codegen`: codebooks → generated Rust, schemas, grammars and locks; write them, or say which are stale.

mod findings;
mod line_tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cmec_compiler::emit::{core_yaml, emit_builtin, emit_core_schemas};
use cmec_compiler::tokens::{Tokenizer, cost};
use cmec_compiler::{Checked, Colour, EmitKind, compile, emit, load_dir, render};

use crate::repository::files;

/// The domains compiled into the program.
const DOMAINS: &[&str] = &["address", "enterprise", "mind", "wine"];
/// Codebooks of the examples: their locks are kept here, their Rust is written by their build scripts.
const EXAMPLES: &[&str] = &["examples/host/codebook/shop"];
/// The core codebook, of which the language's tables are written.
const CORE: &str = "codebook/core.yaml";
/// Folders that hold generated files and nothing else.
const FOLDERS: &[&str] = &[
    "crates/decoder/src/generated",
    "crates/executor/src/generated",
    "grammars",
    "schemas",
];

/// Writes every generated file and removes the ones nothing generates any more.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let (core, wanted) = core(root)?;
    if core != wanted {
        fs::write(root.join(CORE), wanted).map_err(|error| format!("{CORE}: {error}"))?;
        println!("wrote {CORE}");
    }
    let wanted = generate(root)?;
    let mut changed = 0;
    for (path, text) in &wanted {
        let file = root.join(path);
        if fs::read_to_string(&file).is_ok_and(|have| have == *text) {
            continue;
        }
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        fs::write(&file, text).map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
        changed += 1;
    }
    for path in present(root)? {
        if !wanted.contains_key(&path) {
            fs::remove_file(root.join(&path)).map_err(|error| format!("{path}: {error}"))?;
            println!("removed {path}");
            changed += 1;
        }
    }
    println!("{} generated files, {changed} changed", wanted.len());
    Ok(())
}

/// Says which generated files are stale, missing or left over.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let (core, wanted) = core(root)?;
    if core != wanted {
        return Err(format!("stale: {CORE}\nrun `cargo xtask codegen`"));
    }
    let wanted = generate(root)?;
    let mut stale = Vec::new();
    for (path, text) in &wanted {
        match fs::read_to_string(root.join(path)) {
            Ok(have) if have == *text => {}
            Ok(_) => stale.push(format!("stale: {path}")),
            Err(_) => stale.push(format!("missing: {path}")),
        }
    }
    for path in present(root)? {
        if !wanted.contains_key(&path) {
            stale.push(format!("left over: {path}"));
        }
    }
    if stale.is_empty() {
        println!("{} generated files are up to date", wanted.len());
        return Ok(());
    }
    Err(format!("{}\nrun `cargo xtask codegen`", stale.join("\n")))
}

/// The core codebook as it is and as it should be. Every domain is compiled with it, so it comes first.
fn core(root: &Path) -> Result<(String, String), String> {
    let have = fs::read_to_string(root.join(CORE)).map_err(|error| format!("{CORE}: {error}"))?;
    let wanted = core_yaml(&have)?;
    Ok((have, wanted))
}

/// Every generated file: path from the root → text.
fn generate(root: &Path) -> Result<BTreeMap<String, String>, String> {
    let domains: Vec<Checked> = DOMAINS
        .iter()
        .map(|domain| domain_model(&root.join("codebook").join(domain)))
        .collect::<Result<_, _>>()?;
    let schemas = domains
        .iter()
        .flat_map(|checked| emit(checked, EmitKind::Schemas))
        .chain(emit_core_schemas());
    let mut files: BTreeMap<String, String> = schemas
        .map(|artefact| (format!("schemas/{}", artefact.path), artefact.text))
        .collect();
    for checked in &domains {
        // A scenario's grammar is a part of its domain's: `cmec compile` writes it.
        let whole = ["c02", "line"].map(|notation| format!("{}.{notation}.", checked.name()));
        let is_whole = |path: &str| whole.iter().any(|start| path.starts_with(start));
        let grammars = emit(checked, EmitKind::Grammars).into_iter();
        for artefact in grammars.filter(|artefact| is_whole(&artefact.path)) {
            files.insert(format!("grammars/{}", artefact.path), artefact.text);
        }
    }
    for checked in &domains {
        // What the providers' schemas leave out and cost; `cmec compile` writes the schemas themselves.
        let manifests = format!("{}/profiles.json", checked.name());
        let profiles = emit(checked, EmitKind::Profiles).into_iter();
        for artefact in profiles.filter(|artefact| artefact.path == manifests) {
            files.insert(format!("schemas/{}", artefact.path), artefact.text);
        }
    }
    for (domain, checked) in DOMAINS.iter().zip(&domains) {
        let lock = checked.lock().artefact();
        files.insert(format!("codebook/{domain}/{}", lock.path), lock.text);
    }
    files.insert(
        "docs/src/reference/findings.md".to_owned(),
        findings::page(),
    );
    let line = fs::read_to_string(root.join(line_tables::PAGE))
        .map_err(|error| format!("{}: {error}", line_tables::PAGE))?;
    files.insert(line_tables::PAGE.to_owned(), line_tables::page(&line)?);
    for folder in EXAMPLES {
        let lock = domain_model(&root.join(folder))?.lock().artefact();
        files.insert(format!("{folder}/{}", lock.path), lock.text);
    }
    for artefact in emit_builtin(&domains) {
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
    /// Fails with the command that mends it.
    #[test]
    fn generated_files_are_up_to_date() {
        if let Err(stale) = super::check(&crate::repository::root()) {
            panic!("{stale}");
        }
    }
}
