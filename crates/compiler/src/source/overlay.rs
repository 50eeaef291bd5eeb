//! `overlay.yaml`: what people write over a codebook that an import makes. It has the keys of the codebook, but for
//! elements: those it knows by type, path and name, since their codes are the import's.
//!
//! ```text
//! codebook.yaml ──┐
//!                 ├─ merged ──► the tree that everything else reads
//! overlay.yaml ───┘
//! ```
//!
//! A key of the overlay wins. Maps are laid over key by key, anything else is replaced; `reserved` adds up. What a code
//! means stays what the codebook says, but for the unit, which no ontology tells. An element of one's own has a `code`;
//! a type of one's own is one that such an element is of. Each value keeps its own place, so that a finding is shown
//! where it was written.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::node::{Node, NodeKind};
use crate::finding::{Finding, Remarks, Rule, Spanned, tell};

/// A section of elements: its name, what one of them is, the key of its name, and the keys that make its meaning.
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
/// An import makes none: each is the overlay's own.
const METRICS: Section = Section {
    name: "metrics",
    kind: "metric",
    known_by: "name",
    meaning: &["code", "name", "definition"],
};
/// The sections of elements that have a code.
const CODED: [&Section; 3] = [&FIELDS, &RELATIONS, &METRICS];
const TYPES: &str = "types";
const RESERVED: &str = "reserved";
const VALUES: &str = "values";
/// The key with which the overlay says the code of an element of its own.
pub(crate) const CODE: &str = "code";

type Entries = Vec<(Spanned<String>, Node)>;

/// Whether nothing is said: a file of remarks, which somebody is about to fill.
pub(crate) fn is_blank(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.all(|line| line.is_empty() || line.starts_with('#'))
}

/// The codebook with the overlay over it. What does not fit is a finding and is left out.
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
    // Last, since a type of the overlay's own is told by the elements that are of it.
    if let Some((key, value)) = types {
        lay_types(entries, (key, value), &used, findings);
    }
    base
}

/// Lays the elements of a section over those of the codebook. `used`: the types of those that are the overlay's own.
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
    // In an order of its own, so that what is told does not differ from run to run.
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
            let message = format!("the codebook has no {kind} `{name}`");
            let so_far = findings.len();
            tell(findings, Rule::OverlayMisfit, name.place, message).nearest_of_many(
                so_far,
                name.text(),
                by_name.keys().map(String::as_str),
            );
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

/// Whether an overlay may say this of an element of the codebook.
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

/// Values that are listed as a map, over which words can be laid.
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
        let NodeKind::Scalar { text, .. } = &item.kind else {
            return None;
        };
        let none = NodeKind::Scalar {
            text: String::new(),
            quoted: false,
        };
        let place = item.place;
        Some((
            Spanned::new(text.clone(), place),
            Node { place, kind: none },
        ))
    };
    let named: Option<Entries> = items.iter().map(words).collect();
    if let Some(named) = named {
        *kind = NodeKind::Map(named);
    }
}

/// An element of the overlay's own: its code, and its body as the codebook writes it.
fn own(section: &Section, name: &Spanned<String>, body: Node) -> Option<(Spanned<String>, Node)> {
    let NodeKind::Map(mut said) = body.kind else {
        return None;
    };
    let at = said.iter().position(|(key, _)| key.value == CODE)?;
    let (_, code) = said.remove(at);
    let NodeKind::Scalar { text, .. } = code.kind else {
        return None;
    };
    let path = Node {
        place: name.place,
        kind: NodeKind::Scalar {
            text: name.value.clone(),
            quoted: true,
        },
    };
    let key = Spanned::new(section.known_by.to_owned(), name.place);
    said.push((key, path));
    let kind = NodeKind::Map(said);
    let body = Node {
        place: body.place,
        kind,
    };
    Some((Spanned::new(text, code.place), body))
}

/// Lays the types over those of the codebook.
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
            None => {
                let message = format!("the codebook has no type `{name}`");
                let so_far = findings.len();
                tell(findings, Rule::OverlayMisfit, name.place, message).nearest_of_many(
                    so_far,
                    name.text(),
                    by_name.keys().map(String::as_str),
                );
            }
        }
    }
}

/// What the overlay says in a section, and what the codebook has there, where both are maps. Anything else is laid over whole.
fn maps(
    entries: &mut Entries,
    key: Spanned<String>,
    value: Node,
) -> Option<(Entries, &mut Entries)> {
    let NodeKind::Map(said) = value.kind else {
        lay_at(entries, key, value);
        return None;
    };
    let empty = Node {
        place: value.place,
        kind: NodeKind::Map(Vec::new()),
    };
    match &mut section(entries, key, &empty).kind {
        NodeKind::Map(known) => Some((said, known)),
        _ => None,
    }
}

/// A section of the codebook, which begins empty where it is not there.
fn section<'e>(entries: &'e mut Entries, key: Spanned<String>, like: &Node) -> &'e mut Node {
    let at = entries.iter().position(|(name, _)| name.value == key.value);
    let kind = match &like.kind {
        NodeKind::List(_) => NodeKind::List(Vec::new()),
        _ => NodeKind::Map(Vec::new()),
    };
    let place = like.place;
    let found = match at {
        // Taken out and put back, so that one borrow serves both ways.
        Some(at) => entries.remove(at),
        None => (key, Node { place, kind }),
    };
    &mut entries.push_mut(found).1
}

/// Adds what a list does not have yet.
fn append(base: &mut Node, over: Node) {
    match (&mut base.kind, over.kind) {
        (NodeKind::List(items), NodeKind::List(more)) => {
            let text = |node: &Node| match &node.kind {
                NodeKind::Scalar { text, .. } => Some(text.clone()),
                _ => None,
            };
            let known: HashSet<String> = items.iter().filter_map(text).collect();
            let is_new = |node: &Node| text(node).is_none_or(|text| !known.contains(&text));
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

/// Lays a value over another one.
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
            *base = Node {
                place: over.place,
                kind: NodeKind::Map(said),
            };
        }
    }
}

fn scalar<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    match node.get(key).map(|node| &node.kind) {
        Some(NodeKind::Scalar { text, .. }) => Some(text),
        _ => None,
    }
}
