//! The strategy for asking a model: tools or an intent, the prompt, and the constraint on the answer.

use cmec_agent::step::{IntentTool, Manner};
use cmec_decoder::stream::StreamDecoder;
use cmec_decoder::tables::SQL_ARGUMENT;
use cmec_decoder::{Decoder, Extract, Notation, Options, Spelling};
use cmec_executor::Locale;

use super::arguments::{AskArguments, AskConstraint, Strategy};
use super::words;
use crate::domain::Domain;
use crate::domain::prompt::{self, Prompt};
use crate::domain::recording::Record;
use crate::domain::strategy::{AskVariant, ConstraintChoice, IntentForm};
use crate::terminal::exit::CliError;
use crate::world::known_server::KnownServer;

/// The requested strategy, or the recorded one, or the domain's default.
pub(super) fn chosen(arguments: &AskArguments, replayed: Option<&Record>) -> Strategy {
    let recorded = replayed.and_then(|record| {
        let all = [Strategy::Sql, Strategy::Tools, Strategy::C02];
        all.into_iter()
            .find(|way| notation(*way) == record.notation)
    });
    let asked = arguments.strategy.or(recorded);
    asked.unwrap_or(Strategy::Sql)
}

pub(super) const fn notation(way: Strategy) -> IntentForm {
    match way {
        Strategy::Tools => IntentForm::Tools,
        Strategy::Sql => IntentForm::Sql,
        Strategy::C02 => IntentForm::C02,
    }
}

/// The constraint on an intent.
pub(super) fn held(
    arguments: &AskArguments,
    way: Strategy,
    known: Option<&KnownServer>,
    replayed: Option<&Record>,
) -> Result<ConstraintChoice, CliError> {
    let said = notation(way);
    let fits = |held: &ConstraintChoice| held.fits_ask(said);
    match arguments.constraint {
        AskConstraint::Said(held) if held == ConstraintChoice::Free || fits(&held) => Ok(held),
        AskConstraint::Said(held) => {
            let message = format!(
                "`{}` holds nothing of `--strategy {}`",
                held.name(),
                said.name()
            );
            Err(CliError::usage(message))
        }
        AskConstraint::Auto => {
            let on = known.iter().flat_map(|known| known.on.iter());
            let on = on.filter_map(|name| name.parse().ok());
            let mut on = on.chain(replayed.map(|record| record.constraint));
            Ok(on.find(fits).unwrap_or(ConstraintChoice::Free))
        }
    }
}

/// The constraint in words; `None` if the model is unconstrained.
pub(super) fn held_words(
    arguments: &AskArguments,
    (way, held): (Strategy, ConstraintChoice),
    known: Option<&KnownServer>,
) -> Option<String> {
    if arguments.replay.is_some() || (way == Strategy::Tools && held == ConstraintChoice::Free) {
        return None;
    }
    Some(match (held, arguments.constraint, known) {
        (ConstraintChoice::Free, AskConstraint::Said(_), _) => {
            "the answer is held to nothing, as it was asked for".to_owned()
        }
        (ConstraintChoice::Free, AskConstraint::Auto, None) => {
            "the answer is held to nothing: no finding of `cmec doctor` is kept for this server"
                .to_owned()
        }
        (ConstraintChoice::Free, AskConstraint::Auto, Some(known)) => format!(
            "the answer is held to nothing: `cmec doctor` found nothing that holds it on {}",
            known.day
        ),
        (held, AskConstraint::Auto, Some(known)) => format!(
            "the answer is held by `{}`, as `cmec doctor` found on {}",
            held.name(),
            known.day
        ),
        (held, ..) => format!(
            "the answer is held by `{}`, as it was asked for",
            held.name()
        ),
    })
}

/// Examples similar to the question, as chat turns.
pub(super) fn turns(
    domain: &Domain,
    way: Strategy,
    locale: Locale,
    question: &str,
) -> Result<Vec<(String, String)>, CliError> {
    let way = AskVariant::of(notation(way), ConstraintChoice::Free);
    prompt::turns(domain, &way, locale.tag(), question)
}

pub(super) fn prompt(
    domain: &Domain,
    (way, held, with_ask_tool): (Strategy, ConstraintChoice, bool),
    locale: Locale,
    today: &str,
) -> Result<Prompt, CliError> {
    let said = notation(way);
    let is_shaped = !domain.tables.tools.is_empty();
    let of_prompt = match said {
        IntentForm::Tools => ConstraintChoice::Free,
        _ => held,
    };
    let way = AskVariant::of(said, of_prompt);
    let mut prompt = Prompt::of(domain, &way, locale.tag(), today)?;
    if said == IntentForm::Tools {
        let day = prompt.system.lines().last().unwrap_or_default().to_owned();
        prompt.system = format!("{}\n{day}", words::with_tools(locale));
        if !is_shaped || with_ask_tool {
            prompt.tools.push(prompt::ask_tool(domain)?);
        }
        if held == ConstraintChoice::STRICT_TOOL {
            prompt.tools = prompt::made_strict(domain, &prompt.tools);
        }
    }
    Ok(prompt)
}

/// The tool that takes an intent as text, and its argument.
pub(super) fn intent_tool(way: Strategy, domain: &Domain) -> Option<(String, Option<String>)> {
    match way {
        Strategy::Tools => None,
        Strategy::Sql => Some((domain.tables.ask_tool(), Some(SQL_ARGUMENT.to_owned()))),
        Strategy::C02 => Some((domain.tables.query_tool(), None)),
    }
}

pub(super) fn manner(way: Strategy, domain: &Domain) -> Manner {
    match intent_tool(way, domain) {
        None => Manner::Tools,
        Some((name, argument)) => Manner::Intent(IntentTool { name, argument }),
    }
}

/// The decoder that reads an intent while it streams in.
pub(super) fn stream(way: Strategy, domain: &Domain) -> Option<StreamDecoder<'_>> {
    let notation = match way {
        Strategy::Tools => return None,
        Strategy::Sql => Notation::Sql,
        Strategy::C02 => Notation::C02,
    };
    let decoder = Decoder::new(&domain.tables).with_options(Options {
        spelling: Spelling::Only(notation),
        extract: match way {
            Strategy::Sql => Extract::On,
            _ => Extract::Off,
        },
        ..Options::default()
    });
    Some(StreamDecoder::new(decoder))
}
