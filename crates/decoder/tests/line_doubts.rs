//! What a line leaves in doubt is asked about, with its readings; what says the same without a doubt is read.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoder, Extract, Notation, Options, Spelling, Verdict};

#[path = "common/doubts.rs"]
mod doubts;

use doubts::{asked, canonical, decode};

#[test]
fn a_mark_that_touches_a_value_may_belong_to_it() {
    for (domain, line, readings) in [
        (
            "wine",
            "name=foo@bar.com",
            &["name=\"foo@bar.com\"", "name=foo @bar.com"][..],
        ),
        (
            "wine",
            "red price<=2000+500",
            &["price<=\"2000+500\"", "price<=2000 +500"],
        ),
        (
            "wine",
            "red price<=2@000",
            &["price<=\"2@000\"", "price<=2 @000"],
        ),
        ("wine", "red@A", &["\"red@A\"", "red @A"]),
        ("wine", "red 20+40", &["20 +40"]),
        ("wine", "name=*.com", &["name=\"*.com\"", "name=* .com"]),
        ("wine", "name=\"a\"\"b\"", &["name=\"a\" \"b\""]),
        ("wine", "name=\"a\"red", &["name=\"a\" red"]),
        (
            "enterprise",
            "enterprise @A#7>invest",
            &["@A#\"7>invest\"", "@A#7 >invest"],
        ),
        (
            "enterprise",
            "enterprise closed!private",
            &["\"closed!private\"", "closed !private"],
        ),
        ("enterprise", "enterprise\"a\"", &["enterprise \"a\""]),
        (
            "enterprise",
            "a{park name=x!national} ;a|a",
            &["name=\"x!national\"", "name=x !national"],
        ),
        (
            "address",
            "document counterparty=ООО\"Ласточка\"",
            &[
                "counterparty=\"ООО\\\"Ласточка\\\"\"",
                "counterparty=ООО \"Ласточка\"",
            ],
        ),
    ] {
        let (ids, said) = asked(domain, line);
        assert!(ids.contains(&"DEC095"), "{line}: {ids:?}");
        let decoded = decode(domain, line);
        let doubt = (decoded.account.findings.iter()).find(|one| one.rule.id == "DEC095");
        let said_there: Vec<&str> = (doubt.unwrap().candidates.iter())
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(said_there, readings, "{line}: {said:?}");
    }
}

#[test]
fn elsewhere_a_blank_may_be_missing() {
    for (line, canonical_line) in [
        ("enterprise>invest", "enterprise >invest"),
        ("enterprise -founded+name", "enterprise -founded +name"),
        ("enterprise @\"A\">invest", "enterprise @A >invest"),
        (
            "enterprise name=[a|b]-founded",
            "enterprise name=a|b -founded",
        ),
        (
            "enterprise avg(revenue)-avg_annual_revenue",
            "enterprise avg(revenue) -&avg_annual_revenue",
        ),
    ] {
        assert_eq!(canonical("enterprise", line), canonical_line, "{line}");
    }
}

#[test]
fn a_text_behind_a_bare_text_may_be_its_rest() {
    for (domain, line, readings) in [
        (
            "address",
            "document counterparty=ООО \"Ласточка\"",
            [
                "counterparty=\"ООО \\\"Ласточка\\\"\"",
                "counterparty=\"ООО\" \"Ласточка\"",
            ],
        ),
        (
            "enterprise",
            "enterprise name~ООО \"Ласточка\" active",
            ["name~\"ООО \\\"Ласточка\\\"\"", "name~\"ООО\" \"Ласточка\""],
        ),
        (
            "enterprise",
            "person >works:&p &p.name=ООО \"Ласточка\"",
            [
                "&p.name=\"ООО \\\"Ласточка\\\"\"",
                "&p.name=\"ООО\" \"Ласточка\"",
            ],
        ),
        (
            "enterprise",
            "&a{enterprise name~ООО \"Ласточка\"} &b{enterprise} ;a&b",
            ["name~\"ООО \\\"Ласточка\\\"\"", "name~\"ООО\" \"Ласточка\""],
        ),
        (
            "enterprise",
            "enterprise any(name~ООО \"Ласточка\" or closed)",
            ["name~\"ООО \\\"Ласточка\\\"\"", "name~\"ООО\" \"Ласточка\""],
        ),
        (
            "enterprise",
            "@ООО \"Ласточка\"",
            ["@\"ООО \\\"Ласточка\\\"\"", "@\"ООО\" \"Ласточка\""],
        ),
    ] {
        let (ids, said) = asked(domain, line);
        assert_eq!(ids, ["DEC095"], "{line}");
        assert_eq!(said, readings, "{line}");
    }
    // A value in quotes, or of a closed list, ends where it ends.
    assert_eq!(
        canonical("enterprise", "enterprise name~\"ООО\" \"Ласточка\" active"),
        "enterprise name~\"ООО\" active \"Ласточка\""
    );
    assert_eq!(
        canonical("enterprise", "enterprise active \"Ласточка\""),
        "enterprise active \"Ласточка\""
    );
}

#[test]
fn three_digits_behind_a_figure_may_be_its_rest() {
    let (ids, readings) = asked("wine", "red price<=2 500");
    assert_eq!(
        (ids, readings),
        (
            vec!["DEC095"],
            vec!["price<=2500".to_owned(), "price<=2 limit 500".to_owned()]
        )
    );
    let (_, readings) = asked("wine", "red price<=2 500 000");
    assert_eq!(readings, ["price<=2500000", "price<=2 limit 500"]);
    assert_eq!(
        canonical("wine", "red price<=2000 50"),
        "red price<=2000 50"
    );
    assert_eq!(canonical("wine", "red 500"), "red limit 500");
    assert_eq!(
        canonical("wine", "red price<=2 limit 500"),
        "red price<=2 limit 500"
    );
    assert_eq!(canonical("wine", "red price<=2 +500"), "red price<=2 +500");
    assert_eq!(canonical("wine", "red price<=2 1000"), "red price<=2 1000");
}

#[test]
fn rows_are_counted_by_a_word_everywhere() {
    for (line, canonical_line) in [
        ("red limit 5", "red 5"),
        ("red top 5", "red 5"),
        ("top 5 red", "red 5"),
        (
            "red count by country -count top 5",
            "red count by country -&count 5",
        ),
        (
            "red count by country -count limit 500",
            "red count by country -&count limit 500",
        ),
    ] {
        assert_eq!(canonical("wine", line), canonical_line, "{line}");
        let ledger = decode("wine", line).account.ledger.entries();
        let told = ledger
            .iter()
            .any(|one| one.path.to_string().ends_with("/pagination/limit") && one.span.is_some());
        assert!(told, "{line}: {ledger:#?}");
    }
}

#[test]
fn a_bare_number_beside_accounts_may_be_one() {
    let (ids, readings) = asked("address", "account_balance 62");
    assert_eq!(ids, ["DEC095"]);
    assert_eq!(readings, ["account=62", "limit 62"]);
    assert_eq!(
        canonical("address", "account_balance account=62 limit 5"),
        "account_balance account=62 limit 5"
    );
}

#[test]
fn counts_have_no_zeros_before_them() {
    for (domain, line, found) in [
        ("wine", "red 007", "DEC040"),
        ("wine", "red +007", "DEC040"),
        ("mind", "RAG \"почему\" ^005", "DEC040"),
        ("enterprise", "@A *02", "DEC040"),
        ("enterprise", "path(#a *02)", "DEC040"),
        ("enterprise", "park @A >located:00", "DEC058"),
        ("wine", "red limit 05", "DEC040"),
    ] {
        let (ids, _) = asked(domain, line);
        assert_eq!(ids, [found], "{line}");
    }
    assert_eq!(canonical("wine", "red +0 7"), "red 7");
}

#[test]
fn a_line_break_ends_the_intent() {
    for line in [
        "enterprise active 5\npark national",
        "enterprise active 5\r\n\r\npark national\r\n",
        "enterprise active\n5",
        "enterprise active\r5",
        "enterprise active\n{\"s\":\"IS\"}",
    ] {
        for spelling in [Spelling::Auto, Spelling::Only(Notation::Line)] {
            let options = Options {
                spelling,
                ..Options::default()
            };
            let tables = builtin("enterprise").unwrap();
            let decoded = Decoder::new(tables).with_options(options).decode(line, "1");
            assert!(matches!(decoded.verdict, Verdict::Reject(_)), "{line:?}");
            let second = (decoded.account.findings.iter()).any(|one| one.rule.id == "DEC014");
            assert!(second, "{line:?}: {:#?}", decoded.account.findings);
        }
    }
    for line in [
        "enterprise active 5\n",
        "\n enterprise active 5\r\n\n",
        "enterprise active 5\r",
    ] {
        assert_eq!(canonical("enterprise", line), "enterprise active 5");
    }
}

#[test]
fn a_name_of_a_metric_and_a_field_is_asked_about() {
    for (line, readings) in [
        (
            "enterprise count:capital avg(capital) having capital>5",
            ["&capital", "avg(capital)"],
        ),
        (
            "enterprise count:city by city -city",
            ["&city", "enterprise.city"],
        ),
    ] {
        let (ids, said) = asked("enterprise", line);
        assert_eq!(
            (ids, said),
            (vec!["DEC091"], readings.map(str::to_owned).to_vec()),
            "{line}"
        );
    }
    for (line, canonical_line) in [
        (
            "enterprise count:capital avg(capital) having \"capital\">5",
            "enterprise count:capital avg(capital) having &capital>5",
        ),
        (
            "enterprise count:capital avg(capital) having avg(capital)>5",
            "enterprise count:capital avg(capital) having &avg_registered_capital>5",
        ),
        (
            "enterprise count:city by city -enterprise.city -\"city\"",
            "enterprise count:city by city -enterprise.city -&city",
        ),
        // Both say the same.
        (
            "enterprise sum(employees):employees by city having employees>5",
            "enterprise sum(employees):employees by city having &employees>5",
        ),
    ] {
        assert_eq!(canonical("enterprise", line), canonical_line, "{line}");
    }
}

#[test]
fn a_metric_is_named_as_it_is_asked_for() {
    for line in [
        "red avg(price) by country -avg(price)",
        "red avg(price):mean by country -avg(price)",
        "red avg(price):mean by country -avg( price ) having avg(price)>5",
        "red count:n by country -count()",
    ] {
        canonical("wine", line);
    }
    let (ids, _) = asked("wine", "red avg(price) by country -sum(price)");
    assert_eq!(ids, ["DEC059"]);
}

#[test]
fn what_is_said_twice_is_asked_about() {
    for (line, readings) in [
        ("park 10 20", ["10", "20"]),
        ("park limit 10 20", ["10", "20"]),
        ("park +10 +20", ["+10", "+20"]),
        ("@A *2 *3", ["*2", "*3"]),
        ("IS AF enterprise", ["IS", "AF"]),
        ("enterprise active \"a\" \"b\"", ["\"a\"", "\"b\""]),
        ("RAG \"a\" ^5 ^6", ["^5", "^6"]),
    ] {
        let (ids, _) = asked("enterprise", line);
        assert!(ids.contains(&"DEC094"), "{line}: {ids:?}");
        let decoded = decode("enterprise", line);
        let twice = (decoded.account.findings.iter()).find(|one| one.rule.id == "DEC094");
        let said: Vec<&str> = (twice.unwrap().candidates.iter())
            .map(|one| one.code.as_str())
            .collect();
        assert_eq!(said, readings, "{line}");
    }
}

#[test]
fn a_text_alone_is_asked_about() {
    let (ids, readings) = asked("mind", "\"почему RAG\"");
    assert_eq!(
        (ids, readings),
        (vec!["DEC095"], vec!["RAG \"почему RAG\"".to_owned()])
    );
    assert_eq!(canonical("mind", "RAG \"почему\""), "RAG \"почему\"");
    assert_eq!(canonical("mind", "RAG \"почему\" ^5"), "\"почему\" ^5");
    let options = Options {
        spelling: Spelling::Only(Notation::Line),
        ..Options::default()
    };
    let lines = Decoder::new(builtin("mind").unwrap()).with_options(options);
    assert!(matches!(
        lines.decode("\"почему\"", "1").verdict,
        Verdict::Contract(_)
    ));
}

/// Where the notation is said, a line in quotes may as well be a text to look for.
#[test]
fn a_line_in_quotes_may_be_a_text() {
    let options = Options {
        spelling: Spelling::Only(Notation::Line),
        ..Options::default()
    };
    let decoder = Decoder::new(builtin("wine").unwrap()).with_options(options);
    let decoded = decoder.decode("\"красное сухое\"", "1");
    assert!(matches!(decoded.verdict, Verdict::Clarify(_)));
    let [finding] = decoded.account.findings.as_slice() else {
        panic!("{:?}", decoded.account.findings);
    };
    assert_eq!(finding.rule.id, "DEC095");
    let readings: Vec<&str> = finding
        .candidates
        .iter()
        .map(|one| one.code.as_str())
        .collect();
    assert_eq!(readings, ["RAG \"красное сухое\"", "красное сухое"]);
}

#[test]
fn an_intent_in_quotes_is_named_in_every_notation() {
    let call = r#"{"name":"search_wines","arguments":"\"{\\\"wine_type\\\":\\\"red\\\"}\""}"#;
    let decoded = decode("wine", call);
    assert!(matches!(decoded.verdict, Verdict::Reject(_)), "{call}");
    assert_eq!(decoded.account.findings[0].rule.id, "DEC017");
    for text in [
        "\"{\\\"s\\\":\\\"IS\\\",\\\"tg\\\":[\\\"wine\\\"]}\"",
        "\"\\\"{\\\\\\\"s\\\\\\\":\\\\\\\"IS\\\\\\\"}\\\"\"",
        "\"красное сухое price<=2000\"",
    ] {
        let all = Notation::ALL
            .iter()
            .map(|notation| Spelling::Only(*notation));
        let is_line = text.starts_with("\"красное");
        // In SQL what stands in double quotes is a name.
        let all = all.filter(|one| *one != Spelling::Only(Notation::Sql));
        let all = all.filter(|one| !is_line || *one != Spelling::Only(Notation::Line));
        for spelling in all.chain([Spelling::Auto]) {
            let options = Options {
                spelling,
                ..Options::default()
            };
            let decoder = Decoder::new(builtin("wine").unwrap()).with_options(options);
            let decoded = decoder.decode(text, "1");
            assert!(matches!(decoded.verdict, Verdict::Reject(_)), "{text}");
            let ids: Vec<&str> = (decoded.account.findings.iter())
                .map(|one| one.rule.id)
                .collect();
            assert_eq!(ids, ["DEC017"], "{text} {spelling:?}");
        }
    }
}

#[test]
fn texts_that_say_nothing_are_asked_about() {
    for (domain, text) in [
        (
            "wine",
            "{\"name\":\"semantic_search\",\"arguments\":{\"query\":\"\"}}",
        ),
        (
            "address",
            "{\"s\":\"IS\",\"tg\":[\"account_balance\"],\"C\":{\"flt\":[{\"f\":\"F411\",\"op\":\"EQ\",\"v\":\"\"}]}}",
        ),
        (
            "enterprise",
            "{\"s\":\"IS\",\"tg\":[\"enterprise\"],\"C\":{\"flt\":[{\"f\":\"F001\",\"op\":\"CT\",\"v\":\" \"}]}}",
        ),
        (
            "enterprise",
            "{\"s\":\"IS\",\"tg\":[\"enterprise\"],\"C\":{\"flt\":[{\"f\":\"F001\",\"op\":\"IN\",\"v\":[\"a\",\"\\u200b\"]}]}}",
        ),
        (
            "enterprise",
            "{\"s\":\"AF\",\"E\":[{\"txt\":\"\u{200b}\u{feff}\"}]}",
        ),
        ("enterprise", "enterprise name=\"\""),
        ("enterprise", "@\"\u{ad}\""),
        ("enterprise", "RAG \"\\n\""),
    ] {
        let (ids, _) = asked(domain, text);
        assert!(ids.contains(&"DEC062"), "{text}: {ids:?}");
    }
}

#[test]
fn a_few_near_misses_are_a_line() {
    for (text, ids) in [
        ("красным сухим", &["DEC090", "DEC090"][..]),
        ("vine", &["DEC090"]),
        ("rad dri", &["DEC090", "DEC090"]),
    ] {
        let (found, _) = asked("wine", text);
        assert_eq!(found, ids, "{text}");
    }
    for (text, ids) in [
        ("企业 注消", &["DEC090", "DEC090"][..]),
        ("注消", &["DEC090"]),
        ("компания", &["DEC090"]),
    ] {
        let (found, _) = asked("enterprise", text);
        assert_eq!(found, ids, "{text}");
    }
    for text in ["red price≤2000", "price≤2000", "price≥10 dry"] {
        let decoded = decode("wine", text);
        let findings = decoded.account.findings.iter();
        let ids: Vec<&str> = findings.map(|finding| finding.rule.id).collect();
        assert_eq!(ids, ["DEC093"], "{text}");
    }
    // With what stands around it cut away or not, a number of rows alone is prose.
    for text in ["top 5", "limit 5", "5"] {
        for extract in [Extract::Off, Extract::On] {
            let options = Options {
                extract,
                ..Options::default()
            };
            let decoder = Decoder::new(builtin("mind").unwrap()).with_options(options);
            let verdict = decoder.decode(text, "1").verdict;
            assert!(matches!(verdict, Verdict::Reject(_)), "{text}");
        }
    }
    for text in [
        "Вот 5 вин",
        "Here is the list of wines you wanted",
        "I cannot answer",
    ] {
        let decoded = decode("wine", text);
        assert!(matches!(decoded.verdict, Verdict::Reject(_)), "{text}");
        assert_eq!(decoded.account.notation, Notation::C02, "{text}");
    }
}

#[test]
fn helps_are_true_where_they_are_given() {
    let help = |domain: &str, text: &str, extract| {
        let options = Options {
            extract,
            ..Options::default()
        };
        let decoder = Decoder::new(builtin(domain).unwrap()).with_options(options);
        let finding = decoder.decode(text, "1").account.findings.swap_remove(0);
        (finding.message.clone(), finding.help.unwrap_or_default())
    };
    let extract = |extract| help("wine", "I cannot answer", extract).1;
    assert!(extract(Extract::Off).contains("--extract"));
    assert!(!extract(Extract::On).contains("--extract"));
    let in_call = "{\"name\":\"search_wines\",\"arguments\":\"none {\"}";
    assert!(!help("wine", in_call, Extract::Off).1.contains("--extract"));
    let ends = help(
        "enterprise",
        "{\"s\":\"REX\",\"R\":[{\"r\":\"R001\"}]}",
        Extract::Off,
    )
    .1;
    assert_eq!(ends, "say it in `E` with two entities, or in `E` and `tg`");
    let (message, help_of_day) = help("enterprise", "enterprise founded>=2026-02-30", Extract::Off);
    assert_eq!(message, "`2026-02-30` is no day of the calendar");
    assert_eq!(help_of_day, "say a day that exists");
    assert_eq!(
        help("wine", "red price≤2000", Extract::Off).1,
        "write `<=` in its place"
    );
}
