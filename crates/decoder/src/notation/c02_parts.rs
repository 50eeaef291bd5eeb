//! The parts of cMEC c0.2, one reader each.

use super::json::{Json, Kind};
use super::shape::{Shape, raw};
use crate::draft::{
    DraftAggregation, DraftEnd, DraftEntity, DraftFilter, DraftGraph, DraftGroup, DraftHaving,
    DraftMetric, DraftPage, DraftPath, DraftQuestion, DraftRelation, DraftRetrieval, DraftSet,
    DraftSide, DraftSort,
};
use crate::span::Said;

type Part<T> = Option<Said<T>>;

pub(super) fn entity<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftEntity<'a>> {
    let keys = shape.keys(json, &["txt", "ty", "id"])?;
    let text = shape.need(&keys, "txt", "an entity");
    let type_name = keys.get("ty").and_then(|json| shape.text(json));
    let id = keys.get("id").and_then(|json| shape.text(json));
    let text = text.and_then(|json| shape.text(json))?;
    Some(Said::new(
        DraftEntity {
            text,
            type_name,
            id,
        },
        json.span,
    ))
}

pub(super) fn relation<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftRelation<'a>> {
    let keys = shape.keys(json, &["r", "dir", "fr", "to"])?;
    let relation = shape.need(&keys, "r", "a relation");
    let direction = keys.get("dir").and_then(|json| shape.text(json));
    let from = keys.get("fr").and_then(|json| end(shape, json));
    let to = keys.get("to").and_then(|json| end(shape, json));
    let relation = relation.and_then(|json| shape.text(json))?;
    Some(Said::new(
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
    Some(Said::new(end, json.span))
}

pub(super) fn filter<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftFilter<'a>> {
    let keys = shape.keys(json, &["f", "op", "v"])?;
    let field = shape.need(&keys, "f", "a filter");
    let operator = shape.need(&keys, "op", "a filter");
    let value = keys.get("v").map(|json| Said::new(raw(json), json.span));
    let field = field.and_then(|json| shape.text(json));
    let operator = operator.and_then(|json| shape.text(json));
    Some(Said::new(
        DraftFilter {
            field: field?,
            operator: operator?,
            value,
        },
        json.span,
    ))
}

/// A sort key; `key` is `f` for rows and `by` for groups.
pub(super) fn sort<'a>(
    shape: &mut Shape,
    json: &Json<'a>,
    key: &'static str,
) -> Part<DraftSort<'a>> {
    let keys = shape.keys(json, &[key, "ord"])?;
    let by = shape.need(&keys, key, "a sort");
    let order = keys.get("ord").and_then(|json| shape.text(json));
    let by = by.and_then(|json| shape.text(json))?;
    Some(Said::new(DraftSort { by, order }, json.span))
}

pub(super) fn page<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftPage<'a>> {
    let keys = shape.keys(json, &["lim", "off"])?;
    let limit = keys.get("lim").and_then(|json| shape.digits(json));
    let offset = keys.get("off").and_then(|json| shape.digits(json));
    Some(Said::new(DraftPage { limit, offset }, json.span))
}

pub(super) fn aggregation<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftAggregation<'a>> {
    let keys = shape.keys(json, &["m", "by", "hav", "srt", "pg"])?;
    let metrics = shape.list(keys.get("m"), metric);
    let group_by = shape.list(keys.get("by"), Shape::text);
    let having = shape.list(keys.get("hav"), having);
    let order = shape.list(keys.get("srt"), |shape, json| sort(shape, json, "by"));
    let page = keys.get("pg").and_then(|json| page(shape, json));
    Some(Said::new(
        DraftAggregation {
            metrics,
            group_by,
            having,
            sort: order,
            page,
        },
        json.span,
    ))
}

fn metric<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftMetric<'a>> {
    let keys = shape.keys(json, &["fn", "f", "as"])?;
    let function = shape.need(&keys, "fn", "a metric");
    let field = keys.get("f").and_then(|json| shape.text(json));
    let alias = keys.get("as").and_then(|json| shape.text(json));
    let function = function.and_then(|json| shape.text(json))?;
    Some(Said::new(
        DraftMetric {
            function,
            field,
            alias,
        },
        json.span,
    ))
}

fn having<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftHaving<'a>> {
    let keys = shape.keys(json, &["m", "op", "v"])?;
    let metric = shape.need(&keys, "m", "a condition");
    let operator = shape.need(&keys, "op", "a condition");
    let value = shape.need(&keys, "v", "a condition");
    let metric = metric.and_then(|json| shape.text(json));
    let operator = operator.and_then(|json| shape.text(json));
    let value = value.map(|json| Said::new(raw(json), json.span));
    Some(Said::new(
        DraftHaving {
            metric: metric?,
            operator: operator?,
            value: value?,
        },
        json.span,
    ))
}

pub(super) fn group<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftGroup<'a>> {
    let keys = shape.keys(json, &["n", "tg", "flt"])?;
    let name = shape.need(&keys, "n", "a group");
    let targets = shape.list(keys.get("tg"), Shape::text);
    let filters = shape.list(keys.get("flt"), filter);
    let name = name.and_then(|json| shape.text(json))?;
    Some(Said::new(
        DraftGroup {
            name,
            targets,
            filters,
        },
        json.span,
    ))
}

pub(super) fn set<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftSet<'a>> {
    let keys = shape.keys(json, &["l", "op", "r"])?;
    let left = shape.need(&keys, "l", "a set operation");
    let operator = shape.need(&keys, "op", "a set operation");
    let right = shape.need(&keys, "r", "a set operation");
    let left = left.and_then(|json| side(shape, json));
    let operator = operator.and_then(|json| shape.text(json));
    let right = right.and_then(|json| side(shape, json));
    Some(Said::new(
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
    Some(Said::new(side, json.span))
}

pub(super) fn graph<'a>(shape: &mut Shape, json: &Json<'a>) -> Part<DraftGraph<'a>> {
    let keys = shape.keys(json, &["dir", "dep", "rel", "path"])?;
    let direction = keys.get("dir").and_then(|json| shape.text(json));
    let depth = keys.get("dep").and_then(|json| shape.digits(json));
    let relations = shape.list(keys.get("rel"), Shape::text);
    let path = keys.get("path").and_then(|json| path(shape, json));
    Some(Said::new(
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
    let keys = shape.keys(json, &["src", "tg", "hop", "rel"])?;
    let sources = shape.list(keys.get("src"), Shape::text);
    let targets = shape.list(keys.get("tg"), Shape::text);
    let hops = keys.get("hop").and_then(|json| shape.digits(json));
    let relations = shape.list(keys.get("rel"), Shape::text);
    Some(Said::new(
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
    let keys = shape.keys(json, &["txt", "cor", "k", "rr", "kd", "tag", "prj"])?;
    let text = keys.get("txt").and_then(|json| shape.text(json));
    let corpora = shape.list(keys.get("cor"), Shape::text);
    let top_k = keys.get("k").and_then(|json| shape.digits(json));
    let rerank = keys.get("rr").and_then(|json| shape.boolean(json));
    let kind = keys.get("kd").and_then(|json| shape.text(json));
    let tags = shape.list(keys.get("tag"), Shape::text);
    let project = keys.get("prj").and_then(|json| shape.text(json));
    Some(Said::new(
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
    let keys = shape.keys(json, &["q", "opt"])?;
    let text = shape.need(&keys, "q", "a question");
    let options = shape.list(keys.get("opt"), Shape::text);
    let text = text.and_then(|json| shape.text(json))?;
    Some(Said::new(DraftQuestion { text, options }, json.span))
}
