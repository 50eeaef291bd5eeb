//! Links of companies: industries, suppliers and competitors.

use std::collections::BTreeMap;

use super::{Pairs, World};
use crate::random::Random;

/// Number of supplies.
const SUPPLIES: usize = 14_000;
/// Number of pairs of competitors.
const RIVALRIES: usize = 5_000;

/// The industry of each company, and a second one for some.
pub(super) fn industries(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "industries of enterprises");
    let mut pairs = Pairs::new();
    for (place, company) in world.enterprises.iter().enumerate() {
        if company.is_known || random.chance(97) {
            pairs.insert((place, company.industry));
        }
        if random.chance(20) {
            let second = random.pick(world.industries.leaves(company.tongue));
            pairs.extend(second.map(|second| (place, second)));
        }
    }
    pairs
}

/// Supplier and customer; most industries match the supply links.
pub(super) fn supplies(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "supplies");
    let members = members(world);
    let mut pairs = Pairs::new();
    for drawn in 0..SUPPLIES {
        // The first companies are the fixed ones, and each gets a supplier.
        let customer = match drawn < 50 && drawn < world.enterprises.len() {
            true => drawn,
            false => random.early(world.enterprises.len()),
        };
        let industry = world
            .enterprises
            .get(customer)
            .map(|company| company.industry);
        let industry = industry.and_then(|industry| world.industries.get(industry));
        let upstream = industry.map_or(&[][..], |industry| &industry.upstream);
        let industry = random.pick(upstream).filter(|_| random.chance(80));
        let suppliers = industry.and_then(|industry| members.get(&industry));
        let supplier = match suppliers {
            Some(suppliers) => random.pick(suppliers),
            None => Some(random.early(world.enterprises.len())),
        };
        let supplier = supplier.filter(|supplier| *supplier != customer);
        pairs.extend(supplier.map(|supplier| (supplier, customer)));
    }
    pairs
}

/// Competitors are in the same industry, and the link is symmetric.
pub(super) fn competitors(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "competitors");
    let members = members(world);
    let mut pairs = Pairs::new();
    for drawn in 0..RIVALRIES {
        let place = match drawn < 50 && drawn < world.enterprises.len() {
            true => drawn,
            false => random.early(world.enterprises.len()),
        };
        let industry = world.enterprises.get(place).map(|company| company.industry);
        let rivals = industry.and_then(|industry| members.get(&industry));
        let rival = rivals.and_then(|rivals| random.pick(rivals));
        if let Some(rival) = rival.filter(|rival| *rival != place) {
            pairs.insert((place, rival));
            pairs.insert((rival, place));
        }
    }
    pairs
}

fn members(world: &World) -> BTreeMap<usize, Vec<usize>> {
    let mut members: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (place, company) in world.enterprises.iter().enumerate() {
        members.entry(company.industry).or_default().push(place);
    }
    members
}
