//! What cannot hold together: filters, conditions on metrics, groups and operations on them, and parts of an intent.
#![cfg(feature = "builtin")]
#![allow(clippy::unwrap_used, reason = "a test panics on failure")]

use cmec_decoder::Decoder;
use cmec_decoder::generated::builtin;

fn ids(text: &str) -> Vec<&'static str> {
    ids_in("enterprise", text)
}

/// The rules a text breaks.
fn ids_in(domain: &str, text: &str) -> Vec<&'static str> {
    let decoder = Decoder::new(builtin(domain).unwrap());
    (decoder.decode(text, "1").account.findings.iter())
        .map(|finding| finding.rule.id)
        .collect()
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
        // Some label is the one, and no label may be it.
        ("F009", r#"CT "a""#, r#"NC "a""#),
        ("F009", r#"IN ["a","b"]"#, r#"NI ["a","b"]"#),
        // Whole numbers and days have neighbours.
        ("F006", "GT 5", "LT 6"),
        ("F008", r#"GT "2024-02-28""#, r#"LT "2024-02-29""#),
        ("F008", r#"GT "2023-12-31""#, r#"LT "2024-01-01""#),
    ] {
        assert!(exclude(field, one, other), "{field} {one} {other}");
    }
    for (field, one, other) in [
        ("F003", r#"NE "active""#, r#"NI ["closed","suspended"]"#),
        ("F001", r#"EQ "a""#, r#"IN ["b","a"]"#),
        ("F001", r#"EQ "Ab""#, r#"CT "aB""#),
        ("F001", r#"SW "ab""#, r#"SW "abc""#),
        ("F001", r#"SW "a""#, r#"EW "b""#),
        ("F001", r#"CT "a""#, r#"NC "ab""#),
        ("F001", "EX false", r#"NE "a""#),
        ("F006", "GE 5", "IN [1,5]"),
        ("F006", "GE 5", "LE 5"),
        ("F006", "EX", "EQ 5"),
        ("F006", "GT 5", "LT 7"),
        ("F006", "BT [5,6]", "NI [6,5]"),
        ("F005", "GT 5", "LT 6"),
        ("F008", r#"GT "2024-02-28""#, r#"LT "2024-03-01""#),
        ("F003", "EX false", r#"NI ["active","closed","suspended"]"#),
        ("F005", "EQ 1", "GE 1.0"),
        ("F007", "NE true", "EQ false"),
        // One of several labels may be each.
        ("F009", r#"CT "a""#, r#"CT "b""#),
        ("F009", r#"IN ["a"]"#, r#"IN ["b"]"#),
        ("F009", r#"CT "a""#, r#"NC "ab""#),
        ("F009", "EX", r#"NC "a""#),
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

/// What only three filters, or one and the values of the field, leave empty is an empty answer.
#[test]
fn filters_are_held_against_each_other_in_pairs() {
    for filters in [
        r#"{"f":"F003","op":"NI","v":["active","closed","suspended"]}"#,
        r#"{"f":"F006","op":"GE","v":5},{"f":"F006","op":"LE","v":6},{"f":"F006","op":"NI","v":[5,6]}"#,
    ] {
        let text = format!(r#"{{"s":"IS","tg":["enterprise"],"C":{{"flt":[{filters}]}}}}"#);
        assert!(ids(&text).is_empty(), "{filters}");
    }
}

#[test]
fn operations_on_groups() {
    let active = r#"{"n":"a","flt":[{"f":"F003","op":"EQ","v":"active"}]}"#;
    let closed = r#"{"n":"b","flt":[{"f":"F003","op":"EQ","v":"closed"}]}"#;
    let all = r#"{"n":"b"}"#;
    let text = |groups: &[&str], set: &str, filters: &str| {
        let groups = groups.join(",");
        format!(
            r#"{{"s":"SET","tg":["enterprise"],"C":{{{filters}"grp":[{groups}],"set":{set}}}}}"#
        )
    };
    let of = |op: &str, right: &str| format!(r#"{{"l":"a","op":"{op}","r":"{right}"}}"#);
    let is_closed = r#""flt":[{"f":"F003","op":"EQ","v":"closed"}],"#;
    for (groups, set, filters, expected) in [
        (&[active][..], of("EXC", "a"), "", &["DEC067"][..]),
        (&[active, closed], of("INT", "b"), "", &[]),
        (&[active, closed], of("UNI", "b"), "", &[]),
        (&[active, closed], of("EXC", "b"), "", &[]),
        (&[active, all], of("INT", "b"), "", &[]),
        (&[active, all], of("EXC", "b"), "", &[]),
        (&[active, closed], of("UNI", "a"), "", &["DEC068"]),
        (&[active, all], of("UNI", "b"), is_closed, &["DEC065"]),
        (
            &[active, all],
            r#"{"l":{"l":"b","op":"EXC","r":"b"},"op":"UNI","r":"a"}"#.to_owned(),
            "",
            &["DEC067"],
        ),
    ] {
        let text = text(groups, &set, filters);
        assert_eq!(ids(&text), expected, "{text}");
    }
}

#[test]
fn parts_of_an_intent() {
    for (text, expected) in [
        // An entity no relation is tied to.
        (
            r#"{"s":"RQ","tg":["park"],"E":[{"txt":"A"},{"txt":"B"}],"R":[{"r":"R001","dir":"I","fr":"target","to":0}]}"#,
            &["DEC068"][..],
        ),
        (
            r#"{"s":"RQ","tg":["park"],"E":[{"txt":"A"},{"txt":"B"}],"R":[{"r":"R001","dir":"I","fr":"target","to":0},{"r":"R001","dir":"I","fr":"target","to":1}]}"#,
            &[],
        ),
        // A path with other ends.
        (
            r#"{"s":"PQ","E":[{"txt":"A"},{"txt":"B"}],"G":{"path":{"src":["a"]}}}"#,
            &["DEC069"],
        ),
        (
            r#"{"s":"PQ","E":[{"txt":"A","id":"a"},{"txt":"B"}],"G":{"path":{"src":["a"]}}}"#,
            &[],
        ),
        (
            r#"{"s":"PQ","tg":["park"],"G":{"path":{"src":["a"],"tg":["enterprise"]}}}"#,
            &["DEC069"],
        ),
        // A walk that never comes to the relation.
        (
            r#"{"s":"SG","E":[{"txt":"A","ty":"park"}],"G":{"rel":["R002"]}}"#,
            &["DEC056"],
        ),
        (
            r#"{"s":"SG","E":[{"txt":"A","ty":"park"}],"G":{"dep":2,"rel":["R001","R002"]}}"#,
            &[],
        ),
        // A field is grouped by twice.
        (
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"}],"by":["F013","F013"]}}}"#,
            &["DEC064"],
        ),
        (
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"}],"hav":[{"m":"count","op":"LT","v":1},{"m":"count","op":"GT","v":2}]}}}"#,
            &["DEC065"],
        ),
        (
            r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT"}],"hav":[{"m":"count","op":"LT","v":0}]}}}"#,
            &[],
        ),
        // Its rows are groups.
        (
            r#"{"s":"AGG","tg":["enterprise"],"C":{"pg":{"lim":5},"agg":{"m":[{"fn":"CNT"}]}}}"#,
            &["DEC051"],
        ),
        (
            "SELECT city, COUNT(*) FROM enterprise GROUP BY city LIMIT 5",
            &[],
        ),
        // How many texts is one number.
        (
            r#"{"s":"RAG","C":{"pg":{"lim":7}},"Q":{"txt":"a","k":5}}"#,
            &["DEC069"],
        ),
        (
            r#"{"s":"RAG","C":{"pg":{"lim":5}},"Q":{"txt":"a","k":5}}"#,
            &[],
        ),
        // A search gives no subgraph; whether there is a row is asked of it.
        (r#"{"s":"IS","o":"SUBG","tg":["park"]}"#, &["DEC066"]),
        (r#"{"s":"IS","o":"REL","tg":["park"]}"#, &["DEC066"]),
        (r#"{"s":"IS","o":"TEXT","tg":["park"]}"#, &["DEC066"]),
        (r#"{"s":"IS","o":"EXIST","tg":["park"]}"#, &[]),
        // Of the corpora one is named that is there, and one that is not.
        (r#"{"s":"RAG","Q":{"txt":"a","cor":["news"]}}"#, &[]),
        (
            r#"{"s":"RAG","Q":{"txt":"a","cor":["stories"]}}"#,
            &["DEC034"],
        ),
        ("SELECT MATCH('a', corpus => 'stories')", &["DEC034"]),
    ] {
        assert_eq!(ids(text), expected, "{text}");
    }
    for (text, expected) in [
        (
            r#"{"s":"IS","tg":["document"],"E":[{"txt":"Ландыш","ty":"counterparty"}],"C":{"flt":[{"f":"F301","op":"EQ","v":"Лютик"}]}}"#,
            &["DEC065"][..],
        ),
        (
            r#"{"s":"IS","tg":["document"],"E":[{"txt":"Ландыш","ty":"counterparty"}],"C":{"flt":[{"f":"F301","op":"EQ","v":"ландыш"}]}}"#,
            &[],
        ),
        // No lane answers it.
        (
            r#"{"s":"AF","E":[{"txt":"Ландыш","ty":"counterparty"}],"A":["F101"]}"#,
            &["DEC037"],
        ),
    ] {
        assert_eq!(ids_in("address", text), expected, "{text}");
    }
}

/// A whole contract always has a page. That of the groups is meant where both are said.
#[test]
fn a_whole_contract_of_an_aggregation_has_the_page_of_all() {
    let text = |limit: u32, groups: &str| {
        format!(
            r#"{{"intent":{{"scenario":"aggregation","output_type":"attributes"}},"grounding":{{"target_types":["enterprise"]}},"constraints":{{"filters":[],"sort":[],"pagination":{{"limit":{limit},"offset":0}},"aggregation":{{"metrics":[{{"function":"count","alias":"count"}}],"group_by":[],"having":[],"sort":[]{groups}}}}}}}"#
        )
    };
    let groups = r#","pagination":{"limit":20,"offset":0}"#;
    for (limit, groups, expected) in [
        (20, groups, &[][..]),
        (5, groups, &[]),
        (20, "", &[]),
        (5, "", &["DEC051"]),
    ] {
        let text = text(limit, groups);
        assert_eq!(ids(&text), expected, "{text}");
    }
}
