//! Links of people: employment, founding, ownership and education.

use std::collections::BTreeMap;

use super::{Pairs, World, key};
use crate::random::Random;
use crate::tables::enterprise::fixed_rows;

/// Number of shareholdings of non-founders.
const SHAREHOLDINGS: usize = 6_000;

/// Person and employer; some have two.
pub(super) fn employments(seed: u64, world: &World) -> Pairs {
    let mut random = Random::new(seed, "employments");
    let mut pairs = Pairs::new();
    for (place, person) in world.people.iter().enumerate() {
        pairs.extend(person.employer.map(|employer| (key(place), key(employer))));
        if place >= fixed_rows::PEOPLE.len() && random.chance(14) {
            let second = random.early(world.enterprises.len());
            pairs.insert((key(place), key(second)));
        }
    }
    pairs
}

/// Person and founded company.
pub(super) fn founders(seed: u64, world: &World) -> Pairs {
    let mut random = Random::new(seed, "founders");
    let mut by_tongue: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (place, person) in world
        .people
        .iter()
        .enumerate()
        .skip(fixed_rows::PEOPLE.len())
    {
        by_tongue.entry(person.tongue).or_default().push(place);
    }
    let mut pairs = Pairs::new();
    for (place, person) in fixed_rows::PEOPLE.iter().enumerate() {
        let employer = world.people.get(place).and_then(|person| person.employer);
        let founded = employer.filter(|_| fixed_rows::FOUNDERS.contains(&person.name));
        pairs.extend(founded.map(|founded| (key(place), key(founded))));
    }
    for (place, company) in world.enterprises.iter().enumerate() {
        if !random.chance(45) {
            continue;
        }
        let people = by_tongue
            .get(&company.tongue)
            .map_or(&[][..], Vec::as_slice);
        for person in random.several(people, 1, 2) {
            pairs.insert((key(person), key(place)));
        }
    }
    pairs
}

/// Person and company with a share; most founders have one.
pub(super) fn shareholdings(seed: u64, world: &World, founders: &Pairs) -> Pairs {
    let mut random = Random::new(seed, "shareholdings");
    let mut pairs: Pairs = (founders.iter().copied())
        .filter(|(person, _)| random.chance(80) || *person <= key(fixed_rows::PEOPLE.len()))
        .collect();
    for _ in 0..SHAREHOLDINGS {
        let person = random.early(world.people.len());
        let company = random.early(world.enterprises.len());
        pairs.insert((key(person), key(company)));
    }
    pairs
}

/// Person and university.
pub(super) fn graduations(seed: u64, world: &World) -> Pairs {
    let mut random = Random::new(seed, "graduations");
    let mut by_tongue: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (place, institution) in world.institutions.iter().enumerate() {
        if institution.kind == "university" {
            by_tongue.entry(institution.tongue).or_default().push(place);
        }
    }
    let mut pairs = Pairs::new();
    for (place, person) in world.people.iter().enumerate() {
        let universities = by_tongue.get(&person.tongue).map_or(&[][..], Vec::as_slice);
        let count = match person.education {
            "bachelor" => i64::from(random.chance(70)),
            _ => random.between(1, 2),
        };
        for university in random.several(universities, count, count) {
            pairs.insert((key(place), key(university)));
        }
    }
    pairs
}
