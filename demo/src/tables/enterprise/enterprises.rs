//! The companies: fixed ones first, then random ones.

mod rows;

use std::collections::BTreeMap;

pub(super) use rows::write;

use super::World;
use super::fixed_rows;
use super::languages::Tongue;
use super::names::{CompanyName, Names, company};
use crate::calendar::{Day, day, parsed};
use crate::random::Random;
use crate::tables::lists::entries;

/// Number of companies.
const COUNT: usize = 12_000;

/// Shares of investment tiers in percent; nobody invests in tier 0.
const TIERS: [(usize, u64); 6] = [(0, 4), (1, 8), (2, 14), (3, 22), (4, 24), (5, 28)];

const OWNERSHIPS: [(&str, u64); 4] = [
    ("private", 68),
    ("state_owned", 14),
    ("foreign", 9),
    ("joint_venture", 9),
];

/// A company as other tables need it.
#[derive(Debug)]
pub(super) struct Enterprise {
    pub(super) name: CompanyName,
    pub(super) tongue: Tongue,
    pub(super) city: &'static str,
    /// The prefix of its registration code.
    region: &'static str,
    pub(super) park: Option<usize>,
    /// Its main industry.
    pub(super) industry: usize,
    ownership: &'static str,
    pub(super) founded: Day,
    employees: i64,
    pub(super) listed: bool,
    /// It invests only in companies of higher tiers, so that chains end.
    pub(super) tier: usize,
    /// True where no value is missing.
    pub(super) is_known: bool,
}

/// All companies, without values that only their own rows contain.
pub(super) fn enterprises(world: &World) -> Vec<Enterprise> {
    let mut random = Random::new(world.seed, "enterprises");
    let cities = Cities::read(world);
    let mut names = BTreeMap::new();
    let known = fixed_rows::enterprises().map(|entry| known(entry, world));
    let mut all: Vec<Enterprise> = known.collect();
    while all.len() < COUNT {
        all.push(drawn(&mut random, world, &cities, &mut names));
    }
    all
}

fn known(entry: [&'static str; 10], world: &World) -> Enterprise {
    let [
        name,
        short,
        city,
        park,
        industry,
        ownership,
        founded,
        employees,
        listed,
        tier,
    ] = entry;
    let mut cities = entries::<3>(include_str!("lists/cities.txt"));
    let region = cities.find(|[own, ..]| *own == city);
    Enterprise {
        name: CompanyName {
            full: name.to_owned(),
            short: short.to_owned(),
            brand: short.to_owned(),
        },
        tongue: Tongue::of(name),
        city,
        region: region.map_or("", |[_, region, _]| region),
        park: world.parks.iter().position(|own| own.name == park),
        industry: world.industries.of_name(industry).unwrap_or(0),
        ownership,
        founded: parsed(founded),
        employees: employees.parse().unwrap_or_default(),
        listed: !listed.is_empty(),
        tier: tier.parse().unwrap_or_default(),
        is_known: true,
    }
}

fn drawn(
    random: &mut Random,
    world: &World,
    cities: &Cities,
    names: &mut BTreeMap<Tongue, Names<CompanyName>>,
) -> Enterprise {
    let tongue = random.weighted(&Tongue::SHARES).unwrap_or(Tongue::Chinese);
    let industry = random.pick(world.industries.leaves(tongue)).unwrap_or(0);
    let of_tree = world.industries.get(industry);
    let root = of_tree.map_or("", |industry| industry.root);
    let trades = world.sectors.trades(root);
    let city = random.weighted(cities.of(tongue));
    let (city, region) = city.unwrap_or_default();
    let names = names.entry(tongue).or_insert_with(Names::new);
    let name = names.give(random, |random| {
        let named = of_tree.filter(|_| tongue == Tongue::Chinese && random.chance(55));
        let trade = named.map_or_else(|| random.word(trades), |industry| industry.name);
        company(random, &world.words, tongue, city, trade)
    });
    let listed = random.chance(6);
    let employees = match listed {
        true => random.scaled(3, 5),
        false => random
            .weighted(&[(1, 25), (2, 45), (3, 26), (4, 4)])
            .map_or(10, |digits| random.scaled(digits, digits) + 2),
    };
    Enterprise {
        name,
        tongue,
        city,
        region,
        park: random.unless(45, ()).and_then(|()| {
            let near = cities.parks.get(city).map_or(&[][..], Vec::as_slice);
            random.pick(near)
        }),
        industry,
        ownership: random.weighted(&OWNERSHIPS).unwrap_or("private"),
        founded: random
            .between(day(1985, 1, 1), day(2025, 12, 31))
            .max(random.between(day(1985, 1, 1), day(2025, 12, 31))),
        employees,
        listed,
        tier: random.weighted(&TIERS).unwrap_or(5),
        is_known: false,
    }
}

/// A city, and the prefix of its companies' registration codes.
type City = (&'static str, &'static str);

/// Cities by language with relative numbers of companies, and the parks of each city.
struct Cities {
    by_tongue: BTreeMap<Tongue, Vec<(City, u64)>>,
    parks: BTreeMap<&'static str, Vec<usize>>,
}

impl Cities {
    fn read(world: &World) -> Self {
        let mut by_tongue: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for [city, region, weight] in entries(include_str!("lists/cities.txt")) {
            let weight = weight.parse().unwrap_or(1);
            let cities = by_tongue.entry(Tongue::of(city)).or_default();
            cities.push(((city, region), weight));
        }
        let mut parks: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, park) in world.parks.iter().enumerate() {
            parks.entry(park.city).or_default().push(place);
        }
        Self { by_tongue, parks }
    }

    fn of(&self, tongue: Tongue) -> &[(City, u64)] {
        self.by_tongue.get(&tongue).map_or(&[], Vec::as_slice)
    }
}
