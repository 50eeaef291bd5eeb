use super::*;

fn known(texts: &[&str]) -> Known {
    let mut known = Known::default();
    for text in texts {
        known.add_text(text);
    }
    known
}

fn unknown(known: &Known, text: &str) -> Vec<String> {
    let figures = figures(text).into_iter();
    let unknown = figures.filter(|figure| !known.has(figure));
    unknown.map(|figure| figure.written).collect()
}

#[test]
fn a_number_is_known_however_it_is_written() {
    let mut known = known(&["2026-03-31", "от 1500 до 2000"]);
    known.add_number("1799");
    known.add_number("750.50");
    known.add_number("-12");
    for text in [
        "1799",
        "1 799",
        "1\u{a0}799 ₽",
        "1,799",
        "1.799",
        "1'799",
        "1799,00 руб.",
        "750.5",
        "750,50",
        "１７９９円",
        "31.03.2026",
        "31/3/2026",
        "2026-03-31",
        "1500-2000",
        "1500–2000",
        "-12",
        "год 2026.",
        "2000, 1500",
        "M1 и 0", // no number of an answer
    ] {
        let expected: &[&str] = match text {
            "M1 и 0" => &["1", "0"],
            _ => &[],
        };
        assert_eq!(unknown(&known, text), expected, "{text}");
    }
}

#[test]
fn a_number_that_is_made_up_is_unknown() {
    let mut known = known(&["1 и 799, тело 3, танины 5, 2026-03-31"]);
    known.add_number("12");
    for text in [
        "1 799",
        "1,799",
        "3.5",
        "3,5",
        "-12",
        "30.03.2026",
        "2026-04-31",
        "½",
        "٣",
        "12½",
        "15%",
        "1799",
    ] {
        assert!(!unknown(&known, text).is_empty(), "{text}");
    }
}

#[test]
fn readings_are_bounded() {
    let long = "1 2 3,4 ".repeat(10_000);
    for figure in figures(&long) {
        assert!(figure.readings().len() <= 1 + MOST_READINGS);
    }
}
