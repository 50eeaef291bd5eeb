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
    unknown.map(|figure| part(text, figure.at)).collect()
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

/// The numbers of a text, those in words with what they say.
fn said(text: &str) -> Vec<String> {
    let figures = figures(text);
    let spoken = known::in_words(text, &figures).into_iter();
    let spoken = spoken.map(|own| format!("{}={}", part(text, own.at), digits_of(&own.number)));
    let figures = figures.iter().map(|own| part(text, own.at.clone()));
    figures.chain(spoken).collect()
}

fn part(text: &str, at: Range<usize>) -> String {
    text.get(at).unwrap().to_owned()
}

fn digits_of(number: &Number) -> String {
    match number.fraction.as_str() {
        "" => number.whole.clone(),
        fraction => format!("{}.{fraction}", number.whole),
    }
}

#[test]
fn numbers_in_words_are_read() {
    for (text, expected) in [
        ("около двухсот рублей", "двухсот=200"),
        ("Около девятисот рублей", "девятисот=900"),
        ("скидка пятьдесят процентов", "пятьдесят=50"),
        ("двадцать бутылок", "двадцать=20"),
        ("сорок девять рублей", "сорок девять=49"),
        ("полторы тыщи", "полторы тыщи=1500"),
        ("полтора литра", "полтора=1.5"),
        (
            "полутора тысяч, полтысячи",
            "полутора тысяч=1500 полтысячи=500",
        ),
        (
            "двумястами, пятьюдесятью, восьмистах",
            "двумястами=200 пятьюдесятью=50 восьмистах=800",
        ),
        (
            "сорока четырёх, девяноста трём",
            "сорока четырёх=44 девяноста трём=93",
        ),
        ("две тысячи триста", "две тысячи триста=2300"),
        (
            "миллион двести тысяч пять",
            "миллион двести тысяч пять=1200005",
        ),
        ("сто пятьдесят тысяч", "сто пятьдесят тысяч=150000"),
        ("двадцать одна бутылка", "двадцать одна=21"),
        ("два-три вина", "два=2 три=3"),
        ("двадцать тридцать", "двадцать=20 тридцать=30"),
        ("двенадцать пять", "двенадцать=12 пять=5"),
        (
            "десяток, три дюжины, пять сотен",
            "десяток=10 три дюжины=36 пять сотен=500",
        ),
        ("forty-nine and twenty", "forty-nine=49 twenty=20"),
        ("two hundred and five bottles", "two hundred and five=205"),
        (
            "fifteen hundred, a hundred thousand",
            "fifteen hundred=1500 hundred thousand=100000",
        ),
        ("two and three", "two=2 three=3"),
        (
            "five thousand two hundred forty-one",
            "five thousand two hundred forty-one=5241",
        ),
        ("五十卢布", "五十=50"),
        (
            "两百三十，一万二千，一亿二千万",
            "两百三十=230 一万二千=12000 一亿二千万=120000000",
        ),
        ("二〇二六年，十一", "二〇二六=2026 十一=11"),
        ("1,8 тысячи, 2 млн и 3万", "1,8 тысячи 2 млн 3万"),
        (
            "4к, 4k ₽, 3 т.р., 2 grand; 5 кг, 6 к стейку",
            "4к 4k 3 т 2 grand 5 6",
        ),
        ("один, одна из, one of, 一个, 两瓶, три", "три=3"),
        ("тысячелетие, стол, семья, пятый, second, tend", ""),
    ] {
        assert_eq!(said(text).join(" "), expected, "{text}");
    }
}

#[test]
fn a_power_behind_figures_belongs_to_them() {
    let known = known(&["до 2 тысяч, 1.8 млн, 3万, 12"]);
    for (text, expected) in [
        ("2000", true),
        ("две тысячи", true),
        ("1 800 000", true),
        ("30 000", true),
        ("2 тыс.", true),
        ("12 тысяч", false),
        ("2", false),
        ("12百万", false),
    ] {
        assert_eq!(known.unknown(text, &[]).is_none(), expected, "{text}");
    }
}

/// A number below a million in Russian, in the genitive.
fn in_russian(number: u64) -> String {
    const DIGITS: [&str; 10] = [
        "",
        "одного",
        "двух",
        "трёх",
        "четырёх",
        "пяти",
        "шести",
        "семи",
        "восьми",
        "девяти",
    ];
    const TEENS: [&str; 10] = [
        "десяти",
        "одиннадцати",
        "двенадцати",
        "тринадцати",
        "четырнадцати",
        "пятнадцати",
        "шестнадцати",
        "семнадцати",
        "восемнадцати",
        "девятнадцати",
    ];
    const TENS: [&str; 10] = [
        "",
        "",
        "двадцати",
        "тридцати",
        "сорока",
        "пятидесяти",
        "шестидесяти",
        "семидесяти",
        "восьмидесяти",
        "девяноста",
    ];
    let below = |number: u64| {
        let at = |place: u64| usize::try_from(number / place % 10).unwrap();
        let hundreds = match at(100) {
            0 => String::new(),
            1 => "ста".to_owned(),
            digit => format!("{}сот", DIGITS[digit]),
        };
        let (tens, digits) = match at(10) {
            1 => (TEENS[at(1)], ""),
            ten => (TENS[ten], DIGITS[at(1)]),
        };
        format!("{hundreds} {tens} {digits}")
    };
    match number / 1000 {
        0 => below(number),
        thousands => format!("{} тысяч {}", below(thousands), below(number % 1000)),
    }
}

proptest::proptest! {
    /// A number in words is the same number, and no other.
    #[test]
    fn words_say_their_number(number in 2_u64..1_000_000) {
        let text = in_russian(number);
        let spoken = known::in_words(&text, &[]);
        let numbers: Vec<String> = spoken.iter().map(|own| digits_of(&own.number)).collect();
        proptest::prop_assert_eq!(numbers, [number.to_string()], "{}", text);
    }
}
