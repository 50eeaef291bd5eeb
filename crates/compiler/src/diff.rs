//! `diff`: two compiled codebooks → the changes between them, each classified for every audience.
//!
//! ```text
//! old: Checked ──┐
//!                ├─ one file a group of rules (diff/*) ──► changes ──► text · data
//! new: Checked ──┘
//! ```
//!
//! It compares effective settings (limits of core and domain together, operators derived from a type), not spelling. It
//! is a pure function: neither the clock nor the order of files matters.
//!
//! A change breaks models if an earlier valid output now gives another contract or none. It breaks hosts if a stored
//! contract does so, read as MEC, or if its request is answered differently or no longer. Aliases count as valid
//! output, since SQL uses them: they are permanent. A Rust program breaks if a name disappears from the generated
//! files; an added name does not count, since a `match` without `_` asks for it. Tools break models only, and database
//! tables break contracts only, because the rows differ. Effects belong to the rule, not to the change; only the effect
//! on the card may vary. `--allow` exists because prompts, hosts and models are not always released together.

mod address;
mod bare_names;
mod bindings;
pub(crate) mod change;
mod comparison;
mod domain;
mod element;
mod elements;
mod examples;
mod fields;
mod limits;
mod metrics;
mod names;
mod policy;
mod positions;
mod recipes;
mod relations;
mod report;
mod retrieval;
mod rule;
mod rules;
mod rust_names;
mod scenarios;
mod tools;
mod values;
mod version;
mod whole_types;

use crate::resolve::checked::Checked;
use change::Change;
use comparison::Comparison;
use version::Version;

pub use domain::{codebook_came, codebook_went};
pub use report::{ChangeReport, render_changes, report_changes};
pub use rule::{Audience, ChangeRule, Effect, Effects};
pub use rules::change_rules;

/// The changes from the old codebook to the new one, sorted by place in the new one.
#[must_use]
pub fn diff(old: &Checked, new: &Checked) -> Vec<Change> {
    let mut changes = Comparison {
        old: Version::of(old),
        new: Version::of(new),
        found: Vec::new(),
    };
    domain::compare(&mut changes);
    elements::compare(&mut changes);
    rust_names::compare(&mut changes);
    bare_names::compare(&mut changes);
    values::compare(&mut changes);
    limits::compare(&mut changes);
    policy::compare(&mut changes);
    scenarios::compare(&mut changes);
    address::compare(&mut changes);
    retrieval::compare(&mut changes);
    tools::compare(&mut changes);
    bindings::compare(&mut changes);
    examples::compare(&mut changes);
    let mut found = whole_types::fold(&changes.old, &changes.new, changes.found);
    found.sort_by(|left, right| {
        let key = |change: &Change| (change.new, change.old, change.rule.id);
        key(left)
            .cmp(&key(right))
            .then_with(|| left.message().cmp(&right.message()))
    });
    found
}
