//! Source → `Tables`, the decoder's form. Runs only if no rule found an error.

use std::borrow::Cow;
use std::collections::HashSet;

use cmec_decoder::language::{Order, Scenario};
use cmec_decoder::tables::{
    CorpusDef, Deprecation, EnumValue, FieldDef, Indices, Label, List, PolicyRule, RelationDef,
    Requirement, ScenarioDef, TABLES_FORMAT, Tables, Text, ToolDef, ToolFilter, ToolParameter,
    ToolSort, TypeDef, UnknownValue, ValueNames,
};

use super::descriptions::shown;
use super::owned;
use crate::finding::Spanned;
use crate::lock::{Aliases, Lock};
use crate::source::codebook::Codebook;
use crate::source::core::{Core, ScenarioSource};
use crate::source::elements::{DeprecationSource, FieldSource, Labels, RelationSource, TypeSource};
use crate::source::limits;
use crate::source::policy::RuleSource;
use crate::source::retrieval::Retrieval;
use crate::source::rows::PrincipalSource;
use crate::source::tools::{ParameterSource, ToolSource, Tools};

/// `None` only if a required part is missing, which the rules have reported. Takes the codebook by value, because
/// copying its texts would cost as much as all the rules.
pub(crate) fn tables(
    core: &Core,
    codebook: Codebook,
    retrieval: Option<&Retrieval>,
    tools: Option<&Tools>,
    source_hash: String,
    locked: &Lock,
) -> Option<Tables> {
    let limits = limits::in_force(&core.limits, &codebook.limits)?;
    // The domain's rules come first, because the first match decides.
    let policy = (codebook.policy.rules.iter()).chain(&core.policy.rules);
    let policy = policy.map(policy_rule).collect();
    let principals = &codebook.policy.principals;
    let written = (codebook.policy.rows.iter()).flat_map(|of_type| &of_type.filters);
    let row_filters = written
        .map(|filter| {
            let field = codebook.field_at(filter.field.text());
            filter.filter(field.is_some_and(|field| field.array), principals)
        })
        .collect();
    let principals = principals.iter().map(PrincipalSource::principal).collect();
    // Scenarios that no lane answers are excluded; a clarification question is always possible.
    let lanes = codebook.lanes.iter().flat_map(|(_, scenarios)| scenarios);
    let mut served: HashSet<Scenario> = lanes.map(|scenario| scenario.value).collect();
    served.insert(Scenario::Clarify);
    let scenarios = (core.scenarios.iter())
        .filter(|row| served.contains(&row.scenario.value))
        .map(scenario_def)
        .collect();
    let languages: List<Text> = moved(codebook.languages);
    let types: Vec<TypeDef> = (codebook.types.into_iter())
        .map(|ty| type_def(ty, &languages))
        .collect();
    let fields: Vec<FieldDef> = (codebook.fields.into_iter())
        .map(|field| field_def(field, &languages, locked))
        .collect();
    let relations: Vec<RelationDef> = (codebook.relations.into_iter())
        .map(|relation| relation_def(relation, &languages, locked))
        .collect();
    let corpora: Vec<CorpusDef> = (retrieval.iter())
        .flat_map(|retrieval| corpora(retrieval, &languages))
        .collect();
    let mut tables = Tables {
        format: TABLES_FORMAT,
        name: text(codebook.name?),
        version: text(codebook.version?),
        contract_version: (codebook.contract_version)
            .map_or_else(Default::default, |said| said.value),
        source_hash: source_hash.into(),
        languages,
        indices: Indices::default(),
        types: types.into(),
        fields: fields.into(),
        relations: relations.into(),
        // Added later, since each is read over the other tables.
        metrics: Cow::Borrowed(&[]),
        reserved: moved(codebook.reserved),
        corpora: corpora.into(),
        scenarios,
        limits,
        policy,
        principals,
        row_filters,
        tools: (tools.into_iter())
            .flat_map(|tools| &tools.tools)
            .map(tool_def)
            .collect(),
    };
    tables.reindex();
    Some(tables)
}

/// The names allowed in `Q.cor`: document types and sets of them.
fn corpora(retrieval: &Retrieval, languages: &[Text]) -> Vec<CorpusDef> {
    let sets = retrieval.corpora.iter().map(|(name, _)| name);
    let names = retrieval.document_types.iter().chain(sets);
    names
        .map(|name| {
            let mut said = retrieval.labels.iter();
            let said = said.find(|(of, _)| of.value == name.value);
            let said = said.map(|(_, said)| labels(said.clone(), name.text(), languages));
            CorpusDef {
                labels: said.unwrap_or(Cow::Borrowed(&[])),
                name: owned(name),
            }
        })
        .collect()
}

fn type_def(ty: TypeSource, languages: &[Text]) -> TypeDef {
    TypeDef {
        key: ty.key.map(text),
        sql: ty.sql.map(text),
        sql_key: ty.sql_key.map(text),
        labels: labels(ty.labels, ty.name.text(), languages),
        name: text(ty.name),
        description: shown(&ty.description, languages),
        deprecated: ty.deprecated.map(deprecation),
    }
}

fn field_def(field: FieldSource, languages: &[Text], locked: &Lock) -> FieldDef {
    let folded = field.folded();
    let operators = field.allowed();
    let (type_name, name) = field.parts();
    let (type_name, name) = (type_name.to_owned(), name.to_owned());
    let given = (locked.fields.get(field.code.text())).map(|locked| &locked.aliases);
    let alias = alias(field.alias, given);
    let values = field.values.into_iter().flatten();
    let values = values.map(|value| EnumValue {
        labels: labels(value.labels, value.value.text(), languages),
        value: text(value.value),
        deprecated: value.deprecated.map(deprecation),
    });
    FieldDef {
        code: text(field.code),
        path: text(field.path),
        type_name: Cow::Owned(type_name),
        alias,
        sql: field.sql.map(text),
        value_type: field.value_type.value,
        value_names: ValueNames::default(),
        values: values.collect(),
        reference: field.reference.map(text),
        array: field.array,
        unit: field.unit.map(text),
        operators,
        sortable: field.sortable,
        groupable: field.groupable,
        ordered: field.ordered,
        folded,
        labels: labels(field.labels, &name, languages),
        name: Cow::Owned(name),
        description: shown(&field.description, languages),
        deprecated: field.deprecated.map(deprecation),
    }
}

/// The alias in the codebook, or else the one given before.
fn alias(said: Option<Spanned<String>>, given: Option<&Aliases>) -> Option<Text> {
    let given = || given?.current.clone();
    said.map(|alias| alias.value).or_else(given).map(Cow::Owned)
}

fn relation_def(relation: RelationSource, languages: &[Text], locked: &Lock) -> RelationDef {
    let given = (locked.relations.get(relation.code.text())).map(|locked| &locked.aliases);
    let alias = alias(relation.alias, given);
    RelationDef {
        code: text(relation.code),
        labels: labels(relation.labels, relation.name.text(), languages),
        name: text(relation.name),
        from: text(relation.from),
        to: text(relation.to),
        inverse: relation.inverse.map(text),
        to_one: relation.to_one,
        from_one: relation.from_one,
        alias,
        sql: relation.sql.map(text),
        description: shown(&relation.description, languages),
        deprecated: relation.deprecated.map(deprecation),
    }
}

pub(crate) fn scenario_def(row: &ScenarioSource) -> ScenarioDef {
    let requirement = |group: &Vec<Spanned<_>>| Requirement {
        any_of: group.iter().map(|part| part.value).collect(),
    };
    ScenarioDef {
        scenario: row.scenario.value,
        outputs: row.outputs.iter().map(|output| output.value).collect(),
        required: row.required.iter().map(requirement).collect(),
        forbidden: row.forbidden.iter().map(|part| part.value).collect(),
        default_limit: row.default_limit.as_ref().map(|limit| limit.value),
        default_depth: row.default_depth.as_ref().map(|depth| depth.value),
    }
}

fn policy_rule(rule: &RuleSource) -> PolicyRule {
    PolicyRule {
        class: rule.class,
        fields: rule.fields.iter().map(owned).collect(),
        action: rule.action.value,
    }
}

fn tool_def(tool: &ToolSource) -> ToolDef {
    ToolDef {
        name: owned(&tool.name),
        description: owned(&tool.description),
        scenario: tool.scenario.value,
        without_filters: tool.without_filters.as_ref().map(|scenario| scenario.value),
        output: tool.output.as_ref().map(|output| output.value),
        target: tool.target.as_ref().map(owned),
        limit: tool.limit.as_ref().map(|limit| limit.value),
        sort: tool.sorted_by().map(tool_sort).collect(),
        fields: tool.fields.iter().map(owned).collect(),
        parameters: tool.parameters.iter().map(tool_parameter).collect(),
    }
}

fn tool_sort((path, said): (&str, &Spanned<String>)) -> ToolSort {
    ToolSort {
        field: path.to_owned().into(),
        order: match said.text().starts_with('-') {
            true => Order::Desc,
            false => Order::Asc,
        },
    }
}

fn tool_parameter(parameter: &ParameterSource) -> ToolParameter {
    let filter = parameter.field.as_ref().zip(parameter.operator.as_ref());
    ToolParameter {
        name: owned(&parameter.name),
        filter: filter.map(|(field, operator)| ToolFilter {
            field: owned(field),
            operator: operator.value,
        }),
        json_type: parameter.json_type.value,
        description: optional(parameter.description.clone()),
        required: parameter.required,
        on_unknown_value: (parameter.on_unknown_value.as_ref())
            .map_or(UnknownValue::Ask, |said| said.value),
        lower_bound_of: parameter.lower_bound_of.as_ref().map(owned),
    }
}

/// One label per declared language that has a name or synonyms; a missing label is replaced by the element's name.
pub(super) fn labels(mut labels: Labels, own: &str, languages: &[Text]) -> List<Label> {
    languages
        .iter()
        .filter_map(|language| {
            let name = said_in(&mut labels.names, language);
            let synonyms = said_in(&mut labels.synonyms, language);
            if name.is_none() && synonyms.is_none() {
                return None;
            }
            Some(Label {
                language: language.clone(),
                text: name.map_or_else(|| Cow::Owned(own.to_owned()), text),
                synonyms: synonyms.map_or(Cow::Borrowed(&[]), moved),
            })
        })
        .collect()
}

/// Takes the text in a language.
fn said_in<T>(said: &mut Vec<(Spanned<String>, T)>, wanted: &str) -> Option<T> {
    let mut languages = said.iter().map(|(language, _)| language);
    let at = languages.position(|language| language.value == wanted)?;
    Some(said.swap_remove(at).1)
}

pub(super) fn deprecation(said: DeprecationSource) -> Deprecation {
    Deprecation {
        since: text(said.since),
        instead: said.instead.map(text),
    }
}

pub(super) fn text(text: Spanned<String>) -> Text {
    Cow::Owned(text.value)
}

fn optional(said: Option<Spanned<String>>) -> Text {
    said.map_or(Cow::Borrowed(""), text)
}

fn moved(list: Vec<Spanned<String>>) -> List<Text> {
    list.into_iter().map(text).collect()
}
