//! The statements of a walk: the links of some instances, and the display names of instances.

use cmec_decoder::contract::{Condition, Grounding, Str};
use cmec_decoder::language::{Direction, Scenario};
use cmec_decoder::places::{Places, TARGET};
use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

use crate::lane::structured::sql::anchors::EntityAnchor;
use crate::lane::structured::sql::conditions::condition;
use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::field_value::label_of;
use crate::lane::structured::sql::places::link::{HERE, Link, THERE};
use crate::lane::structured::sql::places::scope::Scope;
use crate::lane::structured::sql::places::{field_value, link, row_security};
use crate::lane::structured::sql::statement;
use crate::lane::structured::sql::values::expressions::column;
use crate::lane::structured::sql::values::{connectives, dialect, keys};
use crate::ports::database::{Parameter, Statement};

/// A relation followed once, from one type to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeStep {
    /// Name of the relation.
    pub relation: String,
    /// True where the step follows the direction of the relation.
    pub outwards: bool,
    /// The type at the start.
    pub from: String,
    /// The type at the end.
    pub to: String,
}

/// The instances that a walk may visit: they meet the conditions on their type or the contract names them.
#[derive(Debug, Clone, Default)]
pub struct Passable<'c> {
    /// The conditions; each reads fields of a single type.
    pub conditions: Vec<&'c Condition<'c>>,
    /// The instances that the contract names.
    pub named: Vec<&'c EntityAnchor>,
}

/// The steps along the allowed relations, or along any, in a direction. Of two inverse relations only one is followed.
#[must_use]
pub fn edge_steps(
    context: &SqlContext<'_>,
    allowed: &[Str<'_>],
    direction: Direction,
) -> Vec<EdgeStep> {
    let mut steps: Vec<EdgeStep> = Vec::new();
    for def in context.tables.relations.iter() {
        let said = allowed.contains(&def.name);
        let is_walked = |inverse: &str| steps.iter().any(|step| step.relation == inverse);
        let twice = def.inverse.as_deref().is_some_and(is_walked);
        if !(said || (allowed.is_empty() && !twice)) {
            continue;
        }
        let (from, to) = (def.from.to_string(), def.to.to_string());
        let step = |outwards, from, to| EdgeStep {
            relation: def.name.to_string(),
            outwards,
            from,
            to,
        };
        if direction != Direction::In {
            steps.push(step(true, from.clone(), to.clone()));
        }
        if direction != Direction::Out {
            steps.push(step(false, to, from));
        }
    }
    steps
}

/// The links along some steps from the rows with these keys. A result row has the index of its step and the keys of
/// both ends.
///
/// # Errors
/// The bindings do not cover a name.
pub fn edges(
    context: &SqlContext<'_>,
    steps: &[&EdgeStep],
    keys: &[Parameter],
    passable: &Passable<'_>,
    most: usize,
) -> Result<Statement, WriteError> {
    let mut all: Option<SelectStatement> = None;
    for (index, step) in steps.iter().enumerate() {
        let (pairs, alias) = (edge_pairs(context, step)?, context.alias('e'));
        let column = |name: &str| column(&alias, name);
        let mut select = SelectStatement::new();
        select
            .expr_as(Expr::cust(index.to_string()), "s")
            .expr_as(keys::key_told(context.engine, column(HERE)), HERE)
            .expr_as(keys::key_told(context.engine, column(THERE)), THERE)
            .from_subquery(pairs, alias.clone())
            .and_where(link::is_one_of(context, &step.from, column(HERE), keys)?)
            .and_where_option(is_passable(context, &step.to, column(THERE), passable)?);
        connectives::union(&mut all, UnionType::All, select);
    }
    let all = all.ok_or_else(|| WriteError::Unknown("relations".to_owned()))?;
    let alias = context.alias('e');
    let column = |name: &str| column(&alias, name);
    let mut select = SelectStatement::new();
    select.expr_as(dialect::number_told(context.engine, column("s")), "s");
    for name in [HERE, THERE] {
        select.expr_as(column(name), name);
    }
    select.from_subquery(all, alias.clone());
    for name in ["s", HERE, THERE] {
        select.order_by_expr(column(name), sea_query::Order::Asc);
    }
    select.limit(most as u64);
    statement(&select, context.engine)
}

/// True where a step may visit the instance with a key; `None` where every instance of the type qualifies.
fn is_passable(
    context: &SqlContext<'_>,
    type_name: &str,
    key: Expr,
    passable: &Passable<'_>,
) -> Result<Option<Expr>, WriteError> {
    let conditions = passable.conditions.iter().copied();
    let conditions: Vec<&Condition<'_>> = conditions
        .filter(|own| own.type_name() == Some(type_name))
        .collect();
    if conditions.is_empty() {
        return Ok(None);
    }
    let (grounding, instance) = (Grounding::default(), Scenario::InstanceSearch);
    let places = Places::of(instance, &grounding, &[type_name], context.tables);
    let scope = Scope::new(context, &places, (&[], &[]), vec![type_name]);
    let mut select = SelectStatement::new();
    select
        .expr(field_value::key(&scope, TARGET)?)
        .from(scope.placed(TARGET)?)
        .and_where(condition::conditions(&scope, conditions)?);
    let named = passable.named.iter();
    let named = named.filter(|own| own.type_name == type_name);
    let named: Vec<Parameter> = named.map(|own| own.key.clone()).collect();
    let passes = key.clone().in_subquery(select);
    let named = link::is_one_of(context, type_name, key, &named)?;
    Ok(Some(passes.or(named)))
}

fn edge_pairs(context: &SqlContext<'_>, step: &EdgeStep) -> Result<SelectStatement, WriteError> {
    let binding = context.relation(&step.relation)?;
    let link = Link::of(binding, step.outwards);
    let link = link.ok_or_else(|| WriteError::Unknown(step.relation.clone()))?;
    link::step_pairs(context, &link, &step.from, &step.to)
}

/// The display names of the rows of a type with these keys.
///
/// # Errors
/// The bindings do not cover a name.
pub fn names(
    context: &SqlContext<'_>,
    type_name: &str,
    keys: &[Parameter],
) -> Result<Statement, WriteError> {
    let (table, alias) = (context.table(type_name)?, context.alias('t'));
    let (rows, key) = (
        row_security::placed(context, type_name, &alias)?,
        row_security::key_of(context, type_name, &alias)?,
    );
    let mut select = SelectStatement::new();
    select
        .expr_as(keys::key_told(context.engine, key.clone()), "k")
        .expr_as(label_of(table, &alias).cast_as("text"), "l")
        .from(rows)
        .and_where(link::is_one_of(context, type_name, key, keys)?);
    statement(&select, context.engine)
}
