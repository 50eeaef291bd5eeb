//! What touches a value in a line, or stands behind a number, and may belong to it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test panics on failure"
)]

#[path = "common/doubts.rs"]
mod doubts;

use doubts::{asked, canonical};

#[test]
fn what_is_no_item_and_touches_a_text_may_belong_to_it() {
    for (domain, line, wanted) in [
        (
            "enterprise",
            "enterprise name=AT&T",
            &[r#"name="AT&T""#][..],
        ),
        ("enterprise", "@AT&T", &[r#"@"AT&T""#]),
        (
            "enterprise",
            "enterprise name=R&D city=Suzhou",
            &[r#"name="R&D""#],
        ),
        ("wine", "name=50%", &[r#"name="50%""#]),
        ("wine", "name=C++", &[r#"name="C++""#]),
        ("wine", "wine red;dry", &[r#""red;dry""#, "red dry"]),
        ("wine", "wine red,dry", &[r#""red,dry""#, "red dry"]),
        ("wine", "food~рыба,мясо", &[r#"food~"рыба,мясо""#]),
        (
            "wine",
            "country=Италия,Франция",
            &["country=Италия|Франция", r#"country="Италия,Франция""#],
        ),
    ] {
        let (ids, readings) = asked(domain, line);
        assert_eq!(ids, ["DEC095"], "{line}");
        assert_eq!(readings, wanted, "{line}");
    }
}

#[test]
fn digits_behind_any_figure_may_be_its_rest() {
    for (line, wanted) in [
        ("red +2 500", &["+2500", "+2 limit 500"][..]),
        ("RAG \"x\" ^2 500", &["^2500", "^2 limit 500"]),
        ("red 1 000", &["1000"]),
        ("price<=2 000.50", &["price<=2000.50"]),
        ("price<=2 500 10", &["price<=2500", "price<=2 limit 500"]),
    ] {
        let (ids, readings) = asked("wine", line);
        assert_eq!(ids, ["DEC095"], "{line}");
        assert_eq!(readings, wanted, "{line}");
    }
    // More rows than there may be are no reading.
    assert_eq!(asked("wine", "red 2 500").0, ["DEC094"]);
}

#[test]
fn what_is_no_number_of_rows_is_offered_as_a_value_alone() {
    for (line, wanted) in [
        ("account_balance 62.01", "account=62.01"),
        ("account_balance 007", "account=007"),
        ("document 14/2024", "ref=14/2024"),
    ] {
        let (ids, readings) = asked("address", line);
        assert_eq!(
            (ids, readings),
            (vec!["DEC095"], vec![wanted.to_owned()]),
            "{line}"
        );
    }
}

#[test]
fn two_values_of_which_one_is_to_hold_do_not_contradict() {
    let (ids, readings) = asked("wine", "красное или белое");
    assert_eq!(
        (ids, readings),
        (vec!["DEC090"], vec!["красное|белое".to_owned()])
    );
}

#[test]
fn a_text_alone_is_no_search_where_none_is_answered() {
    assert_eq!(asked("address", "\"почему\""), (vec!["DEC095"], Vec::new()));
}

#[test]
fn a_sign_and_a_text_are_a_comparison_where_texts_have_an_order() {
    let (_, readings) = asked("enterprise", "patent number>CN5");
    assert!(
        readings.contains(&r#"number>"CN5""#.to_owned()),
        "{readings:?}"
    );
    assert_eq!(
        canonical("enterprise", r#"patent number>"CN5" number<="CN9""#),
        r#"patent number>"CN5" number<=CN9"#
    );
}

#[test]
fn the_name_of_a_field_alone_is_shown_or_grouped_by() {
    let (ids, readings) = asked("enterprise", "enterprise city");
    assert_eq!(ids, ["DEC090"]);
    assert_eq!(readings, [".city", "by city"]);
}
