//! `Comparison`: two codebooks side by side, and the changes found so far.

use cmec_decoder::tables::Tables;

use super::change::Change;
use super::element::Element;
use super::positions::Positions;
use super::rule::ChangeRule;
use super::version::Version;
use crate::source::files::CODEBOOK;

/// The two codebooks and the changes found so far.
pub(super) struct Comparison<'c> {
    pub(super) old: Version<'c>,
    pub(super) new: Version<'c>,
    pub(super) found: Vec<Change>,
}

/// A file and the keys that lead to a value in it.
pub(super) type At<'p> = (&'static str, &'p [&'p str]);

impl Comparison<'_> {
    /// Adds a change at a path that is the same in both.
    pub(super) fn add(
        &mut self,
        rule: &'static ChangeRule,
        element: impl Into<String>,
        at: At<'_>,
    ) -> &mut Change {
        self.moved(rule, element, at, at)
    }

    /// Adds a change of a setting of core or domain at a path that is the same in both.
    pub(super) fn in_force(
        &mut self,
        rule: &'static ChangeRule,
        element: String,
        keys: &[&str],
    ) -> &mut Change {
        let before = (self.old.positions.file_in_force(keys), keys);
        let now = (self.new.positions.file_in_force(keys), keys);
        self.moved(rule, element, before, now)
    }

    /// Adds a change inside an element at the same keys in both.
    pub(super) fn inside(
        &mut self,
        rule: &'static ChangeRule,
        element: &Element<'_>,
        keys: &[&str],
    ) -> &mut Change {
        self.inside_moved(rule, element, keys, keys)
    }

    /// Adds a change inside an element whose keys differ.
    pub(super) fn inside_moved(
        &mut self,
        rule: &'static ChangeRule,
        element: &Element<'_>,
        old_keys: &[&str],
        new_keys: &[&str],
    ) -> &mut Change {
        let old = [&[element.section, element.old], old_keys].concat();
        let new = [&[element.section, element.new], new_keys].concat();
        let title = element.title.as_str();
        self.moved(rule, title, (CODEBOOK, &old), (CODEBOOK, &new))
    }

    /// Adds a change if the two values differ.
    pub(super) fn differ(
        &mut self,
        rule: &'static ChangeRule,
        element: &Element<'_>,
        key: &str,
        (old, new): (Option<&str>, Option<&str>),
    ) {
        if old != new {
            self.inside(rule, element, &[key]).between(old, new);
        }
    }

    /// Adds a change of something whose path differs.
    pub(super) fn moved(
        &mut self,
        rule: &'static ChangeRule,
        element: impl Into<String>,
        old: At<'_>,
        new: At<'_>,
    ) -> &mut Change {
        let place = |positions: &Positions, at: At<'_>| positions.exact(at.0, at.1);
        let there = place(&self.new.positions, new);
        let about = |version: &Version<'_>, at: At<'_>| about(version.tables, at);
        let (types, is_type) = about(&self.old, old)
            .or_else(|| about(&self.new, new))
            .unwrap_or_default();
        self.found.push_mut(Change {
            rule,
            element: element.into(),
            types,
            parts: Vec::new(),
            is_type,
            from: None,
            to: None,
            effects: rule.effects,
            old: place(&self.old.positions, old),
            new: there.unwrap_or_else(|| self.new.positions.nearest(new.0, new.1)),
            is_there: there.is_some(),
        })
    }
}

/// The types that an entry of a codebook belongs to, and true if it is a type itself.
fn about(tables: &Tables, (file, keys): At<'_>) -> Option<(Vec<String>, bool)> {
    let (section, name) = match keys {
        [section, name, ..] if file == CODEBOOK => (*section, *name),
        _ => return None,
    };
    let types = match section {
        "types" => vec![&tables.type_by_name(name)?.name],
        "fields" => vec![&tables.field_by_code(name)?.type_name],
        "metrics" => vec![&tables.metric_by_code(name)?.type_name],
        "relations" => {
            let relation = tables.relation_by_code(name)?;
            vec![&relation.from, &relation.to]
        }
        _ => return None,
    };
    let types = types.into_iter().map(ToString::to_string).collect();
    Some((types, section == "types" && keys.len() == 2))
}
