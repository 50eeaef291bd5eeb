//! What all parts of a statement are written with: the codebook, its bindings, the engine, and the entities that were found.

use std::sync::atomic::{AtomicU32, Ordering};

use chrono::NaiveDate;
use cmec_decoder::language::{Scenario, ValueType};
use cmec_decoder::tables::{FieldDef, Tables};
use sea_query::SelectStatement;
use thiserror::Error;

use crate::catalogue::{FieldBinding, RelationBinding, StructuredCatalogue, TypeBinding};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::sql::anchors::Anchors;
use crate::lane::structured::sql::nearest::Nearest;
use crate::lane::structured::sql::sort::SortColumn;
use crate::ports::database::{DatabaseValue, Engine, Statement};
use crate::row_policy::RowPolicy;

/// Why a contract cannot be written as a statement.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// A name that the codebook or its bindings do not have.
    #[error("there is no `{0}` in the bindings")]
    Unknown(String),
    /// Nothing in the contract is of the type of a field.
    #[error("nothing in the contract is of the type of `{0}`")]
    NotReached(String),
    /// Several places are, and nothing says which.
    #[error("several places of the contract are of the type of `{0}`")]
    ReachedTwice(String),
    /// The places may be of too many types.
    #[error("the places of the contract may be of more types than a statement can tell apart")]
    ManyTypes,
    /// A scenario that this lane does not answer.
    #[error("`{}` is not answered by one statement", .0.name())]
    Scenario(Scenario),
}

/// A column of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerColumn {
    /// Path of a field, or name of a metric.
    pub name: String,
    /// Type of its values.
    pub value_type: ValueType,
    /// Whether each has several.
    pub several: bool,
}

/// A statement and what its rows are.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenStatement {
    /// The statement. It asks for one row more than the page has.
    pub statement: Statement,
    /// Its columns that are shown. Behind them stand the number of a row in its page, and what it is sorted by.
    pub columns: Vec<AnswerColumn>,
    /// How many values it is sorted by; 0: no page starts behind a row.
    pub sorted: usize,
}

/// What every part of a statement is written with.
#[derive(Debug)]
pub struct Writer<'q> {
    pub(crate) tables: &'q Tables,
    pub(crate) bindings: &'q StructuredCatalogue,
    /// Which rows may be seen.
    pub(crate) rows: &'q RowPolicy<'q>,
    /// Whether it writes row filters, which take no value for another, whatever the codebook says of the field.
    pub(crate) of_policy: bool,
    pub(crate) engine: Engine,
    pub(crate) today: NaiveDate,
    pub(crate) anchors: &'q Anchors,
    /// What the row is sorted by that the page starts behind.
    pub(crate) after: Option<Vec<DatabaseValue>>,
    /// The keys of the rows that are asked for; `None`: of all.
    pub(crate) only: Option<Vec<DatabaseValue>>,
    /// What the rows of the answer are near to, the nearest first; `None`: they have another order.
    pub(crate) nearest: Option<Nearest>,
    /// Tables that were named so far.
    pub(crate) named: AtomicU32,
}

impl<'q> Writer<'q> {
    /// A writer for an engine.
    #[must_use]
    pub const fn new(
        (tables, bindings): (&'q Tables, &'q StructuredCatalogue),
        rows: &'q RowPolicy<'q>,
        engine: Engine,
        today: NaiveDate,
        anchors: &'q Anchors,
    ) -> Self {
        Self {
            tables,
            bindings,
            rows,
            of_policy: false,
            engine,
            today,
            anchors,
            after: None,
            only: None,
            nearest: None,
            named: AtomicU32::new(0),
        }
    }

    /// A writer of what a plan asks of an engine, where its entities mean these.
    #[must_use]
    pub fn of_plan(plan: &'q StructuredPlan<'_>, engine: Engine, anchors: &'q Anchors) -> Self {
        let codebook = (plan.tables, plan.catalogue);
        Self::new(codebook, &plan.rows, engine, plan.today, anchors)
    }

    /// A writer of row filters, which sees every row.
    pub(crate) fn of_policy(&self) -> Self {
        let codebook = (self.tables, self.bindings);
        let all = RowPolicy::OPEN;
        let named = self.named.load(Ordering::Relaxed);
        Self {
            of_policy: true,
            named: AtomicU32::new(named),
            ..Self::new(codebook, all, self.engine, self.today, self.anchors)
        }
    }

    /// The same for a page that starts behind a row.
    #[must_use]
    pub fn behind_row(mut self, after: Vec<DatabaseValue>) -> Self {
        self.after = Some(after);
        self
    }

    /// The same for the rows with these keys alone, as a page before gave them; rows are those of the target.
    #[must_use]
    pub fn only_rows(mut self, keys: Vec<DatabaseValue>) -> Self {
        self.only = Some(keys);
        self
    }

    /// The same with the rows nearest to a vector first. The rows are of one type, which has a column of vectors.
    #[must_use]
    pub fn nearest(mut self, nearest: Nearest) -> Self {
        self.nearest = Some(nearest);
        self
    }

    /// A name for one table more.
    pub(crate) fn alias(&self, letter: char) -> String {
        let number = self.named.fetch_add(1, Ordering::Relaxed);
        format!("{letter}{number}")
    }

    /// The tables of all types.
    pub(crate) fn types(&self) -> impl Iterator<Item = &'q TypeBinding> {
        self.bindings.types.iter()
    }

    /// The table of a type.
    pub(crate) fn table(&self, type_name: &str) -> Result<&'q TypeBinding, WriteError> {
        let mut types = self.bindings.types.iter();
        let found = types.find(|binding| binding.type_name == type_name);
        found.ok_or_else(|| WriteError::Unknown(type_name.to_owned()))
    }

    /// The column of a field.
    pub(crate) fn field(&self, field: &FieldDef) -> Result<&'q FieldBinding, WriteError> {
        let mut fields = self.table(&field.type_name)?.fields.iter();
        let found = fields.find(|binding| binding.path == field.path);
        found.ok_or_else(|| WriteError::Unknown(field.path.to_string()))
    }

    /// The keys of a relation.
    pub(crate) fn relation(&self, name: &str) -> Result<&'q RelationBinding, WriteError> {
        let mut relations = self.bindings.relations.iter();
        let found = relations.find(|binding| binding.relation == name);
        found.ok_or_else(|| WriteError::Unknown(name.to_owned()))
    }

    /// The path of the field that identifies an instance of a type.
    pub(crate) fn key_path(&self, type_name: &str) -> Option<String> {
        let key = self.tables.type_by_name(type_name)?.key.as_deref()?;
        Some(format!("{type_name}.{key}"))
    }
}

/// A select and its shown columns, which it calls by [`column_name`].
#[derive(Debug, Clone)]
pub(crate) struct Subselect {
    pub(crate) select: SelectStatement,
    pub(crate) columns: Vec<AnswerColumn>,
    /// What its rows are sorted by where a page may start behind a row.
    pub(crate) sorted: Vec<SortColumn>,
}

/// The column with the number of a row within its page.
pub(crate) const NUMBER: &str = "n";

/// The column with the key of a row, of the instances that a group gives.
pub(crate) const KEY: &str = "k";
/// The column with its type.
pub(crate) const TYPE: &str = "y";

/// The name of a column of an answer within a statement.
pub(crate) fn column_name(index: usize) -> String {
    format!("c{index}")
}

/// Each name once, in the order of the first.
pub(crate) fn each_once(names: Vec<&str>) -> Vec<&str> {
    let mut once: Vec<&str> = Vec::with_capacity(names.len());
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}
