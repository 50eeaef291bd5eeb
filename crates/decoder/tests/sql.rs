//! SQL that is read: what contracts are written as comes back as the same contracts, and every row of the tables in
//! `docs/src/reference/sql.md` is a statement of `fixtures/sql/`.
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

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use cases::cases;
use cmec_decoder::decode::Options;
use cmec_decoder::encode::{encode, sql_name};
use cmec_decoder::generated::builtin;
use cmec_decoder::{Decoded, Decoder, Extract, Notation, Spelling, Tables, Verdict};
use serde_json::{Value, json};

/// Contracts that SQL does not say as they are, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("address/core_is_two_intents_ru", "of two types"),
    ("enterprise/absent_between", "no hop between two things"),
    ("enterprise/absent_star", "a hop that need not say its ends"),
    (
        "enterprise/core_agg_most_active_investor_ru",
        "the name of a number that is not shown",
    ),
    (
        "enterprise/core_derived_excess_share_zh",
        "the name of a number that is not shown",
    ),
    (
        "enterprise/core_groups_not_among_en",
        "a hop that says one of its ends",
    ),
    (
        "enterprise/core_groups_sides_zh",
        "types of the sides, and none of the whole",
    ),
    (
        "enterprise/core_hy_in_park_en",
        "a hop that need not say its ends",
    ),
    (
        "enterprise/core_metric_above_ru",
        "the name of a number that is not shown",
    ),
    ("enterprise/core_rex_either_way_en", "things without a type"),
    (
        "enterprise/core_set_nested_en",
        "types of the sides, and of the whole",
    ),
    (
        "enterprise/is_derivable_parts_left_out",
        "a thing without a type",
    ),
    ("enterprise/is_seed", "a thing without a type"),
    (
        "enterprise/mec_seed_instance_search",
        "a thing without a type",
    ),
    (
        "enterprise/mec_seed_relation_existence",
        "things without a type",
    ),
    (
        "enterprise/place_counted_by_its_name",
        "a name that nothing needs",
    ),
    (
        "enterprise/place_read_without_its_name",
        "a name that nothing needs",
    ),
    ("enterprise/rex_seed", "things without a type"),
    (
        "wine/core_derived_dearest_against_cheapest_ru",
        "the names of numbers that are not shown",
    ),
];

fn read<'a>(domain: &str, text: &'a str) -> Decoded<'a> {
    read_with(builtin(domain).unwrap(), text)
}

fn read_with<'a>(tables: &'a Tables, text: &'a str) -> Decoded<'a> {
    let options = Options {
        spelling: Spelling::Only(Notation::Sql),
        ..Options::default()
    };
    Decoder::new(tables).with_options(options).decode(text, "t")
}

fn json_of(verdict: &Verdict<'_>) -> Value {
    serde_json::from_str(&serde_json::to_string(verdict).unwrap()).unwrap()
}

/// The columns of a named table and of another table of its type are told apart.
#[test]
fn a_self_join_reads_the_columns_that_it_names() {
    let join = "FROM enterprise a JOIN enterprise b ON a.invest = b WHERE a.name = 'x'";
    for (columns, more, shown, filters) in [
        ("b.name", "", json!(["enterprise.name"]), json!([])),
        (
            "a.name, b.name",
            " AND a.city = 'y'",
            json!(["enterprise.name", "&b.enterprise.name"]),
            json!(["enterprise.city", "enterprise.name"]),
        ),
        (
            "a.name, b.name",
            " AND b.city = 'y'",
            json!(["enterprise.name", "&b.enterprise.name"]),
            json!(["&b.enterprise.city", "enterprise.name"]),
        ),
    ] {
        let text = format!("SELECT {columns} {join}{more}");
        let contract = json_of(&read("enterprise", &text).verdict);
        let fields = contract["constraints"]["filters"].as_array().unwrap();
        let fields: Value = fields.iter().map(|own| own["field"].clone()).collect();
        assert_eq!(contract["grounding"]["target_attributes"], shown, "{text}");
        assert_eq!(fields, filters, "{text}");
    }
}

#[test]
fn a_subquery_has_a_page_of_groups_where_it_says_a_limit() {
    let pages = ["", " ORDER BY COUNT(*) DESC LIMIT 1000"].map(|limit| {
        let text = format!(
            "SELECT name FROM enterprise WHERE city IN \
             (SELECT city FROM enterprise GROUP BY city HAVING COUNT(*) > 1{limit})"
        );
        let decoded = read("enterprise", &text);
        let contract = json_of(&decoded.verdict);
        contract["constraints"]["groups"][0]["aggregation"]["pagination"]["limit"].as_u64()
    });
    assert_eq!(pages, [None, Some(1000)]);
}

#[test]
fn contracts_come_back_from_sql() {
    let mut others = Vec::new();
    let mut count = 0;
    for case in cases()
        .into_iter()
        .filter(|case| case.verdict == "contract")
    {
        let tables = builtin(&case.domain).unwrap();
        let decoded = Decoder::new(tables).decode(&case.text, "t");
        let Verdict::Contract(contract) = &decoded.verdict else {
            panic!("{}", case.name)
        };
        count += 1;
        let name = format!("{}/{}", case.domain, case.name);
        let again = encode(contract, tables, Notation::Sql).ok();
        let again = again.map(|sql| json_of(&read(&case.domain, &sql).verdict));
        if again.as_ref() != Some(&json_of(&decoded.verdict)) {
            others.push(name);
        }
    }
    let exceptions: Vec<&str> = EXCEPTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(others, exceptions);
    assert!(
        others.len() <= 25 && others.len() * 10 <= count,
        "{} of {count}",
        others.len()
    );
}

/// What came of a statement: the shortest SQL for it, or its findings, each with its place.
fn told(domain: &str, text: &str) -> String {
    let decoded = read(domain, text);
    if let Verdict::Contract(contract) = &decoded.verdict {
        return match encode(contract, builtin(domain).unwrap(), Notation::Sql) {
            Ok(sql) => {
                let again = read(domain, &sql);
                assert_eq!(
                    json_of(&again.verdict),
                    json_of(&decoded.verdict),
                    "{text}\n{sql}"
                );
                sql
            }
            Err(error) => error.to_string(),
        };
    }
    let findings = decoded.account.findings.iter().map(|finding| {
        let (id, span) = (finding.rule.id, finding.span);
        let codes = finding.candidates.iter().filter(|one| !one.example);
        let codes: Vec<&str> = codes.map(|one| one.code.as_str()).collect();
        let candidates = if codes.is_empty() {
            String::new()
        } else {
            format!(" [{}]", codes.join(" | "))
        };
        let help = finding.help.as_deref().unwrap_or_default();
        format!(
            "{id} {} `{}`: {} ({help}){candidates}",
            finding.pointer,
            &text[span.start..span.end],
            finding.message
        )
    });
    let findings: Vec<String> = findings.collect();
    match (&decoded.verdict, findings.is_empty()) {
        (Verdict::Clarify(clarify), true) => clarify.question.values().next().unwrap().clone(),
        _ => findings.join("\n    "),
    }
}

#[test]
fn every_statement_is_read_as_the_reference_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/sql");
    for name in ["read", "rules", "rejected"] {
        let text = std::fs::read_to_string(folder.join(format!("{name}.sql"))).unwrap();
        let mut domain = "";
        let mut rows = String::new();
        for line in text.lines() {
            match line.strip_prefix("-- ") {
                Some(named) if builtin(named).is_some() => domain = named,
                Some(_) => rows.push_str(&format!("{line}\n")),
                None => rows.push_str(&format!("{line}\n    {}\n", told(domain, line))),
            }
        }
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_path => &folder,
        }, {
            insta::assert_snapshot!(name, rows);
        });
    }
}

/// How long this thread has had a processor: other work on the machine takes nothing of it. Linux alone says it.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|own| own.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

/// Each kind of hostile text is a verdict, by work that grows as the text does, also on a small stack.
#[test]
fn hostile_texts_are_verdicts() {
    let mut kinds: BTreeMap<String, String> = BTreeMap::new();
    let select = |condition: &str| format!("SELECT * FROM enterprise WHERE {condition}");
    for (piece, end) in [
        ("capital = 1 OR ", "capital = 1"),
        ("capital = 1 AND ", "capital = 1"),
        ("NOT ", "listed"),
        ("- ", "capital = 1"),
        ("capital + ", "capital = 1"),
        ("capital * ", "capital = 1"),
        ("(capital = 1 OR listed) AND ", "listed"),
        ("'a', ", "'a'"),
        ("located.", "name = 'a'"),
        ("-- x\n", "listed"),
        ("/*", "listed"),
        ("\"", "listed"),
        ("'", "listed"),
        ("(", "listed"),
        ("f(", "listed"),
        ("EXISTS (SELECT 1 FROM enterprise WHERE ", "listed"),
        ("city IN (SELECT city FROM enterprise WHERE ", "listed"),
        ("capital = (SELECT capital FROM enterprise WHERE ", "listed"),
        ("CASE WHEN ", "listed"),
        ("企", "listed"),
        ("\u{202e}", "listed"),
        ("a.", "b = 1"),
        ("name LIKE '%' OR ", "listed"),
    ] {
        for times in [40, 100_000 / piece.len()] {
            kinds.insert(
                format!("{piece} {times}"),
                select(&format!("{}{end}", piece.repeat(times))),
            );
        }
    }
    for (piece, end) in [
        ("SELECT * FROM park UNION ", "SELECT * FROM park"),
        ("WITH a AS (", "SELECT 1"),
        ("SELECT 1;", ""),
        ("DROP TABLE x;", ""),
    ] {
        for times in [40, 100_000 / piece.len()] {
            kinds.insert(
                format!("{piece} {times}"),
                format!("{}{end}", piece.repeat(times)),
            );
        }
    }
    for (before, piece, end) in [
        ("SELECT ", "name, ", "name FROM park"),
        ("SELECT * FROM park ORDER BY ", "name, ", "name"),
        ("SELECT * FROM ", "park, ", "park"),
        ("SELECT * FROM park WHERE city IN (", "'a', ", "'a')"),
        (
            "SELECT * FROM enterprise ",
            "JOIN park ON enterprise.located = park ",
            "",
        ),
        ("SELECT COUNT(*) FROM park GROUP BY ", "name, ", "name"),
        ("ASK 'a' OPTIONS (", "'a', ", "'a')"),
        ("SELECT * FROM PATH(", "'a', ", "'a')"),
        (
            "SELECT capital AS a, a AS b, b AS c, c AS a FROM enterprise ORDER BY ",
            "a, b, c, ",
            "a",
        ),
    ] {
        for times in [40, 100_000 / piece.len()] {
            kinds.insert(
                format!("{before}{piece} {times}"),
                format!("{before}{}{end}", piece.repeat(times)),
            );
        }
    }
    // Names that stand for one another, and names that each stand for two of the one before.
    let circle = "SELECT a AS b, b AS c, c AS a FROM enterprise WHERE a > 1 ORDER BY c".to_owned();
    let doubled = (1..60).map(|at| format!(", a{} + a{} AS a{at}", at - 1, at - 1));
    let doubled: String = doubled.collect();
    let doubled =
        format!("SELECT capital AS a0{doubled} FROM enterprise WHERE a59 > 1 ORDER BY a59");
    let far = select("founded > DATE_SUB(NOW(), INTERVAL '-9223372036854775808' DAY)");
    kinds.extend([
        ("far".to_owned(), far),
        ("circle".to_owned(), circle),
        ("doubled".to_owned(), doubled),
    ]);
    let mut tables = builtin("enterprise").unwrap().clone();
    tables.reindex();
    tables.limits.input_bytes = 2 << 20;
    let small = std::thread::Builder::new().stack_size(2 << 20);
    let thread = small.spawn(move || {
        for (kind, text) in &kinds {
            let worked = |letters: usize| {
                let mut letters = text.char_indices().skip(letters);
                let cut = letters.next().map_or(text.len(), |(at, _)| at);
                let before = processor_time();
                let decoded = read_with(&tables, &text[..cut]);
                assert!(decoded.account.findings.len() <= 64, "{kind}");
                processor_time() - before
            };
            // Of four times the text four times the work, not sixteen times. The system may count by the hundredth of a second.
            let (part, whole) = (worked(10_000), worked(40_000));
            let most = part * 10 + Duration::from_millis(200);
            assert!(whole < most, "{kind}: {part:?} {whole:?}");
        }
    });
    thread.unwrap().join().unwrap();
}

/// A fence around all of a text is no part of it; prose around one fence is cut away where the host says so. A call of
/// `ask_<domain>` takes SQL, and its findings have places in the call.
#[test]
fn sql_is_found_where_models_put_it() {
    let tables = builtin("wine").unwrap();
    let sql = "SELECT * FROM wine WHERE type = 'red'";
    let bare = json_of(&read("wine", sql).verdict);
    let auto = |text: &str| json_of(&Decoder::new(tables).decode(text, "t").verdict);
    for text in [
        sql.to_owned(),
        format!("\n {sql};\n"),
        format!("```sql\n{sql}\n```"),
        format!("```\n{sql}"),
        sql.replace("SELECT", "select"),
        format!(r#"{{"name": "ask_wine", "arguments": {{"sql": "{sql}"}}}}"#),
        format!(r#"{{"name": "ask_wine", "arguments": "{{\"sql\": \"{sql}\"}}"}}"#),
    ] {
        assert_eq!(auto(&text), bare, "{text}");
    }
    let changing = Decoder::new(tables).decode("update wine set price = 1", "t");
    assert_eq!(changing.account.findings[0].rule.id, "DEC104");
    let prose = format!("Here it is:\n```sql\n{sql}\n```\nEnjoy.");
    let options = Options {
        extract: Extract::On,
        ..Options::default()
    };
    let decoder = Decoder::new(tables).with_options(options);
    assert_eq!(json_of(&decoder.decode(&prose, "t").verdict), bare);
    assert_ne!(auto(&prose), bare);
    let call =
        r#"{"name": "ask_wine", "arguments": {"sql": "SELECT * FROM wine WHERE colour = 'red'"}}"#;
    let decoded = Decoder::new(tables).decode(call, "t");
    let [finding] = decoded.account.findings.as_slice() else {
        panic!("{:?}", decoded.account.findings)
    };
    assert_eq!(&call[finding.span.start..finding.span.end], "colour");
    assert_eq!(finding.pointer, "/arguments/sql");
}

/// What the card shows, the reader takes: a name that is a word of SQL stands in quotes.
#[test]
fn every_name_is_written_so_that_it_is_read() {
    for (domain, tables) in
        ["wine", "enterprise", "address", "mind"].map(|name| (name, builtin(name).unwrap()))
    {
        for field in tables.fields.iter() {
            let (table, column) = (sql_name(&field.type_name), sql_name(field.spelling()));
            let decoded = read_owned(
                tables,
                format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL"),
            );
            let ids = decoded.iter().map(|id| id.as_str());
            // An operator or a scenario that a domain does not have is another matter.
            let ids: Vec<&str> = ids
                .filter(|id| !matches!(*id, "DEC053" | "DEC037"))
                .collect();
            assert_eq!(ids, [""; 0], "{domain} {table} {column}");
        }
    }
    for word in [
        "select",
        "From",
        "order",
        "group by",
        "a\"b",
        "1a",
        "",
        "Счёт",
        "企业",
        "date",
        "current_date",
        "true",
        "x.y",
    ] {
        let mut tables = builtin("wine").unwrap().clone();
        tables.fields.to_mut()[3].alias = Some(word.to_owned().into());
        tables.reindex();
        let ids = read_owned(
            &tables,
            format!(
                "SELECT {0} FROM wine WHERE wine.{0} = 'a' ORDER BY {0}",
                sql_name(word)
            ),
        );
        let ids: Vec<String> = ids.into_iter().filter(|id| id != "DEC054").collect();
        assert_eq!(ids, [""; 0], "{word}");
    }
}

fn read_owned(tables: &Tables, text: String) -> Vec<String> {
    let decoded = read_with(tables, &text);
    let findings = decoded.account.findings.iter();
    findings.map(|finding| finding.rule.id.to_owned()).collect()
}
