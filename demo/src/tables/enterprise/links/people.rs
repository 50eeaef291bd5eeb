//! Links of people: employment, founding, ownership and education.

use std::collections::BTreeMap;

use super::{Pairs, World};
use crate::random::Random;

/// Number of shareholdings of non-founders.
const SHAREHOLDINGS: usize = 6_000;

/// Person and employer; some have two.
pub(super) fn employments(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "employments");
    let mut pairs = Pairs::new();
    for (place, person) in world.people.iter().enumerate() {
        pairs.extend(person.employer.map(|employer| (place, employer)));
        if !person.is_known && random.chance(14) {
            let second = random.early(world.enterprises.len());
            pairs.insert((place, second));
        }
    }
    pairs
}

/// Person and founded company.
pub(super) fn founders(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "founders");
    let mut by_tongue: BTreeMap<_, Vec<_>> = BTreeMap::new();
    let mut pairs = Pairs::new();
    for (place, person) in world.people.iter().enumerate() {
        let founded = person.employer.filter(|_| person.is_founder);
        pairs.extend(founded.map(|founded| (place, founded)));
        if !person.is_known {
            by_tongue.entry(person.tongue).or_default().push(place);
        }
    }
    for (place, company) in world.enterprises.iter().enumerate() {
        if !random.chance(45) {
            continue;
        }
        let people = by_tongue
            .get(&company.tongue)
            .map_or(&[][..], Vec::as_slice);
        for person in random.several(people, 1, 2) {
            pairs.insert((person, place));
        }
    }
    pairs
}

/// Person and company with a share; most founders have one.
pub(super) fn shareholdings(world: &World, founders: &Pairs) -> Pairs {
    let mut random = Random::new(world.seed, "shareholdings");
    let known = world.people.iter();
    let known = known.take_while(|person| person.is_known).count();
    let mut pairs: Pairs = (founders.iter().copied())
        .filter(|(person, _)| random.chance(80) || *person <= known)
        .collect();
    for _ in 0..SHAREHOLDINGS {
        let person = random.early(world.people.len());
        let company = random.early(world.enterprises.len());
        pairs.insert((person, company));
    }
    pairs
}

/// Person and university.
pub(super) fn graduations(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "graduations");
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
            pairs.insert((place, university));
        }
    }
    pairs
}
