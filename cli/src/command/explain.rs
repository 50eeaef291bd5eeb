//! `cmec explain`: explains an id.

mod files;
mod findings;
mod metric;
mod recipes;
mod scenario;

use std::fmt::Write;

use clap::Args;
use cmec_decoder::language::{
    Derivation, Direction, Function, Operator, Order, Output, QuestionKind, RetrievalMode,
    SetOperator,
};
use cmec_decoder::tables::Label;
use cmec_executor::Locale;
use cmec_executor::catalogue::RecipeState;
use serde_json::{Value, json};

use crate::domain::Domain;
use crate::terminal::arguments::{Format, Global};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// Finding (DEC030, CB004), change (CD026), limitation (rows_truncated_to_limit), code (IS, F001, R001, M001), type, path, metric, recipe, intent, filter, file of a codebook or key of one (bindings, lanes, fields.path) [default: list what can be asked]
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Only this domain [default: every built-in one]
    #[arg(long, value_name = "DOMAIN")]
    pub(crate) domain: Option<String>,
}

/// What an id means: titled lines for people, an object for machines.
struct Entry {
    title: String,
    facts: Vec<(&'static str, String)>,
}

/// Runs the command.
pub(crate) fn run(arguments: &ExplainArguments, global: &Global) -> Result<Exit, CliError> {
    let names: Vec<&str> = match &arguments.domain {
        Some(name) => vec![name.as_str()],
        None => cmec_decoder::generated::DOMAINS.to_vec(),
    };
    let domains = names
        .into_iter()
        .map(Domain::load)
        .collect::<Result<Vec<_>, _>>()?;
    let id = arguments.id.as_deref().map(str::trim);
    let entries: Vec<Entry> = match id {
        Some(id) => {
            let of_domain = domains.iter().flat_map(|domain| {
                of_tables(id, domain)
                    .into_iter()
                    .chain(metric::of_domain(id, domain))
                    .chain(recipes::of_catalogue(id, domain))
            });
            findings::findings(id, global.lang.map(Locale::from))
                .into_iter()
                .chain(scenario::of_core(id, domains.first()))
                .chain(vocabulary(id))
                .chain(files::files(id))
                .chain(of_domain)
                .collect()
        }
        None => domains.iter().map(overview).collect(),
    };
    let id = id.unwrap_or_default();
    if entries.is_empty() {
        return Err(CliError::usage(format!("nothing is called `{id}`")).help(
            "give a finding (DEC030, CB001), a change (CD026), a limitation (rows_truncated_to_limit), a code (IS, EQ, F001, R001, M001), a type, a path, a metric, a recipe, an intent, a filter, or a file of a codebook or a key of one (bindings, lanes, fields.path)",
        ));
    }
    match output::format(global) {
        Format::Json => {
            for entry in &entries {
                output::json_line(&entry.json())?;
            }
        }
        Format::Text => {
            for (index, entry) in entries.iter().enumerate() {
                if index > 0 {
                    output::line("")?;
                }
                output::line(entry.text().trim_end())?;
            }
        }
    }
    Ok(Exit::Done)
}

impl Entry {
    fn new(title: impl Into<String>, facts: Vec<(&'static str, String)>) -> Self {
        let title = title.into();
        let facts = facts
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .collect();
        Self { title, facts }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        for (name, fact) in &self.facts {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name}: {fact}");
        }
        text
    }

    fn json(&self) -> Value {
        let facts = self.facts.iter();
        let facts = facts.map(|(name, fact)| ((*name).to_owned(), json!(fact)));
        let title = ("title".to_owned(), json!(self.title));
        [title].into_iter().chain(facts).collect()
    }
}

/// What can be asked in a domain.
fn overview(domain: &Domain) -> Entry {
    let tables = &domain.tables;
    let lanes = domain.catalogue.lanes.iter();
    let recipes = (domain.catalogue.address.iter()).flat_map(|address| address.recipes.iter());
    let intents = recipes.map(|recipe| {
        let state = match recipe.state {
            RecipeState::Runnable => "",
            RecipeState::Planned => " (not yet)",
        };
        format!("{}{state}", recipe.intent)
    });
    let facts = vec![
        (
            "scenarios",
            joined(lanes.map(|rule| rule.scenario.code()), " "),
        ),
        (
            "types",
            joined(tables.types.iter().map(|def| &def.name), ", "),
        ),
        ("fields", tables.fields.len().to_string()),
        ("relations", tables.relations.len().to_string()),
        (
            "metrics",
            joined(tables.metrics.iter().map(|def| &def.name), ", "),
        ),
        ("intents", joined(intents, ", ")),
    ];
    Entry::new(format!("{} (domain)", tables.name), facts)
}

/// Codes of the contract's own lists, by code or by name.
fn vocabulary(id: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    macro_rules! of {
        ($what:literal, $list:ident) => {
            let named = $list::ALL
                .iter()
                .map(|member| (member.code(), member.name()));
            for (code, name) in named.filter(|(code, name)| *code == id || *name == id) {
                let facts = vec![("name", name.to_owned())];
                entries.push(Entry::new(format!("{code} ({})", $what), facts));
            }
        };
    }
    of!("output", Output);
    of!("operator", Operator);
    of!("order", Order);
    of!("direction", Direction);
    of!("function", Function);
    of!("derivation", Derivation);
    of!("set operator", SetOperator);
    of!("kind of question", QuestionKind);
    of!("depth of retrieval", RetrievalMode);
    entries
}

fn of_tables(id: &str, domain: &Domain) -> Vec<Entry> {
    let tables = &domain.tables;
    let name = &tables.name;
    let mut entries = Vec::new();
    if let Some(def) = tables.type_by_name(id) {
        let fields = (tables.fields.iter())
            .filter(|field| field.type_name == def.name)
            .map(|field| format!("{} {}", field.code, field.name));
        let facts = vec![
            ("labels", labels(&def.labels)),
            ("description", def.description.to_string()),
            ("fields", joined(fields, ", ")),
        ];
        entries.push(Entry::new(format!("{} (type of {name})", def.name), facts));
    }
    if let Some(field) = (tables.field_by_code(id)).or_else(|| tables.field_by_path(id)) {
        let operators = field.operators.iter().map(|operator| operator.code());
        let values = field.values.iter().map(|value| &value.value);
        let can = [(field.sortable, "sorted"), (field.groupable, "grouped")];
        let can = can.iter().filter(|(can, _)| *can).map(|(_, what)| what);
        let facts = vec![
            ("path", field.path.to_string()),
            ("value", field.value_type.name().to_owned()),
            ("values", joined(values, ", ")),
            ("unit", field.unit.as_deref().unwrap_or_default().to_owned()),
            ("operators", joined(operators, " ")),
            ("can be", joined(can, " and ")),
            ("labels", labels(&field.labels)),
            ("description", field.description.to_string()),
        ];
        entries.push(Entry::new(
            format!("{} (field of {name})", field.code),
            facts,
        ));
    }
    let relation = tables.relation_by_code(id);
    if let Some(relation) = relation.or_else(|| tables.relation_by_name(id)) {
        let facts = vec![
            ("name", relation.name.to_string()),
            ("from", relation.from.to_string()),
            ("to", relation.to.to_string()),
            ("labels", labels(&relation.labels)),
            ("description", relation.description.to_string()),
        ];
        entries.push(Entry::new(
            format!("{} (relation of {name})", relation.code),
            facts,
        ));
    }
    if tables.reserved.iter().any(|code| code == id) {
        let facts = vec![("what", "was given once; never reused".to_owned())];
        entries.push(Entry::new(format!("{id} (reserved in {name})"), facts));
    }
    entries
}

fn labels(labels: &[Label]) -> String {
    let texts = labels.iter().map(|label| {
        let synonyms = match label.synonyms.as_ref() {
            [] => String::new(),
            synonyms => format!(" ({})", synonyms.join(", ")),
        };
        format!("{} {}{synonyms}", label.language, label.text)
    });
    joined(texts, "; ")
}

/// Texts in one, with something between two.
fn joined(texts: impl Iterator<Item = impl ToString>, between: &str) -> String {
    let texts: Vec<String> = texts.map(|text| text.to_string()).collect();
    texts.join(between)
}
