//! Pages: the position where an answer continues, and the rows after it that an earlier page returned.
//!
//! A static query can be bounded by moments but cannot start after a row. The next page therefore starts at the moment
//! of the last row, and the rows of that moment that were returned before are dropped. This requires a total order,
//! which the queries have. Groups of a profile have no moment, and a narrower bound would split the group at the bound.
//! There are few groups, so all are read again and the ones returned before are dropped.
//!
//! A row inserted before the cursor is not shown. Where the row at the cursor was deleted or changed, paging ends
//! (`cursor_row_gone`), since the start of the page is unknown. Rows that no cursor can reach are reported
//! (`next_page_out_of_reach`).

use chrono::NaiveDateTime;

use crate::catalogue::Template;
use crate::fingerprint::Fingerprint;
use crate::lane::address::column_names::PERIOD;
use crate::lane::address::cursor::{Cursor, RowPosition};
use crate::lane::address::parameters::{Paging, paging};
use crate::lane::address::plan::RowOrder;
use crate::limitation::reason::Obstacle;
use crate::ports::moment;
use crate::ports::raw_row::{Cell, RawRow};

/// The continuation after the rows of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextPage {
    /// No more rows.
    None,
    /// More rows, or possibly more, from this cursor on.
    At(Cursor),
    /// More rows, or possibly more, that no cursor can reach.
    Unreachable(Obstacle),
}

/// Why a cursor of the question no longer leads to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaleCursor {
    /// An anchor resolves to another element than before.
    AnchorChanged,
    /// The row at the cursor was deleted or changed.
    RowGone,
    /// The recipe no longer has the strategy.
    StrategyGone,
}

/// The number of leading rows up to a position, which an earlier page returned; `None` where the row of the position is
/// missing.
///
/// A row inserted at the same moment before the position belongs to the earlier page and is not shown.
pub(super) fn rows_up_to(
    rows: &[RawRow],
    position: &RowPosition,
    template: &Template,
    order: RowOrder,
) -> Option<usize> {
    let paging = paging(template, order)?;
    let moment = |row: &RawRow| moment_of(row, paging);
    // The query excludes these rows already; a server that ignored its bound must not repeat rows.
    let is_ahead =
        |row: &&RawRow| moment(row).is_some_and(|moment| precedes(moment, position.moment, order));
    let ahead = rows.iter().take_while(is_ahead).count();
    let of_moment = (rows.iter().enumerate().skip(ahead))
        .take_while(|(_, row)| moment(row) == Some(position.moment));
    let same = of_moment.filter(|(_, row)| fingerprint(row) == position.row);
    let same: Vec<usize> = same.map(|(index, _)| index).collect();
    let given = usize::try_from(position.given).unwrap_or(usize::MAX);
    let usual = ahead.saturating_add(given);
    match same.as_slice() {
        [only] => only.checked_add(1),
        // Among rows equal in every cell only the number decides.
        several => several
            .iter()
            .filter_map(|index| index.checked_add(1))
            .find(|given| *given == usual),
    }
}

/// The position of a row. `rows` include the earlier rows of its moment. `cap` is the maximum number of rows per call.
pub(super) fn position(
    rows: &[RawRow],
    index: usize,
    template: &Template,
    order: RowOrder,
    cap: u32,
) -> Result<RowPosition, Obstacle> {
    let paging = paging(template, order).ok_or(Obstacle::NoOrder)?;
    let too_many = match paging {
        Paging::FromMoment => Obstacle::OneMoment,
        Paging::FromFirst => Obstacle::ManyGroups,
    };
    let moments: Option<Vec<NaiveDateTime>> =
        rows.iter().map(|row| moment_of(row, paging)).collect();
    let moments = moments.ok_or(Obstacle::NoMoment)?;
    let mut pairs = moments.iter().zip(moments.iter().skip(1));
    if pairs.any(|(one, next)| precedes(*next, *one, order)) {
        return Err(Obstacle::WrongOrder);
    }
    let (Some(row), Some(moment)) = (rows.get(index), moments.get(index)) else {
        // A call would return rows of earlier pages only.
        return Err(too_many);
    };
    let up_to = moments.iter().take(index.saturating_add(1)).rev();
    let given = up_to.take_while(|other| *other == moment).count();
    let given = u32::try_from(given).unwrap_or(u32::MAX);
    if given >= cap {
        return Err(too_many);
    }
    Ok(RowPosition {
        moment: *moment,
        given,
        row: fingerprint(row),
    })
}

/// The moment that a row is sorted by. 1C sorts a missing moment first, as its empty date. Groups of a profile have
/// none.
fn moment_of(row: &RawRow, paging: Paging) -> Option<NaiveDateTime> {
    let text = match paging {
        Paging::FromFirst => moment::EMPTY,
        Paging::FromMoment => {
            let mut cells = row.cells.iter();
            match cells.find(|(column, _)| PERIOD.contains(&column.as_str()))? {
                (_, Cell::Null) => moment::EMPTY,
                (_, Cell::Text(text)) => text,
                _ => return None,
            }
        }
    };
    NaiveDateTime::parse_from_str(text, moment::FORMAT).ok()
}

pub(super) fn is_at(row: &RawRow, position: &RowPosition) -> bool {
    moment_of(row, Paging::FromMoment) == Some(position.moment)
}

fn precedes(one: NaiveDateTime, other: NaiveDateTime, order: RowOrder) -> bool {
    match order {
        RowOrder::PeriodDesc => one > other,
        RowOrder::PeriodAsc => one < other,
    }
}

/// The fingerprint of a row: its columns and values, with references by id.
fn fingerprint(row: &RawRow) -> Fingerprint {
    Fingerprint::of(row.cells.iter().flat_map(|(column, cell)| {
        let (kind, value) = match cell {
            Cell::Null => ("null", ""),
            Cell::Boolean(false) => ("boolean", "false"),
            Cell::Boolean(true) => ("boolean", "true"),
            Cell::Number(text) => ("number", text.as_str()),
            Cell::Text(text) => ("text", text.as_str()),
            Cell::Reference(reference) => ("reference", reference.id.as_str()),
            // 1C returns no lists.
            Cell::List(_) => ("list", ""),
            Cell::Other(text) => ("other", text.as_str()),
        };
        [column.as_str(), kind, value]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{AbsentValue, Parameter, ParameterForm, RowShape};

    fn template(form: ParameterForm, filter: &'static str) -> Template {
        Template {
            name: "rows".into(),
            rows: RowShape::Document,
            query: "".into(),
            query_asc: Some("".into()),
            first: None,
            columns: Vec::new().into(),
            parameters: vec![Parameter {
                name: "П".into(),
                filters: vec![filter.into()].into(),
                constant: Vec::new().into(),
                form,
                absent: AbsentValue::Latest,
            }]
            .into(),
        }
    }

    fn rows(moments: &[&str]) -> Vec<RawRow> {
        let cell = |text: &str| match text {
            "null" => Cell::Null,
            day if day.len() == 2 => Cell::Text(format!("2026-01-{day}T00:00:00")),
            other => Cell::Text(other.to_owned()),
        };
        moments
            .iter()
            .map(|text| RawRow {
                cells: vec![("Период".to_owned(), cell(text))],
            })
            .collect()
    }

    #[test]
    fn a_position_counts_the_rows_of_its_moment() {
        let template = template(ParameterForm::EndOfDay, "period_to");
        let order = RowOrder::PeriodDesc;
        for (moments, index, given) in [
            (&["03", "02", "01"][..], 2, Ok(1)),
            (&["03", "02", "02", "02"], 2, Ok(2)),
            (&["02", "02", "02", "02", "02"], 4, Err(Obstacle::OneMoment)),
            (&["02", "02"], 2, Err(Obstacle::OneMoment)),
            (&["02", "null", "null"], 2, Ok(2)),
            (&["02", "01.01.2026"], 0, Err(Obstacle::NoMoment)),
            (&["02", "03"], 0, Err(Obstacle::WrongOrder)),
        ] {
            let position = position(&rows(moments), index, &template, order, 5);
            assert_eq!(
                position.map(|position| position.given),
                given,
                "{moments:?}"
            );
        }
    }

    #[test]
    fn pages_need_a_bound_of_the_period() {
        use ParameterForm::{EndOfDay, NextDay, StartOfDay};
        for (form, filter, newest_first, oldest_first) in [
            (EndOfDay, "period_to", true, false),
            (StartOfDay, "period_from", false, true),
            (NextDay, "as_of_date", false, false),
            (EndOfDay, "as_of_date", false, false),
        ] {
            let template = template(form, filter);
            for (order, fits) in [
                (RowOrder::PeriodDesc, newest_first),
                (RowOrder::PeriodAsc, oldest_first),
            ] {
                let position = position(&rows(&["02"]), 0, &template, order, 5);
                let refused = position == Err(Obstacle::NoOrder);
                assert_eq!(refused, !fits, "{form:?} {filter} {order:?}");
            }
        }
    }

    #[test]
    fn groups_are_counted_from_the_first_whatever_their_months() {
        let profile = Template {
            rows: RowShape::Profile,
            ..template(ParameterForm::EndOfDay, "period_to")
        };
        let order = RowOrder::PeriodDesc;
        let groups = rows(&["03", "02", "null", "01"]);
        for (index, cap, given) in [
            (0, 5, Ok(1)),
            (3, 5, Ok(4)),
            (3, 4, Err(Obstacle::ManyGroups)),
            (4, 5, Err(Obstacle::ManyGroups)),
        ] {
            let position = position(&groups, index, &profile, order, cap);
            assert_eq!(
                position.map(|position| position.given),
                given,
                "{index} of {cap}"
            );
        }
        let position = position(&groups, 1, &profile, order, 5).unwrap();
        assert_eq!(rows_up_to(&groups, &position, &profile, order), Some(2));
        // An additional month before the position shifts it; a changed figure loses it.
        let more = rows(&["04", "03", "02", "null", "01"]);
        assert_eq!(rows_up_to(&more, &position, &profile, order), Some(3));
        let changed = rows(&["03", "05", "null", "01"]);
        assert_eq!(rows_up_to(&changed, &position, &profile, order), None);
    }

    #[test]
    fn rows_that_a_server_gives_in_spite_of_the_bound_are_left_out() {
        let template = template(ParameterForm::StartOfDay, "period_from");
        let order = RowOrder::PeriodAsc;
        let all = rows(&["null", "01", "02", "02", "03"]);
        let position = position(&all, 3, &template, order, 5).unwrap();
        assert_eq!(rows_up_to(&all, &position, &template, order), Some(4));
        assert_eq!(rows_up_to(&all[2..], &position, &template, order), Some(2));
        // One of two equal rows is gone: the remaining row may be either.
        assert_eq!(rows_up_to(&all[3..], &position, &template, order), Some(1));
        assert_eq!(rows_up_to(&all[4..], &position, &template, order), None);
        assert_eq!(rows_up_to(&[], &position, &template, order), None);
    }
}
