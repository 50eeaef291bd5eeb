//! JSON Schema of an intent, generated from the tables of the contract language for one codebook or for any.
//!
//! Covers cMEC and contracts. Names, filters and metrics have files of their own. `None` means that no value is valid.

mod filters;
mod metrics;
mod names;

use cmec_decoder::language::object::{CONTRACT, FILTER, HAVING, METRIC};
use cmec_decoder::language::{Cap, Holds, Key, Member, NamingStyle, Need, Object, Part, Role};
use cmec_decoder::tables::Tables;
use serde_json::{Value, json};

use super::builder::SchemaBuilder;
use super::{alternatives, any_of, boolean, bounded_list, given, number, number_from, text};

/// What an intent is written for.
pub(super) struct Intent<'w> {
    builder: &'w SchemaBuilder,
    /// The codebook; `None` for any codebook.
    tables: Option<&'w Tables>,
}

/// True for a setting of text search. A codebook without corpora has no text index.
pub(in crate::emit) fn is_of_texts(key: Option<Key>) -> bool {
    matches!(key, Some(Key::Rr | Key::Kd | Key::Md | Key::Tag | Key::Prj))
}

impl<'w> Intent<'w> {
    pub(super) fn of(tables: Option<&'w Tables>, builder: &'w SchemaBuilder) -> Self {
        Self { builder, tables }
    }

    /// True for cMEC, false for contracts.
    fn is_cmec(&self) -> bool {
        self.builder.naming == NamingStyle::Codes
    }

    pub(super) fn whole(&self) -> Option<Value> {
        self.object(&CONTRACT)
    }

    fn object(&self, object: &'static Object) -> Option<Value> {
        if std::ptr::eq(object, &FILTER) {
            return filters::filter(self);
        }
        if std::ptr::eq(object, &METRIC) {
            return metrics::metric(self);
        }
        if std::ptr::eq(object, &HAVING) {
            return Some(metrics::having(self));
        }
        let one_of: Vec<Key> = (object.members.iter())
            .filter(|member| member.need == Need::OneOf)
            .filter_map(|member| member.key)
            .collect();
        if one_of.is_empty() || !self.builder.sayable.tells_apart {
            return self.object_with(object, &[], None);
        }
        let forms = one_of.iter().enumerate().map(|(at, first)| {
            let before = one_of.get(..at).unwrap_or_default();
            self.object_with(object, before, Some(*first))
        });
        alternatives(forms.flatten().collect())
    }

    /// An object where the keys in `empty` are absent or empty and `first` is present.
    fn object_with(
        &self,
        object: &'static Object,
        empty: &[Key],
        first: Option<Key>,
    ) -> Option<Value> {
        let mut members = Vec::new();
        for member in object.keys(self.builder.naming) {
            // A clarification question never becomes a contract, and a contract carries no version.
            if member.need == Need::InDocument
                || (!self.is_cmec() && member.says.contains(&Part::Question))
                || self.is_unsayable(member)
            {
                continue;
            }
            let is_empty = member.key.is_some_and(|key| empty.contains(&key));
            let is_first = first.is_some() && member.key == first;
            // A contract also writes empty lists.
            if is_empty && self.is_cmec() {
                continue;
            }
            let required = self.requires(member) || is_first;
            let held = match (is_empty, &member.holds) {
                (true, _) => Some(bounded_list(None, 0, Some(0))),
                (false, Holds::List(item, cap)) if is_first => Some(self.list(item, 1, *cap)),
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
        let written = !self.is_cmec() && member.need == Need::Written;
        let says = !member.says.is_empty() && !written;
        let unsayable = says && member.says.iter().all(forbidden);
        let of_corpora = matches!(member.holds, Holds::List(Holds::Word(Role::Corpus), _));
        let unexecuted = is_of_texts(member.key) && tables.corpora.is_empty();
        let of_filters = member.key == Some(Key::Flt) && self.is_cmec();
        let mut fields = tables.fields.iter();
        unsayable
            || (of_corpora && tables.corpora.is_empty())
            || (unexecuted && !self.builder.sayable.unexecuted)
            || (of_filters && fields.all(|field| field.operators.is_empty()))
    }

    fn requires(&self, member: &Member) -> bool {
        match member.need {
            Need::Optional | Need::OneOf | Need::InDocument => false,
            Need::Written => !self.is_cmec(),
            Need::ByRule | Need::Required => true,
        }
    }

    fn holds(&self, member: &Member) -> Option<Value> {
        match &member.holds {
            // A list that the scenario table requires is not empty.
            Holds::List(item, cap) => {
                let least = cap.least().max(u32::from(member.need == Need::ByRule));
                Some(self.list(item, least, *cap))
            }
            other => self.item(other),
        }
    }

    fn item(&self, holds: &Holds) -> Option<Value> {
        let build = self.builder;
        match *holds {
            Holds::Word(role) => names::word(self, role),
            Holds::Number(count) => Some(match self.capped() {
                Some(tables) => number(count.least(), count.most(&tables.limits)),
                None => number_from(count.least()),
            }),
            Holds::Boolean => Some(boolean()),
            Holds::End => {
                let target = json!({ "const": "target" });
                Some(any_of(vec![target, number_from(0), given()]))
            }
            Holds::Side(set) => build.shared("side", || {
                let nested = build.shared("set", || self.object(set));
                Some(any_of(
                    [Some(text()), nested].into_iter().flatten().collect(),
                ))
            }),
            Holds::Value => Some(build.number_or_text()),
            Holds::List(item, cap) => Some(self.list(item, cap.least(), cap)),
            Holds::Object(object) => match object.shared {
                Some(name) => build.shared(name, || self.object(object)),
                None => self.object(object),
            },
            Holds::Either(one, other) => {
                let either = [one, other].map(|object| self.item(&Holds::Object(object)));
                alternatives(either.into_iter().flatten().collect())
            }
        }
    }

    fn list(&self, item: &Holds, least: u32, cap: Cap) -> Value {
        bounded_list(self.item(item), least, self.most_of(item, cap))
    }

    /// The codebook, if caps apply: a contract is checked against them when it is made, not later.
    fn capped(&self) -> Option<&'w Tables> {
        self.tables.filter(|_| self.is_cmec())
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
}
