//! Execute: the rows of a recipe call, and the totals of a summary.

use std::time::Instant;

use super::filters::Filters;
use super::materialise::{Row, Sieve, Sifted, sift};
use super::parameters::{self, Values};
use super::plan::{RecipeCall, RowOrder};
use crate::catalogue::{Recipe, Template};
use crate::ports::one_c::{OneC, PortError, RawRows, Reference};
use crate::retry;

/// What a recipe call gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Executed {
    /// Its rows, held against the recipe; one beyond the limit where there are more.
    pub sifted: Sifted,
    /// Totals of a summary.
    pub totals: Option<Row>,
    /// Whether the server gave as many rows as it was asked for, so that there are or may be more.
    pub full_page: bool,
}

/// Calls the recipe's templates.
///
/// # Errors
/// When the server fails.
pub async fn execute<P: OneC>(
    port: &P,
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &Filters,
    anchors: &[(&str, Reference)],
    deadline: Instant,
) -> Result<Executed, PortError> {
    let values = Values {
        filters,
        accounts: &call.accounts,
        anchors,
    };
    // One row more than the limit tells whether there are more.
    let wanted = call.limit.limit.saturating_add(1);
    let first = call.template.first.unwrap_or(u32::MAX);
    let rows = wanted.min(port.row_cap()).min(first);
    let raw = fetch(port, call.template, call.order, values, rows, deadline).await?;
    let sieve = Sieve {
        shape: call.template.rows,
        scope: &recipe.scope,
        accounts: &call.accounts,
        anchors,
        filters,
    };
    let sifted = sift(&raw, sieve);
    let totals = match call.totals {
        Some(template) if !sifted.rows.is_empty() => {
            let raw = fetch(port, template, RowOrder::PeriodDesc, values, 1, deadline).await?;
            raw.rows.first().map(Row::of)
        }
        _ => None,
    };
    let fetched = u32::try_from(raw.fetched).unwrap_or(u32::MAX);
    Ok(Executed {
        // As many as were asked for: there are more, or the server cut them, whatever was sifted out since.
        full_page: fetched >= rows,
        sifted,
        totals,
    })
}

async fn fetch<P: OneC>(
    port: &P,
    template: &Template,
    order: RowOrder,
    values: Values<'_>,
    rows: u32,
    deadline: Instant,
) -> Result<RawRows, PortError> {
    let call = parameters::bind(template, order, values, rows).ok_or_else(|| {
        PortError::Refused(format!("a parameter of `{}` has no value", template.name))
    })?;
    retry::read(port, &call, deadline).await
}
