//! Enums have values, only enums have them, and no synonym names two.

use std::collections::HashMap;

use cmec_decoder::language::ValueType;

use crate::finding::{Finding, Rule, Spanned};
use crate::source::Source;
use crate::source::elements::{FieldSource, ValueSource};

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let is_enum = field.value_type.value == ValueType::Enum;
        match &field.values {
            None if is_enum => findings.push(without(field)),
            Some(values) if is_enum && values.is_empty() => findings.push(without(field)),
            Some(values) if is_enum => ambiguous(values, findings),
            Some(_) => findings.push(
                Finding::new(
                    Rule::ValuesWithoutEnum,
                    field.value_type.place,
                    format!("field `{}` lists values and is no enum", field.code.value),
                )
                .help("write `type: enum`, or remove `values`"),
            ),
            None => {}
        }
    }
}

fn without(field: &FieldSource) -> Finding {
    Finding::new(
        Rule::EnumWithoutValues,
        field.value_type.place,
        format!("enum `{}` lists no values", field.code.value),
    )
    .help("add `values: [one, other]`")
}

/// A value, its labels and its synonyms all name it; none of them may name another value too.
fn ambiguous(values: &[ValueSource], findings: &mut Vec<Finding>) {
    let mut names: HashMap<String, (&str, &Spanned<String>)> = HashMap::new();
    for value in values {
        names.insert(
            value.value.value.to_lowercase(),
            (value.value.text(), &value.value),
        );
    }
    for value in values {
        let labels = value.labels.names.iter().map(|(_, name)| name);
        let synonyms = value.labels.synonyms.iter().flat_map(|(_, names)| names);
        for name in labels.chain(synonyms) {
            let folded = name.value.to_lowercase();
            match names.get(&folded) {
                Some((other, first)) if *other != value.value.value => findings.push(
                    Finding::new(
                        Rule::AmbiguousValue,
                        name.place,
                        format!("`{}` names two values", name.value),
                    )
                    .label(format!("here `{}`", value.value.value))
                    .also(first.place, format!("here `{other}`"))
                    .help("keep it for one of them"),
                ),
                Some(_) => {}
                None => {
                    names.insert(folded, (value.value.text(), name));
                }
            }
        }
    }
}
