//! `overlay.yaml`: user additions to an imported codebook. It has the keys of the codebook, except that elements are
//! identified by type, path or name, since their codes belong to the import.
//!
//! ```text
//! codebook.yaml ──┐
//!                 ├─ merged ──► the tree that everything else reads
//! overlay.yaml ───┘
//! ```
//!
//! The overlay wins. Maps are merged key by key, other values are replaced; `reserved` is extended. The meaning of a
//! code stays as in the codebook, except for the unit, which no ontology contains. A new element has a `code`; a new
//! type is one that a new element belongs to. Each value keeps its place, so that findings point to its source.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::node::{Node, NodeKind};
use crate::finding::{Finding, Remarks, Rule, Spanned, tell, tell_unknown};

/// A section of elements: its name, the kind of element, the key of the name, and the keys of the meaning.
struct Section {
    name: &'static str,
    kind: &'static str,
    known_by: &'static str,
    meaning: &'static [&'static str],
}

const FIELDS: Section = Section {
    name: "fields",
    kind: "field",
    known_by: "path",
    meaning: &["code", "path", "type", "array", "reference"],
};
const RELATIONS: Section = Section {
    name: "relations",
    kind: "relation",
    known_by: "name",
    meaning: &["code", "name", "from", "to"],
};
/// Imports make no metrics, so every metric belongs to the overlay.
const METRICS: Section = Section {
    name: "metrics",
    kind: "metric",
    known_by: "name",
    meaning: &["code", "name", "definition"],
};
/// The sections whose elements have codes.
const CODED: [&Section; 3] = [&FIELDS, &RELATIONS, &METRICS];
const TYPES: &str = "types";
const RESERVED: &str = "reserved";
const VALUES: &str = "values";
/// The key for the code of a new element.
pub(crate) const CODE: &str = "code";

type Entries = Vec<(Spanned<String>, Node)>;

/// True for a file of comments only, which somebody is about to fill.
pub(crate) fn is_blank(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.all(|line| line.is_empty() || line.starts_with('#'))
}

/// The codebook merged with the overlay. Whatever does not fit is a finding and left out.
pub(crate) fn merged(mut base: Node, over: Node, findings: &mut Vec<Finding>) -> Node {
    if over.is_null() {
        return base;
    }
    let NodeKind::Map(sections) = over.kind else {
        tell(
            findings,
            Rule::WrongShape,
            over.place,
            "`overlay.yaml` must be a map",
        );
        return base;
    };
    let NodeKind::Map(entries) = &mut base.kind else {
        return base;
    };
    let mut types = None;
    let mut used = HashSet::new();
    for (key, value) in sections {
        match key.text() {
            TYPES => types = Some((key, value)),
            RESERVED => append(section(entries, key, &value), value),
            name => match CODED.into_iter().find(|coded| coded.name == name) {
                Some(coded) => elements(coded, entries, (key, value), &mut used, findings),
                None => lay_at(entries, key, value),
            },
        }
    }
    // Last, because new types are found through their elements.
    if let Some((key, value)) = types {
        lay_types(entries, (key, value), &used, findings);
    }
    base
}

/// Merges the elements of a section. `used`: the types of new elements.
fn elements(
    section_of: &Section,
    entries: &mut Entries,
    (key, value): (Spanned<String>, Node),
    used: &mut HashSet<String>,
    findings: &mut Vec<Finding>,
) {
    let Some((said, known)) = maps(entries, key, value) else {
        return;
    };
    // Sorted, so that findings do not vary between runs.
    let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
    let mut codes: HashMap<String, Option<String>> = HashMap::new();
    for (at, (code, body)) in known.iter().enumerate() {
        let name = scalar(body, section_of.known_by).map(str::to_owned);
        codes.insert(code.value.clone(), name.clone());
        by_name.extend(name.map(|name| (name, at)));
    }
    for (name, body) in said {
        if let Some((_, under)) = by_name.get(name.text()).and_then(|at| known.get_mut(*at)) {
            values_as_map(under);
            if sound(section_of, &name, &body, under, findings) {
                lay(under, body);
            }
            continue;
        }
        let Some((code, body)) = own(section_of, &name, body) else {
            let kind = section_of.kind;
            if let Some(Some(named)) = codes.get(name.text()) {
                let message = format!("`{name}` is the code of a {kind}, and no name");
                tell(findings, Rule::OverlayMisfit, name.place, message)
                    .help(format!("an overlay calls it `{named}`"));
                continue;
            }
            unknown(kind, &name, &by_name, findings);
            continue;
        };
        let named = Some(name.value.clone());
        if codes.insert(code.value.clone(), named).is_some() {
            let message = format!("the code `{code}` is given already");
            tell(findings, Rule::OverlayMisfit, code.place, message)
                .help("give it a code that nothing else has");
            continue;
        }
        used.extend(name.text().split_once('.').map(|(ty, _)| ty.to_owned()));
        let ends = ["from", "to", "reference"];
        used.extend(
            ends.into_iter()
                .filter_map(|key| scalar(&body, key))
                .map(str::to_owned),
        );
        known.push((code, body));
    }
}

/// True where an overlay may set these keys of a codebook element.
fn sound(
    section: &Section,
    name: &Spanned<String>,
    body: &Node,
    under: &Node,
    findings: &mut Vec<Finding>,
) -> bool {
    let NodeKind::Map(said) = &body.kind else {
        return true; // The reader of elements tells that it is no map.
    };
    let before = findings.len();
    let kind = section.kind;
    for (key, _) in said
        .iter()
        .filter(|(key, _)| section.meaning.contains(&key.text()))
    {
        let message = format!("`{key}` of the {kind} `{name}` is what its code means");
        tell(findings, Rule::OverlayMisfit, key.place, message)
            .help("leave it out; another meaning is an element of your own, with a `code`");
    }
    let known = under.get(VALUES).map_or(&[][..], Node::entries);
    for (value, _) in body.get(VALUES).map_or(&[][..], Node::entries) {
        if known.iter().all(|(one, _)| one.value != value.value) {
            let message = format!("the {kind} `{name}` has no value `{value}`");
            tell(findings, Rule::OverlayMisfit, value.place, message)
                .nearest(value.text(), known.iter().map(|(one, _)| one.text()));
        }
    }
    findings.len() == before
}

/// Turns a list of values into a map, so that labels can be merged.
fn values_as_map(body: &mut Node) {
    let NodeKind::Map(entries) = &mut body.kind else {
        return;
    };
    let values = entries.iter_mut().find(|(key, _)| key.value == VALUES);
    let Some((_, Node { kind, .. })) = values else {
        return;
    };
    let NodeKind::List(items) = kind else { return };
    let words = |item: &Node| {
        let place = item.place;
        let name = Spanned::new(item.text()?.to_owned(), place);
        Some((name, Node::scalar(String::new(), false, place)))
    };
    let named: Option<Entries> = items.iter().map(words).collect();
    if let Some(named) = named {
        *kind = NodeKind::Map(named);
    }
}

/// A new element: its code, and its body in the codebook's form.
fn own(section: &Section, name: &Spanned<String>, body: Node) -> Option<(Spanned<String>, Node)> {
    let NodeKind::Map(mut said) = body.kind else {
        return None;
    };
    let at = said.iter().position(|(key, _)| key.value == CODE)?;
    let (_, code) = said.remove(at);
    let NodeKind::Scalar { text, .. } = code.kind else {
        return None;
    };
    let path = Node::scalar(name.value.clone(), true, name.place);
    let key = Spanned::new(section.known_by.to_owned(), name.place);
    said.push((key, path));
    let (place, kind) = (body.place, NodeKind::Map(said));
    Some((Spanned::new(text, code.place), Node { place, kind }))
}

/// Merges the types.
fn lay_types(
    entries: &mut Entries,
    (key, value): (Spanned<String>, Node),
    used: &HashSet<String>,
    findings: &mut Vec<Finding>,
) {
    let Some((said, known)) = maps(entries, key, value) else {
        return;
    };
    let by_name: BTreeMap<String, usize> = (known.iter().enumerate())
        .map(|(at, (name, _))| (name.value.clone(), at))
        .collect();
    for (name, body) in said {
        match by_name.get(name.text()).and_then(|at| known.get_mut(*at)) {
            Some((_, under)) => lay(under, body),
            None if used.contains(name.text()) => known.push((name, body)),
            None => unknown("type", &name, &by_name, findings),
        }
    }
}

/// Reports an element that the codebook does not have.
fn unknown(
    kind: &str,
    name: &Spanned<String>,
    by_name: &BTreeMap<String, usize>,
    findings: &mut Vec<Finding>,
) {
    let message = format!("the codebook has no {kind} `{name}`");
    let known = by_name.keys().map(String::as_str);
    let name = (name.text(), name.place);
    tell_unknown(findings, Rule::OverlayMisfit, name, message, known);
}

/// The overlay's and the codebook's section, if both are maps. Any other value replaces the section.
fn maps(
    entries: &mut Entries,
    key: Spanned<String>,
    value: Node,
) -> Option<(Entries, &mut Entries)> {
    let NodeKind::Map(said) = value.kind else {
        lay_at(entries, key, value);
        return None;
    };
    let (place, kind) = (value.place, NodeKind::Map(Vec::new()));
    match &mut section(entries, key, &Node { place, kind }).kind {
        NodeKind::Map(known) => Some((said, known)),
        _ => None,
    }
}

/// A section of the codebook, created if it is missing.
fn section<'e>(entries: &'e mut Entries, key: Spanned<String>, like: &Node) -> &'e mut Node {
    let at = entries.iter().position(|(name, _)| name.value == key.value);
    let kind = match &like.kind {
        NodeKind::List(_) => NodeKind::List(Vec::new()),
        _ => NodeKind::Map(Vec::new()),
    };
    let place = like.place;
    let found = match at {
        // Removed and reinserted, so that both arms need only one borrow.
        Some(at) => entries.remove(at),
        None => (key, Node { place, kind }),
    };
    &mut entries.push_mut(found).1
}

/// Appends the items that a list lacks.
fn append(base: &mut Node, over: Node) {
    match (&mut base.kind, over.kind) {
        (NodeKind::List(items), NodeKind::List(more)) => {
            let texts = items.iter().filter_map(Node::text);
            let known: HashSet<String> = texts.map(str::to_owned).collect();
            let is_new = |node: &Node| node.text().is_none_or(|text| !known.contains(text));
            items.extend(more.into_iter().filter(is_new));
        }
        (_, kind) => {
            base.kind = kind;
            base.place = over.place;
        }
    }
}

fn lay_at(entries: &mut Entries, key: Spanned<String>, value: Node) {
    match entries.iter_mut().find(|(name, _)| name.value == key.value) {
        Some((_, under)) => lay(under, value),
        None => entries.push((key, value)),
    }
}

/// Merges a value into another one.
pub(super) fn lay(base: &mut Node, over: Node) {
    let NodeKind::Map(said) = over.kind else {
        *base = over;
        return;
    };
    match &mut base.kind {
        NodeKind::Map(entries) => {
            for (key, value) in said {
                lay_at(entries, key, value);
            }
        }
        _ => {
            let (place, kind) = (over.place, NodeKind::Map(said));
            *base = Node { place, kind };
        }
    }
}

fn scalar<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key)?.text()
}
