//! The tables of a live database → [`DatabaseSchema`].
//!
//! The statements are static, except for those that read column values: these contain quoted names and nothing else.

use std::collections::BTreeMap;
use std::time::Instant;

use cmec_decoder::encode::table_of_parts;
use sea_query::{Alias, Expr, ExprTrait, PostgresQueryBuilder, Query, SqliteQueryBuilder};

use super::{
    Database, DatabaseError, DatabaseRow, DatabaseValue, Engine, Parameter, Statement, ask,
    table_ref,
};
use crate::database_schema::{
    ColumnSchema, DatabaseSchema, ForeignKeySchema, IndexSchema, ROW_NUMBER, StoredType, TableKind,
    TableSchema,
};

/// The columns of all tables except the shadow tables of virtual ones: table, its comment, column, type, nullability,
/// position in the primary key, comment, kind of the table.
const SQLITE_COLUMNS: &str = "SELECT m.name, '', p.name, p.type, p.\"notnull\" = 0 AND p.pk = 0, p.pk, '', '' \
     FROM sqlite_schema AS m JOIN pragma_table_xinfo(m.name) AS p \
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND p.hidden <> 1 \
     AND m.name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow') \
     ORDER BY m.name, p.cid";
/// Number of values that determine the type of an untyped column.
const FIRST_VALUES: u64 = 1000;

/// The views, and the columns of one view. Views are read one by one, since a broken one would fail a query over all of
/// them.
const SQLITE_VIEWS: &str = "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name";
const SQLITE_VIEW: &str = "SELECT ?1, '', p.name, p.type, 1, 0, '', 'view' FROM pragma_table_xinfo(?1) AS p ORDER BY p.cid";
const POSTGRES_COLUMNS: &str = "SELECT CASE WHEN n.nspname = current_schema() THEN c.relname \
     ELSE n.nspname || chr(31) || c.relname END, coalesce(obj_description(c.oid, 'pg_class'), ''), a.attname::text, \
     CASE WHEN t.typtype = 'e' OR e.typtype = 'e' THEN 'enum ' ELSE '' END || format_type(CASE t.typtype WHEN 'd' \
     THEN t.typbasetype ELSE a.atttypid END, a.atttypmod), (NOT a.attnotnull)::text, \
     coalesce(array_position(k.conkey, a.attnum), 0)::text, coalesce(col_description(c.oid, a.attnum), ''), \
     CASE WHEN c.relkind IN ('v', 'm') THEN 'view' WHEN c.relkind = 'f' OR EXISTS (SELECT FROM pg_inherits AS h \
     JOIN pg_class AS p ON p.oid = h.inhrelid WHERE h.inhparent = c.oid AND p.relkind = 'f') THEN 'foreign' ELSE '' END \
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace \
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
     JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_type AS e ON e.oid = t.typelem AND t.typcategory = 'A' \
     LEFT JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'p' \
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition \
     AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg~_%' ESCAPE '~' \
     ORDER BY 1, a.attnum";

/// Values of enum types: table, column, value.
const POSTGRES_ENUMS: &str = "SELECT CASE WHEN n.nspname = current_schema() THEN c.relname \
     ELSE n.nspname || chr(31) || c.relname END, a.attname::text, v.enumlabel::text \
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace \
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
     JOIN pg_type AS t ON t.oid = a.atttypid \
     JOIN pg_enum AS v ON v.enumtypid = t.oid OR (t.typcategory = 'A' AND v.enumtypid = t.typelem) \
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1, a.attnum, v.enumsortorder";

/// Foreign keys: table, identifier of the key, column, referenced table, referenced column. SQLite repeats the names of
/// `REFERENCES` in their original case.
const SQLITE_KEYS: &str = "SELECT m.name, f.id, f.\"from\", coalesce(r.name, f.\"table\"), coalesce(p.name, f.\"to\", '') \
     FROM sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f \
     LEFT JOIN sqlite_schema AS r ON r.type = 'table' AND r.name = f.\"table\" COLLATE NOCASE \
     LEFT JOIN pragma_table_info(r.name) AS p ON p.name = f.\"to\" COLLATE NOCASE \
     WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq";
const POSTGRES_KEYS: &str = "SELECT CASE WHEN n.nspname = current_schema() THEN c.relname \
     ELSE n.nspname || chr(31) || c.relname END, k.oid::text, a.attname::text, \
     CASE WHEN m.nspname = current_schema() THEN r.relname ELSE m.nspname || chr(31) || r.relname END, b.attname::text \
     FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace \
     JOIN pg_class AS r ON r.oid = k.confrelid JOIN pg_namespace AS m ON m.oid = r.relnamespace \
     CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS u(own, other, place) \
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = u.own \
     JOIN pg_attribute AS b ON b.attrelid = r.oid AND b.attnum = u.other \
     WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY 1, k.oid, u.place";

/// Indexes: table, identifier of the index, uniqueness, column.
const SQLITE_INDEXES: &str = "SELECT m.name, l.name, l.\"unique\" AND l.partial = 0, coalesce(i.name, '') \
     FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS l JOIN pragma_index_info(l.name) AS i \
     WHERE m.type = 'table' ORDER BY m.name, l.name, i.seqno";
const POSTGRES_INDEXES: &str = "SELECT CASE WHEN n.nspname = current_schema() THEN c.relname \
     ELSE n.nspname || chr(31) || c.relname END, i.indexrelid::text, \
     (i.indisunique AND i.indpred IS NULL)::text, coalesce(a.attname::text, '') \
     FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace \
     CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS u(own, place) \
     LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = u.own \
     WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND i.indisvalid ORDER BY 1, 2, u.place";

/// Reads the tables of a database. `values` returns the maximum number of distinct values to read from a text column;
/// `None`: none are read.
///
/// # Errors
/// The database does not answer in time or refuses a statement.
pub async fn schema(
    database: &dyn Database,
    values: impl Fn(&str, &str) -> Option<u32>,
    deadline: Instant,
) -> Result<DatabaseSchema, DatabaseError> {
    let [columns, keys, indexes] = match database.engine() {
        Engine::Sqlite => [SQLITE_COLUMNS, SQLITE_KEYS, SQLITE_INDEXES],
        Engine::Postgres => [POSTGRES_COLUMNS, POSTGRES_KEYS, POSTGRES_INDEXES],
    };
    let asked = async |text: &str| {
        let statement = Statement::new(text.to_owned(), Vec::new());
        ask(database, &statement, deadline).await
    };
    let mut tables: BTreeMap<String, TableSchema> = BTreeMap::new();
    let mut keyed: BTreeMap<String, Vec<(u64, String)>> = BTreeMap::new();
    let mut rows = asked(columns).await?;
    let mut unreadable = Vec::new();
    if database.engine() == Engine::Sqlite {
        for row in asked(SQLITE_VIEWS).await? {
            let [view] = texts(&row)?;
            let name = vec![Parameter::Text(view.clone())];
            let columns = Statement::new(SQLITE_VIEW.to_owned(), name);
            match ask(database, &columns, deadline).await {
                Ok(columns) => rows.extend(columns),
                Err(DatabaseError::Refused(_)) => unreadable.push(view),
                Err(error) => return Err(error),
            }
        }
    }
    for row in rows {
        let [table, comment, name, declared, nullable, place, said, kind] = texts(&row)?;
        let table = table_name(&table);
        let entry = tables.entry(table.clone()).or_insert_with(|| TableSchema {
            name: table.clone(),
            comment,
            kind: match kind.as_str() {
                "view" => TableKind::View,
                "foreign" => TableKind::Foreign,
                _ => TableKind::Table,
            },
            ..TableSchema::default()
        });
        let place: u64 = place.parse().unwrap_or_default();
        if place > 0 {
            keyed.entry(table).or_default().push((place, name.clone()));
        }
        entry.columns.push(column(
            (name, declared, said),
            is_true(&nullable),
            database.engine(),
        ));
    }
    if database.engine() == Engine::Postgres {
        for row in asked(POSTGRES_ENUMS).await? {
            let [table, column, value] = texts(&row)?;
            let table = table_name(&table);
            let columns = tables.get_mut(&table).map(|table| table.columns.iter_mut());
            let mut columns = columns.into_iter().flatten();
            if let Some(column) = columns.find(|own| own.name == column) {
                column.values.get_or_insert_default().push(value);
            }
        }
    }
    for (table, mut columns) in keyed {
        columns.sort();
        if let Some(table) = tables.get_mut(&table) {
            table.primary_key = columns.into_iter().map(|(_, name)| name).collect();
        }
    }
    let mut last = (String::new(), String::new());
    for row in asked(keys).await? {
        let [table, key, own, referred, other] = texts(&row)?;
        let [table, referred] = [table, referred].map(|name| table_name(&name));
        // SQLite resolves table names without regard to case.
        let is_same = |known: &&String| match database.engine() {
            Engine::Sqlite => known.eq_ignore_ascii_case(&referred),
            Engine::Postgres => **known == referred,
        };
        let known = tables.keys().find(is_same).cloned();
        let Some(entry) = tables.get_mut(&table) else {
            continue;
        };
        let this = (table, key);
        if this != last || entry.foreign_keys.is_empty() {
            entry.foreign_keys.push(ForeignKeySchema {
                columns: Vec::new(),
                table: known.unwrap_or(referred),
                referred: Vec::new(),
            });
        }
        if let Some(key) = entry.foreign_keys.last_mut() {
            key.columns.push(own);
            key.referred
                .extend(Some(other).filter(|other| !other.is_empty()));
        }
        last = this;
    }
    // SQLite lists the last key first.
    for table in tables.values_mut() {
        let places = table.columns.iter().map(|column| column.name.clone());
        let places: Vec<String> = places.collect();
        let place = |key: &ForeignKeySchema| {
            let first = key.columns.first();
            places.iter().position(|name| Some(name) == first)
        };
        table.foreign_keys.sort_by_key(place);
    }
    let mut last = (String::new(), String::new());
    for row in asked(indexes).await? {
        let [table, index, unique, name] = texts(&row)?;
        let table = table_name(&table);
        let Some(entry) = tables.get_mut(&table) else {
            continue;
        };
        let this = (table, index);
        if this != last || entry.indexes.is_empty() {
            entry.indexes.push(IndexSchema {
                columns: Vec::new(),
                unique: is_true(&unique),
            });
        }
        if let Some(index) = entry.indexes.last_mut() {
            index.columns.push(name);
        }
        last = this;
    }
    let mut schema = DatabaseSchema {
        out_of_form: BTreeMap::new(),
        unreadable,
        strict: database.engine() == Engine::Postgres,
        tables: tables.into_values().collect(),
    };
    for table in &mut schema.tables {
        if database.engine() == Engine::Sqlite {
            if table.key().is_empty() && table.kind == TableKind::Table {
                by_row_number(table);
            }
            read_types(database, table, deadline).await?;
            read_lists(database, table, deadline).await?;
        }
        read_values(database, table, &values, deadline).await?;
    }
    Ok(schema)
}

/// The name of a row's table: the parts of a qualified name are joined by a separator that no name has.
fn table_name(said: &str) -> String {
    table_of_parts(said.split('\u{1f}'))
}

/// Adds the implicit row number of a SQLite table without a key, unless a declared column has its name.
fn by_row_number(table: &mut TableSchema) {
    let is_taken = (table.columns.iter()).any(|own| own.name.eq_ignore_ascii_case(ROW_NUMBER));
    if !is_taken {
        table.primary_key = vec![ROW_NUMBER.to_owned()];
        let declared = "INTEGER".to_owned();
        let number = (ROW_NUMBER.to_owned(), declared, String::new());
        table.columns.push(column(number, false, Engine::Sqlite));
    }
}

/// Sets the type of SQLite columns without a declared type, such as columns of views, by their first values.
async fn read_types(
    database: &dyn Database,
    table: &mut TableSchema,
    deadline: Instant,
) -> Result<(), DatabaseError> {
    for column in &mut table.columns {
        if !column.declared.is_empty() && column.declared != "ANY" {
            continue;
        }
        let mut first = Query::select();
        first.expr_as(Expr::col(Alias::new(&column.name)), Alias::new("v"));
        first.from(table_ref(&table.name));
        first.and_where(Expr::col(Alias::new(&column.name)).is_not_null());
        first.limit(FIRST_VALUES);
        let mut select = Query::select();
        select.distinct().expr(Expr::cust("typeof(v)"));
        select.from_subquery(first, Alias::new("f"));
        let statement = Statement::new(select.to_string(SqliteQueryBuilder), Vec::new());
        let rows = ask(database, &statement, deadline).await?;
        let types = rows.iter().filter_map(|row| row.first().and_then(text));
        let mut types: Vec<String> = types.collect();
        types.sort();
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        column.stored = match types.as_slice() {
            ["integer"] => Some(StoredType::Integer),
            ["real"] | ["integer", "real"] => Some(StoredType::Decimal),
            ["text"] => Some(StoredType::Text),
            _ => None,
        };
    }
    Ok(())
}

/// Detects SQLite columns that are declared as JSON and hold only lists of texts.
async fn read_lists(
    database: &dyn Database,
    table: &mut TableSchema,
    deadline: Instant,
) -> Result<(), DatabaseError> {
    for column in &mut table.columns {
        if !column.declared.to_ascii_uppercase().contains("JSON") {
            continue;
        }
        // Qualified, since the columns of the JSON function have names of their own.
        let value = Expr::col((Alias::new("t"), Alias::new(&column.name)));
        let lists = Expr::cust_with_exprs(
            "total(CASE WHEN json_valid(?) AND json_type(?) = 'array' \
             THEN NOT EXISTS (SELECT 1 FROM json_each(?) AS e WHERE e.type <> 'text') ELSE 0 END)",
            vec![value.clone(); 3],
        );
        let mut select = Query::select();
        select.expr(Expr::cust("count(*)")).expr(lists);
        select.from_as(table_ref(&table.name), Alias::new("t"));
        select.and_where(value.is_not_null());
        let text = select.to_string(SqliteQueryBuilder);
        let rows = ask(database, &Statement::new(text, Vec::new()), deadline).await?;
        let [values, lists] = rows
            .first()
            .map_or(Ok([const { String::new() }; 2]), texts)?;
        let counted = |text: &str| text.parse::<f64>().unwrap_or_default();
        if counted(&values) > 0.0 && counted(&values) == counted(&lists) {
            (column.stored, column.array) = (Some(StoredType::Text), true);
        }
    }
    Ok(())
}

/// Reads the values of requested text columns with few distinct values.
async fn read_values(
    database: &dyn Database,
    table: &mut TableSchema,
    values: &impl Fn(&str, &str) -> Option<u32>,
    deadline: Instant,
) -> Result<(), DatabaseError> {
    let key = table.primary_key.clone();
    let name = table.name.clone();
    for column in &mut table.columns {
        let is_text = column.stored == Some(StoredType::Text) && !column.array;
        // An enum type of the database lists its values itself.
        let is_said = column.values.is_some();
        if !is_text || is_said || key.contains(&column.name) {
            continue;
        }
        let Some(most) = values(&name, &column.name) else {
            continue;
        };
        let statement = values_of(&name, &column.name, most, database.engine());
        let rows = ask(database, &statement, deadline).await?;
        let values = rows.iter().filter_map(|row| row.first().and_then(text));
        let values: Vec<String> = values.collect();
        let few = values.len() <= most as usize;
        column.values = few.then_some(values);
    }
    Ok(())
}

/// The distinct values of a column, at most `most` plus one.
fn values_of(table: &str, column: &str, most: u32, engine: Engine) -> Statement {
    let mut select = Query::select();
    let value = Expr::col(Alias::new(column));
    select.distinct().expr(value.clone().cast_as("text"));
    select.from(table_ref(table));
    select.and_where(value.is_not_null());
    select.order_by_expr(Expr::cust("1"), sea_query::Order::Asc);
    select.limit(u64::from(most) + 1);
    let (text, _) = match engine {
        Engine::Sqlite => select.build(SqliteQueryBuilder),
        Engine::Postgres => select.build(PostgresQueryBuilder),
    };
    Statement::new(text, vec![Parameter::Integer(i64::from(most) + 1)])
}

fn column(
    (name, declared, comment): (String, String, String),
    nullable: bool,
    engine: Engine,
) -> ColumnSchema {
    let array = declared.ends_with("[]");
    let stored = match engine {
        Engine::Sqlite => of_sqlite(&declared),
        Engine::Postgres => of_postgres(declared.trim_end_matches("[]")),
    };
    ColumnSchema {
        name,
        stored,
        array,
        nullable,
        comment,
        values: None,
        declared,
    }
}

/// The stored type that a declared type of SQLite suggests; SQLite itself accepts any value.
fn of_sqlite(declared: &str) -> Option<StoredType> {
    let declared = declared.to_ascii_uppercase();
    let has = |word: &str| declared.contains(word);
    Some(if has("BOOL") {
        StoredType::Boolean
    } else if has("INT") {
        StoredType::Integer
    } else if has("TIMESTAMP") || has("DATETIME") {
        StoredType::Datetime
    } else if has("DATE") {
        StoredType::Date
    } else if has("CHAR") || has("CLOB") || has("TEXT") || has("UUID") {
        StoredType::Text
    } else if ["DEC", "NUM", "REAL", "FLOA", "DOUB", "MONEY"]
        .iter()
        .any(|word| has(word))
    {
        StoredType::Decimal
    } else {
        return None;
    })
}

fn of_postgres(declared: &str) -> Option<StoredType> {
    let name = declared.split('(').next().unwrap_or_default().trim();
    Some(match name {
        _ if name.starts_with("enum ") => StoredType::Text,
        "text" | "character varying" | "character" | "citext" | "name" | "uuid" => StoredType::Text,
        "smallint" | "integer" | "bigint" => StoredType::Integer,
        "numeric" | "real" | "double precision" => StoredType::Decimal,
        "boolean" => StoredType::Boolean,
        "date" => StoredType::Date,
        _ if name.starts_with("timestamp") => StoredType::Datetime,
        _ => return None,
    })
}

fn texts<const N: usize>(row: &DatabaseRow) -> Result<[String; N], DatabaseError> {
    let texts = row.iter().map(|value| text(value).unwrap_or_default());
    let texts: Vec<String> = texts.collect();
    let count = texts.len();
    let wrong = || DatabaseError::Refused(format!("a row of the schema has {count} columns"));
    texts.try_into().map_err(|_| wrong())
}

fn text(value: &DatabaseValue) -> Option<String> {
    match value {
        DatabaseValue::Missing => None,
        DatabaseValue::Integer(number) => Some(number.to_string()),
        DatabaseValue::Real(number) => Some(number.to_string()),
        DatabaseValue::Text(text) => Some(text.clone()),
    }
}

fn is_true(text: &str) -> bool {
    matches!(text, "1" | "true" | "t")
}
