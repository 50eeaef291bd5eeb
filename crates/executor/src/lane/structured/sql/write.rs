//! The statements of a contract: its page, the keys of its rows, their number.

use cmec_decoder::contract::Contract;
use cmec_decoder::language::{Output, Scenario, ValueType};
use sea_query::{Expr, SelectStatement};

use crate::lane::structured::sql::context::{
    AnswerColumn, NUMBER, SqlContext, Subselect, WriteError, WrittenStatement, column_name,
};
use crate::lane::structured::sql::group::groups;
use crate::lane::structured::sql::page::paging;
use crate::lane::structured::sql::select::rows;
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::dialect;
use crate::ports::database::Statement;

/// The statement of a contract whose days are calendar days.
///
/// # Errors
/// The tables do not cover a part of the contract.
pub fn write(
    context: &SqlContext<'_>,
    contract: &Contract<'_>,
) -> Result<WrittenStatement, WriteError> {
    let mut asked = match contract.intent.scenario {
        Scenario::InstanceSearch
        | Scenario::AttributesFetch
        | Scenario::RelationQuery
        | Scenario::RelationExistence
        | Scenario::SetOps => rows::rows(context, contract)?,
        Scenario::Aggregation => groups::groups(context, contract)?,
        other => return Err(WriteError::Scenario(other)),
    };
    if contract.intent.output_type == Output::Existence {
        asked = existence(asked);
    }
    let select = paging::shown(context, asked.select, &asked.columns, &asked.sorted);
    Ok(WrittenStatement {
        statement: statement(&select, context.engine)?,
        columns: asked.columns,
        sorted: asked.sorted.len(),
    })
}

/// The statement of a page of row keys, in the order of the contract. The last value of a row is its key.
///
/// # Errors
/// The tables do not cover a part of the contract.
pub fn keys(context: &SqlContext<'_>, contract: &Contract<'_>) -> Result<Statement, WriteError> {
    let asked = rows::bare_rows(context, contract)?;
    let select = paging::shown(context, asked.select, &asked.columns, &asked.sorted);
    statement(&select, context.engine)
}

/// The statement whose single value is the number of rows on all pages.
///
/// # Errors
/// The tables do not cover a part of the contract.
pub fn total<'q>(
    context: &SqlContext<'q>,
    contract: &Contract<'_>,
) -> Result<Statement, WriteError> {
    let rows = match contract.intent.scenario {
        Scenario::Aggregation => groups::counted_groups(context, contract)?,
        _ => rows::counted_rows(context, contract)?,
    };
    let mut select = SelectStatement::new();
    let count = dialect::number_told(context.engine, Expr::cust("count(*)"));
    select
        .expr_as(count, column_name(0))
        .from_subquery(rows, context.alias('q'));
    statement(&select, context.engine)
}

fn existence(rows: Subselect) -> Subselect {
    let mut select = SelectStatement::new();
    select.expr_as(Expr::exists(rows.select), column_name(0));
    select.expr_as(Expr::cust("1"), NUMBER);
    let column = AnswerColumn {
        name: Output::Existence.name().to_owned(),
        value_type: ValueType::Boolean,
        several: false,
    };
    Subselect {
        select,
        columns: vec![column],
        sorted: Vec::new(),
    }
}
