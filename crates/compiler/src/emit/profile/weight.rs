//! What a part of a schema costs of a provider's budgets, put together as the part is, and without its JSON.
//!
//! What is left of a part after the cut is what counts; a part of which nothing is left is `None`.

use std::cell::RefCell;

use cmec_decoder::tables::{FieldDef, Tables};

use super::budget::{Budget, LONG_ENUM, Measure, Measured};
use super::{Optional, Profile, References};
use crate::emit::intent::{Builder, Intent};

/// Values of an enum.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    values: usize,
    characters: usize,
}

impl Tally {
    pub(super) fn of<'t>(values: impl IntoIterator<Item = &'t str>) -> Self {
        let mut tally = Self::default();
        for value in values {
            tally.add(characters(value));
        }
        tally
    }

    /// One value more, of so many characters.
    pub(super) const fn add(&mut self, characters: usize) {
        self.values += 1;
        self.characters += characters;
    }

    /// The enum of these values.
    pub(super) fn one_of(self) -> Weight {
        Weight {
            enum_values: self.values,
            characters: self.characters,
            long_enum: if self.values > LONG_ENUM {
                self.characters
            } else {
                0
            },
            ..Weight::NOTHING
        }
    }
}

pub(super) fn characters(text: &str) -> usize {
    text.chars().count()
}

/// A schema, weighed by every [`Measure`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// A text, a number, a yes or no.
    pub(super) const NOTHING: Self = Self {
        properties: 0,
        levels: 0,
        enum_values: 0,
        characters: 0,
        long_enum: 0,
        optional: 0,
        unions: 0,
        is_choice: false,
    };

    /// One value of several types.
    pub(super) const SEVERAL_TYPES: Self = Self {
        unions: 1,
        ..Self::NOTHING
    };

    /// A list; one of which no item is left can only be empty, and is left out.
    pub(super) fn list(items: Option<Self>) -> Option<Self> {
        Some(Self {
            is_choice: false,
            ..items?
        })
    }

    pub(super) fn any_of(choices: impl IntoIterator<Item = Option<Self>>) -> Option<Self> {
        let mut left = choices.into_iter().flatten();
        let mut all = left.next()?;
        let mut several = false;
        for choice in left {
            several = true;
            all.join(choice);
        }
        if several {
            all.unions += 1;
            all.is_choice = true;
        }
        Some(all)
    }

    /// The same, or `null`.
    fn or_null(self) -> Self {
        Self {
            unions: self.unions + usize::from(!self.is_choice),
            is_choice: true,
            ..self
        }
    }

    /// A definition that stands beside the rest, with its name; what is open to see from it is seen through references.
    pub(super) fn define(&mut self, name: &str, definition: Option<Self>) {
        if let Some(definition) = definition {
            self.characters += characters(name);
            self.join(Self {
                levels: 0,
                ..definition
            });
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

/// The profile's ways that decide what a part weighs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scale {
    pub(super) references: References,
    optional: Optional,
}

impl Scale {
    pub(super) const fn of(profile: &Profile) -> Self {
        Self {
            references: profile.references,
            optional: profile.optional,
        }
    }

    /// An object with these properties: name, weight, and whether it must be there.
    pub(super) fn object<'k>(
        self,
        properties: impl IntoIterator<Item = (&'k str, Option<Weight>, bool)>,
    ) -> Weight {
        let mut whole = Weight::NOTHING;
        for (key, property, required) in properties {
            let Some(mut property) = property else {
                continue;
            };
            whole.properties += 1;
            whole.characters += characters(key);
            if !required {
                match self.optional {
                    Optional::LeftOut => whole.optional += 1,
                    Optional::Null => property = property.or_null(),
                }
            }
            whole.join(property);
        }
        whole.levels += 1;
        whole
    }
}

/// Weighs an intent as its schema would be written, and forms no schema.
pub(super) struct Weigher {
    scale: Scale,
    /// Shared parts; `None` while one is being weighed, or where nothing is left of it.
    shared: RefCell<Vec<(&'static str, Option<Weight>)>>,
}

impl Weigher {
    /// The weight of the cMEC of a codebook. The work is linear in its tables.
    pub(super) fn cmec(tables: &Tables, scale: Scale) -> Weight {
        let weigher = Self {
            scale,
            shared: RefCell::default(),
        };
        let mut whole = (Intent::cmec(&weigher, tables).whole()).unwrap_or(Weight::NOTHING);
        if scale.references == References::Kept {
            for (name, definition) in weigher.shared.into_inner() {
                whole.define(name, definition);
            }
        }
        whole
    }
}

impl Builder for Weigher {
    type Out = Weight;

    fn text(&self) -> Weight {
        Weight::NOTHING
    }

    fn number(&self, _: u32, _: Option<u32>) -> Weight {
        Weight::NOTHING
    }

    fn boolean(&self) -> Weight {
        Weight::NOTHING
    }

    fn number_or_text(&self) -> Weight {
        Weight::SEVERAL_TYPES
    }

    fn scalar(&self) -> Weight {
        Weight::SEVERAL_TYPES
    }

    fn constant(&self, text: &'static str) -> Weight {
        Tally::of([text]).one_of()
    }

    fn one_of<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Weight {
        Tally::of(texts).one_of()
    }

    fn value(&self, field: &FieldDef) -> Weight {
        // Of other types no values are listed.
        Tally::of(field.values.iter().map(|value| value.value.as_ref())).one_of()
    }

    fn list(&self, item: Option<Weight>, _: u32, _: Option<u32>) -> Option<Weight> {
        Weight::list(item)
    }

    fn any_of(&self, choices: Vec<Weight>) -> Option<Weight> {
        Weight::any_of(choices.into_iter().map(Some))
    }

    fn alternatives(&self, choices: Vec<Weight>) -> Option<Weight> {
        self.any_of(choices)
    }

    fn object(&self, members: Vec<(&'static str, Weight, bool)>) -> Weight {
        let members = members.into_iter();
        self.scale
            .object(members.map(|(name, weight, required)| (name, Some(weight), required)))
    }

    fn shared(
        &self,
        name: &'static str,
        definition: impl FnOnce() -> Option<Weight>,
    ) -> Option<Weight> {
        let known = |shared: &[(&str, Option<Weight>)]| {
            shared
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, weight)| *weight)
        };
        let kept = |weight: Option<Weight>| {
            Some(Weight {
                levels: weight.map_or(0, |weight| weight.levels),
                ..Weight::NOTHING
            })
        };
        let before = known(&self.shared.borrow());
        let weight = match before {
            Some(weight) => weight,
            None => {
                self.shared.borrow_mut().push((name, None));
                let weight = definition();
                let mut shared = self.shared.borrow_mut();
                if let Some(place) = shared.iter_mut().find(|(known, _)| *known == name) {
                    place.1 = weight;
                }
                weight
            }
        };
        match self.scale.references {
            References::Kept => kept(weight),
            References::Inlined => weight,
        }
    }
}
