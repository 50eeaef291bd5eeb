//! The tree of industries and the supply links between them.

use rusqlite::Connection;

use super::key;
use super::languages::Tongue;
use super::pairs;
use crate::rows::Rows;
use crate::tables::lists::words;

#[derive(Debug)]
pub(super) struct Industry {
    pub(super) name: &'static str,
    code: String,
    /// Depth in the tree, from 1.
    level: i64,
    is_strategic: bool,
    parent: Option<usize>,
    /// The top industry of its branch.
    pub(super) root: &'static str,
    /// The industries that supply it.
    pub(super) upstream: Vec<usize>,
    /// The products of its companies.
    pub(super) products: Vec<&'static str>,
    /// The language of its branch.
    pub(super) tongue: Tongue,
}

/// The tree, each industry after its parent.
pub(super) struct Industries {
    all: Vec<Industry>,
    /// The leaf industries by language, which companies belong to.
    leaves: [Vec<usize>; 3],
}

impl Industries {
    /// Reads `lists/industries.txt`.
    pub(super) fn read() -> Self {
        let text = include_str!("lists/industries.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut all: Vec<Industry> = Vec::new();
        let mut upstream = Vec::new();
        // The ancestors of the next line, from the top.
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

    /// The products of an industry's companies.
    pub(super) fn products(&self, place: usize) -> &[&'static str] {
        self.get(place).map_or(&[], |industry| &industry.products)
    }

    /// The leaf industries of a language.
    pub(super) fn leaves(&self, tongue: Tongue) -> &[usize] {
        let [chinese, russian, english] = &self.leaves;
        match tongue {
            Tongue::Chinese => chinese,
            Tongue::Russian => russian,
            Tongue::English => english,
        }
    }

    /// The industries that an industry supplies.
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

/// A code with the parent's code as prefix.
fn code(parent: Option<&str>, place: usize) -> String {
    match parent {
        None => format!("C{:03}", key(place)),
        Some(parent) => format!("{parent}.{:03}", key(place)),
    }
}

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
            // The English branch uses another classification, without codes.
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
            upstream.map(move |other| (place, *other))
        });
    pairs::write(
        connection,
        "industry_supplies (industry_id, upstream_id)",
        &pairs.collect(),
    )
}
