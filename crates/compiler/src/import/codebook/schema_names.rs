//! Names and units that the columns and comments of a database suggest.

use cmec_executor::database_schema::{StoredType, TableSchema};

use super::table_roles::only;

/// Names of columns that people call an instance by, the likeliest first.
const LABELS: &[&str] = &[
    "name",
    "full_name",
    "display_name",
    "last_name",
    "title",
    "label",
    "caption",
    "short_name",
    "number",
    "code",
];

/// The unit that a comment says in square brackets: `Annual revenue [CNY]`.
pub(super) fn unit(comment: &str) -> Option<String> {
    let (_, rest) = comment.rsplit_once('[')?;
    let (unit, _) = rest.split_once(']')?;
    let unit = unit.trim();
    let is_short = (1..=12).contains(&unit.chars().count());
    (is_short && !unit.contains(char::is_whitespace)).then(|| unit.to_owned())
}

/// The column that people call an instance by, and whether it tells instances apart by its name or an index: any other text
/// is only shown.
pub(super) fn label_of(table: &TableSchema) -> Option<(&str, bool)> {
    let texts = || {
        let columns = table.columns.iter();
        columns.filter(|column| column.stored == Some(StoredType::Text) && !column.array)
    };
    // `LastName` is `last_name`.
    let small = |name: &str| name.replace(['_', ' '], "").to_lowercase();
    let named = |wanted: &str| texts().find(|column| small(&column.name) == small(wanted));
    let likely = LABELS.iter().find_map(|wanted| named(wanted));
    let unique = || {
        texts().find(|column| {
            let mut indexes = table.indexes.iter();
            indexes.any(|index| index.unique && only(&index.columns) == Some(&column.name))
        })
    };
    let telling = likely.or_else(unique).map(|column| (column, true));
    let found = telling.or_else(|| Some((texts().next()?, false)));
    found.map(|(column, tells)| (column.name.as_str(), tells))
}

/// A column without the ending that says it is a key.
pub(super) fn stem(column: &str) -> &str {
    let lower = column.to_ascii_lowercase();
    let ending = ["_id", "_key", "_identifier", "_code"]
        .iter()
        .find(|ending| lower.ends_with(**ending));
    let stem = ending.and_then(|ending| column.get(..column.len() - ending.len()));
    stem.filter(|stem| !stem.is_empty()).unwrap_or(column)
}

/// A word that means one, where its ending says several.
pub(super) fn singular(name: &str) -> String {
    let cut = |count: usize| name.get(..name.len().saturating_sub(count)).unwrap_or(name);
    let lower = name.to_ascii_lowercase();
    let ends = |ending: &str| lower.ends_with(ending) && lower.len() > ending.len() + 1;
    if ends("ies") {
        format!("{}y", cut(3))
    } else if ["sses", "xes", "ches", "shes"]
        .iter()
        .any(|ending| ends(ending))
    {
        cut(2).to_owned()
    } else if ends("s") && !["ss", "us", "is"].iter().any(|ending| ends(ending)) {
        cut(1).to_owned()
    } else {
        name.to_owned()
    }
}

/// A word that means several.
pub(super) fn plural(name: &str) -> String {
    if name.ends_with('s') {
        name.to_owned()
    } else {
        format!("{name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::{singular, stem, unit};

    #[test]
    fn names_are_guessed_by_rule() {
        for (name, one) in [
            ("enterprises", "enterprise"),
            ("industries", "industry"),
            ("boxes", "box"),
            ("classes", "class"),
            ("address", "address"),
            ("status", "status"),
            ("people", "people"),
            ("Claim", "Claim"),
        ] {
            assert_eq!(singular(name), one);
        }
        assert_eq!(
            [stem("park_id"), stem("parent"), stem("_id")],
            ["park", "parent", "_id"]
        );
        assert_eq!(unit("Annual revenue [CNY]").as_deref(), Some("CNY"));
        assert_eq!(unit("See [the manual page]"), None);
    }
}
