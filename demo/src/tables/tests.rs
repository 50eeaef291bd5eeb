//! The databases are created once, equal for equal seeds, and have the tables in the bindings.

use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;
use rusqlite::types::ValueRef;

use super::{SEED, TablesError, database, fill};

const BINDINGS: [(&str, &str); 2] = [
    (
        "enterprise",
        include_str!("../../../codebook/enterprise/bindings.yaml"),
    ),
    ("wine", include_str!("../../../codebook/wine/bindings.yaml")),
];

/// Shared by the tests that only read.
static ENTERPRISE: LazyLock<Mutex<Connection>> =
    LazyLock::new(|| Mutex::new(in_memory("enterprise", SEED)));
static WINE: LazyLock<Mutex<Connection>> = LazyLock::new(|| Mutex::new(in_memory("wine", SEED)));

fn in_memory(domain: &str, seed: u64) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    let transaction = connection.unchecked_transaction().unwrap();
    fill(domain).unwrap()(&transaction, seed).unwrap();
    transaction.commit().unwrap();
    connection
}

fn opened(domain: &str) -> MutexGuard<'static, Connection> {
    let connection = if domain == "wine" { &WINE } else { &ENTERPRISE };
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn count(connection: &Connection, sql: &str) -> i64 {
    (connection.query_one(sql, (), |row| row.get(0)))
        .unwrap_or_else(|error| panic!("{sql}: {error}"))
}

fn tables(connection: &Connection) -> Vec<String> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
    let mut statement = connection.prepare(sql).unwrap();
    let names = statement.query_map((), |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

/// The FNV-1a hash of every value in every table.
fn fingerprint(domain: &str, seed: u64) -> u64 {
    let connection = in_memory(domain, seed);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for table in tables(&connection) {
        let mut statement = (connection.prepare(&format!("SELECT * FROM {table}"))).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query(()).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                let bytes = match row.get_ref(column).unwrap() {
                    ValueRef::Null => vec![],
                    ValueRef::Integer(number) => number.to_le_bytes().to_vec(),
                    ValueRef::Real(number) => number.to_le_bytes().to_vec(),
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_vec(),
                };
                for byte in bytes.into_iter().chain([0]) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
    }
    hash
}

#[test]
fn the_same_seed_gives_the_same_rows() {
    for (domain, expected) in [
        ("enterprise", 0x3107_04b0_1c3d_065b),
        ("wine", 0xda85_9d7f_f531_95ae),
    ] {
        let first = fingerprint(domain, 1);
        assert_eq!(first, fingerprint(domain, 1), "{domain}");
        assert_ne!(first, fingerprint(domain, 2), "{domain}");
        assert_eq!(
            first, expected,
            "the rows of `{domain}` have changed: raise `VERSION` and put {first:#x} here"
        );
    }
}

#[test]
fn a_database_is_made_once_and_found_the_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("not").join("there");
    let path = database("wine", &below).unwrap().unwrap();
    assert_eq!(path, below.join("wine-1-v2.db"));
    let connection = Connection::open(&path).unwrap();
    assert!(count(&connection, "SELECT COUNT(*) FROM sqlite_stat1") > 5);
    connection.execute_batch("DELETE FROM wines").unwrap();
    assert_eq!(database("wine", &below).unwrap(), Some(path));
    assert_eq!(count(&connection, "SELECT COUNT(*) FROM wines"), 0);
    assert_eq!(database("mind", &below).unwrap(), None);
}

#[test]
fn two_that_make_it_at_once_leave_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let make = || database("wine", folder.path()).unwrap();
    let paths = std::thread::scope(|scope| {
        let threads = [scope.spawn(make), scope.spawn(make)];
        threads.map(|thread| thread.join().unwrap().unwrap())
    });
    assert_eq!(paths[0], paths[1]);
    let files = std::fs::read_dir(folder.path()).unwrap();
    let files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    assert_eq!(files, paths[..1]);
    let connection = Connection::open(&paths[0]).unwrap();
    assert_eq!(count(&connection, "SELECT COUNT(*) FROM wines"), 20_000);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let below = file.path().join("folder");
    let error = database("wine", &below).unwrap_err();
    assert!(matches!(&error, TablesError::Folder { path, .. } if *path == below));
    assert!(
        error.to_string().contains(below.to_str().unwrap()),
        "{error}"
    );
}

/// Tables and columns in a bindings file, without foreign keys, which name no table.
fn named(bindings: &str) -> Vec<(&str, &str)> {
    let mut named = Vec::new();
    let mut own = "";
    for line in bindings.lines() {
        let value = |key: &str| {
            let (_, rest) = line.split_once(&format!("{key}: "))?;
            rest.split([',', '}']).next().map(str::trim)
        };
        let is_plain = ["      ", "    key: ", "    label: "];
        match value("table") {
            Some(table) if line.starts_with("    table: ") => own = table,
            Some(table) => {
                let columns = ["owner", "column", "from", "to"]
                    .into_iter()
                    .filter_map(value);
                named.extend(columns.map(|column| (table, column)));
            }
            None if is_plain.iter().any(|start| line.starts_with(start)) => {
                let short = line.split_once(": ").unwrap().1;
                named.push((own, value("{column").unwrap_or(short)));
            }
            None => {}
        }
    }
    named
}

#[test]
fn tables_and_columns_are_those_of_the_bindings() {
    for (domain, bindings) in BINDINGS {
        let connection = opened(domain);
        let mut named = named(bindings);
        if domain == "enterprise" {
            assert_eq!(bindings.matches("foreign_key: ").count(), 2);
            named.extend([("enterprises", "park_id"), ("products", "enterprise_id")]);
            named.push(("event_participants", "event_id"));
        }
        assert!(named.len() > 15, "{named:?}");
        for (table, column) in named {
            let sql = format!("SELECT COUNT({column}) FROM {table}");
            assert!(count(&connection, &sql) > 0, "{table}.{column}");
        }
    }
}

#[test]
fn who_is_asked_for_by_name_is_there_once() {
    let enterprise = opened("enterprise");
    let names = [
        ("enterprises", "企业A"),
        ("enterprises", "企业B"),
        ("enterprises", "华为技术有限公司"),
        ("enterprises", "中芯国际"),
        ("enterprises", "宁德时代"),
        ("enterprises", "ООО Ромашка"),
        ("enterprises", "Foxconn"),
        ("parks", "苏州工业园区"),
        ("parks", "Suzhou Industrial Park"),
        ("parks", "Сколково"),
        ("parks", "园区B"),
        ("people", "Li Wei"),
        ("people", "Иванов Сергей"),
        ("people", "Иван Петров"),
    ];
    for (table, name) in names {
        // No other name contains it.
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE instr(name, '{name}')");
        assert_eq!(count(&enterprise, &sql), 1, "{name}");
    }
    let in_park = "SELECT COUNT(*) FROM enterprises JOIN parks ON parks.id = park_id
        WHERE enterprises.name = '企业A' AND parks.name = '苏州工业园区'";
    assert_eq!(count(&enterprise, in_park), 1);
    let wine = opened("wine");
    for name in ["Мальбек Резерва", "Саперави", "Шато Сен-Клер"] {
        let sql = format!("SELECT COUNT(*) FROM wines WHERE name = '{name}'");
        assert_eq!(count(&wine, &sql), 1, "{name}");
    }
}

#[test]
fn there_are_as_many_as_promised() {
    let (enterprise, wine) = (opened("enterprise"), opened("wine"));
    for (connection, table, expected) in [
        (&enterprise, "industries", 110..=130),
        (&enterprise, "parks", 60..=60),
        (&enterprise, "institutions", 140..=160),
        (&enterprise, "enterprises", 12_000..=12_000),
        (&enterprise, "people", 8_000..=8_000),
        (&enterprise, "products", 15_000..=15_000),
        (&enterprise, "events", 9_000..=9_000),
        (&enterprise, "patents", 10_000..=10_000),
        (&enterprise, "enterprise_investments", 8_000..=12_000),
        (&enterprise, "employments", 8_000..=10_000),
        (&wine, "wines", 20_000..=20_000),
    ] {
        let rows = count(connection, &format!("SELECT COUNT(*) FROM {table}"));
        assert!(expected.contains(&rows), "{table} has {rows}");
    }
    let twice =
        "SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM enterprises GROUP BY name HAVING n > 1)";
    assert!((60..=180).contains(&count(&enterprise, twice)));
    let parks = "SELECT COUNT(*) FROM (SELECT name FROM parks GROUP BY name HAVING COUNT(*) > 1)";
    assert_eq!(count(&enterprise, parks), 2);
    let known = "SELECT COUNT(*) FROM wines WHERE wine_type = 'red' AND sweetness = 'dry' AND price_rub <= 2000
        AND EXISTS (SELECT 1 FROM json_each(food_pairings) WHERE value = 'стейк')";
    assert!(count(&wine, known) > 100);
    assert!(
        count(
            &wine,
            "SELECT 100 * SUM(price_rub < 5000) / COUNT(*) FROM wines"
        ) > 70
    );
}

#[test]
fn every_key_leads_to_a_row() {
    for (domain, _) in BINDINGS {
        let connection = opened(domain);
        let broken = count(&connection, "SELECT COUNT(*) FROM pragma_foreign_key_check");
        assert_eq!(broken, 0, "{domain}");
    }
}

#[test]
fn chains_of_investments_end() {
    let connection = opened("enterprise");
    let chain = |depth: i64| {
        format!(
            "WITH RECURSIVE chain (enterprise, depth) AS (
                SELECT enterprise_id, 1 FROM enterprise_investments WHERE investor_id = 1
                UNION SELECT enterprise_id, depth + 1 FROM chain JOIN enterprise_investments ON investor_id = enterprise
                WHERE depth < 20
            ) SELECT COUNT(*) FROM chain WHERE depth = {depth}"
        )
    };
    assert!(count(&connection, &chain(4)) > 0);
    let circles = "SELECT COUNT(*) FROM enterprise_investments AS a
        JOIN enterprise_investments AS b ON b.investor_id = a.enterprise_id
        JOIN enterprise_investments AS c ON c.investor_id = b.enterprise_id
        JOIN enterprise_investments AS d ON d.investor_id = c.enterprise_id AND d.enterprise_id = a.investor_id";
    assert_eq!(count(&connection, circles), 24);
}

/// A line with a wrong number of parts would be skipped.
#[test]
fn lists_are_read_whole() {
    let lists = [
        (include_str!("enterprise/lists/words.txt"), 2),
        (include_str!("enterprise/lists/sectors.txt"), 2),
        (include_str!("enterprise/lists/cities.txt"), 3),
        (include_str!("enterprise/lists/parks.txt"), 3),
        (include_str!("enterprise/lists/institutions.txt"), 3),
        (include_str!("enterprise/lists/known_enterprises.txt"), 10),
        (include_str!("enterprise/lists/known_people.txt"), 6),
        (include_str!("wine/lists/words.txt"), 2),
        (include_str!("wine/lists/regions.txt"), 6),
        (include_str!("wine/lists/tastes.txt"), 5),
        (include_str!("wine/lists/known_wines.txt"), 8),
    ];
    for (text, parts) in lists {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            assert_eq!(line.split('|').count(), parts, "{line}");
        }
    }
}
