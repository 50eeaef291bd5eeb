//! The elements of an intent, one reader each. The JSON notations differ in how keys are called, not in what a part holds.

use crate::draft::{
    DraftAggregation, DraftEnd, DraftEntity, DraftFilter, DraftGraph, DraftGroup, DraftHaving,
    DraftMetric, DraftPage, DraftPath, DraftQuestion, DraftRelation, DraftRetrieval, DraftSet,
    DraftSide, DraftSort,
};
use crate::read::json::tree::{Json, Kind};
use crate::read::shape::{Keys, Shape, raw};
use crate::span::{Span, Spanned};

type Part<T> = Option<Spanned<T>>;

pub(super) fn entity<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftEntity<'a>> {
    let names = &shape.dialect.entity;
    let [text, type_name, id] = *names;
    let keys = shape.keys(json, names)?;
    let text = shape.need(&keys, text, "an entity");
    let type_name = keys.get(type_name).and_then(|json| shape.text(json));
    let id = keys.get(id).and_then(|json| shape.text(json));
    let text = text.and_then(|json| shape.text(json))?;
    Some(Spanned::new(
        DraftEntity {
            text,
            type_name,
            id,
        },
        json.span,
    ))
}

pub(super) fn relation<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftRelation<'a>> {
    let names = &shape.dialect.relation;
    let [relation, direction, from, to] = *names;
    let keys = shape.keys(json, names)?;
    let relation = shape.need(&keys, relation, "a relation");
    let direction = keys.get(direction).and_then(|json| shape.text(json));
    let from = keys.get(from).and_then(|json| end(shape, json));
    let to = keys.get(to).and_then(|json| end(shape, json));
    let relation = relation.and_then(|json| shape.text(json))?;
    Some(Spanned::new(
        DraftRelation {
            relation,
            direction,
            from,
            to,
        },
        json.span,
    ))
}

fn end<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftEnd<'a>> {
    let end = match &json.kind {
        Kind::Text(text) => DraftEnd::Name(text.clone()),
        Kind::Number(digits) => DraftEnd::Index(digits),
        _ => {
            shape.wrong(json, "`\"target\"` or the index of an entity");
            return None;
        }
    };
    Some(Spanned::new(end, json.span))
}

pub(super) fn filter<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftFilter<'a>> {
    let keys = shape.keys(json, &shape.dialect.filter)?;
    filter_of(shape, &keys, json.span)
}

/// The filter in the members of an object.
pub(super) fn filter_of<'a>(
    shape: &mut Shape,
    keys: &Keys<'_, 'a>,
    span: Span,
) -> Part<DraftFilter<'a>> {
    let [field, operator, value] = shape.dialect.filter;
    let field = shape.need(keys, field, "a filter");
    let operator = shape.need(keys, operator, "a filter");
    let value = keys
        .get(value)
        .map(|json| Spanned::new(raw(json), json.span));
    let field = field.and_then(|json| shape.text(json));
    let operator = operator.and_then(|json| shape.text(json));
    Some(Spanned::new(
        DraftFilter {
            field: field?,
            operator: operator?,
            value,
        },
        span,
    ))
}

/// A sort key of rows.
pub(super) fn sort<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftSort<'a>> {
    let names = &shape.dialect.sort;
    let keys = shape.keys(json, names)?;
    sort_of(shape, &keys, json.span, *names)
}

/// A sort key of groups.
fn group_sort<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftSort<'a>> {
    let names = &shape.dialect.group_sort;
    let keys = shape.keys(json, names)?;
    sort_of(shape, &keys, json.span, *names)
}

/// The sort key in the members of an object.
pub(super) fn sort_of<'a>(
    shape: &mut Shape,
    keys: &Keys<'_, 'a>,
    span: Span,
    [by, order]: [&'static str; 2],
) -> Part<DraftSort<'a>> {
    let by = shape.need(keys, by, "a sort");
    let order = keys.get(order).and_then(|json| shape.text(json));
    let by = by.and_then(|json| shape.text(json))?;
    Some(Spanned::new(DraftSort { by, order }, span))
}

pub(super) fn page<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftPage<'a>> {
    let keys = shape.keys(json, &shape.dialect.page)?;
    Some(page_of(shape, &keys, json.span))
}

/// The page in the members of an object.
pub(super) fn page_of<'a>(
    shape: &mut Shape,
    keys: &Keys<'_, 'a>,
    span: Span,
) -> Spanned<DraftPage<'a>> {
    let [limit, offset] = shape.dialect.page;
    let limit = keys.get(limit).and_then(|json| shape.digits(json));
    let offset = keys.get(offset).and_then(|json| shape.digits(json));
    Spanned::new(DraftPage { limit, offset }, span)
}

pub(super) fn aggregation<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftAggregation<'a>> {
    let names = &shape.dialect.aggregation;
    let [metrics, group_by, conditions, order, pages] = *names;
    let keys = shape.keys(json, names)?;
    let metrics = shape.list(keys.get(metrics), metric);
    let group_by = shape.list(keys.get(group_by), Shape::text);
    let having = shape.list(keys.get(conditions), having);
    let sort = shape.list(keys.get(order), group_sort);
    let page = keys.get(pages).and_then(|json| page(shape, json));
    Some(Spanned::new(
        DraftAggregation {
            metrics,
            group_by,
            having,
            sort,
            page,
        },
        json.span,
    ))
}

fn metric<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftMetric<'a>> {
    let names = &shape.dialect.metric;
    let [function, field, alias] = *names;
    let keys = shape.keys(json, names)?;
    let function = shape.need(&keys, function, "a metric");
    let field = keys.get(field).and_then(|json| shape.text(json));
    let alias = keys.get(alias).and_then(|json| shape.text(json));
    let function = function.and_then(|json| shape.text(json))?;
    Some(Spanned::new(
        DraftMetric {
            function,
            field,
            alias,
        },
        json.span,
    ))
}

fn having<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftHaving<'a>> {
    let names = &shape.dialect.having;
    let [metric, operator, value] = *names;
    let keys = shape.keys(json, names)?;
    let metric = shape.need(&keys, metric, "a condition");
    let operator = shape.need(&keys, operator, "a condition");
    let value = shape.need(&keys, value, "a condition");
    let metric = metric.and_then(|json| shape.text(json));
    let operator = operator.and_then(|json| shape.text(json));
    let value = value.map(|json| Spanned::new(raw(json), json.span));
    Some(Spanned::new(
        DraftHaving {
            metric: metric?,
            operator: operator?,
            value: value?,
        },
        json.span,
    ))
}

pub(super) fn group<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftGroup<'a>> {
    let names = &shape.dialect.group;
    let [name, targets, filters] = *names;
    let keys = shape.keys(json, names)?;
    let name = shape.need(&keys, name, "a group");
    let targets = shape.list(keys.get(targets), Shape::text);
    let filters = shape.list(keys.get(filters), filter);
    let name = name.and_then(|json| shape.text(json))?;
    Some(Spanned::new(
        DraftGroup {
            name,
            targets,
            filters,
        },
        json.span,
    ))
}

pub(super) fn set<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftSet<'a>> {
    let names = &shape.dialect.set;
    let [left, operator, right] = *names;
    let keys = shape.keys(json, names)?;
    let left = shape.need(&keys, left, "a set operation");
    let operator = shape.need(&keys, operator, "a set operation");
    let right = shape.need(&keys, right, "a set operation");
    let left = left.and_then(|json| side(shape, json));
    let operator = operator.and_then(|json| shape.text(json));
    let right = right.and_then(|json| side(shape, json));
    Some(Spanned::new(
        DraftSet {
            left: left?,
            operator: operator?,
            right: right?,
        },
        json.span,
    ))
}

fn side<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftSide<'a>> {
    let side = match &json.kind {
        Kind::Text(text) => DraftSide::Group(text.clone()),
        Kind::Object(_) => DraftSide::Nested(Box::new(set(shape, json)?.value)),
        _ => {
            shape.wrong(json, "the name of a group or a set operation");
            return None;
        }
    };
    Some(Spanned::new(side, json.span))
}

pub(super) fn graph<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftGraph<'a>> {
    let names = &shape.dialect.graph;
    let [direction, depth, relations, between] = *names;
    let keys = shape.keys(json, names)?;
    let direction = keys.get(direction).and_then(|json| shape.text(json));
    let depth = keys.get(depth).and_then(|json| shape.digits(json));
    let relations = shape.list(keys.get(relations), Shape::text);
    let path = keys.get(between).and_then(|json| path(shape, json));
    Some(Spanned::new(
        DraftGraph {
            direction,
            depth,
            relations,
            path,
        },
        json.span,
    ))
}

fn path<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftPath<'a>> {
    let names = &shape.dialect.path;
    let [sources, targets, hops, relations] = *names;
    let keys = shape.keys(json, names)?;
    let sources = shape.list(keys.get(sources), Shape::text);
    let targets = shape.list(keys.get(targets), Shape::text);
    let hops = keys.get(hops).and_then(|json| shape.digits(json));
    let relations = shape.list(keys.get(relations), Shape::text);
    Some(Spanned::new(
        DraftPath {
            sources,
            targets,
            hops,
            relations,
        },
        json.span,
    ))
}

pub(super) fn retrieval<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftRetrieval<'a>> {
    let names = &shape.dialect.retrieval;
    let [text, corpora, top_k, rerank, kind, tags, project] = *names;
    let keys = shape.keys(json, names)?;
    let text = keys.get(text).and_then(|json| shape.text(json));
    let corpora = shape.list(keys.get(corpora), Shape::text);
    let top_k = keys.get(top_k).and_then(|json| shape.digits(json));
    let rerank = keys.get(rerank).and_then(|json| shape.boolean(json));
    let kind = keys.get(kind).and_then(|json| shape.text(json));
    let tags = shape.list(keys.get(tags), Shape::text);
    let project = keys.get(project).and_then(|json| shape.text(json));
    Some(Spanned::new(
        DraftRetrieval {
            text,
            corpora,
            top_k,
            rerank,
            kind,
            tags,
            project,
        },
        json.span,
    ))
}

pub(super) fn question<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftQuestion<'a>> {
    let names = &shape.dialect.question;
    let [text, options] = *names;
    let keys = shape.keys(json, names)?;
    let text = shape.need(&keys, text, "a question");
    let options = shape.list(keys.get(options), Shape::text);
    let text = text.and_then(|json| shape.text(json))?;
    Some(Spanned::new(DraftQuestion { text, options }, json.span))
}
