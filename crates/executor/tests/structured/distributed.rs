//! What a distributed PostgreSQL answers on one of its nodes, by the shape of the statement: every table in it is narrowed to
//! the rows of one key.

use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue};
use cmec_decoder::{Tables, generated};
use cmec_executor::Principals;
use cmec_executor::catalogue::StructuredCatalogue;
use cmec_executor::ports::database::Engine;

use crate::statements::{SHAPES, statement_for};

/// A domain whose rows are those of one tenant, whose name stands in the key of each type.
fn of_one_tenant(domain: &str) -> Tables {
    let mut tables = generated::builtin(domain).unwrap().clone();
    tables.principals = vec![Principal {
        name: "tenant".into(),
        value_type: ValueType::String,
        array: false,
    }]
    .into();
    let types = tables.types.iter();
    let filters = types.map(|own| RowFilter {
        field: format!("{}.{}", own.name, own.key.as_deref().unwrap()).into(),
        operator: Operator::Eq,
        is: RowValue::Principal("tenant".into()),
    });
    tables.row_filters = filters.collect();
    tables
}

/// Whether every table is that of a type, narrowed by its key to one value.
fn is_of_one_key(text: &str, tables: &Tables, catalogue: &StructuredCatalogue) -> bool {
    let parts = text.split(['"', ' ', '(', ')']).collect::<Vec<_>>();
    let links = catalogue
        .relations
        .iter()
        .filter_map(|own| own.link.as_ref());
    let fields = catalogue.types.iter().flat_map(|own| own.fields.iter());
    let values = fields.filter_map(|own| own.values.as_ref());
    let mut without_key = links
        .map(|own| &own.table)
        .chain(values.map(|own| &own.table));
    if without_key.any(|table| parts.contains(&table.as_ref())) {
        return false;
    }
    catalogue.types.iter().all(|own| {
        let table = format!("\"{}\"", own.table);
        let key = tables.type_by_name(&own.type_name).unwrap().key.clone();
        let path = format!("{}.{}", own.type_name, key.unwrap());
        let mut bound = own.fields.iter();
        let column = &bound
            .find(|field| field.path == path.as_str())
            .unwrap()
            .column;
        text.split(&table).skip(1).all(|behind| {
            let narrowed = behind.split_once("WHERE ").map(|(named, rest)| {
                let alias = named.trim().strip_prefix("AS ").unwrap_or_default();
                rest.starts_with(&format!("CAST({alias}.\"{column}\" AS text) = $"))
            });
            narrowed == Some(true)
        })
    })
}

/// The shapes that name a table of pairs or of values, which have no row filters.
const OF_SEVERAL_NODES: &[&str] = &[
    "a hop to several",
    "an entity",
    "several hops",
    "groups by a hop to several",
    "rows and matches",
];

#[test]
fn a_statement_of_one_key_goes_to_one_node() {
    let principals = Principals::default().with("tenant", "a");
    for (name, intent) in SHAPES {
        let domain = match intent.contains("FROM wine") {
            true => "wine",
            false => "enterprise",
        };
        let tables = of_one_tenant(domain);
        let catalogue = cmec_executor::generated::builtin(domain).unwrap();
        let catalogue = catalogue.structured.as_ref().unwrap();
        let statement = statement_for((&tables, &principals), intent, Engine::Postgres);
        let text = statement.unwrap().text().to_owned();
        let is_one = is_of_one_key(&text, &tables, catalogue);
        assert_eq!(is_one, !OF_SEVERAL_NODES.contains(name), "{name}\n{text}");
    }
}
