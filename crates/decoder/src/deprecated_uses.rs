//! Finds the deprecated elements in a contract. They still work; the report tells authors of intents what to use
//! instead.

use std::collections::HashSet;
use std::fmt;

use serde::Serialize;

use crate::contract::{Aggregation, Condition, Contract, Grounding, Metric, Sort, Value};
use crate::language::Call;
use crate::tables::{Deprecation, FieldDef, Tables};

/// A deprecated element in a contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeprecatedUse<'t> {
    /// `type`, `field`, `value`, `relation` or `metric`.
    pub kind: &'static str,
    /// Its name; for a value, the path of the field and the value.
    pub name: String,
    /// The version that deprecated it, and the replacement.
    pub deprecated: &'t Deprecation,
}

impl fmt::Display for DeprecatedUse<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            name,
            deprecated,
        } = self;
        write!(formatter, "the {kind} `{name}` is {deprecated}")
    }
}

/// All deprecated elements in a contract, without repetitions, in order.
#[must_use]
pub fn deprecated<'t>(contract: &Contract<'_>, tables: &'t Tables) -> Vec<DeprecatedUse<'t>> {
    let mut found = DeprecatedName {
        tables,
        seen: HashSet::new(),
        all: Vec::new(),
    };
    found.grounding(&contract.grounding);
    found.constraints(contract);
    found.graph(contract);
    found.all
}

struct DeprecatedName<'t> {
    tables: &'t Tables,
    seen: HashSet<(&'static str, String)>,
    all: Vec<DeprecatedUse<'t>>,
}

impl<'t> DeprecatedName<'t> {
    fn add(&mut self, kind: &'static str, name: &str, deprecated: Option<&'t Deprecation>) {
        let Some(deprecated) = deprecated else { return };
        if self.seen.insert((kind, name.to_owned())) {
            self.all.push(DeprecatedUse {
                kind,
                name: name.to_owned(),
                deprecated,
            });
        }
    }

    fn type_name(&mut self, name: &str) {
        let def = self.tables.type_by_name(name);
        self.add("type", name, def.and_then(|def| def.deprecated.as_ref()));
    }

    fn relation(&mut self, name: &str) {
        let def = self.tables.relation_by_name(name);
        let deprecated = def.and_then(|def| def.deprecated.as_ref());
        self.add("relation", name, deprecated);
    }

    fn metric(&mut self, metric: &Metric<'_>) {
        let path = metric.field.as_ref().filter(|_| metric.function.is_none());
        let def = path.and_then(|path| self.tables.metric_by_name(path));
        if let Some(def) = def {
            self.add("metric", &def.name, def.deprecated.as_ref());
        }
    }

    fn field(&mut self, path: &str) -> Option<&'t FieldDef> {
        for path in Call::fields(path) {
            if let Some(def) = self.tables.field_read(path) {
                self.add("field", &def.path, def.deprecated.as_ref());
            }
        }
        self.tables.field_read(path)
    }

    fn conditions(&mut self, conditions: &[Condition<'_>]) {
        for filter in conditions.iter().flat_map(Condition::filters) {
            if let Some(path) = filter.value_field() {
                self.field(path);
            }
            let Some(field) = self.field(&filter.field) else {
                continue;
            };
            let values = match filter.value() {
                Some(Value::List(values)) => values.as_slice(),
                Some(one) => std::slice::from_ref(one),
                None => &[],
            };
            for value in values.iter().filter_map(Value::as_text) {
                let mut known = field.values.iter();
                let known = known.find(|known| known.value == value);
                let name = format!("{}={value}", field.path);
                let deprecated = known.and_then(|known| known.deprecated.as_ref());
                self.add("value", &name, deprecated);
            }
        }
    }

    fn grounding(&mut self, grounding: &Grounding<'_>) {
        let entities = grounding.entity_list.iter();
        let types = entities.filter_map(|entity| entity.type_name.as_ref());
        for name in grounding.target_types.iter().chain(types) {
            self.type_name(name);
        }
        for relation in &grounding.relations {
            for name in relation.names() {
                self.relation(name);
            }
        }
        for path in &grounding.target_attributes {
            self.field(path);
        }
    }

    fn rows(&mut self, sort: &[Sort<'_>], numbers: Option<&Aggregation<'_>>) {
        for key in sort {
            self.field(&key.field);
        }
        if let Some(numbers) = numbers {
            let metrics = numbers.metrics.iter();
            for metric in &numbers.metrics {
                self.metric(metric);
            }
            let fields = metrics.filter_map(|metric| metric.field.as_ref());
            for path in fields.chain(&numbers.group_by) {
                self.field(path);
            }
        }
    }

    fn constraints(&mut self, contract: &Contract<'_>) {
        let constraints = &contract.constraints;
        self.conditions(&constraints.filters);
        self.rows(&constraints.sort, constraints.aggregation.as_deref());
        for group in &constraints.groups {
            self.grounding(&group.grounding);
            self.conditions(&group.filters);
            self.rows(&group.sort, group.aggregation.as_deref());
        }
    }

    fn graph(&mut self, contract: &Contract<'_>) {
        let Some(graph) = &contract.graph_params else {
            return;
        };
        let path = graph.path.as_ref();
        let allowed = path.into_iter().flat_map(|path| &path.allowed_relations);
        for name in graph.relation_types.iter().chain(allowed) {
            self.relation(name);
        }
        for name in path.into_iter().flat_map(|path| &path.target_types) {
            self.type_name(name);
        }
    }
}
