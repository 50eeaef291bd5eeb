//! `Comparison`: two codebooks side by side, and the changes found so far.

use cmec_decoder::tables::{FieldDef, RelationDef};

use super::change::Change;
use super::positions::Positions;
use super::rule::ChangeRule;
use super::version::Version;
use crate::source::files::CODEBOOK;

/// The two codebooks, and what was found so far.
pub(super) struct Comparison<'c> {
    pub(super) old: Version<'c>,
    pub(super) new: Version<'c>,
    pub(super) found: Vec<Change>,
}

/// A file and the keys that lead to a value in it.
pub(super) type At<'p> = (&'static str, &'p [&'p str]);

/// A section of `codebook.yaml`, and the code of an element in the old one and in the new one.
#[derive(Clone, Copy)]
pub(super) struct ElementPath<'p> {
    pub(super) section: &'static str,
    pub(super) old: &'p str,
    pub(super) new: &'p str,
}

impl<'p> ElementPath<'p> {
    /// Where a field stood and stands.
    pub(super) fn of_field(old: &'p FieldDef, new: &'p FieldDef) -> Self {
        Self {
            section: "fields",
            old: &old.code,
            new: &new.code,
        }
    }

    /// Where a relation stood and stands.
    pub(super) fn of_relation(old: &'p RelationDef, new: &'p RelationDef) -> Self {
        Self {
            section: "relations",
            old: &old.code,
            new: &new.code,
        }
    }
}

impl Comparison<'_> {
    /// A change of something that stands at one path in both.
    pub(super) fn add(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        at: At<'_>,
    ) -> &mut Change {
        self.moved(rule, element, at, at)
    }

    /// A change inside an element, under these keys in both.
    pub(super) fn inside(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        path: ElementPath<'_>,
        keys: &[&str],
    ) -> &mut Change {
        self.inside_moved(rule, element, path, keys, keys)
    }

    /// A change inside an element, under other keys than before.
    pub(super) fn inside_moved(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        path: ElementPath<'_>,
        old_keys: &[&str],
        new_keys: &[&str],
    ) -> &mut Change {
        let mut old = vec![path.section, path.old];
        let mut new = vec![path.section, path.new];
        old.extend(old_keys);
        new.extend(new_keys);
        self.moved(rule, element, (CODEBOOK, &old), (CODEBOOK, &new))
    }

    /// A change of something that stood at another path before.
    pub(super) fn moved(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        old: At<'_>,
        new: At<'_>,
    ) -> &mut Change {
        let place = |positions: &Positions, at: At<'_>| positions.exact(at.0, at.1);
        let there = place(&self.new.positions, new);
        self.found.push_mut(Change {
            rule,
            element,
            from: None,
            to: None,
            effects: rule.effects,
            old: place(&self.old.positions, old),
            new: there.unwrap_or_else(|| self.new.positions.nearest(new.0, new.1)),
            is_there: there.is_some(),
        })
    }
}
