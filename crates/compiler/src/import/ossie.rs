//! Ossie model and database → the tables and columns of the model under its names.
//!
//! ```text
//! Model ───────────┐
//!                  ├─ laid_over ─► DatabaseSchema, ModelNames ─► Book ◄── metrics
//! DatabaseSchema ──┘
//! ```
//!
//! Names, labels and foreign keys come from the model, value types from the database. The rest is the import of a
//! database. Fields defined by an expression are reported and left out.

pub(crate) mod metrics;
pub(crate) mod model;

use std::borrow::Cow;
use std::collections::BTreeMap;

use cmec_decoder::encode::table_parts;
use cmec_executor::database_schema::{ColumnSchema, DatabaseSchema, ForeignKeySchema, TableSchema};

use super::codebook::from_schema::{own_name, source};
use super::codebook::model_names::ModelNames;
use super::omission::{OmissionReason, Omissions};
use model::{Dataset, Model, Relationship};

/// A database restricted to a model.
#[derive(Debug, Default)]
pub(crate) struct LaidOver<'m> {
    pub(crate) schema: DatabaseSchema,
    pub(crate) names: ModelNames,
    /// Each dataset and its table, by dataset name.
    pub(crate) datasets: BTreeMap<&'m str, (&'m Dataset, &'m TableSchema)>,
}

/// Restricts a database to a model.
pub(crate) fn laid_over<'m>(
    model: &'m Model,
    schema: &'m DatabaseSchema,
    left: &mut Omissions,
) -> LaidOver<'m> {
    let mut laid = LaidOver::default();
    laid.schema.strict = schema.strict;
    for dataset in &model.datasets {
        let (name, from) = (dataset.said.named.name.as_str(), dataset.source.as_str());
        match table(from, schema) {
            Some(table) if laid.schema.table(&table.name).is_none() => {
                laid.dataset(dataset, table, left);
            }
            Some(_) => left.class(OmissionReason::NameClash, name, from),
            None if from.contains(char::is_whitespace) => {
                left.class(OmissionReason::Expression, name, from);
            }
            None => left.class(OmissionReason::NotInDatabase, name, from),
        }
    }
    for relationship in &model.relationships {
        let reason = match laid.relationship(relationship) {
            Some(true) => continue,
            Some(false) => OmissionReason::NameClash,
            None => OmissionReason::NotInDatabase,
        };
        let ends = format!("{} to {}", relationship.from, relationship.to);
        left.other(reason, &relationship.said.named.name, &ends);
    }
    laid
}

impl<'m> LaidOver<'m> {
    fn dataset(&mut self, dataset: &'m Dataset, table: &'m TableSchema, left: &mut Omissions) {
        let key = dataset.primary_key.iter().map(|key| column(key, table));
        let key: Option<Vec<&ColumnSchema>> = key.collect();
        let mut seen = TableSchema {
            columns: Vec::new(),
            foreign_keys: Vec::new(),
            ..table.clone()
        };
        if let Some(key) = key.filter(|key| !key.is_empty()) {
            seen.primary_key = key.iter().map(|column| column.name.clone()).collect();
        }
        let own = seen.primary_key.clone();
        seen.columns
            .extend(own.iter().filter_map(|key| table.column(key).cloned()));
        let said = &dataset.said;
        if !said.description.is_empty() {
            seen.comment.clone_from(&said.description);
        }
        let property = source(&table.name, None);
        // A table of pairs becomes a relation.
        (self.names.relations).insert(property.clone(), said.named.clone());
        self.names.elements.insert(property, said.named.clone());
        for field in &dataset.fields {
            let path = format!("{}.{}", said.named.name, field.said.named.name);
            let column = match dataset.column(field.expression.sql(), table) {
                Ok(column) => column,
                Err(reason) => {
                    left.property(reason, &path, field.expression.sql());
                    continue;
                }
            };
            let property = source(&table.name, Some(&column.name));
            if self.names.elements.contains_key(&property) {
                left.property(OmissionReason::NameClash, &path, field.expression.sql());
                continue;
            }
            (self.names.elements).insert(property, field.said.named.clone());
            add(&mut seen, column);
            let described = &field.said.description;
            let column = seen.columns.iter_mut().find(|one| one.name == column.name);
            if let Some(column) = column.filter(|_| !described.is_empty()) {
                column.comment.clone_from(described);
            }
        }
        // Database order, so that both imports give the same codes.
        let place = |name: &str| table.columns.iter().position(|own| own.name == name);
        seen.columns.sort_by_key(|column| place(&column.name));
        self.schema.tables.push(seen);
        self.datasets.insert(&said.named.name, (dataset, table));
    }

    /// Adds a relationship as a foreign key unless it exists; `None` if the database lacks its tables or columns.
    fn relationship(&mut self, relationship: &Relationship) -> Option<bool> {
        let (from, table) = *self.datasets.get(relationship.from.as_str())?;
        let (to, referred) = *self.datasets.get(relationship.to.as_str())?;
        let columns = |names: &[String], dataset: &Dataset, table: &'m TableSchema| {
            let columns = names.iter().map(|name| dataset.column(name, table).ok());
            columns.collect::<Option<Vec<&'m ColumnSchema>>>()
        };
        let own = columns(&relationship.from_columns, from, table)?;
        let there = columns(&relationship.to_columns, to, referred)?;
        let property = source(&table.name, own.first().map(|column| column.name.as_str()));
        let seen = (self.schema.tables.iter_mut()).find(|one| one.name == table.name)?;
        for column in &own {
            add(seen, column);
        }
        let names = |columns: Vec<&ColumnSchema>| -> Vec<String> {
            let columns = columns.into_iter();
            columns.map(|column| column.name.clone()).collect()
        };
        let key = ForeignKeySchema {
            columns: names(own),
            table: referred.name.clone(),
            referred: names(there),
        };
        if seen.foreign_keys.contains(&key) {
            return Some(false);
        }
        seen.foreign_keys.push(key);
        (self.names.relations).insert(property, relationship.said.named.clone());
        Some(true)
    }
}

impl Dataset {
    /// The column that an expression or a field name refers to, or the reason why there is none.
    pub(crate) fn column<'t>(
        &self,
        expression: &str,
        table: &'t TableSchema,
    ) -> Result<&'t ColumnSchema, OmissionReason> {
        let name = &self.said.named.name;
        let text = expression.trim();
        let owners = [name.as_str(), table.name.as_str(), &own_name(&table.name)];
        let mut behind = owners
            .iter()
            .filter_map(|owner| text.strip_prefix(owner)?.strip_prefix('.'));
        let text = behind.next().unwrap_or(text);
        column(text, table).ok_or_else(|| {
            let plain = |letter: char| letter.is_alphanumeric() || letter == '_';
            match text.chars().all(plain) {
                true => OmissionReason::NotInDatabase,
                false => OmissionReason::Expression,
            }
        })
    }
}

/// Adds a column unless it exists.
fn add(table: &mut TableSchema, column: &ColumnSchema) {
    if table.column(&column.name).is_none() {
        table.columns.push(column.clone());
    }
}

/// The column of this name, quoted or not. Case is ignored if that is unambiguous.
fn column<'t>(name: &str, table: &'t TableSchema) -> Option<&'t ColumnSchema> {
    let name = unquoted(name);
    let same = |column: &&ColumnSchema| column.name.eq_ignore_ascii_case(&name);
    let exact = table.column(&name);
    exact.or_else(|| only(table.columns.iter().filter(same)))
}

/// The table of a source: `table`, `schema.table` or `database.schema.table`.
fn table<'t>(from: &str, schema: &'t DatabaseSchema) -> Option<&'t TableSchema> {
    let parts: Vec<Cow<'_, str>> = from.rsplit('.').map(unquoted).collect();
    // A table of the default schema has no schema in its name.
    let same = |table: &&TableSchema| {
        let own = table_parts(&table.name).unwrap_or_default();
        let mut both = own.iter().rev().zip(&parts);
        both.all(|(own, said)| own.eq_ignore_ascii_case(said))
    };
    let exact = schema.table(from);
    exact.or_else(|| only(schema.tables.iter().filter(same)))
}

/// The only element; `None` if there are several.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// A name without its quotes; a doubled quote inside becomes one.
fn unquoted(name: &str) -> Cow<'_, str> {
    let inner = |(open, close): (char, char)| {
        let inner = name.strip_prefix(open)?.strip_suffix(close)?;
        Some(inner.replace(&format!("{close}{close}"), &close.to_string()))
    };
    let quotes = [('"', '"'), ('`', '`'), ('[', ']')];
    let found = quotes.into_iter().find_map(inner);
    found.map_or(Cow::Borrowed(name), Cow::Owned)
}
