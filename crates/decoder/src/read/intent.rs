//! The parts of an intent, as every notation of JSON holds them. A part that could not be read is there all the same:
//! the draft remembers it.

use crate::draft::Draft;
use crate::read::json::tree::{Json, Kind};
use crate::read::parts::{
    aggregation, entity, filter, graph, group, page, question, relation, retrieval, set, sort,
};
use crate::read::shape::Shape;
use crate::vocabulary::Part;

/// The parts of `grounding`.
pub(super) const GROUNDING: &[Part] = &[
    Part::TargetType,
    Part::Entity,
    Part::TwoEnds,
    Part::Relation,
    Part::Attributes,
];

/// The parts of `constraints`.
pub(super) const CONSTRAINTS: &[Part] = &[
    Part::Filter,
    Part::Sort,
    Part::Page,
    Part::Metric,
    Part::Groups,
    Part::Set,
];

/// A part of an intent, where it is said.
type At<'j, 'a> = Option<&'j Json<'a>>;

pub(super) fn scenario<'a>(shape: &mut Shape, json: At<'_, 'a>, draft: &mut Draft<'a>) {
    draft.scenario = json.and_then(|json| shape.text(json));
    draft.misread.scenario = json.is_some() && draft.scenario.is_none();
}

/// Target types, entities, relations and attributes.
pub(super) fn grounding<'a>(shape: &mut Shape, said: [At<'_, 'a>; 4], draft: &mut Draft<'a>) {
    let [targets, entities, relations, attributes] = said;
    shape.parts(draft, &[Part::TargetType], |shape, draft| {
        draft.targets = shape.list(targets, Shape::text);
    });
    shape.parts(draft, &[Part::Entity, Part::TwoEnds], |shape, draft| {
        draft.entities = shape.list(entities, entity);
    });
    shape.parts(draft, &[Part::Relation], |shape, draft| {
        draft.relations = shape.list(relations, relation);
    });
    draft.attributes = shape.list(attributes, Shape::text);
}

/// Graph, retrieval and question.
pub(super) fn parameters<'a>(shape: &mut Shape, said: [At<'_, 'a>; 3], draft: &mut Draft<'a>) {
    let [walk, texts, asked] = said;
    shape.parts(draft, &[Part::Graph, Part::Path], |shape, draft| {
        draft.graph = walk.and_then(|json| graph(shape, json));
    });
    let parts = [Part::Retrieval, Part::QueryText];
    shape.parts(draft, &parts, |shape, draft| {
        draft.retrieval = texts.and_then(|json| retrieval(shape, json));
    });
    shape.parts(draft, &[Part::Question], |shape, draft| {
        draft.question = asked.and_then(|json| question(shape, json));
    });
}

/// `constraints`, whose parts a draft holds one by one.
pub(super) fn constraints<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    let names = &shape.dialect.constraints;
    let [filters, order, pages, numbers, groups, sets] = *names;
    let keys = shape.parts(draft, CONSTRAINTS, |shape, _| match &json.kind {
        Kind::Object(_) => Some(()),
        _ => {
            shape.wrong(json, "an object");
            None
        }
    });
    let Some(keys) = keys.and_then(|()| shape.keys(json, names)) else {
        return;
    };
    shape.parts(draft, &[Part::Filter], |shape, draft| {
        draft.filters = shape.list(keys.get(filters), filter);
    });
    draft.sort = shape.list(keys.get(order), sort);
    draft.page = keys.get(pages).and_then(|json| page(shape, json));
    shape.parts(draft, &[Part::Metric], |shape, draft| {
        draft.aggregation = keys.get(numbers).and_then(|json| aggregation(shape, json));
    });
    shape.parts(draft, &[Part::Groups], |shape, draft| {
        draft.groups = shape.list(keys.get(groups), group);
    });
    shape.parts(draft, &[Part::Set], |shape, draft| {
        draft.set = keys.get(sets).and_then(|json| set(shape, json));
    });
}
