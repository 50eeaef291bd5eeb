//! Resolve: the value of an anchor → the catalogue element that it means, or why it is unknown.
//!
//! A lookup query sorts numbers and whole names before words, and words before near names, so that a limit of 101
//! elements cannot hide an exact match. Where only words match and the result was truncated, they resolve nothing. A
//! value longer than any name is not looked up. A row whose reference cannot be read may be the wanted element, so it
//! makes the whole response malformed.

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

/// Maximum number of rows of a lookup. Whole matches come first, so a truncated lookup loses only partial matches.
pub const LOOKUP_ROWS: u32 = 101;

/// Maximum number of candidates in a clarifying question.
pub(super) const OFFERED: usize = 10;

/// Maximum length of a looked-up name, in characters. No catalogue name is longer, and the cost of a mask grows with
/// its length.
const LONGEST_NAME: usize = 1024;

/// Looks up one anchor.
///
/// # Errors
/// The server failed.
pub async fn resolve(
    port: &dyn OneC,
    step: &AnchorStep<'_>,
    filters: &ExtractedFilters,
    found: &[(&str, Reference)],
    patience: &Patience,
) -> Result<Resolution, PortError> {
    if step.value.chars().nth(LONGEST_NAME).is_some() {
        return Ok(name_match::resolution(step.filter, &step.value, &[]));
    }
    // Each of several accounts is looked up separately.
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
        // The row may be the wanted element.
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
