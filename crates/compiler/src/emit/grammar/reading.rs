//! The reading grammar of the line, the one a model is held to: every spelling that a model may well write.
//!
//! A grammar of the canonical texts alone lets a model begin what it can never end, since what it refuses is most often
//! only another order. So here items stand in any order, and each may be said in each of its spellings: names, paths,
//! labels and synonyms, scenarios and defaults said or not, quotes needed or not. What is held is vocabulary, the form of
//! values, and caps of numbers. Whatever was accepted can be ended, to a contract or to a question.
//!
//! A group is named with its mark, or by one letter, so that no word that means nothing can begin an item. Marks have no
//! blanks around them, but behind a comma: where a blank may go on with a value or begin an item, XGrammar looks at the
//! whole vocabulary. A model that would write one is held to the mark at once, and loses nothing. A text in quotes that
//! stands first begins with a letter, since alone it could be an object of JSON in quotes.

mod columns;
mod filters;
mod graph;
mod groups;
mod names;
mod texts;
mod values;

use std::collections::BTreeSet;

use cmec_decoder::language::{Key, Output, Part, Scenario};
use cmec_decoder::tables::Tables;

use super::model::{Expr, Grammar, any_of, choice, literal, optional, repeat, sequence};
use super::numbers::range;
use crate::emit::scope::Scope;
use columns::Columns;
use filters::Filters;
use names::{Fields, Names};

/// What a grammar of the notation leaves to the decoder, a line each.
pub(super) const LEFT: &[&str] = &[
    "what is missing, what is said twice, and which parts go together",
    "which fields, values and relations fit the types a line is about, or the type before a field",
    "names of metrics, groups and places: that they are given, and once",
    "that `a..b` says its smaller value first, and which units go together",
    "how many items and values there are, and the length of the whole text",
];

/// The lines that these scenarios can be said with, and the question back.
pub(super) fn line(
    grammar: &mut Grammar,
    tables: &Tables,
    scope: &Scope<'_>,
    scenarios: &BTreeSet<Scenario>,
) -> Expr {
    let question = texts::question(grammar);
    let asks = scenarios.contains(&Scenario::Clarify);
    let said: Vec<Scenario> = (scenarios.iter().copied())
        .filter(|one| *one != Scenario::Clarify)
        .collect();
    let items = items(grammar, tables, scope, &said);
    let lines = items.map(|items| {
        let Items {
            any,
            word,
            text,
            plain,
            last,
        } = items;
        let set = last.clone().map(|set| sequence([set, literal(" "), plain]));
        // A text that begins with a letter is any text, too. It stands here as well so that a line goes on with what it
        // begins with: an engine that has laid out the one then has the other.
        let next = [&text, &word, &set].into_iter().flatten().cloned();
        let next = choice(std::iter::once(any.clone()).chain(next));
        let next = grammar.phrase("next_item", next);
        // Alone a text that begins with no letter may be an intent in quotes, which is a reject.
        let not_alone = text.map(|text| sequence([text, literal(" "), next.clone()]));
        let first = [word, set, not_alone].into_iter().flatten();
        let first = choice(std::iter::once(any).chain(first));
        let first = grammar.phrase("first_item", first);
        let more = repeat(sequence([literal(" "), next]), 0, None);
        let last = last.map(|last| optional(sequence([literal(" "), last])));
        sequence([first, more].into_iter().chain(last))
    });
    let question = asks.then_some(question);
    choice(lines.into_iter().chain(question))
}

/// What a line begins with, and what may follow. Behind an operation on groups, which can be the last, only what is plain
/// may follow: a mark of a name or of what must not be would go on with the operation.
struct Items {
    any: Expr,
    /// A text to look for that begins with a letter.
    word: Option<Expr>,
    /// Any text to look for.
    text: Option<Expr>,
    plain: Expr,
    last: Option<Expr>,
}

fn items(
    grammar: &mut Grammar,
    tables: &Tables,
    scope: &Scope<'_>,
    scenarios: &[Scenario],
) -> Option<Items> {
    let rows: Vec<_> = (scenarios.iter())
        .filter_map(|one| tables.scenario(*one))
        .collect();
    let may = |part: Part| rows.iter().any(|row| row.may_have(part));
    let names = Names::of(tables, scope);
    let fields = Fields::of(grammar, &names);
    let filters = Filters::of(grammar, &names, &fields, may(Part::Groups));
    let columns = Columns::of(grammar, &names, &fields);
    let types = names.types(grammar);

    let codes = scenarios.iter().map(|one| literal(one.code()));
    let outputs: BTreeSet<Output> = (rows.iter())
        .flat_map(|row| row.outputs.iter().copied())
        .collect();
    let outputs = outputs.iter().map(|one| literal(one.code()));
    let said = any_of(codes.chain(outputs)).map(|codes| grammar.token("code", codes));

    // What may stand in a group as well.
    let mut plain = Vec::new();
    if may(Part::TargetType) {
        plain.extend(types.clone());
    }
    if may(Part::Entity) {
        plain.push(graph::entity(grammar, types.clone()));
    }
    if may(Part::Attributes) {
        plain.extend(columns.attribute(grammar));
    }
    if may(Part::Sort) || may(Part::Metric) {
        plain.extend(columns.sort(grammar, may(Part::Metric)));
    }
    if may(Part::Page) || may(Part::Metric) {
        plain.extend(page(grammar, tables));
        plain.extend(columns.by(grammar, Key::Per));
    }
    let plain = any_of(plain).map(|plain| grammar.phrase("plain_item", plain));
    let mut inner: Vec<Expr> = plain.clone().into_iter().collect();
    if may(Part::Relation) {
        inner.extend(graph::relation(grammar, &names));
    }
    if may(Part::Filter) {
        inner.extend(filters.conditions(grammar));
    }
    let numbers: Vec<Expr> = [columns.metric(grammar), columns.having(grammar)]
        .into_iter()
        .chain(columns.by(grammar, Key::By))
        .collect();
    if may(Part::Metric) {
        inner.extend(numbers.clone());
    }
    let inner = any_of(inner).map(|inner| grammar.phrase("item", inner));
    let mut any: Vec<Expr> = said.iter().chain(&inner).cloned().collect();
    if may(Part::Groups) {
        // A group may compute also where the whole may not.
        let numbers = numbers.into_iter().filter(|_| !may(Part::Metric));
        let inside = any_of(inner.into_iter().chain(numbers));
        any.extend(inside.map(|inside| groups::group(grammar, inside)));
    }
    if may(Part::Graph) {
        any.push(graph::walk(grammar, &names));
    }
    if may(Part::Path) {
        any.push(graph::path(grammar, &names, types));
    }
    if may(Part::Retrieval) {
        any.extend(texts::how(grammar, tables));
    }
    let any = any_of(any)?;
    let searches = may(Part::QueryText);
    Some(Items {
        any,
        word: searches.then(|| values::quoted_word(grammar)),
        text: searches.then(|| values::quoted(grammar)),
        plain: any_of(said.into_iter().chain(plain))?,
        last: may(Part::Set).then(|| groups::set(grammar)),
    })
}

/// A number of rows, and rows that are left out.
fn page(grammar: &mut Grammar, tables: &Tables) -> Vec<Expr> {
    let limits = &tables.limits;
    let mut items = Vec::new();
    if let Some(rows) = range(1, limits.page_cap.into()) {
        let rows = grammar.token("rows", rows);
        let words = [Some(Key::Lim.in_line()), Key::Lim.other_in_line()];
        let words = choice(words.into_iter().flatten().map(literal));
        let words = grammar.token("rows_word", sequence([words, literal(" ")]));
        items.push(sequence([words, rows.clone()]));
        items.push(rows);
    }
    let offset = range(0, limits.offset_cap.into());
    items.extend(offset.map(|offset| sequence([literal("+"), grammar.token("offset", offset)])));
    items
}

/// One or more with a mark between them. How many is left to the decoder: a repeat that is counted is most of what
/// XGrammar compiles.
fn list(of: Expr, mark: Expr) -> Expr {
    sequence([of.clone(), repeat(sequence([mark, of]), 0, None)])
}

/// The mark between values of which one holds.
fn or() -> Expr {
    literal("|")
}

/// The mark between columns. People write a blank behind it, and a model that did could not go on.
fn comma() -> Expr {
    choice([literal(","), literal(", ")])
}
