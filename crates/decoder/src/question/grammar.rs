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

/// What a form can be.
#[derive(Debug, Default)]
pub(super) struct Senses {
    /// The symbols with their values.
    pub(super) all: Vec<(Symbol, i64)>,
    /// Whether a pattern of each pass may begin with it.
    pub(super) begins: [bool; 3],
}

#[derive(Default)]
pub(super) struct Grammar {
    /// Sorted by bucket, then by form.
    forms: Vec<(String, Senses)>,
    /// Where the forms of each bucket begin.
    first: Vec<usize>,
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
        let bound = |at: usize| self.first.get(at).copied().unwrap_or_default();
        let own = bucket(form);
        let mut rest = (self.forms.get(bound(own)..bound(own + 1))).unwrap_or_default();
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
    literals: BTreeMap<String, u16>,
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
        let fresh = u16::try_from(self.literals.len()).unwrap_or(u16::MAX);
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
        let mut forms: Vec<_> = self.forms.into_iter().collect();
        forms.sort_by_key(|(form, _)| bucket(form));
        let begins = |pass: &Vec<Node>, symbol: Symbol| {
            let root = pass.first();
            root.is_some_and(|root| root.next(symbol).is_some())
        };
        for (_, senses) in &mut forms {
            let is_unit = |(symbol, _): &(Symbol, i64)| matches!(symbol, Symbol::Unit(_));
            let unit = senses.all.iter().any(is_unit).then_some(Symbol::AnyUnit);
            senses.begins = self.passes.each_ref().map(|pass| {
                let mut symbols = senses.all.iter().map(|(symbol, _)| *symbol).chain(unit);
                symbols.any(|symbol| begins(pass, symbol))
            });
        }
        let before = |own| forms.partition_point(|(form, _)| bucket(form) < own);
        let first = (0..=BUCKETS).map(before).collect();
        Grammar {
            forms,
            first,
            passes: self.passes,
        }
    }
}

const BUCKETS: usize = 1024;

/// Forms of the same first letter are in one bucket, and few others.
fn bucket(form: &str) -> usize {
    form.chars()
        .next()
        .map_or(0, |letter| letter as usize % BUCKETS)
}

fn add(forms: &mut BTreeMap<String, Senses>, form: String, sense: (Symbol, i64)) {
    let senses = &mut forms.entry(form).or_default().all;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A line that is not understood is passed over, so none may be there.
    #[test]
    fn each_line_of_a_grammar_is_understood() {
        for text in LANGUAGES {
            let columns: Vec<Vec<&str>> = (text.lines().filter(|line| !line.starts_with('#')))
                .map(|line| line.split('\t').collect())
                .collect();
            let parts = columns.iter().filter(|line| line[0] == "part");
            let parts: Vec<&str> = parts.map(|line| line[1]).collect();
            for line in &columns {
                let pattern = match line.as_slice() {
                    ["ending", _, _] => continue,
                    ["part", _, pattern] => pattern,
                    [class, value, _] => {
                        assert!(Symbol::sense(class, value).is_some(), "{line:?}");
                        continue;
                    }
                    [layer, pattern] => {
                        assert!(Layer::named(layer).is_some(), "{line:?}");
                        pattern
                    }
                    _ => panic!("{line:?}"),
                };
                for element in pattern.split(' ') {
                    let name = element.trim_end_matches('?');
                    let is_name = name.starts_with(|first: char| first.is_ascii_uppercase());
                    let is_known = parts.contains(&name) || Symbol::of_name(name).is_some();
                    assert_eq!(is_name, is_known, "{element} in {line:?}");
                }
            }
        }
    }

    #[test]
    fn forms_are_written_out() {
        let endings = BTreeMap::from([("adj", "ый,ая")]);
        for (form, expected) in [
            ("перв~adj", "первый первая"),
            ("a{b,c}d{,.}", "abd abd. acd acd."),
            ("день", "день"),
        ] {
            assert_eq!(expanded(form, &endings).join(" "), expected, "{form}");
        }
    }
}
