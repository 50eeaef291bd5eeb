//! The tables of the set: read from its files, copied, and written to SQLite and PostgreSQL.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, params_from_iter};

/// A table: its name, its columns with their types, its key, its foreign keys, and its rows.
pub(crate) struct Table {
    name: String,
    columns: Vec<(String, String)>,
    key: Vec<String>,
    references: Vec<(String, String, String)>,
    rows: Vec<BTreeMap<String, String>>,
}

/// The tables of the set with so many copies of its rows: identifiers and numbers of a copy are its own.
pub(crate) fn tables(folder: &Path, copies: u64) -> Vec<Table> {
    let text = std::fs::read_to_string(folder.join("ACME_small.ddl")).unwrap();
    let blocks = text.split("CREATE TABLE").skip(1);
    let mut tables: Vec<Table> = blocks.map(|block| table(folder, block)).collect();
    let made: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    for table in &mut tables {
        table
            .references
            .retain(|(_, other, _)| made.contains(other));
        // A column that has no value in the files cannot be part of a key.
        let first = table.rows.clone();
        table
            .key
            .retain(|column| first.iter().all(|row| !row[column].is_empty()));
        for copy in 1..copies {
            for row in &first {
                let own = row.iter().map(|(column, value)| {
                    let is_its_own = column.ends_with("Identifier") || column.ends_with("Number");
                    let value = match value.parse::<u64>() {
                        Ok(number) if is_its_own => (number + copy * 1_000_000).to_string(),
                        _ => value.clone(),
                    };
                    (column.clone(), value)
                });
                table.rows.push(own.collect());
            }
        }
    }
    tables
}

fn table(folder: &Path, block: &str) -> Table {
    let name = block.split_whitespace().next().unwrap().to_owned();
    let (mut columns, mut key, mut references) = (Vec::new(), Vec::new(), Vec::new());
    let named = |line: &str| -> Vec<String> {
        let inner = line.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let names = inner.split(',').map(|name| name.replace(" ASC", ""));
        names.map(|name| name.trim().to_owned()).collect()
    };
    for line in block.lines().skip(1).map(str::trim) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("PRIMARY") => key = named(line),
            Some("FOREIGN") => {
                let other = line.split_once("REFERENCES ").unwrap().1;
                let (table, _) = other.split_once('(').unwrap();
                if let ([own], [referred]) = (named(line).as_slice(), named(other).as_slice()) {
                    references.push((own.clone(), table.to_owned(), referred.clone()));
                }
            }
            Some(column) if column.contains('_') => {
                columns.push((column.to_owned(), words.next().unwrap().to_owned()));
            }
            _ => {}
        }
    }
    let text = std::fs::read_to_string(folder.join(format!("csv/{name}.csv"))).unwrap();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows = lines.map(|line| {
        let names = header.iter().map(|name| (*name).to_owned());
        names.zip(line.split(',').map(str::to_owned)).collect()
    });
    Table {
        rows: rows.collect(),
        name,
        columns,
        key,
        references,
    }
}

/// The tables in a file of SQLite.
pub(crate) fn in_sqlite(tables: &[Table], file: &Path) -> Connection {
    let connection = Connection::open(file).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; BEGIN")
        .unwrap();
    for table in tables {
        let columns = table
            .columns
            .iter()
            .map(|(name, of)| format!("{name} {of}"));
        let key = format!("PRIMARY KEY ({})", table.key.join(", "));
        let references = table.references.iter().map(|(own, other, referred)| {
            format!("FOREIGN KEY ({own}) REFERENCES {other} ({referred})")
        });
        let parts: Vec<String> = columns.chain([key]).chain(references).collect();
        let name = &table.name;
        connection
            .execute_batch(&format!("CREATE TABLE {name} ({})", parts.join(", ")))
            .unwrap();
        for row in &table.rows {
            let names: Vec<&str> = row.keys().map(String::as_str).collect();
            let marks = vec!["nullif(?, '')"; names.len()].join(", ");
            let insert = format!("INSERT INTO {name} ({}) VALUES ({marks})", names.join(", "));
            let mut insert = connection.prepare_cached(&insert).unwrap();
            insert.execute(params_from_iter(row.values())).unwrap();
        }
    }
    connection.execute_batch("COMMIT; ANALYZE").unwrap();
    connection
}

/// The script that makes the tables in PostgreSQL.
pub(crate) fn of_postgres(tables: &[Table]) -> String {
    let (mut script, mut references) = (String::new(), String::new());
    for table in tables {
        let columns = table.columns.iter().map(|(name, of)| {
            let of = if of == "datetime" { "timestamp" } else { of };
            format!("{name} {of}")
        });
        let key = format!("PRIMARY KEY ({})", table.key.join(", "));
        let parts: Vec<String> = columns.chain([key]).collect();
        let name = &table.name;
        script += &format!("CREATE TABLE {name} ({});\n", parts.join(", "));
        for row in &table.rows {
            let names: Vec<&str> = row.keys().map(String::as_str).collect();
            let values = row.values().map(|value| match value.as_str() {
                "" => "NULL".to_owned(),
                value => format!("'{value}'"),
            });
            let values: Vec<String> = values.collect();
            let (names, values) = (names.join(", "), values.join(", "));
            script += &format!("INSERT INTO {name} ({names}) VALUES ({values});\n");
        }
        for (own, other, referred) in &table.references {
            references += &format!(
                "ALTER TABLE {name} ADD FOREIGN KEY ({own}) REFERENCES {other} ({referred});\n"
            );
        }
    }
    script + &references
}

/// Gives claims more payments and more of a reserve: a third of them has one of each kind, as in the set.
pub(crate) fn with_several_amounts(tables: &mut [Table]) {
    let rows = |tables: &[Table], name: &str| -> Vec<BTreeMap<String, String>> {
        let found = tables.iter().find(|table| table.name == name);
        found.unwrap().rows.clone()
    };
    let amounts = rows(tables, "Claim_Amount");
    let mut next = 900_000_000_u64;
    let mut add = |tables: &mut [Table], kind: &str, claim: &str| {
        next += 1;
        let number = next.to_string();
        // No two amounts are the same.
        let amount = (next % 1_000_000 * 7 + 1).to_string();
        for table in tables {
            let own: &[(&str, &String)] = match table.name.as_str() {
                "Claim_Amount" => &[
                    ("Claim_Amount_Identifier", &number),
                    ("Claim_Identifier", &claim.to_owned()),
                    ("Claim_Amount", &amount),
                ],
                name if name == kind => &[("Claim_Amount_Identifier", &number)],
                _ => continue,
            };
            let own = own
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).clone()));
            table.rows.push(own.collect());
        }
    };
    for (at, claim) in rows(tables, "Claim").iter().enumerate() {
        let claim = claim["Claim_Identifier"].as_str();
        assert!(amounts.iter().any(|row| row["Claim_Identifier"] == claim));
        for _ in 0..at % 3 {
            add(tables, "Loss_Payment", claim);
        }
        for _ in 0..at % 2 {
            add(tables, "Expense_Reserve", claim);
        }
    }
}
