//! A codebook of so many fields, with everything a field can have in about the proportions of the shipped ones.

use std::fmt::Write as _;

/// Fields of one type.
const FIELDS: usize = 20;

/// `codebook.yaml` with so many fields, a type for every twenty of them, and a relation and its inverse for each type.
pub(crate) fn codebook(fields: usize) -> String {
    with_types(fields, fields.div_ceil(FIELDS))
}

/// The same with so many types.
pub(crate) fn with_types(fields: usize, types: usize) -> String {
    let each = fields.div_ceil(types);
    let mut text = String::from(
        "name: large\nversion: 1.0.0\nlanguages: [ru, en]\nlanes: {structured: [instance_search, relation_query, aggregation]}\ntypes:\n",
    );
    for ty in 0..types {
        let first = ty * each;
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            text,
            "  kind{ty}: {{key: field{first}, label: {{ru: вид {ty}, en: kind {ty}}}, synonyms: {{en: [sort {ty}]}}}}"
        );
    }
    text.push_str("fields:\n");
    for field in 0..fields {
        let ty = field / each;
        let _ = write!(text, "  F{field:03}: {{path: kind{ty}.field{field}, ");
        let _ = match field % 10 {
            0 => write!(text, "type: string, sortable: true"),
            1 => write!(text, "type: decimal, unit: RUB"),
            2 => write!(text, "type: date, sortable: true"),
            3 => write!(
                text,
                "type: enum, groupable: true, values: [red, white, rose]"
            ),
            4 => write!(text, "type: reference, reference: kind{}", (ty * 7) % types),
            5 => write!(text, "type: string, array: true, operators: [contains, in]"),
            6 => write!(text, "type: integer, synonyms: {{en: [number {field}]}}"),
            7 => write!(text, "type: text, description: What is said of it."),
            8 => write!(text, "type: boolean"),
            _ => write!(text, "type: datetime"),
        };
        let _ = writeln!(text, ", label: {{ru: поле {field}, en: field {field}}}}}");
    }
    text.push_str("relations:\n");
    for ty in 0..types {
        let other = (ty + 1) % types;
        for (code, from, to) in [(2 * ty, ty, other), (2 * ty + 1, other, ty)] {
            let inverse = code ^ 1;
            let _ = writeln!(
                text,
                "  R{code:03}: {{name: leads{code}, from: kind{from}, to: kind{to}, inverse: leads{inverse}, label: {{ru: ведёт {code}, en: leads {code}}}}}"
            );
        }
    }
    text
}
