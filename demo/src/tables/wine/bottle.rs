//! A random wine: origin, grapes, taste and price.

use std::collections::BTreeMap;

use super::origin::{Origin, Region, regions};
use super::tastes::{Tastes, tastes};
use crate::random::Random;
use crate::tables::lists::{entries, words};

/// Price ranges in roubles, with their shares in percent.
const PRICES: [((i64, i64), u64); 5] = [
    ((400, 1_200), 32),
    ((1_200, 2_500), 35),
    ((2_500, 5_000), 20),
    ((5_000, 15_000), 10),
    ((15_000, 90_000), 3),
];

#[derive(Debug)]
pub(super) struct Bottle {
    pub(super) name: String,
    pub(super) producer: &'static str,
    pub(super) origin: Origin,
    /// `None` for a blend of several years.
    pub(super) vintage: Option<i64>,
    /// As noted by people, some with a percentage.
    pub(super) grapes: Vec<String>,
    pub(super) kind: Kind,
    pub(super) sweetness: &'static str,
    pub(super) body: i64,
    pub(super) tannins: i64,
    pub(super) acidity: i64,
    pub(super) kopecks: i64,
    /// Months in oak.
    pub(super) oak: i64,
    pub(super) notes: String,
    pub(super) dishes: Vec<&'static str>,
    /// True where no value is missing.
    pub(super) is_known: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Red,
    White,
    Rose,
    Sparkling,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::White => "white",
            Self::Rose => "rose",
            Self::Sparkling => "sparkling",
        }
    }
}

/// The sources for random wines.
pub(super) struct Bottles {
    regions: Vec<(usize, u64)>,
    all: Vec<Region>,
    labels: BTreeMap<&'static str, Vec<&'static str>>,
    tastes: Tastes,
}

impl Bottles {
    pub(super) fn read() -> Self {
        let all = regions();
        let labels = entries(include_str!("lists/words.txt"));
        Self {
            regions: all.iter().map(|region| region.share).enumerate().collect(),
            all,
            labels: labels
                .map(|[country, list]| (country, words(list)))
                .collect(),
            tastes: tastes(),
        }
    }

    /// The next wine; `None` if no region is listed.
    pub(super) fn draw(&self, random: &mut Random) -> Option<Bottle> {
        let region = self.all.get(random.weighted(&self.regions)?)?;
        let producer = random.word(&region.producers);
        let kind = kind(random, region);
        let sweetness = random.weighted(sweetnesses(kind)).unwrap_or("dry");
        let grown = match kind {
            Kind::Red | Kind::Rose => &region.red,
            Kind::White | Kind::Sparkling => &region.white,
        };
        let grapes = random.several(grown, 1, 3);
        let main = grapes.first().copied().unwrap_or_default();
        let label = self.labels.get(region.origin.country);
        let label = random.word(label.map_or(&[], Vec::as_slice));
        let taste = match sweetness {
            "sweet" => self.tastes.get("sweet"),
            _ => self.tastes.get(kind.name()),
        };
        let [body, tannins, acidity] = structure(kind).map(|(low, high)| random.between(low, high));
        Some(Bottle {
            name: name(random, kind, sweetness, [producer, main, label]),
            producer,
            origin: region.origin,
            vintage: vintage(random, kind),
            grapes: parts(random, &grapes),
            kind,
            sweetness,
            body,
            tannins,
            acidity,
            kopecks: price(random),
            oak: match kind {
                Kind::Red => random.between(0, 12) * 2,
                Kind::White => (random.between(-6, 6) * 2).max(0),
                Kind::Rose | Kind::Sparkling => 0,
            },
            notes: taste.map_or_else(String::new, |taste| taste.notes(random)),
            dishes: taste.map_or_else(Vec::new, |taste| taste.dishes(random)),
            is_known: false,
        })
    }
}

fn kind(random: &mut Random, region: &Region) -> Kind {
    let kinds: &[(Kind, u64)] = match region.origin.region {
        "Шампань" => &[(Kind::Sparkling, 95), (Kind::Rose, 5)],
        "Мальборо" | "Мозель" | "Риас-Байшас" => &[
            (Kind::Red, 15),
            (Kind::White, 75),
            (Kind::Rose, 3),
            (Kind::Sparkling, 7),
        ],
        _ => &[
            (Kind::Red, 52),
            (Kind::White, 29),
            (Kind::Rose, 8),
            (Kind::Sparkling, 11),
        ],
    };
    random.weighted(kinds).unwrap_or(Kind::Red)
}

/// Sweetness of a kind, with shares.
fn sweetnesses(kind: Kind) -> &'static [(&'static str, u64)] {
    match kind {
        Kind::Red => &[
            ("dry", 76),
            ("semi_dry", 9),
            ("semi_sweet", 11),
            ("sweet", 4),
        ],
        Kind::White => &[
            ("dry", 66),
            ("semi_dry", 16),
            ("semi_sweet", 10),
            ("sweet", 8),
        ],
        Kind::Rose => &[("dry", 70), ("semi_dry", 18), ("semi_sweet", 12)],
        Kind::Sparkling => &[
            ("dry", 64),
            ("semi_dry", 12),
            ("semi_sweet", 16),
            ("sweet", 8),
        ],
    }
}

/// Ranges of body, tannins and acidity.
fn structure(kind: Kind) -> [(i64, i64); 3] {
    match kind {
        Kind::Red => [(2, 5), (2, 5), (2, 4)],
        Kind::White => [(1, 4), (1, 2), (2, 5)],
        Kind::Rose => [(1, 3), (1, 2), (2, 4)],
        Kind::Sparkling => [(1, 3), (1, 1), (3, 5)],
    }
}

fn name(
    random: &mut Random,
    kind: Kind,
    sweetness: &str,
    [producer, grape, label]: [&str; 3],
) -> String {
    let grape = capitalised(grape);
    let name = match (kind, random.between(0, 3)) {
        (Kind::Sparkling, _) => {
            let sign = match sweetness {
                "dry" => random.word(&["Брют", "Экстра Брют", "Брют Натюр"]),
                "semi_dry" => "Полусухое",
                "semi_sweet" => "Полусладкое",
                _ => "Сладкое",
            };
            format!("{producer} {sign}")
        }
        (_, 0) => format!("{producer} {grape}"),
        (_, 1) => format!("{producer} {label}"),
        (_, 2) => format!("{grape} {label} {producer}"),
        _ => format!("{producer} {grape} {label}"),
    };
    match kind {
        Kind::Rose => format!("{name} Розе"),
        _ => name,
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.as_str().chars()).collect()
}

fn vintage(random: &mut Random, kind: Kind) -> Option<i64> {
    let blended = if kind == Kind::Sparkling { 35 } else { 4 };
    // Few are old.
    let year = match random.chance(8) {
        true => random.between(1990, 2012),
        false => random.between(2008, 2025).max(random.between(2010, 2025)),
    };
    random.unless(blended, year)
}

/// Grapes as noted: plain, as 100 %, or as shares.
fn parts(random: &mut Random, grapes: &[&str]) -> Vec<String> {
    if random.chance(3) {
        return Vec::new();
    }
    let with_parts = random.chance(45);
    let first = random.between(11, 18) * 5;
    grapes
        .iter()
        .enumerate()
        .map(|(place, grape)| {
            let part = match (grapes.len(), place) {
                (1, _) => 100,
                (2, 0) | (3, 0) => first - 5,
                (2, _) => 105 - first,
                (_, 1) => 100 - first,
                _ => 5,
            };
            match with_parts {
                true => format!("{grape} {part}%"),
                false => (*grape).to_owned(),
            }
        })
        .collect()
}

/// In kopecks, mostly multiples of ten roubles, as in shops.
fn price(random: &mut Random) -> i64 {
    let (low, high) = random.weighted(&PRICES).unwrap_or((400, 1_200));
    let roubles = random.between(low / 10, high / 10) * 10;
    match random.between(0, 9) {
        0 => roubles * 100 + 50,
        1..=4 => (roubles - 10).max(low) * 100 + 900,
        _ => roubles * 100,
    }
}
