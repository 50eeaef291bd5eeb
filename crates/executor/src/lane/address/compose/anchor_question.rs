//! The answer to an unresolved anchor: a clarifying question with the candidates. Pure.

use std::collections::BTreeSet;

use cmec_decoder::clarify::{Clarify, Reason};
use cmec_decoder::finding::Candidate;

use crate::lane::address::compose::{Answer, base, wording};
use crate::lane::address::plan::AddressPlan;
use crate::lane::address::resolve::resolution::{AnchorCandidate, Resolution};
use crate::lane::address::resolve::{LOOKUP_ROWS, OFFERED};
use crate::limitation::Limitation;
use crate::response::clarify::clarify;
use crate::response::{Audience, excerpt};
use crate::taxonomy::{LimitedReason, MatchedBy, Readiness};

/// The answer to an unknown or ambiguous anchor.
#[must_use]
pub fn unresolved(
    plan: &AddressPlan<'_>,
    resolution: &Resolution,
    audience: Audience<'_>,
) -> Answer {
    let whole = usize::try_from(LOOKUP_ROWS).unwrap_or(usize::MAX);
    let count = resolution.candidates.len();
    let fits = resolution.matched_by.is_some();
    let hidden = is_hidden(resolution);
    let reason = match count {
        _ if hidden => "names_hidden_by_server",
        0 => "anchor_not_found",
        _ if !fits => "anchor_not_found",
        1 => "anchor_not_confirmed",
        _ => "anchor_ambiguous",
    };
    let (anchor, value) = (resolution.anchor_type.clone(), excerpt(&resolution.raw));
    let elements = count as u64;
    let limitation = match (count, &resolution.within) {
        _ if hidden => Limitation::NamesHidden { anchor, value },
        (0, None) => Limitation::AnchorNotFound { anchor, value },
        (_, None) if !fits => Limitation::AnchorNearest { anchor, value },
        (_, Some(owner)) if !fits => Limitation::AnchorNotOwned {
            anchor,
            value,
            owner: excerpt(owner),
        },
        (1, _) if resolution.is_cut => Limitation::AnchorCut { anchor, value },
        (1, _) => Limitation::AnchorPart { anchor, value },
        _ if count >= whole || resolution.is_cut => Limitation::AnchorAmbiguousOrMore {
            anchor,
            value,
            count: elements,
        },
        _ => Limitation::AnchorAmbiguous {
            anchor,
            value,
            count: elements,
        },
    };
    let mut response = base(plan, LimitedReason::MissingAnchor, audience)
        .because(reason)
        .limited_by(limitation);
    let unsaid: Vec<&AnchorCandidate> = (offered(resolution))
        .filter(|candidate| candidate.code.is_none())
        .collect();
    if fits && needs_owner(resolution) {
        response.hints = vec![wording::name_the_owner(audience.locale).to_owned()];
        let owners = unsaid
            .iter()
            .filter_map(|candidate| candidate.owner.as_ref());
        let owners: BTreeSet<&str> = owners.map(|owner| owner.presentation.as_str()).collect();
        response.hints.extend(owners.into_iter().map(str::to_owned));
    } else if let Some(namesake) = unsaid.first() {
        response.limitations.push(Limitation::AnchorNamesakes {
            anchor: resolution.anchor_type.clone(),
            value: excerpt(&namesake.reference.presentation),
        });
    }
    let candidates: Vec<Candidate> = offered(resolution).filter_map(candidate).collect();
    if !candidates.is_empty() {
        let filters = &plan.detection.filters;
        let pointer = filters.pointer(&resolution.anchor_type).unwrap_or_default();
        response.clarify = Some(question(resolution, candidates, pointer, audience));
    }
    (response, Readiness::LiveQueryableWithLimits)
}

/// True where the server hides names, so that the value could not be compared with them.
fn is_hidden(resolution: &Resolution) -> bool {
    let unfit = matches!(resolution.matched_by, None | Some(MatchedBy::Part));
    resolution.names_are_hidden && unfit
}

fn offered(resolution: &Resolution) -> impl Iterator<Item = &AnchorCandidate> {
    resolution.candidates.iter().take(OFFERED)
}

/// True where candidates differ only in their owner: many counterparties use the same contract names.
fn needs_owner(resolution: &Resolution) -> bool {
    resolution.within.is_none()
        && offered(resolution).any(|one| one.owner.is_some() && one.code.is_none())
}

fn candidate(found: &AnchorCandidate) -> Option<Candidate> {
    Some(Candidate {
        code: found.code.clone()?,
        label: found.reference.presentation.clone(),
        description: found.details.clone(),
        ..Candidate::default()
    })
}

fn question(
    resolution: &Resolution,
    candidates: Vec<Candidate>,
    pointer: &str,
    audience: Audience<'_>,
) -> Clarify {
    let raw = &resolution.raw;
    let fits = resolution.matched_by.is_some();
    let is_one = resolution.candidates.len() == 1 && !resolution.is_cut;
    let hidden = is_hidden(resolution);
    let ask = match (fits, is_one) {
        _ if hidden => wording::which_token,
        (true, true) => wording::is_this_anchor,
        (true, false) => wording::which_anchor,
        (false, _) => wording::nearest_anchors,
    };
    let quote = excerpt(raw);
    let message = match (fits, is_one) {
        _ if hidden => format!("the server hides the names that `{quote}` could be"),
        (true, true) => format!("`{quote}` fits one element, in part only"),
        (true, false) => format!("`{quote}` could be several elements"),
        (false, _) => format!("`{quote}` is none of the names in the catalogue"),
    };
    let reason = Reason {
        code: "missing_anchor".to_owned(),
        path: pointer.to_owned(),
        headline: None,
        message,
        candidates,
    };
    clarify(audience.trace_id, reason, |locale| ask(locale, raw))
}
