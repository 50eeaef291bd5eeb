//! Checks which recipes of a domain a 1C base can serve, by querying its metadata for the tables and fields in their
//! query texts.
//!
//! `names.txt` lists the names in each built-in text; a test writes it. A recipe with its own query text is `unknown`,
//! since its names are not listed. Fields that the platform adds to every table are not in the metadata, so they are
//! not checked.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use cmec_executor::catalogue::{AddressCatalogue, Recipe, RecipeState};
use cmec_executor::ports::one_c::{OneC, PortError};
use serde::Serialize;

use super::DoctorArguments;
use crate::domain::Domain;
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;
use crate::terminal::runtime::runtime;
use crate::terminal::stop::{self, FAREWELL};
use crate::world::server;

/// The names in the texts of each built-in template.
const NAMES: &str = include_str!("../../../../codebook/address/queries/names.txt");

/// The domain of these texts.
const ADDRESS: &str = "address";

#[derive(Debug, Serialize)]
struct BaseReport<'r> {
    domain: &'r str,
    recipes: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    recipe: String,
    /// `served`, `missing`, or `unknown` if the recipe has a query text that is not built in.
    standing: &'static str,
    /// Tables and fields that the base lacks.
    missing: Vec<String>,
}

/// Full names of tables, and of fields: `Справочник.Контрагенты.ИНН`.
type Names = BTreeSet<String>;

pub(super) fn run(
    domain: &str,
    arguments: &DoctorArguments,
    global: &Global,
) -> Result<Exit, CliError> {
    let domain = Domain::load(domain)?;
    let name = domain.tables.name.as_ref();
    let address = domain.catalogue.address.as_ref();
    let address = address.ok_or_else(|| CliError::usage(format!("`{name}` has no recipes")))?;
    let recipes = address.recipes.iter();
    let recipes = recipes.filter(|recipe| recipe.state == RecipeState::Runnable);
    let named: Vec<_> = recipes
        .map(|recipe| (recipe, names(address, recipe)))
        .collect();
    let asked = named
        .iter()
        .filter_map(|(_, names)| names.as_ref())
        .flatten();
    let asked = asked.map(String::as_str).collect();
    let server = server::connector(&arguments.server)?;
    let within = Duration::from_secs(arguments.timeout);
    let looked = async {
        let port = server.open(within).await.map_err(CliError::failed)?;
        let missing = missing(&*port, &asked, within).await;
        port.close(FAREWELL).await;
        missing
    };
    let missing = runtime()?.block_on(stop::unless_told(looked))?;
    let rows = named
        .iter()
        .map(|(recipe, names)| Row::of(recipe, names.as_ref(), &missing));
    let report = BaseReport {
        domain: name,
        recipes: rows.collect(),
    };
    output::report(global, &report, |report| text(&report.recipes))?;
    Ok(if report.recipes.iter().all(Row::is_served) {
        Exit::Done
    } else {
        Exit::Limited
    })
}

/// The names in the texts of a recipe; `None` if a text is not built in.
fn names(address: &AddressCatalogue, recipe: &Recipe) -> Option<Names> {
    let builtin = Domain::builtin(ADDRESS)?;
    let builtin = builtin.catalogue.address.as_ref()?;
    let mut all = Names::new();
    for template in address.templates_of(recipe) {
        let known = builtin.template(&template.name);
        known.filter(|known| {
            (&known.query, &known.query_asc) == (&template.query, &template.query_asc)
        })?;
        let names = NAMES.lines().find_map(|line| {
            let (text, names) = line.split_once(' ')?;
            (text == template.name).then_some(names)
        });
        all.extend(names?.split(' ').map(str::to_owned));
    }
    Some(all)
}

/// The names that a base lacks. For a missing table, its fields are not listed.
async fn missing(
    port: &dyn OneC,
    names: &BTreeSet<&str>,
    within: Duration,
) -> Result<Names, CliError> {
    let failed = |why: String| CliError::failed(format!("the base could not be looked at: {why}"));
    let metadata = port.metadata();
    let metadata =
        metadata.ok_or_else(|| failed("the server has no tool `get_metadata`".to_owned()))?;
    let mut objects: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names {
        let end = name.match_indices('.').nth(1).map(|(end, _)| end);
        let (object, field) = name.split_at(end.unwrap_or(name.len()));
        let fields = objects.entry(object).or_default();
        fields.extend(field.strip_prefix('.'));
    }
    let failed = |error: PortError| failed(error.to_string());
    let kinds = objects.keys().filter_map(|object| object.split('.').next());
    let there = metadata
        .objects(&kinds.collect(), within)
        .await
        .map_err(failed)?;
    let mut missing = Names::new();
    for (object, fields) in objects {
        if !there.contains(object) {
            missing.insert(object.to_owned());
        } else if !fields.is_empty() {
            let own = metadata.fields(object, within).await.map_err(failed)?;
            let lacked = fields.iter().filter(|field| !own.contains(**field));
            missing.extend(lacked.map(|field| format!("{object}.{field}")));
        }
    }
    Ok(missing)
}

impl Row {
    fn of(recipe: &Recipe, names: Option<&Names>, missing: &Names) -> Self {
        let missing: Vec<String> = (names.into_iter())
            .flat_map(|names| names.intersection(missing).cloned())
            .collect();
        Self {
            recipe: recipe.id.to_string(),
            standing: match names {
                None => "unknown",
                Some(_) if missing.is_empty() => "served",
                Some(_) => "missing",
            },
            missing,
        }
    }

    fn is_served(&self) -> bool {
        self.standing == "served"
    }
}

/// The report for people: a row per recipe, and the number of served ones.
fn text(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.recipe.len()).max();
    let width = width.unwrap_or_default() + 1;
    let line = |recipe: &str, standing: &str, missing: &str| {
        let line = format!("{recipe:<width$}{standing:<9}{missing}");
        format!("{}\n", line.trim_end())
    };
    let mut out = line("recipe", "standing", "");
    for row in rows {
        out += &line(&row.recipe, row.standing, &row.missing.join(", "));
    }
    let served = rows.iter().filter(|row| row.is_served()).count();
    out + &format!("\nThe base can serve {served} of {} recipes.\n", rows.len())
}
