//! Whether a word names what it should.

use crate::draft::Words;
use crate::language::Role;
use crate::language::{
    Direction, Function, Operator, Order, Output, QuestionKind, Scenario, SetOperator,
};
use crate::read::mec;
use crate::tables::Tables;

pub(super) fn is_known(role: Role, word: &str, words: Words, tables: &Tables) -> bool {
    match words {
        Words::Codes | Words::Line => is_code(role, word, tables),
        Words::Names => is_name(role, word, tables),
    }
}

fn is_name(role: Role, word: &str, tables: &Tables) -> bool {
    match role {
        Role::Scenario => Scenario::from_name(word).is_some(),
        Role::Output => Output::from_name(word).is_some(),
        Role::Field(_) => tables.field_by_path(word).is_some(),
        Role::Relation => tables.relation_by_name(word).is_some(),
        Role::Direction => Direction::from_name(word).is_some(),
        Role::Operator | Role::MetricOperator => Operator::from_name(word).is_some(),
        Role::Order => Order::from_name(word).is_some(),
        Role::Function => Function::from_name(word).is_some(),
        Role::SetOperator => SetOperator::from_name(word).is_some(),
        Role::QuestionKind => QuestionKind::from_name(word).is_some(),
        Role::Type | Role::Corpus | Role::Version | Role::MetricOrField | Role::Free => {
            is_code(role, word, tables)
        }
    }
}

fn is_code(role: Role, word: &str, tables: &Tables) -> bool {
    match role {
        Role::Scenario => Scenario::from_code(word).is_some(),
        Role::Output => Output::from_code(word).is_some(),
        Role::Type => tables.type_by_name(word).is_some(),
        Role::Field(_) => tables.field_by_code(word).is_some(),
        Role::Relation => tables.relation_by_code(word).is_some(),
        Role::Direction => Direction::from_code(word).is_some(),
        Role::Operator | Role::MetricOperator => Operator::from_code(word).is_some(),
        Role::Order => Order::from_code(word).is_some(),
        Role::Function => Function::from_code(word).is_some(),
        Role::SetOperator => SetOperator::from_code(word).is_some(),
        Role::Corpus => {
            tables.corpora.is_empty() || tables.corpora.iter().any(|name| **name == *word)
        }
        Role::QuestionKind => QuestionKind::from_code(word).is_some(),
        Role::Version => mec::VERSIONS.contains(&word),
        Role::MetricOrField | Role::Free => true,
    }
}
