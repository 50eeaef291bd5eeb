//! The context of all parts of a statement: the codebook, its bindings, the engine and the resolved entities.

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
    /// The codebook or its bindings have no such name.
    #[error("there is no `{0}` in the bindings")]
    Unknown(String),
    /// No variable of the contract has the type of a field.
    #[error("nothing in the contract is of the type of `{0}`")]
    NotReached(String),
    /// Several variables have the type of a field, and nothing selects one.
    #[error("several places of the contract are of the type of `{0}`")]
    ReachedTwice(String),
    /// The variables have too many variants.
    #[error("the places of the contract may be of more types than a statement can tell apart")]
    ManyTypes,
    /// One statement cannot answer the scenario.
    #[error("`{}` is not answered by one statement", .0.name())]
    Scenario(Scenario),
}

/// A column of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerColumn {
    /// Path of a field or name of a metric.
    pub name: String,
    /// Type of its values.
    pub value_type: ValueType,
    /// True where each value is a list.
    pub several: bool,
}

/// A statement and the layout of its rows.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenStatement {
    /// The statement. It reads one row more than the page has.
    pub statement: Statement,
    /// The shown columns. The row's number in its page and the sort values follow them.
    pub columns: Vec<AnswerColumn>,
    /// Number of sort values; 0: no page can start after a row.
    pub sorted: usize,
}

/// The context of all parts of a statement.
#[derive(Debug)]
pub struct SqlContext<'q> {
    pub(crate) tables: &'q Tables,
    pub(crate) bindings: &'q StructuredCatalogue,
    pub(crate) rows: &'q RowPolicy<'q>,
    /// True for row-level security filters, which compare values exactly, whatever the codebook allows for the field.
    pub(crate) of_policy: bool,
    pub(crate) engine: Engine,
    pub(crate) today: NaiveDate,
    pub(crate) anchors: &'q Anchors,
    /// The sort values of the row that the page starts after.
    pub(crate) after: Option<Vec<DatabaseValue>>,
    /// The keys of the wanted rows; `None`: no restriction.
    pub(crate) only: Option<Vec<DatabaseValue>>,
    /// The query vector that rows are sorted by; `None`: another order.
    pub(crate) nearest: Option<Nearest>,
    /// Number of aliases so far.
    pub(crate) named: AtomicU32,
}

impl<'q> SqlContext<'q> {
    /// The context of statements for an engine.
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

    /// The context of the statements of a plan, with the anchors of its contract.
    #[must_use]
    pub fn of_plan(plan: &'q StructuredPlan<'_>, engine: Engine, anchors: &'q Anchors) -> Self {
        let codebook = (plan.tables, plan.catalogue);
        Self::new(codebook, &plan.rows, engine, plan.today, anchors)
    }

    /// The context of row-level security filters, which reads every row.
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

    /// The context of a page that starts after a row.
    #[must_use]
    pub fn behind_row(mut self, after: Vec<DatabaseValue>) -> Self {
        self.after = Some(after);
        self
    }

    /// The context of the target rows with these keys only, which an earlier statement returned.
    #[must_use]
    pub fn only_rows(mut self, keys: Vec<DatabaseValue>) -> Self {
        self.only = Some(keys);
        self
    }

    /// The context of rows sorted by their distance to a vector. The rows have one type, which has a vector column.
    #[must_use]
    pub fn nearest(mut self, nearest: Nearest) -> Self {
        self.nearest = Some(nearest);
        self
    }

    pub(crate) fn alias(&self, letter: char) -> String {
        let number = self.named.fetch_add(1, Ordering::Relaxed);
        format!("{letter}{number}")
    }

    pub(crate) fn types(&self) -> impl Iterator<Item = &'q TypeBinding> {
        self.bindings.types.iter()
    }

    pub(crate) fn table(&self, type_name: &str) -> Result<&'q TypeBinding, WriteError> {
        let mut types = self.bindings.types.iter();
        let found = types.find(|binding| binding.type_name == type_name);
        found.ok_or_else(|| WriteError::Unknown(type_name.to_owned()))
    }

    pub(crate) fn field(&self, field: &FieldDef) -> Result<&'q FieldBinding, WriteError> {
        let mut fields = self.table(&field.type_name)?.fields.iter();
        let found = fields.find(|binding| binding.path == field.path);
        found.ok_or_else(|| WriteError::Unknown(field.path.to_string()))
    }

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

/// A select and its shown columns, with names by [`column_name`].
#[derive(Debug, Clone)]
pub(crate) struct Subselect {
    pub(crate) select: SelectStatement,
    pub(crate) columns: Vec<AnswerColumn>,
    /// The sort columns, where a page may start after a row.
    pub(crate) sorted: Vec<SortColumn>,
}

/// The column with a row's number within its page.
pub(crate) const NUMBER: &str = "n";

/// The column with the key of a subquery's instance.
pub(crate) const KEY: &str = "k";
pub(crate) const TYPE: &str = "y";

pub(crate) fn column_name(index: usize) -> String {
    format!("c{index}")
}

/// The distinct names in order of first occurrence.
pub(crate) fn each_once(names: Vec<&str>) -> Vec<&str> {
    let mut once: Vec<&str> = Vec::with_capacity(names.len());
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}
