//! Pages: where an answer goes on after a row, and which of the rows that come next were given before.
//!
//! A query cannot be asked to start after a row: its bounds are moments. So the next page is asked for from the moment
//! of the last row on, and the rows of that moment that were given are left out. Their order must be total, which is
//! the query text's to see to. Groups of a profile are of no moment: they are asked for from the first one on, and those
//! that were given are left out.

use chrono::NaiveDateTime;

use crate::catalogue::{Recipe, Template};
use crate::lane::address::cursor::{Cursor, Place};
use crate::lane::address::execute::columns::PERIOD;
use crate::lane::address::fingerprint::Fingerprint;
use crate::lane::address::parameters::{self, EARLIEST, MOMENT, Paging, paging};
use crate::lane::address::plan::{RecipeCall, RowOrder};
use crate::ports::one_c::{Cell, RawRow, Reference};

/// What follows the rows of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Nothing.
    Nothing,
    /// More rows, or perhaps more, from here on.
    After(Cursor),
    /// More rows, or perhaps more, and no cursor reaches them.
    OutOfReach(OutOfReach),
}

/// Why no cursor reaches the rows that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OutOfReach {
    /// The query has no bound that a page could start from.
    #[error("rows of this kind are not ordered by a moment")]
    NoOrder,
    /// As many rows of one moment as the server gives at once.
    #[error("more rows have one moment than the server gives at once")]
    OneMoment,
    /// As many groups of a profile as the server gives at once.
    #[error("the profile has more groups than the server gives at once")]
    ManyGroups,
    /// The last row has no moment that can be read.
    #[error("the moment of the last row cannot be read")]
    NoMoment,
    /// The rows do not come in the order of the query.
    #[error("the server gave the rows in another order than asked for")]
    Disordered,
}

/// Why a cursor of the question leads nowhere any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// An anchor means another element than it did.
    AnchorChanged,
    /// The row it stands after is not there any more, or was changed.
    RowGone,
    /// The recipe has no such way to rows.
    WayGone,
}

/// What a question is told by: everything its rows depend on except the limit and the elements of its anchors.
pub(crate) fn question(
    recipe: &Recipe,
    call: &RecipeCall<'_>,
    filters: &[(&str, &str)],
) -> Fingerprint {
    // The order is told by itself, said or not.
    let mut filters: Vec<(&str, &str)> = (filters.iter().copied())
        .filter(|(name, _)| *name != "sort")
        .collect();
    filters.sort_unstable();
    let order = match call.order {
        RowOrder::PeriodDesc => "period_desc",
        RowOrder::PeriodAsc => "period_asc",
    };
    let scope = format!("{:?} {:?}", recipe.scope.mode, recipe.scope.side);
    let text = parameters::text(call.template, call.order).unwrap_or_default();
    let counts = [filters.len(), call.accounts.len()].map(|count| count.to_string());
    let head = [recipe.id.as_ref(), text, order, &scope];
    Fingerprint::of(
        head.into_iter()
            .chain(counts.iter().map(String::as_str))
            .chain(filters.iter().flat_map(|(name, value)| [*name, *value]))
            .chain(call.accounts.iter().map(String::as_str)),
    )
}

/// What the elements of anchors are told by.
pub(crate) fn anchors(anchors: &[(&str, Reference)]) -> Fingerprint {
    Fingerprint::of(
        anchors
            .iter()
            .flat_map(|(filter, found)| [*filter, found.type_name.as_str(), found.id.as_str()]),
    )
}

/// How many of the first rows were given before. `None`: the row that the place is after is not among them.
///
/// A row that came in between, at the same moment and ahead of the place, belongs to the page before and is not shown.
pub(crate) fn given(
    rows: &[RawRow],
    place: &Place,
    template: &Template,
    order: RowOrder,
) -> Option<usize> {
    let paging = paging(template, order)?;
    let moment = |row: &RawRow| moment(row, paging);
    // The query has left them out already; a server that ignored its bound must not make rows come twice.
    let ahead = rows
        .iter()
        .take_while(|row| moment(row).is_some_and(|moment| precedes(moment, place.moment, order)))
        .count();
    let same: Vec<usize> = rows
        .iter()
        .enumerate()
        .skip(ahead)
        .take_while(|(_, row)| moment(row) == Some(place.moment))
        .filter(|(_, row)| fingerprint(row) == place.row)
        .map(|(index, _)| index)
        .collect();
    let usual = ahead.saturating_add(whole(place.given));
    match same.as_slice() {
        [only] => only.checked_add(1),
        // Rows that are alike to the last cell are told by their number only.
        several => several
            .iter()
            .filter_map(|index| index.checked_add(1))
            .find(|given| *given == usual),
    }
}

/// The place after a row, the rows of its moment that were given before included in `rows`. `cap`: most rows of a call.
pub(crate) fn place(
    rows: &[RawRow],
    index: usize,
    template: &Template,
    order: RowOrder,
    cap: u32,
) -> Result<Place, OutOfReach> {
    let paging = paging(template, order).ok_or(OutOfReach::NoOrder)?;
    let too_many = match paging {
        Paging::FromMoment => OutOfReach::OneMoment,
        Paging::FromFirst => OutOfReach::ManyGroups,
    };
    let moments: Option<Vec<NaiveDateTime>> = rows.iter().map(|row| moment(row, paging)).collect();
    let moments = moments.ok_or(OutOfReach::NoMoment)?;
    let mut pairs = moments.iter().zip(moments.iter().skip(1));
    if pairs.any(|(one, next)| precedes(*next, *one, order)) {
        return Err(OutOfReach::Disordered);
    }
    let (Some(row), Some(moment)) = (rows.get(index), moments.get(index)) else {
        // Nothing but rows of the pages before fits into a call.
        return Err(too_many);
    };
    let up_to = moments.iter().take(index.saturating_add(1)).rev();
    let given = up_to.take_while(|other| *other == moment).count();
    let given = u32::try_from(given).unwrap_or(u32::MAX);
    if given >= cap {
        return Err(too_many);
    }
    Ok(Place {
        moment: *moment,
        given,
        row: fingerprint(row),
    })
}

/// The moment a row is ordered by. 1C orders what has none before all that have one, as its empty date. Groups of a
/// profile have none, also where one is named by its month.
fn moment(row: &RawRow, paging: Paging) -> Option<NaiveDateTime> {
    let mut cells = row.cells.iter();
    let text = match paging {
        Paging::FromFirst => EARLIEST,
        Paging::FromMoment => {
            let (_, cell) = cells.find(|(column, _)| PERIOD.contains(&column.as_str()))?;
            match cell {
                Cell::Null => EARLIEST,
                Cell::Text(text) => text,
                Cell::Boolean(_) | Cell::Number(_) | Cell::Reference(_) | Cell::Other(_) => {
                    return None;
                }
            }
        }
    };
    NaiveDateTime::parse_from_str(text, MOMENT).ok()
}

fn precedes(one: NaiveDateTime, other: NaiveDateTime, order: RowOrder) -> bool {
    match order {
        RowOrder::PeriodDesc => one > other,
        RowOrder::PeriodAsc => one < other,
    }
}

/// What a row is told by: its columns and their values, references by their ids.
fn fingerprint(row: &RawRow) -> Fingerprint {
    Fingerprint::of(row.cells.iter().flat_map(|(column, cell)| {
        let (kind, value) = match cell {
            Cell::Null => ("null", ""),
            Cell::Boolean(false) => ("boolean", "false"),
            Cell::Boolean(true) => ("boolean", "true"),
            Cell::Number(text) => ("number", text.as_str()),
            Cell::Text(text) => ("text", text.as_str()),
            Cell::Reference(reference) => ("reference", reference.id.as_str()),
            Cell::Other(text) => ("other", text.as_str()),
        };
        [column.as_str(), kind, value]
    }))
}

fn whole(rows: u32) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
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
            parameters: vec![Parameter {
                name: "П".into(),
                filters: vec![filter.into()].into(),
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
    fn a_place_counts_the_rows_of_its_moment() {
        let template = template(ParameterForm::EndOfDay, "period_to");
        let order = RowOrder::PeriodDesc;
        for (moments, index, given) in [
            (&["03", "02", "01"][..], 2, Ok(1)),
            (&["03", "02", "02", "02"], 2, Ok(2)),
            (
                &["02", "02", "02", "02", "02"],
                4,
                Err(OutOfReach::OneMoment),
            ),
            (&["02", "02"], 2, Err(OutOfReach::OneMoment)),
            (&["02", "null", "null"], 2, Ok(2)),
            (&["02", "01.01.2026"], 0, Err(OutOfReach::NoMoment)),
            (&["02", "03"], 0, Err(OutOfReach::Disordered)),
        ] {
            let place = place(&rows(moments), index, &template, order, 5);
            assert_eq!(place.map(|place| place.given), given, "{moments:?}");
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
                let place = place(&rows(&["02"]), 0, &template, order, 5);
                let refused = place == Err(OutOfReach::NoOrder);
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
            (3, 4, Err(OutOfReach::ManyGroups)),
            (4, 5, Err(OutOfReach::ManyGroups)),
        ] {
            let place = place(&groups, index, &profile, order, cap);
            assert_eq!(place.map(|place| place.given), given, "{index} of {cap}");
        }
        let place = place(&groups, 1, &profile, order, 5).unwrap();
        assert_eq!(given(&groups, &place, &profile, order), Some(2));
        // A month more ahead of it shifts it; a figure of its own that changed loses it.
        let more = rows(&["04", "03", "02", "null", "01"]);
        assert_eq!(given(&more, &place, &profile, order), Some(3));
        let changed = rows(&["03", "05", "null", "01"]);
        assert_eq!(given(&changed, &place, &profile, order), None);
    }

    #[test]
    fn rows_that_a_server_gives_in_spite_of_the_bound_are_left_out() {
        let template = template(ParameterForm::StartOfDay, "period_from");
        let order = RowOrder::PeriodAsc;
        let all = rows(&["null", "01", "02", "02", "03"]);
        let place = place(&all, 3, &template, order, 5).unwrap();
        assert_eq!(given(&all, &place, &template, order), Some(4));
        assert_eq!(given(&all[2..], &place, &template, order), Some(2));
        // Of two rows alike to the last cell one is gone: what is left can be the one or the other.
        assert_eq!(given(&all[3..], &place, &template, order), Some(1));
        assert_eq!(given(&all[4..], &place, &template, order), None);
        assert_eq!(given(&[], &place, &template, order), None);
    }
}
