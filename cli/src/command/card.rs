//! `cmec card`: the prompt card of a domain, for all or some of its types.

use chrono::NaiveDate;
use clap::{Args, ValueEnum};
use cmec_compiler::emit::client::{Client, Cut};
use cmec_compiler::emit::{Budget, Card, CardOptions, CardPlace, ScopeError, card_of};
use cmec_compiler::tokens::Tokenizer;
use cmec_decoder::Notation;
use cmec_executor::Locale;
use serde::Serialize;
use serde_json::json;

use crate::domain::Domain;
use crate::terminal::arguments::{AnswerFormat, Global};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct CardArguments {
    /// Built-in domain, folder of a codebook, or compiled table file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    /// Only these types, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TYPES")]
    types: Vec<String>,
    /// Notation it teaches
    #[arg(long, value_name = "NOTATION", default_value = "sql", value_parser = ["sql", "c0.2"])]
    notation: String,
    /// Form of the card
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    form: Form,
    /// Question that it is shown for: its examples are the six that are nearest, the nearest last
    #[arg(long, value_name = "QUESTION")]
    question: Option<String>,
    /// Most that it may take: tokens of `o200k_base`, or characters as `2048chars` [default: all but some examples: one of each scenario, eight at least]
    #[arg(long, value_name = "N", value_parser = budget)]
    budget: Option<Most>,
    /// Client that shows it as the description of a tool: it begins with the essentials, and takes no more than the client shows; the smaller of this and `--budget` holds
    #[arg(
        long = "for",
        value_name = "CLIENT",
        value_parser = Client::all().iter().map(|client| client.name).collect::<Vec<_>>()
    )]
    client: Option<String>,
    /// The day on which it is shown and the zone of the user, as `2026-03-31, Europe/Moscow`; a host that shows a card says it
    #[arg(long, value_name = "DAY", value_parser = today)]
    today: Option<String>,
}

/// A form of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One text
    Text,
    /// The messages of a chat as JSON: the system, then each example as a question and its answer
    Messages,
}

/// A budget.
#[derive(Debug, Clone, Copy)]
enum Most {
    Tokens(usize),
    Characters(usize),
}

impl Most {
    const fn of(self) -> &'static str {
        match self {
            Self::Tokens(_) => "tokens",
            Self::Characters(_) => "characters",
        }
    }
}

/// A day, and behind it whatever says the zone, on one line.
fn today(text: &str) -> Result<String, String> {
    let day = text.get(..10).unwrap_or_default();
    let is_day = NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok();
    match is_day && !text.contains(char::is_control) {
        true => Ok(text.to_owned()),
        false => Err("a day, and a zone behind it, as `2026-03-31, Europe/Moscow`".to_owned()),
    }
}

/// What tokens are counted with.
const TOKENIZER: &str = "o200k_base";

fn budget(text: &str) -> Result<Most, String> {
    let (digits, of): (&str, fn(usize) -> Most) = match text.strip_suffix("chars") {
        Some(digits) => (digits, Most::Characters),
        None => (text, Most::Tokens),
    };
    let number = digits.parse().ok().filter(|number| *number > 0);
    number
        .map(of)
        .ok_or_else(|| "a number of tokens, or of characters as `2048chars`".to_owned())
}

/// A card as data.
#[derive(Serialize)]
struct CardData<'a> {
    domain: &'a str,
    language: &'a str,
    types: &'a [String],
    notation: &'a str,
    client: Option<&'a str>,
    bytes: usize,
    examples: usize,
    examples_left_out: usize,
    descriptions_left_out: usize,
    fits: bool,
    card: &'a str,
}

/// Runs the command.
pub(crate) fn run(arguments: &CardArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let tables = &domain.tables;
    // The codebook's first language may be none of this command's languages.
    let first = tables.languages.first().map_or("", |tag| tag.as_ref());
    let asked = global.lang.map(|lang| Locale::from(lang).tag());
    let language = asked.unwrap_or(first);
    let types: Vec<&str> = arguments.types.iter().map(String::as_str).collect();
    let notation = match arguments.notation.as_str() {
        "c0.2" => Notation::C02,
        _ => Notation::Sql,
    };
    let tokenizer = Tokenizer::builtin(TOKENIZER).map_err(CliError::failed)?;
    let tokens = |text: &str| tokenizer.tokens(text).unwrap_or(usize::MAX);
    let characters = |text: &str| text.chars().count();
    let client = arguments.client.as_deref().and_then(Client::named);
    let cut = client.and_then(|client| client.description);
    let asked = arguments.budget.into_iter();
    let mosts = asked.chain(cut.map(|cut| Most::Characters(cut.most)));
    let mosts: Vec<Most> = mosts.collect();
    let budgets = mosts.iter().map(|most| match *most {
        Most::Tokens(most) => Budget {
            most,
            measure: &tokens,
        },
        Most::Characters(most) => Budget {
            most,
            measure: &characters,
        },
    });
    let budgets: Vec<Budget<'_>> = budgets.collect();
    let options = CardOptions {
        types: &types,
        today: arguments.today.as_deref(),
        place: match client {
            Some(_) => CardPlace::Description,
            None => CardPlace::Prompt,
        },
        question: arguments.question.as_deref(),
        budgets: &budgets,
    };
    if let Some(Client { title, .. }) = client.filter(|_| cut.is_none()) {
        eprintln!(
            "how much of a description {title} shows is not documented; nothing is cut for it"
        );
    }
    let catalogue = &domain.catalogue;
    let told = card_of(tables, catalogue, (notation, language), &options);
    let told = told.map_err(|error| unknown(&error))?;
    let card = &told.text;
    match (global.format, arguments.form) {
        (Some(AnswerFormat::Json), _) => output::json_line(&CardData {
            domain: &tables.name,
            language,
            types: &arguments.types,
            notation: &arguments.notation,
            client: client.map(|client| client.name),
            bytes: card.len(),
            examples: told.turns.len(),
            examples_left_out: told.left_out,
            descriptions_left_out: told.descriptions_left_out,
            fits: told.fits,
            card,
        })?,
        (_, Form::Messages) => output::json_line(&messages(&told, arguments.question.as_deref()))?,
        // A card is text on a terminal and in a pipe.
        (_, Form::Text) => {
            output::text(card)?;
            let mut size = format!("{} bytes, {} examples", card.len(), told.turns.len());
            if told.left_out > 0 {
                size.push_str(&format!(", {} more left out", told.left_out));
            }
            if told.descriptions_left_out > 0 {
                let left = told.descriptions_left_out;
                size.push_str(&format!("; {left} descriptions left out"));
            }
            eprintln!("{size}");
            if !told.fits {
                let over = budgets.iter().zip(&mosts);
                let over = over.filter(|(budget, _)| (budget.measure)(card) > budget.most);
                for (budget, most) in over {
                    let (takes, most_of) = ((budget.measure)(card), budget.most);
                    let of = most.of();
                    eprintln!(
                        "the rules and names alone take {takes} {of}, and {most_of} are allowed; \
                         `--types` makes them fewer"
                    );
                }
            }
            if let (Some(Client { title, .. }), Some(Cut { most, .. })) = (client, cut)
                && characters(card) > most
            {
                eprintln!(
                    "{title} shows {most} characters of a description; `cmec tools --for` puts the \
                     rest into that of the argument"
                );
            }
        }
    }
    Ok(Exit::Done)
}

/// The card as messages of a chat, the question last where there is one.
fn messages(card: &Card, question: Option<&str>) -> serde_json::Value {
    let message = |role: &str, text: &str| json!({"role": role, "content": text});
    let mut all = vec![message("system", &card.system)];
    for (asked, answer) in &card.turns {
        all.push(message("user", asked));
        all.push(message("assistant", answer));
    }
    all.extend(question.map(|question| message("user", question)));
    all.into()
}

fn unknown(error: &ScopeError) -> CliError {
    let named = error.candidates().iter();
    let named: Vec<String> = named.map(|name| format!("`{name}`")).collect();
    CliError::usage(output::plain(&error.to_string()))
        .help(format!("candidates: {}", named.join(", ")))
}
