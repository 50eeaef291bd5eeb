//! Canonical texts, walks and mutants, in each domain.

use std::sync::OnceLock;

use cmec_decoder::finding::Stage;
use cmec_decoder::language::Scenario;
use cmec_decoder::{Notation, Spelling, Tables, line};

use crate::cases::cases_of;
use crate::domain::{Domain, Outcome, Random};
use crate::gbnf::Gbnf;
use crate::lark::Lark;
use crate::spoil::{mutate, swap};
use crate::spoil_line;

/// The shipped codebooks.
const DOMAINS: [&str; 4] = ["address", "enterprise", "mind", "wine"];
/// Canonical texts tried in each domain.
const CANONICAL: usize = 4_000;
/// Of so many texts one is also taken a byte at a time, and given to the reader of GBNF, which are slow.
const READ: usize = 40;
/// Texts walked through each domain's GBNF.
const WALKS: usize = 2_000;
/// Mutants tried in each domain.
const MUTANTS: usize = 4_000;

/// A text that says nothing.
pub(crate) const SAYS_NOTHING: &str = "DEC062";

/// What the grammars leave to the decoder: a finding, and the part it may be about. A place in a line says no part.
const LEFT: &[(&str, &str)] = &[
    ("DEC040", "/C/agg/hav"), // a metric compared with a value of another type
    ("DEC043", "/C/agg/hav"),
    ("DEC044", "/C/agg/hav"),
    ("DEC050", "/C/grp/"), // a group of no type, where the intent has none
    ("DEC050", "/G/path"), // a path from nowhere to nowhere
    ("DEC057", "/G"),      // relations that are not those of the path
    ("DEC045", "/C/"),     // the larger value of `BT` first
    ("DEC052", ""),        // a field of a type the intent is not about
    ("DEC056", "/R/"),     // a relation that does not touch them
    ("DEC056", "/G"),      // a relation that a walk never comes to
    ("DEC058", "/R/"),     // an end past `E`
    ("DEC059", "/C/"),     // a name that was not given
    ("DEC059", "/A/"),
    ("DEC059", "/R/"),        // or that no relation leads to
    ("DEC068", "/R/"),        // a place at which nothing is read
    ("DEC097", "/C/"),        // a field compared with itself
    (SAYS_NOTHING, "/"),      // a text of white space of other alphabets, or of what nobody sees
    ("DEC061", "/"),          // numbers whose units do not go together
    ("DEC096", "/C/"),        // a page for each value of what rows have several of
    ("DEC096", "/A/"),        // a column in which the groups differ
    ("DEC100", "/C/agg"),     // a count that does not say of what
    ("DEC053", "/C/agg/hav"), // a list of values compared
    ("DEC054", "/C/agg/srt"), // or sorted by
    ("DEC101", "/A/"),        // of a type that the relations reach twice
    ("DEC101", "/C/"),
    ("DEC099", "/A/"), // what a relation leads to that must not be there
    ("DEC099", "/C/"),
    ("DEC060", "/C/"),            // a name given twice, or a field's
    ("DEC064", "/C/"),            // a sort or a grouping by one thing twice
    ("DEC065", "/C/"),            // filters that leave nothing
    ("DEC067", "/C/set"),         // an operation on groups that is always empty
    ("DEC068", "/C/grp"),         // a group that no operation uses
    ("DEC068", "/E/"),            // an entity that no relation is tied to
    ("DEC069", "/G/path"),        // other ends than those of the path
    ("DEC069", "/C/pg"),          // a page beside another number of texts
    ("DEC091", "only of a line"), // a name of a metric that is a field's of the groups
    ("DEC102", "/C/"),            // a group that does not fit what it is compared with
    ("DEC053", "/C/"),            // or that no field of this kind is compared with
    ("DEC070", "/C/"),            // groups that compare with groups, too deep
    ("DEC040", "/C/grp"),         // what is left of a whole is left of a group
    ("DEC043", "/C/grp"),
    ("DEC044", "/C/grp"),
    ("DEC054", "/C/grp"),
    ("DEC056", "/C/grp"),
    ("DEC058", "/C/grp"),
    ("DEC100", "/C/grp"),
    ("DEC103", "/C/"), // a metric that is not computed over what the intent is about, or not in such groups
    ("DEC070", "/R"),  // more hops than may follow one another
    ("DEC070", "only of a line"), // operations side by side in brackets, too deep all together
];

fn without_inwards(text: &str) -> String {
    text.replace(",\"dir\":\"I\"", "")
}

/// Without the places before what is read there.
fn without_places(text: &str) -> String {
    let mut parts = text.split('&');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let name = part
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_');
        let rest = &part[name.map(char::len_utf8).sum()..];
        match rest.strip_prefix('.') {
            Some(read) => before + read,
            None => before + "&" + part,
        }
    })
}

/// Without the types before their fields, which need not be said at a place.
fn without_types(text: &str, tables: &Tables) -> String {
    let types = tables.types.iter();
    types.fold(text.to_owned(), |text, def| {
        text.replace(&format!("{}.", def.name), "")
    })
}

/// Without quotes around what is one word.
pub(crate) fn without_quotes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        out.push_str(&rest[..at]);
        let mut strings = serde_json::Deserializer::from_str(&rest[at..]).into_iter::<String>();
        let Some(Ok(inside)) = strings.next() else {
            break;
        };
        let end = at + strings.byte_offset();
        out.push_str(&line::text(&inside));
        rest = &rest[end..];
    }
    out + rest
}

/// The grammars of a domain.
pub(crate) struct Both {
    pub(crate) domain: &'static Domain,
    pub(crate) lark: Lark,
    pub(crate) gbnf: &'static Gbnf,
}

impl Both {
    /// They are made once for all tests of the process.
    pub(crate) fn of(name: &str, notation: Notation) -> Self {
        static MADE: [OnceLock<(Domain, Lark, Gbnf)>; 2 * DOMAINS.len()] =
            [const { OnceLock::new() }; 2 * DOMAINS.len()];
        let at = DOMAINS.iter().position(|domain| *domain == name).unwrap();
        let made = &MADE[2 * at + usize::from(notation == Notation::Line)];
        let (domain, lark, gbnf) = made.get_or_init(|| {
            let domain = Domain::new(name, notation);
            let lark = Lark::new(domain.grammar(None, "lark"));
            let gbnf = Gbnf::new(domain.grammar(None, "gbnf"));
            (domain, lark, gbnf)
        });
        let lark = lark.apart();
        Self { domain, lark, gbnf }
    }

    /// Holds the decoder to what it must say of a text the grammar has; whether it is a contract.
    fn held(&self, text: &str) -> bool {
        match self.domain.decode(text) {
            // A metric may be named by its default name or by its field, inwards need not be said where there is no
            // other way, and neither the place of a type that one place alone has; every other spelling is the encoder's.
            Outcome::Contract(canonical, aggregates) => {
                let tables = self.domain.tables();
                // Quotes that are not needed may stand in a line.
                let plain = |text: &str| {
                    let text = without_quotes(&without_inwards(text));
                    without_types(&without_places(&text), tables)
                };
                assert!(
                    plain(&canonical) == plain(text) || aggregates,
                    "{text}\n{canonical}"
                );
                assert!(self.lark.accepts(&canonical), "{canonical}");
                true
            }
            Outcome::Findings(is_reject, findings) => {
                assert!(!is_reject, "{findings:?}: {text}");
                for (id, _, place) in &findings {
                    let line = self.domain.notation == Notation::Line;
                    let left = |(rule, part): &&(&str, &str)| {
                        rule == id && (line || place.starts_with(part))
                    };
                    assert!(LEFT.iter().any(|part| left(&part)), "{id} {place}: {text}");
                }
                false
            }
        }
    }

    fn canonical(&self, random: &mut Random) -> (Scenario, String) {
        let sayable = self.domain.sayable();
        loop {
            let scenario = sayable[random.below(sayable.len())];
            if let Some(text) = self.domain.canonical(scenario, random) {
                return (scenario, text);
            }
        }
    }

    fn spoil(&self, text: &mut String, random: &mut Random) {
        match self.domain.notation {
            Notation::Line => spoil_line::spoil(text, self.domain.tables(), random),
            _ if random.below(4) == 0 => swap(text, random.below(1000), random.below(1000)),
            _ => {
                let (at, length) = (random.below(1000), random.below(8));
                mutate(text, at, length, random.below(1000));
            }
        }
    }
}

/// What the encoder writes is in the grammars: of the domain, and of its scenario only.
fn canonical_texts_are_accepted(name: &str, notation: Notation) {
    let both = Both::of(name, notation);
    let mut random = Random::new(1);
    let scenarios: Vec<(Scenario, Lark)> = (both.domain.sayable().into_iter())
        .map(|scenario| {
            (
                scenario,
                Lark::new(both.domain.grammar(Some(scenario), "lark")),
            )
        })
        .collect();
    for round in 0..CANONICAL {
        let (scenario, text) = both.canonical(&mut random);
        assert!(both.lark.accepts(&text), "{text}");
        if round % READ == 0 {
            assert!(both.lark.takes(&text), "{text}");
            assert!(both.gbnf.accepts(&text), "{text}");
            for (other, grammar) in &scenarios {
                let own = *other == scenario;
                assert_eq!(grammar.accepts(&text), own, "{}: {text}", other.code());
            }
        }
    }
}

/// What a shipped fixture means, as the encoder writes it, is in the grammars.
fn fixtures_are_accepted(name: &str, notation: Notation) {
    let both = Both::of(name, notation);
    let mut seen = 0;
    for case in cases_of("contract", name) {
        // Some are in other notations, and some of scenarios that no lane serves.
        let served = both.domain.is_served(&case.text);
        let outcome = both.domain.decode_as(&case.text, Spelling::Auto);
        if let Outcome::Contract(canonical, _) = outcome
            && served
        {
            assert!(both.lark.accepts(&canonical), "{canonical}");
            assert!(both.gbnf.accepts(&canonical), "{canonical}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

/// What the GBNF makes is read, and the Lark has it too.
fn walks_are_read(name: &str, notation: Notation) {
    let both = Both::of(name, notation);
    let mut random = Random::new(2);
    let mut contracts = 0;
    for _ in 0..WALKS {
        let text = both.gbnf.walk(&mut random);
        assert!(both.lark.accepts(&text), "{text}");
        contracts += usize::from(both.held(&text));
    }
    assert!(contracts * 20 > WALKS, "{contracts} contracts of {WALKS}");
}

/// A spoilt text with a fault of syntax, shape or vocabulary is in no grammar.
fn mutants_are_rejected(name: &str, notation: Notation) {
    let both = Both::of(name, notation);
    let mut random = Random::new(3);
    let (mut faulty, mut accepted) = (0, 0);
    for round in 0..MUTANTS {
        let (_, mut text) = both.canonical(&mut random);
        for _ in 0..=random.below(2) {
            both.spoil(&mut text, &mut random);
        }
        let has = both.lark.accepts(&text);
        if round % READ == 0 {
            assert_eq!(both.lark.takes(&text), has, "{text}");
            assert_eq!(both.gbnf.accepts(&text), has, "{text}");
        }
        match both.domain.decode(&text) {
            Outcome::Contract(canonical, _) => assert!(has || canonical != text, "{text}"),
            Outcome::Findings(_, findings) if findings.iter().any(|one| is_faulty(&text, one)) => {
                assert!(!has, "{findings:?}: {text}");
                faulty += 1;
            }
            Outcome::Findings(..) => {}
        }
        if has {
            both.held(&text);
            accepted += 1;
        }
    }
    assert!(faulty * 5 > MUTANTS * 2, "{faulty} faulty of {MUTANTS}");
    assert!(accepted * 200 > MUTANTS, "{accepted} accepted of {MUTANTS}");
}

/// Whether a grammar can know of a finding. It does not know which names a text gives to its metrics, so not that one of
/// them is a field's as well.
fn is_faulty(text: &str, (id, stage, _): &(&str, Stage, String)) -> bool {
    let of_given_name = *id == "DEC091" && text.contains("):");
    let left = of_given_name || *id == SAYS_NOTHING;
    matches!(stage, Stage::Syntax | Stage::Shape | Stage::Vocabulary) && !left
}

macro_rules! in_each_domain {
    ($($property:ident: $($domain:ident)+;)+) => {
        $(mod $property {
            use cmec_decoder::Notation;

            $(mod $domain {
                use super::Notation;

                #[test]
                fn c02() {
                    super::super::$property(stringify!($domain), Notation::C02);
                }

                #[test]
                fn line() {
                    super::super::$property(stringify!($domain), Notation::Line);
                }
            })+
        })+
    };
}

in_each_domain! {
    canonical_texts_are_accepted: address enterprise mind wine;
    fixtures_are_accepted: address enterprise mind wine;
    walks_are_read: address enterprise mind wine;
    mutants_are_rejected: address enterprise mind wine;
}
