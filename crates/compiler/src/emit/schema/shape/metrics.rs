//! Schemas of metrics. Functions that fit the same fields share one.

use cmec_decoder::language::object::{HAVING, METRIC};
use cmec_decoder::language::{
    Derivation, FieldUse, Function, Holds, Key, NamingStyle, Operator, Role, ValueType,
};
use cmec_decoder::tables::{Column, FieldDef, Tables};
use serde_json::Value;

use super::Intent;

impl Intent<'_> {
    /// One schema for every metric: any function in use, any field.
    fn any_metric(&self, tables: &Tables) -> Value {
        let can = |function: &&Function| {
            let mut fields = tables.fields.iter();
            !function.needs_field() || fields.any(|field| Column::Field(field).takes(**function))
        };
        let names = Function::ALL
            .iter()
            .filter(can)
            .map(|function| self.say(function.code(), function.name()));
        let field = self.word(Role::Field(FieldUse::Compute));
        let fields = field.into_iter().chain(self.defined(tables));
        let field = self.builder.any_of(fields.collect());
        self.computed(Some(self.builder.one_of(names)), field, false)
    }

    /// A metric: a function with a field it can be computed over.
    pub(super) fn metric(&self) -> Option<Value> {
        let Some(tables) = self.tables else {
            let functions = self.word(Role::Function);
            let field = self.word(Role::Field(FieldUse::Compute));
            let plain = self.computed(functions, field, false);
            let shapes = [plain].into_iter().chain(self.without_function());
            return self.builder.alternatives(shapes.collect());
        };
        if !self.builder.tells_apart() {
            return Some(self.any_metric(tables));
        }
        let mut shapes: Vec<(Vec<Function>, Option<Value>)> = Vec::new();
        for function in Function::ALL {
            let fitting = |other: &Function| {
                ValueType::ALL
                    .iter()
                    .all(|of| other.fits(*of, false) == function.fits(*of, false))
                    && other.needs_field() == function.needs_field()
            };
            if Function::ALL.iter().find(|other| fitting(other)) != Some(function) {
                continue;
            }
            let all = ValueType::ALL.iter().all(|of| function.fits(*of, false));
            let field = if *function == Function::Count {
                self.word(Role::Field(FieldUse::Compute))
            } else if all {
                self.word(Role::Field(FieldUse::Any))
            } else {
                let takes = |field: &FieldDef| Column::Field(field).takes(*function);
                self.or_derived(self.read(tables, self.fields(tables, takes)), takes)
            };
            shapes.push((
                Function::ALL.iter().copied().filter(fitting).collect(),
                field,
            ));
        }
        let shapes = shapes.into_iter().filter_map(|(functions, field)| {
            let needs_field = functions.iter().any(|function| function.needs_field());
            (field.is_some() || !needs_field).then(|| {
                let names = functions
                    .iter()
                    .map(|function| self.say(function.code(), function.name()));
                self.computed(Some(self.builder.one_of(names)), field, needs_field)
            })
        });
        let shapes = shapes.chain(self.without_function()).collect();
        self.builder.alternatives(shapes)
    }

    /// A metric of the codebook, or one derived from other metrics.
    fn without_function(&self) -> Option<Value> {
        let derivations = Derivation::ALL.iter().filter(|one| one.is_arithmetic());
        let called = derivations.map(|one| self.say(one.code(), one.name()));
        let field = match self.tables {
            // Without a codebook, any name may be a metric.
            None => self.builder.text(),
            Some(tables) => {
                let called = self.builder.called(called);
                let all = called.into_iter().chain(self.defined(tables));
                self.builder.any_of(all.collect())?
            }
        };
        let members = [(Key::F, field, true), (Key::As, self.builder.text(), false)];
        Some(self.keyed(&METRIC, members))
    }

    fn defined(&self, tables: &Tables) -> Option<Value> {
        let naming = self.naming;
        let metrics = tables.metrics.iter();
        self.some_of(metrics.map(move |metric| match naming {
            NamingStyle::Codes => metric.code.as_ref(),
            NamingStyle::Names => metric.name.as_ref(),
        }))
    }

    /// A condition on a metric: compared with a value or with a subquery.
    pub(super) fn having(&self) -> Option<Value> {
        let build = self.builder;
        let metric = || (Key::M, build.text(), true);
        let value = |required: bool| (Key::V, build.number_or_text(), required);
        let group = |required: bool| (Key::Gr, build.text(), required);
        let operators = |operators: Vec<Operator>| (Key::Op, self.operators(&operators), true);
        let comparing = || Operator::comparing().collect();
        let with_value = || self.keyed(&HAVING, [metric(), operators(comparing()), value(true)]);
        let Some(of_groups) = self.group_operators() else {
            return Some(with_value());
        };
        if build.tells_apart() {
            let with_group = [metric(), (Key::Op, of_groups, true), group(true)];
            return build.alternatives(vec![with_value(), self.keyed(&HAVING, with_group)]);
        }
        let either = |operator: &Operator| operator.compares() || operator.compares_groups();
        let either = Operator::ALL.iter().copied().filter(either).collect();
        let either = [metric(), operators(either), value(false), group(false)];
        Some(self.keyed(&HAVING, either))
    }

    fn computed(&self, function: Option<Value>, field: Option<Value>, of_field: bool) -> Value {
        let mut parts = [function, field, Some(self.builder.text())].into_iter();
        let members = METRIC.keys(self.naming).filter_map(|member| {
            let is_field = matches!(member.holds, Holds::Word(Role::Field(_)));
            // Where variants are distinguished, a metric without a function is a variant of its own.
            let is_function = matches!(member.holds, Holds::Word(Role::Function));
            let told = is_function && self.builder.tells_apart();
            let required = self.requires(member) || (is_field && of_field) || told;
            Some((member, parts.next()??, required))
        });
        self.builder.object(members.collect())
    }
}
