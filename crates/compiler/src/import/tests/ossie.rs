//! Ossie models: imported with a database, exported from a codebook, and imported again.

use cmec_executor::database_schema::{
    ColumnSchema, DatabaseSchema, ForeignKeySchema, StoredType, TableSchema,
};
use serde_json::{Value, json};

use super::{after_in, errors, file, left, lines, request};
use crate::emit::{EmitKind, emit};
use crate::import::{ImportFinding, ImportOutput, OmissionReason, import_model, import_schema};
use crate::{SourceSet, compile};

fn column((name, stored): (&str, StoredType)) -> ColumnSchema {
    ColumnSchema {
        name: name.to_owned(),
        declared: String::new(),
        stored: Some(stored),
        array: false,
        nullable: true,
        comment: String::new(),
        values: None,
    }
}

fn key(column: &str, table: &str) -> ForeignKeySchema {
    ForeignKeySchema {
        columns: vec![column.to_owned()],
        table: table.to_owned(),
        referred: Vec::new(),
    }
}

fn table<const N: usize>(
    name: &str,
    columns: [(&str, StoredType); N],
    keys: Vec<ForeignKeySchema>,
) -> TableSchema {
    TableSchema {
        name: name.to_owned(),
        primary_key: columns
            .iter()
            .take(1)
            .map(|(name, _)| (*name).to_owned())
            .collect(),
        columns: columns.into_iter().map(column).collect(),
        foreign_keys: keys,
        ..TableSchema::default()
    }
}

/// A shop: orders of customers, with tags and with pairs of orders and goods.
fn shop() -> DatabaseSchema {
    use StoredType::{Date, Decimal, Integer, Text};
    DatabaseSchema {
        tables: vec![
            table(
                "customers",
                [("id", Integer), ("Name", Text), ("city", Text)],
                vec![],
            ),
            table("goods", [("id", Integer), ("title", Text)], vec![]),
            table(
                "orders",
                [
                    ("id", Integer),
                    ("number", Text),
                    ("placed", Date),
                    ("amount", Decimal),
                    ("customer_id", Integer),
                ],
                vec![key("customer_id", "customers")],
            ),
            TableSchema {
                primary_key: vec!["order_id".to_owned(), "good_id".to_owned()],
                ..table(
                    "lines",
                    [("order_id", Integer), ("good_id", Integer)],
                    vec![key("order_id", "orders"), key("good_id", "goods")],
                )
            },
            TableSchema {
                primary_key: Vec::new(),
                ..table(
                    "order_tags",
                    [("order_id", Integer), ("tag", Text)],
                    vec![key("order_id", "orders")],
                )
            },
        ],
        ..DatabaseSchema::default()
    }
}

const MODEL: &str = r#"
version: 0.2.0.dev0
name: shop
datasets:
- name: Buyer
  source: shop.public.customers
  description: |
    Who buys.
    Companies, too.
  ai_context: {synonyms: [client, client], instructions: never}
  fields:
  - {name: buyer_number, expression: {dialects: [{dialect: ANSI_SQL, expression: id}]}}
  - {name: town, label: home town, expression: {dialects: [{dialect: MDX, expression: "x.y"}, {dialect: ANSI_SQL, expression: Buyer.city}]}}
  - {name: loud, expression: {dialects: [{dialect: ANSI_SQL, expression: UPPER(city)}]}}
  - {name: gone, expression: {dialects: [{dialect: ANSI_SQL, expression: gone}]}}
  - {name: town_again, expression: {dialects: [{dialect: ANSI_SQL, expression: city}]}}
- name: order
  source: orders
  primary_key: [ID]
  fields:
  - {name: placed, expression: {dialects: [{dialect: ANSI_SQL, expression: placed}]}}
  - {name: amount, expression: {dialects: [{dialect: ANSI_SQL, expression: '"amount"'}]}, custom_extensions: [{vendor_name: DBT, data: {a: 1}}]}
- {name: query, source: SELECT 1}
- {name: absent, source: absent}
- {name: twice, source: orders}
relationships:
- {name: bought_by, from: order, to: Buyer, from_columns: [customer_id], to_columns: [id], ai_context: {synonyms: [of]}}
- {name: nowhere, from: order, to: absent, from_columns: [customer_id], to_columns: [id]}
metrics:
- {name: turnover, description: All sales., expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(order.amount)}]}, ai_context: {synonyms: [revenue]}}
- {name: buyers, expression: {dialects: [{dialect: ANSI_SQL, expression: count(distinct Buyer.buyer_number)}]}}
- {name: towns, expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(DISTINCT Buyer.town)}]}}
- {name: amount, expression: {dialects: [{dialect: ANSI_SQL, expression: AVG(order.amount)}]}}
- {name: sales, expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(order.*)}]}}
- {name: mean, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(order.amount) / COUNT(order.id)}]}}
- {name: first, expression: {dialects: [{dialect: ANSI_SQL, expression: MIN(order.placed)}]}}
- {name: rows, expression: {dialects: [{dialect: ANSI_SQL, expression: COUNT(*)}]}}
"#;

fn model(text: &str) -> Result<ImportOutput, ImportFinding> {
    import_model(text.as_bytes(), &shop(), &request("shop.yaml"))
}

/// The codebook of an import with its bindings.
fn beside(imported: &ImportOutput) -> SourceSet {
    let files = ["codebook.yaml", "bindings.yaml"];
    SourceSet::from_texts(files.map(|name| (name, file(imported, name))))
}

#[test]
fn a_model_names_what_the_database_has() {
    let imported = model(MODEL).unwrap();
    assert_eq!(errors(&beside(&imported)), [] as [String; 0]);
    assert_eq!(
        lines(&imported)[1..],
        [
            "  buyer: {sql: customers, label: {en: buyer}, synonyms: {en: [client]}, description: \"Who buys. Companies, too.\"}",
            "  order: {sql: orders, label: {en: order}}",
            "  F001: {path: buyer.buyer_number, type: integer, sql: id, sortable: true, groupable: true, label: {en: buyer number}}",
            "  F002: {path: buyer.town, type: string, sql: city, sortable: true, groupable: true, label: {en: home town}}",
            "  F003: {path: order.placed, type: date, sortable: true, label: {en: placed}}",
            "  F004: {path: order.amount, type: decimal, sortable: true, label: {en: amount}}",
            "  R001: {name: bought_by, from: order, to: buyer, inverse: buyer_order_by_customer, sql: customer_id, to_one: true, label: {en: bought by}, synonyms: {en: [of]}}",
            "  R002: {name: buyer_order_by_customer, from: buyer, to: order, inverse: bought_by, from_one: true, label: {en: buyer order by customer}}",
            "  M001: {name: turnover, definition: \"SELECT SUM(amount) FROM \\\"order\\\"\", label: {en: turnover}, synonyms: {en: [revenue]}, description: All sales.}",
            "  M002: {name: buyers, definition: \"SELECT COUNT(*) FROM buyer\", label: {en: buyers}}",
            "  M003: {name: towns, definition: \"SELECT COUNT(DISTINCT town) FROM buyer\", label: {en: towns}}",
            "  M004: {name: metric_amount, definition: \"SELECT AVG(amount) FROM \\\"order\\\"\", label: {en: metric amount}}",
            "  M005: {name: sales, definition: \"SELECT COUNT(*) FROM \\\"order\\\"\", label: {en: sales}}",
        ]
    );
    use OmissionReason::{Expression, NameClash, NotInDatabase, Unread};
    for (reason, names) in [
        (
            Expression,
            &["query", "Buyer.loud", "first", "mean", "rows"][..],
        ),
        (NotInDatabase, &["absent", "Buyer.gone", "nowhere"]),
        (NameClash, &["twice", "Buyer.town_again", "amount"]),
        (Unread, &["custom_extensions", "instructions"]),
    ] {
        let left: Vec<&str> = (left(&imported, reason).into_iter())
            .map(|(name, _)| name)
            .collect();
        assert_eq!(left, names, "{reason:?}");
    }
}

#[test]
fn codes_of_a_model_stay() {
    let first = model(MODEL).unwrap();
    let compiled = compile(&beside(&first)).model.unwrap();
    let lock = compiled.lock().artefact().text;
    let sources = beside(&first).with_text("codebook.lock", &lock);
    let request = after_in(&sources, &first, &request("shop.yaml"));
    let again = import_model(MODEL.as_bytes(), &shop(), &request).unwrap();
    assert_eq!(lines(&again), lines(&first));
    let moved = MODEL.replace("SUM(order.amount)}", "COUNT(DISTINCT Buyer.town)}");
    let moved = import_model(moved.as_bytes(), &shop(), &request).unwrap();
    let codebook = file(&moved, "codebook.yaml");
    assert!(codebook.contains("M006: {name: turnover"), "{codebook}");
    assert!(codebook.contains("reserved: [M001]"), "{codebook}");
}

#[test]
fn what_is_no_model_is_told_with_its_place() {
    for (text, line, said) in [
        ("version: 1\nname: a\n", Some(1), "datasets"),
        ("name: a\ndatasets: b\n", Some(2), "a list"),
        ("datasets:\n- name: a\n", Some(2), "source"),
        ("datasets:\n- [\n", Some(2), "`[` is not closed"),
        (
            "datasets:\n- {name: a, source: b, fields: [{name: a, expression: a}]}\n",
            Some(2),
            "an element of `datasets` has another shape",
        ),
        ("openapi: 3.1.0\n", None, "an OpenAPI document"),
        (
            "name: a\ndatasets:\n- {name: a, source: absent}\n",
            None,
            "0 tables",
        ),
    ] {
        let finding = model(text).unwrap_err();
        assert_eq!(finding.line, line, "{finding:?}");
        assert!(finding.message.contains(said), "{finding:?}");
    }
}

/// Keys of an unknown version may differ in meaning; a quote in a name is doubled.
#[test]
fn another_version_is_told() {
    let text = MODEL.replace("0.2.0.dev0", "9");
    let imported = model(&text).unwrap();
    let unread = left(&imported, OmissionReason::Unread);
    assert!(
        unread.iter().any(|(name, _)| *name == "version 9"),
        "{unread:?}"
    );
    let mut schema = shop();
    schema.tables[0].columns[2].name = "ci\"ty".to_owned();
    let text = MODEL.replace("Buyer.city", "'Buyer.\"ci\"\"ty\"'");
    let imported = import_model(text.as_bytes(), &schema, &request("shop.yaml")).unwrap();
    let bindings = file(&imported, "bindings.yaml");
    assert!(bindings.contains(r#"town: "ci\"ty""#), "{bindings}");
}

/// The list that wrapped documents in earlier versions.
#[test]
fn a_list_of_models_is_read_as_well() {
    let (head, body) = MODEL.split_once("name: shop").unwrap();
    let body = body.replace('\n', "\n  ");
    let wrapped = format!("{head}semantic_model:\n- name: shop{body}");
    let imported = model(&wrapped).unwrap();
    assert_eq!(imported.files, model(MODEL).unwrap().files);
}

/// Allowed and required keys of the model's objects by the specification of 0.2.0.dev0.
fn schema() -> Value {
    let texts = json!({"type": "array", "items": {"type": "string"}, "minItems": 1});
    let object = |required: &[&str], properties: Value| json!({"type": "object", "required": required, "properties": properties, "additionalProperties": false});
    let all = |items: Value| json!({"type": "array", "items": items, "minItems": 1});
    let list = |items: Value| json!({"type": "array", "items": items});
    let text = json!({"type": "string", "minLength": 1});
    let dialect = json!({"dialect": {"enum": ["ANSI_SQL"]}, "expression": text});
    let dialects = all(object(&["dialect", "expression"], dialect));
    let expression = object(&["dialects"], json!({"dialects": dialects}));
    let context = object(&[], json!({"synonyms": texts}));
    let extension = object(
        &["vendor_name", "data"],
        json!({"vendor_name": text, "data": {"type": "object"}}),
    );
    let with = |more: Value| {
        let mut own = json!({"name": text, "description": text, "ai_context": context, "custom_extensions": all(extension.clone())});
        let both = own.as_object_mut().zip(more.as_object());
        if let Some((own, more)) = both {
            own.extend(more.clone());
        }
        own
    };
    let field = object(
        &["name", "expression"],
        with(json!({"expression": expression, "label": text})),
    );
    let metric = object(
        &["name", "expression"],
        with(json!({"expression": expression})),
    );
    let dataset = json!({"source": text, "primary_key": texts, "fields": list(field)});
    let dataset = object(&["name", "source"], with(dataset));
    let ends = ["name", "from", "to", "from_columns", "to_columns"];
    let relationship =
        json!({"from": text, "to": text, "from_columns": texts, "to_columns": texts});
    let relationship = object(&ends, with(relationship));
    object(
        &["version", "name", "datasets"],
        json!({
            "version": {"const": "0.2.0.dev0"}, "name": text, "datasets": all(dataset), "relationships": list(relationship),
            "metrics": list(metric), "custom_extensions": list(extension),
        }),
    )
}

#[test]
fn what_is_written_is_a_model_and_reads_as_the_same() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let plain = DatabaseSchema {
        tables: shop().tables.drain(..3).collect(),
        ..DatabaseSchema::default()
    };
    let plain = import_schema(&plain, &request("shop.yaml")).unwrap();
    for imported in [plain, model(MODEL).unwrap()] {
        let compiled = compile(&beside(&imported)).model.unwrap();
        let artefacts = emit(&compiled, EmitKind::Ossie);
        let [artefact] = artefacts.as_slice() else {
            panic!("{artefacts:?}");
        };
        let value = serde_json::from_str(&artefact.text).unwrap();
        let wrong: Vec<String> = (validator.iter_errors(&value))
            .map(|error| error.to_string())
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{}", artefact.text);
        let again = model(&artefact.text)
            .unwrap_or_else(|finding| panic!("{finding:?}\n{}", artefact.text));
        assert_eq!(lines(&again), lines(&imported), "{}", artefact.text);
    }
}

#[test]
fn parts_without_a_place_in_a_model_are_listed() {
    let imported = import_schema(&shop(), &request("shop.yaml")).unwrap();
    let compiled = compile(&beside(&imported)).model.unwrap();
    let artefacts = emit(&compiled, EmitKind::Ossie);
    let value: Value = serde_json::from_str(&artefacts[0].text).unwrap();
    let omitted = &value["custom_extensions"][0]["data"]["omitted"];
    let pairs = "a table of pairs";
    let all = json!({"order.tags": "a table of values", "lines": pairs, "lines_back": pairs});
    assert_eq!(*omitted, all);
}
