//! Metrics over other periods than the period of their group.

use cmec_decoder::contract::Condition;
use cmec_decoder::language::{CalendarUnit, Call, Derivation, RelativeDay};
use cmec_decoder::places::TARGET;
use cmec_decoder::tables::{OverTime, PeriodsRead};
use sea_query::{Expr, ExprTrait, JoinType, SelectStatement};

use crate::lane::structured::sql::conditions::needs::{MatchColumn, NeededColumns, Needs};
use crate::lane::structured::sql::context::{SqlContext, WriteError};
use crate::lane::structured::sql::places::subject::Subject;
use crate::lane::structured::sql::select::matches;
use crate::lane::structured::sql::values::derived_values;
use crate::lane::structured::sql::values::expressions::{call, column, is_same};
use crate::ports::database::Engine;

/// The column with the key of a target instance, in the bindings and in `Within::pairs`.
pub(crate) const INSTANCE: &str = "i";

/// The groups with the instances in the periods that each reads; these agree with the group in its other keys.
/// Conditions on the period's field alone select the groups.
pub(crate) fn pairs_over_time(
    context: &SqlContext<'_>,
    subject: &Subject<'_>,
    by: &NeededColumns<'_>,
    over_time: &OverTime,
) -> Result<SelectStatement, WriteError> {
    let field = over_time.field.as_ref();
    let unknown = || WriteError::Unknown(field.to_owned());
    let made = by.iter().find_map(|(name, needed)| {
        let MatchColumn::Value(path) = needed else {
            return None;
        };
        let call = Call::read(path)?;
        let period = Derivation::from_name(call.name)?;
        (period.is_period() && call.of == [field]).then_some((name.clone(), period))
    });
    let (period_name, period) = made.ok_or_else(unknown)?;
    let others: Vec<&(String, MatchColumn<'_>)> =
        by.iter().filter(|(name, _)| *name != period_name).collect();
    // The groups of the answer.
    let groups = Needs::distinct(by.clone());
    let (groups, group) = (
        matches::matches(context, subject, &groups)?.select,
        context.alias('m'),
    );
    // The instances that the periods may read.
    let of_field = |condition: &&&Condition<'_>| {
        let mut paths = condition.filters().flat_map(|filter| {
            let by_group = filter.group().is_some();
            filter.paths().map(move |path| (path, by_group))
        });
        !paths.all(|(path, by_group)| {
            !by_group && Call::fields(path).iter().all(|read| *read == field)
        })
    };
    let read = Subject {
        conditions: subject
            .conditions
            .iter()
            .filter(of_field)
            .copied()
            .collect(),
        ..subject.clone()
    };
    let day = Call::written(Derivation::Day.name(), &[field]);
    let mut columns: NeededColumns<'_> = others.iter().map(|other| (*other).clone()).collect();
    columns.push((INSTANCE.to_owned(), MatchColumn::Key(TARGET)));
    columns.push(("day".to_owned(), MatchColumn::Value(&day)));
    let needs = Needs::distinct(columns);
    let (read, other) = (
        matches::matches(context, &read, &needs)?.select,
        context.alias('m'),
    );
    let first = first_day(context, column(&group, &period_name), period);
    let behind = moved(context, first.clone(), next(period));
    let day = || column(&other, "day");
    let mut within = match &over_time.reads {
        PeriodsRead::UpToNow => day().lt(behind),
        PeriodsRead::Window(far) => {
            let far = RelativeDay::read(far).ok_or_else(unknown)?;
            let from = moved(context, behind.clone(), far);
            day().gte(from).and(day().lt(behind))
        }
        PeriodsRead::Offset(far) => {
            let far = RelativeDay::read(far).ok_or_else(unknown)?;
            let there = moved(context, first, far);
            let there =
                derived_values::derived(context.engine, period, vec![there]).ok_or_else(unknown)?;
            let from = first_day(context, there, period);
            let behind = moved(context, from.clone(), next(period));
            day().gte(from).and(day().lt(behind))
        }
    };
    for (name, _) in others {
        within = within.and(is_same(column(&group, name), column(&other, name)));
    }
    let mut select = SelectStatement::new();
    for (name, _) in by {
        select.expr_as(column(&group, name), name.clone());
    }
    select
        .expr_as(column(&other, INSTANCE), INSTANCE)
        .distinct()
        .from_subquery(groups, group)
        .join_subquery(JoinType::LeftJoin, read, other, within);
    Ok(select)
}

/// The first day of a period from its group key.
fn first_day(context: &SqlContext<'_>, value: Expr, period: Derivation) -> Expr {
    if period != Derivation::Year {
        return value;
    }
    match context.engine {
        Engine::Sqlite => call("printf", [Expr::cust("'%04d-01-01'"), value]),
        Engine::Postgres => {
            let [month, day] = ["1", "1"].map(Expr::cust);
            call("make_date", [value.cast_as("integer"), month, day])
        }
    }
}

fn moved(context: &SqlContext<'_>, day: Expr, far: RelativeDay) -> Expr {
    let (unit, word) = match far.unit {
        CalendarUnit::Year => ('y', "years"),
        CalendarUnit::Month => ('m', "months"),
        CalendarUnit::Week => ('w', "weeks"),
        CalendarUnit::Day => ('d', "days"),
    };
    let said = format!("{:+}{unit}", far.count);
    derived_values::shifted(context.engine, day, &said, format!("{} {word}", far.count))
}

const fn next(period: Derivation) -> RelativeDay {
    let (count, unit) = match period {
        Derivation::Year => (1, CalendarUnit::Year),
        Derivation::Quarter => (3, CalendarUnit::Month),
        Derivation::Month => (1, CalendarUnit::Month),
        Derivation::Week => (1, CalendarUnit::Week),
        _ => (1, CalendarUnit::Day),
    };
    let begins = false;
    RelativeDay {
        count,
        unit,
        begins,
    }
}
