//! The facts about the data that a statement depends on: the instances of the entities, the values that are compared by
//! part, and the columns with mixed storage forms.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::contract::Entity;

use crate::fingerprint::Fingerprint;
use crate::ports::database::Parameter;

/// An instance that an entity resolves to.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityAnchor {
    /// Type of the instance.
    pub type_name: String,
    /// Key of its row.
    pub key: Parameter,
}

/// The storage of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredColumn {
    /// True where some values do not have the form of the field's type.
    pub is_mixed: bool,
    /// True where the stored column can be compared with a day directly.
    pub is_dated: bool,
}

/// The instances of each entity of a contract, the values compared by part, and the storage of its columns.
#[derive(Debug, Clone, Default)]
pub struct Anchors {
    instances: BTreeMap<[Option<String>; 3], Vec<EntityAnchor>>,
    parts: BTreeSet<(String, String)>,
    composed: BTreeSet<(String, String)>,
    /// Columns whose storage was checked, by field path.
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

    /// Records the instances of an entity.
    pub fn set(&mut self, entity: &Entity<'_>, found: Vec<EntityAnchor>) {
        self.instances.insert(Self::place(entity), found);
    }

    /// The instances of an entity.
    #[must_use]
    pub fn of(&self, entity: &Entity<'_>) -> &[EntityAnchor] {
        let found = self.instances.get(&Self::place(entity));
        found.map_or(&[], Vec::as_slice)
    }

    /// Records that a value of a field is compared with parts of list members.
    pub fn set_part(&mut self, path: &str, value: &str) {
        self.parts.insert((path.to_owned(), value.to_owned()));
    }

    /// True where a value of a field is compared with parts of list members.
    #[must_use]
    pub fn is_part(&self, path: &str, value: &str) -> bool {
        has(&self.parts, path, value)
    }

    /// Records that a value of a field is compared in composed Unicode form.
    pub fn set_composed(&mut self, path: &str, value: &str) {
        self.composed.insert((path.to_owned(), value.to_owned()));
    }

    /// True where a value of a field is compared in composed Unicode form.
    #[must_use]
    pub fn is_composed(&self, path: &str, value: &str) -> bool {
        has(&self.composed, path, value)
    }

    /// Records the storage of a field's column.
    pub fn set_column(&mut self, path: &str, column: StoredColumn) {
        self.columns.insert(path.to_owned(), column);
    }

    /// The storage of a field's column; `None` where it was not checked.
    #[must_use]
    pub fn column(&self, path: &str) -> Option<StoredColumn> {
        self.columns.get(path).copied()
    }

    /// A fingerprint of all anchors, which changes with any of them.
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
