//! JSON Schema of an intent, generated from the tables of the contract language for one codebook or for any.
//!
//! Covers cMEC and contracts. Filters and metrics have files of their own. `None` means that no value is valid.

mod filters;
mod metrics;

use cmec_decoder::language::object::{CONTRACT, FILTER, HAVING, METRIC};
use cmec_decoder::language::{
    Cap, Direction, FieldUse, Function, Holds, Key, Member, NamingStyle, Need, Object, Operator,
    Order, Output, Part, QuestionKind, RetrievalMode, Role, Scenario, SetOperator,
};
use cmec_decoder::tables::{FieldDef, Tables};
use serde_json::Value;

use super::builder::SchemaBuilder;
use crate::emit::derivable::{Derivable, derivable};

pub(super) struct Intent<'w> {
    builder: &'w SchemaBuilder,
    /// The codebook; `None` for any codebook.
    tables: Option<&'w Tables>,
    naming: NamingStyle,
}

/// True for a setting of text search. A codebook without corpora has no text index.
pub(in crate::emit) fn is_of_texts(key: Option<Key>) -> bool {
    matches!(key, Some(Key::Rr | Key::Kd | Key::Md | Key::Tag | Key::Prj))
}

impl<'w> Intent<'w> {
    /// For the cMEC of a codebook.
    pub(super) fn cmec(builder: &'w SchemaBuilder, tables: &'w Tables) -> Self {
        Self {
            builder,
            tables: Some(tables),
            naming: NamingStyle::Codes,
        }
    }

    /// For the contracts of one codebook or of any.
    pub(super) fn contract(builder: &'w SchemaBuilder, tables: Option<&'w Tables>) -> Self {
        Self {
            builder,
            tables,
            naming: NamingStyle::Names,
        }
    }

    pub(super) fn whole(&self) -> Option<Value> {
        self.object(&CONTRACT)
    }

    fn object(&self, object: &'static Object) -> Option<Value> {
        if std::ptr::eq(object, &FILTER) {
            return self.filter();
        }
        if std::ptr::eq(object, &METRIC) {
            return self.metric();
        }
        if std::ptr::eq(object, &HAVING) {
            return self.having();
        }
        let one_of: Vec<Key> = (object.members.iter())
            .filter(|member| member.need == Need::OneOf)
            .filter_map(|member| member.key)
            .collect();
        if one_of.is_empty() || !self.builder.tells_apart() {
            return self.object_with(object, &[], None);
        }
        let forms = one_of.iter().enumerate().map(|(at, first)| {
            let before = one_of.get(..at).unwrap_or_default();
            self.object_with(object, before, Some(*first))
        });
        self.builder.alternatives(forms.flatten().collect())
    }

    /// An object where the keys in `empty` are absent or empty and `first` is present.
    fn object_with(
        &self,
        object: &'static Object,
        empty: &[Key],
        first: Option<Key>,
    ) -> Option<Value> {
        let mut members = Vec::new();
        for member in object.keys(self.naming) {
            // A clarification question never becomes a contract, and a contract carries no version.
            if member.need == Need::InDocument
                || (self.naming == NamingStyle::Names && member.says.contains(&Part::Question))
                || self.is_unsayable(member)
            {
                continue;
            }
            let is_empty = member.key.is_some_and(|key| empty.contains(&key));
            let is_first = first.is_some() && member.key == first;
            // A contract also writes empty lists.
            if is_empty && self.naming == NamingStyle::Codes {
                continue;
            }
            let required = self.requires(member) || is_first;
            let held = match (is_empty, &member.holds) {
                (true, _) => self.builder.list(None, 0, Some(0)),
                (false, Holds::List(item, cap)) if is_first => {
                    self.builder
                        .list(self.item(item), 1, self.most_of(item, *cap))
                }
                _ => self.holds(member),
            };
            match held {
                Some(value) => members.push((member, value, required)),
                None if required => return None,
                None => {}
            }
        }
        Some(self.builder.object(members))
    }

    /// An object of the language with these keys, each with a flag for required.
    fn keyed(
        &self,
        object: &Object,
        members: impl IntoIterator<Item = (Key, Value, bool)>,
    ) -> Value {
        let members = members.into_iter().filter_map(|(key, value, required)| {
            let mut own = object.members.iter();
            let member = own.find(|member| member.key == Some(key))?;
            Some((member, value, required))
        });
        self.builder.object(members.collect())
    }

    /// True where no scenario of the codebook allows the member, or the codebook has no vocabulary for it.
    fn is_unsayable(&self, member: &Member) -> bool {
        let Some(tables) = self.tables else {
            return false;
        };
        let forbidden = |part: &Part| !tables.may_have(*part);
        let written = self.naming == NamingStyle::Names && member.need == Need::Written;
        let says = !member.says.is_empty() && !written;
        let unsayable = says && member.says.iter().all(forbidden);
        let of_corpora = matches!(member.holds, Holds::List(Holds::Word(Role::Corpus), _));
        let unexecuted = is_of_texts(member.key) && tables.corpora.is_empty();
        let of_filters = member.key == Some(Key::Flt) && self.naming == NamingStyle::Codes;
        let mut fields = tables.fields.iter();
        unsayable
            || (of_corpora && tables.corpora.is_empty())
            || (unexecuted && !self.builder.says_unexecuted())
            || (of_filters && fields.all(|field| field.operators.is_empty()))
    }

    fn requires(&self, member: &Member) -> bool {
        match member.need {
            Need::Optional | Need::OneOf | Need::InDocument => false,
            Need::Written => self.naming == NamingStyle::Names,
            Need::ByRule | Need::Required => true,
        }
    }

    fn holds(&self, member: &Member) -> Option<Value> {
        match &member.holds {
            // A list that the scenario table requires is not empty.
            Holds::List(item, cap) => {
                let least = cap.least().max(u32::from(member.need == Need::ByRule));
                self.builder
                    .list(self.item(item), least, self.most_of(item, *cap))
            }
            other => self.item(other),
        }
    }

    fn item(&self, holds: &Holds) -> Option<Value> {
        let build = self.builder;
        match *holds {
            Holds::Word(role) => self.word(role),
            Holds::Number(count) => {
                let most = self.capped().map(|tables| count.most(&tables.limits));
                Some(build.number(count.least(), most))
            }
            Holds::Boolean => Some(build.boolean()),
            Holds::End => build.any_of(vec![
                build.constant("target"),
                build.number(0, None),
                build.given(),
            ]),
            Holds::Side(set) => build.shared("side", || {
                let nested = build.shared("set", || self.object(set));
                build.any_of([Some(build.text()), nested].into_iter().flatten().collect())
            }),
            Holds::Value => Some(build.number_or_text()),
            Holds::List(item, cap) => {
                build.list(self.item(item), cap.least(), self.most_of(item, cap))
            }
            Holds::Object(object) => match object.shared {
                Some(name) => build.shared(name, || self.object(object)),
                None => self.object(object),
            },
            Holds::Either(one, other) => {
                let either = [one, other].map(|object| self.item(&Holds::Object(object)));
                build.alternatives(either.into_iter().flatten().collect())
            }
        }
    }

    /// The codebook, if caps apply: a contract is checked against them when it is made, not later.
    fn capped(&self) -> Option<&'w Tables> {
        self.tables.filter(|_| self.naming == NamingStyle::Codes)
    }

    fn most(&self, cap: Cap) -> Option<u32> {
        self.capped().map(|tables| cap.most(&tables.limits))
    }

    /// The largest number of items. A repeated type adds nothing, so the codebook's number of types is a bound too.
    fn most_of(&self, item: &Holds, cap: Cap) -> Option<u32> {
        let most = self.most(cap)?;
        let types = self
            .tables
            .filter(|_| matches!(item, Holds::Word(Role::Type)));
        let types = types.and_then(|tables| u32::try_from(tables.types.len()).ok());
        Some(types.map_or(most, |types| most.min(types)))
    }

    fn word(&self, role: Role) -> Option<Value> {
        let build = self.builder;
        let Some(tables) = self.tables else {
            return Some(self.listed(role).unwrap_or_else(|| build.text()));
        };
        match role {
            Role::Type => self.registered("type", types(tables)),
            Role::Field(FieldUse::Any) => self.shared("field", || {
                self.or_derived(self.read(tables, self.fields(tables, |_| true)), |_| true)
            }),
            Role::Field(FieldUse::Sort) => {
                let fields = self.fields(tables, |field| field.sortable);
                self.or_derived(self.read(tables, fields), |_| true)
            }
            Role::Field(FieldUse::Group) => {
                let fields = self.fields(tables, |field| field.groupable);
                let columns = self.read(tables, fields.chain(types(tables)));
                let columns = self.or_derived(columns, |_| true)?;
                // A bare alias refers to the instance itself.
                match !tables.relations.is_empty() && build.has_patterns() {
                    true => build.any_of(vec![columns, build.given()]),
                    false => Some(columns),
                }
            }
            Role::Field(FieldUse::Compare | FieldUse::Compute) => self.shared("column", || {
                let fields = self.fields(tables, |_| true);
                self.or_derived(self.read(tables, fields.chain(types(tables))), |_| true)
            }),
            Role::Field(FieldUse::Show) => {
                // Only groups have types and aliases among their columns.
                if tables.scenario(Scenario::Aggregation).is_none() {
                    return self.word(Role::Field(FieldUse::Any));
                }
                let columns = self.word(Role::Field(FieldUse::Compute));
                build.any_of(columns.into_iter().chain([build.given()]).collect())
            }
            Role::Relation => self.registered(
                "relation",
                (tables.relations.iter()).map(|relation| match self.naming {
                    NamingStyle::Codes => relation.code.as_ref(),
                    NamingStyle::Names => relation.name.as_ref(),
                }),
            ),
            // Without corpora, no such key exists.
            Role::Corpus => self.registered("corpus", tables.corpus_names()),
            _ => Some(self.listed(role).unwrap_or_else(|| build.text())),
        }
    }

    /// The members of a closed list of the language; `None` for a role without one.
    fn listed(&self, role: Role) -> Option<Value> {
        macro_rules! list {
            ($members:expr) => {
                Some(
                    self.builder.one_of(
                        $members
                            .into_iter()
                            .map(|member| self.say(member.code(), member.name())),
                    ),
                )
            };
        }
        match role {
            Role::Scenario => list!(Scenario::ALL.iter().filter(|scenario| {
                let served =
                    (self.tables).is_none_or(|tables| tables.scenario(**scenario).is_some());
                served && (self.naming == NamingStyle::Codes || **scenario != Scenario::Clarify)
            })),
            Role::Output => list!(
                Output::ALL
                    .iter()
                    .filter(|output| { self.tables.is_none_or(|tables| tables.gives(**output)) })
            ),
            Role::Direction => list!(Direction::ALL),
            Role::Operator => list!(Operator::ALL),
            Role::MetricOperator => list!(Operator::comparing()),
            Role::Order => list!(Order::ALL),
            Role::Function => list!(Function::ALL),
            Role::SetOperator => list!(SetOperator::ALL),
            Role::QuestionKind => list!(QuestionKind::ALL),
            Role::RetrievalMode => list!(RetrievalMode::ALL),
            Role::Type
            | Role::Field(_)
            | Role::Relation
            | Role::Metric
            | Role::MetricOrField
            | Role::Group
            | Role::Corpus
            | Role::Version
            | Role::Free => None,
        }
    }

    /// The code or the name of a list member.
    const fn say(&self, code: &'static str, name: &'static str) -> &'static str {
        match self.naming {
            NamingStyle::Codes => code,
            NamingStyle::Names => name,
        }
    }

    fn registered<'t>(
        &self,
        list: &'static str,
        names: impl Iterator<Item = &'t str>,
    ) -> Option<Value> {
        self.shared(list, || self.some_of(names))
    }

    /// A list of names that is defined once and referenced.
    fn shared(&self, list: &'static str, names: impl FnOnce() -> Option<Value>) -> Option<Value> {
        self.builder.shared(list, names)
    }

    /// Paths to read; if relations lead to aliases, also with an alias prefix.
    fn read<'t>(&self, tables: &Tables, names: impl Iterator<Item = &'t str>) -> Option<Value> {
        let mut names = names.peekable();
        names.peek()?;
        Some(match tables.relations.is_empty() {
            true => self.builder.one_of(names),
            false => self.builder.read(names),
        })
    }

    /// These names, or an expression derived from fields that match.
    fn or_derived(
        &self,
        fields: Option<Value>,
        wanted: impl Fn(&FieldDef) -> bool,
    ) -> Option<Value> {
        match (fields, self.derived(wanted)) {
            (Some(fields), Some(derived)) => self.builder.any_of(vec![fields, derived]),
            (one, other) => one.or(other),
        }
    }

    /// Expressions derived from fields that match.
    fn derived(&self, wanted: impl Fn(&FieldDef) -> bool) -> Option<Value> {
        let all = derivable(self.tables?);
        let count = all.len();
        let shapes: Vec<Derivable> = all
            .into_iter()
            .filter(|shape| wanted(shape.field))
            .collect();
        let name = match shapes.len() == count {
            true => "derived",
            false => "derived_number",
        };
        let shapes = shapes.into_iter();
        let called: Vec<&str> = (shapes.flat_map(|shape| shape.derivations))
            .map(|derivation| self.say(derivation.code(), derivation.name()))
            .collect();
        (!called.is_empty()).then_some(())?;
        self.shared(name, || self.builder.called(called.into_iter()))
    }

    fn some_of<'t>(&self, names: impl Iterator<Item = &'t str>) -> Option<Value> {
        let mut names = names.peekable();
        names.peek()?;
        Some(self.builder.one_of(names))
    }

    fn fields<'t>(
        &self,
        tables: &'t Tables,
        wanted: impl Fn(&FieldDef) -> bool,
    ) -> impl Iterator<Item = &'t str> {
        let naming = self.naming;
        let fields = tables.fields.iter().filter(move |field| wanted(field));
        fields.map(move |field| called(field, naming))
    }
}

fn types(tables: &Tables) -> impl Iterator<Item = &str> {
    tables.types.iter().map(|def| def.name.as_ref())
}

fn called(field: &FieldDef, naming: NamingStyle) -> &str {
    match naming {
        NamingStyle::Codes => &field.code,
        NamingStyle::Names => &field.path,
    }
}
