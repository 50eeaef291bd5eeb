//! The tables of a world over three servers: each is partitioned by its first column, and its partitions are tables of the
//! servers. `CMEC_PG_SHARDS=1` asks for them; the server must have `postgres_fdw`.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::sync::Mutex;

use crate::postgres::Server;

const SHARDS: usize = 3;

pub(crate) struct Shards(Vec<(Server, Mutex<PgConnection>)>);

async fn run(connection: &mut PgConnection, script: String) {
    let ran = sqlx::raw_sql(AssertSqlSafe(script)).execute(connection);
    ran.await.unwrap();
}

impl Shards {
    /// Three servers that a fourth reaches by this connection; `None`: nobody asks for them.
    pub(crate) async fn start(coordinator: &mut PgConnection) -> Option<Self> {
        std::env::var_os("CMEC_PG_SHARDS")?;
        run(coordinator, "CREATE EXTENSION postgres_fdw".to_owned()).await;
        let mut shards = Vec::new();
        for number in 0..SHARDS {
            let server = Server::start()?;
            let url = server.url();
            let port = url.rsplit([':', '/']).nth(1).unwrap();
            let script = format!(
                "CREATE SERVER shard{number} FOREIGN DATA WRAPPER postgres_fdw
                   OPTIONS (host '127.0.0.1', port '{port}', dbname 'postgres');
                 CREATE USER MAPPING FOR cmec SERVER shard{number} OPTIONS (user 'cmec');"
            );
            run(coordinator, script).await;
            let connection = PgConnection::connect(&url).await.unwrap();
            shards.push((server, Mutex::new(connection)));
        }
        Some(Self(shards))
    }

    /// Makes the tables of a script on each server, and gives the script for the one that reaches them.
    pub(crate) async fn spread(&self, schema: &str, script: &str) -> String {
        let mut own = format!("DROP SCHEMA IF EXISTS {schema} CASCADE;");
        let mut spread = String::new();
        for line in script.lines() {
            let Some((table, columns)) = line
                .strip_prefix("CREATE TABLE ")
                .and_then(|rest| rest.strip_suffix(");")?.split_once(" ("))
            else {
                if line.starts_with("CREATE") {
                    own += line;
                }
                spread += line;
                spread.push('\n');
                continue;
            };
            own += line;
            let (first, _) = columns.split_once(' ').unwrap();
            let columns = columns.replace(" PRIMARY KEY", "");
            spread += &format!("CREATE TABLE {table} ({columns}) PARTITION BY HASH ({first});\n");
            let (_, name) = table.split_once('.').unwrap();
            for number in 0..SHARDS {
                spread += &format!(
                    "CREATE FOREIGN TABLE {table}_{number} PARTITION OF {table}
                       FOR VALUES WITH (MODULUS {SHARDS}, REMAINDER {number})
                       SERVER shard{number} OPTIONS (schema_name '{schema}', table_name '{name}');\n"
                );
            }
        }
        for (_, connection) in &self.0 {
            run(&mut *connection.lock().await, own.clone()).await;
        }
        spread
    }
}
