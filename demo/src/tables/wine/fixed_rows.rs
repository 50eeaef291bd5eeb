//! Wines that documents and tests refer to by name. Each is unique and complete.

use super::bottle::{Bottle, Kind};
use super::origin::Origin;

pub(super) fn bottles() -> Vec<Bottle> {
    vec![
        Bottle {
            producer: "Бодега Лос Андес",
            vintage: Some(2021),
            grapes: vec!["мальбек 100%".to_owned()],
            kopecks: 149_000,
            dishes: vec!["стейк", "шашлык", "твёрдый сыр"],
            ..red("Мальбек Резерва", "Аргентина", "Мендоса")
        },
        Bottle {
            producer: "Марани Телави",
            vintage: Some(2022),
            grapes: vec!["саперави".to_owned()],
            kopecks: 99_000,
            dishes: vec!["шашлык", "стейк из говядины", "сыр"],
            ..red("Саперави", "Грузия", "Кахетия")
        },
        Bottle {
            producer: "Шато Сен-Клер",
            vintage: Some(2016),
            grapes: vec!["каберне совиньон 70%".to_owned(), "мерло 30%".to_owned()],
            kopecks: 490_000,
            dishes: vec!["стейк из говядины", "утка"],
            ..red("Шато Сен-Клер", "Франция", "Бордо")
        },
    ]
}

fn red(name: &str, country: &'static str, region: &'static str) -> Bottle {
    Bottle {
        name: name.to_owned(),
        producer: "",
        origin: Origin { country, region },
        vintage: None,
        grapes: Vec::new(),
        kind: Kind::Red,
        sweetness: "dry",
        body: 4,
        tannins: 4,
        acidity: 3,
        kopecks: 0,
        oak: 12,
        notes: "В аромате вишня, слива и ваниль. Вкус полный и округлый, послевкусие долгое."
            .to_owned(),
        dishes: Vec::new(),
        is_known: true,
    }
}
