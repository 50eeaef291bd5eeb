//! The tables and columns of a live database, by the names of bindings.

use std::collections::{BTreeMap, HashMap};

use cmec_executor::database_schema::{ColumnSchema, DatabaseSchema, TableKind, TableSchema};

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};

/// A live database, and what is found wrong with it.
pub(super) struct Live<'s, 'f> {
    /// Whether a column holds values of its type alone.
    pub(super) strict: bool,
    /// By their names, small where the database does not tell letters apart by case.
    tables: HashMap<String, &'s TableSchema>,
    /// How many values of a field are not of its form, by its path.
    pub(super) out_of_form: &'s BTreeMap<String, u64>,
    pub(super) findings: &'f mut Vec<Finding>,
}

impl<'s, 'f> Live<'s, 'f> {
    pub(super) fn new(schema: &'s DatabaseSchema, findings: &'f mut Vec<Finding>) -> Self {
        let named = |table: &'s TableSchema| match schema.strict {
            true => (table.name.clone(), table),
            false => (table.name.to_ascii_lowercase(), table),
        };
        Self {
            strict: schema.strict,
            tables: schema.tables.iter().map(named).collect(),
            out_of_form: &schema.out_of_form,
            findings,
        }
    }

    /// The table with this name. The schema that is looked in first may be said: `public` of PostgreSQL, `main` of SQLite.
    pub(super) fn table(&self, name: &str) -> Option<&'s TableSchema> {
        let (first, name) = match self.strict {
            true => ("public.", name.to_owned()),
            false => ("main.", name.to_ascii_lowercase()),
        };
        let bare = || self.tables.get(name.strip_prefix(first)?);
        self.tables.get(&name).or_else(bare).copied()
    }

    /// The table with this name; that it is not there is told, with what that breaks.
    pub(super) fn known_table(
        &mut self,
        name: &Spanned<String>,
        breaks: &str,
    ) -> Option<&'s TableSchema> {
        let found = self.table(name.text());
        if found.is_none() {
            let names: Vec<&str> = self.tables.values().map(|own| own.name.as_str()).collect();
            let message = format!("the database has no table `{name}`");
            tell(self.findings, Rule::TableMissing, name.place, message)
                .label(breaks)
                .nearest(name.text(), sorted(names));
        }
        found
    }

    /// The column with this name.
    pub(super) fn column(&self, table: &'s TableSchema, name: &str) -> Option<&'s ColumnSchema> {
        let mut columns = table.columns.iter();
        columns.find(|column| self.same(&column.name, name))
    }

    /// The column with this name; that it is not there is told, with what that breaks.
    pub(super) fn known_column(
        &mut self,
        table: &'s TableSchema,
        name: &Spanned<String>,
        breaks: &str,
    ) -> Option<&'s ColumnSchema> {
        let found = self.column(table, name.text());
        if found.is_none() {
            let names = table.columns.iter().map(|column| column.name.as_str());
            let message = format!("the table `{}` has no column `{name}`", table.name);
            tell(self.findings, Rule::ColumnMissing, name.place, message)
                .label(breaks)
                .nearest(name.text(), names);
        }
        found
    }

    /// Whether a column or an index of the database is the one that bindings name.
    pub(super) fn same(&self, own: &str, bound: &str) -> bool {
        match self.strict {
            true => own == bound,
            false => own.eq_ignore_ascii_case(bound),
        }
    }

    /// Whether no two rows have the same values of some columns, and each has them.
    pub(super) fn is_key(&self, table: &TableSchema, columns: &[&ColumnSchema]) -> bool {
        let names = sorted(columns.iter().map(|own| own.name.as_str()).collect());
        let are = |own: &[String]| sorted(own.iter().map(String::as_str).collect()) == names;
        let mut indexes = table.indexes.iter();
        let unique = indexes.any(|index| index.unique && are(&index.columns));
        are(&table.primary_key) || (unique && columns.iter().all(|own| !own.nullable))
    }

    /// Whether an index starts with a column. Those of other servers are not seen.
    pub(super) fn is_indexed(&self, table: &TableSchema, column: &ColumnSchema) -> bool {
        let starts = |columns: &[String]| columns.first() == Some(&column.name);
        let mut indexes = table.indexes.iter();
        table.kind == TableKind::Foreign
            || starts(&table.primary_key)
            || indexes.any(|index| starts(&index.columns))
    }
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}
