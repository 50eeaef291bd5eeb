//! The conditions of a contract, as a list for an answer.

use cmec_decoder::contract::{Condition, Contract, Filter, Operand, Value};
use cmec_decoder::language::given_names;

use crate::filters::{ExtractedFilter, Origin};

pub(crate) fn filters_said(contract: &Contract<'_>) -> Vec<ExtractedFilter> {
    let conditions = contract.constraints.filters.iter().enumerate();
    let said = conditions.map(|(index, condition)| {
        let (filter, value) = match condition {
            Condition::Filter(filter) => (filter.field.to_string(), compared(filter)),
            Condition::Any(any) => {
                let branch = |branch: &Vec<Filter<'_>>| {
                    let all = branch
                        .iter()
                        .map(|one| format!("{} {}", one.field, compared(one)));
                    all.collect::<Vec<_>>().join(" & ")
                };
                let branches: Vec<String> = any.any_of.iter().map(branch).collect();
                ("any_of".to_owned(), branches.join(" | "))
            }
        };
        ExtractedFilter {
            filter,
            value,
            origin: Origin::Said,
            pointer: format!("/constraints/filters/{index}"),
        }
    });
    said.collect()
}

/// The comparison of a filter, such as `<= 2000`.
fn compared(filter: &Filter<'_>) -> String {
    let operator = filter.operator.sign();
    match &filter.operand {
        None => operator.to_owned(),
        Some(Operand::Value(value)) => format!("{operator} {}", written(value)),
        Some(Operand::Field(path)) => format!("{operator} {path}"),
        Some(Operand::Group(name)) => format!("{operator} {}", given_names::reference(name)),
    }
}

fn written(value: &Value<'_>) -> String {
    match value {
        Value::Text(text)
        | Value::Decimal(text)
        | Value::Date(text)
        | Value::Datetime(text)
        | Value::Relative(text) => text.to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(flag) => flag.to_string(),
        Value::List(values) => {
            let values: Vec<String> = values.iter().map(written).collect();
            values.join(", ")
        }
    }
}
