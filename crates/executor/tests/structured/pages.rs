//! Pages make up the whole: walked by cursors, with no row twice and none lost.

use cmec_decoder::language::Output;
use cmec_decoder::{Decoder, Verdict};
use cmec_executor::Cursor;
use cmec_executor::ports::database::Database;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::taxonomy::LimitedReason;

use crate::answers::is_graph;
use crate::host::Host;

/// More rows than any answer here has.
const ALL: u32 = 100;

type Rows = Vec<Vec<Cell>>;

/// All rows at once, and the same page by page; `None`: it is no contract with pages.
pub(crate) async fn walk(
    host: &Host<'_>,
    intent: &str,
    database: &dyn Database,
) -> Option<(Rows, Rows)> {
    let decoded = Decoder::new(host.tables).decode(intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        return None;
    };
    let page = contract.constraints.page();
    // The pages for each value come in turns.
    let in_turns = !page.per.is_empty();
    let cells = |response: &cmec_executor::Response| -> Rows {
        let rows = response.rows.iter();
        rows.map(|row| row.values.iter().map(|(_, cell)| cell.clone()).collect())
            .collect()
    };
    let whole = host.run((&contract, Some(ALL), None), database).await;
    let (mut walked, mut cursor) = (Vec::new(), None);
    for _ in 0..ALL {
        let page = host.run((&contract, Some(2), cursor), database).await;
        if host.total && page.limited_reason_category.is_none() {
            assert_eq!(page.total, whole.total, "{intent}");
        }
        walked.extend(cells(&page));
        match page.next_cursor {
            Some(next) => cursor = Some(Cursor::parse(&next).unwrap()),
            None => break,
        }
    }
    let mut all = cells(&whole);
    let is_named = whole.limited_reason_category != Some(LimitedReason::MissingAnchor);
    let is_one = contract.intent.output_type == Output::Existence;
    let is_counted = is_named && !is_one && !is_graph(&contract);
    if host.total && is_counted && page.offset == 0 {
        assert_eq!(whole.total, Some(all.len() as u64), "{intent}");
    }
    if in_turns {
        let text = |row: &Vec<Cell>| format!("{row:?}");
        all.sort_by_key(text);
        walked.sort_by_key(text);
    }
    Some((all, walked))
}
