//! `Draft` → `Contract`: resolves codes to names, gives values their types, checks the parts against the scenario
//! table, and fills in or derives missing parts, each with a ledger entry.
//!
//! The rules depend on the codebook and not on a notation. They collect all errors. A part with a finding is left out
//! of the contract, and a contract with findings is never returned. Rules pass the text of a finding as a closure,
//! which runs only if the text is needed.

pub(crate) mod context;
pub(crate) mod draft_groups;
pub(crate) mod metric_kinds;
pub(crate) mod notes;
pub(crate) mod scope;

pub(crate) mod checks;

pub(crate) mod names;

pub(crate) mod scenario;
pub(crate) mod walk;

pub(crate) mod conflicts;
pub(crate) mod constraints;
pub(crate) mod retrieval;

pub(crate) mod filters;
pub(crate) mod grounding;

pub(crate) mod metrics;

pub(crate) mod groups;

use std::cell::RefCell;

use crate::contract::{Contract, Defaultable, Defaults};
use crate::draft::Draft;
use crate::finding::Finding;
use crate::finding::topic::{Elements, Name};
use crate::language::{Output, Scenario};
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::resolve::conflicts::check_conflicts;
use crate::resolve::context::Context;
use crate::resolve::filters::row_filters;
use crate::resolve::groups::contract;
use crate::resolve::metrics::defined_metrics;
use crate::resolve::names::codes;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::version::ContractVersion;

pub(crate) use crate::tables::Tables;

/// The result of resolving a draft.
pub(crate) struct Resolution<'a> {
    /// The contract, valid only if there are no findings; `None` if the scenario is unknown or `clarify`.
    pub(crate) contract: Option<Contract<'a>>,
    pub(crate) scenario: Option<Scenario>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) ledger: Ledger<'a>,
    pub(crate) defaults: Defaults,
    /// The oldest contract version, v0.1 excepted, that can express every part of the draft.
    pub(crate) uses: ContractVersion,
}

pub(crate) fn resolve<'a>(
    draft: &Draft<'a>,
    tables: &'a Tables,
    version: ContractVersion,
) -> Resolution<'a> {
    let context = Context {
        tables,
        version,
        words: draft.words,
        misread: draft.misread,
        near_fields: RefCell::default(),
    };
    let mut notes = Notes::new(tables, version);
    let mut scope = Scope::default();
    let scenario = codes::scenario(&context, &mut notes, draft);
    let output = codes::output(&context, &mut notes, draft);
    let contract = match scenario {
        Some(scenario) => whole_contract(&context, &mut scope, &mut notes, draft, scenario, output),
        None => {
            // Resolve the rest anyway, so that an unknown scenario does not hide further errors.
            let (scenario, output) = (Scenario::InstanceSearch, Output::Instances);
            contract::contract(&context, &mut scope, &mut notes, draft, scenario, output);
            None
        }
    };
    Resolution {
        contract,
        scenario,
        findings: notes.findings,
        ledger: notes.ledger,
        defaults: notes.defaults,
        uses: notes.uses,
    }
}

/// Resolves a draft with a known scenario; `None` for `clarify`.
fn whole_contract<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    scenario: Scenario,
    said: Option<Output>,
) -> Option<Contract<'a>> {
    let row = context.tables.scenario(scenario)?;
    scenario::check_parts(context, notes, draft, row);
    scenario::check_version(context, notes, draft, row);
    if scenario == Scenario::Clarify {
        if let Some(question) = &draft.question {
            checks::not_empty(notes, &question.value.text, Name::Question);
            for option in &question.value.options {
                checks::not_empty(notes, option, Name::Question);
            }
            checks::list_cap(context, notes, &question.value.options, Elements::Options);
        }
        if let Some(output) = &draft.output {
            let (kind, none) = (LedgerKind::LeftOut, LedgerValue::Null);
            let (path, why) = ("/intent/output_type", "a question has no output");
            notes.ledger.note(kind, path, none, why, Some(output.span));
        }
        return None;
    }
    if scenario == Scenario::AttributesFetch && draft.attributes.is_empty() {
        let path = "/grounding/target_attributes";
        let why = "none is said: all of them";
        notes.ledger.default_value(path, LedgerValue::Null, why);
    }
    let output = said.or(row.default_output())?;
    codes::check_output(context, notes, draft, output, row);
    if draft.output.is_none() {
        notes.defaults.add(Defaultable::Output);
        let (path, why) = ("/intent/output_type", "default output of the scenario");
        notes.ledger.default_value(path, output.name(), why);
    }
    let mut contract = contract::contract(context, scope, notes, draft, scenario, output);
    check_conflicts(context, notes, draft, &contract);
    row_filters::add_row_filters(context, scope, notes, &mut contract);
    defined_metrics::check_defined_metrics(context, notes, draft, &contract);
    Some(contract)
}
