//! Patents of the companies.

use rusqlite::Connection;

use super::languages::Tongue;
use super::pairs::Pairs;
use super::words::sentence;
use super::{World, key};
use crate::calendar::{Day, date, day, year};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::missing_values::Gaps;

/// Number of patents.
const COUNT: usize = 10_000;

/// Least number of patents of a fixed company.
const OF_THE_KNOWN: usize = 3;

/// Kinds with their digit in Chinese patent numbers.
const KINDS: [((&str, u8), u64); 3] = [
    (("invention", 1), 55),
    (("utility_model", 2), 33),
    (("design", 3), 12),
];

/// Writes the patents; returns the pairs of owner and patent, and of inventor and patent.
pub(super) fn fill(
    connection: &Connection,
    world: &World,
) -> Result<(Pairs, Pairs), rusqlite::Error> {
    let mut random = Random::new(world.seed, "patents");
    let mut gaps = Gaps::new(world.seed, "patents");
    let (mut owners, mut inventors) = (Pairs::new(), Pairs::new());
    let table = "patents (id, number, title, kind, filed_on, granted)";
    let mut rows = Rows::of(connection, table)?;
    let known = world.known_companies();
    for place in 0..COUNT {
        let is_known = place < known * OF_THE_KNOWN;
        let owner = match is_known {
            true => place % known,
            false => random.early(world.enterprises.len()),
        };
        let Some(company) = world.enterprises.get(owner) else {
            continue;
        };
        let products = world.industries.products(company.industry);
        let product = random.word(products);
        let (kind, digit) = random.weighted(&KINDS).unwrap_or(("invention", 1));
        let from = company.founded.max(day(2005, 1, 1));
        let filed = random.between(from, day(2026, 3, 31).max(from));
        let of = |percent| if is_known { 0 } else { percent };
        let title = format!("patent {}", random.between(0, 3));
        rows.add((
            key(place),
            number(company.tongue, filed, digit, place),
            sentence(company.tongue, &title, [("product", product)]),
            kind,
            gaps.keep(of(3), date(filed).to_string()),
            // An examination takes years.
            gaps.keep(of(4), year(filed) < 2025 && random.chance(78)),
        ))?;
        if is_known || random.chance(96) {
            owners.insert((owner, place));
        }
        if random.chance(9) {
            owners.insert((random.early(world.enterprises.len()), place));
        }
        for _ in 0..random.between(1, 3) {
            inventors.insert((random.early(world.people.len()), place));
        }
    }
    Ok((owners, inventors))
}

/// A patent number; the index makes it unique.
fn number(tongue: Tongue, filed: Day, digit: u8, place: usize) -> String {
    let (year, serial) = (year(filed), place * 83 + 10_007);
    match tongue {
        Tongue::Chinese => format!("CN{year}{digit}{serial:07}.{}", serial % 11 % 10),
        Tongue::Russian => format!("RU{}C{digit}", 2_000_000 + serial),
        Tongue::English => format!("US{}B{digit}", 9_000_000 + serial),
    }
}
