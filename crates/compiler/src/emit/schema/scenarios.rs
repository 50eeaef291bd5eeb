//! The scenario table as `if`/`then`: required and forbidden parts of each scenario, in cMEC and in contracts.

use cmec_decoder::language::object::{GRAPH, place_of};
use cmec_decoder::language::{
    Count, Holds, Key, NamingStyle, Part, Scenario, ScenarioDef, given_names,
};
use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

/// The location of a part.
enum At {
    /// A list; an empty one counts as absent.
    List(Vec<&'static str>),
    /// Anything else.
    One(Vec<&'static str>),
    /// Always present or derived, so nothing can be required.
    WrittenOut,
    /// Never present.
    Nowhere,
}

struct Form {
    naming: NamingStyle,
    /// Largest depth, if caps apply.
    depth_cap: Option<u32>,
    /// True where a missing target type is derived, as in a domain with one type.
    derives_target: bool,
    /// Schema of a column that is a field. Only groups may also have types and metrics as columns.
    field: Value,
}

impl Form {
    /// The path of a part; empty if the notation cannot express it.
    fn path(&self, part: Part) -> Vec<&'static str> {
        place_of(part, self.naming).map_or_else(Vec::new, |(path, _)| path)
    }

    /// The path of the output.
    const fn output(&self) -> &'static [&'static str] {
        match self.naming {
            NamingStyle::Codes => &["o"],
            NamingStyle::Names => &["intent", "output_type"],
        }
    }

    /// The path of a graph's depth.
    fn depth(&self) -> Vec<&'static str> {
        let depth = (GRAPH.keys(self.naming))
            .find(|member| matches!(member.holds, Holds::Number(Count::Depth)));
        let mut path = self.path(Part::Graph);
        path.extend(depth.map(|member| member.name(self.naming)));
        path
    }
}

/// The table for the cMEC of a domain.
pub(super) fn of_cmec(tables: &Tables) -> Value {
    // Neither a type, with or without an alias, nor a metric.
    let types: Vec<&str> = (tables.types.iter().map(|def| def.name.as_ref())).collect();
    let (mark, types) = (given_names::MARK, types.join("|"));
    let types = format!("^({mark}[^.]+[.])?({types})$|^{mark}[^.]*$");
    of_cmec_with(tables, json!({ "not": { "pattern": types } }))
}

/// The same for a cMEC schema with a list of fields: a column is described by that list instead of an exclusion.
pub(super) fn of_cmec_in_words(tables: &Tables) -> Value {
    of_cmec_with(tables, json!({ "$ref": "#/$defs/field" }))
}

fn of_cmec_with(tables: &Tables, field: Value) -> Value {
    let form = Form {
        naming: NamingStyle::Codes,
        depth_cap: Some(tables.limits.depth_cap),
        derives_target: tables.types.len() == 1,
        field,
    };
    table(&tables.scenarios, &form, |scenarios| {
        let codes = scenarios.iter().map(|scenario| scenario.code());
        nested(&["s"], super::one_of(codes), Presence::There)
    })
}

/// A table for contracts.
pub(super) fn of_contract(rows: &[ScenarioDef]) -> Value {
    let form = Form {
        naming: NamingStyle::Names,
        depth_cap: None,
        derives_target: false,
        field: json!({ "pattern": format!("^({mark}[^.]+[.])?[^{mark}.]+[.]", mark = given_names::MARK) }),
    };
    // A clarification question never becomes a contract.
    let rows: Vec<ScenarioDef> = (rows.iter())
        .filter(|row| row.scenario != Scenario::Clarify)
        .cloned()
        .collect();
    table(&rows, &form, |scenarios| {
        let names = super::one_of(scenarios.iter().map(|scenario| scenario.name()));
        nested(&["intent", "scenario"], names, Presence::There)
    })
}

/// Rows with the same requirements share an `if`.
fn table(rows: &[ScenarioDef], form: &Form, condition: impl Fn(&[Scenario]) -> Value) -> Value {
    let mut demands: Vec<(Value, Vec<Scenario>)> = Vec::new();
    for row in rows {
        let then = demand(row, form);
        match demands.iter_mut().find(|(have, _)| *have == then) {
            Some((_, scenarios)) => scenarios.push(row.scenario),
            None => demands.push((then, vec![row.scenario])),
        }
    }
    let rules = demands.into_iter();
    let have_groups = rows.iter().any(|row| row.may_have(Part::Groups));
    rules
        .map(|(then, scenarios)| json!({ "if": condition(&scenarios), "then": then }))
        .chain(have_groups.then(|| of_groups(form)).flatten())
        .collect()
}

/// The columns of a group without an aggregation are fields, as in the whole intent.
fn of_groups(form: &Form) -> Option<Value> {
    let (path, groups) = place_of(Part::Groups, form.naming)?;
    let Holds::List(Holds::Object(group), _) = groups.holds else {
        return None;
    };
    let name = |key: Key| group.name_of(key, form.naming);
    let fields = json!({ "items": form.field });
    let fields = nested(&[name(Key::A)?], fields, Presence::Maybe);
    let group = json!({ "if": { "not": { "required": [name(Key::Agg)?] } }, "then": fields });
    Some(nested(&path, json!({ "items": group }), Presence::Maybe))
}

fn demand(row: &ScenarioDef, form: &Form) -> Value {
    let mut then = Map::new();
    let mut choices = Vec::new();
    for requirement in row.required.iter() {
        let mut forms: Vec<Value> = Vec::new();
        // Sorted by vocabulary, so that scenarios with the same requirements compare equal.
        let mut parts = requirement.any_of.to_vec();
        parts.sort_unstable();
        for part in parts {
            forms.push(present(part, form));
            if part == Part::TargetType && form.derives_target {
                // The only type is the target if no entity is named.
                forms.push(absent(Part::Entity, form));
            }
        }
        let has = |part: Part| requirement.any_of.contains(&part);
        let anyway = form.derives_target && has(Part::TargetType) && has(Part::Entity);
        if anyway || forms.iter().any(|form| *form == json!({})) {
            continue;
        }
        match forms.as_slice() {
            // Two choices must not be merged into one.
            [only] if only.get("anyOf").is_some() => choices.push(only.clone()),
            [only] => merge(&mut then, only),
            _ => choices.push(json!({ "anyOf": forms })),
        }
    }
    for part in row.forbidden.iter() {
        merge(&mut then, &absent(*part, form));
    }
    // A clarification question has no output; one that is written is ignored.
    if !row.outputs.is_empty() {
        let outputs = row.outputs.iter().map(|output| match form.naming {
            NamingStyle::Codes => output.code(),
            NamingStyle::Names => output.name(),
        });
        let outputs = super::one_of(outputs);
        merge(&mut then, &nested(form.output(), outputs, Presence::Maybe));
    }
    if row.scenario != Scenario::Aggregation && row.may_have(Part::Attributes) {
        let fields = json!({ "items": form.field });
        let fields = nested(&form.path(Part::Attributes), fields, Presence::Maybe);
        merge(&mut then, &fields);
    }
    if row.default_depth.is_some() {
        let depth = match form.depth_cap {
            Some(cap) => super::number(1, cap),
            None => json!({ "minimum": 1 }),
        };
        merge(&mut then, &nested(&form.depth(), depth, Presence::Maybe));
    }
    match choices.as_slice() {
        [] => {}
        [only] => merge(&mut then, only),
        _ => merge(&mut then, &json!({ "allOf": choices })),
    }
    Value::Object(then)
}

fn present(part: Part, form: &Form) -> Value {
    let some =
        |path: &[&str], least: u32| nested(path, json!({ "minItems": least }), Presence::There);
    if part == Part::TwoEnds {
        let mut mixed = Map::new();
        merge(&mut mixed, &some(&form.path(Part::Entity), 1));
        merge(&mut mixed, &some(&form.path(Part::TargetType), 1));
        return json!({ "anyOf": [some(&form.path(Part::Entity), 2), mixed] });
    }
    match at(part, form.naming) {
        At::List(path) => some(&path, 1),
        At::One(path) => nested(&path, json!({}), Presence::There),
        At::WrittenOut => json!({}),
        At::Nowhere => json!({ "not": {} }),
    }
}

fn absent(part: Part, form: &Form) -> Value {
    match at(part, form.naming) {
        At::List(path) => nested(&path, json!({ "maxItems": 0 }), Presence::Maybe),
        At::One(path) => nested(&path, json!(false), Presence::Maybe),
        At::WrittenOut | At::Nowhere => json!({}),
    }
}

/// The location of a part in a notation. A contract always has its page, and its graph if it traverses one.
fn at(part: Part, naming: NamingStyle) -> At {
    let looked_up = match part {
        // Two ends are two entities, or one entity and a target.
        Part::TwoEnds => Part::Entity,
        other => other,
    };
    let in_contract = naming == NamingStyle::Names;
    let Some((path, member)) = place_of(looked_up, naming) else {
        return At::Nowhere;
    };
    match (part, member.holds) {
        (Part::Page | Part::Graph, _) if in_contract => At::WrittenOut,
        (Part::Question, _) if in_contract => At::Nowhere,
        // A contract omits an optional list that is empty.
        (Part::Groups, _) if in_contract => At::One(path),
        (_, Holds::List(..)) => At::List(path),
        _ => At::One(path),
    }
}

/// True where the keys of a path are required.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Maybe,
}

/// A schema that applies `leaf` at the end of a path of keys.
fn nested(path: &[&str], leaf: Value, wanted: Presence) -> Value {
    path.iter().rev().fold(leaf, |inner, key| {
        let mut properties = Map::new();
        properties.insert((*key).to_owned(), inner);
        match wanted {
            Presence::There => json!({ "required": [key], "properties": properties }),
            Presence::Maybe => json!({ "properties": properties }),
        }
    })
}

/// Adds the requirements of one schema to another.
fn merge(into: &mut Map<String, Value>, from: &Value) {
    for (key, value) in from.as_object().into_iter().flatten() {
        match (into.get_mut(key), value) {
            (Some(Value::Object(have)), Value::Object(_)) => merge(have, value),
            (Some(Value::Array(have)), Value::Array(more)) => {
                for item in more {
                    if !have.contains(item) {
                        have.push(item.clone());
                    }
                }
            }
            // A forbidden key has no inner schema.
            (Some(Value::Bool(false)), _) => {}
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
