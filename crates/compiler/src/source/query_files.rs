//! The query texts that templates name, each read once.

use std::collections::BTreeMap;

use super::bounds::QUERY_BYTES;
use super::files::{QUERIES, RECIPES, SourceSet};
use super::query_tokens::Query;
use super::recipes::Recipes;
use super::templates::TemplateSource;
use crate::finding::{Finding, Place, Remarks, Rule, Spanned, tell};

/// Reads the named texts. Names that leave the folder, missing files and unused files are findings.
pub(crate) fn read(
    recipes: Option<&Recipes>,
    sources: &SourceSet,
    findings: &mut Vec<Finding>,
) -> BTreeMap<String, Query> {
    let mut queries = BTreeMap::new();
    let templates = recipes.iter().flat_map(|recipes| &recipes.templates);
    for name in templates.flat_map(TemplateSource::files) {
        if !is_plain(name) {
            let message = format!("`{name}` is not a query file of this folder");
            tell(findings, Rule::BadPath, name.place, message)
                .help("write `queries/NAME.1c`, without `..` or further folders");
            continue;
        }
        let Some((id, file)) = sources.named(name.text()) else {
            let message = format!("there is no file `{name}`");
            let known = sources.iter().map(|(_, file)| file.name.as_str());
            let known: Vec<&str> = known.filter(|name| name.starts_with(QUERIES)).collect();
            tell(findings, Rule::MissingFile, name.place, message).nearest(name.text(), known);
            continue;
        };
        if let Some(at) = file.broken_at {
            let message = format!("`{}` is not UTF-8", file.name);
            tell(findings, Rule::NotUtf8, Place::point(id, at), message)
                .help("save the file as UTF-8");
        }
        if file.text.len() > QUERY_BYTES {
            let message = format!("`{}` is larger than {QUERY_BYTES} bytes", file.name);
            tell(findings, Rule::TooLarge, name.place, message);
            continue;
        }
        queries
            .entry(name.value.clone())
            .or_insert_with(|| Query::read(id, &file.text));
    }
    // Unreadable recipes name no texts; reporting each text as unused would be noise.
    if recipes.is_none() && sources.named(RECIPES).is_some() {
        return queries;
    }
    for (id, file) in sources.iter() {
        if file.name.starts_with(QUERIES) && !queries.contains_key(&file.name) {
            let message = format!("no template uses `{}`", file.name);
            tell(findings, Rule::UnusedFile, Place::point(id, 0), message)
                .help("name it in a template, or remove it");
        }
    }
    queries
}

/// True for a plain name in `queries/NAME.1c`: a path in a file must not lead out of the folder.
fn is_plain(name: &Spanned<String>) -> bool {
    let stem = name.value.strip_prefix("queries/");
    let stem = stem.and_then(|name| name.strip_suffix(".1c"));
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    stem.is_some_and(|stem| !stem.is_empty() && stem.chars().all(is_plain))
}
