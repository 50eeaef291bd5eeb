//! What a part of a schema costs of a provider's budgets, put together as the part is, and without its JSON.
//!
//! What is left of a part after the cut is what counts; a part of which nothing is left is `None`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use cmec_decoder::tables::{FieldDef, Tables};

use super::budget::{Budget, LONG_ENUM, Measure, Measured};
use super::{Optional, Profile};
use crate::emit::intent::{Builder, Intent};

/// A schema, weighed by every [`Measure`]; a text, a number, a yes or no weighs nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Weight {
    properties: usize,
    levels: usize,
    enum_values: usize,
    characters: usize,
    long_enum: usize,
    optional: usize,
    unions: usize,
    /// Whether it is a choice, which `null` can join.
    is_choice: bool,
}

impl Weight {
    /// One value of several types.
    fn several_types() -> Self {
        Self {
            unions: 1,
            ..Self::default()
        }
    }

    /// An enum of these values.
    fn one_of<'t>(values: impl IntoIterator<Item = &'t str>) -> Self {
        let mut weight = Self::default();
        for value in values {
            weight.enum_values += 1;
            weight.characters += characters(value);
        }
        if weight.enum_values > LONG_ENUM {
            weight.long_enum = weight.characters;
        }
        weight
    }

    /// The same, or `null`.
    fn or_null(self) -> Self {
        Self {
            unions: self.unions + usize::from(!self.is_choice),
            is_choice: true,
            ..self
        }
    }

    fn join(&mut self, other: Self) {
        self.properties += other.properties;
        self.levels = self.levels.max(other.levels);
        self.enum_values += other.enum_values;
        self.characters += other.characters;
        self.long_enum = self.long_enum.max(other.long_enum);
        self.optional += other.optional;
        self.unions += other.unions;
    }

    /// Held against a budget.
    pub(super) const fn measured(&self, budget: Budget) -> Measured {
        Measured {
            budget,
            have: self.by(budget.measure),
        }
    }

    /// How much of it there is.
    const fn by(&self, measure: Measure) -> usize {
        match measure {
            Measure::Properties => self.properties,
            Measure::Levels => self.levels,
            Measure::EnumValues => self.enum_values,
            Measure::Characters => self.characters,
            Measure::LongEnum => self.long_enum,
            Measure::Optional => self.optional,
            Measure::Unions => self.unions,
        }
    }
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Weighs an intent as its schema would be written, and forms no schema.
pub(super) struct Weigher<'p> {
    profile: &'p Profile,
    /// Shared parts; `None` while one is being weighed.
    shared: RefCell<BTreeMap<String, Option<Weight>>>,
}

impl<'p> Weigher<'p> {
    /// The weight of the cMEC of a codebook. The work is linear in its tables.
    pub(super) fn cmec(tables: &Tables, profile: &'p Profile) -> Weight {
        let weigher = Self {
            profile,
            shared: RefCell::default(),
        };
        let mut whole = (Intent::cmec(&weigher, tables).whole()).unwrap_or_default();
        if profile.takes("$ref") {
            // Definitions stand beside the rest, with their names; what is in one is seen through references.
            for (name, definition) in weigher.shared.into_inner() {
                let Some(definition) = definition else {
                    continue;
                };
                whole.characters += characters(&name);
                whole.join(Weight {
                    levels: 0,
                    ..definition
                });
            }
        }
        whole
    }
}

impl Builder for Weigher<'_> {
    type Out = Weight;

    fn text(&self) -> Weight {
        Weight::default()
    }

    fn number(&self, _: u32, _: Option<u32>) -> Weight {
        Weight::default()
    }

    fn boolean(&self) -> Weight {
        Weight::default()
    }

    fn number_or_text(&self) -> Weight {
        Weight::several_types()
    }

    fn scalar(&self) -> Weight {
        Weight::several_types()
    }

    fn given(&self) -> Weight {
        Weight::default()
    }

    fn read<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Weight {
        match self.profile.takes("pattern") {
            // A pattern lists nothing.
            true => Weight::default(),
            false => Weight::one_of(texts),
        }
    }

    fn called<'t>(&self, _: impl Iterator<Item = &'t str>) -> Option<Weight> {
        self.profile.takes("pattern").then(Weight::default)
    }

    fn constant(&self, text: &'static str) -> Weight {
        Weight::one_of([text])
    }

    fn one_of<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Weight {
        Weight::one_of(texts)
    }

    fn value(&self, field: &FieldDef) -> Weight {
        // Of other types no values are listed.
        Weight::one_of(field.values.iter().map(|value| value.value.as_ref()))
    }

    fn list(&self, item: Option<Weight>, _: u32, _: Option<u32>) -> Option<Weight> {
        // A list of which no item is left can only be empty, and is left out.
        Some(Weight {
            is_choice: false,
            ..item?
        })
    }

    fn any_of(&self, choices: Vec<Weight>) -> Option<Weight> {
        let several = choices.len() > 1;
        let mut choices = choices.into_iter();
        let mut all = choices.next()?;
        choices.for_each(|choice| all.join(choice));
        if several {
            all.unions += 1;
            all.is_choice = true;
        }
        Some(all)
    }

    fn tells_apart(&self) -> bool {
        self.profile.tells_apart
    }

    fn alternatives(&self, choices: Vec<Weight>) -> Option<Weight> {
        self.any_of(choices)
    }

    fn object(&self, members: Vec<(&'static str, Weight, bool)>) -> Weight {
        let mut whole = Weight::default();
        for (key, mut property, required) in members {
            whole.properties += 1;
            whole.characters += characters(key);
            if !required {
                match self.profile.optional {
                    Optional::LeftOut => whole.optional += 1,
                    Optional::Null => property = property.or_null(),
                }
            }
            whole.join(property);
        }
        whole.levels += 1;
        whole
    }

    fn shared(&self, name: &str, definition: impl FnOnce() -> Option<Weight>) -> Option<Weight> {
        let before = self.shared.borrow().get(name).copied();
        let weight = match before {
            Some(weight) => weight,
            None => {
                // Its place is taken first: it may stand in itself.
                self.shared.borrow_mut().insert(name.to_owned(), None);
                let weight = definition();
                let mut shared = self.shared.borrow_mut();
                if weight.is_none() {
                    shared.remove(name);
                    return None;
                }
                shared.insert(name.to_owned(), weight);
                weight
            }
        };
        if !self.profile.takes("$ref") {
            return weight;
        }
        Some(Weight {
            levels: weight.map_or(0, |weight| weight.levels),
            ..Weight::default()
        })
    }
}
