//! Which rows of which files the instances of our codebook are, which columns their fields, and by which columns they are
//! linked.

use std::collections::BTreeMap;
use std::path::Path;

use cmec_decoder::language::ValueType;
use cmec_decoder::tables::Tables;
use serde_json::{Map, Value, json};

/// A type: its file, the columns of its key, which rows, and its other fields with their columns.
struct View {
    type_name: &'static str,
    file: &'static str,
    key: &'static [&'static str],
    rows: Rows,
    fields: &'static [(&'static str, &'static str)],
}

/// Which rows of a file are instances.
enum Rows {
    All,
    /// Those with this value in this column.
    With(&'static str, &'static str),
    /// Those whose value in this column another file has.
    In(&'static str, &'static str),
}

const AMOUNT: &str = "Claim_Amount_Identifier";
const ROLE: &[&str] = &[
    "Agreement_Identifier",
    "Party_Identifier",
    "Party_Role_Code",
];

const VIEWS: &[View] = &[
    View {
        type_name: "claim",
        file: "Claim",
        key: &["Claim_Identifier"],
        rows: Rows::All,
        fields: &[
            ("number", "Company_Claim_Number"),
            ("opened", "Claim_Open_Date"),
            ("closed", "Claim_Close_Date"),
        ],
    },
    View {
        type_name: "loss_payment",
        file: "Claim_Amount",
        key: &[AMOUNT],
        rows: Rows::In("Loss_Payment", AMOUNT),
        fields: &[("amount", "Claim_Amount")],
    },
    View {
        type_name: "loss_reserve",
        file: "Claim_Amount",
        key: &[AMOUNT],
        rows: Rows::In("Loss_Reserve", AMOUNT),
        fields: &[("amount", "Claim_Amount")],
    },
    View {
        type_name: "expense_payment",
        file: "Claim_Amount",
        key: &[AMOUNT],
        rows: Rows::In("Expense_Payment", AMOUNT),
        fields: &[("amount", "Claim_Amount")],
    },
    View {
        type_name: "expense_reserve",
        file: "Claim_Amount",
        key: &[AMOUNT],
        rows: Rows::In("Expense_Reserve", AMOUNT),
        fields: &[("amount", "Claim_Amount")],
    },
    View {
        type_name: "catastrophe",
        file: "Catastrophe",
        key: &["Catastrophe_Identifier"],
        rows: Rows::All,
        fields: &[("name", "Catastrophe_Name")],
    },
    View {
        type_name: "coverage",
        file: "Policy_Coverage_Detail",
        key: &["Policy_Coverage_Detail_Identifier"],
        rows: Rows::All,
        fields: &[("starts", "Effective_Date"), ("ends", "Expiration_Date")],
    },
    View {
        type_name: "policy",
        file: "Policy",
        key: &["Policy_Identifier"],
        rows: Rows::All,
        fields: &[
            ("number", "Policy_Number"),
            ("starts", "Effective_Date"),
            ("ends", "Expiration_Date"),
        ],
    },
    View {
        type_name: "premium",
        file: "Policy_Amount",
        key: &["Policy_Amount_Identifier"],
        rows: Rows::In("Premium", "Policy_Amount_Identifier"),
        fields: &[("amount", "Policy_Amount")],
    },
    View {
        type_name: "agent",
        file: "Agreement_Party_Role",
        key: ROLE,
        rows: Rows::With("Party_Role_Code", "AG"),
        fields: &[("party", "Party_Identifier")],
    },
    View {
        type_name: "holder",
        file: "Agreement_Party_Role",
        key: ROLE,
        rows: Rows::With("Party_Role_Code", "PH"),
        fields: &[("party", "Party_Identifier")],
    },
];

/// A relation: a file in whose rows one end and the other stand, and the columns of each. The columns may be a part of a key.
struct Link {
    relation: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
}

const LINKS: &[Link] = &[
    Link {
        relation: "claim_2_loss_payment",
        file: "Claim_Amount",
        from: "Claim_Identifier",
        to: AMOUNT,
    },
    Link {
        relation: "claim_2_loss_reserve",
        file: "Claim_Amount",
        from: "Claim_Identifier",
        to: AMOUNT,
    },
    Link {
        relation: "claim_2_expense_payment",
        file: "Claim_Amount",
        from: "Claim_Identifier",
        to: AMOUNT,
    },
    Link {
        relation: "claim_2_expense_reserve",
        file: "Claim_Amount",
        from: "Claim_Identifier",
        to: AMOUNT,
    },
    Link {
        relation: "claim_2_catastrophe",
        file: "Claim",
        from: "Claim_Identifier",
        to: "Catastrophe_Identifier",
    },
    Link {
        relation: "claim_2_coverage",
        file: "Claim_Coverage",
        from: "Claim_Identifier",
        to: "Policy_Coverage_Detail_Identifier",
    },
    Link {
        relation: "coverage_2_policy",
        file: "Policy_Coverage_Detail",
        from: "Policy_Coverage_Detail_Identifier",
        to: "Policy_Identifier",
    },
    Link {
        relation: "coverage_2_premium",
        file: "Policy_Amount",
        from: "Policy_Coverage_Detail_Identifier",
        to: "Policy_Amount_Identifier",
    },
    Link {
        relation: "policy_2_agent",
        file: "Agreement_Party_Role",
        from: "Agreement_Identifier",
        to: "",
    },
    Link {
        relation: "policy_2_holder",
        file: "Agreement_Party_Role",
        from: "Agreement_Identifier",
        to: "",
    },
    Link {
        relation: "premium_2_policy",
        file: "Policy_Amount",
        from: "Policy_Amount_Identifier",
        to: "Policy_Identifier",
    },
];

/// A row: its values by their columns.
pub(crate) type Record = BTreeMap<String, String>;

/// The rows of a file. No value has quotes or commas.
pub(crate) fn records(folder: &Path, file: &str) -> Vec<Record> {
    let path = folder.join("csv").join(format!("{file}.csv"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(!text.contains('"'), "{file} has quotes");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let record = |line: &str| {
        let values = line.split(',').map(str::to_owned);
        names
            .iter()
            .map(|name| (*name).to_owned())
            .zip(values)
            .collect()
    };
    lines.map(record).collect()
}

/// The instances and links of the codebook, as data sets are written.
pub(crate) fn instances(folder: &Path, tables: &Tables) -> Map<String, Value> {
    let mut json = Map::new();
    for view in VIEWS {
        let instances: Vec<Value> = rows_of(folder, view)
            .iter()
            .map(|record| instance(view, record, tables))
            .collect();
        json.insert(view.type_name.to_owned(), Value::Array(instances));
    }
    let links: Map<String, Value> = LINKS
        .iter()
        .map(|link| {
            (
                link.relation.to_owned(),
                Value::Array(pairs(folder, link, tables)),
            )
        })
        .collect();
    json.insert("links".to_owned(), Value::Object(links));
    json
}

fn rows_of(folder: &Path, view: &View) -> Vec<Record> {
    let mut rows = records(folder, view.file);
    match view.rows {
        Rows::All => {}
        Rows::With(column, value) => rows.retain(|row| row[column] == value),
        Rows::In(file, column) => {
            let others = records(folder, file);
            rows.retain(|row| others.iter().any(|other| other[column] == row[column]));
        }
    }
    rows
}

fn key(view: &View, record: &Record) -> String {
    let parts: Vec<&str> = view
        .key
        .iter()
        .map(|column| record[*column].as_str())
        .collect();
    parts.join("/")
}

fn instance(view: &View, record: &Record, tables: &Tables) -> Value {
    let mut fields = Map::from_iter([("id".to_owned(), json!(key(view, record)))]);
    for (name, column) in view.fields {
        let path = format!("{}.{name}", view.type_name);
        let text = record[*column].as_str();
        let value = match tables.field_by_path(&path).unwrap().value_type {
            _ if text.is_empty() => Value::Null,
            ValueType::Integer | ValueType::Decimal => serde_json::from_str(text).unwrap(),
            _ => json!(text),
        };
        fields.insert((*name).to_owned(), value);
    }
    Value::Object(fields)
}

/// The keys at both ends of each row of a link whose ends are instances.
fn pairs(folder: &Path, link: &Link, tables: &Tables) -> Vec<Value> {
    let def = tables.relation_by_name(link.relation).unwrap();
    let end = |type_name: &str| {
        VIEWS
            .iter()
            .find(|view| view.type_name == type_name)
            .unwrap()
    };
    let (from, to) = (end(&def.from), end(&def.to));
    let keys = |view: &View| -> Vec<String> {
        rows_of(folder, view)
            .iter()
            .map(|row| key(view, row))
            .collect()
    };
    let (starts, leads) = (keys(from), keys(to));
    let pairs = records(folder, link.file).into_iter().filter_map(|record| {
        let near = record[link.from].clone();
        // A role has its own row, and a key of several columns.
        let far = match link.to {
            "" => key(to, &record),
            column => record[column].clone(),
        };
        (starts.contains(&near) && leads.contains(&far)).then(|| json!([near, far]))
    });
    pairs.collect()
}
