//! Rows of a statement → the rows of a page and the start of the next one. Pure.

use std::borrow::Cow;

use cmec_decoder::language::Output;

use crate::lane::structured::cell::{self, OutOfForm};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::sql::WrittenStatement;
use crate::ports::database::{DatabaseRow, DatabaseValue};
use crate::response::row::Row;

/// The rows of a page.
#[derive(Debug)]
pub struct PageRows {
    /// The rows.
    pub rows: Vec<Row>,
    /// True where more rows follow.
    pub more: bool,
    pub(super) next: Option<(u32, Vec<DatabaseValue>)>,
}

/// The page of a statement's rows. The statement reads one more row than the page where more follow.
#[must_use]
pub fn page_rows(
    plan: &StructuredPlan<'_>,
    written: &WrittenStatement,
    rows: Vec<DatabaseRow>,
    out_of_form: &mut OutOfForm,
) -> PageRows {
    let existence = plan.contract.intent.output_type == Output::Existence;
    let limit = usize::try_from(plan.page().limit).unwrap_or(usize::MAX);
    let fetched = rows.len();
    let names = cell::names(&written.columns);
    let number = written.columns.len();
    let in_page = rows
        .into_iter()
        .filter(|row| number_in_page(plan, row.get(number)));
    let is_per = !plan.page().per.is_empty();
    let most = match (existence, is_per) {
        (true, _) => 1,
        (false, true) => usize::MAX,
        (false, false) => limit,
    };
    let (mut shown, mut last) = (Vec::with_capacity(fetched.min(most)), Vec::new());
    for mut row in in_page.take(most) {
        // The columns are followed by the row's number in its page and by its sort values.
        last = row.split_off(row.len().min(number + 1));
        let cells = row.into_iter().zip(&written.columns);
        let cells = cells.map(|(value, column)| cell::cell(value, column, out_of_form));
        shown.push(Row {
            values: names.iter().cloned().zip(cells).collect(),
        });
    }
    let more = shown.len() < fetched;
    let before = plan.cursor.as_ref().map_or(0, |cursor| cursor.before);
    let next = match (more && !existence, is_per) {
        (false, _) => None,
        (true, true) => Some((
            plan.page().offset.saturating_add(plan.page().limit),
            Vec::new(),
        )),
        (true, false) => {
            let shown = u32::try_from(shown.len()).unwrap_or(u32::MAX);
            Some((before.saturating_add(shown), last))
        }
    };
    PageRows {
        rows: shown,
        more,
        next,
    }
}

/// True where a row belongs to the page, by its number, and is not the additional row.
fn number_in_page(plan: &StructuredPlan<'_>, number: Option<&DatabaseValue>) -> bool {
    let page = plan.page();
    let last = u64::from(page.offset) + u64::from(page.limit);
    let number = number.and_then(DatabaseValue::count);
    page.per.is_empty() || number.is_none_or(|number| number <= last)
}

/// Search results in rank order with their scores. A searched text is shown only if the contract asks for it.
pub(super) fn scored_rows(
    plan: &StructuredPlan<'_>,
    written: &WrittenStatement,
    ranked: super::search::RankedRows,
    out_of_form: &mut OutOfForm,
) -> Vec<Row> {
    use crate::lane::structured::sql::AnswerColumn;
    use crate::ports::raw_row::Cell;

    let names = cell::names(&written.columns);
    let said = &plan.contract.grounding.target_attributes;
    let is_shown =
        |column: &AnswerColumn| said.is_empty() || said.iter().any(|own| *own == column.name);
    let shown = ranked.rows.into_iter().map(|(score, row)| {
        let cells = row.into_iter().zip(&written.columns).zip(&names);
        let cells = cells.filter(|((_, column), _)| is_shown(column));
        let cells = cells
            .map(|((value, column), name)| (name.clone(), cell::cell(value, column, out_of_form)));
        let score = Cell::Number(format!("{score:.4}"));
        let score = (Cow::Borrowed(ranked.by.column()), score);
        Row {
            values: cells.chain([score]).collect(),
        }
    });
    shown.collect()
}
