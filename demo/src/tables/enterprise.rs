//! The domain `enterprise`: companies, their links and products.
//!
//! ```text
//!  industries ─┐
//!  parks ──────┼──► enterprises ──► people ──► products, events, patents
//!  institutions┘         │            │               │
//!                        └────────────┴── links ──────┘
//! ```
//!
//! Each step has its own random stream, so that a change in one does not affect the others.

mod enterprises;
mod events;
mod fixed_rows;
mod industries;
mod institutions;
mod languages;
mod links;
mod names;
mod pairs;
mod parks;
mod patents;
mod people;
mod products;
mod sectors;
mod words;

use rusqlite::Connection;

use enterprises::Enterprise;
use industries::Industries;
use institutions::Institution;
use parks::Park;
use people::Person;
use sectors::Sectors;
use words::Words;

/// The data that later tables need from earlier ones. The key of a row is its index plus one.
struct World {
    seed: u64,
    words: Words,
    sectors: Sectors,
    industries: Industries,
    parks: Vec<Park>,
    institutions: Vec<Institution>,
    enterprises: Vec<Enterprise>,
    people: Vec<Person>,
}

impl World {
    /// The company with this full name.
    fn company(&self, name: &str) -> Option<usize> {
        let mut companies = self.enterprises.iter();
        companies.position(|company| company.name.full == name)
    }

    /// The number of fixed companies, which come first.
    fn known_companies(&self) -> usize {
        let known = self.enterprises.iter();
        known.take_while(|company| company.is_known).count()
    }
}

pub(super) fn fill(connection: &Connection, seed: u64) -> Result<(), rusqlite::Error> {
    connection.execute_batch(include_str!("enterprise/schema.sql"))?;
    let mut world = World {
        seed,
        words: Words::read(),
        sectors: Sectors::read(),
        industries: Industries::read(),
        parks: parks::parks(seed),
        institutions: institutions::institutions(),
        enterprises: Vec::new(),
        people: Vec::new(),
    };
    industries::write(connection, &world.industries)?;
    parks::write(connection, &world.parks)?;
    institutions::write(connection, &world.institutions)?;
    world.enterprises = enterprises::enterprises(&world);
    enterprises::write(connection, &world)?;
    world.people = people::people(&world);
    people::write(connection, &world)?;
    let products = products::fill(connection, &world)?;
    let participants = events::fill(connection, &world)?;
    let (owners, inventors) = patents::fill(connection, &world)?;
    links::product_industries(connection, &world, &products)?;
    pairs::write(
        connection,
        "event_participants (enterprise_id, event_id)",
        &participants,
    )?;
    pairs::write(
        connection,
        "patent_owners (enterprise_id, patent_id)",
        &owners,
    )?;
    pairs::write(
        connection,
        "patent_inventors (person_id, patent_id)",
        &inventors,
    )?;
    links::fill(connection, &world)?;
    connection.execute_batch(include_str!("enterprise/indexes.sql"))
}

fn key(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX - 1) + 1
}
