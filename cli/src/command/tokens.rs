//! `cmec tokens`: the token cost of an intent in every notation.

pub(crate) mod arguments;
mod cards;
mod case;
mod count;
mod form;
mod text;

use std::collections::BTreeMap;
use std::path::Path;

use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::{Decoder, Verdict};

use self::arguments::{TokensArguments, TokensReport};
use self::case::Case;
use self::count::{IntentCounts, Sum};
use self::form::FORMS;
use crate::domain::Domain;
use crate::domain::tokenizers;
use crate::report::line_envelope::LineEnvelope;
use crate::terminal::arguments::{Format, Global};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::{input, output};

pub(crate) fn run(arguments: &TokensArguments, global: &Global) -> Result<Exit, CliError> {
    let tokenizers = tokenizers::load(&arguments.tokenizer)?;
    let mut domains: BTreeMap<String, Domain> = BTreeMap::new();
    let mut cases = Vec::new();
    let mut left_out = 0;
    for path in &arguments.files {
        let name = domain_of(path, arguments.domain.as_deref())?;
        if !domains.contains_key(&name) {
            domains.insert(name.clone(), Domain::load(&name)?);
        }
        let Some(domain) = domains.get(&name) else {
            continue;
        };
        let file = input::read_text(path)?;
        let by_line = path.extension().is_some_and(|ending| ending == "jsonl");
        let texts: Vec<&str> = if by_line {
            file.lines()
                .filter(|line| !line.trim().is_empty())
                .collect()
        } else {
            vec![file.as_str()]
        };
        let decoder = Decoder::new(&domain.tables).with_options(Options {
            spelling: arguments.notation.into(),
            ..Options::default()
        });
        for text in texts {
            let said = match by_line {
                true => LineEnvelope::of_line(text.as_bytes()).text,
                false => text.as_bytes().into(),
            };
            let decoded = decoder.decode_bytes(&said, "");
            let Verdict::Contract(contract) = &decoded.verdict else {
                left_out += 1;
                continue;
            };
            // A form that cannot express the contract is left out.
            let texts = FORMS.into_iter().filter_map(|(notation, form)| {
                let text = encode(contract, &domain.tables, notation).ok()?;
                Some((form, text))
            });
            cases.push(Case::of(path, &name, &texts.collect(), &tokenizers)?);
        }
    }
    let sums = tokenizers
        .iter()
        .map(|tokenizer| Sum::of(&cases, tokenizer.name()));
    let counted = IntentCounts {
        sums: sums.collect(),
        told: cards::told(&domains, &tokenizers)?,
        cases,
        left_out,
    };
    let default = match output::format(global) {
        Format::Text => TokensReport::Text,
        Format::Json => TokensReport::Json,
    };
    match arguments.report.unwrap_or(default) {
        TokensReport::Text => output::text(&text::text(&counted))?,
        TokensReport::Json => output::json_line(&counted)?,
    }
    Ok(Exit::Done)
}

/// The domain of a file: the requested one, or the name of its folder.
fn domain_of(path: &Path, asked: Option<&str>) -> Result<String, CliError> {
    if let Some(asked) = asked {
        return Ok(asked.to_owned());
    }
    let folder = path.parent().and_then(Path::file_name);
    let name = folder.map(|name| name.to_string_lossy().into_owned());
    let known = name.filter(|name| Domain::builtin(name).is_some());
    known.ok_or_else(|| {
        let message = format!("{}: its folder is no built-in domain", path.display());
        CliError::usage(message).help("name the domain with `--domain`")
    })
}
