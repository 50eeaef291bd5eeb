//! Converts the tree of a statement to a [`Draft`](crate::draft::Draft), with the codebook.
//!
//! ```text
//! statement ── selects ──► variables and hops (`query`), conditions, metrics ── layout ──► Draft
//! ```
//!
//! In SQL, a type is a table, a field is a column, a relation is a column that refers to a table, and a metric of the
//! codebook is a numeric column. A table of a query becomes a variable of the contract, and a join becomes a hop
//! between two variables. Which variables need a name in the contract is decided after the whole query is read.

mod calls;
mod columns;
mod comparisons;
mod conditions;
mod filters;
mod groups;
mod joins;
mod layout;
mod names;
mod numbers;
mod pages;
mod query;
mod rows;
mod selects;
mod statements;
mod subqueries;
mod tableless;
mod values;

use crate::contract::Str;
use crate::draft::{DraftGroup, Words};
use crate::finding::candidates::{self, Choice};
use crate::finding::registry::{self, Rule};
use crate::finding::{Candidate, Finding};
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::read::sql::tree;
use crate::span::{Span, Spanned};
use crate::tables::Tables;

pub(in crate::read) use statements::read;

/// The shared state of all queries of a statement.
pub(super) struct Context<'a> {
    text: &'a str,
    tables: &'a Tables,
    findings: Vec<Finding>,
    ledger: Ledger<'a>,
    /// The subqueries and sides of set operations.
    groups: Vec<Spanned<DraftGroup<'a>>>,
    /// The names of the `WITH` queries.
    with: Vec<Str<'a>>,
    /// Names of groups under construction.
    taken: Vec<String>,
    /// `true` while the branches of an `OR` are read.
    in_choice: bool,
}

impl<'a> Context<'a> {
    fn slice(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.findings
            .push(Finding::new(rule, span, "").explain(message, help));
    }

    /// Reports an ambiguity, with the possible readings in SQL as candidates.
    fn ask(
        &mut self,
        rule: &'static Rule,
        span: Span,
        (message, help): (impl Into<String>, impl Into<String>),
        readings: impl IntoIterator<Item = String>,
    ) {
        let readings = readings.into_iter().map(Candidate::plain).collect();
        let finding = Finding::new(rule, span, "").explain(message, help);
        self.findings.push(finding.candidates(readings));
    }

    /// `true` if a list of the query is within the cap; a longer one is reported and not read.
    fn fits(&mut self, (elements, count): (&str, usize), span: Span) -> bool {
        let cap = self.tables.limits.list_cap as usize;
        if count > cap {
            let message = format!("the query has {count} {elements}, and the most is {cap}");
            let help = format!("write at most {cap}");
            self.report(&registry::OVER_CAP, span, message, help);
        }
        count <= cap
    }

    /// Reports an unknown name with near candidates.
    fn unknown(
        &mut self,
        rule: &'static Rule,
        (said, span): (&str, Span),
        message: String,
        known: Vec<Choice<'a>>,
    ) {
        let cap = self.tables.limits.candidates_cap as usize;
        let known = known.into_iter().map(|known| known.said_in(Words::Sql));
        let candidates = candidates::rank_or_all(said, known.collect(), cap);
        let names: Vec<&str> = candidates.iter().map(|known| known.code.as_str()).collect();
        let help = match names.as_slice() {
            [] => "name a table of the codebook in `FROM`".to_owned(),
            names => format!("write one that is there, such as `{}`", names.join("`, `")),
        };
        let finding = Finding::new(rule, span, "").explain(message, help);
        self.findings.push(finding.candidates(candidates));
    }

    /// Records in the ledger what was derived from the SQL or left out.
    fn note(&mut self, kind: LedgerKind, path: &'static str, why: &'static str, span: Span) {
        let none = LedgerValue::Null;
        self.ledger.note(kind, path, none, why, Some(span));
    }
}

/// Reads a condition that must hold. It is defined here because conditions and queries contain each other.
fn read_condition<'a>(
    context: &mut Context<'a>,
    query: &mut query::Query<'a>,
    said: &Spanned<tree::Expression<'a>>,
    is_negated: bool,
) {
    conditions::conditions(context, query, said, is_negated);
}

/// Reads a query with one `SELECT`, whose conditions may contain other queries.
fn read_rows<'a>(context: &mut Context<'a>, query: &tree::Query<'a>) -> Option<rows::Rows<'a>> {
    selects::rows(context, query)
}

/// The spans of parts.
fn spans<T>(parts: &[Spanned<T>]) -> Vec<Span> {
    parts.iter().map(|part| part.span).collect()
}

/// The span from the first part to the last.
fn across(first: Span, last: Span) -> Span {
    Span::new(first.start.min(last.start), first.end.max(last.end))
}
