//! The card of the line: the same vocabulary by the names a line says it with, and the marks that go around them.

use std::collections::HashSet;

use cmec_decoder::language::{
    Derivation, Operator, QuestionKind, RetrievalMode, Scenario, ValueType,
};
use cmec_decoder::line::{self, rows};
use cmec_decoder::tables::{FieldDef, MetricDef, RelationDef, Tables};

use super::{
    days, derived, fitting, kind, label, metric_line, period, scenarios, sentences, vocabulary,
};
use crate::emit::scope::Scope;
use crate::text::joined;

/// The sentences around the vocabulary, per language; the last is for every other language.
const SENTENCES: &[(&str, [&str; 2])] = &[
    (
        "ru",
        [
            "Ответь одной строкой без пояснений. Выводимое опускай. Имена из списка; пробел и знаки кроме -./ в кавычках.",
            "Если неясно",
        ],
    ),
    (
        "zh",
        [
            "只输出一行，不要解释。可推导的省略。只用下列名称；含空格或-./以外符号的值加引号。",
            "问题不清楚时",
        ],
    ),
    (
        "en",
        [
            "Answer with one line and nothing else. Leave out what can be derived. Use only the names listed; quote what \
             has blanks or marks but -./",
            "If the question is unclear",
        ],
    ),
];

/// The card in a language, of what is in the scope.
pub(super) fn card(tables: &Tables, scope: &Scope<'_>, language: &str) -> String {
    let [answer, unclear] = sentences(SENTENCES, language);
    let items = items(tables, scope).join("\n");
    // A text alone does not show that it is looked for.
    let scenarios = scenarios(scope, |one| match one {
        Scenario::TextRag => "\"text\"",
        one => one.name(),
    });
    let mut card = format!(
        "{answer}\n{items}\n{unclear}: ?\"question\"\nfirst, unless the rest shows it: {scenarios}\n"
    );
    let unsorted = cannot(scope, |field| field.sortable);
    let field = |field: &FieldDef| {
        let shared = field.sortable && unsorted.contains(field.spelling());
        field_line(field, if shared { SORTS } else { "" }, language)
    };
    let metric = |def: &MetricDef| {
        let called = |field: &FieldDef| field.spelling().to_owned();
        let period = period(def, tables, called, Derivation::Month.mark());
        format!("{}{}", def.name, metric_line(def, language, &period))
    };
    vocabulary(
        &mut card,
        scope,
        language,
        field,
        RelationDef::spelling,
        metric,
    );
    card
}

/// What a line is a row of, in the order of the canonical form.
fn items(tables: &Tables, scope: &Scope<'_>) -> Vec<String> {
    let has = |scenario| scope.scenarios.contains(&scenario);
    let rows = rows::limit(20, tables);
    let groups = (scope.fields.iter()).any(|field| field.groupable);
    let per = if groups { " per f" } else { "" };
    let mut items = vec![format!("type @name type:name .field {rows} +20{per}")];
    if !scope.relations.is_empty() {
        let mut walks = format!(">relation <relation <>relation {}>relation", line::ABSENT);
        if has(Scenario::Subgraph) {
            walks.push_str(" *2>relation");
        }
        if has(Scenario::PathQuery) {
            walks.push_str(" path(#id type *4 >relation)");
        }
        walks.push_str(" >relation|relation[1..3] >relation:&a &a.f=v");
        items.push(walks);
    }
    if !scope.operators.is_empty() {
        let other = format!("f>.g {}(f=v {} g<1)", line::ANY, line::OR);
        items.push(format!("{} {other}", examples(&scope.operators)));
    }
    items.extend(derived(scope, "f", Derivation::mark));
    items.extend(days(scope, ""));
    if (scope.fields.iter()).any(|field| field.value_type == ValueType::Enum) {
        items.push("value value|value !value".to_owned());
    }
    let sortable = names(scope, |field| field.sortable, |_| SORTS_SHOWN);
    if !sortable.is_empty() {
        items.push(format!("-f +f: {sortable}"));
    }
    if has(Scenario::Aggregation) {
        let mut numbers =
            "count count(type) sum(f):n avg(f) min(f) max(f) distinct(f) list(f) ratio(&n,&m):r"
                .to_owned();
        if !scope.metrics.is_empty() {
            numbers.push_str(" M M:n");
        }
        let groupable = names(scope, |field| field.groupable, |field| &field.path);
        if !groupable.is_empty() {
            numbers.push_str(&format!(" by f,type: {groupable};"));
        }
        numbers.push_str(" having &n>=1 -&n .f .&n");
        items.push(numbers);
    }
    if scope.has_groups(tables) {
        let mut groups = "&a{type f=v avg(f)} f>&a type!=&a".to_owned();
        if has(Scenario::SetOps) {
            groups += " &b{…} ;a|b ;a&b ;a!b";
        }
        items.push(groups);
    }
    if has(Scenario::TextRag) || has(Scenario::Hybrid) {
        let corpora = match joined(tables.corpus_names(), "|") {
            none if none.is_empty() => none,
            corpora => format!(" /{corpora}"),
        };
        let kinds = joined(QuestionKind::ALL.iter().map(|kind| kind.code()), "|");
        let modes = joined(RetrievalMode::ALL.iter().map(|mode| mode.code()), "|");
        items.push(format!(
            "\"text\" ?{kinds} :{modes}{corpora} %tag $project ^10"
        ));
    }
    items
}

/// Behind a field one can sort by, where another type's of the same name does not sort.
const SORTS: &str = "±";
/// Any such field, in the list of those to sort by.
const SORTS_SHOWN: &str = "f±";

/// The names of the fields with which something can be done, each once. `shared`: what stands for a field where another
/// type's of the same name cannot.
fn names<'s>(
    scope: &Scope<'s>,
    can: impl Fn(&FieldDef) -> bool,
    shared: impl Fn(&'s FieldDef) -> &'s str,
) -> String {
    let cannot = cannot(scope, &can);
    let mut seen = HashSet::new();
    let names = (scope.fields.iter().copied().filter(|field| can(field)))
        .map(|field| match field.spelling() {
            own if cannot.contains(own) => shared(field),
            own => own,
        })
        .filter(|said| seen.insert(*said));
    joined(names, "|")
}

/// The names of the fields with which something cannot be done.
fn cannot<'s>(scope: &Scope<'s>, can: impl Fn(&FieldDef) -> bool) -> HashSet<&'s str> {
    let fields = scope.fields.iter().copied();
    fields
        .filter(|field| !can(field))
        .map(FieldDef::spelling)
        .collect()
}

/// `mark`: what stands behind its name.
fn field_line(field: &FieldDef, mark: &str, language: &str) -> String {
    let name = field.spelling();
    let shown = label(&field.labels, language, name);
    let mut line = format!("{name}{mark}{shown}{}", kind(field));
    if field.ordered {
        line.push_str(" f>\"a\"");
    }
    if !fitting(field) {
        line.push_str(&format!(" [{}]", examples(&field.operators)));
    }
    line
}

fn examples(operators: &[Operator]) -> String {
    joined(operators.iter().map(|operator| operator.example()), " ")
}
