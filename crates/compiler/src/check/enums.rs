//! Checks that exactly the enums have values and that no synonym names two of them.

use std::collections::HashMap;

use cmec_decoder::language::ValueType;
use cmec_decoder::letters::folded;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::elements::ValueSource;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let at = field.value_type.place;
        let is_enum = field.value_type.value == ValueType::Enum;
        match &field.values {
            Some(values) if is_enum && !values.is_empty() => ambiguous(values, findings),
            Some(_) if !is_enum => {
                let message = format!("field `{}` lists values and is no enum", field.code);
                tell(findings, Rule::ValuesWithoutEnum, at, message)
                    .help("write `type: enum`, or remove `values`");
            }
            _ if is_enum => {
                let message = format!("enum `{}` lists no values", field.code);
                tell(findings, Rule::EnumWithoutValues, at, message)
                    .help("add `values: [one, other]`");
            }
            _ => {}
        }
    }
}

/// Reports a name, label or synonym shared by two values.
fn ambiguous(values: &[ValueSource], findings: &mut Vec<Finding>) {
    let mut names: HashMap<String, (&str, &Spanned<String>)> = HashMap::new();
    for value in values {
        let name = &value.value;
        names.insert(folded(name.text()), (name.text(), name));
    }
    for value in values {
        let labels = value.labels.names.iter().map(|(_, name)| name);
        let synonyms = value.labels.synonyms.iter().flat_map(|(_, names)| names);
        for name in labels.chain(synonyms) {
            let own = folded(name.text());
            match names.get(&own) {
                Some((other, first)) if *other != value.value.value => {
                    let message = format!("`{name}` names two values");
                    tell(findings, Rule::AmbiguousValue, name.place, message)
                        .label(format!("here `{}`", value.value))
                        .also(first.place, format!("here `{other}`"))
                        .help("keep it for one of them");
                }
                Some(_) => {}
                None => {
                    names.insert(own, (value.value.text(), name));
                }
            }
        }
    }
}
