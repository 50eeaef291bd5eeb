//! The reference page of a codebook, for people.

mod tools;

use std::collections::HashMap;

use cmec_decoder::definition::definition_text;
use cmec_decoder::language::Part;
use cmec_decoder::tables::{Deprecation, FieldDef, Label, RowValue, ScenarioDef, Tables};
use cmec_executor::catalogue::AddressCatalogue;

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;
use crate::text::joined;
use crate::words;

pub(super) fn reference(checked: &Checked) -> Artefact {
    let tables = checked.tables();
    let mut page = format!("# Codebook `{}` {}\n", checked.name(), tables.version);
    page.push_str(&types(tables));
    page.push_str(&table(
        "Relations",
        &["code", "relation", "from", "to", "names"],
        tables.relations.iter().map(|relation| {
            vec![
                code(&relation.code),
                code(&relation.name),
                code(&relation.from),
                code(&relation.to),
                names(&relation.labels),
            ]
        }),
    ));
    if !tables.metrics.is_empty() {
        page.push_str(&table(
            "Metrics",
            &["code", "metric", "definition", "unit", "names"],
            tables.metrics.iter().map(|metric| {
                vec![
                    code(&metric.code),
                    code(&metric.name),
                    code(&definition_text(metric, tables)),
                    metric.unit.as_deref().unwrap_or_default().to_owned(),
                    names(&metric.labels) + &since(metric.deprecated.as_ref()),
                ]
            }),
        ));
    }
    page.push_str(&table(
        "Scenarios",
        &["scenario", "must have", "must not have", "defaults"],
        tables.scenarios.iter().map(|row| {
            let required = row.required.iter();
            vec![
                format!("`{}` {}", row.scenario.code(), row.scenario.name()),
                joined(required.map(|group| parts(&group.any_of, " or ")), "; "),
                parts(&row.forbidden, ", "),
                defaults(row),
            ]
        }),
    ));
    if !tables.row_filters.is_empty() {
        page.push_str(&table(
            "Rows that may be seen",
            &["field", "operator", "is"],
            tables.row_filters.iter().map(|filter| {
                let operator = code(filter.operator.name());
                let is = match &filter.is {
                    RowValue::Constant(values) => list(values),
                    RowValue::Principal(name) => format!("principal {}", code(name)),
                };
                vec![code(&filter.field), operator, is]
            }),
        ));
    }
    if let Some(address) = &checked.catalogue().address {
        page.push_str(&recipes(address));
    }
    if let Some(retrieval) = &checked.catalogue().retrieval {
        page.push_str(&table(
            "Retrieval profiles",
            &["kind", "mode", "document types", "top_k"],
            retrieval.profiles.iter().map(|profile| {
                vec![
                    code(profile.kind.name()),
                    profile.mode.name().to_owned(),
                    list(&profile.type_in),
                    profile.top_k.to_string(),
                ]
            }),
        ));
    }
    page.push_str(&tools::tools(tables));
    page.push_str(&tools::profiles(tables));
    Artefact {
        path: format!("{}.md", checked.name()),
        text: page,
    }
}

/// The defaults of a scenario that differ from the codebook's limits.
fn defaults(row: &ScenarioDef) -> String {
    let output = row.default_output().map(|output| code(output.name()));
    let limit = row.default_limit.map(|limit| format!("limit {limit}"));
    let depth = row.default_depth.map(|depth| format!("depth {depth}"));
    joined([output, limit, depth].into_iter().flatten(), ", ")
}

fn types(tables: &Tables) -> String {
    let mut of_types: HashMap<&str, Vec<&FieldDef>> = HashMap::new();
    for field in tables.fields.iter() {
        of_types.entry(&field.type_name).or_default().push(field);
    }
    (tables.types.iter())
        .map(|ty| {
            let fields = of_types.remove(ty.name.as_ref()).unwrap_or_default();
            let columns = ["code", "path", "type", "operators", "names"];
            let mut about = names(&ty.labels);
            if !ty.description.is_empty() {
                about.push_str(&format!("\n\n{}", ty.description));
            }
            if let Some(deprecated) = &ty.deprecated {
                about.push_str(&format!("\n\nThe type is {deprecated}."));
            }
            // A type without fields still gets a heading.
            let rows = rows(&columns, fields.into_iter().map(field)).unwrap_or_default();
            format!("\n## Type `{}`\n\n{about}\n{rows}", ty.name)
        })
        .collect()
}

fn field(field: &FieldDef) -> Vec<String> {
    let mut kind = field.value_type.name().to_owned();
    if let Some(unit) = &field.unit {
        kind.push_str(&format!(", {unit}"));
    }
    if let Some(reference) = &field.reference {
        kind.push_str(&format!(" to `{reference}`"));
    }
    if !field.values.is_empty() {
        let values = (field.values.iter())
            .map(|value| format!("{}{}", code(&value.value), since(value.deprecated.as_ref())));
        kind.push_str(&format!(": {}", joined(values, ", ")));
    }
    for (said, word) in [
        (field.array, "many"),
        (field.sortable, "sortable"),
        (field.groupable, "groupable"),
        (field.ordered, "ordered"),
        (field.folded, "case folded"),
    ] {
        if said {
            kind.push_str(&format!(", {word}"));
        }
    }
    let operators = field.operators.iter().map(|operator| operator.code());
    vec![
        code(&field.code),
        code(&field.path),
        kind,
        joined(operators, " "),
        names(&field.labels) + &since(field.deprecated.as_ref()),
    ]
}

/// A deprecation note in brackets.
fn since(deprecated: Option<&Deprecation>) -> String {
    deprecated.map_or_else(String::new, |deprecated| format!(" ({deprecated})"))
}

fn recipes(address: &AddressCatalogue) -> String {
    let columns = [
        "recipe", "answers", "required", "optional", "template", "state",
    ];
    table(
        "Recipes",
        &columns,
        address.recipes.iter().map(|recipe| {
            let matched = &recipe.matches;
            let (scenario, target) = (matched.scenario.code(), &matched.target_type);
            let with = (matched.with.iter()).map(|filter| format!(" with `{filter}`"));
            let without = (matched.without.iter()).map(|filter| format!(" without `{filter}`"));
            let filters: String = with.chain(without).collect();
            let mut required = list(&recipe.required);
            if !recipe.required_any.is_empty() {
                required.push_str(&format!(" one of {}", list(&recipe.required_any)));
            }
            vec![
                code(&recipe.id),
                format!("`{scenario}` `{target}`{filters}"),
                required.trim().to_owned(),
                list(&recipe.optional),
                code(&recipe.template),
                words::name(recipe.state).to_owned(),
            ]
        }),
    )
}

/// A heading and a table; empty without rows.
fn table(heading: &str, columns: &[&str], cells: impl Iterator<Item = Vec<String>>) -> String {
    rows(columns, cells).map_or_else(String::new, |rows| format!("\n## {heading}\n{rows}"))
}

/// A table; `None` without rows.
fn rows(columns: &[&str], cells: impl Iterator<Item = Vec<String>>) -> Option<String> {
    let rows: String = cells
        .map(|cells| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        })
        .collect();
    let (columns, rule) = (columns.join(" | "), vec!["---"; columns.len()].join("|"));
    (!rows.is_empty()).then(|| format!("\n| {columns} |\n|{rule}|\n{rows}"))
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn list<T: AsRef<str>>(texts: &[T]) -> String {
    joined(texts.iter().map(|text| code(text.as_ref())), ", ")
}

fn parts(parts: &[Part], joint: &str) -> String {
    let said = |part: &Part| match part {
        Part::TwoEnds => "two of `E` (or one and `tg`)".to_owned(),
        part => code(part.code()),
    };
    joined(parts.iter().map(said), joint)
}

fn names(labels: &[Label]) -> String {
    let names = labels.iter();
    joined(
        names.map(|label| format!("{} ({})", label.text, label.language)),
        ", ",
    )
}
