//! What a part of a schema costs of a provider's budgets, put together as the part is, and without its JSON.
//!
//! What is left of a part after the cut is what counts; a part of which nothing is left is `None`.

use super::budget::{LONG_ENUM, Measure};
use super::{Optional, Profile, References};

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

    pub(super) const fn join(&mut self, other: Self) {
        self.values += other.values;
        self.characters += other.characters;
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

    /// The same; `None` where there are no values.
    pub(super) fn some_of(self) -> Option<Weight> {
        (self.values > 0).then(|| self.one_of())
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

    /// How much of it there is.
    pub(super) const fn by(&self, measure: Measure) -> usize {
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

    /// An object with these properties.
    pub(super) fn object<'k>(
        self,
        required: &[&str],
        properties: impl IntoIterator<Item = (&'k str, Option<Weight>)>,
    ) -> Weight {
        let mut whole = Weight::NOTHING;
        for (key, property) in properties {
            let Some(mut property) = property else {
                continue;
            };
            whole.properties += 1;
            whole.characters += characters(key);
            if !required.contains(&key) {
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

    /// A definition, from where it is meant.
    pub(super) fn reference(self, definition: Option<Weight>) -> Option<Weight> {
        match self.references {
            References::Kept => Some(Weight {
                levels: definition.map_or(0, |definition| definition.levels),
                ..Weight::NOTHING
            }),
            References::Inlined => definition,
        }
    }

    /// A definition, from inside of itself.
    pub(super) fn nested(self) -> Option<Weight> {
        match self.references {
            References::Kept => Some(Weight::NOTHING),
            References::Inlined => None,
        }
    }
}
