//! The modules of a crate, read from its root file, and the uses between them.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use super::paths::{By, UsePath, parse};

/// A module by its path from the root; empty for the root.
pub(super) type Place = Vec<String>;

/// A crate without test-only code.
pub(super) struct Crate {
    modules: BTreeMap<Place, Module>,
}

#[derive(Default)]
struct Module {
    file: String,
    paths: Vec<UsePath>,
}

/// A use of one module by another.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrow {
    pub(super) from: Place,
    pub(super) to: Place,
    /// `file:line`.
    pub(super) at: String,
}

/// Longest chain of re-exports.
const FURTHEST: usize = 8;

impl Crate {
    /// Reads the crate with the root file `file`; `text` returns the text of a file, if it exists.
    pub(super) fn read(file: &str, text: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut modules = BTreeMap::new();
        add(&mut modules, text, (Place::new(), file, folder))?;
        Ok(Self { modules })
    }

    /// Paths that start with `crate` outside a `use` item, as `file:line`.
    pub(super) fn inline_paths(&self) -> impl Iterator<Item = (String, &UsePath)> {
        self.modules.values().flat_map(|module| {
            (module.paths.iter())
                .filter(|named| named.by == By::Code && named.begins_with("crate"))
                .map(|named| (format!("{}:{}", module.file, named.line), named))
        })
    }

    /// Every use between two modules, sorted.
    pub(super) fn arrows(&self) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (from, module) in &self.modules {
            for named in &module.paths {
                // A single name is local or comes from a `use` item.
                let is_told = match named.by {
                    By::Use(_) => true,
                    By::Code => named.segments.len() > 1,
                    By::Macro => named.begins_with("crate"),
                };
                let mut ends = Vec::new();
                if is_told {
                    self.follow(from, &named.segments, FURTHEST, &mut ends);
                }
                arrows.extend(ends.into_iter().filter(|to| to != from).map(|to| Arrow {
                    from: from.clone(),
                    to,
                    at: format!("{}:{}", module.file, named.line),
                }));
            }
        }
        arrows
    }

    /// Adds the module that a path ends in; returns true if it is in the crate.
    ///
    /// If that module re-exports the last name from another module, the latter is added too. The root is not added in
    /// that case, because its re-exports are the public API.
    fn follow(
        &self,
        from: &Place,
        segments: &[String],
        further: usize,
        ends: &mut Vec<Place>,
    ) -> bool {
        let Some((first, rest)) = segments.split_first() else {
            return false;
        };
        let mut here = match first.as_str() {
            "crate" => Place::new(),
            "self" => from.clone(),
            "super" => above(from),
            name => match self.child(from, name) {
                Some(child) => child,
                None => return self.pass_on(from, segments, further, ends),
            },
        };
        for (number, name) in rest.iter().enumerate() {
            if name == "super" {
                here = above(&here);
            } else if let Some(child) = self.child(&here, name) {
                here = child;
            } else {
                let name = rest.get(number..).unwrap_or_default();
                if self.pass_on(&here, name, further, ends) && here.is_empty() {
                    return true;
                }
                break;
            }
        }
        ends.push(here);
        true
    }

    /// Follows a name that a module imports.
    fn pass_on(
        &self,
        from: &Place,
        segments: &[String],
        further: usize,
        ends: &mut Vec<Place>,
    ) -> bool {
        let import = |name: &String| {
            let paths = &self.modules.get(from)?.paths;
            paths.iter().find(|named| named.by == By::Use(name.clone()))
        };
        match (segments.split_first(), further.checked_sub(1)) {
            (Some((first, rest)), Some(further)) => import(first).is_some_and(|import| {
                self.follow(from, &[&import.segments, rest].concat(), further, ends)
            }),
            _ => false,
        }
    }

    fn child(&self, place: &Place, name: &str) -> Option<Place> {
        let child = [place, &[name.to_owned()][..]].concat();
        self.modules.contains_key(&child).then_some(child)
    }
}

fn above(place: &Place) -> Place {
    let (_, above) = place.split_last().unwrap_or((&String::new(), &[]));
    above.to_vec()
}

/// Adds the modules of a file, and of the files it declares in the folder.
fn add(
    modules: &mut BTreeMap<Place, Module>,
    text: &dyn Fn(&str) -> Option<String>,
    (place, file, folder): (Place, &str, &str),
) -> Result<(), String> {
    let source = parse(&text(file).unwrap_or_default());
    let source = source.map_err(|error| format!("{file}: {error}"))?;
    modules.entry(place.clone()).or_default().file = file.to_owned();
    for declared in source.modules.iter().filter(|declared| !declared.is_test) {
        let names = [&declared.within[..], slice::from_ref(&declared.name)].concat();
        let inner = [&place[..], &names].concat();
        if declared.is_inline {
            modules.entry(inner).or_default().file = file.to_owned();
            continue;
        }
        let own = format!("{folder}/{}", names.join("/"));
        let files = [format!("{own}.rs"), format!("{own}/mod.rs")];
        let Some(found) = files.iter().find(|file| text(file).is_some()) else {
            return Err(format!("{file}: `mod {}` has no file", declared.name));
        };
        add(modules, text, (inner, found, &own))?;
    }
    for named in source.paths.into_iter().filter(|named| !named.is_test) {
        if let Some(module) = modules.get_mut(&[&place[..], &named.within].concat()) {
            module.paths.push(named);
        }
    }
    Ok(())
}
