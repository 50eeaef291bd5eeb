//! `cmec compile`: codebook → artefacts on disk, and the lock beside the codebook.

use std::path::Path;

use cmec_compiler::tokens::cost;
use cmec_compiler::{Artefact, EmitKind};

use crate::arguments::{CompileArguments, EventSwitches};
use crate::exit::{Exit, Failure};
use crate::{output, tokenizers};

/// Runs the command.
pub(crate) fn run(arguments: &CompileArguments) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let sources = cmec_compiler::load_dir(folder)
        .map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
    let compilation = cmec_compiler::compile(&sources);
    let drawn = cmec_compiler::render(&compilation.findings, &sources, output::colour());
    eprint!("{drawn}");
    let Some(mut model) = compilation.model else {
        return Ok(Exit::Reject);
    };
    // The vocabularies are read only where an alias is missing.
    if model.lacks_aliases() {
        let tokenizers = tokenizers::load(&arguments.tokenizer)?;
        model = model.with_aliases(&|text| cost(&tokenizers, text));
    }
    // The lock is part of the codebook, whatever else is asked for: a code is given when it is first compiled.
    let mut exit = one(folder, &model.lock().artefact(), arguments.check)?;
    for emit in &arguments.emit {
        for artefact in cmec_compiler::emit(&model, kind(*emit)) {
            exit = exit.worse(one(&arguments.out, &artefact, arguments.check)?);
        }
    }
    Ok(exit)
}

const fn kind(emit: EventSwitches) -> EmitKind {
    match emit {
        EventSwitches::Rust => EmitKind::Rust,
        EventSwitches::Tables => EmitKind::Tables,
        EventSwitches::Schemas => EmitKind::Schemas,
        EventSwitches::Grammars => EmitKind::Grammars,
        EventSwitches::Tools => EmitKind::Tools,
        EventSwitches::Profiles => EmitKind::Profiles,
        EventSwitches::Card => EmitKind::Card,
        EventSwitches::Reference => EmitKind::Reference,
    }
}

#[allow(
    clippy::disallowed_methods,
    reason = "the command writes the files it is asked for"
)]
fn one(out: &Path, artefact: &Artefact, check: bool) -> Result<Exit, Failure> {
    let path = out.join(&artefact.path);
    let fail = |error: std::io::Error| Failure::failed(format!("{}: {error}", path.display()));
    let fresh = std::fs::read(&path).is_ok_and(|bytes| bytes == artefact.text.as_bytes());
    if check {
        if !fresh {
            eprintln!("stale: {}", path.display());
            return Ok(Exit::Reject);
        }
        return Ok(Exit::Done);
    }
    if !fresh {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        std::fs::write(&path, &artefact.text).map_err(fail)?;
    }
    output::line(&path.display().to_string())?;
    Ok(Exit::Done)
}
