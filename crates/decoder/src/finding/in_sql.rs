//! How SQL says the members of the contract's own lists.

use crate::finding::topic::List;
use crate::language::{Function, Operator, Order, SetOperator};

/// How SQL says a member of one of the contract's own lists, by its long name; `None`: it has no word of its own for it.
pub(crate) fn of_member(list: List, name: &str) -> Option<&'static str> {
    Some(match list {
        List::Operator => match Operator::from_name(name)? {
            Operator::Eq => "=",
            Operator::Ne => "<>",
            Operator::Contains => "LIKE '%…%'",
            Operator::NotContains => "NOT LIKE '%…%'",
            Operator::StartsWith => "LIKE '…%'",
            Operator::EndsWith => "LIKE '%…'",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::In => "IN",
            Operator::NotIn => "NOT IN",
            Operator::Between => "BETWEEN",
            Operator::Exists => "IS NOT NULL",
        },
        List::Function => match Function::from_name(name)? {
            Function::Count => "COUNT",
            Function::CountDistinct => "COUNT(DISTINCT …)",
            Function::Sum => "SUM",
            Function::Avg => "AVG",
            Function::Min => "MIN",
            Function::Max => "MAX",
            Function::List => "ARRAY_AGG(DISTINCT …)",
        },
        List::Order => match Order::from_name(name)? {
            Order::Asc => "ASC",
            Order::Desc => "DESC",
        },
        List::SetOperator => match SetOperator::from_name(name)? {
            SetOperator::Union => "UNION",
            SetOperator::Intersect => "INTERSECT",
            SetOperator::Except => "EXCEPT",
        },
        _ => return None,
    })
}
