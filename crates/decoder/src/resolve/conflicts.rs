//! Conflicts between the parts of an intent: conditions that exclude each other, unused parts, and statements that
//! disagree.

pub(crate) mod exclusion;
mod graph_conflicts;
mod group_conflicts;
mod instance_conflicts;
pub(crate) mod pairs;

use crate::contract::{Contract, Defaultable};
use crate::draft::{Draft, Words};
use crate::finding::registry;
use crate::finding::topic::{Number, Topic};
use crate::language::Scenario;
use crate::resolve::conflicts::graph_conflicts::check_graph;
use crate::resolve::conflicts::group_conflicts::check_groups;
use crate::resolve::conflicts::instance_conflicts::{check_entities, check_types};
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::span::{Span, Spanned};

pub(crate) fn check_conflicts<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    if notes.overlong {
        return;
    }
    // A relation left out because of a finding might connect the types.
    let is_known = notes.findings.is_empty();
    check_groups(context, notes, draft, contract);
    check_entities(context, notes, draft, contract);
    check_graph(context, notes, draft, contract);
    if is_known {
        check_types(context, notes, draft, contract);
    }
    check_number_of_texts(context, notes, draft, contract);
}

/// Reports a page limit that differs from the number of texts. MEC documents always have a limit, so theirs does not
/// count.
fn check_number_of_texts<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    draft: &Draft<'a>,
    contract: &Contract<'a>,
) {
    let limit = contract.constraints.pagination.limit;
    let is_said = context.words != Words::Names && !notes.defaults.has(Defaultable::Limit);
    let texts = contract.rag_params.as_ref().and_then(|rag| rag.top_k);
    let texts = texts.filter(|texts| is_said && *texts != limit);
    let Some(texts) = texts.filter(|_| contract.intent.scenario == Scenario::TextRag) else {
        return;
    };
    let page = draft.page.as_ref();
    let said = page.and_then(|page| page.value.limit.as_ref());
    let span = said.map_or(draft.span, |said| said.span);
    notes.report(&registry::PARTS_DISAGREE, span, |finding| {
        let message = format!("a page of {limit} is asked for, and {texts} texts");
        let help = context.tell(
            "say the number of texts in `Q.k` alone",
            "say the number of texts in `rag_params.top_k` alone",
            "say the number of texts alone: `^5`",
        );
        let finding = finding.explain(message, help);
        finding.on(Topic::Number(Number::Texts))
    });
}

/// The span in the draft of an element of the contract; `None` if any element of its list was left out.
fn place_of<T, U>(said: &[Spanned<T>], resolved: &[U], index: usize) -> Option<Span> {
    let is_whole = said.len() == resolved.len();
    Some(said.get(index).filter(|_| is_whole)?.span)
}
