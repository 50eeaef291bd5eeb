//! The line: what it means, what it says where it is wrong, and that every contract can be written as one.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test reads its fixtures and panics on failure"
)]

#[path = "../../../fixtures/decode/cases.rs"]
mod cases;
#[path = "common/intents.rs"]
mod intents;

use cases::cases;
use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::contract::Defaultable;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::encode;
use cmec_decoder::generated::{DOMAINS, builtin};
use cmec_decoder::language::Scenario;
use cmec_decoder::ledger::LedgerKind;
use cmec_decoder::{
    Contract, Decoded, Decoder, Extract, Notation, Spelling, Tables, Valid, Verdict,
};
use intents::{Dice, intent};
use proptest::prelude::*;

fn contract<'d>(decoded: &'d Decoded<'_>, text: &str) -> &'d Valid<Contract<'d>> {
    match &decoded.verdict {
        Verdict::Contract(contract) => contract,
        _ => panic!("{text}: {:#?}", decoded.account.findings),
    }
}

fn only_lines(tables: &Tables) -> Decoder<'_> {
    Decoder::new(tables).with_options(Options {
        spelling: Spelling::Only(Notation::Line),
        ..Options::default()
    })
}

/// What a text in any notation means, written as a line.
fn as_line(tables: &Tables, text: &str) -> String {
    let decoded = Decoder::new(tables).decode(text, "1");
    encode(contract(&decoded, text), tables, Notation::Line).unwrap()
}

/// Writes what a text means as a line, and reads it back.
fn round_trip(tables: &Tables, text: &str) {
    let first = Decoder::new(tables).decode(text, "1");
    let said = contract(&first, text);
    let line = encode(said, tables, Notation::Line).unwrap();
    let again = only_lines(tables).decode(&line, "1");
    let read = contract(&again, &line);
    assert_eq!(read.get(), said.get(), "{text}\n{line}");
    assert_eq!(again.account.notation, Notation::Line);
    for value in [Defaultable::Limit, Defaultable::Output, Defaultable::Offset] {
        // An output or an offset that was said is not said again where it is the default.
        let kept = said.is_defaulted(value) || value == Defaultable::Limit;
        assert!(
            !kept || read.is_defaulted(value) == said.is_defaulted(value),
            "{line}"
        );
    }
    assert_eq!(encode(read, tables, Notation::Line).unwrap(), line);
    // More blanks, and of any kind, say nothing.
    let spread = line.replace(' ', " \t ");
    let apart = only_lines(tables).decode(&spread, "1");
    if !line.contains('"') {
        assert_eq!(contract(&apart, &spread).get(), said.get(), "{spread}");
    }
}

/// Scenarios a domain can speak of: those its lanes name.
fn scenarios(tables: &Tables) -> Vec<Scenario> {
    let all = Scenario::ALL.iter().copied();
    all.filter(|scenario| *scenario != Scenario::Clarify)
        .filter(|scenario| tables.scenario(*scenario).is_some())
        .collect()
}

/// A line is read alike whether or not text around it would be cut away.
fn agree(tables: &Tables, line: &str) {
    let decoder = only_lines(tables);
    let decoded = decoder.decode(line, "1");
    let options = Options {
        spelling: Spelling::Only(Notation::Line),
        extract: Extract::On,
        ..Options::default()
    };
    let extracting = Decoder::new(tables).with_options(options);
    assert_eq!(decoded, extracting.decode(line, "1"), "{line}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn any_text_read_as_a_line_has_a_verdict(text in any::<String>()) {
        agree(builtin("enterprise").unwrap(), &text);
    }

    #[test]
    fn spoilt_lines_have_a_verdict(
        numbers in prop::collection::vec(any::<u32>(), 0..80),
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        new in "[@:#*.,;|&!?%^/$(){}<>=~\"`+0-9a-z企 -]{0,3}",
    ) {
        for domain in DOMAINS {
            let tables = builtin(domain).unwrap();
            let scenario = *which.get(&scenarios(tables));
            let line = as_line(tables, &intent(tables, scenario, &mut Dice::of(&numbers)));
            agree(tables, &line);
            let mut letters: Vec<char> = line.chars().collect();
            let at = at.index(letters.len());
            let end = (at + new.chars().count()).min(letters.len());
            letters.splice(at..end, new.chars());
            agree(tables, &letters.into_iter().collect::<String>());
        }
    }

    #[test]
    fn every_contract_can_be_said_in_a_line(
        numbers in prop::collection::vec(any::<u32>(), 0..120),
        which in any::<prop::sample::Index>(),
    ) {
        for domain in DOMAINS {
            let tables = builtin(domain).unwrap();
            let scenario = *which.get(&scenarios(tables));
            round_trip(tables, &intent(tables, scenario, &mut Dice::of(&numbers)));
        }
    }
}

#[test]
fn every_contract_of_the_fixtures_can_be_said_in_a_line() {
    for case in cases().iter().filter(|case| case.verdict == "contract") {
        round_trip(builtin(&case.domain).unwrap(), &case.text);
    }
}

/// The examples of the document: each under the heading of its scenario, in three languages.
#[test]
fn the_document_says_what_it_says() {
    let document = include_str!("../../../docs/src/reference/line.md");
    let (_, examples) = document.split_once("\n## Examples\n").unwrap();
    let tables = builtin("enterprise").unwrap();
    let decoder = Decoder::new(tables);
    let mut scenario = None;
    let mut seen = 0;
    for row in examples.lines() {
        if let Some(heading) = row.strip_prefix("### ") {
            scenario = Scenario::from_code(heading.split(':').next().unwrap());
        }
        let Some(line) = row.strip_prefix("    ") else {
            continue;
        };
        let decoded = decoder.decode(line, "1");
        assert_eq!(decoded.account.notation, Notation::Line, "{line}");
        let said = match &decoded.verdict {
            Verdict::Contract(contract) => contract.intent.scenario,
            Verdict::Clarify(clarify) if clarify.reasons[0].code == MODEL_ASKED => {
                Scenario::Clarify
            }
            _ => panic!("{line}: {:#?}", decoded.account.findings),
        };
        assert_eq!(Some(said), scenario, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 3 * Scenario::ALL.len());
}

/// Lines, and the cMEC that says the same.
#[test]
fn lines_mean_what_their_cmec_means() {
    for (line, cmec) in [
        ("enterprise", r#"{"s":"IS","tg":["enterprise"]}"#),
        (
            "\nIS  enterprise\t park\r\n",
            r#"{"s":"IS","tg":["enterprise","park"]}"#,
        ),
        (
            "RQ REL enterprise >R001",
            r#"{"s":"RQ","o":"REL","tg":["enterprise"],"R":[{"r":"R001","dir":"O"}]}"#,
        ),
        (
            "@a#k person:\"b c\"",
            r#"{"s":"PQ","E":[{"txt":"a","id":"k"},{"txt":"b c","ty":"person"}]}"#,
        ),
        ("@62 .F001", r#"{"s":"AF","E":[{"txt":"62"}],"A":["F001"]}"#),
        (
            "enterprise @a @b <R001[0,*] <>R003[,1] >R004:1",
            r#"{"s":"RQ","tg":["enterprise"],"E":[{"txt":"a"},{"txt":"b"}],"R":[{"r":"R001","dir":"I","fr":0,"to":"target"},{"r":"R003","dir":"B","to":1},{"r":"R004","dir":"O","fr":"target","to":1}]}"#,
        ),
        (
            "enterprise name=axf name!=b name~x name!~d name^=a name$=f",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F001","op":"EQ","v":"axf"},{"f":"F001","op":"NE","v":"b"},{"f":"F001","op":"CT","v":"x"},{"f":"F001","op":"NC","v":"d"},{"f":"F001","op":"SW","v":"a"},{"f":"F001","op":"EW","v":"f"}]}}"#,
        ),
        (
            "enterprise employees < 5 research_share<= -5 annual_revenue >7 registered_capital>=8",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F006","op":"LT","v":5},{"f":"F016","op":"LE","v":-5},{"f":"F015","op":"GT","v":7},{"f":"F005","op":"GE","v":8}]}}"#,
        ),
        (
            "enterprise name=a|\"b c\" code!=[x] employees=-3..5",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F001","op":"IN","v":["a","b c"]},{"f":"F002","op":"NI","v":["x"]},{"f":"F006","op":"BT","v":[-3,5]}]}}"#,
        ),
        (
            "enterprise website=* website==* code!=*",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F019","op":"EX"},{"f":"F019","op":"EX","v":true},{"f":"F002","op":"EX","v":false}]}}"#,
        ),
        (
            "enterprise code=62 name=2026-03-31 founded_on=2026-03-31 listed=false registered_capital=2E+2",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F002","op":"EQ","v":"62"},{"f":"F001","op":"EQ","v":"2026-03-31"},{"f":"F008","op":"EQ","v":"2026-03-31"},{"f":"F007","op":"EQ","v":false},{"f":"F005","op":"EQ","v":2E+2}]}}"#,
        ),
        (
            "enterprise created_at>=2025-01-01T00:00:00+08:00",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F010","op":"GE","v":"2025-01-01T00:00:00+08:00"}]}}"#,
        ),
        (
            "enterprise closed !private active|closed !private|foreign",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F003","op":"EQ","v":"closed"},{"f":"F014","op":"NE","v":"private"},{"f":"F003","op":"IN","v":["active","closed"]},{"f":"F014","op":"NI","v":["private","foreign"]}]}}"#,
        ),
        (
            "F002=a enterprise enterprise.name=b -F008 +enterprise.name 7 +40",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F002","op":"EQ","v":"a"},{"f":"F001","op":"EQ","v":"b"}],"srt":[{"f":"F008","ord":"D"},{"f":"F001","ord":"A"}],"pg":{"lim":7,"off":40}}}"#,
        ),
        (
            "enterprise count:n sum(employees) by city having n>=2 having employees<9 -n +city 5 +5",
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"},{"fn":"SUM","f":"F006"}],"by":["F013"],"hav":[{"m":"n","op":"GE","v":2},{"m":"F006","op":"LT","v":9}],"srt":[{"by":"n","ord":"D"},{"by":"F013","ord":"A"}],"pg":{"lim":5,"off":5}}}}"#,
        ),
        (
            "enterprise count(name) distinct(city) min(founded_on) max(employees):m",
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","f":"F001"},{"fn":"CNTD","f":"F013"},{"fn":"MIN","f":"F008"},{"fn":"MAX","f":"F006","as":"m"}]}}}"#,
        ),
        (
            "enterprise a{closed} \"b c\"{park level=national} d{park} ;a|(\"b c\"&d)!a",
            r#"{"s":"SET","tg":["enterprise"],"C":{"grp":[{"n":"a","flt":[{"f":"F003","op":"EQ","v":"closed"}]},{"n":"b c","tg":["park"],"flt":[{"f":"F023","op":"EQ","v":"national"}]},{"n":"d","tg":["park"]}],"set":{"l":{"l":"a","op":"UNI","r":{"l":"b c","op":"INT","r":"d"}},"op":"EXC","r":"a"}}}"#,
        ),
        (
            "@a *2<R003,R001",
            r#"{"s":"SG","E":[{"txt":"a"}],"G":{"dir":"I","dep":2,"rel":["R003","R001"]}}"#,
        ),
        (
            "PQ @a @b *>*",
            r#"{"s":"PQ","E":[{"txt":"a"},{"txt":"b"}],"G":{"dir":"O"}}"#,
        ),
        (
            "path(#e-17 #\"x y\" park *4 >R003 >R001)",
            r#"{"s":"PQ","G":{"path":{"src":["e-17","x y"],"tg":["park"],"hop":4,"rel":["R003","R001"]}}}"#,
        ),
        (
            "\"a \\\"b\\\"\" ?decision %t %\"u v\" $p ^3 !rerank",
            r#"{"s":"RAG","Q":{"txt":"a \"b\"","kd":"decision","tag":["t","u v"],"prj":"p","k":3,"rr":false}}"#,
        ),
        (
            "enterprise enterprise.founded>2000-01-01",
            r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F008","op":"GT","v":"2000-01-01"}]}}"#,
        ),
        (
            "enterprise >R001 :fast \"x\"",
            r#"{"s":"HY","tg":["enterprise"],"R":[{"r":"R001","dir":"O"}],"Q":{"txt":"x","md":"fast"}}"#,
        ),
        (
            "enterprise:a *2 >R003[1..2]",
            r#"{"s":"RQ","E":[{"txt":"a","ty":"enterprise"}],"R":[{"r":"R003","dir":"O","hop":[1,2]}]}"#,
        ),
        (
            "`park` level=national",
            r#"{"s":"IS","tg":["park"],"C":{"flt":[{"f":"F023","op":"EQ","v":"national"}]}}"#,
        ),
    ] {
        let decoder = Decoder::new(builtin("enterprise").unwrap());
        let (said, meant) = (decoder.decode(line, "1"), decoder.decode(cmec, "1"));
        assert_eq!(said.account.notation, Notation::Line, "{line}");
        let said = contract(&said, line);
        assert_eq!(said.get(), contract(&meant, cmec).get(), "{line}");
    }
}

/// One slip does not hide the next, and each has its place.
#[test]
fn slips_are_all_found() {
    for (line, found) in [
        (
            "enterprise name~ , employees> -founded_on x{",
            &["DEC092 `,`", "DEC092 `-`", "DEC006 ``"][..],
        ),
        (
            "enterprise @ООО «Сирень» bankrupt name=a|",
            &["DEC093 `«`", "DEC090 `bankrupt`", "DEC006 ``"],
        ),
        ("enterprise city=北京， status=closed", &["DEC093 `，`"]),
        (
            "enterprise >R999 F999=1 staff=2 area_km2>10",
            &["DEC032 `R999`", "DEC031 `F999`", "DEC031 `staff`"],
        ),
        ("enterprise area_km2>10", &["DEC052 `area_km2`"]),
        (
            "enterprise park name=x city=y",
            &["DEC091 `name`", "DEC091 `city`"],
        ),
        (
            "enterprise 10 20 @a \"t\" \"u\"",
            &["DEC094 `20`", "DEC094 `\"u\"`", "DEC095 `@a \"t\"`"],
        ),
        (
            "enterprise employees=many listed=yes founded_on>2026-02-30 name<5",
            &[
                "DEC040 `many`",
                "DEC040 `yes`",
                "DEC043 `2026-02-30`",
                "DEC053 `<`",
            ],
        ),
        ("enterprise status=bankrupt|closed", &["DEC042 `bankrupt`"]),
        (
            "enterprise name=\"a\\qb\" city=\"a\nb\"",
            &["DEC008 `\\q`", "DEC010 `\n`"],
        ),
        ("enterprise name=\"open", &["DEC006 `\"open`"]),
        (
            "enterprise a{/adr} median(name) ;a|a",
            &["DEC092 `/adr`", "DEC030 `median`"],
        ),
        (
            "@a >R001:7 *x *",
            &["DEC092 `x`", "DEC006 ``", "DEC058 `7`"],
        ),
        ("", &["DEC006 ``"]),
    ] {
        let tables = builtin("enterprise").unwrap();
        let decoded = only_lines(tables).decode(line, "1");
        let said: Vec<String> = (decoded.account.findings.iter())
            .map(|finding| {
                format!(
                    "{} `{}`",
                    finding.rule.id,
                    &line[finding.span.start..finding.span.end]
                )
            })
            .collect();
        let mut found: Vec<&str> = found.to_vec();
        found.sort_unstable();
        let mut sorted: Vec<&str> = said.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        assert_eq!(sorted, found, "{line}");
    }
}

#[test]
fn lines_are_told_from_other_texts() {
    for (domain, text, notation) in [
        ("wine", "red dry price_rub<=2000", Notation::Line),
        ("wine", "  \n+price_rub", Notation::Line),
        ("wine", "\"dry\"", Notation::Line),
        ("wine", "wine", Notation::Line),
        ("wine", "vine price_rub<=3", Notation::Line),
        ("wine", "vine", Notation::Line),
        ("wine", "20", Notation::C02),
        ("wine", "null", Notation::C02),
        (
            "wine",
            "Here is the list of wines you wanted",
            Notation::C02,
        ),
        ("wine", "Вот 5 вин", Notation::C02),
        ("wine", "Here: {\"s\":\"IS\"}", Notation::C02),
        ("wine", "[\"red\"]", Notation::C02),
        ("wine", "```\nred\n```", Notation::C02),
        ("wine", "{\"s\":\"IS\"}", Notation::C02),
        ("enterprise", "a{closed} ;a|a", Notation::Line),
    ] {
        let decoded = Decoder::new(builtin(domain).unwrap()).decode(text, "1");
        assert_eq!(decoded.account.notation, notation, "{text}");
    }
}

#[test]
fn the_ledger_says_what_was_not_said() {
    let decoded = Decoder::new(builtin("wine").unwrap()).decode("сухое count", "1");
    let lines = decoded.account.ledger.entries();
    let lines: Vec<String> = (lines.iter())
        .map(|line| {
            format!(
                "{} {}",
                line.path,
                serde_json::to_string(&line.value).unwrap()
            )
        })
        .collect();
    for line in [
        "/intent/scenario \"aggregation\"",
        "/constraints/filters/0/field \"wine.sweetness\"",
        "/constraints/filters/0/value \"dry\"",
        "/constraints/aggregation/metrics/0/alias \"count\"",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line}: {lines:#?}");
    }
}

#[test]
fn a_line_between_fences_is_cut_out() {
    let tables = builtin("wine").unwrap();
    let decode = |text, spelling| {
        let options = Options {
            spelling,
            extract: Extract::On,
            ..Options::default()
        };
        let decoded = Decoder::new(tables).with_options(options).decode(text, "1");
        let cut = decoded.account.ledger.entries();
        let cut = cut
            .iter()
            .filter(|line| line.kind == LedgerKind::Extracted)
            .count();
        (matches!(decoded.verdict, Verdict::Contract(_)), cut)
    };
    for spelling in [Spelling::Auto, Spelling::Only(Notation::Line)] {
        for (text, cut) in [
            ("red dry", 0),
            ("Here:\n```text\nred dry\n```\nDone.", 2),
            ("```\nred\n```", 2),
        ] {
            assert_eq!(decode(text, spelling), (true, cut), "{text}");
        }
        for text in ["Here: red dry, I think", "```\nred\n```\n```\ndry\n```"] {
            assert!(!decode(text, spelling).0, "{text}");
        }
    }
}

#[test]
fn one_item_is_said_again() {
    let tables = builtin("enterprise").unwrap();
    let decoder = Decoder::new(tables);
    for (line, patch, whole, is_contract) in [
        (
            "enterprise bankrupt 5",
            "closed",
            "enterprise  closed  5",
            true,
        ),
        (
            "enterprise bankrupt 5",
            "status=closed|suspended",
            "enterprise  status=closed|suspended  5",
            true,
        ),
        (
            "enterprise a{bankrupt} ;a|a",
            "closed",
            "enterprise a{ closed } ;a|a",
            true,
        ),
        ("enterprise bankrupt 5", "closed 7", "closed 7", false),
        ("enterprise bankrupt 5", "{\"f\":1}", "{\"f\":1}", false),
        ("enterprise closed 5", "closed", "closed", false),
    ] {
        let mut merged = String::new();
        let decoded = decoder.patch(line, patch, &mut merged, "1");
        assert_eq!(
            matches!(decoded.verdict, Verdict::Contract(_)),
            is_contract,
            "{line} / {patch}"
        );
        drop(decoded);
        assert_eq!(merged, whole);
    }
}

#[test]
fn hostile_lines_end() {
    let tables = builtin("enterprise").unwrap();
    for piece in [
        "(",
        "a{",
        ";a|(",
        "!",
        "\"",
        "`",
        "@",
        "*",
        "x|",
        "=*",
        "..",
        "\u{202e}",
        "é\u{301}",
        "path(",
        "count(",
    ] {
        let line = piece.repeat(tables.limits.input_bytes as usize / 8 / piece.len());
        let decoded = only_lines(tables).decode(&line, "1");
        assert!(!matches!(decoded.verdict, Verdict::Contract(_)), "{piece}");
    }
}
