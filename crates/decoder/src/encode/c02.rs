//! `Contract` → cMEC c0.2.

use crate::contract::{
    Aggregation, Constraints, Contract, Defaultable, End, Entity, Filter, Group, Having, Metric,
    Pagination, RagParams, Relation, SetOp, SetSide, Valid, Value,
};
use crate::encode::EncodeError;
use crate::encode::graph::graph;
use crate::encode::writer::{Object, object};
use crate::escape::quote;
use crate::tables::{FieldDef, Tables};
use crate::vocabulary::{Direction, Order, Scenario};

type Written = Result<(), EncodeError>;

/// Writes the whole intent.
pub(super) fn write(contract: &Valid<Contract<'_>>, tables: &Tables, out: &mut String) -> Written {
    let scenario = contract.intent.scenario;
    let row = tables.scenario(scenario);
    let grounding = &contract.grounding;
    object(out, |intent| {
        intent.text("s", scenario.code());
        let output = contract.intent.output_type;
        if row.and_then(|row| row.default_output) != Some(output) {
            intent.text("o", output.code());
        }
        if !target_is_derived(contract, tables) {
            intent.texts("tg", &grounding.target_types)?;
        }
        intent.list("E", &grounding.entity_list, entity)?;
        intent.list("R", &grounding.relations, |out, hop| {
            relation(out, hop, tables)
        })?;
        intent.list("A", &grounding.target_attributes, |out, path| {
            field(tables, path).map(|field| quote(out, &field.code))
        })?;
        intent.object_if_any("C", |part| constraints(part, contract, tables))?;
        graph(intent, contract, tables)?;
        match &contract.rag_params {
            Some(params) => intent.object("Q", |part| retrieval(part, params)),
            None => Ok(()),
        }
    })
}

/// The code of a field of a contract.
fn field<'t>(tables: &'t Tables, path: &str) -> Result<&'t FieldDef, EncodeError> {
    tables
        .field_by_path(path)
        .ok_or_else(|| unknown("field", path))
}

/// The code of a relation of a contract.
pub(super) fn relation_code<'t>(tables: &'t Tables, name: &str) -> Result<&'t str, EncodeError> {
    tables
        .relation_by_name(name)
        .map(|def| def.code.as_ref())
        .ok_or_else(|| unknown("relation", name))
}

pub(super) fn unknown(what: &'static str, name: &str) -> EncodeError {
    EncodeError::Unknown {
        what,
        name: name.to_owned(),
    }
}

/// A codebook with one type gives the target where nothing else is named.
pub(super) fn target_is_derived(contract: &Contract<'_>, tables: &Tables) -> bool {
    let targets = contract.grounding.target_types.as_slice();
    contract.grounding.entity_list.is_empty()
        && matches!((tables.types.as_ref(), targets), ([only], [target]) if only.name == *target)
}

fn entity(out: &mut String, entity: &Entity<'_>) -> Written {
    object(out, |part| {
        part.text("txt", &entity.text);
        part.maybe("ty", entity.type_name.as_deref());
        part.maybe("id", entity.id.as_deref());
        Ok(())
    })
}

fn relation(out: &mut String, hop: &Relation<'_>, tables: &Tables) -> Written {
    let code = relation_code(tables, &hop.name)?;
    object(out, |part| {
        part.text("r", code);
        if hop.direction != Direction::Out {
            part.text("dir", hop.direction.code());
        }
        for (key, end) in [("fr", hop.from), ("to", hop.to)] {
            match end {
                Some(End::Target) => part.text(key, "target"),
                Some(End::Entity(index)) => part.number(key, index as u64),
                None => {}
            }
        }
        Ok(())
    })
}

fn constraints(part: &mut Object<'_>, contract: &Valid<Contract<'_>>, tables: &Tables) -> Written {
    let Constraints {
        filters,
        sort,
        pagination,
        aggregation: numbers,
        groups,
        set_ops,
    } = &contract.constraints;
    part.list("flt", filters, |out, said| filter(out, said, tables))?;
    part.list("srt", sort, |out, key| {
        let field = field(tables, &key.field)?;
        object(out, |part| {
            part.text("f", &field.code);
            order(part, key.order);
            Ok(())
        })
    })?;
    // A limit that was said stays said, also where it is the default: a recipe may have another one.
    let default = default_limit(tables, contract.intent.scenario);
    let unsaid = contract.is_defaulted(Defaultable::Limit);
    page(part, *pagination, Some(default).filter(|_| unsaid))?;
    if let Some(numbers) = numbers {
        part.object("agg", |part| aggregation(part, numbers, tables))?;
    }
    part.list("grp", groups, |out, said| group(out, said, tables))?;
    match set_ops.as_deref() {
        Some(set) => write_set(part.key("set"), set),
        None => Ok(()),
    }
}

fn filter(out: &mut String, filter: &Filter<'_>, tables: &Tables) -> Written {
    let field = field(tables, &filter.field)?;
    object(out, |part| {
        part.text("f", &field.code);
        part.text("op", filter.operator.code());
        if let Some(said) = &filter.value {
            value(part.key("v"), said);
        }
        Ok(())
    })
}

/// A value; numbers go out in the digits they came in.
fn value(out: &mut String, said: &Value<'_>) {
    match said {
        Value::Text(text) | Value::Date(text) | Value::Datetime(text) => quote(out, text),
        Value::Integer(number) => out.push_str(&number.to_string()),
        Value::Decimal(digits) => out.push_str(digits),
        Value::Boolean(yes) => out.push_str(if *yes { "true" } else { "false" }),
        Value::List(values) => {
            out.push('[');
            for (index, element) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                value(out, element);
            }
            out.push(']');
        }
    }
}

fn order(part: &mut Object<'_>, order: Order) {
    if order != Order::Asc {
        part.text("ord", order.code());
    }
}

pub(super) fn default_limit(tables: &Tables, scenario: Scenario) -> u32 {
    let own = tables.scenario(scenario).and_then(|row| row.default_limit);
    own.unwrap_or(tables.limits.page_default)
}

/// A page; `default` is the limit that need not be said.
fn page(part: &mut Object<'_>, page: Pagination, default: Option<u32>) -> Written {
    part.object_if_any("pg", |part| {
        if Some(page.limit) != default {
            part.number("lim", page.limit);
        }
        if page.offset != 0 {
            part.number("off", page.offset);
        }
        Ok(())
    })
}

fn aggregation(part: &mut Object<'_>, numbers: &Aggregation<'_>, tables: &Tables) -> Written {
    part.list("m", &numbers.metrics, |out, said| metric(out, said, tables))?;
    part.list("by", &numbers.group_by, |out, path| {
        field(tables, path).map(|field| quote(out, &field.code))
    })?;
    part.list("hav", &numbers.having, having)?;
    part.list("srt", &numbers.sort, |out, key| {
        let is_metric = numbers.metrics.iter().any(|metric| metric.alias == key.by);
        let by: &str = if is_metric {
            &key.by
        } else {
            &field(tables, &key.by)?.code
        };
        object(out, |part| {
            part.text("by", by);
            order(part, key.order);
            Ok(())
        })
    })?;
    let default = default_limit(tables, Scenario::Aggregation);
    page(part, numbers.pagination, Some(default))
}

fn metric(out: &mut String, metric: &Metric<'_>, tables: &Tables) -> Written {
    let over = match &metric.field {
        Some(path) => Some(field(tables, path)?),
        None => None,
    };
    object(out, |part| {
        part.text("fn", metric.function.code());
        part.maybe("f", over.map(|field| field.code.as_ref()));
        if metric.alias
            != Metric::default_alias(metric.function, over.map(|field| field.name.as_ref()))
        {
            part.text("as", &metric.alias);
        }
        Ok(())
    })
}

fn having(out: &mut String, having: &Having<'_>) -> Written {
    object(out, |part| {
        part.text("m", &having.metric);
        part.text("op", having.operator.code());
        value(part.key("v"), &having.value);
        Ok(())
    })
}

fn group(out: &mut String, group: &Group<'_>, tables: &Tables) -> Written {
    object(out, |part| {
        part.text("n", &group.name);
        part.texts("tg", &group.target_types)?;
        part.list("flt", &group.filters, |out, said| filter(out, said, tables))
    })
}

fn write_set(out: &mut String, set: &SetOp<'_>) -> Written {
    object(out, |part| {
        side(part.key("l"), &set.lhs)?;
        part.text("op", set.op.code());
        side(part.key("r"), &set.rhs)
    })
}

fn side(out: &mut String, side: &SetSide<'_>) -> Written {
    match side {
        SetSide::Group(name) => {
            quote(out, name);
            Ok(())
        }
        SetSide::Nested(set) => write_set(out, set),
    }
}

fn retrieval(part: &mut Object<'_>, params: &RagParams<'_>) -> Written {
    part.maybe("txt", params.query_text.as_deref());
    part.texts("cor", &params.corpora)?;
    if let Some(number) = params.top_k {
        part.number("k", number);
    }
    if let Some(again) = params.rerank {
        part.key("rr")
            .push_str(if again { "true" } else { "false" });
    }
    part.maybe("kd", params.kind.map(|kind| kind.code()));
    part.texts("tag", &params.tags_any)?;
    part.maybe("prj", params.project.as_deref());
    Ok(())
}
