//! MEC v0.1.x, which has one flat list of constraints. The members of an element decide its position in the current
//! contract, and the ledger records it. An element without a position is a finding.

use crate::draft::{
    Draft, DraftCondition, DraftFilter, DraftObject, DraftPage, DraftSort, Source, Words,
};
use crate::finding::registry;
use crate::language::object::{CONSTRAINTS, CONTRACT};
use crate::language::{Key, NamingStyle};
use crate::ledger::{LedgerKind, LedgerPath, LedgerValue};
use crate::read::intent::{level, misread};
use crate::read::json::tree::{Json, JsonKind, Member};
use crate::read::mec::version;
use crate::read::shape::Shape;
use crate::span::{Span, Spanned};

/// The versions that [`is_version`] accepts, for messages.
const VERSIONS: &str = "`v0.1` and `v0.1.` with a number, as `v0.1.2`";

/// The keys of elements. The version is frozen, so the list is complete.
const KEYS: &[Key] = &[Key::F, Key::Op, Key::V, Key::Ord, Key::Lim, Key::Off];
/// Keys that name the kind of an element.
const BESIDE: &[&str] = &["kind", "type"];

pub(super) fn document<'a>(shape: &mut Shape, root: &Json<'a>) -> Draft<'a> {
    let mut draft = Draft::new(root.span, Words::Names);
    if !level(shape, root, &CONTRACT, &mut draft, flat_constraints) {
        return draft;
    }
    version(shape, root, is_version, VERSIONS);
    upgraded(shape, "", "a document of v0.1.x", root.span);
    draft
}

/// Reads `constraints` as one list of filters, sort keys and pages.
fn flat_constraints<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    let before = shape.findings.len();
    shape.each(json, |shape, json| element(shape, json, draft));
    if shape.findings.len() > before {
        misread(draft, &CONSTRAINTS);
    }
}

fn is_version(said: &str) -> bool {
    let patch = said.strip_prefix("v0.1.").unwrap_or_default();
    let is_number = !patch.is_empty() && patch.bytes().all(|byte| byte.is_ascii_digit());
    said == "v0.1" || is_number
}

#[derive(Clone, Copy)]
enum ElementKind {
    Filter,
    Sort,
    Page,
}

fn element<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    let Some(place) = element_kind(shape, json) else {
        return;
    };
    match place {
        ElementKind::Filter => {
            let filter = read::<DraftFilter<'a>>(shape, json);
            let path = LedgerPath::element("/constraints/filters", draft.filters.len());
            upgraded(shape, path, "an element with an operator", json.span);
            let filter = filter.map(|filter| filter.map(DraftCondition::Filter));
            draft.filters.extend(filter);
        }
        ElementKind::Sort => {
            let sort = read::<DraftSort<'a>>(shape, json);
            let path = LedgerPath::element("/constraints/sort", draft.sort.len());
            upgraded(shape, path, "an element with an order", json.span);
            draft.sort.extend(sort);
        }
        ElementKind::Page => {
            if let Some(page) = read::<DraftPage<'a>>(shape, json) {
                merge(shape, &mut draft.page, page);
            }
            let why = "an element with a limit or an offset";
            upgraded(shape, "/constraints/pagination", why, json.span);
        }
    }
}

fn unreadable<T>(shape: &mut Shape, span: Span, message: String) -> Option<T> {
    shape.report(&registry::UNREADABLE_CONSTRAINT, span, |finding| {
        let help = "give a filter its operator, a sort its order, a page its limit, or name one of them in `kind`";
        finding.explain(message, help)
    });
    None
}

/// Reads an element as an object of the language, which may also name its kind.
fn read<'a, T: DraftObject<'a>>(shape: &mut Shape, json: &Json<'a>) -> Option<Spanned<T>> {
    let known = |name: &str| {
        let own = T::OBJECT.key(name, NamingStyle::Names);
        own.and_then(|own| own.key)
            .is_some_and(|key| KEYS.contains(&key))
            || BESIDE.contains(&name)
    };
    let own = || T::OBJECT.keys(NamingStyle::Names).map(|own| own.long);
    let all = || {
        BESIDE
            .iter()
            .copied()
            .chain(own().filter(|name| known(name)))
            .collect()
    };
    let known = |member: &Member<'_>| known(&member.key.value);
    shape.has_keys(json, known, all).then_some(())?;
    Some(Spanned::new(T::of_members(shape, json)?, json.span))
}

/// The kind that the element names, or the one that its keys imply.
fn element_kind(shape: &mut Shape, json: &Json<'_>) -> Option<ElementKind> {
    let JsonKind::Object(members) = &json.kind else {
        shape.wrong(json, "an object");
        return None;
    };
    let get = |key: &str| members.iter().find(|member| member.key.value == key);
    if let Some(named) = get("kind").or_else(|| get("type")) {
        if get("kind").is_some() && get("type").is_some() {
            let message = "a constraint has both `kind` and `type`".to_owned();
            return unreadable(shape, json.span, message);
        }
        let word = shape.text(&named.value)?;
        return match word.value.as_ref() {
            "filter" => Some(ElementKind::Filter),
            "sort" => Some(ElementKind::Sort),
            "pagination" => Some(ElementKind::Page),
            other => {
                let message = format!("there is no constraint of the kind `{other}`");
                unreadable(shape, word.span, message)
            }
        };
    }
    if get("operator").is_some() {
        Some(ElementKind::Filter)
    } else if get("order").is_some() {
        Some(ElementKind::Sort)
    } else if get("limit").is_some() || get("offset").is_some() {
        Some(ElementKind::Page)
    } else {
        let message = "this is neither a filter nor a sort nor a page".to_owned();
        unreadable(shape, json.span, message)
    }
}

/// Merges a page that is given in pieces. The same number may repeat; two different numbers are a contradiction.
fn merge<'a>(
    shape: &mut Shape,
    have: &mut Option<Spanned<DraftPage<'a>>>,
    more: Spanned<DraftPage<'a>>,
) {
    let Some(have) = have else {
        *have = Some(more);
        return;
    };
    let pairs = [
        (&mut have.value.limit, more.value.limit, "limit"),
        (&mut have.value.offset, more.value.offset, "offset"),
    ];
    for (have, more, what) in pairs {
        match (have.as_ref(), more) {
            (Some(first), Some(second)) if first.value != second.value => {
                shape.report(&registry::PAGES_DISAGREE, second.span, |finding| {
                    let (here, before) = (second.value, first.value);
                    let message = format!("the {what} is {here} here and {before} before");
                    finding.explain(message, "say it once")
                });
            }
            (None, second @ Some(_)) => *have = second,
            _ => {}
        }
    }
}

fn upgraded(shape: &mut Shape, path: impl Into<LedgerPath>, why: &'static str, span: Span) {
    let none = LedgerValue::Null;
    let kind = LedgerKind::ContractUpgraded;
    shape.ledger.note(kind, path, none, why, Some(span));
}
