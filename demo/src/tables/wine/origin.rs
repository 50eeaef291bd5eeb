//! Where wines come from.

use crate::tables::lists::{entries, words};

/// A region and what grows there.
#[derive(Debug, Clone)]
pub(super) struct Region {
    pub(super) origin: Origin,
    pub(super) producers: Vec<&'static str>,
    pub(super) red: Vec<&'static str>,
    pub(super) white: Vec<&'static str>,
    /// How many wines are from there, against the others.
    pub(super) share: u64,
}

/// A place of origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) country: &'static str,
    pub(super) region: &'static str,
}

/// Those of `lists/regions.txt`.
pub(super) fn regions() -> Vec<Region> {
    let regions = entries(include_str!("lists/regions.txt"));
    let regions = regions.map(|[country, region, producers, red, white, share]| Region {
        origin: Origin { country, region },
        producers: words(producers),
        red: words(red),
        white: words(white),
        share: share.parse().unwrap_or(1),
    });
    regions.collect()
}
