//! The card of the line: the marks, and the vocabulary by the names a line says it with.

use cmec_decoder::language::{Derivation, Scenario};
use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef, Tables};

use super::descriptions::Told;
use super::names::{SORTS, cannot};
use super::vocabulary::{days, fitting, kind, label, metric_line, period, vocabulary};
use super::words::{self, Words, of};
use super::{CardPlace, marks, outputs, scenarios};
use crate::emit::scope::Scope;

/// The rules, the marks and the vocabulary.
pub(super) fn body(
    tables: &Tables,
    scope: &Scope<'_>,
    (language, told): (&str, &Told<'_>),
    place: CardPlace,
) -> String {
    let say = |words: &Words| of(words, language);
    let answer = match place {
        CardPlace::Prompt => &words::ANSWER_LINE,
        CardPlace::Description => &words::CALL_LINE,
    };
    let mut card = format!("{}\n{}:\n", say(answer), say(&words::MARKS));
    for row in marks::table(tables, scope, language) {
        card.push_str(&format!("{row}\n"));
    }
    card.push_str(&format!(
        "{}: {}\n",
        say(&words::ORDER),
        order(tables, scope)
    ));
    card.push_str(&format!("{}.\n", say(&words::FORMS)));
    if let Some(days) = days(scope, language, "") {
        card.push_str(&format!("{days}\n"));
    }
    card.push_str(&format!("{}: {}\n", say(&words::UNCLEAR), asked_back("…")));
    let scenarios = scenarios(scope, language);
    card.push_str(&format!("{}: {scenarios}\n", say(&words::FIRST)));
    if !scope.by_recipes {
        let outputs = outputs();
        card.push_str(&format!("{}: {outputs}\n", say(&words::GIVEN)));
    }
    let unsorted = cannot(scope, |field| field.sortable);
    let field = |field: &FieldDef| {
        let shared = field.sortable && unsorted.contains(field.spelling());
        let line = field_line(field, if shared { SORTS } else { "" }, language);
        line + &told.behind(&field.code)
    };
    let metric = |def: &MetricDef| {
        let called = |field: &FieldDef| field.spelling().to_owned();
        let period = period(def, tables, called, Derivation::Month.mark());
        format!("{}{}", def.name, metric_line(def, language, &period))
    };
    vocabulary(
        &mut card,
        scope,
        (language, told),
        field,
        RelationDef::spelling,
        ("<M>", metric),
    );
    card
}

/// A question back.
pub(super) fn asked_back(question: &str) -> String {
    format!("?\"{question}\"")
}

/// The order of items, which is that of the canonical form.
fn order(tables: &Tables, scope: &Scope<'_>) -> String {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let mut items = Vec::new();
    if marks::has_groups(tables, scope) {
        items.push("&a{…}");
    }
    items.extend(["<type>", "@<name>"]);
    if !scope.relations.is_empty() {
        items.push("><r>");
    }
    if !scope.by_recipes {
        items.push(".<f>");
    }
    items.extend(["<f>=<v>", "-<f>", "20"]);
    if has(Scenario::Aggregation) {
        items.extend(["count", "by", "having", "-&n"]);
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        items.extend(["\"<text>\"", "?<kind>"]);
    }
    if has(Scenario::SetOps) {
        items.push(";a|b");
    }
    items.join(" ")
}

/// `mark`: what stands behind its name.
fn field_line(field: &FieldDef, mark: &str, language: &str) -> String {
    let name = field.spelling();
    let shown = label(&field.labels, language, name);
    let mut line = format!("{name}{mark}{shown}{}", kind(field, language));
    if field.ordered {
        line.push_str(" >\"a\"");
    }
    if !fitting(field) {
        line.push_str(&format!(" [{}]", marks::operators(&field.operators)));
    }
    line
}
