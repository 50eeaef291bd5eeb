//! Wines that documents and tests refer to by name. Each is unique and complete.

use super::bottle::{Bottle, Kind};
use super::origin::Origin;
use crate::tables::lists::{entries, words};

/// Reads `lists/known_wines.txt`.
pub(super) fn bottles() -> Vec<Bottle> {
    entries(include_str!("lists/known_wines.txt"))
        .map(bottle)
        .collect()
}

fn bottle(entry: [&'static str; 8]) -> Bottle {
    let [
        name,
        country,
        region,
        producer,
        year,
        grapes,
        kopecks,
        dishes,
    ] = entry;
    let notes = "В аромате вишня, слива и ваниль. Вкус полный и округлый, послевкусие долгое.";
    Bottle {
        name: name.to_owned(),
        producer,
        origin: Origin { country, region },
        vintage: year.parse().ok(),
        grapes: words(grapes).into_iter().map(str::to_owned).collect(),
        kind: Kind::Red,
        sweetness: "dry",
        body: 4,
        tannins: 4,
        acidity: 3,
        kopecks: kopecks.parse().unwrap_or_default(),
        oak: 12,
        notes: notes.to_owned(),
        dishes: words(dishes),
        is_known: true,
    }
}
