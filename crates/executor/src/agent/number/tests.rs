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

/// A number in groups of three.
fn grouped(whole: u64, group: &str) -> String {
    let digits = whole.to_string();
    let places = digits.len();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (places - at).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    text
}

proptest::proptest! {
    /// However a number is written, it is known where it was found; another one is not, but for a mark that is a point in one
    /// language and groups digits in another.
    #[test]
    fn numbers_are_told_apart(found in 0_u64..10_000_000, other in 0_u64..10_000_000, cents in 0_u64..100) {
        let mut known = Known::default();
        known.add_number(&format!("{found}.{cents:02}"));
        known.add_number(&format!("{found}"));
        for (group, point) in [("", '.'), (" ", ','), ("\u{a0}", ','), (",", '.'), (".", ','), ("'", '.')] {
            let said = format!("за {}{point}{cents:02} ₽.", grouped(found, group));
            proptest::prop_assert!(unknown(&known, &said).is_empty(), "{}", said);
            if found != other {
                let said = format!("за {}{point}01 и {}!", grouped(other, group), grouped(other, group));
                let is_other = found != other * 100 + 1 && other != found * 100 + cents;
                let told = unknown(&known, &said);
                proptest::prop_assert!(!is_other || !told.is_empty(), "{} {:?}", said, told);
            }
        }
    }
}
