//! Numbers, codes, days and periods of questions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use std::fmt::Write as _;

use cmec_decoder::{Meaning, Period, quantities};
use proptest::prelude::*;

const TODAY: [i64; 3] = [2026, 11, 26];

/// Phrases of a language, one a line.
const ENGLISH: &str = "\
today
yesterday
the day before yesterday
last month
last week
this year
past 30 days
the last 3 months
year to date
two weeks ago
10 March 2026
March 10th, 2026
the tenth of September, two thousand
nineteen ninety nine in review
in March
you may ask
last May
from March to May
between 4 and 22 January, 1995
Nov 18 - Dec 19, 2015
since January
before 1 June 2025
after 2016
2023 to 2024
Q1 2026
the third quarter of last year
second half of 2025
first week of October
the last Friday of July
the end of 2025
by the end of March
rest of the month
05/06/2026
31.10.74
2026-03
the 27th
on Friday
the seventies
early this month
a few days ago
top ten companies
over 10k employees
up to 1.5k
1,234,567.89
half a million
one hundred and five thousand
5-8k
20% or twenty percent
twenty-first of June
contract no. 11/2023
account 62.01
model X4-12
-5 degrees
in three weeks
last month's orders and yesterday’s
";

const RUSSIAN: &str = "\
сегодня
позавчера
прошлый месяц
на прошлой неделе
в этом году
с начала года
с начала месяца
за последние 7 дней
за последний месяц
за 9 месяцев 2025 года
две недели назад
через неделю
10 марта 2026
31.03.2026
на 31 марта
на конец марта
март 2026
в мае
в 2025 году
за 2025
с 1 по 15 марта
между 5 и 10 марта
от января до марта
со вторника по пятницу
с 2025 года
до 1 июня 2025
до конца года
после 01.06.2026
до 5 марта включительно
в 2015-2018 годах
второй квартал
1-й кв. 2026
первый квартал прошлого года
2 полугодие 2025
в первой половине 2025 года
третья неделя марта
прошлой зимой
90-е годы
в прошлый вторник
Пятница, 18.07.14
24-го февраля
тридцать первое мая 2015
полтора миллиона
двадцать пять тысяч триста
больше двух миллионов
до 1,5 тыс
5-8 тыс
от 5 до 8 тыс
1 234 567,89
-5%
пять процентов
первые 10 оплат
договор П-134
по договору № 11/2023
остаток 62.01 на вчера
до 2000
";

const CHINESE: &str = "\
今天
昨天
前天
上个月
上周
去年
今年
本月
最近七天
近三年
两年前
2026年3月
2025年
二零一六年三月五日
3月15日
去年5月
今年第一季度
一季度
第四季度
2025年上半年
去年前三季度
上周二
这个星期一
周日
从一月十日到十二日
2015到2018年
2007年与2009年之间
2025年以来
1990年以后
2010年1月10日之前
截止到2018年
2019年8月6日或之后
十月的第一周
去年底
上世纪90年代
今年夏天
员工超过1万人
5亿
4.78万亿
两千四百五
一万零五十
十五点七
百分之五
三成
1000人以上
十余万
三家公司
三星和四川
介绍一下
五六百
第三名
１２３
一千二百個
二十億
";

fn period(period: &Period) -> String {
    let day = |day: Option<[i64; 3]>| match day {
        Some([year, month, day]) => format!("{year:04}-{month:02}-{day:02}"),
        None => String::new(),
    };
    format!(
        "{}..{} {:?}",
        day(period.from),
        day(period.until),
        period.grain
    )
}

fn meaning(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Number(own) => own.clone(),
        Meaning::Ordinal(own) => format!("{own}."),
        Meaning::Percent(own) => format!("{own}%"),
        Meaning::Numbers([low, high]) => format!("{low} to {high}"),
        Meaning::Code => "code".to_owned(),
        Meaning::Period(own) => period(own),
    }
}

/// Each quantity of a question with its meanings.
fn read(question: &str, today: [i64; 3]) -> Vec<(&str, String)> {
    let quantities = quantities(question, today);
    let mut end = 0;
    for quantity in &quantities {
        assert!(
            end <= quantity.bytes.start && quantity.bytes.start < quantity.bytes.end,
            "{question}"
        );
        assert!(!quantity.meanings.is_empty(), "{question}");
        end = quantity.bytes.end;
    }
    let line = |quantity: &cmec_decoder::Quantity| {
        let text = question.get(quantity.bytes.clone()).expect("on characters");
        let meanings: Vec<_> = quantity.meanings.iter().map(meaning).collect();
        (text, meanings.join(" | "))
    };
    quantities.iter().map(line).collect()
}

/// The meanings alone.
fn meanings(question: &str, today: [i64; 3]) -> Vec<String> {
    let all = read(question, today);
    all.into_iter().map(|(_, meanings)| meanings).collect()
}

fn table(phrases: &str) -> String {
    let mut table = String::new();
    for phrase in phrases.lines() {
        writeln!(table, "{phrase}").expect("a string");
        for (text, meanings) in read(phrase, TODAY) {
            writeln!(table, "    [{text}] {meanings}").expect("a string");
        }
    }
    table
}

/// A part of it would be another number.
#[test]
fn a_number_that_is_too_large_is_none() {
    for text in [
        "999999999999999999999999万亿亿",
        "999999999999999999999999 million billion",
    ] {
        let all = meanings(text, TODAY);
        let is_number = |own: &String| own.bytes().all(|byte| byte.is_ascii_digit());
        assert!(!all.iter().any(is_number), "{text}: {all:?}");
    }
}

#[test]
fn phrases_of_each_language_are_read() {
    insta::assert_snapshot!("english", table(ENGLISH));
    insta::assert_snapshot!("russian", table(RUSSIAN));
    insta::assert_snapshot!("chinese", table(CHINESE));
}

const fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The next day, by counting.
fn next([year, month, day]: [i64; 3]) -> [i64; 3] {
    match (day < days_in_month(year, month), month < 12) {
        (true, _) => [year, month, day + 1],
        (false, true) => [year, month + 1, 1],
        (false, false) => [year + 1, 1, 1],
    }
}

/// Relative words mean what counting the days of two years and those around them says.
#[test]
fn relative_words_follow_the_calendar() {
    let mut days = vec![[2022, 1, 1]];
    while days.last().is_some_and(|[year, ..]| *year < 2027) {
        days.push(next(*days.last().expect("a day")));
    }
    let text = |from: [i64; 3], to: [i64; 3], grain: &str| {
        let [from, to] =
            [from, to].map(|[year, month, day]| format!("{year:04}-{month:02}-{day:02}"));
        format!("{from}..{to} {grain}")
    };
    let begin = days
        .iter()
        .position(|day| *day == [2024, 1, 1])
        .expect("there");
    let end = days
        .iter()
        .position(|day| *day == [2026, 1, 1])
        .expect("there");
    for at in begin..end {
        let today @ [year, month, _] = days[at];
        // The first day of 2022 is a Saturday.
        let monday = at - (at + 5) % 7;
        let quarter = (month - 1) / 3 * 3 + 1;
        let (before, after) = match month {
            1 => ([year - 1, 12, 1], [year, 2, 1]),
            12 => ([year, 11, 1], [year + 1, 1, 1]),
            _ => ([year, month - 1, 1], [year, month + 1, 1]),
        };
        let next_quarter = if quarter == 10 {
            [year + 1, 1, 1]
        } else {
            [year, quarter + 3, 1]
        };
        let march = if month < 3 { year - 1 } else { year };
        for (words, expected) in [
            ("yesterday вчера 昨天", text(days[at - 1], today, "Day")),
            ("today сегодня 今天", text(today, days[at + 1], "Day")),
            (
                "tomorrow завтра 明天",
                text(days[at + 1], days[at + 2], "Day"),
            ),
            (
                "this_week эта_неделя 这周",
                text(days[monday], days[monday + 7], "Week"),
            ),
            (
                "last_week прошлая_неделя 上周",
                text(days[monday - 7], days[monday], "Week"),
            ),
            (
                "this_month этот_месяц 本月",
                text([year, month, 1], after, "Month"),
            ),
            (
                "last_month прошлый_месяц 上个月",
                text(before, [year, month, 1], "Month"),
            ),
            (
                "this_quarter этот_квартал 本季度",
                text([year, quarter, 1], next_quarter, "Quarter"),
            ),
            (
                "this_year этот_год 今年",
                text([year, 1, 1], [year + 1, 1, 1], "Year"),
            ),
            (
                "last_year прошлый_год 去年",
                text([year - 1, 1, 1], [year, 1, 1], "Year"),
            ),
            (
                "past_30_days последние_30_дней 最近30天",
                text(days[at - 30], today, "Days"),
            ),
            (
                "March март 三月",
                text([march, 3, 1], [march, 4, 1], "Month"),
            ),
            (
                "Monday понедельник 周一",
                text(days[monday], days[monday + 1], "Day"),
            ),
        ] {
            for word in words.split(' ') {
                let word = word.replace('_', " ");
                assert_eq!(
                    meanings(&word, today),
                    [expected.as_str()],
                    "{word} on {today:?}"
                );
            }
        }
    }
}

fn phrase() -> impl Strategy<Value = String> {
    let phrases: Vec<_> = [ENGLISH, RUSSIAN, CHINESE]
        .iter()
        .flat_map(|all| all.lines())
        .collect();
    prop::collection::vec(prop::sample::select(phrases), 1..4)
        .prop_map(|phrases| phrases.join("; "))
}

/// Letters and marks apart, as `й` is `и` and a breve.
fn decomposed(text: &str) -> String {
    let mut apart = String::new();
    for letter in text.chars() {
        match letter {
            'й' => apart.push_str("и\u{306}"),
            'ё' => apart.push_str("е\u{308}"),
            'Й' => apart.push_str("И\u{306}"),
            letter => apart.push(letter),
        }
    }
    apart
}

proptest! {
    #[test]
    fn case_and_blanks_and_composition_change_nothing(phrase in phrase(), blank in "[ \u{a0}\u{2009}\u{3000}\t]{1,3}") {
        let own = meanings(&phrase, TODAY);
        prop_assert_eq!(&meanings(&phrase.to_uppercase(), TODAY), &own);
        prop_assert_eq!(&meanings(&phrase.to_lowercase(), TODAY), &own);
        prop_assert_eq!(&meanings(&decomposed(&phrase), TODAY), &own);
        prop_assert_eq!(&meanings(&phrase.replace(' ', &blank), TODAY), &own);
    }

    #[test]
    fn any_text_has_quantities_in_order(text in "\\PC{0,60}", phrase in phrase()) {
        read(&text, TODAY);
        read(&format!("{text}{phrase}{text}"), [1, 1, 1]);
        read(&format!("{phrase} {text}"), [9999, 12, 31]);
    }

    #[test]
    fn a_number_before_a_power_of_ten_is_multiplied(number in 1_u64..10_000_000, grouped in any::<bool>()) {
        let own = number.to_string();
        let groups: Vec<_> = own.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
        let said = if grouped { groups.join(" ") } else { own };
        for (word, zeros) in [(" тыс", 3), (" тысяч", 3), ("k", 3), (" thousand", 3), (" млн", 6), (" million", 6), ("万", 4), ("亿", 8)] {
            let expected = format!("{number}{}", "0".repeat(zeros));
            let all = meanings(&format!("> {said}{word}"), TODAY);
            prop_assert_eq!(all, [expected], "{}{}", said, word);
        }
    }

    #[test]
    fn whole_numbers_are_exact(number in 0_u128..1_000_000_000_000_000_000_000) {
        let all = meanings(&format!("> {number} pieces"), TODAY).join(" ");
        let own = number.to_string();
        prop_assert_eq!(all.split(' ').next(), Some(own.as_str()));
    }
}
