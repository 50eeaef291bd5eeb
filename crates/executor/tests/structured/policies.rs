//! Under a row policy an answer is that over a database which has only the rows that may be seen, to the last hint.

use std::collections::BTreeMap;

use cmec_decoder::contract::Condition;
use cmec_decoder::language::{Arity, Operator, ValueType};
use cmec_decoder::tables::{Principal, RowFilter, RowValue, Tables};
use cmec_decoder::{Decoder, Verdict};
use cmec_executor::Principals;
use cmec_executor::catalogue::MatchMode;
use cmec_executor::ports::database::Database;
use cmec_executor::ports::database::sqlite::Sqlite;
use cmec_executor::reference::cell::Cell;
use cmec_executor::reference::evaluate;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::host::Host;
use crate::rules::today;
use crate::world::World;
use crate::{InPg, Pg};

/// A row policy, who asks, and the rows that may not be seen.
pub(crate) struct Policy {
    pub(crate) tables: Tables,
    pub(crate) principals: Principals,
    /// The keys of rows that may not be seen, by type.
    pub(crate) hidden: BTreeMap<String, Vec<usize>>,
}

impl Policy {
    /// The policy of some filters, of which every second compares with a principal.
    pub(crate) fn new(world: &World, filters: &[Value]) -> Self {
        let mut own = Self {
            tables: world.tables.clone(),
            principals: Principals::default(),
            hidden: BTreeMap::new(),
        };
        for (index, filter) in filters.iter().enumerate() {
            own.add(world, filter, index % 2 == 1);
        }
        own
    }

    fn add(&mut self, world: &World, filter: &Value, by_principal: bool) {
        let field = world.tables.field_by_code(filter["f"].as_str().unwrap());
        let field = field.unwrap();
        let Some(names) = passing(world, &field.type_name, filter) else {
            return;
        };
        let operators = Operator::ALL.iter();
        let operator = operators.copied().find(|one| filter["op"] == one.code());
        let operator = operator.unwrap();
        let texts: Vec<String> = match (&filter["v"], operator.arity()) {
            (_, Arity::Flag) => Vec::new(),
            (Value::Array(values), _) => values.iter().map(text).collect(),
            (one, _) => vec![text(one)],
        };
        let listed = texts.iter().map(|text| text.clone().into()).collect();
        let principal = Principal {
            name: format!("p{}", self.tables.principals.len()).into(),
            value_type: field.value_type,
            array: operator.arity() == Arity::List,
        };
        let mut row_filter = RowFilter {
            field: field.path.clone(),
            operator,
            is: RowValue::Constant(listed),
        };
        if by_principal && row_filter.takes(&principal, field.value_type, &field.operators) {
            let principals = std::mem::take(&mut self.principals);
            let said = texts.iter();
            self.principals = said.fold(principals, |all, text| all.with(&principal.name, text));
            row_filter.is = RowValue::Principal(principal.name.clone());
            self.tables.principals.to_mut().push(principal);
        }
        self.tables.row_filters.to_mut().push(row_filter);
        let key = world
            .tables
            .type_by_name(&field.type_name)
            .unwrap()
            .key
            .clone();
        let instances = world.json[field.type_name.as_ref()].as_array().unwrap();
        let hidden = self.hidden.entry(field.type_name.to_string()).or_default();
        for (index, instance) in instances.iter().enumerate() {
            let name = instance[key.as_deref().unwrap()].as_str().unwrap();
            if !names.iter().any(|own| own == name) && !hidden.contains(&(index + 1)) {
                hidden.push(index + 1);
            }
        }
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What the instances of a type are called that pass a row filter, which is exact; `None`: no contract has it.
fn passing(world: &World, type_name: &str, filter: &Value) -> Option<Vec<String>> {
    let mut filter = filter.clone();
    let mut tables = world.tables.clone();
    for field in tables.fields.to_mut() {
        field.folded = false;
        let is_array = field.array && filter["f"] == field.code.as_ref();
        let exact = [("CT", "IN"), ("NC", "NI")].into_iter();
        if let Some((_, exact)) = (exact.clone()).find(|(own, _)| is_array && filter["op"] == *own)
        {
            filter["v"] = json!([filter["v"]]);
            filter["op"] = json!(exact);
        }
    }
    let paths = tables.fields.iter().map(|field| field.path.to_string());
    let data = (world.data.clone()).matched(paths.map(|path| (path, MatchMode::Exact)));
    let key = world.tables.type_by_name(type_name)?.key.clone()?;
    let key = world.tables.field_by_path(&format!("{type_name}.{key}"))?;
    let intent = json!({
        "s": "IS", "tg": [type_name], "A": [key.code],
        "C": {"flt": [filter], "pg": {"lim": 100}},
    });
    let intent = intent.to_string();
    let decoded = Decoder::new(&tables).decode(&intent, "0");
    let Verdict::Contract(contract) = decoded.verdict else {
        return None;
    };
    let answer = evaluate(&contract, &tables, &data, today()).unwrap();
    let rows = answer.rows.into_iter().flatten();
    let names = rows.map(|cell| match cell {
        Cell::Text(name) => name,
        other => panic!("{other:?}"),
    });
    Some(names.collect())
}

/// What is asked besides random contracts: paths, neighbourhoods, names that mean several, and values that are not there.
pub(crate) const QUESTIONS: &[&str] = &[
    r#"{"s":"PQ","E":[{"txt":"enterprise 0","ty":"enterprise"},{"txt":"enterprise 1","ty":"enterprise"}],"C":{"pg":{"lim":100}},"G":{"path":{"hop":3}}}"#,
    r#"{"s":"PQ","E":[{"txt":"park 0","ty":"park"},{"txt":"person 0","ty":"person"}],"C":{"pg":{"lim":100}},"G":{"path":{"hop":4}}}"#,
    r#"{"s":"SG","E":[{"txt":"enterprise 0","ty":"enterprise"}],"G":{"dep":2}}"#,
    r#"{"s":"AF","E":[{"txt":"enterprise","ty":"enterprise"}],"A":["F001"]}"#,
    r#"{"s":"AF","E":[{"txt":"ENTERPRISE 1","ty":"enterprise"}],"A":["F001"]}"#,
    r#"{"s":"AF","E":[{"txt":"0"}]}"#,
    r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F020","op":"EQ","v":"park"}]}}"#,
    r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F013","op":"EQ","v":"Suzhoo"}]}}"#,
];

/// Pages that are walked at most.
const PAGES: usize = 20;

/// The answers to an intent, page by page, without the tokens of cursors, which differ by who asks; `None`: no contract.
pub(crate) async fn answers(
    host: &Host<'_>,
    open: &Tables,
    intent: &str,
    database: &dyn Database,
) -> Option<Vec<Value>> {
    let Verdict::Contract(contract) = Decoder::new(open).decode(intent, "0").verdict else {
        return None;
    };
    // Of several types, a filter that the policy has, too, keeps out no other type under it.
    let said = contract.constraints.filters.iter();
    let is_of_policy = |condition: &Condition<'_>| {
        let filters = &mut condition.filters();
        filters.any(|said| {
            let mut own = host.tables.row_filters.iter();
            own.any(|own| own.field == said.field && own.operator == said.operator)
        })
    };
    if contract.grounding.target_types.len() > 1 && said.clone().any(is_of_policy) {
        return None;
    }
    let (mut pages, mut cursor) = (Vec::new(), None);
    for _ in 0..PAGES {
        let mut page = host.run((&contract, Some(2), cursor), database).await;
        let next = page.next_cursor.take();
        pages.push(serde_json::to_value(&page).unwrap());
        match next {
            Some(next) => cursor = Some(cmec_executor::Cursor::parse(&next).unwrap()),
            None => break,
        }
    }
    Some(pages)
}

const TENANTS: &str = r#"{"enterprise": [
    {"name": "Upper", "city": "ACME", "tags": ["ACME"]},
    {"name": "Lower", "city": "acme", "tags": ["acme", "other"]},
    {"name": "Wider", "city": "acme ltd", "tags": ["acme ltd"]}
]}"#;

/// A principal means one value, where the field is compared without case (`city`), and where values are looked for in members
/// (`tags`), also when the question asks for the very value.
#[test]
fn a_row_filter_is_exact() {
    let runtime = Runtime::new().unwrap();
    let pg = runtime.block_on(Pg::start());
    for (field, operator) in [
        ("enterprise.city", Operator::Eq),
        ("enterprise.city", Operator::In),
        ("enterprise.tags", Operator::Contains),
        ("enterprise.tags", Operator::In),
    ] {
        let mut tables = cmec_decoder::generated::builtin("enterprise")
            .unwrap()
            .clone();
        tables.principals.to_mut().push(Principal {
            name: "tenant".into(),
            value_type: ValueType::String,
            array: operator == Operator::In,
        });
        tables.row_filters.to_mut().push(RowFilter {
            field: field.into(),
            operator,
            is: RowValue::Principal("tenant".into()),
        });
        let world = World::new(tables, TENANTS);
        let in_pg = pg.as_ref().map(|pg| runtime.block_on(InPg::of(&world, pg)));
        for (said, expected) in [
            ("ACME", Some("Upper")),
            ("acme", Some("Lower")),
            ("Acme", None),
        ] {
            let principals = Principals::default().with("tenant", said);
            let all = r#"{"s":"IS","tg":["enterprise"],"A":["F001"]}"#.to_owned();
            let flt = json!([{"f": "F009", "op": "CT", "v": said}]);
            let own = json!({"s": "IS", "tg": ["enterprise"], "A": ["F001"], "C": {"flt": flt}});
            for intent in [all, own.to_string()] {
                let shown = |answer: cmec_executor::Response| {
                    let answer = serde_json::to_value(&answer).unwrap();
                    let rows = answer["rows"].as_array().unwrap().iter();
                    let names = rows.map(|row| row["values"]["enterprise.name"].clone());
                    assert_eq!(
                        names.collect::<Vec<_>>(),
                        expected.iter().map(|name| json!(name)).collect::<Vec<_>>(),
                        "{field} {operator:?} {said} {intent} {answer}"
                    );
                };
                let host = |catalogue| Host {
                    principals: &principals,
                    ..Host::new(&world.tables, catalogue)
                };
                let sqlite = Sqlite::new(&world.file);
                let under = host(world.catalogue.clone());
                shown(runtime.block_on(under.answer(&intent, &sqlite)));
                if let Some(own) = &in_pg {
                    let under = host(own.catalogue.clone());
                    shown(runtime.block_on(under.answer(&intent, &own.pg.database)));
                }
            }
        }
    }
}

/// True where an intent repeats a row filter: the contract has the two as one condition, which leaves out no rows of
/// other types.
pub(crate) fn repeats(intent: &Value, filters: &[Value]) -> bool {
    filters.contains(intent)
        || match intent {
            Value::Array(all) => all.iter().any(|own| repeats(own, filters)),
            Value::Object(all) => all.values().any(|own| repeats(own, filters)),
            _ => false,
        }
}
