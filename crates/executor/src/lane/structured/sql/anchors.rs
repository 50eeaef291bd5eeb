//! What a contract means in the data: which instances its texts name, which are parts of values, and which fields have values
//! of several forms.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::contract::Entity;

use crate::fingerprint::Fingerprint;
use crate::ports::database::Parameter;

/// An instance that an entity means.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityAnchor {
    /// Its type.
    pub type_name: String,
    /// The key of its row.
    pub key: Parameter,
}

/// How a column is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredColumn {
    /// Whether it has values of another form than that of its field's type.
    pub is_mixed: bool,
    /// Whether it is compared with a day as it is.
    pub is_dated: bool,
}

/// The instances that each entity of a contract means, and the values that are looked for as parts.
#[derive(Debug, Clone, Default)]
pub struct Anchors {
    instances: BTreeMap<[Option<String>; 3], Vec<EntityAnchor>>,
    /// Path of the field, and value.
    parts: BTreeSet<(String, String)>,
    /// Path of the field, and value.
    composed: BTreeSet<(String, String)>,
    /// Columns whose values were looked at, by the path of their field.
    columns: BTreeMap<String, StoredColumn>,
}

impl Anchors {
    fn place(entity: &Entity<'_>) -> [Option<String>; 3] {
        let text = |part: &str| Some(part.to_owned());
        [
            text(&entity.text),
            entity.type_name.as_deref().and_then(text),
            entity.id.as_deref().and_then(text),
        ]
    }

    /// Says what an entity means.
    pub fn set(&mut self, entity: &Entity<'_>, found: Vec<EntityAnchor>) {
        self.instances.insert(Self::place(entity), found);
    }

    /// What an entity means.
    #[must_use]
    pub fn of(&self, entity: &Entity<'_>) -> &[EntityAnchor] {
        let found = self.instances.get(&Self::place(entity));
        found.map_or(&[], Vec::as_slice)
    }

    /// Says that a value of a field is looked for as a part.
    pub fn set_part(&mut self, path: &str, value: &str) {
        self.parts.insert((path.to_owned(), value.to_owned()));
    }

    /// Whether a value of a field is looked for as a part.
    #[must_use]
    pub fn is_part(&self, path: &str, value: &str) -> bool {
        has(&self.parts, path, value)
    }

    /// Says that a value of a field is compared in one form of letters.
    pub fn set_composed(&mut self, path: &str, value: &str) {
        self.composed.insert((path.to_owned(), value.to_owned()));
    }

    /// Whether a value of a field is compared in one form of letters.
    #[must_use]
    pub fn is_composed(&self, path: &str, value: &str) -> bool {
        has(&self.composed, path, value)
    }

    /// Says how the column of a field is stored.
    pub fn set_column(&mut self, path: &str, column: StoredColumn) {
        self.columns.insert(path.to_owned(), column);
    }

    /// How the column of a field is stored; `None`: it was not looked at.
    #[must_use]
    pub fn column(&self, path: &str) -> Option<StoredColumn> {
        self.columns.get(path).copied()
    }

    /// What everything means: it differs where something means another.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let found = self.instances.values().flatten();
        let found = found.map(|found| format!("{} {:?}", found.type_name, found.key));
        let parts = self.parts.iter();
        Fingerprint::of(found.chain(parts.map(|(of, part)| format!("{of} ~ {part}"))))
    }
}

fn has(all: &BTreeSet<(String, String)>, path: &str, value: &str) -> bool {
    let mut all = all.iter();
    all.any(|(of, own)| of == path && own == value)
}
