//! The statements that a walk asks: the links of some instances, and what instances are called.

use cmec_decoder::contract::{Condition, Grounding, Str};
use cmec_decoder::language::{Direction, Scenario};
use cmec_decoder::places::{Places, TARGET};
use sea_query::{Expr, ExprTrait, SelectStatement, UnionType};

use super::anchors::Anchored;
use super::link::{HERE, Link, THERE};
use super::lookup::label_of;
use super::scope::Scope;
use super::statement;
use super::writer::{Unwritten, Writer};
use crate::ports::database::{Parameter, Statement};

/// A relation walked once, from a type to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeStep {
    /// Name of the relation.
    pub relation: String,
    /// Whether it is walked along the relation.
    pub outwards: bool,
    /// The type it starts from.
    pub from: String,
    /// The type it leads to.
    pub to: String,
}

/// The instances that a walk may step on: those that pass the conditions on their type, and those that the contract names.
#[derive(Debug, Clone, Default)]
pub struct Passable<'c> {
    /// The conditions; each reads fields of one type.
    pub conditions: Vec<&'c Condition<'c>>,
    /// The instances that the contract names.
    pub named: Vec<&'c Anchored>,
}

impl Writer<'_> {
    /// The steps along some relations, or along any, in a direction. Of two relations of which each leads back one is
    /// walked.
    #[must_use]
    pub fn edge_steps(&self, allowed: &[Str<'_>], direction: Direction) -> Vec<EdgeStep> {
        let mut steps: Vec<EdgeStep> = Vec::new();
        for def in self.tables.relations.iter() {
            let said = allowed.contains(&def.name);
            let twice = def
                .inverse
                .as_deref()
                .is_some_and(|inverse| steps.iter().any(|step| step.relation == inverse));
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

    /// The links along some steps from the rows with these keys. A row has which step it is of, and the keys of both ends.
    ///
    /// # Errors
    /// What the bindings do not have.
    pub fn edges(
        &self,
        steps: &[&EdgeStep],
        keys: &[Parameter],
        passable: &Passable<'_>,
        most: usize,
    ) -> Result<Statement, Unwritten> {
        let mut all: Option<SelectStatement> = None;
        for (index, step) in steps.iter().enumerate() {
            let (pairs, alias) = (self.edge_pairs(step)?, self.alias('e'));
            let column = |name: &'static str| Expr::col((alias.clone(), name));
            let mut select = SelectStatement::new();
            select
                .expr_as(Expr::cust(index.to_string()), "s")
                .expr_as(self.engine.key_told(column(HERE)), HERE)
                .expr_as(self.engine.key_told(column(THERE)), THERE)
                .from_subquery(pairs, alias.clone())
                .and_where(self.is_one_of(&step.from, column(HERE), keys)?)
                .and_where_option(self.is_passable(&step.to, column(THERE), passable)?);
            all = Some(match all {
                None => select,
                Some(mut all) => all.union(UnionType::All, select).take(),
            });
        }
        let all = all.ok_or_else(|| Unwritten::Unknown("relations".to_owned()))?;
        let alias = self.alias('e');
        let column = |name: &'static str| Expr::col((alias.clone(), name));
        let mut select = SelectStatement::new();
        select.expr_as(self.engine.number_told(column("s")), "s");
        for name in [HERE, THERE] {
            select.expr_as(column(name), name);
        }
        select.from_subquery(all, alias.clone());
        for name in ["s", HERE, THERE] {
            select.order_by_expr(column(name), sea_query::Order::Asc);
        }
        select.limit(most as u64);
        statement(&select, self.engine)
    }

    /// Whether a key is that of an instance that a step may lead to; `None`: any of the type may be.
    fn is_passable(
        &self,
        type_name: &str,
        key: Expr,
        passable: &Passable<'_>,
    ) -> Result<Option<Expr>, Unwritten> {
        let conditions = passable.conditions.iter().copied();
        let conditions: Vec<&Condition<'_>> = conditions
            .filter(|own| own.type_name() == Some(type_name))
            .collect();
        if conditions.is_empty() {
            return Ok(None);
        }
        let (grounding, instance) = (Grounding::default(), Scenario::InstanceSearch);
        let places = Places::of(instance, &grounding, &[type_name], self.tables);
        let scope = Scope::new(self, &places, (&[], &[]), vec![type_name]);
        let mut select = SelectStatement::new();
        select
            .expr(scope.key(TARGET)?)
            .from(scope.placed(TARGET)?)
            .and_where(scope.conditions(conditions)?);
        let named = passable.named.iter();
        let named = named.filter(|own| own.type_name == type_name);
        let named: Vec<Parameter> = named.map(|own| own.key.clone()).collect();
        let passes = key.clone().in_subquery(select);
        let named = self.is_one_of(type_name, key, &named)?;
        Ok(Some(passes.or(named)))
    }

    fn edge_pairs(&self, step: &EdgeStep) -> Result<SelectStatement, Unwritten> {
        let binding = self.relation(&step.relation)?;
        let link = Link::of(binding, step.outwards);
        let link = link.ok_or_else(|| Unwritten::Unknown(step.relation.clone()))?;
        self.step_pairs(&link, &step.from, &step.to)
    }

    /// What the rows of a type with these keys are called.
    ///
    /// # Errors
    /// What the bindings do not have.
    pub fn names(&self, type_name: &str, keys: &[Parameter]) -> Result<Statement, Unwritten> {
        let (table, alias) = (self.table(type_name)?, self.alias('t'));
        let (rows, key) = (
            self.placed(type_name, &alias)?,
            self.key_of(type_name, &alias)?,
        );
        let mut select = SelectStatement::new();
        select
            .expr_as(self.engine.key_told(key.clone()), "k")
            .expr_as(label_of(table, &alias).cast_as("text"), "l")
            .from(rows)
            .and_where(self.is_one_of(type_name, key, keys)?);
        statement(&select, self.engine)
    }
}
