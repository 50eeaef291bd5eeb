//! Products of the companies.

use rusqlite::Connection;

use super::languages::Tongue;
use super::{World, key};
use crate::calendar::{date, day};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::missing_values::Gaps;

/// Number of products.
const COUNT: usize = 15_000;

/// Least number of products of a fixed company.
const OF_THE_KNOWN: usize = 5;

/// The maker of each product, as the index of a company.
pub(super) type Makers = Vec<usize>;

pub(super) fn fill(connection: &Connection, world: &World) -> Result<Makers, rusqlite::Error> {
    let mut random = Random::new(world.seed, "products");
    let mut gaps = Gaps::new(world.seed, "products");
    let table = "products (id, name, category, launched_on, price, stage, enterprise_id)";
    let mut rows = Rows::of(connection, table)?;
    let mut keywords = Rows::of(connection, "product_keywords (product_id, keyword)")?;
    let mut makers = Makers::new();
    let known = world.known_companies();
    for place in 0..COUNT {
        let is_known = place < known * OF_THE_KNOWN;
        let maker = match is_known {
            true => place % known,
            false => random.early(world.enterprises.len()),
        };
        let Some(company) = world.enterprises.get(maker) else {
            continue;
        };
        let products = world.industries.products(company.industry);
        let category = random.word(products);
        let from = company.founded.max(day(2005, 1, 1));
        let launched = random.between(from, day(2026, 6, 30).max(from));
        let price = random.scaled(4, 9);
        let stages = [
            ("prototype", 12),
            ("mass_production", 74),
            ("discontinued", 14),
        ];
        let of = |percent| if is_known { 0 } else { percent };
        rows.add((
            key(place),
            name(&mut random, company.tongue, &company.name.brand, category),
            gaps.keep(of(3), category),
            gaps.keep(of(6), date(launched).to_string()),
            gaps.keep(of(8), price as f64 / 100.0),
            gaps.keep(of(4), random.weighted(&stages)),
            gaps.keep(of(2), key(maker)),
        ))?;
        let words = world.words.of(company.tongue, "keywords");
        for keyword in random.several(words, 0, 4) {
            keywords.add((key(place), keyword))?;
        }
        makers.push(maker);
    }
    Ok(makers)
}

fn name(random: &mut Random, tongue: Tongue, brand: &str, category: &str) -> String {
    let series = random.word(&["A", "B", "C", "E", "H", "K", "M", "P", "S", "T", "X", "Z"]);
    let number = random.between(10, 99) * 10;
    match tongue {
        Tongue::Chinese => format!("{brand}{category}{series}{number}"),
        Tongue::Russian => {
            let mark = random.word(&["", "", "М", "К"]);
            format!("{category} {brand}-{number}{mark}")
        }
        Tongue::English => format!("{brand} {category} {series}{number}"),
    }
}
