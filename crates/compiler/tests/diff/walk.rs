//! Every key that the schemas of the files of a codebook have is changed in a built-in codebook: `diff` says so, and
//! breaks those whom it breaks.

use std::collections::BTreeSet;

use serde_json::Value;

use cmec_compiler::{Checked, diff};

use crate::book::{Book, compiled, read};
use crate::in_force;
use crate::tree::Tree;

/// Files with the built-in codebooks that are changed, the first in which a key can be.
const FILES: &[(&str, &[&str])] = &[
    ("codebook", &["enterprise", "town"]),
    ("core", &["enterprise"]),
    ("bindings", &["enterprise", "wine"]),
    ("recipes", &["town", "address"]),
    ("retrieval", &["mind"]),
    ("tools", &["wine"]),
    ("examples", &["wine"]),
];

/// Keys of which `diff` says nothing, or that do not change alone, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    ("codebook version", "a change is called by it"),
    (
        "codebook profiles",
        "schemas are held to other providers; what is read stays",
    ),
    ("codebook ignored", "it chooses which changes are shown"),
    (
        "codebook reserved",
        "one code more touches nobody; one less is reported where it was given",
    ),
    (
        "codebook metrics.*.not_additive",
        "it fits few metrics; a pair of CD066 has it",
    ),
    (
        "codebook metrics.*.cumulative",
        "it replaces another key; a pair of CD066 has it",
    ),
    (
        "codebook metrics.*.window",
        "it replaces another key; a pair of CD066 has it",
    ),
    (
        "codebook metrics.*.offset",
        "it replaces another key; a pair of CD066 has it",
    ),
    (
        "codebook policy.rows.*.[]",
        "a filter is one change as a whole",
    ),
    ("core version", "a change is called by it"),
    (
        "core vocabulary",
        "it repeats the words of the decoder, and others are refused",
    ),
    (
        "recipes recipes.*.match.target_type",
        "another type has other fields, and a recipe of its own",
    ),
    (
        "recipes recipes.*.template",
        "another template must read the filters of the recipe; a pair of CD114 has one",
    ),
    (
        "recipes recipes.*.bank_rows",
        "one template gives such rows",
    ),
    (
        "tools tools.*.parameters.*.says",
        "it has one value, and does not go alone",
    ),
];

/// Values of keys of which no other can be made up: the end of a file and pattern, and the values as YAML.
const VALUES: &[(&str, &[&str])] = &[
    ("codebook languages", &["[ru, zh, en]", "[zh, ru]"]),
    ("codebook contract_version", &["v0.3"]),
    (
        "codebook lanes.address",
        &["[instance_search, attributes_fetch]"],
    ),
    ("codebook lanes.retrieval", &["[text_rag, hybrid]"]),
    (
        "codebook policy.rows",
        &["{park: public, owner: [{field: owner.name, is: a}]}"],
    ),
    ("policy.syntax.fields", &["[enterprise.status]"]),
    ("policy.syntax.[].fields", &["[enterprise.status]"]),
    ("action", &["clarify"]),
    ("since", &["2"]),
    ("limits.page_cap", &["150", "100"]),
    ("limits.hops_cap", &["4", "6"]),
    ("limits.top_k_cap", &["30", "40"]),
    ("limits.list_cap", &["50", "60"]),
    ("limits.input_bytes", &["20000"]),
    ("limits.input_depth", &["20"]),
    ("deprecated", &["{since: 1}"]),
    ("fields.*.deprecated.instead", &["enterprise.name"]),
    ("relations.*.deprecated.instead", &["person_2_enterprise"]),
    ("types.*.deprecated.instead", &["park"]),
    ("metrics.*.deprecated.instead", &["headcount"]),
    ("values.*.deprecated.instead", &["closed"]),
    ("codebook types.*.key", &["short_name"]),
    ("codebook fields.*.operators", &["[eq]"]),
    ("codebook fields.*.reference", &["park"]),
    ("codebook fields.*.path", &["enterprise.motto"]),
    ("codebook relations.*.from", &["person"]),
    ("codebook relations.*.to", &["industry"]),
    (
        "codebook metrics.*.definition",
        &["SELECT AVG(annual_revenue) FROM enterprise"],
    ),
    ("codebook metrics.*.time", &["enterprise.created_at"]),
    ("codebook policy.principals", &["{team: {type: string}}"]),
    ("examples.[].intent", &["SELECT * FROM wine"]),
    ("bindings types.*.only", &["{city: Москва}"]),
    (
        "retrieval document_types",
        &["[definition, concept-map, core, adr, principle, manifest, pattern, project, motto]"],
    ),
    (
        "retrieval tags",
        &[
            "{extended-mind: [a], vova-and-petrova: [b], evoquant: [c], story-layer: [d], story-node: [e]}",
        ],
    ),
    ("retrieval default_types", &["{notes: adr}"]),
    ("retrieval corpora", &["{overview: [manifest]}"]),
    ("retrieval indexes", &["{overview: motto}"]),
    ("tools tools.*.target", &["wine"]),
    ("tools tools.*.sort", &["[-wine.price_rub]"]),
    ("tools tools.*.fields", &["[wine.name]"]),
    ("tools tools.*.parameters.*.field", &["wine.sweetness"]),
    ("tools tools.*.parameters.*.type", &["integer", "number"]),
    ("recipes filters.*.type", &["integer"]),
    ("recipes limits.extended_max", &["60"]),
    (
        "parameters.*.filters",
        &["[period_to]", "[period_from, period_to]"],
    ),
    ("recipes.*.match.with", &["owner", "contract"]),
    ("recipes.*.match.without", &["owner", "contract"]),
    ("recipes.*.scope.mode", &["preferred"]),
    ("recipes.*.scope.accounts", &["[\"62\"]"]),
    ("query.period_asc", &["queries/movements.1c"]),
    ("query.period_desc", &["queries/movements_asc.1c"]),
    ("bindings time_zone", &["\"+03:00\""]),
    ("bindings types.*.columns.*.match", &["part"]),
];

/// A key of a schema: where it may stand, and what it may have.
struct Key {
    pattern: Vec<String>,
    /// The schemas from that of the file to its own, one for each step.
    schemas: Vec<Value>,
    is_optional: bool,
}

/// A schema with what it refers to in its place.
fn inlined(schema: &Value, root: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        return inlined(&root["$defs"][name.rsplit('/').next().unwrap()], root);
    }
    match schema {
        Value::Object(own) => {
            let own = own
                .iter()
                .map(|(key, own)| (key.clone(), inlined(own, root)));
            Value::Object(own.collect())
        }
        Value::Array(own) => own.iter().map(|own| inlined(own, root)).collect(),
        other => other.clone(),
    }
}

/// The keys of a schema, each once; what several keys have in the same form, in the first of them.
fn keys(pattern: &[String], schemas: &[Value], found: &mut Vec<Key>) {
    let schema = schemas.last().unwrap();
    let mut below = |step: &str, own: &Value, is_optional: Option<bool>| {
        let pattern = [pattern, &[step.to_owned()]].concat();
        let schemas = [schemas, std::slice::from_ref(own)].concat();
        let is_known = found.iter().any(|key| {
            let is_same = key.pattern.last() == pattern.last()
                && key.schemas.iter().nth_back(1) == Some(schema);
            key.pattern == pattern || is_same
        });
        if let Some(is_optional) = is_optional.filter(|_| !is_known) {
            let (pattern, schemas) = (pattern.clone(), schemas.clone());
            found.push(Key {
                pattern,
                schemas,
                is_optional,
            });
        }
        keys(&pattern, &schemas, found);
    };
    for (name, own) in schema["properties"].as_object().into_iter().flatten() {
        let mut required = schema["required"].as_array().into_iter().flatten();
        below(name, own, Some(!required.any(|key| key == name)));
    }
    for (key, step) in [("additionalProperties", "*"), ("items", "[]")] {
        if schema[key].is_object() {
            below(step, &schema[key], None);
        }
    }
    for one in schema["anyOf"].as_array().into_iter().flatten() {
        let (_, before) = schemas.split_last().unwrap();
        keys(
            pattern,
            &[before, std::slice::from_ref(one)].concat(),
            found,
        );
    }
}

/// Values that a schema takes, written for it or else made up.
fn values(name: &str, schema: &Value) -> Vec<Tree> {
    let given = VALUES.iter().filter(|(key, _)| name.ends_with(key));
    let given = given.flat_map(|(_, values)| values.iter().map(|text| Tree::read(text)));
    let mut values: Vec<Tree> = given.collect();
    if !values.is_empty() {
        return values;
    }
    let words = schema["enum"].as_array().into_iter().flatten();
    values.extend(words.map(|word| Tree::text(word.as_str().unwrap())));
    let several = schema["type"]
        .as_array()
        .and_then(|several| several.first());
    match several.unwrap_or(&schema["type"]).as_str() {
        Some("boolean") => values.extend(["true", "false"].map(Tree::read)),
        Some("integer") => values.extend(["1", "2"].map(Tree::read)),
        Some("string") if values.is_empty() => values.push(Tree::text("motto")),
        Some("array") => {
            let items = self::values(name, &schema["items"]);
            values.extend(items.into_iter().map(|item| Tree::List(vec![item])));
        }
        Some("object") => {
            let first = schema["properties"]
                .as_object()
                .and_then(|own| own.keys().next());
            let (step, below) = match first {
                Some(first) => (first.as_str(), &schema["properties"][first]),
                None => ("*", &schema["additionalProperties"]),
            };
            let inner = self::values(name, below).into_iter();
            values.extend(inner.map(|inner| around(step, schema, inner)));
        }
        _ => {
            let alternatives = schema["anyOf"].as_array().into_iter().flatten();
            values.extend(alternatives.flat_map(|one| self::values(name, one)));
        }
    }
    values
}

impl Key {
    fn name(&self, file: &str) -> String {
        format!("{file} {}", self.pattern.join("."))
    }

    /// Other values that the key may have beside this one; `None`: it goes.
    fn others(&self, file: &str, own: Option<&Tree>) -> Vec<Option<Tree>> {
        let schema = self.schemas.last().unwrap();
        let mut others = values(&self.name(file), schema);
        match own {
            Some(Tree::Scalar(text)) => others.push(match text.parse::<i64>() {
                Ok(number) => Tree::Scalar((number + 1).to_string()),
                Err(_) => Tree::Scalar(format!("{}x\"", text.trim_end_matches('"'))),
            }),
            Some(Tree::List(items)) => {
                others.push(Tree::List(items.iter().skip(1).cloned().collect()));
                others.push(Tree::List(
                    items.iter().rev().skip(1).rev().cloned().collect(),
                ));
            }
            Some(Tree::Map(entries)) => {
                others.push(Tree::Map(entries.iter().skip(1).cloned().collect()));
            }
            None => {}
        }
        let mut others: Vec<Option<Tree>> = others.into_iter().map(Some).collect();
        if own.is_some() && self.is_optional {
            others.push(None);
        }
        others.retain(|other| other.as_ref() != own);
        others
    }

    /// A file with the key at a place that leads to it, where there is none: what is around it is made.
    fn made(&self, tree: &Tree, value: Tree) -> Option<Tree> {
        let pattern: Vec<&str> = self.pattern.iter().map(String::as_str).collect();
        // The longest beginning that is there, and may have the next step.
        let there = |length: &usize| {
            let mut is_there = false;
            tree.clone().each(&pattern[..*length], &mut |place| {
                is_there |= match place {
                    Tree::List(_) => pattern[*length] == "[]",
                    Tree::Map(_) => pattern[*length] != "[]",
                    Tree::Scalar(_) => false,
                };
            });
            is_there
        };
        let length = (0..pattern.len()).rev().find(there)?;
        let (key, inner) = pattern[length..].split_first()?;
        let steps = inner.iter().zip(&self.schemas[length + 1..]).rev();
        let value = steps.fold(value, |value, (step, schema)| around(step, schema, value));
        let mut made = tree.clone();
        let mut is_first = true;
        made.each(&pattern[..length], &mut |place| {
            if std::mem::take(&mut is_first) {
                match (*key, place) {
                    ("[]", Tree::List(items)) => items.push(value.clone()),
                    ("*", place @ Tree::Map(_)) => place.set("enterprise", Some(value.clone())),
                    (key, place @ Tree::Map(_)) => place.set(key, Some(value.clone())),
                    _ => {}
                }
            }
        });
        Some(made)
    }

    /// A codebook in which the key has another value, and something in force is another; or why there is none.
    fn changed(&self, file: &str, book: &Book) -> Result<(String, Checked), String> {
        let path = format!("{file}.yaml");
        let tree = Tree::read(&book.files[&path]);
        let pattern: Vec<&str> = self.pattern.iter().map(String::as_str).collect();
        let (key, around) = pattern.split_last().unwrap();
        let mut places = Vec::new();
        tree.clone()
            .each(around, &mut |place| places.push(place.get(key).cloned()));
        let mut files = Vec::new();
        // Places that have the key, then one that lacks it.
        let having = (0..places.len())
            .filter(|at| places[*at].is_some())
            .take(12);
        let lacks = (0..places.len()).filter(|at| places[*at].is_none()).take(1);
        for at in having.chain(lacks) {
            for other in self.others(file, places[at].as_ref()) {
                let (mut tree, mut seen) = (tree.clone(), 0);
                tree.each(around, &mut |place| {
                    if seen == at && matches!(place, Tree::Map(_)) {
                        place.set(key, other.clone());
                    }
                    seen += 1;
                });
                files.push((other, tree));
            }
        }
        for other in self.others(file, None) {
            files.extend(
                self.made(&tree, other.clone().unwrap())
                    .map(|tree| (other, tree)),
            );
        }
        let mut refused = "no value".to_owned();
        for (other, tree) in files {
            let mut files = book.files.clone();
            files.insert(path.clone(), tree.written());
            let value = other.map_or("gone".to_owned(), |value| value.written());
            match compiled(&files) {
                Ok(model) if in_force(&model) != in_force(&book.model) => {
                    return Ok((format!("{} {value:.60}", self.name(file)), model));
                }
                Ok(_) => {}
                Err(why) => refused = format!("{value:.60}: {why:.200}"),
            }
        }
        Err(refused)
    }
}

/// A list or a map of this schema that has a value, with all else that it must have.
fn around(step: &str, schema: &Value, value: Tree) -> Tree {
    match step {
        "[]" => Tree::List(vec![value]),
        "*" => Tree::Map(vec![("enterprise".to_owned(), value)]),
        key => {
            let required = schema["required"].as_array().into_iter().flatten();
            let required = required
                .filter_map(Value::as_str)
                .filter(|name| *name != key);
            let made = required.filter_map(|name| {
                let own = values(name, &schema["properties"][name]).into_iter().next();
                Some((name.to_owned(), own?))
            });
            Tree::Map(made.chain([(key.to_owned(), value)]).collect())
        }
    }
}

/// Changes that were looked at, and what is wrong.
fn walk(file: &str, domains: &[&str]) -> (usize, Vec<String>) {
    let mut books: Vec<Book> = domains.iter().map(|domain| Book::of(domain)).collect();
    if file == "codebook" {
        // What comes need not be bound.
        books
            .iter_mut()
            .for_each(|book| book.without("bindings.yaml"));
    }
    let schema: Value =
        serde_json::from_str(&read(&format!("schemas/{file}.schema.json"))).unwrap();
    let mut found = Vec::new();
    keys(&[], &[inlined(&schema, &schema)], &mut found);
    let (mut count, mut faults) = (0, Vec::new());
    // What only holds other keys changes by them.
    let holds = |key: &Key| {
        let below = |other: &Key| {
            other.pattern.len() > key.pattern.len() && other.pattern.starts_with(&key.pattern)
        };
        let is_given = VALUES.iter().any(|(own, _)| key.name(file).ends_with(own));
        key.schemas.last().unwrap()["type"] == "object" && !is_given && found.iter().any(below)
    };
    for key in found.iter().filter(|key| !holds(key)) {
        let name = key.name(file);
        let is_left_out = LEFT_OUT.iter().any(|(own, _)| name.starts_with(own));
        let mut refused = String::new();
        let changed = books.iter().find_map(|book| match key.changed(file, book) {
            Ok(changed) => Some((book, changed)),
            Err(why) => {
                refused = why;
                None
            }
        });
        let Some((book, (change, model))) = changed else {
            if !is_left_out {
                faults.push(format!("{name}: nothing is in force by it: {refused}"));
            }
            continue;
        };
        if is_left_out {
            faults.push(format!("{name}: it is reported, and changes alone"));
        }
        count += 1;
        if diff(&book.model, &model).is_empty() || diff(&model, &book.model).is_empty() {
            faults.push(format!("{change}: nothing is reported"));
        }
        let found = book.faults(&model);
        faults.extend(found.iter().map(|fault| format!("{change}: {fault}")));
    }
    (count, faults)
}

fn check(files: &[&str], least: usize) {
    let mut count = 0;
    let mut faults = Vec::new();
    for (file, domains) in FILES.iter().filter(|(file, _)| files.contains(file)) {
        let (more, found) = walk(file, domains);
        count += more;
        faults.extend(found);
    }
    assert!(faults.is_empty(), "{count} changes\n{}", faults.join("\n"));
    assert!(count >= least, "{count}");
}

#[test]
fn every_key_of_a_codebook_is_told() {
    check(&["codebook", "examples"], 70);
}

#[test]
fn every_key_of_the_core_and_of_tables_is_told() {
    check(&["core", "bindings"], 40);
}

#[test]
fn every_key_of_recipes_is_told() {
    check(&["recipes"], 35);
}

#[test]
fn every_key_of_texts_and_tools_is_told() {
    check(&["retrieval", "tools"], 30);
}

/// A schema that is not walked is one of no file that a codebook has.
#[test]
fn every_schema_is_walked() {
    let walked: BTreeSet<&str> = FILES.iter().map(|(file, _)| *file).collect();
    let root = env!("CARGO_MANIFEST_DIR");
    let names = std::fs::read_dir(format!("{root}/../../schemas")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let others: BTreeSet<String> = names
        .filter_map(|name| Some(name.strip_suffix(".schema.json")?.to_owned()))
        .filter(|name| !walked.contains(name.as_str()))
        .collect();
    // An import writes an overlay into the other files; the rest is what cmec writes, and its notations.
    let wanted = [
        "clarify",
        "debug-envelope",
        "mec",
        "overlay",
        "reject",
        "response",
    ];
    assert_eq!(others, wanted.map(str::to_owned).into());
}
