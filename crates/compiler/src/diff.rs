//! `diff`: two compiled codebooks → what changed between them, each change classed for everyone who relies on them.
//!
//! ```text
//! old: Checked ──┐
//!                ├─ one file a group of rules (diff/*) ──► changes ──► text · data
//! new: Checked ──┘
//! ```
//!
//! It compares what is in force (limits of core and domain together, operators that follow from a type), not how it
//! is written. A pure function: neither the clock nor the order of the two folders' files matters.
//!
//! A change breaks models when an output that was a contract comes to another one or to none, and hosts when a
//! stored contract does, read as MEC, or when what it asks for is answered otherwise or no more. Aliases count as
//! read, since SQL says them: they are given for good. A Rust program is broken where a name that it can say
//! is gone from the generated files; a name more is not counted, since a `match` without `_` was written to ask for
//! it. Tools break models only, and tables of a database contracts only: they are answered from other rows. Effects
//! belong to the rule, not to the change; only whether the card shows something may differ. `--allow` is there because
//! prompts, hosts and models are not released together everywhere.

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

/// What changed from the old codebook to the new one, in the order of places in the new one.
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
