//! Random data and random contracts, drawn from lists of numbers that shrink: a number less, or a smaller one, is a simpler
//! question.

use cmec_decoder::language::{Arity, Operator, ValueType};
use cmec_decoder::tables::{FieldDef, RelationDef, Tables};
use serde_json::{Map, Value, json};

/// Numbers to choose by; 0 when they are used up.
pub(crate) struct Choices<'n> {
    numbers: std::slice::Iter<'n, u16>,
}

impl<'n> Choices<'n> {
    pub(crate) fn new(numbers: &'n [u16]) -> Self {
        Self {
            numbers: numbers.iter(),
        }
    }

    /// One of so many.
    fn below(&mut self, count: usize) -> usize {
        let number = self.numbers.next().copied().unwrap_or_default();
        usize::from(number) % count.max(1)
    }

    /// Whether something happens that does once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }
}

/// The types that contracts are about.
const TYPES: &[&str] = &["enterprise", "park", "product", "person", "industry"];

pub(crate) const TEXTS: &[&str] = &[
    "Ёлка", "елка", "ЕЛ_", "50%", "苏州", "Suzhou", "suzhou", "a'b\"c\\",
];
const WHOLE: &[i64] = &[0, 1, 10, 30, -5];
const DECIMALS: &[&str] = &["0.1", "0.2", "0.30", "1", "1.5", "-2.25", "1000000.005"];
const DAYS: &[&str] = &["2024-02-29", "2023-12-31", "2024-01-01", "2010-05-05"];
const MOMENTS: &[&str] = &[
    "2024-02-29T23:30:00",
    "2024-03-01T00:30:00+03:00",
    "2024-02-29T21:30:00Z",
    "2024-02-29T23:30:00.5",
    "2010-05-05T00:00:00",
];

/// A value of a field.
fn value(field: &FieldDef, choices: &mut Choices<'_>) -> Value {
    match field.value_type {
        ValueType::Integer => json!(choices.one_of(WHOLE)),
        ValueType::Decimal => serde_json::from_str(choices.one_of::<&str>(DECIMALS)).unwrap(),
        ValueType::Boolean => json!(choices.once_in(2)),
        ValueType::Date => json!(choices.one_of(DAYS)),
        ValueType::Datetime => json!(choices.one_of(MOMENTS)),
        ValueType::Enum => {
            let names: Vec<&str> = field
                .values
                .iter()
                .map(|value| value.value.as_ref())
                .collect();
            json!(choices.one_of(&names))
        }
        ValueType::Reference => {
            let referred = field.reference.as_deref().unwrap_or_default();
            json!(format!("{referred} {}", choices.below(3)))
        }
        _ => json!(choices.one_of(TEXTS)),
    }
}

/// Instances of each type, and links between them.
pub(crate) fn data(tables: &Tables, choices: &mut Choices<'_>) -> Value {
    let mut all = Map::new();
    let mut names: Map<String, Value> = Map::new();
    for type_name in TYPES {
        let key = tables.type_by_name(type_name).unwrap().key.clone().unwrap();
        let count = choices.below(6);
        let mut instances = Vec::new();
        for index in 0..count {
            let mut instance = Map::new();
            instance.insert(key.to_string(), json!(format!("{type_name} {index}")));
            let fields = tables
                .fields
                .iter()
                .filter(|field| field.type_name == *type_name);
            for field in fields.filter(|field| field.name != key) {
                if choices.once_in(4) {
                    continue;
                }
                if let Some(referred) = &field.reference {
                    // Of its own type: those of others may not be there yet.
                    if referred == type_name {
                        let other = format!("{type_name} {}", choices.below(count));
                        instance.insert(field.name.to_string(), json!(other));
                    }
                    continue;
                }
                let stored = match field.array {
                    true => {
                        let count = choices.below(4);
                        Value::Array((0..count).map(|_| value(field, choices)).collect())
                    }
                    false => value(field, choices),
                };
                instance.insert(field.name.to_string(), stored);
            }
            instances.push(Value::Object(instance));
        }
        let own = (0..count).map(|index| json!(format!("{type_name} {index}")));
        names.insert((*type_name).to_owned(), Value::Array(own.collect()));
        all.insert((*type_name).to_owned(), Value::Array(instances));
    }
    let mut links = Map::new();
    for relation in relations(tables) {
        let ends = [&relation.from, &relation.to];
        let [from, to] = ends.map(|end| names[end.as_ref()].as_array().unwrap().clone());
        if from.is_empty() || to.is_empty() {
            continue;
        }
        let count = choices.below(6);
        let mut pairs: Vec<Value> = Vec::new();
        for _ in 0..count {
            let pair = json!([choices.one_of(&from), choices.one_of(&to)]);
            let taken = |end: usize| pairs.iter().any(|known| known[end] == pair[end]);
            let one = (relation.to_one && taken(0)) || (relation.from_one && taken(1));
            if !one {
                pairs.push(pair);
            }
        }
        links.insert(relation.name.to_string(), Value::Array(pairs));
    }
    all.insert("links".to_owned(), Value::Object(links));
    Value::Object(all)
}

fn relations(tables: &Tables) -> Vec<&RelationDef> {
    let among = |name: &str| TYPES.contains(&name);
    let all = tables.relations.iter();
    all.filter(|relation| among(&relation.from) && among(&relation.to))
        .collect()
}

/// A contract in cMEC, or what nearly is one.
pub(crate) fn intent(tables: &Tables, choices: &mut Choices<'_>) -> Value {
    if choices.once_in(8) {
        return graph(tables, choices);
    }
    let target = *choices.one_of(TYPES);
    let mut intent = json!({"tg": [target]});
    let mut types = vec![target];
    if choices.once_in(8) {
        let other = *choices.one_of(TYPES);
        intent["tg"] = json!([target, other]);
        types.push(other);
    }
    let mut walked = Vec::new();
    let hops = choices.below(4);
    let mut here = target;
    for _ in 0..hops {
        if let Some((hop, there)) = hop(tables, here, choices) {
            walked.push(hop);
            types.push(there);
            if choices.once_in(2) {
                here = there;
            } else {
                here = target;
            }
        }
    }
    let scenario = match (walked.is_empty(), choices.below(5)) {
        (_, 0) => "AGG",
        (_, 1) => "SET",
        (true, 2) => "AF",
        (true, _) => "IS",
        (false, 2) => "RQ",
        (false, 3) => "REX",
        (false, _) => "IS",
    };
    intent["s"] = json!(scenario);
    if !walked.is_empty() {
        intent["R"] = Value::Array(walked);
    }
    if scenario == "RQ" && choices.once_in(2) {
        intent["o"] = json!("INST");
    }
    if scenario == "AGG" && choices.once_in(4) {
        intent["o"] = json!("REL");
    }
    if scenario == "AF" || choices.once_in(5) {
        let of = *choices.one_of(&types);
        let index = choices.below(3);
        intent["E"] = json!([{"txt": format!("{of} {index}"), "ty": of}]);
    }
    let mut constraints = Map::new();
    let mut own = filters(tables, &types, choices, 3);
    // Among the instances of a group, or larger than a number of one.
    if scenario != "SET" && choices.once_in(6) {
        let field = *choices.one_of(&["F005", "F006", "F022", "F053"]);
        let def = tables.field_by_code(field).unwrap();
        if types.contains(&def.type_name.as_ref()) {
            let of = json!({"m": [{"fn": *choices.one_of(&["AVG", "MAX"]), "f": field}]});
            let filters = filters(tables, &[def.type_name.as_ref()], choices, 2);
            let group = json!({"n": "g", "tg": [def.type_name], "flt": filters, "agg": of});
            constraints.insert("grp".to_owned(), json!([group]));
            let operator = *choices.one_of(&["GT", "LE", "EQ"]);
            own.push(json!({"f": field, "op": operator, "g": "&g"}));
        } else {
            let filters = filters(tables, &[target], choices, 2);
            let group = json!({"n": "g", "tg": [target], "flt": filters});
            constraints.insert("grp".to_owned(), json!([group]));
            own.push(json!({"f": target, "op": *choices.one_of(&["IN", "NI"]), "g": "&g"}));
        }
    }
    // Of what is derived from a field.
    if choices.once_in(6) {
        let (derived, value) = *choices.one_of(&[
            ("YEAR(F008)", "2024-01-01"),
            ("LEN(F001)", "12"),
            ("MON_OF(F008)", "2"),
            ("ADD(F005,F015)", "1.5"),
            ("DIV(F015,F005)", "1"),
        ]);
        let value: Value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
        own.push(json!({"f": derived, "op": *choices.one_of(&["EQ", "GT", "LE"]), "v": value}));
    }
    if !own.is_empty() {
        constraints.insert("flt".to_owned(), Value::Array(own));
    }
    match scenario {
        "AGG" => {
            constraints.insert("agg".to_owned(), aggregation(tables, &types, choices));
        }
        "SET" => {
            let groups = ["a", "b"].map(|name| {
                let filters = filters(tables, &[target], choices, 2);
                json!({"n": name, "flt": filters})
            });
            constraints.insert("grp".to_owned(), json!(groups));
            let op = *choices.one_of(&["UNI", "INT", "EXC"]);
            constraints.insert("set".to_owned(), json!({"l": "a", "op": op, "r": "b"}));
        }
        _ => rows(tables, target, &mut intent, &mut constraints, choices),
    }
    if !constraints.is_empty() {
        intent["C"] = Value::Object(constraints);
    }
    intent
}

/// A path or a neighbourhood.
fn graph(tables: &Tables, choices: &mut Choices<'_>) -> Value {
    let is_path = choices.once_in(2);
    let entity = |choices: &mut Choices<'_>| {
        let of = *choices.one_of(TYPES);
        json!({"txt": format!("{of} {}", choices.below(3)), "ty": of})
    };
    let mut entities = vec![entity(choices)];
    let mut intent = json!({"s": if is_path { "PQ" } else { "SG" }});
    if choices.once_in(2) {
        entities.push(entity(choices));
    }
    if choices.once_in(3) || (is_path && entities.len() == 1) {
        intent["tg"] = json!([choices.one_of(TYPES)]);
    }
    intent["E"] = json!(entities);
    let steps = 1 + choices.below(3);
    intent["G"] = match is_path {
        true => json!({"path": {"hop": steps}, "dir": choices.one_of(&["O", "I", "B"])}),
        false => json!({"dep": steps, "dir": choices.one_of(&["O", "I", "B"])}),
    };
    match (choices.below(4), is_path) {
        (0, true) => intent["o"] = json!("EXIST"),
        (0, false) => intent["o"] = json!("INST"),
        _ => {}
    }
    let mut own = Vec::new();
    for _ in 0..choices.below(3) {
        let of = *choices.one_of(TYPES);
        own.extend(filters(tables, &[of], choices, 2));
    }
    intent["C"] = json!({"flt": own, "pg": {"lim": 1000}});
    intent
}

/// The columns, the order and the page of rows.
fn rows(
    tables: &Tables,
    target: &str,
    intent: &mut Value,
    constraints: &mut Map<String, Value>,
    choices: &mut Choices<'_>,
) {
    if choices.once_in(2) {
        let fields: Vec<&str> = (0..=choices.below(3))
            .map(|_| code(tables, &[target], choices))
            .collect();
        let mut once = fields.clone();
        once.sort_unstable();
        once.dedup();
        intent["A"] = json!(once);
    }
    if choices.once_in(3) {
        let key = tables.type_by_name(target).unwrap().key.clone().unwrap();
        let key = tables.field_by_path(&format!("{target}.{key}")).unwrap();
        let order = *choices.one_of(&["A", "D"]);
        let mut sort = vec![json!({"f": key.code, "ord": order})];
        if choices.once_in(2) {
            let strongest = code(tables, &[target], choices);
            sort.insert(
                0,
                json!({"f": strongest, "ord": *choices.one_of(&["A", "D"])}),
            );
        }
        constraints.insert("srt".to_owned(), json!(sort));
        let page = json!({"lim": 1 + choices.below(3), "off": choices.below(2)});
        constraints.insert("pg".to_owned(), page);
        if choices.once_in(3) {
            constraints["pg"]["per"] = json!([code(tables, &[target], choices)]);
        }
    }
}

/// A hop from a type, and the type that it leads to.
fn hop<'t>(tables: &'t Tables, here: &str, choices: &mut Choices<'_>) -> Option<(Value, &'t str)> {
    let touching: Vec<&RelationDef> = (relations(tables).into_iter())
        .filter(|relation| relation.from == here || relation.to == here)
        .collect();
    if touching.is_empty() {
        return None;
    }
    let relation = *choices.one_of(&touching);
    let outwards = relation.from == here;
    let mut hop = json!({"r": relation.code, "dir": if outwards { "O" } else { "I" }});
    let own = relation.from == relation.to;
    if own && choices.once_in(3) {
        hop["dir"] = json!("B");
    }
    if own && choices.once_in(3) {
        let least = 1 + choices.below(2);
        hop["h"] = json!([least, least + choices.below(2)]);
    }
    if choices.once_in(5) {
        hop["no"] = json!(true);
    }
    if choices.once_in(4) {
        hop["fr"] = json!("target");
    }
    let there = if outwards {
        &relation.to
    } else {
        &relation.from
    };
    Some((hop, there))
}

fn fields<'t>(tables: &'t Tables, types: &[&str]) -> Vec<&'t FieldDef> {
    let all = tables.fields.iter();
    all.filter(|field| types.contains(&field.type_name.as_ref()))
        .collect()
}

fn code<'t>(tables: &'t Tables, types: &[&str], choices: &mut Choices<'_>) -> &'t str {
    &choices.one_of(&fields(tables, types)).code
}

/// Row filters of some types, as filters of cMEC.
pub(crate) fn row_filters(tables: &Tables, choices: &mut Choices<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    for type_name in TYPES {
        let count = choices.below(3);
        all.extend((0..count).map(|_| filter(tables, &[type_name], choices)));
    }
    all.retain(|filter| filter.get("vf").is_none() && filter["v"] != json!(false));
    all
}

fn filters(tables: &Tables, types: &[&str], choices: &mut Choices<'_>, most: usize) -> Vec<Value> {
    let count = choices.below(most);
    (0..count)
        .map(|_| match choices.once_in(6) {
            true => {
                let branch = |choices: &mut Choices<'_>| vec![filter(tables, types, choices)];
                json!({"any": [branch(choices), branch(choices)]})
            }
            false => filter(tables, types, choices),
        })
        .collect()
}

fn filter(tables: &Tables, types: &[&str], choices: &mut Choices<'_>) -> Value {
    let field = *choices.one_of(&fields(tables, types));
    let operator = *choices.one_of(&field.operators);
    if choices.once_in(10) && operator.compares() && !field.array {
        let others: Vec<&FieldDef> = (fields(tables, types).into_iter())
            .filter(|other| other.value_type == field.value_type && !other.array)
            .collect();
        let other = choices.one_of(&others);
        return json!({"f": field.code, "op": operator.code(), "vf": other.code});
    }
    compared(
        &json!(field.code),
        operator,
        |choices| value(field, choices),
        choices,
    )
}

fn compared(
    field: &Value,
    operator: Operator,
    value: impl Fn(&mut Choices<'_>) -> Value,
    choices: &mut Choices<'_>,
) -> Value {
    let value = match operator.arity() {
        Arity::One | Arity::Piece => value(choices),
        Arity::List => json!([value(choices), value(choices)]),
        Arity::Pair => json!([value(choices), value(choices)]),
        Arity::Flag => json!(choices.once_in(2)),
    };
    json!({"f": field, "op": operator.code(), "v": value})
}

fn aggregation(tables: &Tables, types: &[&str], choices: &mut Choices<'_>) -> Value {
    let mut metrics = Vec::new();
    for index in 0..=choices.below(3) {
        let function = *choices.one_of(&["CNT", "CNTD", "SUM", "AVG", "MIN", "MAX", "LST"]);
        let mut metric = json!({"fn": function, "as": format!("m{index}")});
        if function != "CNT" || choices.once_in(2) {
            metric["f"] = match choices.below(6) {
                0 => json!(choices.one_of(types)),
                _ => json!(code(tables, types, choices)),
            };
        }
        metrics.push(metric);
    }
    let mut numbers = json!({"m": metrics});
    let groups: Vec<Value> = (0..choices.below(3))
        .map(|_| match choices.below(4) {
            0 => json!(choices.one_of(types)),
            1 => json!(format!("YEAR({})", code(tables, types, choices))),
            _ => json!(code(tables, types, choices)),
        })
        .collect();
    if !groups.is_empty() {
        numbers["by"] = json!(groups);
        if choices.once_in(2) {
            let operator = *choices.one_of(&["GT", "LE", "EQ", "NE"]);
            numbers["hav"] = json!([{"m": "m0", "op": operator, "v": choices.one_of(WHOLE)}]);
        }
    }
    numbers
}
