//! Runs a plan of the structured lane: resolves the entities, writes the statement, queries the database.

mod row_search;
mod statements;
mod vector_search;
mod word_search;

use cmec_decoder::language::Output;

use crate::debug_envelope::DebugEnvelope;
use crate::lane::Run;
use crate::lane::structured::match_modes::Comparison;
use crate::lane::structured::page_rows::{PageRows, page_rows};
use crate::lane::structured::plan::StructuredPlan;
use crate::lane::structured::resolve::{Resolution, ResolveError, resolve};
use crate::lane::structured::result::{Notes, Outcome, StructuredResult};
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, SqlContext};
use crate::lane::structured::{absent_values, forms, graph, match_modes};
use crate::ports::database::{Database, DatabaseError, DatabaseRow, DatabaseValue, Statement, ask};
use crate::ports::embedder::Embedder;
use crate::ports::row_vectors::RowVectors;

/// A plan with the database, the embedder and the settings of its run.
pub(super) struct RunRequest<'a> {
    pub(super) plan: &'a StructuredPlan<'a>,
    pub(super) database: &'a dyn Database,
    /// The embedder of the question, used where rows have vectors.
    pub(super) embedder: &'a dyn Embedder,
    /// Row vectors stored outside of the database.
    pub(super) row_vectors: &'a [Box<dyn RowVectors>],
    pub(super) run: Run<'a>,
}

impl<'a> RunRequest<'a> {
    /// The context of the statements of the plan.
    fn context(&self, anchors: &'a Anchors) -> SqlContext<'a> {
        SqlContext::of_plan(self.plan, self.database.engine(), anchors)
    }

    /// The rows of a statement that is recorded in the debug envelope.
    async fn rows(
        &self,
        statement: &Statement,
        debug: &mut DebugEnvelope,
    ) -> Result<Vec<DatabaseRow>, DatabaseError> {
        let (engine, text) = (self.database.engine().name(), statement.text());
        let values = statement.values().len();
        let told = format!("{engine}: {text} ({values} values)");
        debug.explain.push(told);
        debug.statements.push(statement.written_out());
        ask(self.database, statement, self.run.deadline).await
    }

    async fn count(&self, statement: &Statement) -> Result<Option<u64>, DatabaseError> {
        let rows = ask(self.database, statement, self.run.deadline).await?;
        Ok(rows.iter().flatten().next().and_then(DatabaseValue::count))
    }
}

/// Runs a plan and records the run in the debug envelope.
pub(super) async fn run(asked: &RunRequest<'_>, debug: &mut DebugEnvelope) -> StructuredResult {
    let (mut resolutions, mut notes) = (Vec::new(), Notes::default());
    let outcome = outcome(asked, &mut resolutions, &mut notes, debug).await;
    match outcome {
        Ok(outcome) => StructuredResult {
            outcome,
            resolutions,
            notes,
        },
        Err(error) => StructuredResult {
            outcome: Outcome::Failed(error),
            resolutions,
            notes: Notes::default(),
        },
    }
}

async fn outcome(
    asked: &RunRequest<'_>,
    resolutions: &mut Vec<Resolution>,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    let (plan, database, deadline) = (asked.plan, asked.database, asked.run.deadline);
    let mut anchors = Anchors::default();
    // The storage forms come first, since row-level security filters depend on how columns are read.
    notes.out_of_form = forms::find(plan, database, deadline, &mut anchors).await?;
    let resolved = resolve(plan, database, deadline, &mut anchors).await?;
    for found in &resolved {
        debug.explain.push(found.said_in_short());
    }
    resolutions.extend(resolved);
    if let Some(open) = resolutions.iter().position(|one| one.element().is_none()) {
        return Ok(Outcome::Unresolved(open));
    }
    notes.matched = match_modes::find(plan, database, deadline, &mut anchors).await?;
    for one in &notes.matched {
        if one.comparison == Comparison::ByPart {
            debug.explain.push(format!(
                "`{}` is no member of {}: a part of one is looked for",
                one.value, one.path
            ));
        }
    }
    notes.anchors = anchors.fingerprint();
    let cursor = plan.cursor.as_ref();
    if cursor.is_some_and(|cursor| cursor.anchors != notes.anchors) {
        return Ok(Outcome::StaleCursor);
    }
    let before = notes.clone();
    let outcome = looked_up(asked, &anchors, notes, debug).await?;
    let composed =
        absent_values::composed(plan, database, deadline, &mut anchors, &notes.absent).await;
    if composed.is_empty() {
        return Ok(outcome);
    }
    *notes = before;
    let outcome = looked_up(asked, &anchors, notes, debug).await?;
    notes.absent.extend(composed);
    Ok(outcome)
}

/// The answer and the filter values that do not exist.
async fn looked_up(
    asked: &RunRequest<'_>,
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    let (plan, database, deadline) = (asked.plan, asked.database, asked.run.deadline);
    let outcome = answered(asked, anchors, notes, debug).await?;
    if let Some(has_rows) = outcome.has_rows(&plan.contract) {
        notes.absent = absent_values::absent(plan, database, deadline, anchors, has_rows).await;
    }
    Ok(outcome)
}

/// The answer to a contract whose entities are resolved.
async fn answered(
    asked: &RunRequest<'_>,
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    let (plan, database, deadline) = (asked.plan, asked.database, asked.run.deadline);
    if let Some(search) = &plan.search {
        return row_search::searched(asked, search, anchors, notes, debug).await;
    }
    if graph::is_graph(plan.contract.intent.scenario) {
        let found = graph::rows(plan, anchors, database, deadline).await?;
        return Ok(Outcome::Graph(found));
    }
    let mut context = asked.context(anchors);
    let cursor = plan.cursor.as_ref();
    if let Some(cursor) = cursor.filter(|cursor| !cursor.values.is_empty()) {
        context = context.behind_row(cursor.values.clone());
    }
    let written = sql::write(&context, &plan.contract)?;
    let rows = asked.rows(&written.statement, debug).await?;
    let told = format!("rows of the statement: {}", rows.len());
    debug.explain.push(told);
    let page = page_rows(plan, &written, rows, &mut notes.out_of_form);
    if asked.run.total && plan.contract.intent.output_type != Output::Existence {
        notes.total = total(&page, asked, anchors).await?;
    }
    Ok(Outcome::Rows(page))
}

/// The number of rows on all pages: the length of the only page, or a count by the database.
async fn total(
    page: &PageRows,
    asked: &RunRequest<'_>,
    anchors: &Anchors,
) -> Result<Option<u64>, ResolveError> {
    let plan = asked.plan;
    if plan.cursor.is_none() && plan.page().offset == 0 && !page.more {
        return Ok(Some(page.rows.len() as u64));
    }
    let statement = sql::total(&asked.context(anchors), &plan.contract)?;
    Ok(asked.count(&statement).await?)
}
