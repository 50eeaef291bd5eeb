//! A data set in memory, in a SQLite file and in PostgreSQL.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cmec_decoder::contract::Entity;
use cmec_decoder::language::ValueType;
use cmec_decoder::tables::{FieldDef, Tables};
use cmec_executor::catalogue::{
    FieldBinding, ForeignKey, KeySide, KeyType, LinkTable, MatchMode, OnlyWhere, RelationBinding,
    StructuredCatalogue, TypeBinding, ValuesTable,
};
use cmec_executor::ports::database::Engine;
use cmec_executor::reference::data::Data;
use rusqlite::Connection;
use serde_json::{Map, Value};
use tempfile::TempDir;

/// The key of the first row that is deleted.
const DECOYS: usize = 1_000;
/// The key of each table: a number that no field has.
const ROW: &str = "row_id";

/// Data in memory and in a file.
pub(crate) struct World {
    pub(crate) tables: Tables,
    pub(crate) catalogue: StructuredCatalogue,
    pub(crate) data: Data,
    pub(crate) file: PathBuf,
    pub(crate) json: Map<String, Value>,
    _folder: TempDir,
}

impl World {
    /// Every array of every second field stands in a table of its own, every relation to one in a foreign key.
    pub(crate) fn new(tables: Tables, json: &str) -> Self {
        let catalogue = catalogue(&tables, "");
        Self::over(tables, catalogue, json)
    }

    /// The same in the tables that a catalogue names.
    pub(crate) fn over(tables: Tables, catalogue: StructuredCatalogue, json: &str) -> Self {
        let json: Value = serde_json::from_str(json).unwrap();
        let json = json.as_object().unwrap().clone();
        let bound = catalogue.types.iter().flat_map(|own| own.fields.iter());
        let matching: Vec<(String, MatchMode)> = bound
            .map(|own| (own.path.to_string(), own.matching))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("world.db");
        let script = script(&tables, &catalogue, &json, Engine::Sqlite);
        Connection::open(&file)
            .unwrap()
            .execute_batch(&format!("BEGIN; {script} COMMIT;"))
            .unwrap();
        Self {
            data: Data::read(&tables, &json).unwrap().matched(matching),
            tables,
            catalogue,
            file,
            json,
            _folder: folder,
        }
    }

    /// The same where the clocks of the business are so many minutes ahead of UTC.
    pub(crate) fn by_clocks(mut self, minutes_ahead: i32) -> Self {
        self.catalogue.minutes_ahead = minutes_ahead;
        self.data = self.data.by_clocks(minutes_ahead);
        self
    }

    /// Whether each entity is an instance by its key.
    pub(crate) fn has_all(&self, entities: &[Entity<'_>]) -> bool {
        entities.iter().all(|entity| {
            let instances = entity.type_name.as_deref().map(|own| &self.json[own]);
            let instances = instances.and_then(Value::as_array).into_iter().flatten();
            let mut values = instances.filter_map(Value::as_object).flatten();
            values.any(|(_, value)| *value == *entity.text)
        })
    }

    /// The script that makes the same tables in PostgreSQL.
    pub(crate) fn script_of_postgres(&self) -> String {
        script(&self.tables, &self.catalogue, &self.json, Engine::Postgres)
    }

    /// The same in a schema of PostgreSQL: the script that makes it, and where everything stands then.
    pub(crate) fn in_postgres(&self, schema: &str) -> (String, StructuredCatalogue) {
        let mut catalogue = catalogue(&self.tables, &format!("{schema}."));
        catalogue.minutes_ahead = self.catalogue.minutes_ahead;
        let script = script(&self.tables, &catalogue, &self.json, Engine::Postgres);
        (format!("CREATE SCHEMA {schema};\n{script}"), catalogue)
    }
}

/// The statements that leave a database with some rows alone: no link leads to another, and no column has its key.
pub(crate) fn only(
    tables: &Tables,
    catalogue: &StructuredCatalogue,
    hidden: &BTreeMap<String, Vec<usize>>,
) -> String {
    let mut script = String::new();
    let keys = |type_name: &str| {
        let binding = bound(catalogue, type_name);
        let keys = hidden.get(type_name)?.iter().map(|id| key(binding, *id));
        Some(keys.collect::<Vec<_>>().join(", ")).filter(|keys| !keys.is_empty())
    };
    let holder = |type_name: &str| &bound(catalogue, type_name).table;
    for binding in catalogue.types.iter() {
        for field in binding.fields.iter() {
            let def = tables.field_by_path(&field.path).unwrap();
            if let Some(keys) = def.reference.as_deref().and_then(keys) {
                let (table, column) = (&binding.table, &field.column);
                script += &format!(
                    "UPDATE {table} SET \"{column}\" = NULL WHERE \"{column}\" IN ({keys});\n"
                );
            }
        }
        let Some(keys) = keys(&binding.type_name) else {
            continue;
        };
        script += &format!("DELETE FROM {} WHERE {ROW} IN ({keys});\n", binding.table);
        for values in binding
            .fields
            .iter()
            .filter_map(|field| field.values.as_ref())
        {
            script += &format!("DELETE FROM {} WHERE owner IN ({keys});\n", values.table);
        }
    }
    for binding in catalogue.relations.iter() {
        let def = tables.relation_by_name(&binding.relation).unwrap();
        let ends = [("from_id", &def.from), ("to_id", &def.to)];
        for (column, keys) in ends
            .into_iter()
            .filter_map(|(column, end)| Some((column, keys(end)?)))
        {
            if let Some(link) = &binding.link {
                script += &format!("DELETE FROM {} WHERE {column} IN ({keys});\n", link.table);
            }
        }
        if let Some(key) = &binding.foreign_key {
            let (own, other) = match key.of {
                KeySide::From => (&def.from, &def.to),
                KeySide::To => (&def.to, &def.from),
            };
            if let Some(keys) = keys(other) {
                let (table, column) = (holder(own), &key.column);
                script += &format!(
                    "UPDATE {table} SET \"{column}\" = NULL WHERE \"{column}\" IN ({keys});\n"
                );
            }
        }
    }
    script
}

/// Whether the values of a field stand in a table of their own: those of every second array, and some that are one.
fn has_own_table(field: &FieldDef, index: usize) -> bool {
    let is_key = index == 0;
    match field.array {
        true => index.is_multiple_of(2),
        false => index % 4 == 3 && !is_key && field.reference.is_none(),
    }
}

/// Whether values of a field may be parts of its members: those of every array of texts.
fn has_parts(field: &FieldDef) -> bool {
    field.array && matches!(field.value_type, ValueType::String | ValueType::Text)
}

fn catalogue(tables: &Tables, schema: &str) -> StructuredCatalogue {
    let types = tables.types.iter().enumerate().map(|(position, def)| {
        let own = tables
            .fields
            .iter()
            .filter(|field| field.type_name == def.name);
        let fields = own.enumerate().map(|(index, field)| FieldBinding {
            path: field.path.clone(),
            column: field.name.clone(),
            values: has_own_table(field, index).then(|| ValuesTable {
                table: format!("{schema}{}_{}", def.name, field.name).into(),
                owner: "owner".into(),
            }),
            matching: match has_parts(field) {
                true if index % 3 == 0 => MatchMode::Part,
                true => MatchMode::ExactThenPart,
                false => MatchMode::Exact,
            },
        });
        TypeBinding {
            type_name: def.name.clone(),
            table: format!("{schema}t_{}", def.name).into(),
            key: vec![ROW.into()].into(),
            only: match position % 3 {
                0 => vec![OnlyWhere {
                    column: "deleted".into(),
                    is: "no".into(),
                }],
                _ => Vec::new(),
            }
            .into(),
            // Of PostgreSQL, every second.
            key_type: match !schema.is_empty() && position % 2 == 1 {
                true => KeyType::Uuid,
                false => KeyType::Plain,
            },
            label: vec![def.key.clone().unwrap()].into(),
            embedding: None,
            fields: fields.collect(),
        }
    });
    let relations = tables.relations.iter().map(|def| {
        let side = match (def.to_one, def.from_one) {
            (true, _) => Some(KeySide::From),
            (false, true) => Some(KeySide::To),
            (false, false) => None,
        };
        RelationBinding {
            relation: def.name.clone(),
            foreign_key: side.map(|of| ForeignKey {
                of,
                column: format!("{}_id", def.name).into(),
            }),
            link: side.is_none().then(|| LinkTable {
                table: format!("{schema}l_{}", def.name).into(),
                from: "from_id".into(),
                to: "to_id".into(),
            }),
        }
    });
    StructuredCatalogue {
        types: types.collect(),
        relations: relations.collect(),
        minutes_ahead: 0,
    }
}

/// The statements that make the tables and fill them.
fn script(
    tables: &Tables,
    catalogue: &StructuredCatalogue,
    json: &Map<String, Value>,
    engine: Engine,
) -> String {
    let mut script = String::new();
    for (binding, def) in catalogue.types.iter().zip(tables.types.iter()) {
        let of_key = key_type(binding);
        let mut columns = vec![format!("{} {of_key} PRIMARY KEY", binding.key[0])];
        for field in binding.fields.iter() {
            let def = tables.field_by_path(&field.path).unwrap();
            let column = format!(
                "\"{}\" {}",
                field.column,
                column_type(catalogue, def, engine)
            );
            match &field.values {
                None if def.array && engine == Engine::Postgres => columns.push(column + "[]"),
                None => columns.push(column),
                Some(values) => {
                    let (table, owner) = (&values.table, &values.owner);
                    // One value stands once.
                    let of_key = if def.array {
                        of_key.to_owned()
                    } else {
                        format!("{of_key} PRIMARY KEY")
                    };
                    script += &format!("CREATE TABLE {table} ({owner} {of_key}, {column});\n");
                }
            }
        }
        for only in binding.only.iter() {
            columns.push(format!("{} text DEFAULT '{}'", only.column, only.is));
        }
        for relation in catalogue.relations.iter() {
            if let Some(key) = &relation.foreign_key {
                let of = tables.relation_by_name(&relation.relation).unwrap();
                let holder = if key.of == KeySide::From {
                    &of.from
                } else {
                    &of.to
                };
                if *holder == def.name {
                    let other = match key.of {
                        KeySide::From => &of.to,
                        KeySide::To => &of.from,
                    };
                    let of_other = key_type(bound(catalogue, other));
                    columns.push(format!("\"{}\" {of_other}", key.column));
                }
            }
        }
        script += &format!("CREATE TABLE {} ({});\n", binding.table, columns.join(", "));
    }
    for relation in catalogue.relations.iter() {
        if let Some(link) = &relation.link {
            let (table, from, to) = (&link.table, &link.from, &link.to);
            let def = tables.relation_by_name(&relation.relation).unwrap();
            let ends = [&def.from, &def.to].map(|end| key_type(bound(catalogue, end)));
            script += &format!(
                "CREATE TABLE {table} ({from} {}, {to} {});\n",
                ends[0], ends[1]
            );
        }
    }
    for (type_name, instances) in json.iter().filter(|(name, _)| *name != "links") {
        let binding = catalogue
            .types
            .iter()
            .find(|one| one.type_name == type_name.as_str());
        let binding = binding.unwrap();
        for (index, instance) in instances.as_array().unwrap().iter().enumerate() {
            let own = (binding, catalogue);
            script += &insert(tables, own, (index + 1, instance), json, engine);
            // What is deleted looks the same, and is no instance.
            for only in binding.only.iter() {
                let decoy = index + DECOYS;
                script += &insert(tables, own, (decoy, instance), json, engine);
                let (table, column) = (&binding.table, &only.column);
                let (id, decoy) = (&binding.key[0], key(binding, decoy));
                script += &format!("UPDATE {table} SET {column} = 'yes' WHERE {id} = {decoy};\n");
            }
        }
    }
    let links = json.get("links").and_then(Value::as_object);
    for (relation, pairs) in links.into_iter().flatten() {
        let def = tables.relation_by_name(relation).unwrap();
        let id = |type_name: &str, key: &Value| id(tables, json, type_name, key);
        let binding = catalogue
            .relations
            .iter()
            .find(|one| one.relation == relation.as_str());
        for pair in pairs.as_array().unwrap() {
            let ends = (id(&def.from, &pair[0]), id(&def.to, &pair[1]));
            script += &link(tables, catalogue, binding.unwrap(), ends);
        }
    }
    script
}

/// The type of a key in a database.
const fn key_type(binding: &TypeBinding) -> &'static str {
    match binding.key_type {
        KeyType::Plain => "INTEGER",
        KeyType::Uuid => "uuid",
    }
}

/// The key of a row as SQL says it.
fn key(binding: &TypeBinding, id: usize) -> String {
    match binding.key_type {
        KeyType::Plain => id.to_string(),
        KeyType::Uuid => format!("'00000000-0000-4000-8000-{id:012}'"),
    }
}

fn bound<'c>(catalogue: &'c StructuredCatalogue, type_name: &str) -> &'c TypeBinding {
    let mut types = catalogue.types.iter();
    types.find(|one| one.type_name == type_name).unwrap()
}

/// The key of the row of an instance, by what it is called.
fn id(tables: &Tables, json: &Map<String, Value>, type_name: &str, key: &Value) -> usize {
    let name = tables.type_by_name(type_name).unwrap().key.clone().unwrap();
    let instances = json[type_name].as_array().unwrap();
    let found = instances
        .iter()
        .position(|one| one.get(name.as_ref()) == Some(key));
    found.unwrap() + 1
}

fn link(
    tables: &Tables,
    catalogue: &StructuredCatalogue,
    binding: &RelationBinding,
    (from, to): (usize, usize),
) -> String {
    let def = tables.relation_by_name(&binding.relation).unwrap();
    let from = key(bound(catalogue, &def.from), from);
    let to = key(bound(catalogue, &def.to), to);
    if let Some(link) = &binding.link {
        let (table, own, other) = (&link.table, &link.from, &link.to);
        return format!("INSERT INTO {table} ({own}, {other}) VALUES ({from}, {to});\n");
    }
    let foreign = binding.foreign_key.as_ref().unwrap();
    let (holder, own, other) = match foreign.of {
        KeySide::From => (&def.from, from, to),
        KeySide::To => (&def.to, to, from),
    };
    let holder = bound(catalogue, holder);
    let (table, column, id) = (&holder.table, &foreign.column, &holder.key[0]);
    format!("UPDATE {table} SET \"{column}\" = {other} WHERE {id} = {own};\n")
}

fn insert(
    tables: &Tables,
    (binding, catalogue): (&TypeBinding, &StructuredCatalogue),
    (id, instance): (usize, &Value),
    json: &Map<String, Value>,
    engine: Engine,
) -> String {
    let mut columns = vec![binding.key[0].to_string()];
    let own = key(binding, id);
    let mut values = vec![own.clone()];
    let mut script = String::new();
    for (name, value) in instance.as_object().unwrap() {
        let path = format!("{}.{name}", binding.type_name);
        let def = tables.field_by_path(&path).unwrap();
        let field = binding
            .fields
            .iter()
            .find(|field| field.path == path.as_str())
            .unwrap();
        if let Some(table) = &field.values {
            let members = value.as_array().map(Vec::as_slice);
            for member in members.unwrap_or(std::slice::from_ref(value)) {
                let member = literal(def, member, engine);
                script += &format!("INSERT INTO {} VALUES ({own}, {member});\n", table.table);
            }
            continue;
        }
        columns.push(format!("\"{}\"", field.column));
        if let Some(referred) = &def.reference {
            let id = self::id(tables, json, referred, value);
            values.push(key(bound(catalogue, referred), id));
            continue;
        }
        values.push(match (value, engine) {
            (Value::Array(_), Engine::Sqlite) => quoted(&value.to_string()),
            (Value::Array(members), Engine::Postgres) => {
                let members = members.iter().map(|member| literal(def, member, engine));
                let members: Vec<String> = members.collect();
                format!(
                    "ARRAY[{}]::{}[]",
                    members.join(", "),
                    column_type(catalogue, def, engine)
                )
            }
            (one, _) => literal(def, one, engine),
        });
    }
    let (columns, values) = (columns.join(", "), values.join(", "));
    script
        + &format!(
            "INSERT INTO {} ({columns}) VALUES ({values});\n",
            binding.table
        )
}

fn literal(def: &FieldDef, value: &Value, engine: Engine) -> String {
    match (def.value_type, value) {
        (_, Value::Null) => "NULL".to_owned(),
        (_, Value::Bool(flag)) if engine == Engine::Sqlite => i64::from(*flag).to_string(),
        (_, Value::String(text)) => quoted(text),
        (_, other) => other.to_string(),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn column_type(catalogue: &StructuredCatalogue, def: &FieldDef, engine: Engine) -> &'static str {
    match (engine, def.value_type) {
        (_, ValueType::Reference) => key_type(bound(catalogue, def.reference.as_deref().unwrap())),
        (Engine::Sqlite, _) if def.array => "TEXT",
        (Engine::Sqlite, ValueType::Integer | ValueType::Boolean) => "INTEGER",
        (Engine::Sqlite, ValueType::Decimal) => "DECIMAL",
        (Engine::Postgres, ValueType::Integer) => "bigint",
        (Engine::Postgres, ValueType::Decimal) => "numeric",
        (Engine::Postgres, ValueType::Boolean) => "boolean",
        (Engine::Postgres, ValueType::Date) => "date",
        (Engine::Postgres, ValueType::Datetime) => "timestamptz",
        _ => "text",
    }
}
