//! Every rule is documented, in every language, and stands in its place.

use super::*;

#[test]
fn ids_rise_and_slugs_differ() {
    assert!(ALL.is_sorted_by(|left, right| left.id < right.id));
    let mut slugs: Vec<&str> = ALL.iter().map(|rule| rule.slug).collect();
    slugs.sort_unstable();
    assert!(slugs.is_sorted_by(|left, right| left < right));
}

#[test]
fn headlines_are_in_their_languages() {
    for rule in ALL {
        let has =
            |text: &str, first, last| text.chars().any(|letter| (first..=last).contains(&letter));
        assert!(
            has(rule.headline("zh-CN"), '\u{4e00}', '\u{9fff}'),
            "{}",
            rule.id
        );
        assert!(has(rule.headline("ru"), 'а', 'я'), "{}", rule.id);
        assert_eq!(rule.headline("fr"), rule.what);
    }
}

#[test]
fn every_rule_is_documented() {
    for rule in ALL {
        for text in [
            rule.what,
            rule.zh,
            rule.ru,
            rule.why,
            rule.example,
            rule.instead,
        ] {
            assert!(!text.trim().is_empty(), "{}", rule.id);
        }
    }
}
