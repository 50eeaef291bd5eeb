//! Checks tables, their keys and the columns of fields.

use cmec_decoder::language::ValueType;
use cmec_executor::catalogue::KeyType;
use cmec_executor::database_schema::{
    ColumnSchema, StoredType, TableKind, TableSchema, vector_dimension,
};

use super::live::{Live, declared};
use crate::finding::{Place, Remarks, Rule, tell};
use crate::source::bindings::{Bindings, ColumnSource, TypeBindingSource};
use crate::source::codebook::Codebook;
use crate::source::elements::FieldSource;

/// Largest number of values that a finding names.
const NAMED: usize = 5;

pub(super) fn check(codebook: &Codebook, bindings: &Bindings, live: &mut Live<'_, '_>) {
    for binding in &bindings.types {
        let ty = &binding.name;
        let breaks = format!("every question about `{ty}` fails");
        let Some(table) = live.known_table(&binding.table, &breaks) else {
            continue;
        };
        key(binding, table, &breaks, live);
        embedding(binding, table, live);
        for column in &binding.label {
            live.known_column(table, column, &breaks);
        }
        for column in &binding.columns {
            let Some(field) = codebook.field_at(&format!("{ty}.{}", column.field)) else {
                continue;
            };
            field_column(binding, (field, column), table, live);
        }
    }
}

fn key<'s>(
    binding: &TypeBindingSource,
    table: &'s TableSchema,
    breaks: &str,
    live: &mut Live<'s, '_>,
) {
    let mut columns = Vec::new();
    for said in &binding.key {
        let Some(column) = live.known_column(table, said, breaks) else {
            return;
        };
        if binding.key.len() == 1 {
            key_column(binding, (table, column, said.place), breaks, live);
        }
        columns.push(column);
    }
    for (column, _) in &binding.only {
        live.known_column(table, column, breaks);
    }
    let first = binding.key.first();
    if let Some(first) = first.filter(|_| !live.is_key(table, &columns)) {
        let names: Vec<&str> = columns.iter().map(|own| own.name.as_str()).collect();
        let (names, name, of) = (names.join(", "), &table.name, &binding.name);
        let (message, help) = match table.kind {
            TableKind::Foreign => (
                format!("`{name}` has rows of other servers, over which no key can be declared"),
                "see that the servers share no value of the key, as partitions by it do",
            ),
            TableKind::Table | TableKind::View => (
                format!("the key `{names}` of `{name}` can be empty, or be in several rows"),
                "name its primary key, or what is not empty and has a unique index",
            ),
        };
        tell(live.findings, Rule::NoKey, first.place, message)
            .label(format!(
                "rows with the same `{names}` are taken for one `{of}`"
            ))
            .help(help);
    }
}

/// The single key column: an integer, a text, or the type in its binding.
fn key_column(
    binding: &TypeBindingSource,
    (table, column, place): (&TableSchema, &ColumnSchema, Place),
    breaks: &str,
    live: &mut Live<'_, '_>,
) {
    let is_comparable = match column.stored {
        Some(StoredType::Integer | StoredType::Decimal | StoredType::Text) => true,
        // SQLite compares stored values, whatever the declared type.
        None => !live.strict,
        Some(StoredType::Boolean | StoredType::Date | StoredType::Datetime) => false,
    };
    let declared = declared(column, table);
    if !is_comparable {
        let message = format!("the key {declared}, and keys are numbers or texts");
        tell(live.findings, Rule::ColumnType, place, message).label(breaks);
    }
    let key_type = binding.key_type.as_ref().map(|said| said.value);
    let is_uuid = live.strict && column.declared == "uuid";
    if is_uuid != (key_type == Some(KeyType::Uuid)) && (is_uuid || live.strict) {
        let no = if is_uuid { "" } else { "no " };
        let message = format!("the key {declared}, and its binding needs {no}`key_type: uuid`");
        tell(live.findings, Rule::ColumnType, place, message).label(breaks);
    }
}

/// Checks the embedding column and the dimension of its vectors.
fn embedding<'s>(binding: &TypeBindingSource, table: &'s TableSchema, live: &mut Live<'s, '_>) {
    let Some(own) = &binding.embedding else {
        return;
    };
    let breaks = format!("every search by meaning in `{}` fails", binding.name);
    let Some(column) = live.known_column(table, &own.column, &breaks) else {
        return;
    };
    let dimension = vector_dimension(&column.declared);
    let said = own.dimension.value;
    if live.strict && dimension != Some(said) {
        let declared = declared(column, table);
        let message = format!("the column {declared}, and its vectors have {said} numbers");
        let place = own.dimension.place;
        tell(live.findings, Rule::ColumnType, place, message).label(breaks);
    }
}

/// Checks that the column of a field exists, has the right type, and holds only listed enum values.
fn field_column<'s>(
    binding: &TypeBindingSource,
    (field, bound): (&FieldSource, &ColumnSource),
    own: &'s TableSchema,
    live: &mut Live<'s, '_>,
) {
    let path = &field.path;
    let breaks = format!("every question that names `{path}` fails");
    let table = match &bound.values {
        None => own,
        Some((table, owner)) => {
            let Some(table) = live.known_table(table, &breaks) else {
                return;
            };
            if let (Some(owns), Some(key)) = (
                live.known_column(table, owner, &breaks),
                live.column(own, binding.key.first().map_or("", |key| key.text())),
            ) {
                let ends = [(table, owns), (own, key)];
                super::keys::joins(ends, owner.place, &format!("`{path}`"), live);
                if !field.array && !live.is_key(table, &[owns]) {
                    let (of, owner_name) = (&table.name, &owns.name);
                    let has = format!("`{of}` can have several rows of one `{owner_name}`");
                    let message = format!("`{path}` has one value, and {has}");
                    tell(live.findings, Rule::NoKey, owner.place, message)
                        .label(&*breaks)
                        .help("make the field an `array`, or give the column a unique index");
                }
            }
            table
        }
    };
    let Some(column) = live.known_column(table, &bound.column, &breaks) else {
        return;
    };
    let place = bound.column.place;
    if !fits(field, column, bound.values.is_some(), live.strict) {
        let list = if field.array { "a list of " } else { "" };
        let kind = format!("{list}`{}`", field.value_type.value.name());
        let declared = declared(column, table);
        let message = format!("`{path}` is {kind}, and the column {declared}");
        tell(live.findings, Rule::ColumnType, place, message)
            .label(&*breaks)
            .also(field.value_type.place, "the type of the field");
        return;
    }
    if let Some(count) = live.out_of_form.get(path.text()) {
        let kind = field.value_type.value.name();
        let (name, of) = (&column.name, &table.name);
        let message =
            format!("the column `{name}` of `{of}` has values that are no `{kind}`: {count}");
        tell(live.findings, Rule::ValuesOutOfForm, place, message)
            .label("they count as missing in every answer")
            .also(field.value_type.place, "the type of the field")
            .help("mend the rows, or give the field another type");
    }
    if let Some(listed) = &field.values {
        let unlisted = column.values.iter().flatten().filter(|value| {
            let mut listed = listed.iter();
            !listed.any(|known| known.value.value == **value)
        });
        let mut names: Vec<String> = unlisted.map(|value| format!("`{value}`")).collect();
        if names.is_empty() {
            return;
        }
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        let mut said = names.join(", ");
        if more > 0 {
            said = format!("{said} and {more} more");
        }
        let name = &table.name;
        let message = format!("rows of `{name}` have values that `{path}` does not list: {said}");
        let of = field.value_type.place;
        tell(live.findings, Rule::ValueUnlisted, of, message)
            .label("nobody can ask for these rows by this field")
            .also(place, "its column")
            .help("add them to `values`");
    }
}

/// True where a column can hold the values of a field.
fn fits(field: &FieldSource, column: &ColumnSchema, own_table: bool, strict: bool) -> bool {
    use StoredType as Stored;
    let Some(stored) = column.stored else {
        // SQLite accepts any value in an undeclared column.
        return !strict;
    };
    let in_column = field.array && !own_table;
    if strict && column.array != in_column {
        return false;
    }
    if in_column && !strict {
        // A JSON array.
        return stored == Stored::Text;
    }
    match field.value_type.value {
        ValueType::Reference => true,
        ValueType::String | ValueType::Text | ValueType::Enum => stored == Stored::Text,
        ValueType::Integer | ValueType::Decimal => {
            matches!(stored, Stored::Integer | Stored::Decimal)
        }
        ValueType::Boolean => stored == Stored::Boolean || (!strict && stored == Stored::Integer),
        ValueType::Date => stored == Stored::Date || (!strict && stored == Stored::Text),
        ValueType::Datetime => stored == Stored::Datetime || (!strict && stored == Stored::Text),
    }
}
