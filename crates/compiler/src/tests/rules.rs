//! Each rule on a small change of the small codebook, with its message.

use std::collections::BTreeSet;

use super::{BINDINGS as TABLES, check, town, town_model};
use crate::finding::Rule;
use crate::{Severity, rules};

enum Edit {
    /// Replaces a text in this file.
    Swap(&'static str, &'static str, &'static str),
    /// Sets the text of this file.
    Put(&'static str, &'static str),
    /// Removes this file.
    Gone(&'static str),
    /// Adds the lock of the small codebook.
    Locked,
}
use Edit::{Gone, Locked, Put, Swap};

const BOOK: &str = "codebook.yaml";
const RECIPES: &str = "recipes.yaml";
const RETRIEVAL: &str = "retrieval.yaml";
const TOOLS: &str = "tools.yaml";
const BINDINGS: &str = "bindings.yaml";
const EXAMPLES: &str = "examples.yaml";
const CORE: &str = "core.yaml";
const LOCK: &str = "codebook.lock";
/// A lock in which two branches gave F008.
const TWICE: &str = "\
format: 1
given:
- {field: F008, path: park.weight, value: decimal, alias: weight, check: 9850da5e}
- {field: F008, path: park.city, value: string, check: d7f8e9d9}
";
const ROWS: &str = "queries/rows.1c";
const ROWS_ASC: &str = "queries/rows_asc.1c";

#[rustfmt::skip]
fn cases() -> Vec<(Rule, Vec<Edit>)> {
    vec![
        (Rule::YamlSyntax, vec![Swap(BOOK, "{key: name, label: {ru: парк, en: park}}", "{key: name, label: {ru: парк")]),
        (Rule::DuplicateKey, vec![Swap(BOOK, "  F002:", "  F001:"), Swap(TOOLS, "before: {", "kind: {"), Swap(TOOLS, "  ask:", "  find_parks:")]),
        (Rule::YamlFeature, vec![Swap(BOOK, "{ru: название, en: name}", "&same {ru: !!str название, en: *same}")]),
        (Rule::TooDeep, vec![Swap(BOOK, "reserved: [F007]", "reserved: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[F007]")]),
        (Rule::MissingFile, vec![Swap(RECIPES, "queries/rows.1c", "queries/row.1c")]),
        (Rule::UnusedFile, vec![Put("recipe.yaml", "recipes: {}\n"), Put("queries/old.1c", "ВЫБРАТЬ ПЕРВЫЕ 1 А\n")]),
        (Rule::BadPath, vec![Swap(RECIPES, "period_desc: queries/rows.1c", "period_desc: ../../secret.1c")]),
        (Rule::UnknownKey, vec![Swap(BOOK, "sortable: true", "sortabel: true")]),
        (Rule::MissingKey, vec![Swap(BOOK, "path: park.area, ", ""), Swap(CORE, "  top_k_cap: 50\n", "")]),
        (Rule::WrongShape, vec![Swap(BOOK, "languages: [ru, en]", "languages: ru"), Swap(BOOK, "page_cap: 500", "page_cap: many"), Swap(BOOK, "path: park.area", "path: area")]),
        (Rule::UnknownWord, vec![Swap(BOOK, "type: decimal", "type: decmial"), Swap(BOOK, "policy: {", "profiles: [open-ai]\npolicy: {"), Swap(CORE, "required: [[metric], [", "required: [[metrics], [")]),
        (Rule::DuplicateItem, vec![Swap(BOOK, "[between, ge, le]", "[between, ge, ge]")]),
        (Rule::DuplicateCode, vec![Swap(BOOK, "  R001:", "  F001:")]),
        (Rule::ReservedCode, vec![Swap(BOOK, "  F005:", "  F007:")]),
        (Rule::LookAlike, vec![Swap(BOOK, "  F002:", "  С001:"), Swap(BOOK, "  F003:", "  C001:")]),
        (Rule::IllegalCharacter, vec![Swap(BOOK, "  F002:", "  F０02:"), Swap(BOOK, "  F003:", "  -5:"), Swap(BOOK, "  F005:", "  EQ:"), Swap(BOOK, "  F006:", "  target:"), Swap(BOOK, "  F010:", "  1:"), Swap(BOOK, "name: town", "name: ../town"), Swap(BOOK, "alias: acc", "alias: ac c")]),
        (Rule::DuplicateName, vec![Swap(BOOK, "path: park.area", "path: park.name"), Swap(BOOK, "{name: owner_2_park,", "{name: park_2_owner,")]),
        (Rule::AliasCollision, vec![Swap(BOOK, "unit: km2", "unit: km2, sql: Land Area"), Swap(BOOK, "path: park.account, ", "path: park.account, sql: Land Area, "), Swap(BOOK, "unit: km2", "unit: km2, alias: acc"), Swap(BOOK, "inverse: owner_2_park", "inverse: owner_2_park, alias: park")]),
        (Rule::DanglingType, vec![Swap(BOOK, "reference: owner", "reference: ownr"), Swap(RECIPES, "target_type: park", "target_type: parc"), Swap(TOOLS, "target: park", "target: parc")]),
        (Rule::DanglingField, vec![Swap(BOOK, "park: {key: name", "park: {key: nmae"), Swap(BOOK, "fields: [park.kind]", "fields: [park.kinds]"), Swap(TOOLS, "park.kind", "park.kinds"), Swap(TOOLS, "tools:\n  find_parks:", "results: {list: parks, joined: {place: [park.kinds]}}\ntools:\n  find_parks:")]),
        (Rule::DanglingInverse, vec![Swap(BOOK, "inverse: owner_2_park", "inverse: owner2park"), Swap(BOOK, "from: owner, to: park", "from: owner, to: owner")]),
        (Rule::OperatorMisfit, vec![Swap(BOOK, "[between, ge, le]", "[between, contains, starts_with, le]")]),
        (Rule::EnumWithoutValues, vec![Swap(BOOK, "type: decimal, unit: km2", "type: enum")]),
        (Rule::ValuesWithoutEnum, vec![Swap(BOOK, "type: decimal, unit: km2", "type: decimal, values: [1, 2]")]),
        (Rule::AmbiguousValue, vec![Swap(BOOK, "{ru: промышленный, en: industry}", "{ru: промышленный, en: Research}")]),
        (Rule::UnknownLanguage, vec![Swap(BOOK, "{ru: парк, en: park}", "{ru: парк, en: park, zh: 园区}"), Swap(RETRIEVAL, "{ru: решения, en: decisions}", "{ru: решения, en: decisions, zh: 决策}"), Swap(BOOK, "unit: km2,", "unit: km2, description: {zh: 不含水面},")]),
        (Rule::MissingLabel, vec![Swap(BOOK, "{ru: парк, en: park}", "{en: park}"), Swap(RETRIEVAL, "{ru: решения, en: decisions}", "{en: decisions}")]),
        (Rule::ReferenceMisfit, vec![Swap(BOOK, "type: reference, reference: owner", "type: reference"), Swap(BOOK, "type: decimal", "type: decimal, reference: owner")]),
        (Rule::UnitMisfit, vec![Swap(BOOK, "type: decimal", "type: string")]),
        (Rule::CaseMisfit, vec![Swap(BOOK, "type: decimal, unit: km2", "type: decimal, unit: km2, case: folded"), Swap(BOOK, "type: decimal, unit: km2", "type: decimal, unit: km2, ordered: true")]),
        (Rule::UnitSpelling, vec![Swap(BOOK, "path: park.account, type: string, operators: [eq]", "path: park.account, type: integer, unit: Km2s, operators: [eq]")]),
        (Rule::DeprecatedInstead, vec![Swap(BOOK, "unit: km2", "unit: km2, deprecated: {since: 2.0, instead: F001}"), Swap(BOOK, "unit: km2", "unit: km2, deprecated: {since: 2.0, instead: park.acount}"), Swap(BOOK, "alias: acc", "alias: acc, deprecated: {since: 1.0, instead: park.account}"), Swap(BOOK, "owner: {key: name", "owner: {deprecated: {since: 1.0, instead: park}, key: name"), Swap(BOOK, "park: {key: name", "park: {deprecated: {since: 1.0}, key: name")]),
        (Rule::IgnoredRule, vec![Swap(BOOK, "policy: {", "ignored: {CB021: nobody has old outputs, CB034: the labels come later, CD998: a slip}\npolicy: {")]),
        (Rule::HiddenCharacter, vec![Swap(BOOK, "{ru: парк, en: park}", "{ru: парк, en: \"pa\\u202Erk\"}"), Swap(BOOK, "{ru: площадь, en: area}", "{ru: площадь, en: \"area\\nof it\"}"), Swap(BOOK, "synonyms: {en: [holder]}", "synonyms: {en: [\"hol\\u200Bder\"]}"), Swap(BOOK, "unit: km2,", "unit: km2, description: {ru: Вода, en: \"wa\\u202Eter\"},")]),
        (Rule::CoreDisagrees, vec![Swap(CORE, "EQ: eq", "EQ: equals"), Swap(CORE, "    NE: ne\n", ""), Swap(CORE, "    CT: contains", "    CONT: contains")]),
        (Rule::ScenarioMissing, vec![Swap(CORE, "  hybrid:\n    outputs: [instances, attributes, texts]\n    required: [[query_text], [filter, relation], [target_type, entity]]\n    forbidden: [metric, groups, set, path, question]\n", ""), Swap(CORE, "    outputs: [texts, instances]\n", "")]),
        (Rule::ScenarioContradiction, vec![Swap(CORE, "required: [[metric], [target_type, entity]]\n    forbidden: [sort", "required: [[metric], [target_type, entity]]\n    forbidden: [metric, sort")]),
        (Rule::ScenarioUnreachable, vec![Swap(BOOK, "[instance_search]", "[instance_search, subgraph, clarify]")]),
        (Rule::ScenarioTwoLanes, vec![Swap(BOOK, "[relation_query, aggregation]", "[relation_query, text_rag]")]),
        (Rule::LaneWithoutFile, vec![Gone(RETRIEVAL)]),
        (Rule::FileWithoutLane, vec![Swap(BOOK, "  retrieval: [text_rag]\n", ""), Swap(BOOK, "  structured: [relation_query, aggregation]\n", ""), Put(BINDINGS, TABLES)]),
        (Rule::LimitsContradict, vec![Swap(BOOK, "page_cap: 500", "page_default: 40, page_cap: 30, list_cap: 0"), Swap(RECIPES, "account: 20", "account: 30")]),
        (Rule::RowFilterMisfit, vec![Swap(BOOK, "policy: {", "policy: {principals: {kind: {type: string}, names: {type: string, array: true}}, rows: {park: [{field: park.name, operator: ge, is: a}, {field: park.area, operator: between, is: [1]}, {field: park.kind, is: nothing}, {field: owner.name, is: a}, {field: park.kind, is: $kind}, {field: park.name, operator: eq, is: $names}], owner: public}, ")]),
        (Rule::TypeWithoutRows, vec![Swap(BOOK, "policy: {", "policy: {rows: {park: []}, ")]),
        (Rule::DanglingPrincipal, vec![Swap(BOOK, "policy: {", "policy: {principals: {tenant: {type: string}}, rows: {park: [{field: park.name, is: $tenent}, {field: park.account, is: $tenant}], owner: public}, ")]),
        (Rule::UnusedPrincipal, vec![Swap(BOOK, "policy: {", "policy: {principals: {tenant: {type: string}}, rows: {park: [{field: park.name, is: $$tenant}], owner: public}, ")]),
        (Rule::UnknownFilter, vec![Swap(RECIPES, "optional: [period_from", "optional: [period_form"), Swap(RECIPES, "filters: [period_to]", "filters: [period_too]")]),
        (Rule::UnsayableFilter, vec![Swap(BOOK, "path: park.account", "path: park.acct"), Swap(BOOK, "[between, ge, le], sortable: true", "[eq, ge]")]),
        (Rule::AmbiguousRecipes, vec![Swap(RECIPES, "recipes:\n", "recipes:\n  town_other_v1:\n    intent: other\n    purpose: another one\n    match: {scenario: instance_search, target_type: park, without: owner}\n    template: rows\n    scope: {mode: preferred, accounts: [], side: either}\n    limit: base\n    result: FACTUAL_LIST\n    state: planned\n")]),
        (Rule::UnknownTemplate, vec![Swap(RECIPES, "template: rows", "template: row"), Swap(RECIPES, "    limit: base", "    totals: rows\n    limit: base")]),
        (Rule::UnboundParameter, vec![Swap(ROWS, "&Счет", "&Счёт"), Swap(ROWS_ASC, "&Счет", "&Счёт")]),
        (Rule::UnusedParameter, vec![Swap(RECIPES, "templates:\n", "parameters: {Лишний: {filters: [account], as: text, absent: nothing}}\nconstants: {Лишняя: {as: text, is: [a]}}\ntemplates:\n"), Swap(ROWS, " И Т.Счет = &Счет", ""), Swap(ROWS_ASC, " И Т.Счет = &Счет", "")]),
        (Rule::QueryLiteral, vec![Swap(ROWS, "&Счет", "\"60\" И Т.Сумма > 100 И Т.Дата < ДАТАВРЕМЯ(2020, 1, 1) И Т.Счет = &Счет")]),
        (Rule::QueryForbidden, vec![Swap(ROWS, "УПОРЯДОЧИТЬ ПО Период УБЫВ", "ПОМЕСТИТЬ Т;\nУничтожить Т")]),
        (Rule::QueryUnbounded, vec![Swap(ROWS, "ПЕРВЫЕ 51 ", ""), Swap(ROWS_ASC, "ИЗ Движения КАК Т", "ИЗ РегистрБухгалтерии.Т.Остатки(, Т.Сумма) КАК Т")]),
        (Rule::QueryUnreadable, vec![Swap(ROWS, "УПОРЯДОЧИТЬ", "И Т.Имя ПОДОБНО \"а")]),
        (Rule::ParameterMisfit, vec![Swap(RECIPES, "templates:\n", "constants: {Начало: {as: anchor, is: [a]}, Конец: {as: text, is: [a, b]}}\ntemplates:\n"), Swap(RECIPES, "{filters: [owner], as: text, absent: nothing}", "{filters: [], as: text, absent: latest}"), Swap(RECIPES, "{filters: [account], as: account", "{filters: [account], as: next_day")]),
        (Rule::AnchorMisfit, vec![Swap(RECIPES, "anchors: {owner: owner_lookup}", "anchors: {account: rows, limit: owner_lookup, sort: absent}")]),
        (Rule::ScopeMisfit, vec![Swap(RECIPES, "accounts: said", "accounts: [\"60\", счет]")]),
        (Rule::RecipeOutsideLane, vec![Swap(RECIPES, "scenario: instance_search", "scenario: aggregation")]),
        (Rule::DuplicateFilter, vec![Swap(RECIPES, "optional: [period_from", "optional: [account, period_from")]),
        (Rule::UnsortableTemplate, vec![Swap(RECIPES, ", period_asc: queries/rows_asc.1c", ""), Gone(ROWS_ASC)]),
        (Rule::UnreadFilter, vec![Swap(RECIPES, "      Владелец: {filters: [owner], as: anchor", "      Владелец: {filters: [account], as: text")]),
        (Rule::ShortQuery, vec![Swap(ROWS, "ПЕРВЫЕ 51", "ПЕРВЫЕ 20"), Swap(ROWS_ASC, "ПЕРВЫЕ 51", "ПЕРВЫЕ 20")]),
        (Rule::DateMisfit, vec![Swap(BOOK, "path: park.period, type: date", "path: park.period, type: datetime")]),
        (Rule::FallbackMisfit, vec![Swap(RECIPES, "    limit: base", "    fallbacks: [nearest_rows, bank_rows, nearest_rows]\n    bank_rows: owner_lookup\n    limit: base")]),
        (Rule::MissingProfile, vec![Swap(RETRIEVAL, "  context: {mode: deep, type_in: [adr], top_k: 10}\n", "")]),
        (Rule::UnknownDocumentType, vec![Swap(RETRIEVAL, "type_in: [definition]", "type_in: [definitions]"), Swap(RETRIEVAL, "{decisions: [adr]}", "{decisions: [adrs]}"), Swap(RETRIEVAL, "{decisions: [adrs]}", "{decisions: [adrs]}\nindexes: {decision: index}\ndefault_types: {.: adrs}"), Swap(RETRIEVAL, "  decisions: {label", "  decision: {label")]),
        (Rule::TopKMisfit, vec![Swap(RETRIEVAL, "top_k: 5", "top_k: 7"), Swap(RETRIEVAL, "top_k: 16", "top_k: 60")]),
        (Rule::CorpusCollision, vec![Swap(RETRIEVAL, "{decisions: [adr]}", "{adr: [adr]}")]),
        (Rule::MissingMode, vec![Swap(RETRIEVAL, "  fast: {top_k_min: 3, top_k_max: 6}\n", "")]),
        (Rule::AmbiguousPhrase, vec![Swap(RETRIEVAL, "pattern: [how]", "pattern: [how, why, How to]"), Swap(RETRIEVAL, "mind: [extended mind]", "mind: [extended mind]\n  body: [extended mind]")]),
        (Rule::UnknownTag, vec![Swap(RETRIEVAL, "mind: [extended mind]", "mind: [extended mind]\nprojects: [mint]"), Swap(RETRIEVAL, "mind: [extended mind]", "mind: [extended mind]\nbroader: {mind: [body]}")]),
        (Rule::LockDamaged, vec![Locked, Swap(LOCK, "unit: km2", "unit: ha")]),
        (Rule::NotReserved, vec![Locked, Swap(BOOK, "  F005: {path: park.area, type: decimal, unit: km2, label: {ru: площадь, en: area}}\n", ""), Swap(BOOK, "reserved: [F007]\n", "")]),
        (Rule::CodeMoved, vec![Locked, Swap(BOOK, "path: park.area", "path: park.surface"), Swap(BOOK, "{name: park_2_owner, from", "{name: park_2_holder, from"), Swap(BOOK, "inverse: park_2_owner", "inverse: park_2_holder"), Swap(BOOK, "  F010:", "  park:"), Swap(BOOK, "[F007]", "[F010]")]),
        (Rule::MeaningChanged, vec![Locked, Swap(BOOK, "unit: km2", "unit: ha"), Swap(BOOK, "from: owner, to: park, inverse: park_2_owner", "from: owner, to: owner"), Swap(BOOK, "inverse: owner_2_park, ", ""), Swap(BOOK, "path: owner.name, type: string", "path: owner.name, type: string, array: true"), Swap(BOOK, "type: reference, reference: owner", "type: reference, reference: park")]),
        (Rule::ToolName, vec![Swap(TOOLS, "find_parks:", "query_town:"), Swap(TOOLS, "ask:", "ask.me:"), Swap(TOOLS, "name:", "имя:"), Swap(TOOLS, "tools:\n  query_town:", "results: {list: парки}\ntools:\n  query_town:")]),
        (Rule::ToolSays, vec![Swap(TOOLS, "operator: eq, type: string, description: What", "type: string, description: What"), Swap(TOOLS, "{field: park.name, operator: contains", "{operator: contains"), Swap(TOOLS, "{says: query_text", "{says: query_text, field: park.name"), Swap(TOOLS, "description: The question}", "description: The question}\n      again: {says: query_text, type: string}\n      nothing: {type: string}")]),
        (Rule::ToolOperator, vec![Swap(TOOLS, "park.name, operator: contains", "park.name, operator: between")]),
        (Rule::ToolType, vec![Swap(TOOLS, "park.period, operator: le, type: string", "park.area, operator: le, type: string"), Swap(TOOLS, "operator: contains, type: string", "operator: contains, type: integer"), Swap(TOOLS, "query_text, type: string", "query_text, type: array"), Swap(TOOLS, "park.kind, operator: eq", "park.kind, operator: in")]),
        (Rule::ToolForbidden, vec![Swap(TOOLS, "scenario: text_rag", "scenario: instance_search\n    target: park\n    output: subgraph")]),
        (Rule::ToolUnsayable, vec![Swap(TOOLS, "    target: park\n", ""), Swap(TOOLS, ", required: true", ""), Swap(TOOLS, "  ask:\n", "  both:\n    scenario: hybrid\n    description: Finds parks by a question.\n    parameters:\n      question: {says: query_text, type: string, required: true}\n      kind: {field: park.kind, operator: eq, type: string}\n  count:\n    scenario: aggregation\n    description: Counts parks.\n    parameters: {}\n  ask:\n"), Swap(BOOK, "[text_rag]", "[text_rag, hybrid]")]),
        (Rule::ToolBound, vec![Swap(TOOLS, "lower_bound_of: before", "lower_bound_of: befor"), Swap(TOOLS, "operator: le, type: string", "operator: le, type: string, lower_bound_of: kind"), Swap(TOOLS, "      name: {", "      last: {field: park.name, operator: eq, type: string, lower_bound_of: name}\n      name: {")]),
        (Rule::ToolTarget, vec![Swap(TOOLS, "park.name", "owner.name")]),
        (Rule::ProviderBudget, vec![Swap(BOOK, "policy: {", "profiles: [anthropic, gemini]\npolicy: {")]),
        (Rule::ClientCut, vec![Swap(BOOK, "policy: {", "profiles: [cursor]\npolicy: {"), Swap(TOOLS, "find_parks:", "find_parks_by_name_and_kind_and_by_whatever_else_a_park_has_0123:")]),
        (Rule::BindingNowhere, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "  owner: {table", "  owners: {table: people, key: id, label: name, columns: {}}\n  owner: {table"), Swap(BINDINGS, "kind: kind", "kind: kind, size: size"), Swap(BINDINGS, "relations:", "relations:\n  park_2_ownr: {foreign_key: other_id}")]),
        (Rule::UnboundType, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "  owner: {table: owners, key: id, label: name, columns: {name: name}}\n", "")]),
        (Rule::UnboundField, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, ", kind: kind", "")]),
        (Rule::UnboundRelation, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "  owner_2_park: {foreign_key: owner_id, of: to}\n", ""), Swap(BINDINGS, "{foreign_key: owner_id}", "{foreign_key: owner_id, link: {table: owned, from: park_id, to: owner_id}}")]),
        (Rule::BoundTwice, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "account: account", "account: name"), Swap(BINDINGS, "table: owners", "table: town.parks"), Swap(BOOK, "  R002:", "  R003: {name: park_2_seller, from: park, to: owner, label: {ru: продан, en: sold by}}\n  R002:"), Swap(BINDINGS, "relations:", "relations:\n  park_2_seller: {foreign_key: owner_id}")]),
        (Rule::BindingName, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "table: owners", "table: owners; drop table owners"), Swap(BINDINGS, "area: area_km2", "area: Area"), Swap(BINDINGS, "table: town.parks", "table: a.b.c")]),
        (Rule::BindingShape, vec![Put(BINDINGS, TABLES), Swap(BINDINGS, "kind: kind", "kind: {table: kinds, owner: park_id, column: kind}"), Swap(BINDINGS, "account: account", "account: {column: account, match: exact_then_part}")]),
        (Rule::BindingOne, vec![Put(BINDINGS, TABLES), Swap(BOOK, "to_one: true, ", ""), Swap(BOOK, "from_one: true", "to_one: true, from_one: true")]),
        (Rule::MetricName, vec![Swap(BOOK, "reserved: [F007]", "metrics:\n  M001: {name: science, definition: SELECT COUNT(*) FROM park, label: {ru: а, en: a}}\n  M002: {name: limit, definition: SELECT COUNT(*) FROM park, label: {ru: а, en: a}}\n  M003: {name: area, definition: SELECT COUNT(*) FROM park, label: {ru: а, en: a}}\n  M004: {name: 5th, definition: SELECT COUNT(*) FROM park, label: {ru: а, en: a}}\nreserved: [F007]"), Swap(BOOK, "languages:", "contract_version: v0.3\nlanguages:")]),
        (Rule::MetricDefinition, vec![Swap(BOOK, "reserved: [F007]", "metrics:\n  M001: {name: parks, definition: SELECT SUM(aera) FROM park WHERE knd = 'science', label: {ru: парки, en: parks}}\n  M002: {name: in_groups, definition: 'SELECT park, COUNT(*) FROM park GROUP BY park', label: {ru: а, en: a}}\n  M003: {name: rows, definition: SELECT * FROM park, label: {ru: а, en: a}}\n  M004: {name: last, definition: SELECT MAX(period) FROM park, label: {ru: а, en: a}}\n  M005: {name: n1, definition: SELECT COUNT(*) FROM park, label: {ru: а, en: a}}\n  M006: {name: n2, definition: SELECT n1 FROM park, label: {ru: а, en: a}}\n  M007: {name: n3, definition: SELECT n2 FROM park, label: {ru: а, en: a}}\n  M008: {name: n4, definition: SELECT n3 FROM park, label: {ru: а, en: a}}\n  M009: {name: n5, definition: SELECT n4 FROM park, label: {ru: а, en: a}}\n  M010: {name: n6, definition: SELECT n5 FROM park, label: {ru: а, en: a}}\nreserved: [F007]"), Swap(BOOK, "languages:", "contract_version: v0.3\nlanguages:")]),
        (Rule::MetricGrain, vec![Swap(BOOK, "reserved: [F007]", "metrics:\n  M001: {name: owned_area, definition: SELECT SUM(ALL park.area) FROM owner JOIN park ON owner.owner_2_park = park, label: {ru: площадь, en: area}}\nreserved: [F007]"), Swap(BOOK, "inverse: owner_2_park, to_one: true", "inverse: owner_2_park"), Swap(BOOK, ", from_one: true", ""), Swap(BOOK, "languages:", "contract_version: v0.3\nlanguages:")]),
        (Rule::MetricPeriod, vec![Swap(BOOK, "reserved: [F007]", "metrics:\n  M001: {name: so_far, definition: SELECT COUNT(*) FROM park, cumulative: true, label: {ru: а, en: a}}\n  M002: {name: both, definition: SELECT COUNT(*) FROM park, time: park.period, cumulative: true, window: -3m, label: {ru: а, en: a}}\n  M003: {name: before, definition: SELECT COUNT(*) FROM park, time: park.area, offset: 1y, label: {ru: а, en: a}}\nreserved: [F007]"), Swap(BOOK, "languages:", "contract_version: v0.3\nlanguages:")]),
        (Rule::MetricVersion, vec![Swap(BOOK, "reserved: [F007]", "metrics:\n  M001: {name: parks, definition: SELECT COUNT(*) FROM park, label: {ru: парков, en: parks}}\nreserved: [F007]")]),
        (Rule::ExampleBroken, vec![Put(EXAMPLES, "examples:\n  - {ru: Научные, en: Science, intent: SELECT * FROM prk}\n  - {ru: Площадь, en: Area, intent: {ru: SELECT SUM(area) FROM park, en: SELECT MATCH('area')}}\n")]),
        (Rule::ExampleMissing, vec![Put(EXAMPLES, "examples:\n  - {ru: Парки, en: Parks, intent: SELECT * FROM park}\n")]),
        (Rule::ExampleLanguage, vec![Put(EXAMPLES, "examples:\n  - {en: Parks, intent: SELECT * FROM park}\n  - {ru: Все парки, en: All parks, intent: {ru: SELECT * FROM park}}\n")]),
        (Rule::ExampleTwice, vec![Put(EXAMPLES, "examples:\n  - {ru: Парки, en: Parks, intent: SELECT * FROM park}\n  - {ru: парки, en: 'parks ', intent: SELECT COUNT(*) FROM park}\n")]),
        (Rule::ToolLane, vec![Swap(TOOLS, "scenario: instance_search", "scenario: attributes_fetch")]),
        (Rule::GivenTwice, vec![Put(LOCK, TWICE)]),
        (Rule::ToolDrops, vec![Swap(TOOLS, "{says: query_text, type: string, required: true", "{says: query_text, type: string, on_unknown_value: drop, required: true")]),
        (Rule::AliasMoved, vec![Locked, Swap(BOOK, "alias: acc, ", ""), Swap(BOOK, "unit: km2", "unit: km2, alias: acc")]),
    ]
}

/// Rules tested elsewhere: about bytes in `hostile.rs`, about the state of the lock in `lock.rs`, about ontologies in
/// the tests of the import, about a live database in `drift.rs`, about documents in `documents.rs`.
const ELSEWHERE: &[Rule] = &[
    Rule::NotUtf8,
    Rule::TooLarge,
    Rule::MoreWarnings,
    Rule::LockStale,
    Rule::LockMissing,
    Rule::OntologySyntax,
    Rule::OntologyFormat,
    Rule::OntologyTooLarge,
    Rule::OntologyTooDeep,
    Rule::OntologyRemote,
    Rule::OntologyEmpty,
    Rule::OntologyEntity,
    Rule::ImportLock,
    Rule::OntologyClass,
    Rule::OverlayMisfit,
    Rule::TableMissing,
    Rule::ColumnMissing,
    Rule::ColumnType,
    Rule::NoKey,
    Rule::NoIndex,
    Rule::ValueUnlisted,
    Rule::ValuesOutOfForm,
    Rule::DocumentNotUtf8,
    Rule::DocumentTooLarge,
    Rule::FrontMatterMissing,
    Rule::FrontMatterBroken,
    Rule::DocumentTypeMissing,
    Rule::DocumentTypeUnlisted,
    Rule::DocumentDay,
    Rule::DocumentMetadata,
    Rule::DocumentLine,
];

fn apply(files: &mut Vec<(String, String)>, edit: &Edit) -> String {
    match edit {
        Swap(file, from, to) => {
            let (_, text) = files.iter_mut().find(|(name, _)| name == file).unwrap();
            assert!(text.contains(from), "{file} has no `{from}`");
            *text = text.replacen(from, to, 1);
            format!("{file}\n{}{}", lines('-', from), lines('+', to))
        }
        Put(file, text) => {
            files.push(((*file).to_owned(), (*text).to_owned()));
            format!("{file}\n{}", lines('+', text))
        }
        Locked => {
            let text = town_model().lock().artefact().text;
            files.push((LOCK.to_owned(), text));
            format!("{LOCK} as compiled\n")
        }
        Gone(file) => {
            files.retain(|(name, _)| name != file);
            format!("{file} removed\n")
        }
    }
}

fn lines(mark: char, text: &str) -> String {
    text.lines()
        .map(|line| format!("{mark} {line}\n"))
        .collect()
}

#[test]
fn each_rule_says_what_is_wrong() {
    for (rule, edits) in cases() {
        let doc = rule.doc();
        let mut files = town();
        let changes: String = edits.iter().map(|edit| apply(&mut files, edit)).collect();
        let (compilation, drawn) = check(&files);
        assert!(
            compilation
                .findings
                .iter()
                .any(|finding| finding.rule == rule),
            "{} does not speak:\n{changes}\n{drawn}",
            doc.id
        );
        let failed = compilation.worst() == Some(Severity::Error);
        assert_eq!(failed, compilation.model.is_none(), "{}", doc.id);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("{}-{}", doc.id, doc.slug), format!("{changes}\n{drawn}"));
        });
    }
}

#[test]
fn each_rule_has_a_case() {
    let covered: BTreeSet<&str> = (cases().iter().map(|(rule, _)| *rule))
        .chain(ELSEWHERE.iter().copied())
        .map(|rule| rule.doc().id)
        .collect();
    let all: BTreeSet<&str> = rules().iter().map(|doc| doc.id).collect();
    assert_eq!(covered, all);
}

#[test]
fn the_table_is_in_order_and_complete() {
    for pair in rules().windows(2) {
        assert!(
            pair[0].id < pair[1].id,
            "{} after {}",
            pair[1].id,
            pair[0].id
        );
    }
    let slugs: BTreeSet<&str> = rules().iter().map(|doc| doc.slug).collect();
    assert_eq!(slugs.len(), rules().len());
    for doc in rules() {
        assert!(doc.id.len() == 5 && doc.id.starts_with("CB"), "{}", doc.id);
        for text in [doc.what, doc.why, doc.example, doc.instead] {
            assert!(!text.is_empty(), "{}", doc.id);
        }
    }
}

#[test]
fn messages_keep_the_style() {
    for (_, edits) in cases() {
        let mut files = town();
        for edit in &edits {
            apply(&mut files, edit);
        }
        for finding in check(&files).0.findings {
            let message = &finding.message;
            assert!(
                !message.contains('\n') && !message.ends_with('.'),
                "{message}"
            );
            assert!(
                !message.starts_with(|letter: char| letter.is_ascii_uppercase()),
                "{message}"
            );
        }
    }
}

/// Keywords of the query language that carry no data.
#[test]
fn booleans_and_nulls_are_no_literals() {
    for words in [
        "ВЫБОР КОГДА &Счет = НЕОПРЕДЕЛЕНО ТОГДА ИСТИНА ИНАЧЕ ЛОЖЬ КОНЕЦ",
        "CASE WHEN &Счет = UNDEFINED THEN TRUE ELSE FALSE END",
        "ВЫБОР КОГДА &Счет ЕСТЬ NULL ТОГДА NULL ИНАЧЕ Истина КОНЕЦ",
    ] {
        let mut files = town();
        for file in [ROWS, ROWS_ASC] {
            apply(&mut files, &Swap(file, "&Счет", words));
        }
        assert_eq!(check(&files).1, "", "{words}");
    }
}

/// The start of a file is a poor place for a finding and the last resort.
#[test]
fn an_empty_text_is_shown_where_it_is_named() {
    let mut files = town();
    let (_, text) = files.iter_mut().find(|(name, _)| name == ROWS).unwrap();
    text.clear();
    let (compilation, drawn) = check(&files);
    for finding in &compilation.findings {
        let places = std::iter::once(&finding.primary).chain(&finding.secondary);
        for label in places {
            assert!(label.place.end > 0, "{drawn}");
        }
    }
    assert!(drawn.contains("starts with"), "{drawn}");
}

/// Consequences of a mistake are not reported as mistakes.
#[test]
fn one_mistake_is_few_findings() {
    for (from, to, most, first) in [
        // An unreadable field still exists.
        ("type: decimal, unit", "type: int, unit", 1, "CB013"),
        // A misspelt section.
        ("types:\n", "typs:\n", 1, "CB010"),
        // A misspelt type: each reference to it is one finding.
        ("  owner: {key", "  onwer: {key", 4, ""),
        ("name: town", "- name: town\nx: y", 2, ""),
    ] {
        let mut files = town();
        files.push((BINDINGS.to_owned(), TABLES.to_owned()));
        let book = files.iter_mut().find(|(name, _)| name == BOOK).unwrap();
        assert!(book.1.contains(from), "{from}");
        book.1 = book.1.replacen(from, to, 1);
        let (compilation, drawn) = check(&files);
        let errors = compilation.findings.iter();
        let errors: Vec<&str> = errors
            .filter(|one| one.severity() == Severity::Error)
            .map(|one| one.rule.doc().id)
            .collect();
        assert!(
            !errors.is_empty() && errors.len() <= most,
            "{to}: {errors:?}\n{drawn}"
        );
        assert!(errors[0].starts_with(first), "{to}: {errors:?}\n{drawn}");
    }
    // A codebook that is a list is one finding.
    let mut files = town();
    let book = files.iter_mut().find(|(name, _)| name == BOOK).unwrap();
    book.1 = "- name: town\n- version: 1\n".to_owned();
    let (compilation, drawn) = check(&files);
    assert_eq!(compilation.findings.len(), 1, "{drawn}");
}

/// A codebook can suppress warnings with a reason.
#[test]
fn what_is_ignored_is_kept_apart() {
    let mut files = town();
    let book = files.iter_mut().find(|(name, _)| name == BOOK).unwrap();
    book.1 = book.1.replace("{ru: парк, en: park}", "{en: park}");
    let (told, _) = check(&files);
    let book = files.iter_mut().find(|(name, _)| name == BOOK).unwrap();
    book.1
        .push_str("ignored: {CB034: the Russian labels come later, CD041: nobody says them}\n");
    let (ignored, drawn) = check(&files);
    assert!(ignored.findings.is_empty(), "{drawn}");
    assert_eq!(ignored.ignored.len(), told.findings.len());
    let model = ignored.model.unwrap();
    assert_eq!(model.ignores("CD041"), Some("nobody says them"));
    assert_eq!(model.ignores("CD042"), None);
}

#[test]
fn names_are_told_by_what_is_wrong_with_them() {
    let told = |from: &str, to: &str| {
        let mut files = town();
        let book = files.iter_mut().find(|(name, _)| name == BOOK).unwrap();
        assert!(book.1.contains(from), "{from}");
        book.1 = book.1.replacen(from, to, 1);
        check(&files).1
    };
    // Invisible characters are shown by number.
    let drawn = told("  F005:", "  F0\u{200b}05:");
    assert!(drawn.contains("has the character `U+200B`"), "{drawn}");
    // SQL reads a word that starts with a digit as a number.
    let drawn = told("path: park.area,", "path: park.area, alias: \"5x\",");
    assert!(drawn.contains("the alias `5x` is not one word"), "{drawn}");
    // The domain's tool contains the domain's name, and providers limit its length.
    let drawn = told("name: town", &format!("name: {}", "t".repeat(59)));
    assert!(drawn.contains("is longer than 58 letters"), "{drawn}");
    assert!(!told("name: town", &format!("name: {}", "t".repeat(58))).contains("longer"));
}
