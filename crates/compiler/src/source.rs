//! `Source`: the codebook as its author wrote it. Shapes are valid, every name has its place, and nothing is resolved.

pub(crate) mod bindings;
pub(crate) mod bounds;
pub(crate) mod codebook;
pub(crate) mod core;
pub(crate) mod description;
pub(crate) mod elements;
pub(crate) mod examples;
pub(crate) mod file_forms;
pub(crate) mod file_trees;
pub(crate) mod files;
pub(crate) mod form;
pub(crate) mod key;
pub(crate) mod limits;
pub(crate) mod lock;
mod misspelt;
pub(crate) mod node;
pub(crate) mod node_reader;
pub(crate) mod overlay;
pub(crate) mod overlay_bindings;
pub(crate) mod policy;
mod query_files;
pub(crate) mod query_tokens;
pub(crate) mod recipes;
pub(crate) mod retrieval;
pub(crate) mod rows;
mod syntax_error;
pub(crate) mod templates;
pub(crate) mod tools;
mod value_shape;
pub(crate) mod yaml;

use std::collections::BTreeMap;

use crate::finding::{Finding, Place, Remarks, Rule, tell};
use crate::lock::LOCK_FILE;
use file_trees::FileTrees;
use files::{
    BINDINGS, CODEBOOK, CORE, EXAMPLES, OVERLAY, RECIPES, RETRIEVAL, SourceFile, SourceSet, TOOLS,
};
use form::Form;
use lock::LockSource;
use node::{Node, NodeKind};
use node_reader::NodeReader;
use query_tokens::Query;

#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) core: core::Core,
    pub(crate) codebook: codebook::Codebook,
    pub(crate) recipes: Option<recipes::Recipes>,
    pub(crate) retrieval: Option<retrieval::Retrieval>,
    pub(crate) tools: Option<tools::Tools>,
    pub(crate) bindings: Option<bindings::Bindings>,
    pub(crate) examples: Option<examples::Examples>,
    /// Query texts by file name.
    pub(crate) queries: BTreeMap<String, Query>,
    pub(crate) lock: Option<LockSource>,
    /// The trees of the files, for places.
    pub(crate) trees: FileTrees,
}

/// The YAML files of a domain's folder, without the lock.
const DOMAIN_FILES: &[&str] = &[
    CODEBOOK, OVERLAY, RECIPES, RETRIEVAL, TOOLS, BINDINGS, EXAMPLES,
];

/// The tree of every file that parses, by name; the others are findings.
pub(crate) fn parse(sources: &SourceSet, findings: &mut Vec<Finding>) -> BTreeMap<String, Node> {
    let mut trees = BTreeMap::new();
    for (id, file) in sources.iter() {
        let is_part = file.name == LOCK_FILE || DOMAIN_FILES.contains(&file.name.as_str());
        match file.name.as_str() {
            name if is_part && let Some(what) = file.instead => {
                let message = format!("`{name}` is {what}");
                tell(findings, Rule::MissingFile, Place::point(id, 0), message)
                    .help("put the file itself there, or take it out");
            }
            CODEBOOK if file.text.is_empty() && file.broken_at.is_none() => {
                let message = format!("there is no `{CODEBOOK}`, or it is empty");
                let place = Place::point(id, 0);
                tell(findings, Rule::MissingFile, place, message)
                    .help("a domain is a folder with a `codebook.yaml`");
            }
            OVERLAY if overlay::is_blank(&file.text) => {}
            name if is_part || name == CORE => {
                let tree = match name {
                    LOCK_FILE => parse_lock(id, file, findings),
                    _ => yaml::parse(id, file, findings),
                };
                trees.extend(tree.map(|tree| (file.name.clone(), tree)));
            }
            name if files::is_yaml(name) => {
                let message = format!("`{name}` is not part of a codebook");
                tell(findings, Rule::UnusedFile, Place::point(id, 0), message)
                    .nearest(name, DOMAIN_FILES.iter().copied());
            }
            _ => {}
        }
    }
    trees
}

/// The tree of the lock. Nobody writes that file by hand, so all its YAML errors are one finding.
fn parse_lock(id: usize, file: &SourceFile, findings: &mut Vec<Finding>) -> Option<Node> {
    let mut own = Vec::new();
    let tree = yaml::parse(id, file, &mut own);
    if let Some(first) = own.into_iter().next() {
        let message = format!("the lock cannot be read: {}", first.message);
        tell(findings, Rule::LockDamaged, first.primary.place, message).help(lock::REPAIR);
        return None;
    }
    tree
}

/// Reads every file of a codebook. `None` if a file has no tree, so that nothing can be checked.
pub(crate) fn read(sources: &SourceSet, findings: &mut Vec<Finding>) -> Option<Source> {
    let mut trees = parse(sources, findings);
    let is_blank = |name: &str, text: &str| name == OVERLAY && overlay::is_blank(text);
    let expected = |name: &str| {
        let file = sources.named(name);
        file.is_none_or(|(_, file)| is_blank(name, &file.text)) || trees.contains_key(name)
    };
    let complete = DOMAIN_FILES.iter().all(|name| expected(name));
    // If a section is missing, all references to it would be reported too; one finding is enough.
    let has_sections = trees.get(CODEBOOK).is_some_and(has_sections);
    let mut over = trees.remove(OVERLAY);
    if let Some(said) = over.as_mut().and_then(overlay_bindings::taken) {
        let bindings = overlay_bindings::merged(trees.remove(BINDINGS), said, findings);
        trees.insert(BINDINGS.to_owned(), bindings);
    }
    if let Some(over) = over
        && let Some(base) = trees.remove(CODEBOOK)
    {
        let merged = overlay::merged(base, over, findings);
        trees.insert(CODEBOOK.to_owned(), merged);
    }
    let mut reader = NodeReader { findings };
    let core = trees.get(CORE).map(|node| core::read(node, &mut reader));
    let mut codebook = (trees.get(CODEBOOK)).map(|node| codebook::read(node, &mut reader));
    let mut recipes: Option<recipes::Recipes> =
        (trees.get(RECIPES)).and_then(|node| Form::file(node, &mut reader));
    let retrieval = (trees.get(RETRIEVAL)).and_then(|node| Form::file(node, &mut reader));
    let tools = (trees.get(TOOLS)).and_then(|node| Form::file(node, &mut reader));
    let bindings = (trees.get(BINDINGS)).and_then(|node| Form::file(node, &mut reader));
    let examples = (trees.get(EXAMPLES)).map(|node| examples::read(node, &mut reader));
    let lock = (trees.get(LOCK_FILE)).map(|node| lock::checked(node, &mut reader));
    if let (Some(codebook), Some(lock)) = (&mut codebook, &lock) {
        misspelt::lose(codebook, lock);
    }
    let queries = query_files::read(recipes.as_ref(), sources, findings);
    if let Some(recipes) = &mut recipes {
        recipes.share_parameters(&queries);
    }
    if !complete || !has_sections {
        return None;
    }
    Some(Source {
        core: core?,
        codebook: codebook?,
        recipes,
        retrieval,
        tools,
        bindings,
        examples,
        queries,
        lock,
        trees: FileTrees::new(trees),
    })
}

/// True where a codebook has every required section, as a map.
fn has_sections(codebook: &Node) -> bool {
    ["lanes", "types", "fields"].iter().all(|section| {
        let body = codebook.get(section);
        body.is_some_and(|body| matches!(body.kind, NodeKind::Map(_)))
    })
}
