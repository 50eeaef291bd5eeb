//! Intents → their answers from the lanes, and the comparison of answers.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cmec_decoder::ledger::{Ledger, LedgerKind};
use cmec_decoder::{Contract, Decoder, Verdict};
use cmec_executor::debug_envelope::Timings;
use cmec_executor::ports::raw_row::Cell;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{DebugEnvelope, Locale, PlanContext, Response, RunContext};

use crate::world::lanes::Lanes;

/// Page size for an intent without a limit. Further rows are only counted.
const PAGE: u32 = 1_000;

/// The relevance of a text, which depends on the wording of the search.
const SCORE: &str = "score";

/// The answers to intents, cached.
pub(super) struct LaneAnswers<'r> {
    context: PlanContext<'r>,
    lanes: &'r Lanes,
    /// Time limit for an answer.
    within: Duration,
    known: Mutex<BTreeMap<String, Arc<LaneAnswer>>>,
}

/// The answer of a lane to an intent.
#[derive(Debug, Default)]
pub(super) struct LaneAnswer {
    /// `None` if there is no answer, or nothing in it to compare.
    pub(super) rows: Option<Answer>,
    /// True where it says that a named element is not in the data.
    pub(super) names_absent: bool,
}

/// The reasons for such an answer.
const ABSENT: [&str; 3] = ["value_not_found", "anchor_not_found", "anchor_ambiguous"];

impl<'r> LaneAnswers<'r> {
    pub(super) fn new(context: PlanContext<'r>, lanes: &'r Lanes, within: Duration) -> Self {
        Self {
            context,
            lanes,
            within,
            known: Mutex::default(),
        }
    }

    /// The answer to an intent in any notation.
    pub(super) async fn of(&self, intent: &str) -> Arc<LaneAnswer> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known().get(intent) {
            return answer.clone();
        }
        let answer = Arc::new(self.ask(intent).await);
        known().insert(intent.to_owned(), answer.clone());
        answer
    }

    async fn ask(&self, intent: &str) -> LaneAnswer {
        let tables = self.context.tables;
        let decoded = Decoder::new(tables).decode(intent, "");
        let Verdict::Contract(contract) = decoded.verdict else {
            return LaneAnswer::default();
        };
        // In text search, the lane itself decides how many texts are good enough.
        let is_whole =
            contract.rag_params.is_none() && has_no_limit(&contract, &decoded.account.ledger);
        let context = PlanContext {
            limit: is_whole.then_some(PAGE),
            ..self.context.clone()
        };
        let plan = cmec_executor::plan(&contract, &context);
        let run = RunContext {
            trace_id: "",
            locale: Locale::En,
            timeout: self.within,
            ignored: &[],
            total: true,
        };
        let (account, timings) = (decoded.account, Timings::default());
        let mut envelope = DebugEnvelope::of_decoding("", &tables.name, account, timings);
        let response = cmec_executor::run(&plan, self.lanes.ports(), run, &mut envelope).await;
        let is_known_again = response.rows.iter().any(|row| {
            let mut cells = row.values.iter().map(|(_, cell)| cell);
            cells.any(is_telling)
        });
        let mut reasons = response.reasons.iter();
        LaneAnswer {
            rows: is_known_again.then(|| Answer::of(&contract, &response)),
            names_absent: reasons.any(|reason| ABSENT.contains(&reason.as_str())),
        }
    }
}

/// True where the limit of the answer is a default.
fn has_no_limit(contract: &Contract<'_>, ledger: &Ledger<'_>) -> bool {
    let path = match &contract.constraints.aggregation {
        Some(_) => "/constraints/aggregation/pagination/limit",
        None => "/constraints/pagination/limit",
    };
    let is_own = |kind, own: String| kind == LedgerKind::DefaultApplied && own == path;
    let entries = ledger.entries();
    (entries.iter()).any(|entry| is_own(entry.kind, entry.path.to_string()))
}

/// True where a value is worth comparing. A yes or no matches by chance too easily, and so does the zero of an empty
/// result.
fn is_telling(cell: &Cell) -> bool {
    match cell {
        Cell::Null | Cell::Boolean(_) => false,
        Cell::Number(digits) => digits.parse() != Ok(0.0),
        Cell::List(members) => members.iter().any(is_telling),
        Cell::Text(_) | Cell::Reference(_) | Cell::Other(_) => !cell.is_empty(),
    }
}

/// The comparable parts of an answer.
#[derive(Debug)]
pub(super) struct Answer {
    response_type: ResponseType,
    /// The text of a summary, which contains its totals.
    summary: Option<String>,
    total: Option<u64>,
    is_truncated: bool,
    /// The codes of its limitations.
    limitations: BTreeSet<&'static str>,
    columns: Vec<Column>,
    rows: usize,
    /// True where the intent sorts all rows together.
    is_sorted: bool,
    /// True where the intent names its columns.
    names_columns: bool,
}

#[derive(Debug)]
struct Column {
    name: String,
    /// True for a number whose name the intent chose.
    is_metric: bool,
    cells: Vec<String>,
}

impl Answer {
    fn of(contract: &Contract<'_>, response: &Response) -> Self {
        let constraints = &contract.constraints;
        let numbers = constraints.aggregation.as_deref();
        let page = constraints.page();
        let is_sorted = match numbers {
            Some(numbers) => !numbers.sort.is_empty(),
            None => !constraints.sort.is_empty(),
        };
        let mut columns: Vec<Column> = Vec::new();
        let names = response.rows.iter().flat_map(|row| &row.values);
        for (name, _) in names.filter(|(name, _)| name != SCORE) {
            // Rows of one answer may have different columns.
            if !columns.iter().any(|own| own.name == *name) {
                let cells = response.rows.iter();
                let cells = cells.map(|row| row.get(name).map(spelled).unwrap_or_default());
                columns.push(Column {
                    name: name.to_string(),
                    is_metric: contract.has_metric(name),
                    cells: cells.collect(),
                });
            }
        }
        let is_summary = response.response_type == ResponseType::FactualSummary;
        let limitations = response.limitations.iter();
        Self {
            response_type: response.response_type,
            summary: is_summary.then(|| response.summary.clone()),
            total: response.total,
            is_truncated: response.truncated,
            limitations: limitations.map(|own| own.data().code).collect(),
            columns,
            rows: response.rows.len(),
            is_sorted: is_sorted && page.per.is_empty(),
            names_columns: numbers.is_some() || !contract.grounding.target_attributes.is_empty(),
        }
    }

    /// True where another answer gives the same. It must have the requested columns (or at least the first one, if none
    /// is named), the same rows over them, and the same limitations. Further columns, and an order that was not
    /// requested, are ignored.
    pub(super) fn is_given_by(&self, other: &Self) -> bool {
        let seen = |own: &Self| (own.response_type, own.total, own.is_truncated, own.rows);
        let pairs = self.columns.iter().zip(0..).filter_map(|(own, place)| {
            let is_needed = self.names_columns || place == 0;
            match other.column_like(own) {
                Some(found) => Some(Some((own, found))),
                None => is_needed.then_some(None),
            }
        });
        let Some(pairs) = pairs.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let (own, found): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        seen(self) == seen(other)
            && self.summary == other.summary
            && other.limitations.is_subset(&self.limitations)
            && self.rows_of(&own) == self.rows_of(&found)
    }

    /// The matching column: for a metric, a column with the same values under any name.
    fn column_like(&self, own: &Column) -> Option<&Column> {
        let mut columns = self.columns.iter();
        columns.find(|column| match own.is_metric {
            true => column.is_metric && sorted(&column.cells) == sorted(&own.cells),
            false => !column.is_metric && column.name == own.name,
        })
    }

    /// The rows restricted to some columns, sorted if their order does not count.
    fn rows_of<'c>(&self, columns: &[&'c Column]) -> Vec<Vec<&'c String>> {
        let cells = |place: usize| columns.iter().filter_map(move |own| own.cells.get(place));
        let rows: Vec<Vec<&String>> = (0..self.rows).map(|row| cells(row).collect()).collect();
        match self.is_sorted {
            true => rows,
            false => sorted(rows),
        }
    }
}

/// A comparable value: a number without trailing zeros.
fn spelled(cell: &Cell) -> String {
    let number = match cell {
        Cell::Number(digits) => digits.parse::<f64>().ok(),
        _ => None,
    };
    let text = || cell.written().unwrap_or(Cow::Borrowed("")).into_owned();
    number.map_or_else(text, |number| number.to_string())
}

fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.into_iter().collect();
    all.sort_unstable();
    all
}
