//! Lines that ask for the same, and lines that do not.

use cmec_decoder::{Decoder, Verdict, generated};

use super::*;

fn form(domain: &str, line: &str) -> Value {
    let tables = generated::builtin(domain).unwrap();
    let decoder = Decoder::new(tables);
    let Verdict::Contract(contract) = decoder.decode(line, "").verdict else {
        panic!("{line}");
    };
    canonical(serde_json::to_value(&*contract).unwrap(), tables)
}

#[test]
fn what_asks_for_the_same_is_the_same() {
    for (domain, one, other) in [
        ("wine", "red dry price<=2000", "price<=2000.0 dry type=red"),
        ("wine", "price=1500..2999.99", "price<=2999.99 price>=1500"),
        ("wine", "red|white", "white|red"),
        ("wine", "!red|white", "!white|red"),
        ("wine", "type=[red]", "red"),
        ("wine", "country=Италия", "country=италия"),
        ("wine", ".name .price red", "red .price .name"),
        ("wine", "any(red or white dry)", "any(dry white or red)"),
        (
            "wine",
            "count by country having &count>=5",
            "count:n by country having &n>=5",
        ),
        (
            "wine",
            "count avg(price) by country,type",
            "avg(price):p count:c by type,country",
        ),
        (
            "enterprise",
            "enterprise sum(revenue):r sum(employees):e ratio(&r,&e):x by industry -&x",
            "enterprise sum(employees):b sum(revenue):a ratio(&a,&b):per by industry -&per",
        ),
        (
            "enterprise",
            "&a{enterprise closed} &b{enterprise name~\"R&D\"} ;a|b",
            "&x{enterprise name~\"R&D\"} &y{enterprise closed} ;x|y",
        ),
        (
            "enterprise",
            "enterprise revenue>&m &m{enterprise avg(revenue)}",
            "enterprise revenue>&avg &avg{enterprise avg(revenue):r}",
        ),
        (
            "enterprise",
            "enterprise >located:&p &p.city=Suzhou closed",
            "enterprise >located:&park closed &park.city=Suzhou",
        ),
    ] {
        assert_eq!(form(domain, one), form(domain, other), "{one}\n{other}");
    }
}

#[test]
fn what_asks_for_something_else_is_not() {
    for (domain, one, other) in [
        ("wine", "red price<=2000", "red price<2000"),
        ("wine", "red 5", "red"),
        ("wine", "+price -year", "-year +price"),
        ("wine", "red|white", "red"),
        ("wine", "name=Икс", "name=икс"),
        ("wine", "any(red dry or white)", "any(red or white dry)"),
        (
            "wine",
            "min(price):p by country -&p",
            "max(price):p by country -&p",
        ),
        (
            "enterprise",
            "&a{enterprise closed} &b{enterprise name~x} ;a!b",
            "&a{enterprise name~x} &b{enterprise closed} ;a!b",
        ),
        (
            "enterprise",
            "enterprise revenue>&m &m{enterprise avg(revenue)}",
            "enterprise revenue>&m &m{enterprise max(revenue)}",
        ),
        (
            "enterprise",
            "enterprise >invest >supply",
            "enterprise >supply >invest",
        ),
    ] {
        assert_ne!(form(domain, one), form(domain, other), "{one}\n{other}");
    }
}

#[test]
fn comparisons_are_those_of_choices_and_groups_as_well() {
    for (domain, line, count) in [
        ("wine", "red price=1..2 any(dry or sweet year>2000)", 6),
        ("wine", "count by country having &count>=5", 0),
        (
            "enterprise",
            "&a{enterprise closed} &b{enterprise name~x} ;a|b",
            2,
        ),
    ] {
        let found = comparisons(&form(domain, line));
        assert_eq!(found.values().sum::<usize>(), count, "{line} {found:?}");
    }
}
