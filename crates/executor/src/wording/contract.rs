//! A contract → a sentence for the person who asked, with the codebook's labels and localised values.

use chrono::NaiveDate;
use cmec_decoder::Notation;
use cmec_decoder::contract::{
    Condition, Constraints, Contract, Defaultable, End, Filter, Grounding, Metric, Operand,
    RagParams, Relation, Valid, Value,
};
use cmec_decoder::encode::encode;
use cmec_decoder::finding::labels;
use cmec_decoder::finding::topic::List;
use cmec_decoder::language::{Direction, Operator, given_names};
use cmec_decoder::tables::Tables;

use super::{column, figure};
use crate::locale::Locale;
use crate::relative_days::value_on;

/// A contract in words. A contract with a part that has no wording, such as subqueries, becomes SQL, or MEC where SQL
/// cannot express it.
#[must_use]
pub fn words(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
    locale: Locale,
    today: NaiveDate,
) -> String {
    let written = |notation| encode(contract, tables, notation).ok();
    let words = in_words(contract, tables, (locale, today));
    let words = words.or_else(|| written(Notation::Sql));
    words.or_else(|| written(Notation::Mec)).unwrap_or_default()
}

/// The contract in words; `None` where a part has no wording.
fn in_words(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
    (locale, today): (Locale, NaiveDate),
) -> Option<String> {
    let Grounding {
        target_types,
        entity_list,
        relations,
        target_attributes,
    } = &contract.grounding;
    let Constraints {
        filters,
        sort,
        pagination: _,
        aggregation,
        groups,
        set_ops,
    } = &contract.constraints;
    let numbers = aggregation.as_deref();
    let page = contract.constraints.page();
    let query = match &contract.rag_params {
        None => None,
        Some(own) => {
            let query_text = own.query_text.clone();
            let only_query = RagParams {
                query_text,
                ..RagParams::default()
            };
            (*own == only_query).then_some(own.query_text.as_ref())?
        }
    };
    // The parameters of a chain of relations add nothing to the relations.
    let is_walked = contract.graph_params.is_some() && relations.is_empty();
    let has_sets = !groups.is_empty() || set_ops.is_some();
    if is_walked || has_sets || page.offset > 0 || !page.per.is_empty() {
        return None;
    }
    let own = Words {
        tables,
        locale,
        today,
        target: target_types.first().map(AsRef::as_ref),
        metrics: numbers.map_or(&[], |own| own.metrics.as_slice()),
    };
    let mut parts = vec![own.list(target_types, |name| own.name(name))?];
    parts.extend(entity_list.iter().map(|entity| entity.text.to_string()));
    parts.extend(query.map(|text| format!("“{text}”")));
    parts.push(own.list(relations, |relation| own.relation(relation))?);
    for condition in filters {
        parts.push(own.condition(condition)?);
    }
    if let Some(numbers) = numbers {
        parts.push(own.list(&numbers.metrics, |metric| own.metric(metric))?);
        let by = own.list(&numbers.group_by, |path| own.name(path))?;
        parts.push(own.put("按 {} 分组", "по: {}", "by {}", &by));
        for held in &numbers.having {
            parts.push(own.compared(&held.metric, held.operator, Some(&held.operand))?);
        }
    } else {
        let columns = own.list(target_attributes, |path| own.name(path))?;
        parts.push(own.put("列：{}", "столбцы: {}", "columns: {}", &columns));
    }
    let of_numbers = numbers.map_or(&[][..], |own| own.sort.as_slice()).iter();
    let of_numbers = of_numbers.map(|key| (&key.by, key.order));
    let keys = sort.iter().map(|key| (&key.field, key.order));
    for (path, order) in keys.chain(of_numbers) {
        let order = own.word(List::Order, order.name())?;
        parts.push(format!("{} {order}", own.name(path)?));
    }
    if !contract.is_defaulted(Defaultable::Limit) {
        let limit = page.limit.to_string();
        parts.push(own.put(
            "最多 {} 行",
            "строк не больше {}",
            "at most {} rows",
            &limit,
        ));
    }
    parts.retain(|part| !part.is_empty());
    let scenario = own.word(List::Scenario, contract.intent.scenario.name())?;
    Some(format!("{scenario}: {}", parts.join("; ")))
}

/// The names of a contract's parts.
struct Words<'w> {
    tables: &'w Tables,
    locale: Locale,
    today: NaiveDate,
    /// The target type.
    target: Option<&'w str>,
    metrics: &'w [Metric<'w>],
}

impl Words<'_> {
    /// A text with a placeholder filled; empty where the value is empty.
    fn put(&self, zh: &str, ru: &str, en: &str, inside: &str) -> String {
        match inside {
            "" => String::new(),
            _ => self.locale.pick(zh, ru, en).replace("{}", inside),
        }
    }

    fn list<T>(&self, all: &[T], one: impl Fn(&T) -> Option<String>) -> Option<String> {
        let words: Option<Vec<String>> = all.iter().map(one).collect();
        words.map(|words| words.join(", "))
    }

    fn word(&self, list: List, name: &str) -> Option<&'static str> {
        column::label(labels::of(list, name), self.locale)
    }

    /// The name of a type, a field or a metric.
    fn name(&self, path: &str) -> Option<String> {
        let mut metrics = self.metrics.iter();
        match metrics.find(|own| given_names::means(path, &own.alias)) {
            Some(metric) => self.metric(metric),
            None => self.of_codebook(path),
        }
    }

    /// The label of a codebook element; for a field of another type than the target, with that type.
    fn of_codebook(&self, path: &str) -> Option<String> {
        let type_name = |name: &str| {
            let own = self.tables.type_by_name(name)?;
            let label = column::label(&own.labels, self.locale);
            Some(label.unwrap_or(&own.name).to_owned())
        };
        let (_, read) = given_names::at_place(path);
        let Some(field) = self.tables.field_by_path(read) else {
            let metric = || self.tables.metric_by_name(path);
            let called = || column::called(self.tables, self.locale, path).into_owned();
            return type_name(path).or_else(|| metric().map(|_| called()));
        };
        let name = column::called(self.tables, self.locale, path);
        Some(match self.target == Some(&field.type_name) {
            true => name.into_owned(),
            false => format!("{}: {name}", type_name(&field.type_name)?),
        })
    }

    fn metric(&self, metric: &Metric<'_>) -> Option<String> {
        let of = metric.field.as_ref().map(|path| self.of_codebook(path));
        Some(match (metric.function, of) {
            (Some(function), None) => self.word(List::Function, function.name())?.to_owned(),
            (Some(function), Some(of)) => {
                format!("{} ({})", self.word(List::Function, function.name())?, of?)
            }
            (None, of) => of??,
        })
    }

    fn relation(&self, relation: &Relation<'_>) -> Option<String> {
        let is_place = |end: &Option<End<'_>>| matches!(end, Some(End::Place(_)));
        let is_plain = relation.direction == Direction::Out && relation.hops.is_none();
        if !is_plain || relation.absent || is_place(&relation.from) || is_place(&relation.to) {
            return None;
        }
        let names: Vec<&str> = (relation.names())
            .map(|name| {
                let labels = &self.tables.relation_by_name(name)?.labels;
                Some(column::label(labels, self.locale).unwrap_or(name))
            })
            .collect::<Option<_>>()?;
        Some(names.join(" / "))
    }

    fn condition(&self, condition: &Condition<'_>) -> Option<String> {
        let filter =
            |one: &Filter<'_>| self.compared(&one.field, one.operator, one.operand.as_ref());
        match condition {
            Condition::Filter(one) => filter(one),
            Condition::Any(any) => {
                let branches = any.any_of.iter().map(|branch| self.list(branch, filter));
                let branches: Vec<String> = branches.collect::<Option<_>>()?;
                Some(branches.join(self.locale.pick(" 或 ", " или ", " or ")))
            }
        }
    }

    fn compared(
        &self,
        path: &str,
        operator: Operator,
        operand: Option<&Operand<'_>>,
    ) -> Option<String> {
        let operand = match operand {
            None => String::new(),
            Some(Operand::Value(value)) => self.value(path, value),
            Some(Operand::Field(other)) => self.name(other)?,
            Some(Operand::Group(_)) => return None,
        };
        let operator = self.word(List::Operator, operator.name())?;
        let said = format!("{} {operator} {operand}", self.name(path)?);
        Some(said.trim_end().to_owned())
    }

    fn value(&self, path: &str, value: &Value<'_>) -> String {
        match &value_on(value, self.today) {
            Value::Text(text) => {
                let values = self.tables.field_read(path).map(|field| &field.values);
                let own = values.and_then(|all| all.iter().find(|own| own.value == *text));
                let label = own.and_then(|own| column::label(&own.labels, self.locale));
                label.unwrap_or(text).to_owned()
            }
            Value::Decimal(digits) => {
                figure::ungrouped(self.locale, digits).unwrap_or_else(|| digits.to_string())
            }
            Value::Date(day) => figure::day(self.locale, day),
            Value::Datetime(said) | Value::Relative(said) => said.to_string(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(true) => self.locale.pick("是", "да", "yes").to_owned(),
            Value::Boolean(false) => self.locale.pick("否", "нет", "no").to_owned(),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|one| self.value(path, one)).collect();
                values.join(", ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cmec_decoder::generated::builtin;
    use cmec_decoder::{Decoder, Verdict};

    fn of(domain: &str, sql: &str, locale: Locale) -> String {
        let tables = builtin(domain).unwrap();
        match Decoder::new(tables).decode(sql, "").verdict {
            Verdict::Contract(contract) => {
                let today = NaiveDate::from_ymd_opt(2026, 3, 31).unwrap();
                words(&contract, tables, locale, today)
            }
            other => panic!("{sql}: {other:?}"),
        }
    }

    #[test]
    fn every_part_has_its_words_and_what_has_none_is_sql() {
        for (domain, locale, sql, expected) in [
            (
                "wine",
                Locale::Ru,
                "SELECT * FROM wine WHERE type = 'red' AND price <= 1999.5 ORDER BY price DESC LIMIT 3",
                "найти объекты: вино; тип вина равно красное; цена не больше 1999,5; цена по убыванию; строк не больше 3",
            ),
            (
                "address",
                Locale::Zh,
                "SELECT * FROM account_balance WHERE account = '51' AND date = CURRENT_DATE - INTERVAL '1 day'",
                "查找实例: 科目余额; 科目 等于 51; 截至日期 等于 2026-03-30",
            ),
            (
                "enterprise",
                Locale::En,
                "SELECT COUNT(*) FROM enterprise JOIN park ON enterprise.located = park WHERE (park.level = 'national' OR park.area > 50) GROUP BY enterprise.city HAVING COUNT(*) >= 2",
                "count or sum up: enterprise; located in park; park: level equal to national or park: area more than 50; how many; by city; how many at least 2",
            ),
            (
                "mind",
                Locale::En,
                "SELECT MATCH('story-layer and author-line')",
                "search the texts: note; “story-layer and author-line”",
            ),
            (
                "wine",
                Locale::En,
                "SELECT * FROM wine QUALIFY ROW_NUMBER() OVER (PARTITION BY country ORDER BY price) <= 1",
                "SELECT * FROM wine QUALIFY ROW_NUMBER() OVER (PARTITION BY country ORDER BY price) <= 1",
            ),
        ] {
            assert_eq!(of(domain, sql, locale), expected);
        }
    }
}
