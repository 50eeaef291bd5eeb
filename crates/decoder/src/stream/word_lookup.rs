//! Checks that a word names something of its role.

use crate::draft::Words;
use crate::finding::topic::ClosedList;
use crate::language::{
    Direction, Function, Operator, Order, Output, QuestionKind, RetrievalMode, Scenario,
    SetOperator,
};
use crate::language::{FieldUse, Role, given_names};
use crate::read::mec;
use crate::resolve::names::codes::{field_named, member_named, metric_named, relation_named};
use crate::tables::Tables;

pub(super) fn is_known(role: Role, word: &str, words: Words, tables: &Tables) -> bool {
    fn member<T: ClosedList>(word: &str, words: Words) -> bool {
        member_named::<T>(word, words).is_some()
    }
    match role {
        Role::Scenario => member_named::<Scenario>(word, words)
            .is_some_and(|scenario| tables.scenario(scenario).is_some()),
        Role::Output => member::<Output>(word, words),
        Role::Direction => member::<Direction>(word, words),
        Role::Operator | Role::MetricOperator => member::<Operator>(word, words),
        Role::Order => member::<Order>(word, words),
        Role::Function => member::<Function>(word, words),
        Role::SetOperator => member::<SetOperator>(word, words),
        Role::QuestionKind => member::<QuestionKind>(word, words),
        Role::RetrievalMode => member::<RetrievalMode>(word, words),
        Role::Type => tables.type_by_name(word).is_some(),
        // An alias can be resolved only when the whole text is read.
        Role::Field(named_for) => {
            field_named(word, words, tables).is_some()
                || (named_for.takes_type() && tables.type_by_name(word).is_some())
                || given_names::name(word).is_some()
                || (named_for == FieldUse::Compute && metric_named(word, words, tables).is_some())
        }
        Role::Relation => relation_named(word, words, tables).is_some(),
        Role::Corpus => tables.corpora.iter().any(|corpus| corpus.name == word),
        Role::Version => mec::VERSIONS.contains(&word),
        Role::Metric | Role::MetricOrField | Role::Group | Role::Free => true,
    }
}
