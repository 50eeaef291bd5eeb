//! The rows of a contract, as the lane and as the reference give them.

use std::collections::BTreeMap;

use std::time::{Duration, Instant};

use chrono::NaiveDate;
use cmec_decoder::contract::{Contract, Valid};
use cmec_decoder::language::{Output, Scenario};
use cmec_decoder::tables::Tables;
use cmec_executor::Principals;
use cmec_executor::catalogue::StructuredCatalogue;
use cmec_executor::lane::Request;
use cmec_executor::lane::structured::decompose::decompose;
use cmec_executor::lane::structured::forms;
use cmec_executor::lane::structured::match_modes;
use cmec_executor::lane::structured::page_rows::page_rows;
use cmec_executor::lane::structured::plan::NamedEntity;
use cmec_executor::lane::structured::sql;
use cmec_executor::lane::structured::sql::{Anchors, EntityAnchor, Match, SqlContext, key_of_row};
use cmec_executor::ports::database::{Database, DatabaseValue};
use cmec_executor::ports::raw_row::Cell as Shown;
use cmec_executor::reference::cell::Cell;
use cmec_executor::reference::evaluate;
use cmec_executor::response::row::Row;
use cmec_executor::row_policy::RowPolicy;

use crate::host::Host;
use crate::world::World;

const LONG: Duration = Duration::from_secs(10);

/// Rows as texts.
pub(crate) type Rows = Vec<Vec<String>>;

/// What the reference says; `None` where it says nothing.
pub(crate) fn by_reference(
    world: &World,
    contract: &Valid<Contract<'_>>,
    today: NaiveDate,
) -> Option<Rows> {
    let answer = evaluate(contract, &world.tables, &world.data, today).ok()?;
    let rows = answer.rows.iter();
    Some(rows.map(|row| row.iter().map(shown).collect()).collect())
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Missing => "-".to_owned(),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.normalized().to_plain_string(),
        Cell::Boolean(flag) => flag.to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Moment(moment) => {
            let written = moment.format("%Y-%m-%dT%H:%M:%S%.f").to_string();
            match written.contains('.') {
                true => format!("{}Z", written.trim_end_matches('0')),
                false => format!("{written}Z"),
            }
        }
        Cell::List(members) if members.is_empty() => "-".to_owned(),
        Cell::List(members) => {
            let mut members: Vec<String> = members.iter().map(shown).collect();
            members.sort();
            format!("{members:?}")
        }
    }
}

pub(crate) struct Own {
    pub(crate) rows: Rows,
    /// The statement and its values.
    pub(crate) statement: String,
    /// The statement alone.
    pub(crate) text: String,
}

/// What the lane says over a database. An entity is what it is called letter by letter, as the reference has it.
pub(crate) async fn by_lane(
    (tables, catalogue): (&Tables, &StructuredCatalogue),
    contract: &Valid<Contract<'_>>,
    today: NaiveDate,
    database: &dyn Database,
) -> Own {
    let failed = |error: String, statement: String| Own {
        rows: vec![vec![error]],
        text: String::new(),
        statement,
    };
    let host = Host::new(tables, catalogue.clone());
    if is_graph(contract) {
        let response = host.run((contract, None, None), database).await;
        let statement = format!("{:?} {:?}", response.reasons, response.limitations);
        let of_nothing = response.rows.is_empty();
        let is_existence = contract.intent.output_type == Output::Existence;
        let rows = response.rows.iter();
        return Own {
            // No over a value that is nowhere is no fact, and has no row.
            rows: match of_nothing && is_existence {
                true => vec![vec!["false".to_owned()]],
                false => rows.map(texts_of).collect(),
            },
            text: String::new(),
            statement,
        };
    }
    let request = Request {
        contract,
        tables,
        catalogue: &host.catalogue,
        principals: Principals::NONE,
        today,
        limit: None,
    };
    let plan = decompose(&request, RowPolicy::default(), None)
        .unwrap()
        .unwrap();
    let engine = database.engine();
    let (nothing, mut anchors) = (Anchors::default(), Anchors::default());
    for named in plan.entities() {
        let context = SqlContext::of_plan(&plan, engine, &nothing);
        anchors.set(named.entity, found(&context, &named, database).await);
    }
    let deadline = Instant::now() + LONG;
    match_modes::find(&plan, database, deadline, &mut anchors)
        .await
        .unwrap();
    forms::find(&plan, database, deadline, &mut anchors)
        .await
        .unwrap();
    let context = SqlContext::of_plan(&plan, engine, &anchors);
    let written = match sql::write(&context, &plan.contract) {
        Ok(written) => written,
        Err(error) => return failed(error.to_string(), String::new()),
    };
    let (text, values) = (written.statement.text(), written.statement.values());
    let statement = format!("{text} {values:?}");
    let text = text.to_owned();
    let rows = match database.query(&written.statement, LONG).await {
        Ok(rows) => rows,
        Err(error) => return failed(error.to_string(), statement),
    };
    let page = page_rows(&plan, &written, rows, &mut BTreeMap::new());
    let rows = page.rows.iter().map(texts_of).collect();
    Own {
        rows,
        statement,
        text,
    }
}

/// Whether no one statement answers a contract.
pub(crate) fn is_graph(contract: &Contract<'_>) -> bool {
    matches!(
        contract.intent.scenario,
        Scenario::PathQuery | Scenario::Subgraph
    )
}

fn texts_of(row: &Row) -> Vec<String> {
    row.values.iter().map(|(_, cell)| text_of(cell)).collect()
}

async fn found(
    context: &SqlContext<'_>,
    named: &NamedEntity<'_>,
    database: &dyn Database,
) -> Vec<EntityAnchor> {
    let statement = sql::lookup(context, named, Match::Exact, 100)
        .unwrap()
        .unwrap();
    let rows = database.query(&statement, LONG).await.unwrap();
    let anchored = |row: &Vec<DatabaseValue>| match &row[..] {
        [DatabaseValue::Text(type_name), key, _] => EntityAnchor {
            type_name: type_name.clone(),
            key: key_of_row(database.engine(), key).unwrap(),
        },
        other => panic!("{other:?}"),
    };
    rows.iter().map(anchored).collect()
}

pub(crate) fn text_of(cell: &Shown) -> String {
    match cell {
        Shown::Null => "-".to_owned(),
        Shown::Number(digits) => {
            let number: bigdecimal::BigDecimal = digits.parse().unwrap();
            number.normalized().to_plain_string()
        }
        Shown::List(members) => {
            let mut members: Vec<String> = members.iter().map(text_of).collect();
            members.sort();
            format!("{members:?}")
        }
        other => other.written().unwrap_or_default().into_owned(),
    }
}
