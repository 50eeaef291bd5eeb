//! Tokenizers by name, or by the path of a `tokenizer.json`.

use std::path::Path;

use cmec_compiler::tokens::Tokenizer;

use crate::exit::Failure;
use crate::input;

/// The tokenizers asked for; none asked for: those that are built in.
pub(crate) fn load(names: &[String]) -> Result<Vec<Tokenizer>, Failure> {
    if names.is_empty() {
        return Tokenizer::all_builtin().map_err(Failure::failed);
    }
    names.iter().map(|name| one(name)).collect()
}

fn one(name: &str) -> Result<Tokenizer, Failure> {
    if Tokenizer::BUILTIN.contains(&name) {
        return Tokenizer::builtin(name).map_err(Failure::failed);
    }
    let path = Path::new(name);
    if path.extension().is_none_or(|ending| ending != "json") {
        return Err(
            Failure::usage(format!("there is no tokenizer `{name}`")).help(format!(
                "built in: {}; or give the path of a `tokenizer.json`",
                Tokenizer::BUILTIN.join(", ")
            )),
        );
    }
    let bytes = input::read_bytes(path)?;
    // Most are called `tokenizer.json`: the folder says which it is.
    let folder = path.parent().and_then(Path::file_name);
    let shown = folder.map_or_else(|| name.into(), |folder| folder.to_string_lossy());
    Tokenizer::from_json(&shown, &bytes)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}
