//! The people: fixed ones first, then random ones.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::fixed_rows;
use super::languages::Tongue;
use super::names::{Names, person};
use super::words::sentence;
use super::{World, key};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::missing_values::Gaps;

/// Number of people.
const COUNT: usize = 8_000;

/// A person as other tables need it.
#[derive(Debug)]
pub(super) struct Person {
    name: String,
    pub(super) tongue: Tongue,
    birth_year: i32,
    position: &'static str,
    pub(super) education: &'static str,
    nationality: &'static str,
    /// The employer; a few have none.
    pub(super) employer: Option<usize>,
    /// True where no value is missing.
    pub(super) is_known: bool,
    /// True where the person founded the employer; only fixed people are told so here.
    pub(super) is_founder: bool,
}

pub(super) fn people(world: &World) -> Vec<Person> {
    let mut random = Random::new(world.seed, "people");
    let mut names = BTreeMap::new();
    let known = fixed_rows::people().map(|entry| known(entry, world));
    let mut all: Vec<Person> = known.collect();
    while all.len() < COUNT {
        all.push(drawn(&mut random, world, &mut names));
    }
    all
}

fn known(entry: [&'static str; 6], world: &World) -> Person {
    let [name, birth_year, position, nationality, employer, founder] = entry;
    Person {
        name: name.to_owned(),
        tongue: Tongue::of(name),
        birth_year: birth_year.parse().unwrap_or_default(),
        position,
        education: "doctor",
        nationality,
        employer: world.company(employer),
        is_known: true,
        is_founder: !founder.is_empty(),
    }
}

fn drawn(
    random: &mut Random,
    world: &World,
    names: &mut BTreeMap<Tongue, Names<String>>,
) -> Person {
    let employer = random.early(world.enterprises.len());
    let company = world.enterprises.get(employer);
    let tongue = company.map_or(Tongue::Chinese, |company| company.tongue);
    let names = names.entry(tongue).or_insert_with(Names::new);
    Person {
        name: names.give(random, |random| person(random, &world.words, tongue)),
        tongue,
        birth_year: i32::try_from(random.between(1950, 2002)).unwrap_or(1970),
        position: random.word(world.words.of(tongue, "positions")),
        education: (random.weighted(&[("bachelor", 50), ("master", 35), ("doctor", 15)]))
            .unwrap_or("bachelor"),
        nationality: match tongue {
            Tongue::Chinese => "中国",
            Tongue::Russian => "Россия",
            Tongue::English => random.word(&["Singapore", "USA", "Germany", "Malaysia"]),
        },
        employer: random.unless(4, employer),
        is_known: false,
        is_founder: false,
    }
}

pub(super) fn write(connection: &Connection, world: &World) -> Result<(), rusqlite::Error> {
    let mut gaps = Gaps::new(world.seed, "people");
    let table = "people (id, name, birth_year, position, education, nationality, biography)";
    let mut rows = Rows::of(connection, table)?;
    for (place, person) in world.people.iter().enumerate() {
        let of = |percent| if person.is_known { 0 } else { percent };
        rows.add((
            key(place),
            &person.name,
            gaps.keep(of(5), person.birth_year),
            gaps.keep(of(3), person.position),
            gaps.keep(of(6), person.education),
            gaps.keep(of(3), person.nationality),
            gaps.keep(of(7), biography(person, world)),
        ))?;
    }
    Ok(())
}

fn biography(person: &Person, world: &World) -> String {
    let year = person.birth_year.to_string();
    let degree = sentence(person.tongue, person.education, []);
    let values = [
        ("name", &*person.name),
        ("year", &*year),
        ("degree", &*degree),
    ];
    let born = sentence(person.tongue, "born", values);
    let employer = person.employer;
    let Some(company) = employer.and_then(|place| world.enterprises.get(place)) else {
        return born;
    };
    let (company, position) = (&*company.name.full, person.position);
    let values = [
        ("born", &*born),
        ("company", company),
        ("position", position),
    ];
    sentence(person.tongue, "employed", values)
}
