//! The tree of industries, and which of them supplies which.

use rusqlite::Connection;

use super::key;
use super::languages::Tongue;
use super::pairs;
use crate::rows::Rows;
use crate::tables::lists::words;

/// An industry.
#[derive(Debug)]
pub(super) struct Industry {
    pub(super) name: &'static str,
    code: String,
    /// From 1, the top.
    level: i64,
    is_strategic: bool,
    parent: Option<usize>,
    /// The one at the top of its part of the tree.
    pub(super) root: &'static str,
    /// Those that supply it.
    pub(super) upstream: Vec<usize>,
    /// What its companies make.
    pub(super) products: Vec<&'static str>,
    /// The language of that part.
    pub(super) tongue: Tongue,
}

/// The tree, each industry behind the one it is a part of.
pub(super) struct Industries {
    all: Vec<Industry>,
    /// Those that companies say they belong to, by language.
    leaves: [Vec<usize>; 3],
}

impl Industries {
    /// Those of `lists/industries.txt`.
    pub(super) fn read() -> Self {
        let text = include_str!("lists/industries.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut all: Vec<Industry> = Vec::new();
        let mut upstream = Vec::new();
        // The industries above the next line, from the top.
        let mut above: Vec<usize> = Vec::new();
        for line in lines {
            let (line, products) = line.split_once('|').unwrap_or((line, ""));
            let (own, supplied) = line.split_once('<').unwrap_or((line, ""));
            let depth = own.chars().take_while(|letter| *letter == ' ').count() / 2;
            above.truncate(depth);
            let parent = above.last().and_then(|place| all.get(*place));
            let name = own.trim().trim_end_matches('*').trim_end();
            let root = parent.map_or(name, |parent| parent.root);
            all.push(Industry {
                name,
                code: code(parent.map(|parent| parent.code.as_str()), all.len()),
                level: key(depth),
                is_strategic: own.contains('*'),
                parent: above.last().copied(),
                root,
                upstream: Vec::new(),
                products: words(products),
                tongue: Tongue::of(root),
            });
            upstream.push(supplied.split(',').map(str::trim));
            above.push(all.len() - 1);
        }
        let of_name = |name: &str| all.iter().position(|industry| industry.name == name);
        let found: Vec<Vec<usize>> = (upstream.into_iter())
            .map(|names| names.filter_map(of_name).collect())
            .collect();
        for (industry, found) in all.iter_mut().zip(found) {
            industry.upstream = found;
        }
        let leaves =
            [Tongue::Chinese, Tongue::Russian, Tongue::English].map(|tongue| leaves(&all, tongue));
        Self { all, leaves }
    }

    pub(super) fn get(&self, place: usize) -> Option<&Industry> {
        self.all.get(place)
    }

    pub(super) fn of_name(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|industry| industry.name == name)
    }

    /// What a company of an industry makes.
    pub(super) fn products(&self, place: usize) -> &[&'static str] {
        self.get(place).map_or(&[], |industry| &industry.products)
    }

    /// Those that nothing is below, of a language.
    pub(super) fn leaves(&self, tongue: Tongue) -> &[usize] {
        let [chinese, russian, english] = &self.leaves;
        match tongue {
            Tongue::Chinese => chinese,
            Tongue::Russian => russian,
            Tongue::English => english,
        }
    }

    /// Those that an industry supplies.
    pub(super) fn downstream(&self, place: usize) -> Vec<usize> {
        let all = self.all.iter().enumerate();
        let supplied = all.filter(|(_, industry)| industry.upstream.contains(&place));
        supplied.map(|(supplied, _)| supplied).collect()
    }
}

fn leaves(all: &[Industry], tongue: Tongue) -> Vec<usize> {
    let is_leaf = |place: &usize| !all.iter().any(|other| other.parent == Some(*place));
    let places = all.iter().enumerate();
    let spoken = places.filter(|(_, industry)| industry.tongue == tongue);
    spoken.map(|(place, _)| place).filter(is_leaf).collect()
}

/// A code that begins with that of the parent.
fn code(parent: Option<&str>, place: usize) -> String {
    match parent {
        None => format!("C{:03}", key(place)),
        Some(parent) => format!("{parent}.{:03}", key(place)),
    }
}

/// Writes the industries and the links between them.
pub(super) fn write(
    connection: &Connection,
    industries: &Industries,
) -> Result<(), rusqlite::Error> {
    let table = "industries (id, name, code, level, strategic, parent_id)";
    let mut rows = Rows::of(connection, table)?;
    for (place, industry) in industries.all.iter().enumerate() {
        rows.add((
            key(place),
            industry.name,
            // The lowest ones of other classifications have none.
            (industry.tongue != Tongue::English).then_some(&industry.code),
            industry.level,
            industry.is_strategic,
            industry.parent.map(key),
        ))?;
    }
    let pairs = industries
        .all
        .iter()
        .enumerate()
        .flat_map(|(place, industry)| {
            let upstream = industry.upstream.iter();
            upstream.map(move |other| (key(place), key(*other)))
        });
    pairs::write(
        connection,
        "industry_supplies (industry_id, upstream_id)",
        &pairs.collect(),
    )
}
