//! What statements look like: a snapshot for each shape, and no value of a contract in any.

use std::fmt::Write;

use cmec_decoder::language::{Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue};
use cmec_decoder::{Decoder, Tables, Verdict, generated};
use cmec_executor::Principals;
use cmec_executor::lane::Request;
use cmec_executor::lane::structured::decompose::decompose;
use cmec_executor::lane::structured::sql;
use cmec_executor::lane::structured::sql::{Anchors, EntityAnchor, SqlContext};
use cmec_executor::ports::database::{Engine, Parameter, Statement};
use cmec_executor::row_policy::RowPolicy;

use crate::rules::today;

/// A contract of each shape, as a line or in cMEC.
#[rustfmt::skip]
pub(crate) const SHAPES: &[(&str, &str)] = &[
    ("rows of one table", "SELECT name, employees FROM enterprise WHERE city = 'Suzhou' AND employees > 10 ORDER BY employees DESC LIMIT 3"),
    ("a hop to one", "SELECT name, located.name FROM enterprise WHERE located.level = 'national' LIMIT 3"),
    ("a hop to several", "SELECT enterprise.name FROM enterprise WHERE EXISTS (SELECT 1 FROM person WHERE person.works = enterprise AND person.position LIKE '%director%') LIMIT 3"),
    ("an entity", r#"{"s":"RQ","o":"INST","tg":["industry"],"E":[{"txt":"电池"}],"R":[{"r":"R005"}],"A":["F040"],"C":{"pg":{"lim":3}}}"#),
    ("matches", r#"{"s":"RQ","tg":["park"],"E":[{"txt":"企业A"}],"R":[{"r":"R001"}],"C":{"pg":{"lim":3}}}"#),
    ("whether there is one", r#"{"s":"REX","tg":["park"],"E":[{"txt":"企业A","ty":"enterprise"}],"R":[{"r":"R001"}]}"#),
    ("no hop", "SELECT enterprise.name FROM enterprise WHERE NOT EXISTS (SELECT 1 FROM park WHERE enterprise.located = park) LIMIT 3"),
    ("several hops", r#"{"s":"RQ","o":"INST","tg":["industry"],"E":[{"txt":"电池"}],"R":[{"r":"R005","hop":[1,2]}],"A":["F040"],"C":{"pg":{"lim":3}}}"#),
    ("a list in a column", "SELECT name FROM wine WHERE varieties = 'мальбек' LIMIT 3"),
    ("a choice", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"any":[[{"f":"F013","op":"EQ","v":"Suzhou"}],[{"f":"F006","op":"GT","v":10}]]}]}}"#),
    ("a page for each", "SELECT name, city FROM enterprise QUALIFY ROW_NUMBER() OVER (PARTITION BY city ORDER BY employees DESC) <= 2"),
    ("groups", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"},{"fn":"AVG","f":"F006"}],"by":["F013"],"hav":[{"m":"count","op":"GT","v":1}],"srt":[{"by":"count","ord":"D"}],"pg":{"lim":3}}}}"#),
    ("groups by a hop to several", "SELECT person, SUM(enterprise.employees) FROM enterprise JOIN person ON person.works = enterprise GROUP BY person LIMIT 3"),
    ("rows and matches", "SELECT SUM(enterprise.employees), MAX(person.year) FROM enterprise JOIN person ON person.works = enterprise LIMIT 3"),
    ("a derived field", "SELECT DATE_TRUNC('month', founded), COUNT(*) FROM enterprise GROUP BY DATE_TRUNC('month', founded) LIMIT 3"),
    ("a quotient of metrics", "SELECT city, SUM(revenue) AS r, SUM(employees) AS e, SUM(revenue) / SUM(employees) FROM enterprise GROUP BY city LIMIT 3"),
    ("a metric of the codebook", "SELECT city, revenue_per_employee FROM enterprise GROUP BY city LIMIT 3"),
    ("a set", r#"{"s":"SET","tg":["enterprise"],"A":["F001"],"C":{"grp":[{"n":"a","flt":[{"f":"F013","op":"EQ","v":"Suzhou"}]},{"n":"b","flt":[{"f":"F006","op":"GT","v":10}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#),
    ("among the rows of a group", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"enterprise","op":"IN","g":"&t"}],"grp":[{"n":"t","tg":["enterprise"],"srt":[{"f":"F015","ord":"D"}],"pg":{"lim":5}}]}}"#),
];

/// The statement of a contract over the tables of a built-in domain.
pub(crate) fn statement(domain: &str, intent: &str, engine: Engine) -> Option<Statement> {
    let tables = generated::builtin(domain).unwrap();
    statement_for((tables, Principals::NONE), intent, engine)
}

/// The same where the tables have row filters, of whoever asks.
pub(crate) fn statement_for(
    (tables, principals): (&Tables, &Principals),
    intent: &str,
    engine: Engine,
) -> Option<Statement> {
    let catalogue = cmec_executor::generated::builtin(&tables.name).unwrap();
    let decoded = Decoder::new(tables).decode(intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        return None;
    };
    let request = Request {
        contract: &contract,
        tables,
        catalogue,
        principals,
        today: today(),
        limit: None,
    };
    let rows = RowPolicy::bind(tables, principals).unwrap();
    let plan = decompose(&request, rows, None)?.unwrap();
    let mut anchors = Anchors::default();
    for named in plan.entities() {
        let said = named.entity.type_name.as_deref();
        let type_name = said
            .or(named.types.first().copied())
            .unwrap_or("enterprise");
        let found = EntityAnchor {
            type_name: type_name.to_owned(),
            key: Parameter::Integer(7),
        };
        anchors.set(named.entity, vec![found]);
    }
    let context = SqlContext::of_plan(&plan, engine, &anchors);
    Some(sql::write(&context, &plan.contract).unwrap().statement)
}

#[test]
fn each_shape_has_its_statement() {
    let mut seen = String::new();
    for (name, intent) in SHAPES {
        let domain = if intent.contains("FROM wine") {
            "wine"
        } else {
            "enterprise"
        };
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let statement = statement(domain, intent, engine);
            let statement = statement.unwrap_or_else(|| panic!("{name}: {intent} is no contract"));
            seen += &format!(
                "# {name}: {intent}\n-- {}\n{}\n-- {:?}\n\n",
                engine.name(),
                statement.text().replace(" FROM ", "\n  FROM "),
                statement.values()
            );
        }
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn no_value_stands_in_a_statement() {
    // Every value has letters or figures that no name and no dialect has.
    let filters = r#"{"f":"F001","op":"CT","v":"zq'1"},{"f":"F004","op":"IN","v":["zq2","zq\"3"]},{"f":"F009","op":"CT","v":"zq4"},{"f":"F006","op":"BT","v":[987651,987652]},{"f":"F005","op":"GE","v":98765.25},{"f":"F008","op":"LT","v":"1987-06-05"},{"f":"F010","op":"LE","v":"1987-06-05T04:03:02Z"},{"f":"F013","op":"SW","v":"zq5%_"}"#;
    let group = r#"{"n":"a","flt":[{"f":"F019","op":"EW","v":"zq6"}]},{"n":"b","flt":[{"f":"F006","op":"EQ","v":987652}]}"#;
    for intent in [
        format!(
            r#"{{"s":"IS","tg":["enterprise"],"E":[{{"txt":"zq7"}}],"C":{{"flt":[{filters}]}}}}"#
        ),
        format!(
            r#"{{"s":"AGG","tg":["enterprise"],"C":{{"flt":[{filters}],"agg":{{"m":[{{"fn":"SUM","f":"F006","as":"zq8"}}],"by":["F013"],"hav":[{{"m":"&zq8","op":"GT","v":987654}}]}}}}}}"#
        ),
        format!(
            r#"{{"s":"SET","tg":["enterprise"],"C":{{"flt":[{filters}],"grp":[{group}],"set":{{"l":"a","op":"UNI","r":"b"}}}}}}"#
        ),
    ] {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let statement = statement("enterprise", &intent, engine);
            let statement = statement.unwrap_or_else(|| panic!("{intent} is no contract"));
            for value in ["zq", "98765", "1987"] {
                assert!(
                    !statement.text().contains(value),
                    "{value}: {}",
                    statement.text()
                );
            }
            assert!(statement.values().len() > 9, "{statement:?}");
        }
    }
}

/// Wherever the table of a type stands, it is narrowed to the rows that may be seen; a table of pairs to those whose ends may.
#[test]
fn a_row_policy_narrows_every_table() {
    let mut tables = generated::builtin("enterprise").unwrap().clone();
    let filter = |field: &'static str, operator, is| RowFilter {
        field: field.into(),
        operator,
        is,
    };
    let constant = |text: &'static str| RowValue::Constant(vec![text.into()].into());
    tables.principals = vec![Principal {
        name: "city".into(),
        value_type: ValueType::String,
        array: false,
    }]
    .into();
    tables.row_filters = vec![
        filter(
            "enterprise.city",
            Operator::Eq,
            RowValue::Principal("city".into()),
        ),
        filter("park.area_km2", Operator::Ge, constant("1.5")),
        filter("industry.strategic", Operator::Eq, constant("true")),
    ]
    .into();
    let principals = Principals::default().with("city", "Suzhou");
    let mut seen = String::new();
    for (name, intent) in [
        ("rows", r#"{"s":"IS","tg":["enterprise"],"A":["F001"]}"#),
        (
            "a hop",
            r#"{"s":"IS","tg":["park"],"A":["F020"],"R":[{"r":"R001","dir":"I"}]}"#,
        ),
        (
            "a hop that is not there",
            r#"{"s":"IS","tg":["park"],"A":["F020"],"R":[{"r":"R001","dir":"I","no":true}]}"#,
        ),
        (
            "hops of one type",
            r#"{"s":"RQ","o":"INST","tg":["industry"],"E":[{"txt":"电池"}],"R":[{"r":"R005","hop":[1,2]}],"A":["F040"],"C":{"pg":{"lim":3}}}"#,
        ),
        (
            "an entity of no known type",
            r#"{"s":"AF","E":[{"txt":"a"}]}"#,
        ),
        (
            "numbers",
            r#"{"s":"AGG","tg":["park"],"R":[{"r":"R001","dir":"I"}],"C":{"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}],"by":["F021"]}}}"#,
        ),
    ] {
        for engine in [Engine::Sqlite, Engine::Postgres] {
            let statement = statement_for((&tables, &principals), intent, engine);
            let statement = statement.unwrap_or_else(|| panic!("{name}"));
            let values = statement.values();
            let text = statement.text().replace(" FROM ", "\n  FROM ");
            writeln!(
                seen,
                "# {name}\n-- {}\n{text}\n-- {values:?}\n",
                engine.name()
            )
            .unwrap();
            for table in ["enterprises", "parks", "industries"] {
                let all = statement
                    .text()
                    .matches(&format!("FROM \"{table}\""))
                    .count();
                let narrowed = format!("FROM \"{table}\" AS \"t");
                assert_eq!(statement.text().matches(&narrowed).count(), all, "{name}");
                assert!(
                    !statement.text().contains(&format!("JOIN \"{table}\"")),
                    "{name}"
                );
            }
        }
    }
    insta::assert_snapshot!(seen);
}
