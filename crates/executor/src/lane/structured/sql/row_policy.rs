//! The rows of a type that its row-level security filters and its bindings let through, as a select.

use std::sync::atomic::Ordering;

use cmec_decoder::contract::Grounding;
use cmec_decoder::language::Scenario;
use cmec_decoder::places::{Places, TARGET};
use sea_query::{Asterisk, Expr, ExprTrait, SelectStatement};

use crate::lane::structured::sql::conditions::condition;
use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::field_value;
use crate::lane::structured::sql::places::row_security::Columns;
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::values::texts;
use crate::ports::database::table_ref;

/// The visible rows of a type; `None` where all are visible.
pub(crate) fn narrowed(
    writer: &SqlContext<'_>,
    type_name: &str,
    columns: &Columns,
) -> Result<Option<SelectStatement>, WriteError> {
    let table = writer.table(type_name)?;
    let mut conditions = writer.rows.conditions_of(type_name).peekable();
    if conditions.peek().is_none() && table.only.is_empty() {
        return Ok(None);
    }
    let open = writer.of_policy();
    let grounding = Grounding::default();
    let places = Places::of(
        Scenario::InstanceSearch,
        &grounding,
        &[type_name],
        writer.tables,
    );
    let scope = Scope::new(&open, &places, (&[], &[]), vec![type_name]);
    let name = scope.name_of(TARGET);
    let mut select = SelectStatement::new();
    match columns {
        Columns::All => select.column(Asterisk),
        Columns::Key => select.expr(field_value::key(&scope, TARGET)?),
    };
    select.from_as(table_ref(&table.table), name.clone());
    for only in table.only.iter() {
        let column = Expr::col((name.clone(), only.column.to_string()));
        let is = Expr::val(only.is.to_string());
        select.and_where(texts::as_text(writer.engine, column).eq(is));
    }
    if conditions.peek().is_some() {
        select.and_where(condition::conditions(&scope, conditions)?);
    }
    writer
        .named
        .store(open.named.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(Some(select))
}
