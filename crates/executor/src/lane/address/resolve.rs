//! Resolve: what an anchor was called → the one element of the catalogue it means, or why it is not known.
//!
//! The query text of a lookup orders numbers and whole names before words, and words before what only lies near, so cutting
//! it at 101 elements cannot hide an exact match; where words alone fit and it was cut, they confirm nothing. A value longer than any name is not looked for. A lookup is read whole or not at all: a row whose reference cannot
//! be read may be the element that is meant, so the answer of the server is malformed then.

mod name_match;
pub mod resolution;

use crate::catalogue::Side;
use crate::filters::ExtractedFilters;
use crate::lane::address::parameters::{self, QueryScope, Values};
use crate::lane::address::plan::{AnchorStep, RowOrder};
use crate::lane::address::resolve::resolution::Resolution;
use crate::ports::one_c::{OneC, PortError};
use crate::ports::raw_row::{Reference, Truncation};
use crate::ports::retry::{self, Patience};
use crate::taxonomy::ScopeOutcome;

/// Rows a lookup may give. Whole matches come first, so a cut loses words and parts of names only.
pub const LOOKUP_ROWS: u32 = 101;

/// Most candidates that a question offers.
pub(super) const OFFERED: usize = 10;

/// Longest name that is looked for, in characters; a catalogue has none so long, and masks cost what they are long.
const LONGEST_NAME: usize = 1024;

/// Looks one anchor up.
///
/// # Errors
/// When the server fails.
pub async fn resolve<P: OneC>(
    port: &P,
    step: &AnchorStep<'_>,
    filters: &ExtractedFilters,
    found: &[(&str, Reference)],
    patience: &Patience,
) -> Result<Resolution, PortError> {
    if step.value.chars().nth(LONGEST_NAME).is_some() {
        return Ok(name_match::resolution(step.filter, &step.value, &[]));
    }
    // Of accounts that are said together each is looked up by itself.
    let mut own = filters.clone();
    (own.entries).retain(|entry| entry.filter != step.filter || entry.value == step.value);
    let values = Values {
        filters: &own,
        scope: QueryScope {
            accounts: &[],
            except: &[],
            side: Side::Either,
            outcome: ScopeOutcome::Held,
        },
        anchors: found,
        groups: None,
        page: None,
    };
    let call = parameters::bind(step.template, RowOrder::PeriodDesc, values, LOOKUP_ROWS)
        .ok_or_else(|| PortError::Refused("a lookup parameter has no value".to_owned()))?;
    let rows = retry::read(port, &call, patience).await?;
    let read = rows.rows.iter();
    let read = read.filter(|row| name_match::element(step.filter, &step.value, row).is_some());
    if read.count() < rows.fetched {
        // It may be the one that is meant.
        return Err(PortError::Malformed(
            "a row of the lookup has no reference".to_owned(),
        ));
    }
    let mut resolution = name_match::resolution(step.filter, &step.value, &rows.rows);
    if rows.truncation == Truncation::Yes {
        resolution.cut();
    }
    let owner = found.iter().find(|(filter, _)| *filter == "counterparty");
    if let (true, Some((_, owner))) = (step.filter == "contract", owner) {
        resolution.within = Some(owner.presentation.clone());
    }
    Ok(resolution)
}
