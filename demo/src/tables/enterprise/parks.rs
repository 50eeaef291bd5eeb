//! The industrial parks.

use rusqlite::Connection;

use super::key;
use super::languages::Tongue;
use crate::calendar::{Day, date, day};
use crate::random::Random;
use crate::rows::Rows;
use crate::tables::lists::entries;

#[derive(Debug)]
pub(super) struct Park {
    pub(super) name: &'static str,
    pub(super) city: &'static str,
    pub(super) tongue: Tongue,
    level: &'static str,
    /// Hectares.
    area: i64,
    established: Day,
    /// Yuan per year.
    output: i64,
    /// The missing values.
    gaps: [bool; 3],
}

/// Reads `lists/parks.txt` and adds random figures.
pub(super) fn parks(seed: u64) -> Vec<Park> {
    let mut random = Random::new(seed, "parks");
    let parks = entries(include_str!("lists/parks.txt"));
    let parks = parks.map(|[name, city, level]| {
        let (area, output) = match level {
            "national" => (random.between(1_000, 30_000), random.between(40, 400)),
            "provincial" => (random.between(300, 6_000), random.between(5, 90)),
            _ => (random.between(50, 1_500), random.between(1, 20)),
        };
        Park {
            name,
            city,
            tongue: Tongue::of(name),
            level,
            area,
            established: random.between(day(1988, 6, 1), day(2021, 12, 31)),
            output: output * 1_000_000_000 + random.between(0, 999) * 1_000_000,
            gaps: [random.chance(6), random.chance(5), random.chance(8)],
        }
    });
    let mut parks: Vec<Park> = parks.collect();
    // The parks in documents have all values.
    for park in parks.iter_mut().take(4) {
        park.gaps = [false; 3];
    }
    parks
}

pub(super) fn write(connection: &Connection, parks: &[Park]) -> Result<(), rusqlite::Error> {
    let table = "parks (id, name, city, area_km2, level, established_on, output_value)";
    let mut rows = Rows::of(connection, table)?;
    for (place, park) in parks.iter().enumerate() {
        let [no_area, no_date, no_output] = park.gaps;
        rows.add((
            key(place),
            park.name,
            park.city,
            (!no_area).then_some(park.area as f64 / 100.0),
            park.level,
            (!no_date).then(|| date(park.established).to_string()),
            (!no_output).then_some(park.output),
        ))?;
    }
    Ok(())
}
