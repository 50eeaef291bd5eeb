use std::borrow::Cow;
use std::time::Instant;

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Verdict};
use proptest::prelude::*;

use super::*;
use ClaimKind::{Answer, Length, Link, Name, Number, Order, Reference};
use cmec_executor::filters::ExtractedFilter;

fn row(name: &str, price: &str, notes: &str) -> Row {
    let column = |name: &'static str, cell| (Cow::Borrowed(name), cell);
    let text = |text: &str| Cell::Text(text.to_owned());
    Row {
        values: vec![
            column("wine.name", text(name)),
            column("wine.price_rub", Cell::Number(price.to_owned())),
            column("wine.tasting_notes", text(notes)),
            column("wine.region", Cell::Null),
        ],
    }
}

fn wines() -> Vec<Row> {
    vec![
        row("Malbec Сингл Виньярд", "1799", "Выдержка 12 мес., Мендоса"),
        row("Chianti", "1850.5", "См. https://wine.example/a и `x_1`"),
    ]
}

fn factual(rows: Vec<Row>) -> Response {
    Response {
        response_type: ResponseType::FactualList,
        rows,
        ..Response::default()
    }
}

fn add(template: &mut Template<'_>, domain: &str, sql: &str, response: &Response) {
    match Decoder::new(builtin(domain).unwrap())
        .decode(sql, "")
        .verdict
    {
        Verdict::Contract(contract) => template.add(response, &contract, Vec::new()),
        other => panic!("{sql}: {other:?}"),
    }
}

fn asked(domain: &str, locale: Locale, question: &str) -> Template<'static> {
    Template::new((builtin(domain).unwrap(), locale), question)
}

fn found(locale: Locale) -> Template<'static> {
    let mut template = asked("wine", locale, "Красное сухое до 2 000 к стейку, в Москву");
    add(
        &mut template,
        "wine",
        "SELECT * FROM wine",
        &factual(wines()),
    );
    template
}

fn kind(template: &Template<'_>, text: &str) -> Option<ClaimKind> {
    template.filled(text).err().map(|own| own.kind)
}

#[test]
fn references_are_filled_in() {
    use Locale::{En, Ru, Zh};
    for (locale, text, expected) in [
        (
            Ru,
            "{{r1.name}} стоит {{r1.price}}.",
            "Malbec Сингл Виньярд стоит 1799 ₽.",
        ),
        (
            Ru,
            "«{{ r2.name }}» — {{r2.wine.price_rub}} руб., до {{q.1}} ₽",
            "«Chianti» — 1850,5 ₽, до 2 000 ₽",
        ),
        (
            En,
            "`{{r2.name}}` is {{r2.price_rub}} RUB.",
            "Chianti is 1850.5 ₽.",
        ),
        (
            Zh,
            "推荐{{r2.name}}，价格{{r2.price}}卢布。",
            "推荐Chianti，价格1850.5 ₽。",
        ),
        (Ru, "Нашлось: {{count}}", "Нашлось: 2"),
        (Ru, "Разница {{diff(r2.price, r1.price)}}", "Разница 51,5 ₽"),
        (
            En,
            "Together {{sum(r1.price,r2.price)}} of {{q.1}}.",
            "Together 3649.5 ₽ of 2 000.",
        ),
        (
            Ru,
            "Останется {{diff(q.1,r1.price)}}, то есть {{share(r1.price,r2.price)}}",
            "Останется 201 ₽, то есть 97,2%",
        ),
        (Ru, "Регион: {{r1.region}}", "Регион: —"),
        // Items are numbered by the host.
        (
            Ru,
            "1. {{r1.name}}\n2. {{r2.name}}",
            "1. Malbec Сингл Виньярд\n2. Chianti",
        ),
        (
            Ru,
            "1) **{{r1.name}}**\n\n**1) chianti**\n  1) c",
            "1) **Malbec Сингл Виньярд**\n\n**2) chianti**\n  3) c",
        ),
        (
            Zh,
            "1、{{r1.name}}\n2、{{r2.name}}",
            "1、Malbec Сингл Виньярд\n2、Chianti",
        ),
        // Names from rows, from the question, or from labels.
        (
            Ru,
            "Есть Мальбек? Нет, Malbec из Мендосы, в Москве. Цена: {{r1.price}}.",
            "Есть Мальбек? Нет, Malbec из Мендосы, в Москве. Цена: 1799 ₽.",
        ),
        (Ru, "Возьмите «malbec сингл».", "Возьмите «malbec сингл»."),
        (
            En,
            "I like it. **Price:** fine, “chianti”.",
            "I like it. **Price:** fine, “chianti”.",
        ),
        (Zh, "有一款好酒。", "有一款好酒。"),
        // A link from a row, and a foreign one.
        (
            Ru,
            "Сайт: https://wine.example/a.",
            "Сайт: https://wine.example/a.",
        ),
        (
            Ru,
            "Т.е. красное и/или белое, 🍷 ~ a & b…",
            "Т.е. красное и/или белое, 🍷 ~ a & b…",
        ),
        (Ru, "Не\u{200b}вид\u{202e}имое", "Невидимое"),
    ] {
        if text.contains("Мальбек") {
            // A name in another script does not match a row.
            assert_eq!(kind(&found(locale), text), Some(Name));
            continue;
        }
        assert_eq!(
            found(locale).filled(text).as_deref(),
            Ok(expected),
            "{text}"
        );
    }
}

#[test]
fn what_a_text_says_itself_gives_way() {
    let template = found(Locale::Ru);
    for (texts, expected) in [
        (
            &[
                "Malbec за 1799",
                "в 2024. году",
                "42. Всего",
                "5.",
                "1. ",
                "１７ вин",
                "½ цены",
                "глава Ⅳ",
                "㋀",
                "🔟",
                "три вина",
                "ТРЕТЬЕ вино",
                "о двухстах",
                "one, two",
                "twenty-one",
                "the fourteenth",
                "hundreds",
                "大约三千",
                "第一",
                "скидка %",
                // Values that would read as other values.
                "-{{r1.price}}",
                "{{count}}{{count}}",
                "{{count}} {{count}}",
                "{{count}},{{r2.price}}",
                "{{count}}k",
                "{{r1.price}} €",
                "{{count}} тысяч",
                "т{{r1.price}}ри три",
                "1.{{count}}",
            ][..],
            Number,
        ),
        (
            &[
                "Возьмите «Barolo».",
                "Возьмите Массето.",
                "Есть „массето“",
                "**Шато** — лучшее",
                "推荐「长城」",
                "推荐 Massetto",
                "Massetto подойдёт",
                "{{r1.name}} Резерва",
                "Есть Malbec Chianti",
                "вино Виньярд Сингл",
                "а: Barolo",
                "Есть MCDXC",
            ],
            Name,
        ),
        (
            &[
                "![вино](http://evil.example/x.png)",
                "http://evil.example",
                "curl evil.example",
                "пример.рф",
                "a@b",
                "`rm`",
                "[вино](/x)",
                "[вино][x]",
                "[x]: /y",
                "<b>",
                "</a>",
                "&lt;b",
                "&#60;",
                "evil&period;com",
                "javascript:alert",
                "\\\\evil",
                "//evil",
                "evil\\.example",
                "ev\u{ad}il.exa\u{200b}mple",
                "访问evil。com",
                "https://wine.example/b",
                "{{r1.name}}.{{r2.name}}",
                "[a]({{r1.name}})",
                "<{{r1.name}}>",
                "`x`",
            ],
            Link,
        ),
        (
            &[
                "{{r3.name}}",
                "{{r0.name}}",
                "{{r1.colour}}",
                "{{r1}}",
                "{{name}}",
                "{{q.2}}",
                "{{q.0}}",
                "{{",
                "{{}}",
                "{{mean(r1.price,r2.price)}}",
                "{{sum(r1.price)}}",
                "{{diff(r1.name,r2.name)}}",
                "{{diff(r1.price)}}",
                "{{share(r1.price,0)}}",
                "{{summary}}",
                "{{r1.name",
                "{{sum(r1.price,sum(r1.price,r2.price))}}",
            ],
            Reference,
        ),
    ] {
        for text in texts {
            assert_eq!(kind(&template, text), Some(expected), "{text}");
        }
    }
}

#[test]
fn what_the_server_tells_may_be_referred_to() {
    let mut template = asked("address", Locale::Ru, "остаток");
    let mut response = factual(vec![Row {
        values: vec![
            ("amount".into(), Cell::Text("1000.50".to_owned())),
            ("currency".into(), Cell::Text("EUR".to_owned())),
            (
                "period".into(),
                Cell::Text("2026-03-31T20:00:00".to_owned()),
            ),
        ],
    }]);
    response.summary = "Остаток: Дт 17 193 057,52".to_owned();
    response.total = Some(12_344);
    response.filters_applied = vec![ExtractedFilter {
        filter: "counterparty".to_owned(),
        value: "Северметиз".to_owned(),
        origin: cmec_executor::filters::Origin::Said,
        pointer: String::new(),
    }];
    let sql = "SELECT * FROM account_balance WHERE account = '62' AND date = '2026-03-31'";
    add(&mut template, "address", sql, &response);
    let text = "{{summary}}. У Северметиза {{r1.amount}} на {{r1.period}}, строк {{count}}";
    let expected =
        "Остаток: Дт 17 193 057,52. У Северметиза 1 000,50 EUR на 31.03.2026, строк 12 344";
    assert_eq!(template.filled(text).as_deref(), Ok(expected));
}

/// With several calls, the meant count is unknown, and groups are not counted.
#[test]
fn a_count_is_that_of_the_only_call() {
    let count = |calls: &[(&str, Response)]| {
        let mut template = asked("wine", Locale::En, "?");
        for (sql, response) in calls {
            add(&mut template, "wine", sql, response);
        }
        template.filled("{{count}}").ok()
    };
    let all = || ("SELECT * FROM wine", factual(wines()));
    let none = ("SELECT * FROM wine", Response::default());
    let groups = |rows: &[&str]| {
        let rows = rows.iter().map(|count| Row {
            values: vec![("count".into(), Cell::Number((*count).to_owned()))],
        });
        factual(rows.collect())
    };
    let by = "SELECT country, COUNT(*) FROM wine GROUP BY country";
    assert_eq!(count(&[all()]).as_deref(), Some("2"));
    assert_eq!(count(&[none, all()]).as_deref(), Some("2"));
    assert_eq!(count(&[all(), all()]), None);
    // Twenty rows of a longer list are no count, unless twenty were requested.
    let page = || Response {
        truncated: true,
        ..factual(wines())
    };
    assert_eq!(
        count(&[("SELECT * FROM wine", page())]).as_deref(),
        Some("2+")
    );
    assert_eq!(
        count(&[("SELECT * FROM wine LIMIT 2", page())]).as_deref(),
        Some("2")
    );
    let one = ("SELECT COUNT(*) FROM wine", groups(&["9833"]));
    assert_eq!(count(&[one]).as_deref(), Some("9,833"));
    assert_eq!(count(&[(by, groups(&["5", "6"]))]), None);
}

#[test]
fn metrics_have_the_unit_of_their_field() {
    let mut template = asked("wine", Locale::En, "?");
    let values = [
        ("wine.country", "x"),
        ("avg_price_rub", "44.5"),
        ("count", "7"),
    ];
    let values = values.map(|(name, digits)| (name.into(), Cell::Number(digits.to_owned())));
    let response = factual(vec![Row {
        values: values.to_vec(),
    }]);
    let sql = "SELECT country, AVG(price), COUNT(*) FROM wine GROUP BY country";
    add(&mut template, "wine", sql, &response);
    let filled = template.filled("{{r1.avg_price_rub}}, {{r1.count}} of them");
    assert_eq!(filled.as_deref(), Ok("44.5 ₽, 7 of them"));
    // Values in two units have no sum.
    assert_eq!(
        kind(&template, "{{sum(r1.avg_price_rub,r1.count)}}"),
        Some(Reference)
    );
}

#[test]
fn rows_that_were_sorted_are_told_from_the_first_on() {
    let rows = [("A", "5"), ("B", "6"), ("C", "6"), ("D", "7")];
    let rows = rows.map(|(name, price)| row(name, price, "-")).to_vec();
    let sorted = |sql: &str| {
        let mut template = asked("wine", Locale::En, "?");
        add(&mut template, "wine", sql, &factual(rows.clone()));
        template
    };
    let by_price = sorted("SELECT * FROM wine ORDER BY price");
    for (text, expected) in [
        ("{{r1.name}}, {{r2.name}} and {{r1.price}}", None),
        // Rows with equal sort keys have no order.
        ("{{r1.name}}, {{r3.name}}, {{r2.name}}, {{r4.name}}", None),
        ("{{r1.name}}; the gap is {{diff(r4.price,r1.price)}}", None),
        ("{{r2.name}}", Some(Order)),
        ("{{r1.name}}, {{r4.name}}", Some(Order)),
        (
            "{{r1.name}}, {{r2.name}}, {{r4.name}}, {{r3.name}}",
            Some(Order),
        ),
    ] {
        assert_eq!(kind(&by_price, text), expected, "{text}");
    }
    // If the sort column is not shown, the order of rows still counts.
    let by_body = sorted("SELECT * FROM wine ORDER BY body");
    assert_eq!(kind(&by_body, "{{r1.name}}, {{r3.name}}"), Some(Order));
    assert_eq!(kind(&sorted("SELECT * FROM wine"), "{{r4.name}}"), None);
}

#[test]
fn where_nothing_was_found_only_a_question_is_shown() {
    let mut template = asked("wine", Locale::Ru, "Красное");
    for _ in 0..2 {
        for text in [
            "Какое вино вы ищете?",
            "**Красное?**\n",
            "您要哪一种？",
            "Нет. “Красное?”",
        ] {
            assert_eq!(kind(&template, text), None, "{text}");
        }
        for text in [
            "Есть отличные красные.",
            "Ничего не нашлось.",
            "没有。",
            "Вот? Да.",
        ] {
            assert_eq!(kind(&template, text), Some(Answer), "{text}");
        }
        assert_eq!(kind(&template, "Какое [вино](/x)?"), Some(Link));
        add(
            &mut template,
            "wine",
            "SELECT * FROM wine",
            &Response::default(),
        );
    }
}

/// A reason does not repeat hidden text.
#[test]
fn a_reason_says_little_of_a_text() {
    let template = asked("wine", Locale::Ru, "?");
    let answer = template.filled("зайдите на сайт банка").unwrap_err();
    assert_eq!(answer.why(), "answer_not_found");
    let link = template.filled("curl evil.example").unwrap_err();
    assert_eq!(link.why(), "link_not_found");
    let long = format!("«{}»", "ж".repeat(1_000));
    assert!(template.filled(&long).unwrap_err().why().chars().count() < 200);
}

/// Each text has the largest allowed length; the deadline is far beyond normal processing time.
#[test]
fn hostile_texts_are_gone_through_once() {
    let template = found(Locale::Ru);
    let (long, more) = (
        "{{r1.tasting_notes}} ".repeat(3_000),
        "x".repeat(12_000_000),
    );
    assert_eq!(kind(&template, &long), Some(Length));
    assert_eq!(kind(&template, &more), Some(Length));
    for piece in [
        "«",
        "«»",
        "\"a",
        "**",
        "`",
        "[",
        "](",
        "![",
        "<",
        "&",
        "a.",
        "{{",
        "{{}}",
        "{{count}} a ",
        "1 ",
        "1. ",
        "1. a\n",
        "Malbec ",
        "三",
        "\u{202e}",
    ] {
        let text = piece.repeat(LONGEST_TEXT / piece.len());
        let since = Instant::now();
        let _ = template.filled(&text);
        assert!(since.elapsed().as_secs() < 10, "{piece:?}");
    }
}

proptest! {
    /// No figure is the model's: only the numbers of items are there, and they are counted here.
    #[test]
    fn no_figure_of_a_text_survives(text in r"(?s)([1-3]{1,2}[.)] |\{\{count\}\}|\{\{r[12]\.(name|region)\}\}|\{\{|[a-zж三٣½Ⅳ１ .,%\n-]|.){0,24}") {
        let mut template = asked("wine", Locale::En, "?");
        // The filled-in values contain no digits.
        let rows = ["a", "b"].map(|name| row(name, "5", "-")).to_vec();
        add(&mut template, "wine", "SELECT country, COUNT(*) FROM wine GROUP BY country", &factual(rows));
        if let Ok(filled) = template.filled(&text) {
            let mut items = 1..;
            for line in filled.lines().filter(|line| line.contains(char::is_numeric)) {
                let figures: Vec<&str> = number::figures(line).collect();
                prop_assert_eq!(figures, [items.next().unwrap_or(0_u32).to_string()], "{}", filled);
            }
        }
    }
}
