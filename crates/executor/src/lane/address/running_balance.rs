//! The running balance of a statement or a reconciliation: the opening balance of its totals plus each row.

use std::borrow::Cow;

use chrono::{Datelike, Months, NaiveDate, NaiveDateTime};

use crate::lane::address::column_names::BALANCE;
use crate::lane::address::plan::RowOrder;
use crate::ports::moment;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;
use crate::wording::figure::Sum;

/// The columns that identify a balance; rows and totals either both have them or both lack them.
const KEYS: [&str; 4] = ["organization", "account", "bank_account", "currency"];

/// Adds the balance after each row. Adds none where the rows do not lead from the opening to the closing balance of the
/// totals, because a posting was made in between.
pub(in crate::lane::address) fn add(
    rows: &mut [Row],
    totals: &[Row],
    flows: [&str; 2],
    order: RowOrder,
) {
    let Some(balances) = after_each(rows, totals, flows, order) else {
        return;
    };
    for (row, balance) in rows.iter_mut().zip(balances) {
        let balance = (Cow::Borrowed(BALANCE), Cell::Number(balance.digits()));
        let mut values = row.values.iter();
        let after = values.rposition(|(name, _)| flows.contains(&name.as_ref()));
        row.values
            .insert(after.map_or(0, |at| at.saturating_add(1)), balance);
    }
}

fn after_each(rows: &[Row], totals: &[Row], flows: [&str; 2], order: RowOrder) -> Option<Vec<Sum>> {
    let mut sums = opening(totals)?;
    let mut balances = Vec::with_capacity(rows.len());
    for at in 0..rows.len() {
        let at = match order {
            RowOrder::PeriodAsc => at,
            RowOrder::PeriodDesc => rows.len().checked_sub(at)?.checked_sub(1)?,
        };
        balances.push(pass(&mut sums, rows.get(at)?, flows)?);
    }
    if order == RowOrder::PeriodDesc {
        balances.reverse();
    }
    let closes = |(own, sum): &(&Row, Sum)| balance(own, "balance") == Some(*sum);
    sums.iter().all(closes).then_some(balances)
}

/// The opening balances of a later page: the balances at its moment plus the earlier rows of that moment.
pub(in crate::lane::address) fn of_page<'t>(
    totals: &'t [Row],
    given: &[Row],
    flows: [&str; 2],
) -> Option<Vec<(&'t Row, Sum)>> {
    let mut sums = opening(totals)?;
    for row in given {
        pass(&mut sums, row, flows)?;
    }
    Some(sums)
}

/// The period of the first month whose rows all fit, where later rows follow; it starts no earlier than the requested
/// day. Rows are sorted oldest first.
pub(in crate::lane::address) fn first_whole_month(
    rows: &[Row],
    from: Option<&str>,
) -> Option<String> {
    let month = |row: &Row| {
        let period = row.get("period")?.shown()?;
        let moment = NaiveDateTime::parse_from_str(period, moment::FORMAT).ok()?;
        Some((moment.year(), moment.month()))
    };
    let (first, last) = (month(rows.first()?)?, month(rows.last()?)?);
    let month = (first < last).then(|| format!("{:04}-{:02}", first.0, first.1))?;
    let begins_within = |from: &&str| from.starts_with(&month) && !from.ends_with("-01");
    let Some(from) = from.filter(begins_within) else {
        return Some(format!("period = '{month}'"));
    };
    let next = NaiveDate::from_ymd_opt(first.0, first.1, 1)?.checked_add_months(Months::new(1))?;
    Some(format!(
        "period BETWEEN '{from}' AND '{}'",
        next.pred_opt()?
    ))
}

fn opening(totals: &[Row]) -> Option<Vec<(&Row, Sum)>> {
    let opening = totals
        .iter()
        .map(|own| Some((own, balance(own, "opening")?)));
    opening.collect()
}

/// Adds a row to its balance and returns the sum.
fn pass(sums: &mut [(&Row, Sum)], row: &Row, [income, expense]: [&str; 2]) -> Option<Sum> {
    let is_of = |own: &Row| KEYS.iter().all(|key| own.get(key) == row.get(key));
    let (_, sum) = sums.iter_mut().find(|(own, _)| is_of(own))?;
    *sum = sum
        .plus(figure(row, income)?)?
        .minus(figure(row, expense)?)?;
    Some(*sum)
}

/// A named balance of totals: debit minus credit.
fn balance(totals: &Row, name: &str) -> Option<Sum> {
    let debit = figure(totals, &format!("{name}_debit"))?;
    let credit = figure(totals, &format!("{name}_credit"))?;
    Sum::default().plus(debit)?.minus(credit)
}

fn figure<'r>(row: &'r Row, column: &str) -> Option<&'r str> {
    row.get(column).map_or(Some("0"), Cell::shown)
}
