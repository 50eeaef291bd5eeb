//! The tables of types, narrowed to the rows that may be seen.
//!
//! Whatever names the table of a type in `FROM` gets it here, so that no way round the row policy is left. What may be seen is
//! decided over all rows: a row filter reads what it refers to even where that may not be seen.

use std::sync::atomic::Ordering;

use cmec_decoder::contract::Grounding;
use cmec_decoder::language::Scenario;
use cmec_decoder::places::{Places, TARGET};
use sea_query::{Asterisk, Expr, ExprTrait, IntoIden, SelectStatement, TableRef};

use super::scope::Scope;
use super::writer::{Unwritten, Writer};
use crate::ports::database::table_ref;

/// Which columns of the rows are read.
enum Columns {
    All,
    Key,
}

impl Writer<'_> {
    /// The rows of a type that may be seen, as a table with a name.
    pub(super) fn placed(&self, type_name: &str, name: &str) -> Result<TableRef, Unwritten> {
        let narrowed = self.narrowed(type_name, &Columns::All)?;
        Ok(match narrowed {
            Some(select) => TableRef::SubQuery(Box::new(select), name.to_owned().into_iden()),
            None => table_ref(&self.table(type_name)?.table).alias(name.to_owned()),
        })
    }

    /// The key of a row of a type in a table with a name: its column, or its columns as one text.
    pub(super) fn key_of(&self, type_name: &str, name: &str) -> Result<Expr, Unwritten> {
        let table = self.table(type_name)?;
        let column = |column: &str| Expr::col((name.to_owned(), column.to_owned()));
        let concat = || sea_query::BinOper::Custom("||");
        let mut parts = table.key.iter().map(|own| column(own));
        let first = parts
            .next()
            .ok_or_else(|| Unwritten::Unknown(type_name.to_owned()))?;
        Ok(match table.key.len() {
            1 => first,
            _ => parts.fold(first.cast_as("text"), |key, part| {
                let key = key.binary(concat(), Expr::val("/"));
                key.binary(concat(), part.cast_as("text"))
            }),
        })
    }

    /// Whether a key is that of a row of a type that may be seen; `None`: all of them may.
    pub(super) fn is_seen(&self, type_name: &str, key: Expr) -> Result<Option<Expr>, Unwritten> {
        let narrowed = self.narrowed(type_name, &Columns::Key)?;
        Ok(narrowed.map(|keys| key.in_subquery(keys)))
    }

    /// The rows of a type that may be seen; `None`: all of them may.
    fn narrowed(
        &self,
        type_name: &str,
        columns: &Columns,
    ) -> Result<Option<SelectStatement>, Unwritten> {
        let table = self.table(type_name)?;
        let mut conditions = self.rows.conditions_of(type_name).peekable();
        if conditions.peek().is_none() && table.only.is_empty() {
            return Ok(None);
        }
        let open = self.of_policy();
        let grounding = Grounding::default();
        let places = Places::of(
            Scenario::InstanceSearch,
            &grounding,
            &[type_name],
            self.tables,
        );
        let scope = Scope::new(&open, &places, (&[], &[]), vec![type_name]);
        let name = scope.name_of(TARGET);
        let mut select = SelectStatement::new();
        match columns {
            Columns::All => select.column(Asterisk),
            Columns::Key => select.expr(scope.key(TARGET)?),
        };
        select.from_as(table_ref(&table.table), name.clone());
        for only in table.only.iter() {
            let column = Expr::col((name.clone(), only.column.to_string()));
            let is = Expr::val(only.is.to_string());
            select.and_where(self.engine.as_text(column).eq(is));
        }
        if conditions.peek().is_some() {
            select.and_where(scope.conditions(conditions)?);
        }
        self.named
            .store(open.named.load(Ordering::Relaxed), Ordering::Relaxed);
        Ok(Some(select))
    }
}
