//! The databases of the bench: by the tables of the built-in bindings, from a seed.

use std::borrow::Cow;
use std::path::PathBuf;

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use rusqlite::Connection;
use tempfile::TempDir;

pub(crate) struct World {
    pub(crate) file: PathBuf,
    _folder: TempDir,
}

const TABLES: &str = "
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE TABLE enterprises (id INTEGER PRIMARY KEY, name TEXT, status TEXT, ownership TEXT, city TEXT,
        employees INTEGER, park_id INTEGER);
    CREATE TABLE parks (id INTEGER PRIMARY KEY, name TEXT, level TEXT);
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, enterprise_id INTEGER);
    CREATE TABLE enterprise_investments (investor_id INTEGER, enterprise_id INTEGER);";

/// Numbers that look random, and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: i64) -> i64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % count
    }
}

fn made(fill: impl FnOnce(&Connection, &mut Numbers)) -> World {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bench.db");
    let connection = Connection::open(&file).unwrap();
    connection.execute_batch(TABLES).unwrap();
    connection.execute_batch("BEGIN").unwrap();
    fill(&connection, &mut Numbers(1));
    connection.execute_batch("COMMIT; ANALYZE").unwrap();
    World {
        file,
        _folder: folder,
    }
}

/// So many enterprises, in parks, with a product each on average.
pub(crate) fn enterprises(count: i64) -> World {
    made(|connection, numbers| {
        let cities = ["Suzhou", "Wuxi", "Shanghai", "Казань"];
        for park in 1..=200 {
            let level = ["national", "provincial", "municipal"][numbers.below(3) as usize];
            let values = (park, format!("park {park}"), level);
            connection
                .execute("INSERT INTO parks VALUES (?, ?, ?)", values)
                .unwrap();
        }
        let mut enterprise = connection
            .prepare("INSERT INTO enterprises VALUES (?, ?, ?, ?, ?, ?, ?)")
            .unwrap();
        let mut product = connection
            .prepare("INSERT INTO products VALUES (?, ?, ?, ?)")
            .unwrap();
        let statuses = ["active", "suspended", "closed"];
        let kinds = ["state_owned", "private", "foreign", "joint_venture"];
        let categories = ["chips", "boards", "cases", "cables", "motors"];
        for id in 1..=count {
            let values = (
                id,
                format!("enterprise {id}"),
                statuses[numbers.below(3) as usize],
                kinds[numbers.below(4) as usize],
                cities[numbers.below(4) as usize],
                numbers.below(1_000),
                1 + numbers.below(200),
            );
            enterprise.execute(values).unwrap();
            let category = categories[numbers.below(5) as usize];
            let values = (
                id,
                format!("product {id}"),
                category,
                1 + numbers.below(count),
            );
            product.execute(values).unwrap();
        }
        let indexes = "CREATE INDEX i1 ON enterprises (status, employees); \
                       CREATE INDEX i2 ON enterprises (park_id); \
                       CREATE INDEX i3 ON products (enterprise_id); \
                       CREATE INDEX i4 ON products (category)";
        connection.execute_batch(indexes).unwrap();
    })
}

/// So many enterprises, each of which invests in some others.
pub(crate) fn investments(count: i64, degree: i64) -> World {
    made(|connection, numbers| {
        let mut enterprise = connection
            .prepare("INSERT INTO enterprises (id, name) VALUES (?, ?)")
            .unwrap();
        let mut link = connection
            .prepare("INSERT INTO enterprise_investments VALUES (?, ?)")
            .unwrap();
        for id in 1..=count {
            enterprise
                .execute((id, format!("enterprise {id}")))
                .unwrap();
            for _ in 0..degree {
                link.execute((id, 1 + numbers.below(count))).unwrap();
            }
        }
        let indexes = "CREATE INDEX i0 ON enterprises (name); \
                       CREATE INDEX i1 ON enterprise_investments (investor_id, enterprise_id); \
                       CREATE INDEX i2 ON enterprise_investments (enterprise_id, investor_id)";
        connection.execute_batch(indexes).unwrap();
    })
}

/// One path from an enterprise to another, along investments.
pub(crate) const PATH: &str = r#"{"s":"PQ","E":[{"txt":"enterprise 1","ty":"enterprise"},{"txt":"enterprise 77","ty":"enterprise"}],"C":{"pg":{"lim":1}},"G":{"dir":"O","path":{"hop":4,"rel":["R003"]}}}"#;

/// The same as people write it: every way of four hops from the one, the shortest to the other.
pub(crate) fn path_by_hand(connection: &Connection) -> String {
    let sql = "WITH RECURSIVE walk (here, hops, way) AS ( \
               SELECT id, 0, name FROM enterprises WHERE name = 'enterprise 1' \
               UNION ALL SELECT l.enterprise_id, walk.hops + 1, walk.way || '|' || e.name FROM walk \
               JOIN enterprise_investments AS l ON l.investor_id = walk.here \
               JOIN enterprises AS e ON e.id = l.enterprise_id WHERE walk.hops < 4) \
               SELECT hops, way FROM walk JOIN enterprises AS e ON e.id = walk.here \
               WHERE e.name = 'enterprise 77' ORDER BY hops, way LIMIT 1";
    let mut statement = connection.prepare_cached(sql).unwrap();
    let row = statement.query_row((), |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    });
    let mut rows = Vec::new();
    if let Ok((hops, way)) = row {
        let text = |text: &str| Cell::Text(text.to_owned());
        let relation = || text(">enterprise_2_enterprise_invest");
        rows.push(Row {
            values: vec![
                (Cow::Borrowed("hops"), Cell::Number(hops.to_string())),
                (
                    Cow::Borrowed("instances"),
                    Cell::List(way.split('|').map(text).collect()),
                ),
                (
                    Cow::Borrowed("relations"),
                    Cell::List((0..hops).map(|_| relation()).collect()),
                ),
            ],
        });
    }
    super::written(rows)
}
