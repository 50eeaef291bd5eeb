//! The domain `wine`: the wines of a shop in one table.

mod bottle;
mod fixed_rows;
mod notes;
mod origin;
mod tastes;

use rusqlite::{Connection, params};

use super::lists::json;
use super::missing_values::Gaps;
use crate::random::Random;
use crate::rows::Rows;
use bottle::{Bottle, Bottles};

/// Number of wines.
const COUNT: usize = 20_000;

pub(super) fn fill(connection: &Connection, seed: u64) -> Result<(), rusqlite::Error> {
    connection.execute_batch(include_str!("wine/schema.sql"))?;
    let mut random = Random::new(seed, "wines");
    let mut gaps = Gaps::new(seed, "wines");
    let bottles = Bottles::read();
    let table = "wines (id, name, producer, region, country, vintage_year, grape_varieties, wine_type, sweetness, body, \
                 tannins, acidity, price_rub, description, tasting_notes, food_pairings)";
    let mut rows = Rows::of(connection, table)?;
    let known = fixed_rows::bottles();
    let drawn = (known.len()..COUNT).filter_map(|_| bottles.draw(&mut random));
    for (bottle, id) in known.into_iter().chain(drawn).zip(1_i64..) {
        add(&mut rows, &mut gaps, id, &bottle)?;
    }
    connection.execute_batch(include_str!("wine/indexes.sql"))
}

fn add(
    rows: &mut Rows<'_>,
    gaps: &mut Gaps,
    id: i64,
    bottle: &Bottle,
) -> Result<(), rusqlite::Error> {
    let of = |percent| if bottle.is_known { 0 } else { percent };
    let origin = bottle.origin;
    rows.add(params![
        id,
        bottle.name,
        gaps.keep(of(2), bottle.producer),
        gaps.keep(of(4), origin.region),
        gaps.keep(of(2), origin.country),
        bottle.vintage,
        gaps.keep(of(3), json(&bottle.grapes)),
        bottle.kind.name(),
        gaps.keep(of(3), bottle.sweetness),
        gaps.keep(of(5), bottle.body),
        gaps.keep(of(6), bottle.tannins),
        gaps.keep(of(5), bottle.acidity),
        gaps.keep(of(2), bottle.kopecks as f64 / 100.0),
        gaps.keep(of(5), notes::description(bottle)),
        gaps.keep(of(6), &bottle.notes),
        gaps.keep(of(4), json(&bottle.dishes)),
    ])
}
