//! Links between companies, people and products.

mod companies;
mod investments;
mod people;

use rusqlite::Connection;

use super::World;
use super::pairs::{Pairs, write};
use super::products::Makers;
use crate::random::Random;

/// Writes the links of companies and people.
pub(super) fn fill(connection: &Connection, world: &World) -> Result<(), rusqlite::Error> {
    let founders = people::founders(world);
    for (table, pairs) in [
        (
            "park_industries (park_id, industry_id)",
            park_industries(world),
        ),
        (
            "enterprise_industries (enterprise_id, industry_id)",
            companies::industries(world),
        ),
        (
            "enterprise_investments (investor_id, enterprise_id)",
            investments::investments(world),
        ),
        (
            "enterprise_supplies (supplier_id, customer_id)",
            companies::supplies(world),
        ),
        (
            "enterprise_competitors (enterprise_id, competitor_id)",
            companies::competitors(world),
        ),
        (
            "institution_investments (institution_id, enterprise_id)",
            investments::of_institutions(world),
        ),
        (
            "employments (person_id, enterprise_id)",
            people::employments(world),
        ),
        (
            "shareholdings (person_id, enterprise_id)",
            people::shareholdings(world, &founders),
        ),
        ("enterprise_founders (person_id, enterprise_id)", founders),
        (
            "graduations (person_id, institution_id)",
            people::graduations(world),
        ),
    ] {
        write(connection, table, &pairs)?;
    }
    Ok(())
}

/// Writes the industries of products: the maker's, and the ones it supplies.
pub(super) fn product_industries(
    connection: &Connection,
    world: &World,
    makers: &Makers,
) -> Result<(), rusqlite::Error> {
    let mut random = Random::new(world.seed, "industries of products");
    let mut pairs = Pairs::new();
    for (product, maker) in makers.iter().enumerate() {
        let Some(company) = world.enterprises.get(*maker) else {
            continue;
        };
        if random.chance(70) {
            pairs.insert((product, company.industry));
        }
        let uses = world.industries.downstream(company.industry);
        for industry in random.several(&uses, 0, 2) {
            pairs.insert((product, industry));
        }
    }
    write(
        connection,
        "product_industries (product_id, industry_id)",
        &pairs,
    )
}

fn park_industries(world: &World) -> Pairs {
    let mut random = Random::new(world.seed, "industries of parks");
    let mut pairs = Pairs::new();
    for (park, of_world) in world.parks.iter().enumerate() {
        let industries = world.industries.leaves(of_world.tongue);
        for industry in random.several(industries, 2, 5) {
            pairs.insert((park, industry));
        }
    }
    pairs
}
