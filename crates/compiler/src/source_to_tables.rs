//! Source → `Tables`, the decoder's form. Called when no rule found an error.

use std::borrow::Cow;

use cmec_decoder::tables::{
    EnumValue, FieldDef, Label, List, PolicyRule, RelationDef, Requirement, ScenarioDef,
    TABLES_FORMAT, Tables, Text, TypeDef,
};

use crate::finding::Spanned;
use crate::lock::Lock;
use crate::source::Source;
use crate::source::core::ScenarioSource;
use crate::source::elements::{FieldSource, Labels, RelationSource, TypeSource};
use crate::source::limits;
use crate::source::policy::RuleSource;

/// `None` only when something a rule demands is missing, which the rules have then said.
pub(crate) fn tables(source: &Source, source_hash: String, lock: &Lock) -> Option<Tables> {
    let codebook = &source.codebook;
    let languages: Vec<&str> = codebook.languages.iter().map(Spanned::text).collect();
    let types: Vec<TypeDef> = codebook
        .types
        .iter()
        .map(|ty| type_def(ty, &languages))
        .collect();
    let fields: Vec<FieldDef> = codebook
        .fields
        .iter()
        .map(|field| FieldDef {
            alias: (lock.fields.get(&field.code.value))
                .and_then(|locked| locked.aliases.current.clone())
                .map(Cow::Owned),
            ..field_def(field, &languages)
        })
        .collect();
    let relations: Vec<RelationDef> = codebook
        .relations
        .iter()
        .map(|relation| RelationDef {
            alias: (lock.relations.get(&relation.code.value))
                .and_then(|locked| locked.aliases.current.clone())
                .map(Cow::Owned),
            ..relation_def(relation, &languages)
        })
        .collect();
    let corpora: Vec<Text> = (source.retrieval.iter())
        .flat_map(|retrieval| {
            let corpora = retrieval.corpora.iter().map(|(name, _)| name);
            retrieval.document_types.iter().chain(corpora)
        })
        .map(text)
        .collect();
    // The domain's rules stand first: the first that fits decides.
    let policy = codebook
        .policy
        .rules
        .iter()
        .chain(&source.core.policy.rules);
    let mut tables = Tables {
        format: TABLES_FORMAT,
        name: text(codebook.name.as_ref()?),
        version: text(codebook.version.as_ref()?),
        source_hash: source_hash.into(),
        languages: texts(&codebook.languages),
        type_slots: Cow::Borrowed(&[]),
        field_slots: Cow::Borrowed(&[]),
        path_slots: Cow::Borrowed(&[]),
        relation_slots: Cow::Borrowed(&[]),
        relation_name_slots: Cow::Borrowed(&[]),
        spelling_slots: Cow::Borrowed(&[]),
        relation_spelling_slots: Cow::Borrowed(&[]),
        enum_values: Cow::Borrowed(&[]),
        value_slots: Cow::Borrowed(&[]),
        types: types.into(),
        fields: fields.into(),
        relations: relations.into(),
        reserved: texts(&codebook.reserved),
        corpora: corpora.into(),
        scenarios: source.core.scenarios.iter().map(scenario_def).collect(),
        limits: limits::in_force(&source.core.limits, &codebook.limits)?,
        policy: policy.map(policy_rule).collect(),
    };
    tables.lay_slots();
    Some(tables)
}

fn type_def(ty: &TypeSource, languages: &[&str]) -> TypeDef {
    TypeDef {
        name: text(&ty.name),
        key: ty.key.as_ref().map(text),
        labels: labels(&ty.labels, &ty.name, languages),
        description: optional(ty.description.as_ref()),
    }
}

fn field_def(field: &FieldSource, languages: &[&str]) -> FieldDef {
    let name = Spanned::new(field.name.clone(), field.path.place);
    let values = field.values.iter().flatten().map(|value| EnumValue {
        value: text(&value.value),
        labels: labels(&value.labels, &value.value, languages),
    });
    FieldDef {
        code: text(&field.code),
        path: text(&field.path),
        type_name: Cow::Owned(field.type_name.clone()),
        name: text(&name),
        alias: None,
        value_type: field.value_type.value,
        values: values.collect(),
        reference: field.reference.as_ref().map(text),
        array: field.array,
        unit: field.unit.as_ref().map(text),
        operators: field.allowed().into(),
        sortable: field.sortable,
        groupable: field.groupable,
        labels: labels(&field.labels, &name, languages),
        description: optional(field.description.as_ref()),
    }
}

fn relation_def(relation: &RelationSource, languages: &[&str]) -> RelationDef {
    RelationDef {
        code: text(&relation.code),
        name: text(&relation.name),
        from: text(&relation.from),
        to: text(&relation.to),
        inverse: relation.inverse.as_ref().map(text),
        alias: None,
        labels: labels(&relation.labels, &relation.name, languages),
        description: optional(relation.description.as_ref()),
    }
}

pub(crate) fn scenario_def(row: &ScenarioSource) -> ScenarioDef {
    let requirement = |group: &Vec<Spanned<_>>| Requirement {
        any_of: group.iter().map(|part| part.value).collect(),
    };
    ScenarioDef {
        scenario: row.scenario.value,
        default_output: row.default_output.as_ref().map(|output| output.value),
        required: row.required.iter().map(requirement).collect(),
        forbidden: row.forbidden.iter().map(|part| part.value).collect(),
        default_limit: row.default_limit.as_ref().map(|limit| limit.value),
        default_depth: row.default_depth.as_ref().map(|depth| depth.value),
    }
}

fn policy_rule(rule: &RuleSource) -> PolicyRule {
    PolicyRule {
        class: rule.class,
        fields: texts(&rule.fields),
        action: rule.action.value,
    }
}

/// One label per declared language that has a name or synonyms; a missing name is the element's own.
fn labels(labels: &Labels, own: &Spanned<String>, languages: &[&str]) -> List<Label> {
    languages
        .iter()
        .filter_map(|language| {
            let name = labels
                .names
                .iter()
                .find(|(said, _)| said.value == *language);
            let synonyms = labels
                .synonyms
                .iter()
                .find(|(said, _)| said.value == *language);
            if name.is_none() && synonyms.is_none() {
                return None;
            }
            Some(Label {
                language: Cow::Owned((*language).to_owned()),
                text: text(name.map_or(own, |(_, name)| name)),
                synonyms: synonyms.map_or(Cow::Borrowed(&[]), |(_, list)| texts(list)),
            })
        })
        .collect()
}

fn text(text: &Spanned<String>) -> Text {
    Cow::Owned(text.value.clone())
}

fn optional(said: Option<&Spanned<String>>) -> Text {
    said.map_or(Cow::Borrowed(""), text)
}

fn texts(list: &[Spanned<String>]) -> List<Text> {
    list.iter().map(text).collect()
}
