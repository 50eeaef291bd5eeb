//! When a fault is known, and what dooms nothing.

use cmec_decoder::decode::{EmitClarify, Options};
use cmec_decoder::{Decoder, Notation, Spelling};

use super::{doomed_at, enterprise, push};

/// Texts with one fault; `¦` stands after the byte by which it must be known.
const EARLY: &[(&str, &str)] = &[
    ("DEC003", "\u{feff}¦{\"s\":\"IS\"}"),
    ("DEC004", r#"{'¦s':"IS"}"#),
    ("DEC004", r#"{"s":IS,¦"tg":[]}"#),
    ("DEC004", r#"{"s":НеТ—¦}"#),
    ("DEC004", "```json\n{¦}"),
    ("DEC005", r#"{"s" "IS"¦,"tg":[]}"#),
    ("DEC005", r#"{"s":"IS",}¦"#),
    ("DEC005", r#"{"s":"IS"]¦"#),
    ("DEC005", r#"{"s":"IS","tg":[,¦]}"#),
    ("DEC007", r#"{"s":"IS","tg":["park"]} H¦ere it is"#),
    ("DEC008", r#"{"s":"IS","E":[{"txt":"a\qb"¦}]}"#),
    ("DEC009", r#"{"s":"IS","E":[{"txt":"\ud800"¦}]}"#),
    ("DEC010", "{\"s\":\"IS\",\"E\":[{\"txt\":\"a\n¦b\"}]}"),
    ("DEC011", r#"{"C":{"pg":{"lim":007,¦"off":1}}}"#),
    ("DEC013", r#"{"s":"IS","s"¦:"IS"}"#),
    (
        "DEC013",
        r#"{"s":"IS","C":{"flt":[{"f":"F001","f"¦:"F001"}]}}"#,
    ),
    ("DEC020", r#"{"s":1,¦"tg":["park"]}"#),
    ("DEC020", r#"{"s":"IS","tg":"park"¦}"#),
    ("DEC020", r#"{"s":"IS","tg":{"a":["b"]}¦}"#),
    ("DEC020", r#"{"s":"IS","tg":[null,¦"park"]}"#),
    ("DEC020", r#"{"s":"IS","C":{"pg":{"lim":"5"¦}}}"#),
    ("DEC020", r#"{"s":"RAG","Q":{"txt":"why","rr":1,¦"k":3}}"#),
    (
        "DEC020",
        r#"{"s":"SET","C":{"set":{"l":["a"]¦,"op":"UNI","r":"b"}}}"#,
    ),
    (
        "DEC020",
        r#"{"s":"RQ","R":[{"r":"R001","fr":null,¦"to":0}]}"#,
    ),
    ("DEC021", r#"{"s":"IS","zz"¦:1}"#),
    ("DEC021", r#"{"zz":[{"a":1}],"s"¦:"IS"}"#),
    ("DEC021", r#"{"s":"IS","E":[{"text"¦:"a"}]}"#),
    (
        "DEC021",
        r#"{"s":"SET","C":{"set":{"l":{"l":"a","lhs"¦:"b"}}}}"#,
    ),
    ("DEC022", r#"{"s":"IS","reasoning"¦:"because"}"#),
    ("DEC022", r#"{"s":"IS","C":{"confidence"¦:1}}"#),
    ("DEC030", r#"{"s":"ZZ"¦,"tg":["park"]}"#),
    ("DEC030", r#"{"o":"zz"¦,"s":"IS","tg":["park"]}"#),
    (
        "DEC030",
        r#"{"s":"IS","tg":["park"],"C":{"flt":[{"op":"LIKE"¦,"f":"F001","v":"a"}]}}"#,
    ),
    (
        "DEC030",
        r#"{"s":"IS","tg":["enterprise"],"C":{"srt":[{"f":"F001","ord":"X"¦}]}}"#,
    ),
    (
        "DEC030",
        r#"{"s":"RQ","tg":["enterprise"],"R":[{"dir":"\u0058"¦,"r":"R001"}]}"#,
    ),
    ("DEC030", r#"{"s":"SG","E":[{"txt":"a"}],"G":{"dir":"X"¦}}"#),
    (
        "DEC030",
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"MED"¦,"f":"F006"}]}}}"#,
    ),
    (
        "DEC030",
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"hav":[{"m":"x","op":"XX"¦,"v":1}]}}}"#,
    ),
    (
        "DEC030",
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"srt":[{"by":"x","ord":"U"¦}]}}}"#,
    ),
    (
        "DEC030",
        r#"{"s":"SET","C":{"set":{"op":"XOR"¦,"l":"a","r":"b"}}}"#,
    ),
    ("DEC030", r#"{"s":"RAG","Q":{"kd":"zz"¦,"txt":"why"}}"#),
    ("DEC031", r#"{"s":"IS","A":["F999"¦]}"#),
    (
        "DEC031",
        r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F999"¦,"op":"EQ","v":"a"}]}}"#,
    ),
    (
        "DEC031",
        r#"{"s":"IS","tg":["enterprise"],"C":{"srt":[{"f":"name"¦}]}}"#,
    ),
    (
        "DEC031",
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"by":["F999"¦],"m":[{"fn":"CNT"}]}}}"#,
    ),
    (
        "DEC032",
        r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R999"¦}]}"#,
    ),
    (
        "DEC032",
        r#"{"s":"PQ","G":{"path":{"rel":["R001","R999"¦]}}}"#,
    ),
    ("DEC033", r#"{"s":"IS","tg":["parc"¦]}"#),
    ("DEC033", r#"{"tg":["parc"],"s":"IS"¦}"#),
    ("DEC033", r#"{"s":"IS","E":[{"ty":"parc"¦,"txt":"a"}]}"#),
    (
        "DEC033",
        r#"{"s":"SET","C":{"grp":[{"tg":["parc"¦],"n":"a"}]}}"#,
    ),
    // What only the end can show is shown there.
    (
        "DEC023",
        r#"{"s":"IS","tg":["enterprise"],"C":{"flt":[{"f":"F001"}]}}¦"#,
    ),
    ("DEC050", r#"{"tg":["park"]}¦ "#),
    ("DEC050", r#"{"zz":1}¦ "#),
    ("DEC020", r#"["s"]¦ "#),
];

#[test]
fn one_fault_is_known_at_its_last_byte() {
    for (id, marked) in EARLY {
        known_at_its_mark(enterprise(), id, marked);
    }
}

/// Holds a fault to the byte after which it must be known, and to what the whole-text decoder says of it.
fn known_at_its_mark(decoder: Decoder<'_>, id: &str, marked: &str) {
    let at = marked.find('¦').unwrap();
    let text = marked.replace('¦', "");
    let Some((early, bytes)) = doomed_at(decoder, &text) else {
        panic!("{text}");
    };
    assert_eq!((early.rule.id, bytes), (id, at), "{text}");
    let whole = decoder.decode(&text, "1").account.findings;
    // What follows a whole is told as far as it has come.
    let same = whole.contains(&early) || id == "DEC007";
    assert!(same, "{text}\n{early:#?}\n{whole:#?}");
    push(decoder, text.as_bytes(), &[]).unwrap();
}

#[test]
fn where_only_cmec_is_read_the_first_key_is_judged_at_once() {
    let text = r#"{"intent":{"scenario":"instance_search"}"#;
    assert_eq!(doomed_at(enterprise(), text), None);
    let only = |notation| {
        enterprise().with_options(Options {
            spelling: Spelling::Only(notation),
            ..Options::default()
        })
    };
    let (finding, bytes) = doomed_at(only(Notation::C02), text).unwrap();
    assert_eq!((finding.rule.id, bytes), ("DEC021", 9));
    for notation in [Notation::MecV01, Notation::ToolCall] {
        let text = r#"{"s":"ZZ","s":1,"a":[1,}"#;
        let (finding, bytes) = doomed_at(only(notation), text).unwrap();
        assert_eq!((finding.rule.id, bytes), ("DEC005", text.len()));
    }
}

/// Documents with one fault, as [`EARLY`]; the first key makes them MEC.
const EARLY_CONTRACTS: &[(&str, &str)] = &[
    ("DEC030", r#"{"intent":{"scenario":"search"¦}}"#),
    (
        "DEC030",
        r#"{"intent":{"scenario":"instance_search","output_type":"rows"¦}}"#,
    ),
    ("DEC021", r#"{"intent":{"zz"¦:1}}"#),
    (
        "DEC013",
        r#"{"intent":{"output_type":"texts","output_type"¦:"texts"}}"#,
    ),
    ("DEC013", r#"{"grounding":{},"grounding"¦:{}}"#),
    (
        "DEC020",
        r#"{"intent":{"scenario":"instance_search"},"grounding":{"target_types":"park"¦}}"#,
    ),
    (
        "DEC033",
        r#"{"intent":{"scenario":"instance_search"},"grounding":{"target_types":["parc"¦]}}"#,
    ),
    (
        "DEC031",
        r#"{"intent":{"scenario":"instance_search"},"constraints":{"filters":[{"field":"park.nothing"¦,"operator":"eq","value":"a"}]}}"#,
    ),
    (
        "DEC030",
        r#"{"intent":{"scenario":"instance_search"},"constraints":{"sort":[{"field":"park.name","order":"up"¦}]}}"#,
    ),
    (
        "DEC032",
        r#"{"intent":{"scenario":"relation_query"},"grounding":{"relations":[{"type":"nothing"¦}]}}"#,
    ),
    (
        "DEC020",
        r#"{"intent":{"scenario":"set_ops"},"constraints":{"set_ops":{"lhs":1,¦"op":"union","rhs":"a"}}}"#,
    ),
];

#[test]
fn a_document_is_judged_as_it_comes() {
    for (id, marked) in EARLY_CONTRACTS {
        known_at_its_mark(enterprise(), id, marked);
    }
    let only = enterprise().with_options(Options {
        spelling: Spelling::Only(Notation::Mec),
        ..Options::default()
    });
    // What another notation could still have is waited for, unless there is no other.
    for (id, marked) in [
        ("DEC022", r#"{"intent":{"reasoning"¦:"because"}}"#),
        ("DEC024", r#"{"contract_version":"v0.1"¦,"intent":{}}"#),
        ("DEC021", r#"{"intent":{},"s"¦:"IS"}"#),
        (
            "DEC020",
            r#"{"intent":{},"constraints":[]¦,"grounding":{}}"#,
        ),
    ] {
        known_at_its_mark(only, id, marked);
        let text = marked.replace('¦', "");
        let bytes = doomed_at(enterprise(), &text).map(|(_, bytes)| bytes);
        assert!(bytes.is_none_or(|bytes| bytes == text.len()), "{text}");
        push(enterprise(), text.as_bytes(), &[]).unwrap();
    }
}

#[test]
fn codes_in_a_question_back_doom_nothing() {
    for text in [
        r#"{"s":"CL","tg":["zz"],"A":["F999"],"X":{"q":"which year?"}}"#,
        r#"{"tg":["zz"],"A":["F999"],"X":{"q":"which year?"},"s":"CL"}"#,
    ] {
        let whole = enterprise().decode(text, "1");
        let early = doomed_at(enterprise(), text);
        assert_eq!(early.is_some(), !whole.account.findings.is_empty());
        assert!(early.is_none_or(|(_, bytes)| bytes == text.len()));
    }
    let off = enterprise().with_options(Options {
        clarify: EmitClarify::Off,
        ..Options::default()
    });
    let text = r#"{"s":"CL","X":{"q":"which year?"}}"#;
    assert_eq!(doomed_at(enterprise(), text), None);
    assert_eq!(doomed_at(off, text).unwrap().0.rule.id, "DEC080");
}
