//! Tokenizers by name, or by the path of a `tokenizer.json`.

use std::path::Path;

use cmec_compiler::tokens::Tokenizer;

use crate::terminal::exit::CliError;
use crate::terminal::input;

/// The requested tokenizers; by default the built-in ones.
pub(crate) fn load(names: &[String]) -> Result<Vec<Tokenizer>, CliError> {
    if names.is_empty() {
        return Tokenizer::all_builtin().map_err(CliError::failed);
    }
    let mut loaded: Vec<Tokenizer> = Vec::new();
    for name in names {
        let next = one(name, &loaded)?;
        loaded.push(next);
    }
    Ok(loaded)
}

fn one(name: &str, loaded: &[Tokenizer]) -> Result<Tokenizer, CliError> {
    if Tokenizer::BUILTIN.contains(&name) {
        return Tokenizer::builtin(name).map_err(CliError::failed);
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "json") {
        let builtin = Tokenizer::BUILTIN.join(", ");
        let help = format!("built in: {builtin}; or give the path of a `tokenizer.json`");
        return Err(CliError::usage(format!("there is no tokenizer `{name}`")).help(help));
    }
    let bytes = input::read_bytes(path)?;
    // Most files are called `tokenizer.json`, so the folder names it, or the path if two folders share a name.
    let folder = path.parent().and_then(Path::file_name);
    let shown = (folder.map(|folder| folder.to_string_lossy()))
        .filter(|folder| loaded.iter().all(|other| other.name() != folder))
        .unwrap_or_else(|| name.into());
    Tokenizer::from_json(&shown, &bytes).map_err(|error| CliError::at(path, error))
}
