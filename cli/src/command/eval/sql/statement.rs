//! A statement of a model → its rows, within bounds.
//!
//! The connection only reads, and lets in one SELECT without side effects: what is not allowed is refused when the statement
//! is prepared, before any of it has run. Each statement has a connection of its own, so that none leaves anything to the
//! next one.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, Result};

use super::datum::Datum;

/// Longest time for a statement. What it sorts goes to temporary files, and to no more of them than are written in that time.
const WITHIN: Duration = Duration::from_secs(5);

/// Steps of a statement between two looks at the clock. One step may be a function over two long texts.
const STEPS: i32 = 50;

/// Most rows of a statement.
const ROWS: usize = 50_000;

/// Most bytes of its values.
const BYTES: usize = 32 << 20;

/// Most characters of SQLite's own words.
const WORDS: usize = 200;

/// What keeps a single step short and the memory of a statement small.
const LIMITS: &[(Limit, i32)] = &[
    (Limit::SQLITE_LIMIT_LENGTH, 256 << 10),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 64 << 10),
    (Limit::SQLITE_LIMIT_COLUMN, 200),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (Limit::SQLITE_LIMIT_VDBE_OP, 100_000),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Functions that reach beyond the database.
const UNSAFE_FUNCTIONS: &[&str] = &[
    "load_extension",
    "fts3_tokenizer",
    "edit",
    "readfile",
    "writefile",
];

/// The rows of a statement.
#[derive(Debug)]
pub(super) struct Given {
    /// The names of its columns.
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Vec<Datum>>,
}

/// Runs a statement; or says why it gives no rows.
pub(super) fn run(file: &Path, text: &str) -> std::result::Result<Given, String> {
    let is_late = Arc::new(AtomicBool::new(false));
    let given = reader(file, &is_late).and_then(|connection| rows(&connection, text));
    match given {
        Ok(given) => given,
        Err(_) if is_late.load(Ordering::Relaxed) => {
            Err(format!("no answer within {} seconds", WITHIN.as_secs()))
        }
        // The statement itself would stand behind the words.
        Err(rusqlite::Error::SqlInputError { msg, .. }) => Err(msg.chars().take(WORDS).collect()),
        Err(error) => Err(error.to_string()),
    }
}

/// A connection that only reads, until its time is over.
fn reader(file: &Path, is_late: &Arc<AtomicBool>) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(file, flags)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    for (limit, most) in LIMITS {
        connection.set_limit(*limit, *most)?;
    }
    connection.authorizer(Some(authorization))?;
    let (until, is_late) = (Instant::now() + WITHIN, Arc::clone(is_late));
    let handler = move || {
        let late = Instant::now() >= until;
        is_late.fetch_or(late, Ordering::Relaxed) || late
    };
    connection.progress_handler(STEPS, Some(handler))?;
    Ok(connection)
}

/// What a SELECT needs is allowed and nothing else: no write, no transaction, no PRAGMA, no other file.
fn authorization(context: AuthContext<'_>) -> Authorization {
    match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => {
            Authorization::Allow
        }
        AuthAction::Function { function_name }
            if !UNSAFE_FUNCTIONS.contains(&function_name.to_ascii_lowercase().as_str()) =>
        {
            Authorization::Allow
        }
        _ => Authorization::Deny,
    }
}

fn rows(connection: &Connection, text: &str) -> Result<std::result::Result<Given, String>> {
    let refused = |why: &str| Ok(Err(why.to_owned()));
    // More than one statement is an error here.
    let mut prepared = connection.prepare(text)?;
    if !prepared.readonly() || prepared.column_count() == 0 || prepared.is_explain() != 0 {
        return refused("it is no SELECT");
    }
    if prepared.parameter_count() > 0 {
        return refused("it has parameters, and nobody gives them a value");
    }
    let columns: Vec<String> = prepared.column_names().map(str::to_owned).collect();
    let (mut all, mut bytes) = (Vec::new(), 0_usize);
    let mut rows = prepared.query(())?;
    while let Some(row) = rows.next()? {
        if all.len() == ROWS {
            return refused(&format!("more than {ROWS} rows"));
        }
        let mut own = Vec::with_capacity(columns.len());
        for place in 0..columns.len() {
            let value = datum(row.get_ref(place)?);
            bytes += value.bytes();
            own.push(value);
        }
        if bytes > BYTES {
            return refused(&format!("more than {BYTES} bytes"));
        }
        all.push(own);
    }
    drop(rows);
    Ok(Ok(Given { columns, rows: all }))
}

fn datum(value: ValueRef<'_>) -> Datum {
    match value {
        ValueRef::Null => Datum::Missing,
        ValueRef::Integer(number) => Datum::Number(number.to_string()),
        ValueRef::Real(number) => Datum::Number(number.to_string()),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            Datum::Text(String::from_utf8_lossy(text).into_owned())
        }
    }
}
