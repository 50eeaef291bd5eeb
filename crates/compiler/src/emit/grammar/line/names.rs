//! What the encoder of lines calls fields and relations, and which values name their field, looked up in maps that are
//! made once.
//!
//! `line::Names` has the rules and asks all fields for every name, which is the way of one contract. A grammar asks for
//! the names of all fields, so that would be the square of their number; a test holds the two equal.

use std::borrow::Cow;
use std::collections::HashMap;

use cmec_decoder::language::{Key, Operator, ValueType, is_line_keyword};
use cmec_decoder::line;
use cmec_decoder::tables::{FieldDef, RelationDef, Tables};

/// Where a name is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nearness {
    /// In a line about the field's type.
    Near,
    /// In a line about several types or none.
    Far,
    /// Behind the name of a place, where values name no field.
    There,
}

/// The names of a codebook.
#[derive(Debug)]
pub(super) struct Names<'t> {
    tables: &'t Tables,
    /// How many fields are called so.
    called: HashMap<&'t str, u32>,
    /// How many fields of a type are called so.
    called_in: HashMap<(&'t str, &'t str), u32>,
    /// How many fields of a type have a value.
    valued_in: HashMap<(&'t str, &'t str), u32>,
    /// The relation with a spelling, where one alone has it.
    relations: HashMap<&'t str, Option<&'t RelationDef>>,
}

impl<'t> Names<'t> {
    pub(super) fn of(tables: &'t Tables) -> Self {
        let mut names = Self {
            tables,
            called: HashMap::new(),
            called_in: HashMap::new(),
            valued_in: HashMap::new(),
            relations: HashMap::new(),
        };
        for field in tables.fields.iter() {
            let own = field.name.as_ref();
            let alias = field.alias.as_deref().filter(|alias| *alias != own);
            for word in std::iter::once(own).chain(alias) {
                *names.called.entry(word).or_default() += 1;
                let of_type = names.called_in.entry((&field.type_name, word));
                *of_type.or_default() += 1;
            }
            for value in field.values.iter() {
                let of_type = names.valued_in.entry((&field.type_name, &value.value));
                *of_type.or_default() += 1;
            }
        }
        for relation in tables.relations.iter() {
            let spelled = names.relations.entry(relation.spelling());
            spelled
                .and_modify(|one| *one = None)
                .or_insert(Some(relation));
        }
        names
    }

    /// The codebook whose names they are.
    pub(super) const fn tables(&self) -> &'t Tables {
        self.tables
    }

    /// What a field is called: the first of alias, own name and path that means it whatever else is said.
    pub(super) fn field(&self, field: &'t FieldDef, nearness: Nearness) -> &'t str {
        let names = [field.alias.as_deref(), Some(&field.name), Some(&field.path)];
        let mut names = names.into_iter().flatten();
        let means = |name: &&str| is_name(name) && self.means(name, field, nearness);
        names.find(means).unwrap_or(&field.code)
    }

    /// How a type is written where a field can stand.
    pub(super) fn type_column<'n>(&self, name: &'n str) -> Cow<'n, str> {
        let taken = |name: &str| {
            let tables = self.tables;
            self.called.contains_key(name)
                || tables.field_by_code(name).is_some()
                || tables.field_by_path(name).is_some()
        };
        line::type_column(name, taken)
    }

    /// Whether one of its names stands for a field.
    fn means(&self, name: &str, field: &FieldDef, nearness: Nearness) -> bool {
        let known = (self.tables.field_by_code(name)).or_else(|| self.tables.field_by_path(name));
        if let Some(known) = known {
            return known.code == field.code;
        }
        let count = match nearness {
            Nearness::Near | Nearness::There => self.called_in.get(&(&field.type_name, name)),
            Nearness::Far => self.called.get(name),
        };
        count == Some(&1)
    }

    /// What a relation is called.
    pub(super) fn relation(&self, def: &'t RelationDef) -> &'t str {
        let known = [def.alias.as_deref(), Some(&def.name)];
        let means = |name: &&str| {
            let tables = self.tables;
            let found = (tables.relation_by_code(name))
                .or_else(|| tables.relation_by_name(name))
                .or_else(|| self.relations.get(name).copied().flatten());
            is_name(name) && found.is_some_and(|found| found.code == def.code)
        };
        let mut known = known.into_iter().flatten();
        known.find(means).unwrap_or(&def.code)
    }

    /// Whether this value among others names its field.
    pub(super) fn names_field(&self, field: &FieldDef, value: &str, nearness: Nearness) -> bool {
        nearness == Nearness::Near
            && field.value_type == ValueType::Enum
            && is_name(value)
            && self.valued_in.get(&(&field.type_name, value)) == Some(&1)
    }

    /// Whether this value stands alone, as the first of several, or after `!`: none is read as anything else there.
    pub(super) fn stands_alone(
        &self,
        field: &FieldDef,
        value: &str,
        operator: Operator,
        nearness: Nearness,
    ) -> bool {
        let taken = match operator {
            Operator::Ne | Operator::NotIn => value == Key::Rr.in_line(),
            Operator::Eq => is_line_keyword(value) || self.tables.type_by_name(value).is_some(),
            _ => false,
        };
        !taken && self.names_field(field, value, nearness)
    }
}

/// Whether a word can stand without quotes where a name is needed: the name of a type is written so where it can be,
/// and where it is no keyword.
fn is_name(word: &str) -> bool {
    is_line_keyword(word) || line::type_name(word) == word
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "a test panics on failure")]
mod tests {
    use super::*;
    use crate::tests::shipped::model;

    /// The same as the decoder says, of every name and value.
    fn hold(tables: &Tables) {
        let names = Names::of(tables);
        let decoder = line::Names::new;
        for field in tables.fields.iter() {
            let near = decoder(tables, Some(&field.type_name));
            let far = decoder(tables, None);
            assert_eq!(names.field(field, Nearness::Near), near.field(field));
            assert_eq!(names.field(field, Nearness::Far), far.field(field));
            for value in field.values.iter() {
                let value = value.value.as_ref();
                for (nearness, known) in [(Nearness::Near, near), (Nearness::Far, far)] {
                    let named = names.names_field(field, value, nearness);
                    assert_eq!(named, known.names_field(field, value), "{value}");
                    for operator in [Operator::Eq, Operator::Ne, Operator::In, Operator::NotIn] {
                        let alone = names.stands_alone(field, value, operator, nearness);
                        let known = known.stands_alone(field, value, operator);
                        assert_eq!(alone, known, "{value} {operator:?}");
                    }
                }
            }
        }
        for relation in tables.relations.iter() {
            let known = decoder(tables, None).relation(relation);
            assert_eq!(names.relation(relation), known);
        }
    }

    #[test]
    fn names_are_those_of_the_decoder() {
        for domain in ["address", "enterprise", "mind", "wine"] {
            hold(model(domain).tables());
        }
    }

    /// Names that fields, types, codes, paths, keywords and values have in common, and some that are none.
    #[test]
    fn names_that_clash_are_those_of_the_decoder() {
        const WORDS: [&str; 13] = [
            "name",
            "city",
            "park",
            "F001",
            "R002",
            "park.name",
            "count",
            "IS",
            "rerank",
            "1st",
            "two words",
            "имя",
            "own",
        ];
        for stride in 1..WORDS.len() {
            let mut tables = model("enterprise").tables().clone();
            let mut next = 0;
            let mut word = || {
                next += stride + next % 3;
                std::borrow::Cow::Borrowed(WORDS[next % WORDS.len()])
            };
            for field in tables.fields.to_mut() {
                field.alias = Some(word());
                field.name = word();
                // No value stands twice in one field.
                let start = field.path.len() * stride;
                for (value, at) in field.values.to_mut().iter_mut().zip(0..WORDS.len()) {
                    value.value = WORDS[(start + at) % WORDS.len()].into();
                }
                field.name_slots =
                    cmec_decoder::tables::value_names::lay_down(&field.values).into();
            }
            for relation in tables.relations.to_mut() {
                relation.alias = Some(word());
            }
            tables.lay_slots();
            hold(&tables);
        }
    }
}
