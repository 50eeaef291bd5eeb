//! The modules of a crate, read from its root file, and which of them uses which.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use super::paths::{By, UsePath, parse};

/// A module by its names from the root; the root itself has none.
pub(super) type Place = Vec<String>;

/// A crate without what only its tests compile.
pub(super) struct Crate {
    modules: BTreeMap<Place, Module>,
}

#[derive(Default)]
struct Module {
    file: String,
    paths: Vec<UsePath>,
}

/// A path of a module that leads to another one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrow {
    pub(super) from: Place,
    pub(super) to: Place,
    /// `file:line`.
    pub(super) at: String,
}

/// How many re-exports a path goes through at most.
const FURTHEST: usize = 8;

impl Crate {
    /// Reads the crate whose root file is `file`; `text` gives what stands in a file, where there is one.
    pub(super) fn read(file: &str, text: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut modules = BTreeMap::new();
        add(&mut modules, text, (Place::new(), file, folder))?;
        Ok(Self { modules })
    }

    /// Paths that start with `crate` outside of a `use` item, as `file:line`.
    pub(super) fn inline_paths(&self) -> impl Iterator<Item = (String, &UsePath)> {
        self.modules.values().flat_map(|module| {
            (module.paths.iter())
                .filter(|named| named.by == By::Code && named.starts_with("crate"))
                .map(|named| (format!("{}:{}", module.file, named.line), named))
        })
    }

    /// Every arrow between two modules, in order of the modules.
    pub(super) fn arrows(&self) -> BTreeSet<Arrow> {
        let mut arrows = BTreeSet::new();
        for (from, module) in &self.modules {
            for named in &module.paths {
                // A name alone is the file's own, or a `use` item has said where it comes from.
                let is_told = match named.by {
                    By::Use(_) => true,
                    By::Code => named.segments.len() > 1,
                    By::Macro => named.starts_with("crate"),
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

    /// Adds the module a path ends in, and tells whether it is one of the crate.
    ///
    /// Where the module has the last name from another one, that one is added too. The root is not added then: all it
    /// has from its rooms are the names that users see.
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

    /// Follows a name that a module has from a `use` item.
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

/// Adds a file's modules, and those of the files it declares, which lie in the folder.
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
