//! JSON tree → `Draft`, by the objects of the language. cMEC and MEC differ only in names and levels.

use crate::draft::{Draft, DraftValue, Source};
use crate::language::{Holds, Key, Member, Object};
use crate::read::json::tree::Json;
use crate::read::shape::Shape;

/// A reader of `constraints`.
pub(super) type Constraints<'a> = fn(&mut Shape, &Json<'a>, &mut Draft<'a>);

/// Reads the members of an object into a draft; `true` if the JSON is an object.
pub(super) fn level<'a>(
    shape: &mut Shape,
    json: &Json<'a>,
    object: &'static Object,
    draft: &mut Draft<'a>,
    constraints: Constraints<'a>,
) -> bool {
    if !shape.is_object(json, object, &[]) {
        return false;
    }
    let naming = shape.naming;
    for member in object.keys(naming) {
        if let Some(json) = shape.held(json, member) {
            part(shape, json, member, draft, constraints);
        }
    }
    true
}

pub(super) fn constraints<'a>(shape: &mut Shape, json: &Json<'a>, draft: &mut Draft<'a>) {
    use crate::language::object::CONSTRAINTS;
    if !level(shape, json, &CONSTRAINTS, draft, constraints) {
        misread(draft, &CONSTRAINTS);
    }
}

fn part<'a>(
    shape: &mut Shape,
    json: &Json<'a>,
    member: &'static Member,
    draft: &mut Draft<'a>,
    constraints: Constraints<'a>,
) {
    match (member.key, member.holds) {
        (Some(Key::C), _) => constraints(shape, json, draft),
        (Some(key), holds) => {
            let before = shape.findings.len();
            value(shape, json, key, draft);
            if shape.findings.len() > before {
                member.says.iter().for_each(|part| draft.misread.add(*part));
                if let Holds::Object(object) = holds {
                    misread(draft, object);
                }
            }
        }
        (None, Holds::Object(object)) => {
            if !level(shape, json, object, draft, constraints) {
                misread(draft, object);
            }
        }
        // The reader of the document checks its version.
        (None, _) => {}
    }
}

/// Marks the parts of an object as unreadable, so that they are not reported as missing.
pub(super) fn misread(draft: &mut Draft<'_>, object: &'static Object) {
    for member in object.members {
        member.says.iter().for_each(|part| draft.misread.add(*part));
        if let Holds::Object(inner) = member.holds {
            misread(draft, inner);
        }
    }
}

fn value<'a>(shape: &mut Shape, json: &Json<'a>, key: Key, draft: &mut Draft<'a>) {
    fn read<'a, V: DraftValue<'a>>(shape: &mut Shape, json: &Json<'a>) -> Option<V> {
        V::read(shape, json)
    }
    match key {
        Key::S => {
            draft.scenario = shape.text(json);
            draft.misread.scenario = draft.scenario.is_none();
        }
        Key::O => draft.output = shape.text(json),
        Key::Tg => draft.targets = read(shape, json).unwrap_or_default(),
        Key::E => draft.entities = read(shape, json).unwrap_or_default(),
        Key::R => draft.relations = read(shape, json).unwrap_or_default(),
        Key::A => draft.attributes = read(shape, json).unwrap_or_default(),
        Key::Flt => draft.filters = read(shape, json).unwrap_or_default(),
        Key::Srt => draft.sort = read(shape, json).unwrap_or_default(),
        Key::Pg => draft.page = read(shape, json),
        Key::Agg => draft.aggregation = read(shape, json),
        Key::Grp => draft.groups = read(shape, json).unwrap_or_default(),
        Key::Set => draft.set = read(shape, json),
        Key::G => draft.graph = read(shape, json),
        Key::Q => draft.retrieval = read(shape, json),
        Key::X => draft.question = read(shape, json),
        _ => {}
    }
}
