//! Looks up tables and columns of a live database by the names in bindings.

use std::collections::{BTreeMap, HashMap};

use cmec_executor::database_schema::{ColumnSchema, DatabaseSchema, TableKind, TableSchema};

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};

/// A live database and the findings about it.
pub(super) struct Live<'s, 'f> {
    /// True where a column holds only values of its type.
    pub(super) strict: bool,
    /// Tables by name, in lower case if the database ignores case.
    tables: HashMap<String, &'s TableSchema>,
    /// The number of malformed values of a field, by path.
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

    /// The table with this name. The default schema may be written: `public` in PostgreSQL, `main` in SQLite.
    pub(super) fn table(&self, name: &str) -> Option<&'s TableSchema> {
        let (first, name) = match self.strict {
            true => ("public.", name.to_owned()),
            false => ("main.", name.to_ascii_lowercase()),
        };
        let bare = || self.tables.get(name.strip_prefix(first)?);
        self.tables.get(&name).or_else(bare).copied()
    }

    /// The table with this name; a missing one is reported, with the consequences.
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

    pub(super) fn column(&self, table: &'s TableSchema, name: &str) -> Option<&'s ColumnSchema> {
        let mut columns = table.columns.iter();
        columns.find(|column| self.same(&column.name, name))
    }

    /// The column with this name; a missing one is reported, with the consequences.
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

    /// True where two names of columns or indexes are equal for the database.
    pub(super) fn same(&self, own: &str, bound: &str) -> bool {
        match self.strict {
            true => own == bound,
            false => own.eq_ignore_ascii_case(bound),
        }
    }

    /// True where the columns are unique and not null.
    pub(super) fn is_key(&self, table: &TableSchema, columns: &[&ColumnSchema]) -> bool {
        let names = sorted(columns.iter().map(|own| own.name.as_str()).collect());
        let are = |own: &[String]| sorted(own.iter().map(String::as_str).collect()) == names;
        let mut indexes = table.indexes.iter();
        let unique = indexes.any(|index| index.unique && are(&index.columns));
        are(&table.primary_key) || (unique && columns.iter().all(|own| !own.nullable))
    }

    /// True where an index starts with a column. Foreign tables have no visible indexes.
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

/// A column with its declared type, in words.
pub(super) fn declared(column: &ColumnSchema, table: &TableSchema) -> String {
    let (name, of, declared) = (&column.name, &table.name, &column.declared);
    format!("`{name}` of `{of}` is `{declared}`")
}
