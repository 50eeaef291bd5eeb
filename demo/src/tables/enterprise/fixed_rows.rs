//! Companies and people that documents and tests refer to by name. Each is unique and complete, and the first of its
//! table.

use crate::tables::lists::entries;

/// The companies of `lists/known_enterprises.txt`.
pub(super) fn enterprises() -> impl Iterator<Item = [&'static str; 10]> {
    entries(include_str!("lists/known_enterprises.txt"))
}

/// The people of `lists/known_people.txt`.
pub(super) fn people() -> impl Iterator<Item = [&'static str; 6]> {
    entries(include_str!("lists/known_people.txt"))
}

/// Investments between the companies.
pub(super) const INVESTMENTS: [(&str, &str); 4] = [
    ("企业A", "企业B"),
    ("企业B", "中芯国际"),
    ("企业A", "宁德时代"),
    ("华为技术有限公司", "中芯国际"),
];
