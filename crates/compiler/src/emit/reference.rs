//! The reference page of a codebook, for people.

mod tools;

use cmec_decoder::language::{Operator, Part};
use cmec_decoder::tables::{FieldDef, Label, ScenarioDef, Tables};
use cmec_executor::catalogue::{AddressCatalogue, RecipeState};

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;

/// `<domain>.md`.
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
    page.push_str(&table(
        "Scenarios",
        &["scenario", "must have", "must not have", "defaults"],
        tables.scenarios.iter().map(|row| {
            let required: Vec<String> = row
                .required
                .iter()
                .map(|group| parts(&group.any_of, " or "))
                .collect();
            vec![
                format!("`{}` {}", row.scenario.code(), row.scenario.name()),
                required.join("; "),
                parts(&row.forbidden, ", "),
                defaults(row),
            ]
        }),
    ));
    if !tables.always.is_empty() {
        page.push_str(&table(
            "Always added",
            &["field", "operator", "values"],
            tables.always.iter().map(|filter| {
                let values: Vec<String> = filter.values.iter().map(|text| code(text)).collect();
                let operator = code(filter.operator.name());
                vec![code(&filter.field), operator, values.join(", ")]
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

/// What a scenario takes where nothing is said, other than the codebook's own limits.
fn defaults(row: &ScenarioDef) -> String {
    let output = row.default_output.map(|output| code(output.name()));
    let limit = row.default_limit.map(|limit| format!("limit {limit}"));
    let depth = row.default_depth.map(|depth| format!("depth {depth}"));
    let all: Vec<String> = [output, limit, depth].into_iter().flatten().collect();
    all.join(", ")
}

fn types(tables: &Tables) -> String {
    (tables.types.iter())
        .map(|ty| {
            let fields = tables
                .fields
                .iter()
                .filter(|field| field.type_name == ty.name);
            let heading = format!("Type `{}`", ty.name);
            let rows = table(
                &heading,
                &["code", "path", "type", "operators", "names"],
                fields.map(field),
            );
            let mut about = names(&ty.labels);
            if !ty.description.is_empty() {
                about.push_str(&format!("\n\n{}", ty.description));
            }
            // A type without fields still has its heading.
            match rows.split_once("\n\n|") {
                Some((heading, rows)) => format!("{heading}\n\n{about}\n\n|{rows}"),
                None => format!("\n## {heading}\n\n{about}\n"),
            }
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
        let values: Vec<String> = field
            .values
            .iter()
            .map(|value| code(&value.value))
            .collect();
        kind.push_str(&format!(": {}", values.join(", ")));
    }
    for (said, word) in [
        (field.array, "many"),
        (field.sortable, "sortable"),
        (field.groupable, "groupable"),
    ] {
        if said {
            kind.push_str(&format!(", {word}"));
        }
    }
    let operators: Vec<&str> = field
        .operators
        .iter()
        .map(|operator: &Operator| operator.code())
        .collect();
    vec![
        code(&field.code),
        code(&field.path),
        kind,
        operators.join(" "),
        names(&field.labels),
    ]
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
            let with = matched
                .with
                .iter()
                .map(|filter| format!(" with `{filter}`"));
            let without = matched
                .without
                .iter()
                .map(|filter| format!(" without `{filter}`"));
            let mut required = list(&recipe.required);
            if !recipe.required_any.is_empty() {
                required.push_str(&format!(" one of {}", list(&recipe.required_any)));
            }
            let state = match recipe.state {
                RecipeState::Runnable => "runnable",
                RecipeState::Planned => "planned",
            };
            vec![
                code(&recipe.id),
                format!(
                    "`{}` `{}`{}",
                    matched.scenario.code(),
                    matched.target_type,
                    with.chain(without).collect::<String>()
                ),
                required.trim().to_owned(),
                list(&recipe.optional),
                code(&recipe.template),
                state.to_owned(),
            ]
        }),
    )
}

/// A heading and a table; nothing when there are no rows.
fn table(heading: &str, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let rows: String = rows
        .map(|cells| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let rule = vec!["---"; columns.len()].join("|");
    format!(
        "\n## {heading}\n\n| {} |\n|{rule}|\n{rows}",
        columns.join(" | ")
    )
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn list<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| code(text.as_ref())).collect();
    texts.join(", ")
}

fn parts(parts: &[Part], joint: &str) -> String {
    let said = |part: &Part| match part {
        Part::TwoEnds => "two of `E` (or one and `tg`)".to_owned(),
        part => code(part.code()),
    };
    let parts: Vec<String> = parts.iter().map(said).collect();
    parts.join(joint)
}

fn names(labels: &[Label]) -> String {
    let names: Vec<String> = labels
        .iter()
        .map(|label| format!("{} ({})", label.text, label.language))
        .collect();
    names.join(", ")
}
