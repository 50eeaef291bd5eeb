//! The reading grammar: it has every spelling of what the fixtures say, and leads nowhere that is no contract and no
//! question.

use cmec_decoder::finding::Stage;
use cmec_decoder::language::{Operator, Scenario, ValueType};
use cmec_decoder::{Decoder, Notation, Options, Spelling, Verdict, line};

use crate::cases::cases_of;
use crate::domain::{Domain, Random};
use crate::gbnf::Gbnf;
use crate::lark::Lark;

/// Canonical lines tried in each domain, and walks through its grammar.
const LINES: usize = 1_000;
/// Orders of items that are tried of each fixture.
const ORDERS: usize = 12;

/// The reading grammar of a domain.
struct Reading {
    domain: Domain,
    lark: Lark,
    gbnf: Gbnf,
}

impl Reading {
    fn of(name: &str) -> Self {
        let domain = Domain::new(name, Notation::Line);
        let lark = Lark::new(domain.reading("lark"));
        let gbnf = Gbnf::new(domain.reading("gbnf"));
        Self { domain, lark, gbnf }
    }

    /// The contract that a line says, as it is written out.
    fn contract(&self, text: &str) -> Option<String> {
        let options = Options {
            spelling: Spelling::Only(Notation::Line),
            ..Options::default()
        };
        let decoder = Decoder::new(self.domain.tables()).with_options(options);
        match &decoder.decode(text, "1").verdict {
            Verdict::Contract(contract) => Some(serde_json::to_string(contract).unwrap()),
            Verdict::Clarify(_) | Verdict::Reject(_) => None,
        }
    }

    /// Why a line is neither a contract nor a question.
    fn rejected(&self, text: &str) -> Option<String> {
        let options = Options {
            spelling: Spelling::Only(Notation::Line),
            ..Options::default()
        };
        let decoder = Decoder::new(self.domain.tables()).with_options(options);
        match decoder.decode(text, "1").verdict {
            Verdict::Reject(reject) => Some({
                let mut findings = reject.findings.iter();
                let syntax = findings.find(|one| one.rule.stage == Stage::Syntax);
                syntax.map_or(String::new(), |one| {
                    format!("{}: {}", one.rule.id, one.message)
                })
            }),
            Verdict::Contract(_) | Verdict::Clarify(_) => None,
        }
    }

    /// The canonical lines of the fixtures that lanes serve.
    fn lines(&self, name: &str) -> Vec<String> {
        let cases = cases_of("contract", name).into_iter();
        let served = cases.filter(|case| self.domain.is_served(&case.text));
        let lines = served.map(|case| self.domain.canonical_line(&case.text));
        lines.collect()
    }
}

/// The items of a line: what blanks part outside of quotes and brackets.
fn items(line: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let (mut depth, mut quoted, mut escaped) = (0_i32, false, false);
    for letter in line.chars() {
        match letter {
            ' ' if depth == 0 && !quoted => {
                items.push(String::new());
                continue;
            }
            '"' if !escaped => quoted = !quoted,
            '(' | '{' | '[' if !quoted => depth += 1,
            ')' | '}' | ']' if !quoted => depth -= 1,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        items.last_mut().unwrap().push(letter);
    }
    // A keyword and what it is about are one item.
    let mut joined: Vec<String> = Vec::new();
    for item in items {
        match joined.last_mut() {
            Some(last) if ["by", "per", "having", "limit", "top"].contains(&last.as_str()) => {
                last.push(' ');
                last.push_str(&item);
            }
            _ => joined.push(item),
        }
    }
    joined
}

fn shuffled(items: &[String], random: &mut Random) -> String {
    let mut items = items.to_vec();
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
    items.join(" ")
}

/// Other spellings of a line: some say the same, and some do not.
fn spellings(reading: &Reading, line: &str, random: &mut Random) -> Vec<String> {
    let items = items(line);
    let mut all: Vec<String> = (0..ORDERS).map(|_| shuffled(&items, random)).collect();
    for scenario in Scenario::ALL {
        all.push(format!("{} {line}", scenario.code()));
    }
    for default in ["limit 20", "20", "+0", "top 20"] {
        all.push(format!("{line} {default}"));
    }
    for (at, item) in items.iter().enumerate() {
        let with = |other: &str| {
            let mut items = items.clone();
            items[at] = other.to_owned();
            items.join(" ")
        };
        let marks = Operator::ALL.iter().map(|operator| operator.mark());
        for mark in marks {
            if let Some((field, value)) = item.split_once(mark) {
                all.push(with(&format!("{field}{mark}\"{value}\"")));
                // Before a group there is none.
                if field.ends_with(char::is_alphanumeric) && !value.starts_with('&') {
                    all.push(with(&format!("{field} {mark}{value}")));
                }
            }
        }
        if let Some(name) = item.strip_prefix('@') {
            all.push(with(&format!("@\"{name}\"")));
        }
        for field in reading.domain.tables().fields.iter() {
            if field.value_type == ValueType::Enum {
                let value = field.values.iter().find(|value| value.value == *item);
                let labels = value.into_iter().flat_map(|value| value.labels.iter());
                let names = labels.flat_map(|one| std::iter::once(&one.text).chain(&*one.synonyms));
                for name in names {
                    all.push(with(name));
                    all.push(with(&format!("{}={}", field.spelling(), line::text(name))));
                }
            }
            if let Some(rest) = item.strip_prefix(field.spelling())
                && !rest.is_empty()
            {
                all.push(with(&format!("{}{rest}", field.path)));
                all.push(with(&format!(
                    "{}.{}{rest}",
                    field.type_name,
                    field.spelling()
                )));
                all.push(with(&format!("{}{rest}", field.name)));
            }
        }
    }
    all
}

/// What says the same in another spelling is taken whole, or not begun: nothing is cut short.
fn spellings_are_taken(name: &str) {
    let reading = Reading::of(name);
    let mut random = Random::new(4);
    let mut taken = 0;
    for line in reading.lines(name) {
        let contract = reading.contract(&line);
        assert!(reading.lark.accepts(&line), "{line}");
        for spelling in spellings(&reading, &line, &mut random) {
            if reading.contract(&spelling) != contract {
                continue;
            }
            if reading.lark.accepts(&spelling) {
                taken += 1;
                continue;
            }
            let first = spelling.chars().next().unwrap().to_string();
            assert!(!reading.lark.begins(&first), "{spelling}");
        }
    }
    assert!(taken > 50, "{taken}");
}

/// The texts that a person wrote for the fixtures are taken as they are.
fn fixtures_are_taken(name: &str) {
    let reading = Reading::of(name);
    for case in cases_of("contract", name) {
        let text = case.text.trim_end();
        if reading.contract(text).is_none() || !reading.domain.is_served(text) {
            continue;
        }
        assert!(reading.lark.accepts(text), "{}: {text}", case.name);
    }
}

/// Canonical lines are taken by both dialects.
fn canonical_lines_are_taken(name: &str) {
    let reading = Reading::of(name);
    let mut random = Random::new(5);
    let sayable = reading.domain.sayable();
    for round in 0..LINES {
        let scenario = sayable[random.below(sayable.len())];
        let Some(text) = reading.domain.canonical(scenario, &mut random) else {
            continue;
        };
        assert!(reading.lark.accepts(&text), "{text}");
        if round % 40 == 0 {
            assert!(reading.gbnf.accepts(&text), "{text}");
        }
    }
}

/// A text alone that begins with no letter may be an intent in quotes, which is a reject.
#[test]
fn a_text_alone_begins_with_a_letter() {
    let lark = Reading::of("wine").lark;
    for (text, taken) in [
        ("\"to fish\"", true),
        ("\"{}\"", false),
        ("\"{}\" red", true),
        ("red \"{}\"", true),
    ] {
        assert_eq!(lark.accepts(text), taken, "{text}");
    }
}

/// A name that the model gives, and how it refers to it; capitals of values.
#[test]
fn names_are_given_and_referred_to() {
    let lark = Reading::of("wine").lark;
    for (text, taken) in [
        ("count:n by producer -&n", true),
        ("count:n_数 by producer -&n_数", true),
        ("count:数n by producer -&数n", true),
        ("count:всего_2 by producer -&всего_2", true),
        ("count:n_数_я by producer -&n_数_я", true),
        ("count:яn by producer", false),
        ("count:n数 by producer", false),
        ("count:by-producer by producer", false),
        ("count:\"my name\" by producer -&\"my name\"", true),
        ("count:\"größe\" by producer having &\"größe\">=2", true),
        ("wine=&\"a b\" &\"a b\"{red}", true),
        ("type=Red", true),
        ("Red", false),
    ] {
        assert_eq!(lark.accepts(text), taken, "{text}");
    }
}

/// Whatever is accepted is a contract or a question, and so is what any beginning can be ended to.
fn beginnings_can_be_ended(name: &str) {
    let reading = Reading::of(name);
    let mut random = Random::new(6);
    for _ in 0..LINES {
        let text = reading.gbnf.walk(&mut random);
        assert!(reading.lark.accepts(&text), "{text}");
        assert_eq!(reading.rejected(&text), None, "{text}");
        let letters: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let begun = &text[..letters[random.below(letters.len())]];
        let ended = reading.lark.ended(begun, &mut random);
        assert!(ended.is_some(), "{begun}");
        let ended = ended.unwrap();
        assert_eq!(reading.rejected(&ended), None, "{ended}");
    }
}

macro_rules! in_each_domain {
    ($($property:ident)+) => {
        $(mod $property {
            #[test]
            fn address() {
                super::$property("address");
            }

            #[test]
            fn enterprise() {
                super::$property("enterprise");
            }

            #[test]
            fn mind() {
                super::$property("mind");
            }

            #[test]
            fn wine() {
                super::$property("wine");
            }
        })+
    };
}

in_each_domain! {
    spellings_are_taken
    fixtures_are_taken
    canonical_lines_are_taken
    beginnings_can_be_ended
}
