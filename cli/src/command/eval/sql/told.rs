//! What a model is told of the tables: the statements that made them, as SQLite keeps them, and the units of their columns.

use std::collections::BTreeSet;
use std::path::Path;

use cmec_executor::catalogue::StructuredCatalogue;
use rusqlite::{Connection, OpenFlags};

use crate::domain::Domain;
use crate::exit::Failure;
use crate::output;

/// What is told before the day, in a language, about the tables of some types; none are all types.
pub(in super::super) fn told(
    file: &Path,
    domain: &Domain,
    types: &[&str],
    language: &str,
) -> Result<String, Failure> {
    let Some(catalogue) = &domain.catalogue.structured else {
        return Ok(String::new());
    };
    let unknown = |name: &&&str| !catalogue.types.iter().any(|own| own.type_name == **name);
    if let Some(unknown) = types.iter().find(unknown) {
        let name = output::plain(unknown);
        return Err(Failure::usage(format!("there is no type `{name}`")));
    }
    let is_kept = |name: &str| types.is_empty() || types.contains(&name);
    let bound = bound(catalogue, domain, is_kept);
    let made = made(file, &bound).map_err(|error| Failure::at(file, error))?;
    if made.is_empty() {
        return Err(Failure::at(
            file,
            "it has none of the tables of `bindings.yaml`",
        ));
    }
    let mut told = format!("{}\n", asked(language));
    for statement in made {
        told.push_str(statement.trim_end());
        told.push_str(";\n");
    }
    for own in catalogue.types.iter().filter(|own| is_kept(&own.type_name)) {
        for field in own.fields.iter() {
            let mut fields = domain.tables.fields.iter();
            let unit = fields.find(|known| known.path == field.path);
            if let Some(unit) = unit.and_then(|known| known.unit.as_ref()) {
                let table = field.values.as_ref().map_or(&own.table, |own| &own.table);
                told.push_str(&format!("-- {table}.{} is in {unit}.\n", field.column));
            }
        }
    }
    Ok(told)
}

/// What is asked for. The words about unclear questions are those of a card.
const fn asked(language: &str) -> &'static str {
    match language.as_bytes() {
        b"zh" => {
            "只用一条 SQLite 的 SELECT 语句回答，不要写别的。每个对象用名称表示，不要四舍五入。\n如果问题不清楚，或者问的内容表中没有，就反问，绝不猜测：?\"…\""
        }
        b"ru" => {
            "Ответь одним SELECT для SQLite и больше ничем. Показывай объекты по имени, не округляй.\nЕсли вопрос неясен или спрашивает о том, чего нет в таблицах, переспроси и никогда не угадывай: ?\"…\""
        }
        _ => {
            "Answer with one SELECT of SQLite and nothing else. Show things by their name, and do not round.\nIf the question is unclear, or asks for what the tables do not have, ask back and never guess: ?\"…\""
        }
    }
}

/// The tables of some types, of the lists of their fields and of the relations between them, in small letters.
fn bound(
    catalogue: &StructuredCatalogue,
    domain: &Domain,
    is_kept: impl Fn(&str) -> bool,
) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    // SQLite knows no schemas but its own.
    let mut add = |table: &str| {
        let table = table.rsplit('.').next().unwrap_or(table);
        bound.insert(table.to_lowercase());
    };
    for own in catalogue.types.iter().filter(|own| is_kept(&own.type_name)) {
        add(&own.table);
        let lists = own.fields.iter().filter_map(|field| field.values.as_ref());
        lists.for_each(|list| add(&list.table));
    }
    for own in catalogue.relations.iter() {
        let mut relations = domain.tables.relations.iter();
        let ends = relations.find(|known| known.name == own.relation);
        let are_kept = ends.is_some_and(|known| is_kept(&known.from) && is_kept(&known.to));
        if let (true, Some(link)) = (are_kept, &own.link) {
            add(&link.table);
        }
    }
    bound
}

/// The statements that made some tables, in the order in which they were made.
fn made(file: &Path, tables: &BTreeSet<String>) -> Result<Vec<String>, rusqlite::Error> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let text = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND sql IS NOT NULL ORDER BY rowid";
    let mut statement = connection.prepare(text)?;
    let all = statement.query_map((), |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
    let mut made = Vec::new();
    for own in all {
        let (name, statement) = own?;
        if tables.contains(&name.to_lowercase()) {
            made.push(statement);
        }
    }
    Ok(made)
}
