//! The grammars of the languages, as one table of forms and one tree of patterns for each layer.
//!
//! ```text
//! grammar/<language>.tsv:  symbol, value, forms     Month  3  март{,а,у,ом,е}
//!                          layer, pattern           Date   Day Month OFYEAR?
//! ```
//!
//! In forms, `a{b,c}` is `ab` and `ac`, and `a~name` takes the endings of that name. A pattern is a row of elements: a
//! symbol, the name of a part in capitals, or literal forms with `|` between them, in which `_` is a blank; an
//! element with `?` may be absent.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::symbol::{Layer, Symbol};

/// A language is a file here.
const LANGUAGES: &[&str] = &[
    include_str!("grammar/en.tsv"),
    include_str!("grammar/ru.tsv"),
    include_str!("grammar/zh.tsv"),
];

/// What a form can be, with the value.
pub(super) type Senses = Vec<(Symbol, i64)>;

#[derive(Default)]
pub(super) struct Grammar {
    /// Sorted by form.
    forms: Vec<(String, Senses)>,
    /// The first letters of forms, sorted, and where the forms of each begin.
    first: Vec<(char, usize)>,
    /// One tree of patterns for each pass.
    pub(super) passes: [Vec<Node>; 3],
}

#[derive(Default)]
pub(super) struct Node {
    /// Sorted by symbol.
    next: Vec<(Symbol, usize)>,
    pub(super) layer: Option<Layer>,
}

impl Node {
    pub(super) fn next(&self, symbol: Symbol) -> Option<usize> {
        let at = self.next.binary_search_by_key(&symbol, |(own, _)| *own);
        at.ok().and_then(|at| self.next.get(at)).map(|(_, to)| *to)
    }
}

/// The grammars of all languages.
pub(super) fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let mut reader = Reader::default();
        LANGUAGES.iter().for_each(|text| reader.read(text));
        reader.finish()
    })
}

impl Grammar {
    /// The senses of this form, and whether a longer form begins with it.
    pub(super) fn find(&self, form: &str) -> (Option<&Senses>, bool) {
        let Some(letter) = form.chars().next() else {
            return (None, false);
        };
        let Ok(at) = self.first.binary_search_by_key(&letter, |(own, _)| *own) else {
            return (None, false);
        };
        let bound = |at: usize| self.first.get(at).map_or(self.forms.len(), |(_, at)| *at);
        let mut rest = (self.forms.get(bound(at)..bound(at + 1))).unwrap_or_default();
        let at = rest.partition_point(|(own, _)| own.as_str() < form);
        rest = rest.get(at..).unwrap_or_default();
        match rest {
            [(own, senses), after @ ..] if own == form => {
                let longer = after
                    .first()
                    .is_some_and(|(next, _)| next.starts_with(form));
                (Some(senses), longer)
            }
            [(next, _), ..] => (None, next.starts_with(form)),
            [] => (None, false),
        }
    }
}

#[derive(Default)]
struct Reader {
    forms: BTreeMap<String, Senses>,
    literals: BTreeMap<String, usize>,
    passes: [Vec<Node>; 3],
}

impl Reader {
    fn read(&mut self, text: &str) {
        let (mut endings, mut parts) = (BTreeMap::new(), BTreeMap::<&str, Vec<&str>>::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (class, value) = (columns.next().unwrap_or_default(), columns.next());
            match (class, value, columns.next()) {
                ("ending", Some(name), Some(ends)) => _ = endings.insert(name, ends),
                ("part", Some(name), Some(pattern)) => parts.entry(name).or_default().push(pattern),
                (class, Some(value), Some(forms)) => {
                    let Some(sense) = Symbol::sense(class, value) else {
                        continue;
                    };
                    for form in split(forms).flat_map(|form| expanded(form, &endings)) {
                        add(&mut self.forms, form, sense);
                    }
                }
                (layer, Some(pattern), None) => {
                    let Some(layer) = Layer::named(layer) else {
                        continue;
                    };
                    for row in rows(pattern, &parts) {
                        self.insert(layer, &row);
                    }
                }
                _ => {}
            }
        }
    }

    fn insert(&mut self, layer: Layer, row: &[&str]) {
        let mut at = 0;
        for element in row {
            let symbol = Symbol::of_name(element).unwrap_or_else(|| self.literal(element));
            let Some(nodes) = self.passes.get_mut(layer.pass()) else {
                return;
            };
            if nodes.is_empty() {
                nodes.push(Node::default());
            }
            let fresh = nodes.len();
            let Some(node) = nodes.get_mut(at) else {
                return;
            };
            at = match node.next.binary_search_by_key(&symbol, |(own, _)| *own) {
                Ok(found) => node.next.get(found).map_or(0, |(_, to)| *to),
                Err(place) => {
                    node.next.insert(place, (symbol, fresh));
                    nodes.push(Node::default());
                    fresh
                }
            };
        }
        let nodes = self.passes.get_mut(layer.pass());
        if let Some(node) = nodes.and_then(|nodes| nodes.get_mut(at)) {
            node.layer.get_or_insert(layer);
        }
    }

    /// The symbol of these literal forms.
    fn literal(&mut self, element: &str) -> Symbol {
        let fresh = self.literals.len();
        let number = *self.literals.entry(element.to_owned()).or_insert(fresh);
        let symbol = Symbol::Literal(number);
        if number == fresh {
            for form in element.split('|') {
                add(&mut self.forms, form.replace('_', " "), (symbol, 0));
            }
        }
        symbol
    }

    fn finish(self) -> Grammar {
        let forms: Vec<_> = self.forms.into_iter().collect();
        let mut first: Vec<(char, usize)> = Vec::new();
        for (at, letter) in forms
            .iter()
            .enumerate()
            .filter_map(|(at, (own, _))| Some((at, own.chars().next()?)))
        {
            if first.last().is_none_or(|(last, _)| *last != letter) {
                first.push((letter, at));
            }
        }
        Grammar {
            forms,
            first,
            passes: self.passes,
        }
    }
}

fn add(forms: &mut BTreeMap<String, Senses>, form: String, sense: (Symbol, i64)) {
    let senses = forms.entry(form).or_default();
    if !senses.contains(&sense) {
        senses.push(sense);
    }
}

/// Forms between commas that are not in braces.
fn split(forms: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = forms.split(move |letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    parts.map(str::trim).filter(|form| !form.is_empty())
}

/// A form with its endings and braces written out.
fn expanded(form: &str, endings: &BTreeMap<&str, &str>) -> Vec<String> {
    let (stem, ends) = match (form.split_once('~'), form.split_once('{')) {
        (Some((stem, name)), _) => (stem, *endings.get(name).unwrap_or(&"")),
        (_, Some((stem, rest))) => match rest.split_once('}') {
            Some((ends, tail)) => {
                let tails = expanded(tail, endings);
                let heads = ends.split(',').map(|end| format!("{stem}{end}"));
                return heads
                    .flat_map(|head| tails.iter().map(move |tail| format!("{head}{tail}")))
                    .collect();
            }
            None => (form, ""),
        },
        _ => (form, ""),
    };
    ends.split(',').map(|end| format!("{stem}{end}")).collect()
}

/// The rows of elements of a pattern, without parts and optional elements.
fn rows<'t>(pattern: &'t str, parts: &BTreeMap<&'t str, Vec<&'t str>>) -> Vec<Vec<&'t str>> {
    let mut rows = vec![Vec::new()];
    for element in pattern.split(' ').filter(|element| !element.is_empty()) {
        let (name, optional) = match element.strip_suffix('?') {
            Some(name) => (name, true),
            None => (element, false),
        };
        let variants = match parts.get(name) {
            Some(patterns) => patterns
                .iter()
                .flat_map(|part| self::rows(part, parts))
                .collect(),
            None => vec![vec![name]],
        };
        let mut longer = match optional {
            true => rows.clone(),
            false => Vec::new(),
        };
        for row in &rows {
            longer.extend((variants.iter()).map(|variant| [row.as_slice(), variant].concat()));
        }
        rows = longer;
    }
    rows
}
