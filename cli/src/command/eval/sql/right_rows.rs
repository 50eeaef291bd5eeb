//! The right contract → its rows, by the executor over the same copy.
//!
//! What is compared is what was asked for: the columns that the contract names and the numbers that it computes, and otherwise
//! the names of the instances. A limit that the question does not say is none, and all pages are read.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use cmec_decoder::contract::Defaultable;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{Account, Contract, Decoder, Valid, Verdict};
use cmec_executor::debug_envelope::Timings;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::response::row::Row;
use cmec_executor::{Cursor, DebugEnvelope, Locale, PlanContext, Ports, Principals, RunContext};
use tokio::sync::Mutex;

use super::compared::Right;
use super::datum::Datum;
use crate::domain::Domain;

/// Longest time for a page.
const WITHIN: Duration = Duration::from_secs(30);

/// Rows of a page, where the contract has no limit of its own.
const PAGE: u32 = 1_000;

/// Most rows that are compared.
const MOST: usize = 25_000;

/// The rows of a question, or why there are none to compare.
type Known = Arc<Result<Right, String>>;

/// The rows of right contracts, each asked for once.
pub(super) struct RightRows<'d> {
    domain: &'d Domain,
    database: Sqlite,
    today: NaiveDate,
    known: Mutex<BTreeMap<String, Known>>,
}

impl<'d> RightRows<'d> {
    pub(super) fn new(file: &Path, domain: &'d Domain, today: NaiveDate) -> Self {
        Self {
            domain,
            database: Sqlite::new(file),
            today,
            known: Mutex::default(),
        }
    }

    /// The rows of a question's right contract, which is a line.
    pub(super) async fn of(&self, id: &str, line: &str) -> Known {
        let mut known = self.known.lock().await;
        if let Some(own) = known.get(id) {
            return Arc::clone(own);
        }
        let own = Arc::new(self.ask(line).await);
        known.insert(id.to_owned(), Arc::clone(&own));
        own
    }

    async fn ask(&self, line: &str) -> Result<Right, String> {
        let decoded = Decoder::new(&self.domain.tables).decode(line, "");
        let Verdict::Contract(contract) = decoded.verdict else {
            return Err("its line is no contract".to_owned());
        };
        let has_no_limit = has_no_limit(&contract, &decoded.account);
        let name = &self.domain.tables.name;
        let mut envelope =
            DebugEnvelope::of_decoding("", name, decoded.account, Timings::default());
        let mut context = PlanContext {
            tables: &self.domain.tables,
            catalogue: &self.domain.catalogue,
            principals: Principals::NONE,
            today: self.today,
            limit: has_no_limit.then_some(PAGE),
            cursor: None,
        };
        let run = RunContext {
            trace_id: "",
            locale: Locale::En,
            timeout: WITHIN,
            ignored: &[],
            total: false,
        };
        let mut rows: Vec<Row> = Vec::new();
        loop {
            let plan = cmec_executor::plan(&contract, &context);
            let ports = Ports::database(&self.database);
            let mut page = cmec_executor::run(&plan, ports, run, &mut envelope).await;
            if page.rows.is_empty() && rows.is_empty() {
                let why = page.reasons.join(", ");
                return Err(format!("the right contract has no rows here: {why}"));
            }
            rows.append(&mut page.rows);
            if rows.len() > MOST {
                return Err(format!("the right contract has more than {MOST} rows"));
            }
            let next = page.next_cursor.filter(|_| has_no_limit);
            let Some(next) = next else { break };
            let next = Cursor::parse(&next).map_err(|error| error.to_string())?;
            context.cursor = Some(next);
        }
        self.compared(&contract, &rows)
    }

    /// The columns of rows that are compared.
    fn compared(&self, contract: &Valid<Contract<'_>>, rows: &[Row]) -> Result<Right, String> {
        let shown = rows.first().map_or(&[][..], |row| &row.values);
        let shown: Vec<&str> = shown.iter().map(|(name, _)| name.as_ref()).collect();
        let wanted: Vec<&str> = match &contract.constraints.aggregation {
            Some(numbers) if contract.grounding.target_attributes.is_empty() => {
                let is_made_of = |name: &str| {
                    let mut others = numbers
                        .metrics
                        .iter()
                        .filter_map(|own| own.field.as_deref());
                    others.any(|field| is_part(field, name))
                };
                shown.into_iter().filter(|name| !is_made_of(name)).collect()
            }
            Some(_) => shown,
            None if !contract.grounding.target_attributes.is_empty() => shown,
            None => self.name_of(contract, &shown).into_iter().collect(),
        };
        if wanted.is_empty() {
            return Err("the right contract has no column with names".to_owned());
        }
        let (rows, runs) = match in_order(contract, rows) {
            Some((rows, runs)) => (rows, Some(runs)),
            None => (rows.iter().collect(), None),
        };
        let data: Vec<Vec<Datum>> = (rows.iter())
            .map(|row| {
                let cell = |name: &&str| row.get(name).map_or(Datum::Missing, Datum::of);
                wanted.iter().map(cell).collect()
            })
            .collect();
        let is_list = |place: usize| {
            let mut column = data.iter().filter_map(|row| row.get(place));
            column.any(|own| matches!(own, Datum::List(_)))
        };
        Ok(Right {
            lists: (0..wanted.len()).map(is_list).collect(),
            rows: (data.iter())
                .map(|row| row.iter().map(Datum::spelling).collect())
                .collect(),
            runs,
        })
    }

    /// The column with the names of the instances that are asked for.
    fn name_of<'s>(&self, contract: &Contract<'_>, shown: &[&'s str]) -> Option<&'s str> {
        let target = contract.grounding.target_types.first();
        let types = (self.domain.catalogue.structured.iter()).flat_map(|own| own.types.iter());
        let mut own = types.filter(|own| target.is_none_or(|name| *name == own.type_name));
        let binding = own.next()?;
        let mut fields = binding.fields.iter();
        let label = fields.find(|field| field.values.is_none() && field.column == binding.label)?;
        shown.iter().copied().find(|name| *name == label.path)
    }
}

/// Whether the limit of what is answered is a default, and not said.
fn has_no_limit(contract: &Valid<Contract<'_>>, account: &Account<'_>) -> bool {
    if contract.constraints.aggregation.is_none() {
        return contract.is_defaulted(Defaultable::Limit);
    }
    let entries = account.ledger.entries();
    entries.iter().any(|entry| {
        let is_default = entry.kind == LedgerKind::DefaultApplied;
        is_default && entry.path.to_string() == "/constraints/aggregation/pagination/limit"
    })
}

/// Whether what is derived from metrics, `divide(&a,&b)`, is made of the one with a name.
fn is_part(field: &str, name: &str) -> bool {
    let pieces = field.split('&').skip(1);
    let ends =
        |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    pieces
        .into_iter()
        .any(|piece| piece.strip_prefix(name).is_some_and(ends))
}

/// Rows with a value in every column that the contract sorts by, before those without, and how many of the first follow each
/// other with the same values there; `None`: it does not sort, it sorts the pages of several groups, or its answer does not
/// have these columns.
fn in_order<'r>(contract: &Contract<'_>, rows: &'r [Row]) -> Option<(Vec<&'r Row>, Vec<usize>)> {
    let constraints = &contract.constraints;
    let numbers = constraints.aggregation.as_deref();
    let page = numbers.map_or(&constraints.pagination, |own| &own.pagination);
    if !page.per.is_empty() {
        return None;
    }
    let keys: Vec<&str> = match numbers {
        Some(numbers) => numbers.sort.iter().map(|own| own.by.as_ref()).collect(),
        None => constraints
            .sort
            .iter()
            .map(|own| own.field.as_ref())
            .collect(),
    };
    if keys.is_empty() {
        return None;
    }
    let (mut placed, mut loose, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    let mut before: Option<Vec<Datum>> = None;
    for row in rows {
        let cells = keys.iter().map(|key| row.get(key).map(Datum::of));
        let own: Vec<Datum> = cells.collect::<Option<_>>()?;
        if own.contains(&Datum::Missing) {
            loose.push(row);
            continue;
        }
        placed.push(row);
        match runs.last_mut() {
            Some(last) if before.as_ref() == Some(&own) => *last += 1,
            _ => runs.push(1),
        }
        before = Some(own);
    }
    placed.append(&mut loose);
    Some((placed, runs))
}
