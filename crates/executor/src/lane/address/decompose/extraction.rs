//! Filters of a contract → filters of the recipe catalogue. An unsupported part is collected and named, never dropped.

use chrono::{Months, NaiveDate};
use cmec_decoder::contract::{Aggregation, Condition, Contract, Filter, Value};
use cmec_decoder::language::{Call, Function, Operator, Order, Output};

use crate::filters::{ExtractedFilter, ExtractedFilters, ExtractedLimit, Origin};
use crate::lane::address::detection::UnplacedPart;
use crate::limitation::reason::Unsupported;
use crate::relative_days::value_on;
use crate::response::excerpt;

/// The filter with the day of a balance.
const AS_OF_DATE: &str = "as_of_date";

/// The filters of a contract and its unsupported parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Extraction {
    /// The supported filters.
    pub filters: ExtractedFilters,
    /// The wanted columns; empty: all.
    pub columns: Vec<String>,
    /// The wanted sum.
    pub sum: Option<Sum>,
    /// The column to rank rows by, in descending order.
    pub ranked_by: Option<String>,
    /// The unsupported parts.
    pub unplaced: Vec<UnplacedPart>,
}

/// A sum over the rows of a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The summed column.
    pub column: String,
    /// The filters that the sum is grouped by.
    pub groups: Vec<String>,
}

impl Extraction {
    /// True where the contract mentions a filter, supported or not.
    pub(super) fn mentions(&self, filter: &str) -> bool {
        self.filters.value(filter).is_some() || self.unplaced.iter().any(|part| part.part == filter)
    }

    fn add(&mut self, filter: &str, value: &str, pointer: &str) {
        if value.trim().is_empty() {
            return self.set_aside(filter, Unsupported::Blank);
        }
        match self.filters.value(filter) {
            Some(own) if own == value => {}
            Some(_) => self.set_aside(filter, Unsupported::SaidTwice),
            None => self.push(filter, value, pointer),
        }
    }

    /// Adds another value to a filter that may have several.
    fn add_another(&mut self, filter: &str, value: &str, pointer: &str) {
        if self.filters.values(filter).all(|own| own != value) {
            self.push(filter, value, pointer);
        }
    }

    fn push(&mut self, filter: &str, value: &str, pointer: &str) {
        self.filters.entries.push(ExtractedFilter {
            filter: filter.to_owned(),
            value: value.to_owned(),
            origin: Origin::Said,
            pointer: pointer.to_owned(),
        });
    }

    fn set_aside(&mut self, part: &str, why: Unsupported) {
        self.unplaced.push(UnplacedPart {
            part: part.to_owned(),
            why,
        });
    }
}

/// Extracts the filters of a contract. Days relative to today become calendar days. An entity whose type is also a
/// filter, such as `counterparty`, becomes an anchor.
#[must_use]
pub fn extract(
    contract: &Contract<'_>,
    known: &[&str],
    limit: ExtractedLimit,
    today: NaiveDate,
) -> Extraction {
    let mut found = Extraction {
        filters: ExtractedFilters {
            entries: Vec::new(),
            limit,
        },
        ..Extraction::default()
    };
    for (index, condition) in contract.constraints.filters.iter().enumerate() {
        match condition {
            Condition::Filter(filter) => {
                let pointer = format!("/constraints/filters/{index}");
                place(filter, today, &pointer, &mut found);
            }
            Condition::Any(_) => found.set_aside("any_of", Unsupported::NoSuchPart),
        }
    }
    for (index, entity) in contract.grounding.entity_list.iter().enumerate() {
        if entity.id.is_some() {
            found.set_aside("id", Unsupported::Identifier);
        }
        let pointer = format!("/grounding/entity_list/{index}");
        match entity.type_name.as_deref() {
            Some(name) if known.contains(&name) => found.add(name, &entity.text, &pointer),
            Some(name) => found.set_aside(name, Unsupported::OtherType),
            None => {
                let part = format!("entity `{}`", excerpt(&entity.text));
                found.set_aside(&part, Unsupported::NoType);
            }
        }
    }
    sort(contract, &mut found);
    // The grouping decides the columns of a sum.
    if contract.constraints.aggregation.is_none() {
        let columns = contract.grounding.target_attributes.iter();
        found.columns = columns.map(|path| name_of(path).to_owned()).collect();
    }
    if let Some(numbers) = contract.constraints.aggregation.as_deref() {
        found.sum = sum(numbers);
        let by = numbers.sort.iter().map(|key| (key.by.as_ref(), key.order));
        match (&found.sum, by.collect::<Vec<_>>().as_slice()) {
            (Some(_), []) => {}
            (Some(sum), [(by, Order::Desc)])
                if numbers.metrics.iter().any(|own| own.alias == *by) =>
            {
                found.ranked_by = Some(sum.column.clone());
            }
            (Some(_), [(other, _), ..]) => found.set_aside(other, Unsupported::OtherOrder),
            (None, _) => found.set_aside("aggregation", Unsupported::NoSuchPart),
        }
    }
    let parts = [
        (!contract.grounding.relations.is_empty(), "relations"),
        (contract.graph_params.is_some(), "graph_params"),
        (contract.rag_params.is_some(), "rag_params"),
        (contract.constraints.pagination.offset > 0, "offset"),
        (!contract.constraints.pagination.per.is_empty(), "per"),
        (
            contract.intent.output_type != Output::Instances && found.sum.is_none(),
            "output_type",
        ),
    ];
    for (_, part) in parts.iter().filter(|(said, _)| *said) {
        found.set_aside(part, Unsupported::NoSuchPart);
    }
    found
}

/// The sum of a single column; `None` for other metrics and for conditional metrics.
fn sum(numbers: &Aggregation<'_>) -> Option<Sum> {
    let [metric] = numbers.metrics.as_slice() else {
        return None;
    };
    let is_plain = metric.function == Some(Function::Sum)
        && numbers.having.is_empty()
        && (numbers.pagination.iter()).all(|page| page.offset == 0 && page.per.is_empty());
    let field = metric.field.as_deref();
    let field = field.filter(|field| is_plain && Call::read(field).is_none())?;
    let groups = numbers.group_by.iter();
    Some(Sum {
        column: name_of(field).to_owned(),
        groups: groups.map(|by| name_of(by).to_owned()).collect(),
    })
}

/// The part of a path after the type.
fn name_of(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn place(filter: &Filter<'_>, today: NaiveDate, pointer: &str, found: &mut Extraction) {
    if filter.value_field().is_some() {
        return found.set_aside("value_field", Unsupported::NoSuchPart);
    }
    let value = filter.value().map(|value| value_on(value, today));
    if let Some(call) = Call::read(&filter.field) {
        return match last_day(&call, filter.operator, value.as_ref()) {
            Some(day) => found.add(AS_OF_DATE, &day.to_string(), pointer),
            None => found.set_aside("derived", Unsupported::NoSuchPart),
        };
    }
    let name = name_of(&filter.field);
    match (name, filter.operator, &value) {
        ("period", Operator::Between, Some(Value::List(ends))) => {
            if let [Value::Date(from), Value::Date(to)] = ends.as_slice() {
                found.add("period_from", from, pointer);
                found.add("period_to", to, pointer);
            } else {
                found.set_aside(name, Unsupported::NotTwoDates);
            }
        }
        ("period", Operator::Ge, Some(Value::Date(from))) => {
            found.add("period_from", from, pointer)
        }
        ("period", Operator::Le, Some(Value::Date(to))) => found.add("period_to", to, pointer),
        ("period", Operator::Eq, Some(Value::Date(day))) => {
            found.add("period_from", day, pointer);
            found.add("period_to", day, pointer);
        }
        ("amount", Operator::Ge | Operator::Le, Some(value))
        | ("overdue", Operator::Gt, Some(value)) => {
            let bound = match filter.operator {
                Operator::Ge => "amount_from",
                Operator::Gt => "overdue_over",
                _ => "amount_to",
            };
            match value {
                Value::Integer(number) => found.add(bound, &number.to_string(), pointer),
                Value::Decimal(digits) => found.add(bound, digits, pointer),
                _ => found.set_aside(name, Unsupported::NotText),
            }
        }
        // Several accounts form a union: a row of any of them matches.
        ("account", Operator::In, Some(Value::List(values))) => {
            for account in values {
                match account.as_text() {
                    Some(text) => found.add_another(name, text, pointer),
                    None => found.set_aside(name, Unsupported::NotText),
                }
            }
        }
        ("period", _, _) => found.set_aside(name, Unsupported::NotBounds),
        (_, Operator::Eq, Some(value)) => match value.as_text() {
            Some(text) => found.add(name, text, pointer),
            None => found.set_aside(name, Unsupported::NotText),
        },
        _ => found.set_aside(name, Unsupported::NotEqual),
    }
}

/// A filter as an SQL condition that [`place`] reads; `None` where it is no condition.
pub(super) fn condition(filter: &str, values: &[&str]) -> Option<String> {
    let quoted = |value: &&str| format!("'{}'", value.replace('\'', "''"));
    let written: Vec<String> = values.iter().map(quoted).collect();
    let [value, ..] = written.as_slice() else {
        return None;
    };
    Some(match filter {
        "period_from" => format!("period >= {value}"),
        "period_to" => format!("period <= {value}"),
        "amount_from" => format!("amount >= {}", values.first()?),
        "amount_to" => format!("amount <= {}", values.first()?),
        "overdue_over" => format!("overdue > {}", values.first()?),
        "sort" => return None,
        _ if written.len() > 1 => format!("{filter} IN ({})", written.join(", ")),
        _ => format!("{filter} = {value}"),
    })
}

/// The last day of the period in `as_of_date = '2026-Q3'`, which is the day of the balance.
fn last_day(call: &Call<'_>, operator: Operator, value: Option<&Value<'_>>) -> Option<NaiveDate> {
    let [field] = call.of.as_slice() else {
        return None;
    };
    let is_balance = operator == Operator::Eq && name_of(field) == AS_OF_DATE;
    let (first, months) = match (call.name, value.filter(|_| is_balance)?) {
        ("month", Value::Date(first)) => (first.parse::<NaiveDate>().ok()?, 1),
        ("quarter", Value::Date(first)) => (first.parse().ok()?, 3),
        ("year", Value::Integer(year)) => {
            let year = i32::try_from(*year).ok()?;
            (NaiveDate::from_ymd_opt(year, 1, 1)?, 12)
        }
        _ => return None,
    };
    first.checked_add_months(Months::new(months))?.pred_opt()
}

fn sort(contract: &Contract<'_>, found: &mut Extraction) {
    for key in &contract.constraints.sort {
        let value = match key.order {
            Order::Asc => "period_asc",
            Order::Desc => "period_desc",
        };
        if Call::read(&key.field).is_some() {
            found.set_aside("derived", Unsupported::NoSuchPart);
        } else if key.field.ends_with(".period") {
            found.add("sort", value, "/constraints/sort/0");
        } else if key.order == Order::Desc && found.ranked_by.is_none() {
            found.ranked_by = Some(name_of(&key.field).to_owned());
        } else {
            found.set_aside(&key.field, Unsupported::OtherOrder);
        }
    }
}
