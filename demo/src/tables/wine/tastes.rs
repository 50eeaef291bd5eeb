//! Aromas, tastes and dishes of wines.

use std::collections::BTreeMap;

use crate::random::Random;
use crate::tables::lists::{entries, words};

/// The vocabulary of one kind of wine.
#[derive(Debug, Default)]
pub(super) struct Taste {
    aromas: Vec<&'static str>,
    tastes: Vec<&'static str>,
    ends: Vec<&'static str>,
    dishes: Vec<&'static str>,
}

/// By kind of wine; sweet wines are a kind of their own.
pub(super) type Tastes = BTreeMap<&'static str, Taste>;

/// Reads `lists/tastes.txt`.
pub(super) fn tastes() -> Tastes {
    let lists = entries(include_str!("lists/tastes.txt"));
    let lists = lists.map(|[kind, aromas, tastes, ends, dishes]| {
        let taste = Taste {
            aromas: words(aromas),
            tastes: words(tastes),
            ends: words(ends),
            dishes: words(dishes),
        };
        (kind, taste)
    });
    lists.collect()
}

impl Taste {
    /// Tasting notes of one or two sentences.
    pub(super) fn notes(&self, random: &mut Random) -> String {
        let aromas = random.several(&self.aromas, 3, 4);
        let taste = random.word(&self.tastes);
        let end = random.word(&self.ends);
        let (last, others) = aromas.split_last().unwrap_or((&"", &[]));
        let aromas = match others {
            [] => (*last).to_owned(),
            others => format!("{} и {last}", others.join(", ")),
        };
        match random.between(0, 2) {
            0 => format!("В аромате {aromas}. Вкус {taste}, послевкусие {end}."),
            1 => format!("Аромат: {aromas}. Вкус {taste}. Послевкусие {end}."),
            _ => format!("Вкус {taste}: {aromas}. Послевкусие {end}."),
        }
    }

    /// Matching dishes; missing for some wines.
    pub(super) fn dishes(&self, random: &mut Random) -> Vec<&'static str> {
        match random.chance(4) {
            true => Vec::new(),
            false => random.several(&self.dishes, 2, 4),
        }
    }
}
