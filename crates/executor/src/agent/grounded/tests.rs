use std::borrow::Cow;

use super::*;
use crate::agent::toolbox::Told;
use MadeUpKind::{Answer, Name, Number};

fn row(name: &str, price: &str, notes: &str) -> Row {
    let column = |name: &'static str, cell| (Cow::Borrowed(name), cell);
    Row {
        values: vec![
            column("wine.name", Cell::Text(name.to_owned())),
            column("wine.price_rub", Cell::Number(price.to_owned())),
            column("wine.tasting_notes", Cell::Text(notes.to_owned())),
        ],
    }
}

fn done(rows: Vec<Row>) -> Outcome {
    Outcome {
        text: "{}".to_owned(),
        rows,
        told: Told::default(),
        standing: Standing::Done,
    }
}

fn grounds() -> Grounds {
    let mut grounds = Grounds::new("Красное сухое до 2000 к стейку", ["цена", "вино"]);
    grounds.add(&done(vec![
        row("Malbec Сингл Виньярд", "1799", "Выдержка 12 мес."),
        row("Chianti", "1850.5", "Ёжевика"),
    ]));
    grounds
}

fn check(grounds: &Grounds, text: &str, said: &str, kind: MadeUpKind) {
    let said = MadeUp {
        said: said.to_owned(),
        kind,
    };
    assert_eq!(grounds.made_up(text), Some(said), "{text}");
}

#[test]
fn what_was_found_or_asked_may_be_said() {
    for text in [
        "Malbec, 1 799 ₽, и Chianti, 1850,50 ₽ — дешевле 2000.",
        "1. «Malbec Сингл Виньярд»: 1799\n2. «chianti»: 1 850,5",
        "Нашлось 2 вина, два на выбор. Выдержка 12 месяцев.",
        "Ничего больше.",
        "1️⃣ Malbec\n2️⃣ Chianti",
        "[Chianti] с ежевикой",
        "**Malbec Сингл Виньярд** — **1 799 руб.**; **Цена:** до двух тысяч.",
        "Около 2 тысяч, выдержка двенадцать месяцев.",
        "Один из лучших, на двоих.",
        "- Malbec Сингл Виньярд — 1799 ₽\n- Chianti — 1850,5 ₽\n- Цена — 1799\n- Бюджет — 2000",
    ] {
        assert_eq!(grounds().made_up(text), None, "{text}");
    }
}

#[test]
fn what_was_neither_found_nor_asked_is_made_up() {
    for (text, said, kind) in [
        ("Malbec за 1789 ₽", "1789", Number),
        ("около 1,8 тысячи", "1,8 тысячи", Number),
        ("меньше тысячи", "тысячи", Number),
        ("about two thousand five", "two thousand five", Number),
        ("нашлось пять вин", "пять", Number),
        ("大约三千卢布", "三千", Number),
        ("выдержка 12 тысяч лет", "12 тысяч", Number),
        ("«Barolo» за 1799", "Barolo", Name),
        ("1. A\n2. B\n3. C", "3", Number),
        ("1.299 ₽ стоит Malbec", "1.299", Number),
        ("Malbec:\n**1.299 ₽**\n2.450 ₽", "1.299", Number),
        ("1.7k rubles", "1.7k", Number),
        ("скидка 10%", "10", Number),
        ("Malbec за MCDXC рублей", "MCDXC", Name),
        ("- Массето — 1 799 ₽", "Массето", Name),
        (
            "1. Malbec — 1799\n2. **Массето** – 1850,50",
            "Массето",
            Name,
        ),
    ] {
        check(&grounds(), text, said, kind);
    }
}

/// Each call has a count of its own; over all calls the different rows are counted.
#[test]
fn counts_are_those_of_calls_and_of_different_rows() {
    let wines = |from: usize, to: usize| {
        let rows = (from..to).map(|number| row(&format!("Вино {number}"), "5", "-"));
        rows.collect::<Vec<Row>>()
    };
    let scored = |score: &str| {
        let mut row = row("Вино", "5", "-");
        row.values
            .push((Cow::Borrowed("score"), Cell::Number(score.to_owned())));
        row
    };
    let said = |calls: Vec<Vec<Row>>| {
        let mut grounds = Grounds::new("?", []);
        for rows in calls {
            grounds.add(&done(rows));
        }
        move |count: u64| grounds.made_up(&format!("Найдено {count}.")).is_none()
    };
    let different = said(vec![wines(100, 117), wines(200, 220)]);
    assert_eq!([17, 20, 37, 38].map(different), [true, true, true, false]);
    let same = said(vec![wines(100, 117), wines(100, 117)]);
    assert_eq!([17, 34].map(same), [true, false]);
    let scores = said(vec![vec![scored("0.25")], vec![scored("0.75")]]);
    assert_eq!([1, 2].map(scores), [true, false]);
    let none = said(vec![vec![]]);
    assert!(!none(17));
}

#[test]
fn what_the_server_tells_may_be_said() {
    let mut grounds = Grounds::new("остаток", []);
    let told = Told {
        summary: Some("Остаток: Дт 17 193 057,52".to_owned()),
        total: Some(344),
        names: vec!["~ Тоскана".to_owned()],
    };
    grounds.add(&Outcome {
        told: told.clone(),
        ..done(Vec::new())
    });
    let text = "Остаток: 17 193 057,52, строк 344, «Тоскана».";
    assert_eq!(grounds.made_up(text), None);
    check(&grounds, "Остаток: 17 193 057,53", "17 193 057,53", Number);
    // What was not executed tells nothing.
    let mut grounds = Grounds::new("остаток", []);
    grounds.add(&Outcome {
        told,
        standing: Standing::Failed,
        ..done(Vec::new())
    });
    check(&grounds, "Остаток: 17 193 057,52", "17 193 057,52", Number);
}

#[test]
fn an_answer_needs_what_was_found() {
    let without = Grounds::new("Красное к стейку", []);
    let mut empty = without.clone();
    empty.add(&done(Vec::new()));
    for grounds in [&without, &empty] {
        check(
            grounds,
            "Есть отличные красные.",
            "Есть отличные красные.",
            Answer,
        );
        for text in ["Какое вино вы ищете?", "Ничего не нашлось."] {
            assert_eq!(grounds.made_up(text), None, "{text}");
        }
    }
    assert_eq!(grounds().made_up("Есть отличные красные."), None);
}
