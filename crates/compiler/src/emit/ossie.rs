//! Checked → an Ossie semantic model (version 0.2.0.dev0, one model per document).
//!
//! Types, fields, foreign keys and metrics become datasets, fields, relationships and metrics. Everything else is
//! listed in an extension: types that share a table, tables of pairs or of values, and metrics that are not one
//! function of one field of their type. Without `bindings.yaml`, no dataset has a source, so no model is written.

use cmec_decoder::definition::{definition, definition_text};
use cmec_decoder::encode::{sql_name, sql_quoted};
use cmec_decoder::language::Function;
use cmec_decoder::tables::{Label, MetricDef, Tables};
use cmec_executor::catalogue::{
    FieldBinding, KeySide, RelationBinding, StructuredCatalogue, TypeBinding,
};
use serde_json::{Map, Value, json};

use crate::artefact::{Artefact, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;

const VERSION: &str = "0.2.0.dev0";

/// `<domain>.ossie.json`; `None` without bindings.
pub(super) fn ossie(checked: &Checked) -> Option<Artefact> {
    let path = format!("{}.ossie.json", checked.name());
    let bound = checked.catalogue().structured.as_ref()?;
    let tables = checked.tables();
    // Element -> reason why it is not in the model.
    let mut omitted = Map::new();
    let mut datasets = Vec::new();
    for ty in bound.types.iter() {
        if !ty.only.is_empty() {
            omitted.insert(ty.type_name.to_string(), json!("a part of a table"));
            continue;
        }
        let in_others = ty.fields.iter().filter(|field| field.values.is_some());
        omitted.extend(in_others.map(|own| (own.path.to_string(), json!("a table of values"))));
        datasets.push(dataset(ty, tables));
    }
    let mut relationships = Vec::new();
    for one in bound.relations.iter() {
        if one.foreign_key.is_none() {
            omitted.insert(one.relation.to_string(), json!("a table of pairs"));
        }
        relationships.extend(relationship(one, tables, bound));
    }
    let mut metrics = Vec::new();
    for metric in tables.metrics.iter() {
        let Some(said) = expression(metric, tables, bound) else {
            let definition = definition_text(metric, tables);
            omitted.insert(metric.name.to_string(), json!(definition));
            continue;
        };
        let mut object = element(&metric.name, None, &metric.labels, &metric.description);
        object.insert("expression".to_owned(), in_sql(&said));
        metrics.push(object);
    }
    let extensions = match omitted.is_empty() {
        true => json!([]),
        false => json!([{"vendor_name": "CMEC", "data": {"omitted": omitted}}]),
    };
    let model = json!({
        "version": VERSION, "name": checked.name(), "datasets": datasets, "relationships": relationships, "metrics": metrics,
        "custom_extensions": extensions,
    });
    Some(json_in_lines(path, &model, ListLayout::Nested))
}

/// The keys common to all elements. `label`: true where there is a label besides the name.
fn element(
    name: &str,
    label: Option<&Label>,
    labels: &[Label],
    description: &str,
) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("name".to_owned(), json!(name));
    if let Some(label) = label {
        object.insert("label".to_owned(), json!(label.text));
    }
    if !description.is_empty() {
        object.insert("description".to_owned(), json!(description));
    }
    let mut synonyms: Vec<&str> = Vec::new();
    for word in labels.iter().flat_map(Label::names) {
        let is_said =
            word.replace(' ', "_") == name || label.is_some_and(|label| label.text == word);
        if !is_said && !synonyms.contains(&word) {
            synonyms.push(word);
        }
    }
    if !synonyms.is_empty() {
        object.insert("ai_context".to_owned(), json!({"synonyms": synonyms}));
    }
    object
}

fn dataset(ty: &TypeBinding, tables: &Tables) -> Value {
    let def = tables.types.iter().find(|def| def.name == ty.type_name);
    let (labels, description) = def.map_or((&[][..], ""), |def| (&def.labels, &def.description));
    let mut object = element(&ty.type_name, None, labels, description);
    let own = ty.fields.iter().filter(|own| own.values.is_none());
    let fields: Value = own.filter_map(|own| field(own, tables)).collect();
    let (source, key) = (json!(ty.table), json!(ty.key));
    for (name, value) in [("source", source), ("primary_key", key), ("fields", fields)] {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

fn field(bound: &FieldBinding, tables: &Tables) -> Option<Value> {
    let def = (tables.fields.iter()).find(|def| def.path == bound.path)?;
    let mut object = element(&def.name, def.labels.first(), &def.labels, &def.description);
    object.insert("expression".to_owned(), in_sql(&column(&bound.column)));
    Some(Value::Object(object))
}

/// The relationship of a foreign key between two datasets. A relation and its inverse share one.
fn relationship(
    bound: &RelationBinding,
    tables: &Tables,
    all: &StructuredCatalogue,
) -> Option<Value> {
    let key = bound.foreign_key.as_ref()?;
    let own = (tables.relations.iter()).find(|def| def.name == bound.relation)?;
    let dataset = |name: &str| {
        let mut types = all.types.iter().filter(|ty| ty.only.is_empty());
        types.find(|ty| ty.type_name == name)
    };
    let (from, to) = (dataset(&own.from)?, dataset(&own.to)?);
    let (many, one, mut object) = match key.of {
        KeySide::From => (from, to, element(&own.name, None, &own.labels, "")),
        KeySide::To if own.inverse.is_some() => return None,
        KeySide::To => {
            let name = format!("{}_{}", to.type_name, from.type_name);
            (to, from, element(&name, None, &[], ""))
        }
    };
    for (name, value) in [
        ("from", json!(many.type_name)),
        ("to", json!(one.type_name)),
        ("from_columns", json!([key.column])),
        ("to_columns", json!(one.key)),
    ] {
        object.insert(name.to_owned(), value);
    }
    Some(Value::Object(object))
}

/// A metric as one function of one field of its type; `None` if it is more complex.
fn expression(metric: &MetricDef, tables: &Tables, bound: &StructuredCatalogue) -> Option<String> {
    if metric.over_time.is_some() || !metric.not_additive.is_empty() {
        return None;
    }
    let contract = definition(metric, tables)?;
    let constraints = &contract.constraints;
    let [one] = constraints.aggregation.as_ref()?.metrics.as_slice() else {
        return None;
    };
    if !contract.grounding.relations.is_empty() || !constraints.filters.is_empty() {
        return None;
    }
    let (of, dataset) = (&metric.type_name, sql_name(&metric.type_name));
    let ty = bound.types.iter().find(|ty| ty.type_name == *of)?;
    let name = match &one.field {
        // Counts rows: the key is never null.
        None => column(ty.key.first()?),
        Some(path) => {
            let field = ty.fields.iter().find(|own| own.path == *path)?;
            field.values.is_none().then_some(())?;
            let name = path.strip_prefix(of.as_ref())?.strip_prefix('.')?;
            sql_name(name).into_owned()
        }
    };
    Some(match one.function? {
        Function::CountDistinct => format!("COUNT(DISTINCT {dataset}.{name})"),
        Function::List => return None,
        function @ (Function::Count
        | Function::Sum
        | Function::Avg
        | Function::Min
        | Function::Max) => {
            format!("{}({dataset}.{name})", function.name().to_ascii_uppercase())
        }
    })
}

fn in_sql(expression: &str) -> Value {
    json!({"dialects": [{"dialect": "ANSI_SQL", "expression": expression}]})
}

/// A column, quoted if the database would fold its case.
fn column(name: &str) -> String {
    match name.contains(char::is_uppercase) {
        true => sql_quoted(name),
        false => sql_name(name).into_owned(),
    }
}
