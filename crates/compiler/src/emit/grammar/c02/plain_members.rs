//! The keys of an object that are written as they may be read: whatever its own rule does not name.

use cmec_decoder::language::{
    FieldUse, Holds, Key, Need, Object, QuestionKind, RetrievalMode, Role,
};
use cmec_decoder::tables::{FieldDef, Tables};

use super::codes::{columns, fields_or_derived, groupable, relation_code, type_name};
use super::filters::boolean;
use super::objects::{Member, list, may, must};
use crate::emit::grammar::derived::Derived;
use crate::emit::grammar::model::{Expr, Grammar};
use crate::emit::grammar::numbers::range;
use crate::emit::grammar::strings::{name, one_of, reference};

/// The members of an object without those that are `named` elsewhere.
pub(super) fn plain_members(
    grammar: &mut Grammar,
    tables: &Tables,
    object: &'static Object,
    named: &[Key],
) -> Vec<Member> {
    let mut members = Vec::new();
    for member in object.members {
        let Some(key) = member.key.filter(|key| !named.contains(key)) else {
            continue;
        };
        if let Some(value) = value(grammar, tables, &member.holds) {
            members.push(match member.need {
                Need::Required | Need::ByRule => must(key, value),
                Need::Optional | Need::Written | Need::OneOf | Need::InDocument => may(key, value),
            });
        }
    }
    members
}

fn value(grammar: &mut Grammar, tables: &Tables, holds: &Holds) -> Option<Expr> {
    match *holds {
        Holds::Word(role) => word(grammar, tables, role),
        Holds::Number(count) => {
            let numbers = range(count.least().into(), count.most(&tables.limits).into())?;
            Some(grammar.token(count.name(), numbers))
        }
        Holds::Boolean => Some(boolean()),
        Holds::List(item, cap) => {
            let item = value(grammar, tables, item)?;
            Some(list(item, Some(cap.most(&tables.limits))))
        }
        // These have rules of their own.
        Holds::End | Holds::Side(_) | Holds::Value | Holds::Object(_) | Holds::Either(..) => None,
    }
}

fn word(grammar: &mut Grammar, tables: &Tables, role: Role) -> Option<Expr> {
    match role {
        Role::Type => type_name(grammar, tables),
        Role::Relation => relation_code(grammar, tables),
        Role::Field(FieldUse::Any) => {
            fields_or_derived(grammar, tables, "field", |_| true, Derived::any)
        }
        Role::Field(FieldUse::Sort) => {
            let sortable = |field: &FieldDef| field.sortable;
            fields_or_derived(grammar, tables, "sortable", sortable, Derived::any)
        }
        Role::Field(FieldUse::Group) => groupable(grammar, tables),
        Role::Field(FieldUse::Compare | FieldUse::Compute | FieldUse::Show) => {
            columns(grammar, tables)
        }
        // A domain without corpora has no such member.
        Role::Corpus => {
            one_of(tables.corpus_names()).map(|corpora| grammar.phrase("corpus", corpora))
        }
        Role::QuestionKind => one_of(QuestionKind::ALL.iter().map(|kind| kind.code())),
        Role::RetrievalMode => one_of(RetrievalMode::ALL.iter().map(|mode| mode.code())),
        Role::Metric | Role::Group => Some(reference(grammar)),
        Role::Free | Role::MetricOrField => Some(name(grammar)),
        Role::Scenario
        | Role::Output
        | Role::Direction
        | Role::Operator
        | Role::MetricOperator
        | Role::Order
        | Role::Function
        | Role::SetOperator
        | Role::Version => None,
    }
}
