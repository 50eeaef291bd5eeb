//! Companies → rows, with the values that only these rows contain.

use rusqlite::{Connection, params};

use super::{Enterprise, World};
use crate::calendar::{date, day, moment};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::enterprise::key;
use crate::tables::enterprise::languages::Tongue;
use crate::tables::enterprise::words::sentence;
use crate::tables::lists::json;
use crate::tables::missing_values::Gaps;

pub(in crate::tables::enterprise) fn write(
    connection: &Connection,
    world: &World,
) -> Result<(), rusqlite::Error> {
    let mut random = Random::new(world.seed, "rows of enterprises");
    let mut gaps = Gaps::new(world.seed, "enterprises");
    let table = "enterprises (id, name, short_name, code, status, ownership, industry_name, city, park_id, \
                 registered_capital, annual_revenue, research_share, employees, listed, high_tech, founded_on, tags, \
                 business_scope, website, created_at)";
    let mut rows = Rows::of(connection, table)?;
    for (place, company) in world.enterprises.iter().enumerate() {
        let own = RowSeed::drawn(&mut random, world, company);
        let of = |percent| if company.is_known { 0 } else { percent };
        let industry = world.industries.get(company.industry);
        rows.add(params![
            key(place),
            company.name.full,
            gaps.keep(of(6), &company.name.short),
            gaps.keep(of(2), registration(company, place)),
            own.status,
            gaps.keep(of(4), company.ownership),
            gaps.keep(of(4), industry.map(|industry| industry.name)),
            gaps.keep(of(2), company.city),
            company.park.map(key),
            gaps.keep(of(3), own.capital),
            gaps.keep(of(9), own.revenue),
            gaps.keep(of(10), own.research as f64 / 100.0),
            gaps.keep(of(6), company.employees),
            gaps.keep(of(2), company.listed),
            gaps.keep(of(4), own.research >= 500),
            gaps.keep(of(3), date(company.founded).to_string()),
            gaps.keep(of(3), json(&own.tags)),
            gaps.keep(of(4), scope(company.tongue, &own.makes)),
            gaps.keep(of(10), format!("https://www.e{}.example", key(place))),
            own.created,
        ])?;
    }
    Ok(())
}

/// The random values of a row.
struct RowSeed {
    status: &'static str,
    /// Yuan.
    capital: f64,
    /// Yuan per year.
    revenue: f64,
    /// Hundredths of a percent.
    research: i64,
    tags: Vec<&'static str>,
    makes: Vec<&'static str>,
    created: String,
}

impl RowSeed {
    fn drawn(random: &mut Random, world: &World, company: &Enterprise) -> Self {
        let statuses = [("active", 86), ("suspended", 5), ("closed", 9)];
        let status = random.weighted(&statuses).unwrap_or("active");
        // In fen, per employee.
        let revenue = company.employees * random.between(20_000_000, 180_000_000);
        let fewest = i64::from(company.is_known || !random.chance(6));
        let day = random
            .between(day(2023, 1, 1), day(2026, 6, 30))
            .max(company.founded);
        Self {
            status: if company.is_known { "active" } else { status },
            capital: match company.is_known {
                true => (company.employees * 100_000) as f64,
                false => (random.scaled(2, 5) * 10_000) as f64,
            },
            revenue: revenue as f64 / 100.0,
            research: match random.chance(40) {
                true => random.between(500, 3_500),
                false => random.between(0, 600),
            },
            tags: random.several(world.words.of(company.tongue, "tags"), fewest, 4),
            makes: random.several(world.industries.products(company.industry), 3, 5),
            created: moment(day, random.between(8 * 3_600, 20 * 3_600)).to_string(),
        }
    }
}

/// A registration code: eighteen characters in China, thirteen digits in Russia.
fn registration(company: &Enterprise, place: usize) -> String {
    let (region, key) = (company.region, key(place));
    let check = key * 7 % 10;
    match company.tongue {
        Tongue::Chinese => format!("91{region}MA{key:07}{check}"),
        Tongue::Russian => format!("1{:02}{region}{key:07}{check}", company.founded % 90 + 10),
        Tongue::English => format!("{region}-{key:06}"),
    }
}

/// Additional words for the scope of some products; questions use such words.
const DETAILS: &[(&str, &str)] = &[
    ("光模块", "光模块（硅光，silicon photonics）"),
    ("Image Sensor", "Image Sensor in silicon photonics"),
    ("软包电池", "软包电池、半固态电池和固态电池"),
];

fn detailed(product: &str) -> &str {
    let mut details = DETAILS.iter();
    let found = details.find(|(own, _)| *own == product);
    found.map_or(product, |(_, details)| details)
}

fn scope(tongue: Tongue, makes: &[&str]) -> String {
    let makes: Vec<&str> = makes.iter().map(|product| detailed(product)).collect();
    let makes = match tongue {
        Tongue::Chinese => makes.join("、"),
        Tongue::Russian | Tongue::English => makes.join(", ").to_lowercase(),
    };
    sentence(tongue, "scope", [("makes", &makes)])
}
