//! Pairs of SQL that ask for the same, and pairs that do not.

use cmec_decoder::{Decoder, Verdict, generated};

use super::*;

fn form(domain: &str, text: &str) -> Value {
    let tables = generated::builtin(domain).unwrap();
    let decoder = Decoder::new(tables);
    let Verdict::Contract(contract) = decoder.decode(text, "").verdict else {
        panic!("{text}");
    };
    canonical(serde_json::to_value(&*contract).unwrap(), tables)
}

#[test]
fn what_asks_for_the_same_is_the_same() {
    for (domain, one, other) in [
        (
            "wine",
            "SELECT * FROM wine WHERE type = 'red' AND sweetness = 'dry' AND price <= 2000",
            "SELECT * FROM wine WHERE price <= 2000.0 AND sweetness = 'dry' AND type = 'red'",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE price BETWEEN 1500 AND 2999.99",
            "SELECT * FROM wine WHERE price <= 2999.99 AND price >= 1500",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE type IN ('red', 'white')",
            "SELECT * FROM wine WHERE type IN ('white', 'red')",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE type NOT IN ('red', 'white')",
            "SELECT * FROM wine WHERE type NOT IN ('white', 'red')",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE type IN ('red')",
            "SELECT * FROM wine WHERE type = 'red'",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE country = 'Италия'",
            "SELECT * FROM wine WHERE country = 'италия'",
        ),
        (
            "wine",
            "SELECT name, price FROM wine WHERE type = 'red'",
            "SELECT price, name FROM wine WHERE type = 'red'",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE (type = 'red' OR (type = 'white' AND sweetness = 'dry'))",
            "SELECT * FROM wine WHERE ((sweetness = 'dry' AND type = 'white') OR type = 'red')",
        ),
        (
            "wine",
            "SELECT country, COUNT(*) FROM wine GROUP BY country HAVING COUNT(*) >= 5",
            "SELECT country, COUNT(*) AS n FROM wine GROUP BY country HAVING COUNT(*) >= 5",
        ),
        (
            "wine",
            "SELECT country, type, COUNT(*), AVG(price) FROM wine GROUP BY country, type",
            "SELECT type, country, AVG(price) AS p, COUNT(*) AS c FROM wine GROUP BY type, country",
        ),
        (
            "enterprise",
            "SELECT industry, SUM(revenue) AS r, SUM(employees) AS e, SUM(revenue) / SUM(employees) AS x FROM enterprise GROUP BY industry ORDER BY x DESC",
            "SELECT industry, SUM(employees) AS b, SUM(revenue) AS a, SUM(revenue) / SUM(employees) AS per FROM enterprise GROUP BY industry ORDER BY per DESC",
        ),
        (
            "enterprise",
            r#"{"s":"SET","C":{"grp":[{"n":"a","tg":["enterprise"],"flt":[{"f":"F003","op":"EQ","v":"closed"}]},{"n":"b","tg":["enterprise"],"flt":[{"f":"F001","op":"CT","v":"R&D"}]}],"set":{"l":"a","op":"UNI","r":"b"}}}"#,
            r#"{"s":"SET","C":{"grp":[{"n":"x","tg":["enterprise"],"flt":[{"f":"F001","op":"CT","v":"R&D"}]},{"n":"y","tg":["enterprise"],"flt":[{"f":"F003","op":"EQ","v":"closed"}]}],"set":{"l":"x","op":"UNI","r":"y"}}}"#,
        ),
        (
            "enterprise",
            "WITH m AS (SELECT AVG(revenue) FROM enterprise) SELECT * FROM enterprise WHERE revenue > (SELECT * FROM m)",
            "WITH avg AS (SELECT AVG(revenue) AS r FROM enterprise) SELECT * FROM enterprise WHERE revenue > (SELECT * FROM avg)",
        ),
        (
            "enterprise",
            r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001","fr":"target","to":"&p"}],"C":{"flt":[{"f":"&p.F021","op":"EQ","v":"Suzhou"},{"f":"F003","op":"EQ","v":"closed"}]}}"#,
            r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001","fr":"target","to":"&park"}],"C":{"flt":[{"f":"F003","op":"EQ","v":"closed"},{"f":"&park.F021","op":"EQ","v":"Suzhou"}]}}"#,
        ),
    ] {
        assert_eq!(form(domain, one), form(domain, other), "{one}\n{other}");
    }
}

#[test]
fn what_asks_for_something_else_is_not() {
    for (domain, one, other) in [
        (
            "wine",
            "SELECT * FROM wine WHERE type = 'red' AND price <= 2000",
            "SELECT * FROM wine WHERE type = 'red' AND price < 2000",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE type = 'red' LIMIT 5",
            "SELECT * FROM wine WHERE type = 'red'",
        ),
        (
            "wine",
            "SELECT * FROM wine ORDER BY price, year DESC",
            "SELECT * FROM wine ORDER BY year DESC, price",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE type IN ('red', 'white')",
            "SELECT * FROM wine WHERE type = 'red'",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE name LIKE 'Икс'",
            "SELECT * FROM wine WHERE name LIKE 'икс'",
        ),
        (
            "wine",
            "SELECT * FROM wine WHERE ((type = 'red' AND sweetness = 'dry') OR type = 'white')",
            "SELECT * FROM wine WHERE (type = 'red' OR (type = 'white' AND sweetness = 'dry'))",
        ),
        (
            "wine",
            "SELECT country, MIN(price) AS p FROM wine GROUP BY country ORDER BY p DESC",
            "SELECT country, MAX(price) AS p FROM wine GROUP BY country ORDER BY p DESC",
        ),
        (
            "enterprise",
            r#"{"s":"SET","C":{"grp":[{"n":"a","tg":["enterprise"],"flt":[{"f":"F003","op":"EQ","v":"closed"}]},{"n":"b","tg":["enterprise"],"flt":[{"f":"F001","op":"CT","v":"x"}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#,
            r#"{"s":"SET","C":{"grp":[{"n":"a","tg":["enterprise"],"flt":[{"f":"F001","op":"CT","v":"x"}]},{"n":"b","tg":["enterprise"],"flt":[{"f":"F003","op":"EQ","v":"closed"}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#,
        ),
        (
            "enterprise",
            "WITH m AS (SELECT AVG(revenue) FROM enterprise) SELECT * FROM enterprise WHERE revenue > (SELECT * FROM m)",
            "WITH m AS (SELECT MAX(revenue) FROM enterprise) SELECT * FROM enterprise WHERE revenue > (SELECT * FROM m)",
        ),
        (
            "enterprise",
            "SELECT * FROM enterprise JOIN enterprise enterprise2 ON enterprise.invest = enterprise2 JOIN enterprise enterprise3 ON enterprise2.supply = enterprise3",
            "SELECT * FROM enterprise JOIN enterprise enterprise2 ON enterprise.supply = enterprise2 JOIN enterprise enterprise3 ON enterprise2.invest = enterprise3",
        ),
    ] {
        assert_ne!(form(domain, one), form(domain, other), "{one}\n{other}");
    }
}
