//! Resolves the sort keys and pages of a draft.

use crate::contract::{Defaultable, Pagination, Sort};
use crate::draft::{DraftPage, DraftSort, Word};
use crate::finding::registry;
use crate::finding::topic::{Elements, Number};
use crate::language::{Order, Scenario};
use crate::ledger::{DefaultLimit, LedgerPath};
use crate::resolve::checks;
use crate::resolve::conflicts::pairs;
use crate::resolve::context::Context;
use crate::resolve::names::{codes, fields};
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::resolve::scope::known_places::ReadFor;
use crate::span::Spanned;

/// The rows that a page applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageOf {
    Answer,
    Groups,
}

pub(crate) fn sort<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    said: &[Spanned<DraftSort<'a>>],
) -> Vec<Sort<'a>> {
    checks::list_cap(context, notes, said, Elements::SortKeys);
    let keys = said.iter().enumerate();
    let (sort, spans): (Vec<_>, Vec<_>) = keys
        .filter_map(|(index, key)| {
            Some((
                sort_key(context, scope, notes, &key.value, index)?,
                key.span,
            ))
        })
        .unzip();
    pairs::check_sorted_once(notes, sort.iter().map(|key| &key.field).zip(spans));
    sort
}

pub(crate) fn sort_key<'a>(
    context: &Context<'a>,
    scope: &mut Scope<'a>,
    notes: &mut Notes<'a>,
    key: &DraftSort<'a>,
    index: usize,
) -> Option<Sort<'a>> {
    let order = key.order.as_ref();
    let order = sort_order(context, notes, order, "/constraints/sort", index);
    let (field, path) = fields::field_for(context, scope, notes, ReadFor::Row, &key.by)?;
    if !field.sortable {
        let rule = &registry::NOT_SORTABLE;
        notes.report_on(Some(field), rule, key.by.span, |finding| {
            let message = format!("`{}` cannot be sorted by", field.path);
            let sortable = codes::fields_of_intent(context, scope, |other| other.sortable);
            finding
                .explain(message, "use a sortable field, or leave the sort out")
                .candidates(context.candidates(&field.name, sortable))
        });
        return None;
    }
    Some(Sort {
        field: path,
        order: order?,
    })
}

pub(crate) fn sort_order<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Option<&Word<'a>>,
    list: &'static str,
    index: usize,
) -> Option<Order> {
    if let Some(word) = said {
        return codes::member(context, notes, word);
    }
    Some(default_order(
        notes,
        LedgerPath::element(list, index).member("order"),
    ))
}

/// The default order of a sort key, recorded in the ledger.
pub(crate) fn default_order(notes: &mut Notes<'_>, path: LedgerPath) -> Order {
    let why = "sorts rise unless said otherwise";
    notes.ledger.default_value(path, Order::Asc.name(), why);
    Order::Asc
}

/// The default limit: `of_tool`, the limit of the called tool, or the scenario's.
pub(crate) fn default_limit(
    context: &Context<'_>,
    scope: &Scope<'_>,
    scenario: Scenario,
    of_tool: Option<u32>,
) -> DefaultLimit {
    let limits = &context.tables.limits;
    let row = context.tables.scenario(scenario);
    match row.and_then(|row| row.default_limit) {
        _ if scope.in_group => DefaultLimit::all(limits.page_cap),
        _ if let Some(own) = of_tool => DefaultLimit::of_tool(own.min(limits.page_cap)),
        Some(own) => DefaultLimit::of_scenario(own),
        None => DefaultLimit::of_codebook(limits.page_default),
    }
}

pub(crate) fn page<'a>(
    context: &Context<'a>,
    notes: &mut Notes<'a>,
    said: Option<&Spanned<DraftPage<'a>>>,
    of: PageOf,
    default: DefaultLimit,
) -> Pagination<'a> {
    let limits = &context.tables.limits;
    let (page_cap, offset_cap) = (limits.page_cap, limits.offset_cap);
    let limit = said
        .and_then(|page| page.value.limit.as_ref())
        .map(|digits| checks::count(notes, digits, Number::Rows, 1, page_cap));
    let offset = said
        .and_then(|page| page.value.offset.as_ref())
        .map(|digits| checks::count(notes, digits, Number::Skipped, 0, offset_cap));
    let default_limit = limit.is_none().then_some(default);
    let default = default.limit;
    page_defaults(notes, of, default_limit, offset.is_none());
    Pagination {
        limit: limit.flatten().unwrap_or(default),
        offset: offset.flatten().unwrap_or(0),
        per: Vec::new(),
    }
}

/// Records the parts of a page that are defaults.
fn page_defaults(notes: &mut Notes<'_>, of: PageOf, limit: Option<DefaultLimit>, is_first: bool) {
    let (of_limit, of_offset) = match of {
        PageOf::Answer => (
            "/constraints/pagination/limit",
            "/constraints/pagination/offset",
        ),
        PageOf::Groups => (
            "/constraints/aggregation/pagination/limit",
            "/constraints/aggregation/pagination/offset",
        ),
    };
    let is_answer = of == PageOf::Answer;
    if let Some(DefaultLimit { limit, why }) = limit {
        notes.ledger.default_value(of_limit, limit, why);
        if is_answer {
            notes.defaults.add(Defaultable::Limit);
        }
    }
    if is_first {
        let why = "the first page";
        notes.ledger.default_value(of_offset, 0, why);
        if is_answer {
            notes.defaults.add(Defaultable::Offset);
        }
    }
}
