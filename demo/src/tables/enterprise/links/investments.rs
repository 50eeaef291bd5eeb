//! Investments between companies.

use std::collections::BTreeMap;

use super::{Pairs, World};
use crate::random::Random;
use crate::tables::enterprise::fixed_rows;

/// Number of ownership cycles.
const CIRCLES: usize = 6;
/// Number of investments by funds and banks.
const OF_INSTITUTIONS: usize = 3_600;

/// Investor and company. Chains go up the tiers, mostly to the next one, so they have at most six companies; a few of
/// the last ones form ownership cycles.
pub(super) fn investments(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "investments");
    let mut tiers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (place, company) in world.enterprises.iter().enumerate() {
        tiers.entry(company.tier).or_default().push(place);
    }
    let last = tiers.keys().next_back().copied().unwrap_or(0);
    let mut pairs = Pairs::new();
    for (place, company) in world.enterprises.iter().enumerate() {
        let least = i64::from(company.is_known);
        let count = match company.tier {
            0 => random.between(1 + least, 6),
            1 => random.between(least, 4),
            2 => random.between(least, 3),
            tier if tier < last => random.between(least, 2) - random.between(0, 1),
            _ => 0,
        };
        for _ in 0..count.max(0) {
            let tier = match random.chance(70) {
                true => company.tier + 1,
                false => (company.tier + 2).min(last),
            };
            let target = tiers.get(&tier).and_then(|places| random.pick(places));
            pairs.extend(target.map(|target| (place, target)));
        }
    }
    let known = fixed_rows::INVESTMENTS.iter();
    pairs.extend(known.filter_map(|(from, to)| Some((world.company(from)?, world.company(to)?))));
    let ends = tiers.get(&last).map_or(&[][..], Vec::as_slice);
    for _ in 0..CIRCLES {
        let circle = random.several(ends, 4, 4);
        let next = circle.iter().cycle().skip(1);
        pairs.extend(circle.iter().zip(next).map(|(one, next)| (*one, *next)));
    }
    pairs
}

/// Fund or bank, and company.
pub(super) fn of_institutions(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "investments of institutions");
    let all = world.institutions.iter().enumerate();
    let investors = all.filter(|(_, one)| matches!(one.kind, "fund" | "bank"));
    let investors: Vec<usize> = investors.map(|(place, _)| place).collect();
    let known = world.known_companies();
    let mut pairs = Pairs::new();
    for drawn in 0..OF_INSTITUTIONS {
        let company = match drawn < known {
            true => drawn,
            false => random.early(world.enterprises.len()),
        };
        let investor = random.pick(&investors);
        pairs.extend(investor.map(|investor| (investor, company)));
    }
    pairs
}
