//! The statements that explain an empty answer: whether a value exists, and the values that do.

use cmec_decoder::contract::{Condition, Grounding};
use cmec_decoder::language::{Scenario, ValueType};
use cmec_decoder::tables::FieldDef;
use sea_query::{Expr, ExprTrait, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, Needs};
use crate::lane::structured::sql::context::{SqlContext, WriteError, column_name};
use crate::lane::structured::sql::places::compare;
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::select::matches;
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::expressions::column;
use crate::ports::database::Statement;

/// The statement whose single row tells whether any instance of a type meets a condition.
///
/// # Errors
/// The bindings do not cover a name.
pub fn any_with(
    context: &SqlContext<'_>,
    type_name: &str,
    condition: &Condition<'_>,
) -> Result<Statement, WriteError> {
    let needs = Needs::any_times("k", MatchColumn::RowKey);
    let matches = of_type(context, type_name, vec![condition], &needs)?;
    let mut select = SelectStatement::new();
    let exists = Expr::exists(matches);
    let told = Expr::case(exists, Expr::cust("'yes'")).finally(Expr::cust("'no'"));
    select.expr_as(told, column_name(0));
    statement(&select, context.engine)
}

/// The statement of the distinct texts of a field, at most `most`.
///
/// # Errors
/// The bindings do not cover a name.
pub fn texts_of(
    context: &SqlContext<'_>,
    field: &FieldDef,
    most: u32,
) -> Result<Statement, WriteError> {
    let needed = match field.array {
        true => MatchColumn::Member(&field.path),
        false => MatchColumn::Value(&field.path),
    };
    let needs = Needs::any_times(&column_name(0), needed);
    let matches = of_type(context, &field.type_name, Vec::new(), &needs)?;
    let alias = context.alias('m');
    let value = column(&alias, &column_name(0));
    let mut select = SelectStatement::new();
    let sorted = compare::in_order(context, value.clone(), ValueType::String);
    select
        .distinct()
        .expr_as(value.clone(), column_name(0))
        .expr_as(sorted, "s")
        .from_subquery(matches, alias)
        .and_where(value.is_not_null())
        .order_by_expr(Expr::cust("2"), sea_query::Order::Asc)
        .limit(u64::from(most));
    statement(&select, context.engine)
}

fn of_type(
    context: &SqlContext<'_>,
    type_name: &str,
    conditions: Vec<&Condition<'_>>,
    needs: &Needs<'_>,
) -> Result<SelectStatement, WriteError> {
    let grounding = Grounding::default();
    let subject = Subject {
        scenario: Scenario::InstanceSearch,
        grounding: &grounding,
        groups: &[],
        targets: vec![type_name],
        conditions,
        sides: None,
        has_matches: false,
    };
    Ok(matches::matches(context, &subject, needs)?.select)
}
