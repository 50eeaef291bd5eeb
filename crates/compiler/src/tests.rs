//! Tests of the whole compiler. One helper calls the API; tables of cases call the helper.

mod aliases;
mod broken;
mod build;
mod cards;
mod documents;
mod drift;
mod emits;
mod hostile;
mod lock;
mod order;
mod overlay_bindings;
mod profiles;
mod rules;
mod schema_instances;
mod schemas;
pub(crate) mod shipped;
mod spans;

use super::{BUILTIN_CORE, Colour, Compilation, SourceSet, compile};
use crate::report::drawing::render;
use crate::resolve::checked::Checked;

/// A small codebook with every lane; it compiles without findings.
const CODEBOOK: &str = "\
name: town
version: 0.1.0
languages: [ru, en]
lanes:
  address: [instance_search]
  structured: [relation_query, aggregation]
  retrieval: [text_rag]
types:
  park: {key: name, label: {ru: парк, en: park}}
  owner: {key: name, label: {ru: владелец, en: owner}, synonyms: {en: [holder]}}
fields:
  F001: {path: park.name, type: string, sortable: true, label: {ru: название, en: name}}
  F002: {path: park.owner, type: reference, reference: owner, operators: [eq], label: {ru: владелец, en: owner}}
  F003: {path: park.period, type: date, operators: [between, ge, le], sortable: true, label: {ru: период, en: period}}
  F004: {path: park.account, type: string, operators: [eq], alias: acc, label: {ru: счёт, en: account}}
  F005: {path: park.area, type: decimal, unit: km2, label: {ru: площадь, en: area}}
  F006:
    path: park.kind
    type: enum
    label: {ru: вид, en: kind}
    values:
      science: {label: {ru: научный, en: science}, synonyms: {en: [research]}}
      industry: {label: {ru: промышленный, en: industry}}
  F010: {path: owner.name, type: string, label: {ru: имя, en: name}}
relations:
  R001: {name: park_2_owner, from: park, to: owner, inverse: owner_2_park, to_one: true, label: {ru: принадлежит, en: belongs to}}
  R002: {name: owner_2_park, from: owner, to: park, inverse: park_2_owner, from_one: true, label: {ru: владеет, en: owns}}
reserved: [F007]
limits: {page_cap: 500}
policy: {illegal_value: {action: reject, fields: [park.kind]}}
";

const RECIPES: &str = "\
filters:
  period_from: {type: date}
  period_to: {type: date}
  owner: {type: string, note: an anchor}
  account: {type: string}
  limit: {type: integer}
  sort: {type: enum, values: [period_desc, period_asc]}
limits: {default: 10, max: 20, extended_max: 50, account: 20}
templates:
  rows:
    rows: movement
    query: {period_desc: queries/rows.1c, period_asc: queries/rows_asc.1c}
    parameters:
      Начало: {filters: [period_from], as: start_of_day, absent: earliest}
      Конец: {filters: [period_to], as: end_of_day, absent: latest}
      Владелец: {filters: [owner], as: anchor, absent: nothing}
      Счет: {filters: [account], as: account, absent: nothing}
  owner_lookup:
    rows: catalogue
    query: {period_desc: queries/owner.1c}
    parameters:
      Значение: {filters: [owner], as: text, absent: nothing}
anchors: {owner: owner_lookup}
recipes:
  town_rows_v1:
    intent: list_rows
    purpose: rows of a park
    match: {scenario: instance_search, target_type: park}
    required: [account]
    optional: [period_from, period_to, owner, limit, sort]
    template: rows
    scope: {mode: strict, accounts: said, side: either}
    limit: base
    account_intent: true
    result: FACTUAL_LIST
    state: runnable
";

const ROWS: &str = "\
// Rows, at most 51 of them.
ВЫБРАТЬ ПЕРВЫЕ 51 Т.Период
ИЗ Движения КАК Т
ГДЕ Т.Период МЕЖДУ &Начало И &Конец И Т.Владелец = &Владелец И Т.Счет = &Счет
УПОРЯДОЧИТЬ ПО Период УБЫВ
";

const OWNER: &str = "\
ВЫБРАТЬ ПЕРВЫЕ 21 Т.Ссылка ИЗ Справочник КАК Т ГДЕ Т.Имя = &Значение
";

const RETRIEVAL: &str = "\
document_types: [definition, adr]
corpora: {decisions: [adr]}
modes:
  fast: {top_k_min: 3, top_k_max: 6}
  deep: {top_k_min: 8, top_k_max: 15}
  architect: {top_k_min: 12, top_k_max: 20}
always_excluded: [private]
profiles:
  definition: {mode: fast, type_in: [definition], top_k: 5}
  decision: {mode: deep, type_in: [adr], top_k: 10}
  pattern: {mode: deep, type_in: [adr], top_k: 10}
  context: {mode: deep, type_in: [adr], top_k: 10}
  architect: {mode: architect, type_in: [adr, definition], top_k: 16}
questions:
  decision: [why]
  pattern: [how]
tags:
  mind: [extended mind]
labels:
  decisions: {label: {ru: решения, en: decisions}}
";

const TOOLS: &str = "\
tools:
  find_parks:
    scenario: instance_search
    target: park
    description: Finds parks.
    parameters:
      kind: {field: park.kind, operator: eq, type: string, description: What kind it is}
      after: {field: park.period, operator: ge, type: string, lower_bound_of: before}
      before: {field: park.period, operator: le, type: string}
      name: {field: park.name, operator: contains, type: string}
  ask:
    scenario: text_rag
    description: Answers a question.
    parameters:
      question: {says: query_text, type: string, required: true, description: The question}
";

/// Bindings of the small codebook, which is complete without them.
const BINDINGS: &str = "\
types:
  park:
    table: town.parks
    key: id
    label: name
    columns: {name: name, owner: owner_id, period: period, account: account, area: area_km2, kind: kind}
  owner: {table: owners, key: id, label: name, columns: {name: name}}
relations:
  park_2_owner: {foreign_key: owner_id}
  owner_2_park: {foreign_key: owner_id, of: to}
";

/// The small codebook as files.
fn town() -> Vec<(String, String)> {
    [
        ("core.yaml", BUILTIN_CORE),
        ("codebook.yaml", CODEBOOK),
        ("recipes.yaml", RECIPES),
        ("retrieval.yaml", RETRIEVAL),
        ("tools.yaml", TOOLS),
        ("queries/rows.1c", ROWS),
        ("queries/rows_asc.1c", ROWS),
        ("queries/owner.1c", OWNER),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .to_vec()
}

/// Sources of files that include their own core.
fn sources(files: &[(String, String)]) -> SourceSet {
    let core = files.iter().find(|(name, _)| name == "core.yaml");
    let core = core.map_or(BUILTIN_CORE, |(_, text)| text);
    let domain = files.iter().filter(|(name, _)| name != "core.yaml");
    SourceSet::from_bytes(
        core,
        domain.map(|(name, text)| (name.clone(), text.clone().into_bytes())),
    )
}

/// Compiles files and renders the findings.
fn check(files: &[(String, String)]) -> (Compilation, String) {
    let sources = sources(files);
    let compilation = compile(&sources);
    let drawn = render(&compilation.findings, &sources, Colour::Plain);
    (compilation, drawn)
}

/// The small codebook, compiled.
fn town_model() -> Checked {
    let (compilation, drawn) = check(&town());
    assert_eq!(drawn, "");
    compilation.model.unwrap()
}
