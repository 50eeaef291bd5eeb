//! An Ossie semantic model of the tables of a codebook: version 0.2.0.dev0, one model a document.
//!
//! Types, fields, relations and metrics become datasets, fields, relationships and metrics. A link table and a table of values
//! are datasets of their own, which an import takes for what they are. A metric that is not one function of one field of
//! its type is written as an extension. Without `bindings.yaml` no dataset has a source, and no model is written.

use cmec_decoder::definition::{definition, definition_text};
use cmec_decoder::encode::{sql_name, sql_table, sql_text};
use cmec_decoder::language::{Function, ValueType};
use cmec_decoder::tables::{FieldDef, Label, MetricDef, RelationDef, Tables};
use cmec_executor::catalogue::{
    FieldBinding, KeySide, RelationBinding, StructuredCatalogue, TypeBinding,
};
use serde_json::{Map, Value, json};

use crate::artefact::{Artefact, ListLayout, json_in_lines};
use crate::resolve::checked::Checked;

/// Version of the specification.
const VERSION: &str = "0.2.0.dev0";

/// `<domain>.ossie.json`.
pub(super) fn ossie(checked: &Checked) -> Option<Artefact> {
    let path = format!("{}.ossie.json", checked.name());
    let bound = checked.catalogue().structured.as_ref()?;
    let tables = checked.tables();
    let (mut datasets, mut relationships) = (Vec::new(), Vec::new());
    for ty in bound.types.iter() {
        datasets.push(dataset(ty, tables));
        for field in ty.fields.iter() {
            values(ty, field, tables, &mut datasets, &mut relationships);
        }
    }
    for one in bound.relations.iter() {
        relation(one, (tables, bound), &mut datasets, &mut relationships);
    }
    let (mut metrics, mut others) = (Vec::new(), Map::new());
    for metric in tables.metrics.iter() {
        let Some(said) = expression(metric, tables, bound) else {
            let definition = definition_text(metric, tables);
            others.insert(metric.name.to_string(), json!(definition));
            continue;
        };
        let mut object = element(&metric.name, None, &metric.labels, &metric.description);
        object.insert("expression".to_owned(), in_sql(&said));
        metrics.push(object);
    }
    let others = match others.is_empty() {
        true => json!([]),
        false => extension("metrics", &json!(others)),
    };
    let model = json!({
        "version": VERSION, "name": checked.name(), "datasets": datasets, "relationships": relationships, "metrics": metrics,
        "custom_extensions": others,
    });
    Some(json_in_lines(path, &model, ListLayout::Nested))
}

/// What Ossie has no key for.
fn extension(key: &str, value: &Value) -> Value {
    json!([{"vendor_name": "CMEC", "data": {key: value}}])
}

/// What any element has. `label`: whether it has one beside its name.
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

/// The dataset of a type, with the fields that its own table has.
fn dataset(ty: &TypeBinding, tables: &Tables) -> Value {
    let source = match ty.only.as_ref() {
        [] => ty.table.to_string(),
        only => {
            let only = only.iter();
            let only = only.map(|one| format!("{} = {}", column(&one.column), sql_text(&one.is)));
            let only: Vec<String> = only.collect();
            format!(
                "SELECT * FROM {} WHERE {}",
                sql_table(&ty.table),
                only.join(" AND ")
            )
        }
    };
    let def = tables.types.iter().find(|def| def.name == ty.type_name);
    let (labels, description) = def.map_or((&[][..], ""), |def| (&def.labels, &def.description));
    let mut object = element(&ty.type_name, None, labels, description);
    object.insert("source".to_owned(), json!(source));
    object.insert("primary_key".to_owned(), json!(ty.key));
    let own = ty.fields.iter().filter(|own| own.values.is_none());
    let fields: Vec<Value> = own.filter_map(|own| field(own, tables)).collect();
    object.insert("fields".to_owned(), Value::Array(fields));
    Value::Object(object)
}

fn field(bound: &FieldBinding, tables: &Tables) -> Option<Value> {
    let def = (tables.fields.iter()).find(|def| def.path == bound.path)?;
    let mut object = element(&def.name, def.labels.first(), &def.labels, &def.description);
    object.insert("expression".to_owned(), in_sql(&column(&bound.column)));
    if let Some(datatype) = datatype(def) {
        object.insert("datatype".to_owned(), json!(datatype));
    }
    Some(Value::Object(object))
}

/// The logical type of a field, where it has one value of a type that Ossie names.
fn datatype(field: &FieldDef) -> Option<&'static str> {
    let name = match field.value_type {
        ValueType::String | ValueType::Text | ValueType::Enum => "String",
        ValueType::Integer => "Integer",
        ValueType::Decimal => "Decimal",
        ValueType::Boolean => "Boolean",
        ValueType::Date => "Date",
        ValueType::Datetime => "DateTime",
        ValueType::Reference => return None,
    };
    (!field.array).then_some(name)
}

/// The dataset of a field whose values are in another table.
fn values(
    ty: &TypeBinding,
    bound: &FieldBinding,
    tables: &Tables,
    datasets: &mut Vec<Value>,
    relationships: &mut Vec<Value>,
) {
    let (Some(values), Some(field)) = (&bound.values, field(bound, tables)) else {
        return;
    };
    let name = bound.path.replace('.', "_");
    relationships.push(relationship(
        &format!("{name}_of"),
        (&name, &values.owner),
        (&ty.type_name, &ty.key),
    ));
    datasets.push(json!({"name": name, "source": values.table, "fields": [field]}));
}

/// The relationship of a foreign key, or the dataset of a table of pairs with its two. Of a relation and the one that leads
/// back it is one.
fn relation(
    bound: &RelationBinding,
    (tables, all): (&Tables, &StructuredCatalogue),
    datasets: &mut Vec<Value>,
    relationships: &mut Vec<Value>,
) {
    let def = |name: &str| tables.relations.iter().find(|def| def.name == name);
    let type_of = |name: &str| all.types.iter().find(|ty| ty.type_name == name);
    let Some(own) = def(&bound.relation) else {
        return;
    };
    let inverse = own.inverse.as_deref().and_then(def);
    let (Some(from), Some(to)) = (type_of(&own.from), type_of(&own.to)) else {
        return;
    };
    let names = |def: Option<&RelationDef>, back: Option<&RelationDef>, other: String| {
        let (name, labels) =
            def.map_or((other, &[][..]), |def| (def.name.to_string(), &def.labels));
        let mut object = element(&name, None, labels, "");
        if let Some(back) = back {
            let data = extension("inverse", &json!(back.name));
            object.insert("custom_extensions".to_owned(), data);
        }
        (name, object)
    };
    if let Some(key) = &bound.foreign_key {
        let (many, one, def, back) = match key.of {
            KeySide::From => (from, to, Some(own), inverse),
            KeySide::To if inverse.is_some() => return,
            KeySide::To => (to, from, None, Some(own)),
        };
        let other = format!("{}_{}", many.type_name, one.type_name);
        let (name, mut said) = names(def, back, other);
        let ends = relationship(
            &name,
            (&many.type_name, &key.column),
            (&one.type_name, &one.key),
        );
        if let Value::Object(ends) = ends {
            said.extend(ends);
        }
        relationships.push(Value::Object(said));
    }
    if let Some(link) = &bound.link {
        let is_second = inverse.is_some_and(|back| back.code < own.code);
        if is_second {
            return;
        }
        let (name, mut said) = names(Some(own), inverse, String::new());
        said.insert("source".to_owned(), json!(link.table));
        datasets.push(Value::Object(said));
        for (end, column, ty) in [("from", &link.from, from), ("to", &link.to, to)] {
            relationships.push(relationship(
                &format!("{name}_{end}"),
                (&name, column),
                (&ty.type_name, &ty.key),
            ));
        }
    }
}

fn relationship<T: serde::Serialize>(
    name: &str,
    (from, own): (&str, &str),
    (to, key): (&str, &T),
) -> Value {
    json!({"name": name, "from": from, "to": to, "from_columns": [own], "to_columns": key})
}

/// A metric that is one function of one field of its type; `None`: it is more.
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
        // Rows: the key has a value in each of them.
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

/// A column, in quotes where a database would read another name.
fn column(name: &str) -> String {
    match name.contains(char::is_uppercase) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => sql_name(name).into_owned(),
    }
}
