//! Funds, banks, universities and authorities.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::key;
use super::languages::Tongue;
use crate::rows::Rows;
use crate::tables::lists::entries;

#[derive(Debug)]
pub(super) struct Institution {
    name: String,
    pub(super) kind: &'static str,
    city: &'static str,
    pub(super) tongue: Tongue,
}

/// The institutions of each Chinese city with their kinds.
const OF_A_CITY: [(&str, &str); 4] = [
    ("银行", "bank"),
    ("产业投资基金", "fund"),
    ("创业投资中心", "fund"),
    ("市科学技术局", "government"),
];

/// Reads `lists/institutions.txt` and adds four institutions for many cities.
pub(super) fn institutions() -> Vec<Institution> {
    let listed = entries(include_str!("lists/institutions.txt"));
    let listed = listed.map(|[name, kind, city]| institution(name.to_owned(), kind, city));
    let cities = entries::<3>(include_str!("lists/cities.txt")).map(|[city, ..]| city);
    let cities: BTreeSet<_> = (cities.take(25)).collect();
    let made = cities.into_iter().flat_map(|city| {
        OF_A_CITY.map(|(what, kind)| institution(format!("{city}{what}"), kind, city))
    });
    listed.chain(made).collect()
}

fn institution(name: String, kind: &'static str, city: &'static str) -> Institution {
    let tongue = Tongue::of(&name);
    Institution {
        name,
        kind,
        city,
        tongue,
    }
}

pub(super) fn write(
    connection: &Connection,
    institutions: &[Institution],
) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(connection, "institutions (id, name, kind, city)")?;
    for (place, institution) in institutions.iter().enumerate() {
        rows.add((
            key(place),
            &institution.name,
            institution.kind,
            institution.city,
        ))?;
    }
    Ok(())
}
