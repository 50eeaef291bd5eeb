//! The part that both searches share: reading whole rows for ranked keys.

use cmec_decoder::contract::{Contract, Pagination};

use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::search::RankedRows;
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, WrittenStatement};
use crate::ports::database::{DatabaseRow, DatabaseValue, ask};

use super::RunRequest;

/// The whole rows of a contract that were ranked. The last value of each row is its key.
pub(super) async fn whole_rows(
    asked: &RunRequest<'_>,
    (contract, ranked): (Contract<'_>, RankedRows),
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<(WrittenStatement, RankedRows), ResolveError> {
    let keys = ranked.rows.iter();
    let keys = keys.filter_map(|(_, row)| row.last().cloned());
    let keys: Vec<DatabaseValue> = keys.collect();
    let contract = only(contract, keys.len());
    let written = sql::write(&asked.context(anchors).only_rows(keys), &contract)?;
    debug.statements.push(written.statement.written_out());
    let rows = ask(asked.database, &written.statement, asked.run.deadline).await?;
    let rows = in_rank(ranked.rows, rows);
    Ok((written, RankedRows { rows, ..ranked }))
}

/// A contract limited to a number of rows, without an order.
pub(super) fn only(mut contract: Contract<'_>, rows: usize) -> Contract<'_> {
    contract.constraints.sort.clear();
    contract.constraints.pagination = Pagination {
        limit: u32::try_from(rows).unwrap_or(u32::MAX),
        ..Pagination::default()
    };
    contract
}

/// Whole rows in rank order; a row deleted since the ranking is left out.
fn in_rank(ranked: Vec<(f32, DatabaseRow)>, mut rows: Vec<DatabaseRow>) -> Vec<(f32, DatabaseRow)> {
    let ranked = ranked.into_iter().filter_map(|(score, row)| {
        let key = row.last()?;
        let place = rows.iter().position(|own| own.last() == Some(key))?;
        Some((score, rows.swap_remove(place)))
    });
    ranked.collect()
}
