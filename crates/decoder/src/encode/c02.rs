//! `Contract` → cMEC c0.2.
//!
//! The contract is serialized as MEC and read back as a tree. Each key of the tree is then written under its short
//! name, in the order of the language's tables. [`Writer::is_derived`] decides which members to omit.

use std::borrow::Cow;

use crate::contract::{Contract, Defaultable, Metric, Valid};
use crate::encode::EncodeError;
use crate::encode::defaults::{
    default_depth, default_limit, only_hops, target_is_derived, two_ends,
};
use crate::encode::writer::{Object as Written, list, object};
use crate::escape::quote;
use crate::finding::topic::{ClosedList, List};
use crate::language::object::{
    AGGREGATION, CONSTRAINTS, CONTRACT, GRAPH, GROUNDING, GROUP, METRIC, PATH,
};
use crate::language::{
    Call, Derivation, Direction, FieldUse, Function, Holds, Key, Member, Object, Operator, Order,
    Output, QuestionKind, RetrievalMode, Role, Scenario, SetOperator, given_names,
};
use crate::read::json::tree::{self, Json, JsonKind};
use crate::tables::{Column, Tables};

pub(super) fn write(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
    out: &mut String,
) -> Result<(), EncodeError> {
    let mec = serde_json::to_string(contract)?;
    let document = tree::read(&mec, 0, &tables.limits)
        .map_err(|finding| <serde_json::Error as serde::de::Error>::custom(finding.message))?;
    let writer = Writer {
        contract,
        tables,
        in_group: false,
    };
    object(out, |whole| {
        writer.members(whole, &CONTRACT, &document.root, &CONTRACT)
    })
}

pub(super) fn unknown(what: &'static str, name: &str) -> EncodeError {
    EncodeError::Unknown {
        what,
        name: name.to_owned(),
    }
}

struct Writer<'w> {
    contract: &'w Valid<Contract<'w>>,
    tables: &'w Tables,
    /// `true` inside a subquery, whose aggregation returns all groups if it has no page.
    in_group: bool,
}

impl Writer<'_> {
    /// Writes the members of an object; `inside` is the enclosing object.
    fn members(
        &self,
        part: &mut Written<'_>,
        object: &'static Object,
        json: &Json<'_>,
        inside: &'static Object,
    ) -> Result<(), EncodeError> {
        for member in object.members {
            let Some(value) = json.member(member.long) else {
                continue;
            };
            match (member.key, member.holds) {
                // cMEC does not have this level.
                (None, Holds::Object(level)) => self.members(part, level, value, object)?,
                (None, _) => {}
                (Some(key), _) if self.is_derived(object, key, value, json, inside) => {}
                (Some(key), holds) => self.member(part, key, &holds, value, object)?,
            }
        }
        Ok(())
    }

    fn member(
        &self,
        part: &mut Written<'_>,
        key: Key,
        holds: &Holds,
        json: &Json<'_>,
        inside: &'static Object,
    ) -> Result<(), EncodeError> {
        match (holds, &json.kind) {
            (_, JsonKind::List(elements)) if elements.is_empty() => Ok(()),
            // These objects may turn out empty and are then omitted. The presence of a path or a retrieval has a
            // meaning, so those stay.
            (Holds::Object(object), _) if matches!(key, Key::C | Key::G | Key::Pg) => {
                part.object_if_any(key.text(), |part| self.members(part, object, json, inside))
            }
            _ => self.value(part.key(key.text()), holds, json, inside),
        }
    }

    fn value(
        &self,
        out: &mut String,
        holds: &Holds,
        json: &Json<'_>,
        inside: &'static Object,
    ) -> Result<(), EncodeError> {
        match (holds, &json.kind) {
            (Holds::Object(inner), JsonKind::Object(_)) if std::ptr::eq(*inner, &GROUP) => {
                let of_group = Self {
                    in_group: true,
                    ..*self
                };
                return object(out, |part| of_group.members(part, inner, json, inside));
            }
            (Holds::Object(inner) | Holds::Side(inner), JsonKind::Object(_)) => {
                return object(out, |part| self.members(part, inner, json, inside));
            }
            (Holds::Either(one, other), JsonKind::Object(_)) => {
                let has = |member: &Member| json.member(member.long).is_some();
                let inner = if other.members.iter().any(has) {
                    other
                } else {
                    one
                };
                return object(out, |part| self.members(part, inner, json, inside));
            }
            (_, JsonKind::List(elements)) => {
                let item = match holds {
                    Holds::List(item, _) => item,
                    _ => holds,
                };
                return list(out, elements, |out, element| {
                    self.value(out, item, element, inside)
                });
            }
            (Holds::Word(role), JsonKind::Text(word)) => quote(out, &self.code(*role, word)?),
            (_, JsonKind::Text(text)) => quote(out, text),
            // Numbers keep their original digits.
            (_, JsonKind::Number(digits)) => out.push_str(digits),
            (_, JsonKind::Boolean(yes)) => out.push_str(if *yes { "true" } else { "false" }),
            (_, JsonKind::Null | JsonKind::Object(_)) => {}
        }
        Ok(())
    }

    fn code<'n>(&'n self, role: Role, name: &'n str) -> Result<Cow<'n, str>, EncodeError> {
        fn member<T: ClosedList>(name: &str) -> (List, Option<&'static str>) {
            (T::LIST, T::from_name(name).map(T::code))
        }
        let (list, code) = match role {
            Role::Scenario => member::<Scenario>(name),
            Role::Output => member::<Output>(name),
            Role::Direction => member::<Direction>(name),
            Role::Operator | Role::MetricOperator => member::<Operator>(name),
            Role::Order => member::<Order>(name),
            Role::Function => member::<Function>(name),
            Role::SetOperator => member::<SetOperator>(name),
            Role::QuestionKind => member::<QuestionKind>(name),
            Role::RetrievalMode => member::<RetrievalMode>(name),
            Role::Relation => {
                let relation = self.tables.relation_by_name(name);
                (List::Relation, relation.map(|def| def.code.as_ref()))
            }
            Role::Metric | Role::Group => return Ok(given_names::reference(name)),
            // A sort key of groups is a field, unless a metric has the name.
            Role::MetricOrField if self.contract.has_metric(name) => {
                return Ok(given_names::reference(name));
            }
            Role::Field(FieldUse::Show)
                if given_names::name(name).is_some_and(|name| self.contract.has_metric(name)) =>
            {
                return Ok(Cow::Borrowed(name));
            }
            Role::Field(_) | Role::MetricOrField if let Some(call) = Call::read(name) => {
                return self.derived(role, &call);
            }
            Role::Field(FieldUse::Compute)
                if let Some(metric) = self.tables.metric_by_name(name) =>
            {
                return Ok(Cow::Borrowed(&metric.code));
            }
            Role::Field(_) | Role::MetricOrField => {
                let code = self.tables.column(name).map(Column::code);
                if let (Some(place), Some(code)) = (given_names::at_place(name).0, code) {
                    return Ok(given_names::read_at(place, code));
                }
                (List::Field, code)
            }
            Role::Type | Role::Corpus | Role::Version | Role::Free => {
                return Ok(Cow::Borrowed(name));
            }
        };
        let code = code.map(Cow::Borrowed);
        code.ok_or_else(|| unknown(list.name(), name))
    }

    /// The code of a derived field.
    fn derived(&self, role: Role, call: &Call<'_>) -> Result<Cow<'_, str>, EncodeError> {
        let derivation = Derivation::from_name(call.name);
        let derivation = derivation.ok_or_else(|| unknown("derivation", call.name))?;
        let mut of = Vec::with_capacity(call.of.len());
        for path in &call.of {
            of.push(match given_names::metric(path) {
                Some(_) => (*path).to_owned(),
                None => self.code(role, path)?.into_owned(),
            });
        }
        Ok(Cow::Owned(Call::written(derivation.code(), &of)))
    }

    /// `true` if the decoder derives the same value when the key is missing.
    fn is_derived(
        &self,
        object: &'static Object,
        key: Key,
        value: &Json<'_>,
        parent: &Json<'_>,
        inside: &'static Object,
    ) -> bool {
        let (contract, tables) = (self.contract, self.tables);
        let scenario = contract.intent.scenario;
        let is = |known: &'static Object| std::ptr::eq(object, known);
        let word = |word: &str| matches!(&value.kind, JsonKind::Text(said) if *said == word);
        let number = |number: u32| match &value.kind {
            JsonKind::Number(digits) => *digits == number.to_string(),
            _ => false,
        };
        let along = !contract.grounding.relations.is_empty();
        match key {
            Key::O => {
                let row = tables.scenario(scenario);
                row.and_then(|row| row.default_output()) == Some(contract.intent.output_type)
            }
            Key::Tg if is(&GROUNDING) => target_is_derived(contract, tables),
            Key::Ord => word(Order::Asc.name()),
            // The rows of an aggregation are its groups, which have a page of their own.
            Key::Lim | Key::Off
                if scenario == Scenario::Aggregation && std::ptr::eq(inside, &CONSTRAINTS) =>
            {
                true
            }
            Key::Off => number(0),
            // A subquery without a page returns all rows or groups, so its limit has a meaning.
            Key::Lim if self.in_group => false,
            // A given limit stays even if it equals the default, because a recipe may have another one.
            Key::Lim if std::ptr::eq(inside, &AGGREGATION) => {
                number(default_limit(tables, Scenario::Aggregation))
            }
            Key::Lim => {
                contract.is_defaulted(Defaultable::Limit) && number(default_limit(tables, scenario))
            }
            Key::As if is(&METRIC) => {
                let text = |name| parent.member(name).and_then(Json::as_text);
                let function = text("function").and_then(|name| Function::from_name(name));
                let over = text("field").and_then(|path| tables.called(path));
                let default = |function| Metric::default_alias(function, over.as_deref());
                word(&default(function))
            }
            // Direction, depth and names of a graph follow from its relations.
            Key::Dir | Key::Dep | Key::Rel if is(&GRAPH) && along => true,
            Key::Dir if is(&GRAPH) => word(Direction::Both.name()),
            Key::Dir => word(Direction::Out.name()),
            Key::Dep => self.path_is_said() || number(default_depth(scenario, tables)),
            Key::Path => !along && !self.path_is_said(),
            Key::Hop if is(&PATH) => along || number(tables.limits.hops_default),
            _ => false,
        }
    }

    /// `true` if the path is written. A path with only a number of hops is written as the shorter depth. Without two
    /// ends in the intent, the path itself must be written.
    fn path_is_said(&self) -> bool {
        let graph = self.contract.graph_params.as_ref();
        let path = graph.and_then(|graph| graph.path.as_ref());
        path.is_some_and(|path| !two_ends(self.contract) || !only_hops(path))
    }
}
