//! A live database that differs from the bindings.

use cmec_executor::database_schema::{
    ColumnSchema, DatabaseSchema, IndexSchema, StoredType, TableSchema,
};
use insta::assert_snapshot;

use super::{BINDINGS, sources, town};
use crate::drift::{drift, enum_columns};
use crate::{Colour, compile, render};

/// A column with its declared type; `!` after the name means not null.
fn column((name, declared): (&str, &str)) -> ColumnSchema {
    let stored = match declared.trim_end_matches("[]") {
        "text" | "uuid" => Some(StoredType::Text),
        "bigint" => Some(StoredType::Integer),
        "numeric" => Some(StoredType::Decimal),
        "date" => Some(StoredType::Date),
        _ => None,
    };
    ColumnSchema {
        name: name.trim_end_matches('!').to_owned(),
        declared: declared.to_owned(),
        stored,
        array: declared.ends_with("[]"),
        nullable: !name.ends_with('!'),
        comment: String::new(),
        values: None,
    }
}

fn table<const N: usize>(name: &str, key: &str, columns: [(&str, &str); N]) -> TableSchema {
    TableSchema {
        name: name.to_owned(),
        columns: columns.map(column).to_vec(),
        primary_key: vec![key.to_owned()],
        ..TableSchema::default()
    }
}

/// The database that matches the bindings of the small codebook.
fn live() -> DatabaseSchema {
    let mut parks = table(
        "town.parks",
        "id",
        [
            ("id!", "bigint"),
            ("name", "text"),
            ("owner_id", "bigint"),
            ("period", "date"),
            ("account", "text"),
            ("area_km2", "numeric"),
            ("kind", "text"),
        ],
    );
    parks.indexes.push(IndexSchema {
        columns: vec!["owner_id".to_owned()],
        unique: false,
    });
    let owners = table("owners", "id", [("id!", "bigint"), ("name", "text")]);
    DatabaseSchema {
        strict: true,
        tables: vec![owners, parks],
        ..DatabaseSchema::default()
    }
}

type Change = fn(&mut DatabaseSchema);

/// The findings after this change.
fn said(change: impl Fn(&mut DatabaseSchema)) -> String {
    let mut files = town();
    files.push(("bindings.yaml".to_owned(), BINDINGS.to_owned()));
    let sources = sources(&files);
    let model = compile(&sources).model.unwrap();
    let mut schema = live();
    change(&mut schema);
    render(&drift(&sources, &model, &schema), &sources, Colour::Plain)
}

fn park_column<'s>(schema: &'s mut DatabaseSchema, name: &str) -> &'s mut ColumnSchema {
    let mut columns = schema.tables[1].columns.iter_mut();
    columns.find(|column| column.name == name).unwrap()
}

#[test]
fn a_database_as_the_bindings_say_has_no_findings() {
    assert_eq!(said(|_| ()), "");
    // SQLite ignores the case of names and accepts any value.
    let loose = |schema: &mut DatabaseSchema| {
        schema.strict = false;
        schema.tables[0].name = "Owners".to_owned();
        park_column(schema, "name").name = "Name".to_owned();
        park_column(schema, "period").stored = Some(StoredType::Text);
        park_column(schema, "area_km2").stored = None;
    };
    assert_eq!(said(loose), "");
    // The default schema may be left out.
    let mut files = town();
    let bindings = BINDINGS.replace("table: owners", "table: public.owners");
    files.push(("bindings.yaml".to_owned(), bindings));
    let sources = sources(&files);
    let model = compile(&sources).model.unwrap();
    assert_eq!(drift(&sources, &model, &live()), []);
}

#[test]
fn each_difference_says_whom_it_breaks() {
    let cases: [(&str, Change); 11] = [
        ("a table is gone", |schema| {
            schema.tables[0].name = "owner".to_owned();
        }),
        ("a column is gone", |schema| {
            park_column(schema, "area_km2").name = "area".to_owned();
        }),
        ("a column of another type", |schema| {
            *park_column(schema, "area_km2") = column(("area_km2", "text"));
        }),
        ("a list", |schema| {
            *park_column(schema, "kind") = column(("kind", "text[]"));
        }),
        ("a key that nothing holds unique", |schema| {
            schema.tables[0].primary_key.clear();
        }),
        ("a key that is no number and no text", |schema| {
            schema.tables[1].columns[0] = column(("id!", "date"));
        }),
        ("a join key of another type", |schema| {
            *park_column(schema, "owner_id") = column(("owner_id", "text"));
        }),
        ("a key that is a uuid", |schema| {
            schema.tables[0].columns[0] = column(("id!", "uuid"));
        }),
        ("no index", |schema| schema.tables[1].indexes.clear()),
        ("values that no enum lists", |schema| {
            let values = [
                "industry",
                "Промышленный",
                "a\u{1b}[2Jb",
                "c",
                "d",
                "e",
                "f",
            ];
            let values = values.map(str::to_owned).to_vec();
            park_column(schema, "kind").values = Some(values);
        }),
        ("values of another form", |schema| {
            schema.out_of_form.insert("park.area".to_owned(), 3);
        }),
    ];
    let all: Vec<String> = cases
        .iter()
        .map(|(name, change)| {
            let said = said(change);
            assert!(!said.is_empty(), "{name}");
            format!("# {name}\n{said}")
        })
        .collect();
    assert_snapshot!(all.join("\n"));
}

/// PostgreSQL's `uuid` keys, enum types and vectors are bound by an import and checked.
#[cfg(feature = "import")]
#[test]
fn what_postgres_alone_has_is_bound() {
    use crate::import::{Request, import_schema};

    let mut guests = table(
        "guests",
        "id",
        [
            ("id!", "uuid"),
            ("name", "text"),
            ("mood", "text"),
            ("meaning", "vector(3)"),
        ],
    );
    guests.columns[2].declared = "enum mood".to_owned();
    guests.columns[2].values = Some(vec!["good".to_owned(), "bad".to_owned()]);
    let mut schema = DatabaseSchema {
        strict: true,
        tables: vec![guests],
        ..DatabaseSchema::default()
    };
    let imported = import_schema(&schema, &Request::default()).unwrap();
    let files = imported.files.iter();
    let files: Vec<(String, String)> = files
        .filter(|file| file.path.ends_with(".yaml"))
        .map(|file| (file.path.clone(), file.text.clone()))
        .collect();
    let written: Vec<&str> = files.iter().map(|(_, text)| text.as_str()).collect();
    assert_snapshot!("what_postgres_alone_has", written.join("\n"));
    let sources = sources(&files);
    let model = compile(&sources).model.unwrap();
    assert_eq!(drift(&sources, &model, &schema), []);
    schema.tables[0].columns[0].declared = "text".to_owned();
    schema.tables[0].columns[3].declared = "vector(4)".to_owned();
    let found = drift(&sources, &model, &schema);
    let found = render(&found, &sources, Colour::Plain);
    assert_snapshot!("what_postgres_alone_has_changed", found);
}

#[test]
fn what_is_ignored_is_not_said() {
    let mut files = town();
    files.push(("bindings.yaml".to_owned(), BINDINGS.to_owned()));
    let book = &mut files.iter_mut().find(|(name, _)| name == "codebook.yaml");
    let (_, text) = book.as_mut().unwrap();
    *text = text.replacen("policy: {", "ignored: {CB154: small tables}\npolicy: {", 1);
    let sources = sources(&files);
    let model = compile(&sources).model.unwrap();
    let mut schema = live();
    schema.tables[1].indexes.clear();
    assert_eq!(drift(&sources, &model, &schema), []);
}

#[test]
fn values_are_read_of_columns_of_enums_alone() {
    let mut files = town();
    files.push(("bindings.yaml".to_owned(), BINDINGS.to_owned()));
    let model = compile(&sources(&files)).model.unwrap();
    let columns: Vec<_> = enum_columns(&model).into_keys().collect();
    assert_eq!(columns, [("town.parks".to_owned(), "kind".to_owned())]);
}
