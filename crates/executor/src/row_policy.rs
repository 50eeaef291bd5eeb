//! `RowPolicy`: row-level security, the row filters of a codebook with the values of the principals.

use cmec_decoder::contract::{Condition, Contract, Filter, Operand, Valid, Value};
use cmec_decoder::language::{Operator, given_names};
use cmec_decoder::tables::{RowFilter, RowValue, Tables};

use crate::limitation::Limitation;
use crate::principals::Principals;
use crate::response::limited_answer::{LimitedAnswer, PRINCIPAL_NOT_BOUND};
use crate::taxonomy::LimitedReason;

/// A condition that every visible row of a type meets.
#[derive(Debug, Clone, PartialEq)]
struct TypeCondition<'c> {
    type_name: &'c str,
    condition: Condition<'c>,
    /// True where it compares with a principal. A comparison with a constant is part of the contract already.
    is_of_principal: bool,
    /// True where its field refers to a row that may be invisible itself.
    is_of_reference: bool,
}

/// The row-level security filters of a codebook with their values.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RowPolicy<'c>(Vec<TypeCondition<'c>>);

impl<'c> RowPolicy<'c> {
    /// No filters: every row is visible.
    pub const OPEN: &'static RowPolicy<'static> = &RowPolicy(Vec::new());

    /// Binds every row-level security filter of a codebook to its values.
    ///
    /// # Errors
    /// A principal is not bound, or its values do not fit the field. Then nothing may be answered.
    pub fn bind(tables: &'c Tables, principals: &'c Principals) -> Result<Self, LimitedAnswer> {
        let unbound = |name: &str, why: String| {
            let principal = name.to_owned();
            let limitation = Limitation::PrincipalNotBound { principal, why };
            let limitations = vec![limitation];
            LimitedAnswer::new(LimitedReason::Unsupported, PRINCIPAL_NOT_BOUND, limitations)
        };
        if let Some(missing) = tables
            .principals
            .iter()
            .find(|own| principals.values(&own.name).is_none())
        {
            return Err(unbound(&missing.name, "the host did not say it".to_owned()));
        }
        let mut conditions = Vec::with_capacity(tables.row_filters.len());
        for filter in tables.row_filters.iter() {
            // Compiled tables have the field and a fitting constant. Otherwise nothing is visible.
            let broken = || {
                unbound(
                    &filter.field,
                    "the tables have no such row filter".to_owned(),
                )
            };
            let field = tables.field_by_path(&filter.field).ok_or_else(broken)?;
            let (value, is_of_principal) = match &filter.is {
                RowValue::Constant(texts) => {
                    let value = filter.value(field, texts).ok_or_else(broken)?;
                    (value, false)
                }
                RowValue::Principal(name) => {
                    let texts = principals.values(name).unwrap_or_default();
                    let is_array = tables.principal(name).is_some_and(|own| own.array);
                    let value = match texts {
                        [] if is_array => Some(Some(Value::List(Vec::new()))),
                        texts => filter.value(field, texts),
                    };
                    // Only the host knows the values, so the message omits them.
                    let why = || format!("what the host said does not fit `{}`", filter.field);
                    (value.ok_or_else(|| unbound(name, why()))?, true)
                }
            };
            conditions.push(TypeCondition {
                type_name: &field.type_name,
                condition: condition(filter, value),
                is_of_principal,
                is_of_reference: field.reference.is_some(),
            });
        }
        Ok(Self(conditions))
    }

    /// The conditions that visible rows of a type meet; empty: all rows are visible.
    pub fn conditions_of(&self, type_name: &str) -> impl Iterator<Item = &Condition<'c>> {
        let own = self.0.iter().filter(move |own| own.type_name == type_name);
        own.map(|own| &own.condition)
    }

    pub(crate) fn filters(&self) -> impl Iterator<Item = (&str, Operator)> {
        let filters = self.0.iter().filter_map(|own| own.condition.as_filter());
        filters.map(|filter| (filter.field.as_ref(), filter.operator))
    }

    /// True where a contract's condition is redundant, because the policy has it. A condition on a reference is an
    /// exception: the policy reads referenced rows that the contract may not see.
    #[must_use]
    pub fn implies(&self, condition: &Condition<'_>) -> bool {
        let Condition::Filter(filter) = condition else {
            return false;
        };
        let (_, path) = given_names::at_place(&filter.field);
        let own = self.0.iter().filter(|own| !own.is_of_reference);
        let mut own = own.filter_map(|own| own.condition.as_filter());
        own.any(|own| {
            own.field == path && own.operator == filter.operator && own.operand == filter.operand
        })
    }

    /// A contract with the conditions on principals added for all its types, for lanes that apply no policy of their
    /// own.
    #[must_use]
    pub fn said_in(&self, contract: &Valid<Contract<'c>>, tables: &Tables) -> Valid<Contract<'c>> {
        let own = self.0.iter().filter(|own| own.is_of_principal);
        let own = own.filter(|own| concerns(contract, own.type_name, tables));
        let said = &contract.constraints.filters;
        let own = own.filter(|own| !said.contains(&own.condition));
        contract.narrowed(own.map(|own| own.condition.clone()))
    }
}

fn condition<'c>(filter: &'c RowFilter, value: Option<Value<'c>>) -> Condition<'c> {
    Condition::Filter(Filter {
        field: filter.field.as_ref().into(),
        operator: filter.operator,
        operand: value.map(Operand::Value),
    })
}

/// True where a contract may concern a type; an entity without a type may have any.
fn concerns(contract: &Contract<'_>, type_name: &str, tables: &Tables) -> bool {
    let grounding = &contract.grounding;
    let mut entities = grounding.entity_list.iter();
    let hops = grounding.relations.iter();
    let mut walked = hops.flat_map(|hop| std::iter::once(&hop.name).chain(&hop.or));
    grounding.target_types.iter().any(|own| *own == type_name)
        || entities.any(|entity| {
            entity
                .type_name
                .as_deref()
                .is_none_or(|own| own == type_name)
        })
        || walked.any(|name| {
            let def = tables.relation_by_name(name);
            def.is_none_or(|def| def.from == type_name || def.to == type_name)
        })
}
