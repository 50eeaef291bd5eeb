//! Tests of the parser: accepted statements, and the spans of errors.

use crate::read::sql::parser::{ParsedStatement, parse};
use crate::read::sql::tree::{Expression, Part, Statement};

const DEPTH: u32 = 32;

/// Findings as `id slice`.
fn findings(text: &str) -> Vec<String> {
    let ParsedStatement { findings, .. } = parse(text, 0, DEPTH);
    let told = findings.iter().map(|finding| {
        let span = finding.span;
        format!(
            "{} {}",
            finding.rule.id,
            text.get(span.start..span.end).unwrap()
        )
    });
    told.collect()
}

#[test]
fn one_query_is_read() {
    for text in [
        "SELECT * FROM wine",
        "select name, price from wine where type = 'red' and price <= 2000 order by price desc, name limit 5 offset 10;",
        "SELECT w.name AS n, w.price p FROM wine w WHERE w.type IN ('red', 'rose') AND NOT w.body BETWEEN 2 AND 4",
        "SELECT type, COUNT(*), COUNT(DISTINCT winery) FROM wine GROUP BY 1 HAVING COUNT(*) > 3 ORDER BY COUNT(*) DESC NULLS LAST",
        "SELECT * FROM wine WHERE name LIKE '%o''hara%' OR name NOT ILIKE 'x%' OR year IS NOT NULL",
        "SELECT name FROM (SELECT name, ROW_NUMBER() OVER (PARTITION BY type ORDER BY price DESC) AS n FROM wine) t WHERE n <= 2",
        "SELECT * FROM enterprise e JOIN park ON e.located = park LEFT JOIN patent p ON p.owner = e WHERE p.id IS NULL",
        "SELECT * FROM enterprise WHERE NOT EXISTS (SELECT 1 FROM patent WHERE patent.owner = enterprise)",
        "WITH g AS (SELECT AVG(price) a FROM wine) SELECT * FROM wine WHERE price > (SELECT a FROM g)",
        "SELECT name FROM a UNION SELECT name FROM b EXCEPT (SELECT name FROM c LIMIT 3)",
        "SELECT * FROM t WHERE d >= CURRENT_DATE - INTERVAL '1 month' AND EXTRACT(YEAR FROM d) = 2026",
        "SELECT * FROM t WHERE d >= DATE '2026-03-01' AND d < DATE_SUB(CURDATE(), INTERVAL 1 YEAR)",
        "SELECT * FROM adr WHERE MATCH('кэш', mode => 'deep', top => 10, rerank => true)",
        "SELECT * FROM PATH('企业A', '园区B')",
        "SELECT \"Счёт\", `Сумма`, [На дату] FROM остаток WHERE -сумма + 2 * x > 0.5 -- ",
        "SELECT * FROM t WHERE 'a' = ANY(tags) AND tags @> 'b' AND NOT NOT x = 1 AND - - y = 2",
        "ASK 'Какой счёт?' OPTIONS ('60', '62')",
    ] {
        assert_eq!(findings(text), [""; 0], "{text}");
    }
}

#[test]
fn everything_else_has_its_place() {
    for (text, expected) in [
        ("", vec!["DEC006 "]),
        ("SELECT", vec!["DEC006 "]),
        ("DELETE FROM wine", vec!["DEC104 DELETE"]),
        ("SELECT * FROM wine; DROP TABLE wine", vec!["DEC005 DROP"]),
        ("SELECT * FROM wine WHERE", vec!["DEC006 "]),
        ("SELECT * FROM wine WHERE name = 'x", vec!["DEC006 'x"]),
        ("SELECT * FROM wine WHERE price ≤ 3", vec!["DEC004 ≤"]),
        (
            "SELECT * FROM wine -- only red ones",
            vec!["DEC005 -- only red ones"],
        ),
        (
            "SELECT CASE WHEN a THEN 1 END FROM t LIMIT 3",
            vec!["DEC005 CASE"],
        ),
        (
            "SELECT a FROM t UNION ALL SELECT a FROM u",
            vec!["DEC005 ALL"],
        ),
        (
            "SELECT a FROM t RIGHT JOIN u ON a = b",
            vec!["DEC005 RIGHT"],
        ),
        (
            "SELECT a FROM t JOIN u USING (id) ORDER BY",
            vec!["DEC005 USING", "DEC006 "],
        ),
        // Two errors in two clauses, with a valid clause between them.
        (
            "SELECT a, FROM t WHERE b = 1 ORDER BY NULLS",
            vec!["DEC005 FROM", "DEC005 NULLS"],
        ),
        ("SELECT d::date FROM t", vec!["DEC005 ::"]),
        (
            "SELECT a FROM t FETCH FIRST 3 ROWS ONLY",
            vec!["DEC005 FETCH"],
        ),
        (
            "WITH RECURSIVE a AS (SELECT 1) SELECT * FROM a",
            vec!["DEC005 RECURSIVE"],
        ),
        (
            "SELECT COUNT(*) FILTER (WHERE a) FROM t",
            vec!["DEC005 FILTER"],
        ),
        ("ASK", vec!["DEC006 "]),
    ] {
        assert_eq!(findings(text), expected, "{text}");
    }
}

#[test]
fn operators_bind_as_in_sql() {
    fn condition(text: &str) -> Expression<'_> {
        let parsed = parse(text, 0, DEPTH).statement.unwrap().value;
        let Statement::Query(query) = parsed else {
            panic!("{text}")
        };
        let Part::Select(select) = query.body.first.value else {
            panic!("{text}")
        };
        select.condition.unwrap().value
    }
    let Expression::Or(terms) =
        condition("SELECT * FROM t WHERE a = 1 OR b = 2 AND NOT c = 3 + 4 * 5")
    else {
        panic!("no OR")
    };
    assert!(matches!(terms[0].value, Expression::Compare(..)));
    let Expression::And(terms) = &terms[1].value else {
        panic!("no AND")
    };
    assert!(matches!(terms[1].value, Expression::Not(_)));
}

#[test]
fn long_and_deep_texts_are_bounded() {
    let hostile = |piece: &str, close: &str, times: usize| {
        format!(
            "SELECT * FROM t WHERE {}a = 1{}",
            piece.repeat(times),
            close.repeat(times)
        )
    };
    for (piece, close) in [
        ("(", ")"),
        ("NOT (", ")"),
        ("f(", ")"),
        ("EXISTS (SELECT * FROM t WHERE ", ")"),
        ("a IN (SELECT a FROM t WHERE ", ")"),
        ("a = (SELECT a FROM t WHERE ", ")"),
    ] {
        assert_eq!(findings(&hostile(piece, close, 30)), [""; 0], "{piece}");
        let deep = findings(&hostile(piece, close, 100_000));
        assert!(deep[0].starts_with("DEC012"), "{piece} {deep:?}");
    }
    for piece in ["NOT ", "- ", "a = 1 OR ", "a = 1 AND ", "a + ", "a * "] {
        assert_eq!(findings(&hostile(piece, "", 100_000)), [""; 0], "{piece}");
    }
}
