//! Filters, and conditions on metrics, that nothing passes together.
#![cfg(feature = "builtin")]
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;

fn ids(text: &str) -> Vec<&'static str> {
    let decoder = Decoder::new(builtin("enterprise").unwrap());
    let told: Vec<&str> = (decoder.decode(text, "1").account.findings.iter())
        .map(|finding| finding.rule.id)
        .collect();
    let judged: Vec<&str> = (decoder.judge(text).violations.iter())
        .map(|violation| violation.rule.id)
        .collect();
    assert_eq!(told, judged, "{text}");
    told
}

/// Whether two filters of one field, operator and value each, leave nothing; either may stand first.
fn exclude(field: &str, one: &str, other: &str) -> bool {
    let filter = |test: &str| {
        let (operator, value) = test.split_once(' ').unwrap_or((test, ""));
        let value = if value.is_empty() {
            String::new()
        } else {
            format!(r#","v":{value}"#)
        };
        format!(r#"{{"f":"{field}","op":"{operator}"{value}}}"#)
    };
    let found = [(one, other), (other, one)].map(|(first, second)| {
        let (first, second) = (filter(first), filter(second));
        let text = format!(r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{first},{second}]}}}}"#);
        let ids = ids(&text);
        assert!(ids.iter().all(|id| *id == "DEC065"), "{ids:?}: {text}");
        !ids.is_empty()
    });
    assert_eq!(found[0], found[1], "{field} {one} {other}");
    found[0]
}

#[test]
fn two_filters_of_a_field() {
    for (field, one, other) in [
        ("F001", r#"EQ "a""#, r#"EQ "b""#),
        ("F001", r#"EQ "a""#, r#"IN ["b","c"]"#),
        ("F001", r#"EQ "a""#, r#"NI ["a","b"]"#),
        ("F001", r#"EQ "a""#, r#"CT "b""#),
        ("F001", r#"CT "ab""#, r#"NC "A""#),
        ("F001", r#"SW "ab""#, r#"SW "ac""#),
        ("F001", r#"EW "ab""#, r#"EW "cb""#),
        ("F001", r#"SW "ab""#, r#"NC "b""#),
        ("F001", "EX false", r#"CT "a""#),
        ("F001", "EX false", "EX"),
        ("F003", r#"IN ["active"]"#, r#"NI ["active"]"#),
        ("F006", "GE 5", "IN [1,2]"),
        ("F006", "BT [5,6]", "EQ 7"),
        ("F006", "GT 5", "LT 5"),
        ("F006", "EX false", "EQ 5"),
        ("F005", "EQ 1", "NE 1.0"),
        ("F007", "NE true", "NE false"),
        ("F008", r#"GE "2020-01-02""#, r#"EQ "2020-01-01""#),
    ] {
        assert!(exclude(field, one, other), "{field} {one} {other}");
    }
    for (field, one, other) in [
        ("F001", r#"EQ "a""#, r#"IN ["b","a"]"#),
        ("F001", r#"EQ "Ab""#, r#"CT "aB""#),
        ("F001", r#"SW "ab""#, r#"SW "abc""#),
        ("F001", r#"SW "a""#, r#"EW "b""#),
        ("F001", r#"CT "a""#, r#"NC "ab""#),
        ("F001", "EX false", r#"NE "a""#),
        ("F006", "GE 5", "IN [1,5]"),
        ("F006", "GE 5", "LE 5"),
        ("F006", "EX", "EQ 5"),
        ("F005", "EQ 1", "GE 1.0"),
        ("F007", "NE true", "EQ false"),
        // One of several labels may be each.
        ("F009", r#"EQ "a""#, r#"EQ "b""#),
    ] {
        assert!(!exclude(field, one, other), "{field} {one} {other}");
    }
}

#[test]
fn lists_end_at_their_caps() {
    let many = |one: &str| vec![one; 65].join(",");
    for text in [
        format!(
            r#"{{"s":"AGG","tg":["park"],"C":{{"agg":{{"m":[{{"fn":"CNT"}}],"hav":[{}]}}}}}}"#,
            many(r#"{"m":"count","op":"GT","v":1}"#)
        ),
        format!(
            r#"{{"s":"SET","C":{{"grp":[{{"n":"a","tg":[{}]}}],"set":{{"l":"a","op":"UNI","r":"a"}}}}}}"#,
            many("\"park\"")
        ),
        format!(
            r#"{{"s":"PQ","G":{{"path":{{"tg":[{}]}}}}}}"#,
            many("\"park\"")
        ),
    ] {
        assert_eq!(ids(&text), ["DEC070"], "{text}");
    }
}
