//! Checks that the names of a table file are unique and that its references resolve.

use crate::language::Scenario;
use crate::tables::{FieldDef, Principal, RowValue, Tables, TablesError, ToolParameter};

pub(super) fn check(tables: &Tables) -> Result<(), TablesError> {
    let (types, fields, relations) = (&tables.types, &tables.fields, &tables.relations);
    let is_type = |name: &str| tables.type_by_name(name).is_some();
    let of_its_type = |field: &FieldDef| {
        let own = field.path.strip_prefix(field.type_name.as_ref());
        own.and_then(|own| own.strip_prefix('.')) == Some(&field.name) && is_type(&field.type_name)
    };
    for (list, holds) in [
        ("types", itself(types, |def| tables.type_by_name(&def.name))),
        (
            "fields",
            itself(fields, |def| tables.field_by_code(&def.code))
                && itself(fields, |def| tables.field_by_path(&def.path))
                && fields.iter().all(of_its_type),
        ),
        (
            "relations",
            itself(relations, |def| tables.relation_by_code(&def.code))
                && itself(relations, |def| tables.relation_by_name(&def.name))
                && (relations.iter()).all(|def| is_type(&def.from) && is_type(&def.to)),
        ),
        ("tools", tools_hold(tables)),
    ] {
        if !holds {
            return Err(TablesError::List { list });
        }
    }
    if !row_filters_hold(tables) {
        return Err(TablesError::RowFilter);
    }
    let rows = &tables.scenarios;
    let has_output = |scenario| scenario != Scenario::Clarify;
    let is_whole = itself(rows, |row| tables.scenario(row.scenario))
        && (rows.iter()).all(|row| row.default_output().is_some() == has_output(row.scenario))
        && tables.scenario(Scenario::Clarify).is_some();
    is_whole.then_some(()).ok_or(TablesError::Scenarios)
}

/// `true` if every element is found by its own name.
fn itself<'t, T>(list: &'t [T], find: impl Fn(&'t T) -> Option<&'t T>) -> bool {
    let found = |element| find(element).is_some_and(|found| std::ptr::eq(found, element));
    list.iter().all(found)
}

/// `true` if tool names are unique and all references to other tables resolve.
fn tools_hold(tables: &Tables) -> bool {
    let exported = [tables.query_tool(), tables.ask_tool()];
    let names_itself = itself(&tables.tools, |tool| tables.tool_by_name(&tool.name));
    names_itself
        && tables.tools.iter().all(|tool| {
            let target = tool.target.as_deref();
            let is_target = target.is_none_or(|name| tables.type_by_name(name).is_some());
            let holds = |parameter: &ToolParameter| {
                let field = parameter.filter.as_ref().map(|filter| &filter.field);
                let bound = parameter.lower_bound_of.as_deref();
                field.is_none_or(|path| tables.field_by_path(path).is_some())
                    && bound.is_none_or(|name| tool.parameter(name).is_some())
            };
            !exported.iter().any(|name| tool.name == *name)
                && is_target
                && itself(&tool.parameters, |own| tool.parameter(&own.name))
                && tool.parameters.iter().all(holds)
        })
}

/// `true` if every row filter fits its field.
fn row_filters_hold(tables: &Tables) -> bool {
    tables.row_filters.iter().all(|filter| {
        let Some(field) = tables.field_by_path(&filter.field) else {
            return false;
        };
        let takes = |one: &Principal| filter.takes(one, field.value_type, &field.operators);
        match &filter.is {
            RowValue::Constant(_) => filter.constant(field).is_some(),
            RowValue::Principal(name) => tables.principal(name).is_some_and(takes),
        }
    })
}
