//! Metrics named after a value: `COUNT(*) AS red` over all wines looks like the number of red wines.

use crate::contract::{Condition, Constraints};
use crate::draft::DraftAggregation;
use crate::finding::registry;
use crate::language::{ValueType, given_names};
use crate::letters::folded;
use crate::resolve::context::Context;
use crate::resolve::notes::Notes;
use crate::resolve::scope::Scope;
use crate::tables::{FieldDef, Label};
use crate::typed_value::called;

/// Reports metrics that are named after an enum value or a boolean field that no filter and no grouping uses.
pub(crate) fn check_metric_names<'a>(
    context: &Context<'a>,
    scope: &Scope<'a>,
    notes: &mut Notes<'a>,
    said: &DraftAggregation<'a>,
    constraints: &Constraints<'a>,
) {
    let Some(numbers) = &constraints.aggregation else {
        return;
    };
    let conditions = constraints.filters.iter().flat_map(Condition::filters);
    let paths = conditions.map(|filter| given_names::at_place(&filter.field).1);
    let mut asked: Vec<&str> = paths.collect();
    asked.extend(
        numbers
            .group_by
            .iter()
            .map(|path| given_names::at_place(path).1),
    );
    let aliases = said.metrics.iter().map(|own| own.value.alias.as_ref());
    for word in aliases.flatten() {
        let own = numbers.metrics.iter().find(|own| own.alias == word.value);
        let over = own.and_then(|own| own.field.as_deref());
        let fields = context.tables.fields.iter();
        let mut of_types = fields.filter(|field| scope.about.types.contains(&field.type_name));
        let is_meant = |field: &&FieldDef| {
            is_called(field, &word.value)
                && !asked.contains(&field.path.as_ref())
                && over != Some(field.path.as_ref())
        };
        let Some(field) = of_types.find(is_meant) else {
            continue;
        };
        notes.report(&registry::COUNT_OF_WHAT, word.span, |finding| {
            let (name, path) = (&word.value, &field.path);
            let message = format!("a number is called `{name}`, and `{path}` is not asked for");
            let help = "filter by it, or give the number another name";
            finding.explain(message, help)
        });
    }
}

/// `true` if a text is a name of an enum value of the field, or of the boolean field itself.
fn is_called(field: &FieldDef, text: &str) -> bool {
    match field.value_type {
        ValueType::Enum => called(field, text).is_some(),
        ValueType::Boolean => {
            let mut names = field.labels.iter().flat_map(Label::names);
            folded(&field.name) == folded(text) || names.any(|own| folded(own) == folded(text))
        }
        _ => false,
    }
}
