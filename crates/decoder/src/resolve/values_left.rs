//! Whether all that is said of one field leaves a value. Most contradictions are between two filters; these are between
//! more, or of a filter with the values its field has.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::contract::Value;
use crate::language::ValueType;
use crate::resolve::Resolver;
use crate::resolve::exclusion::{Bound, Test, Tested};
use crate::tables::FieldDef;
use crate::typed_value::compare;

/// Whole numbers that are tried one by one.
const FEW: i64 = 64;

/// So many filters of one field can leave nothing where no two of them rule each other out.
const CROWD: usize = 3;

/// Whether no value of a field passes all of these tests, as far as its values can be tried one by one.
pub(crate) fn none_left(field: &FieldDef, tests: &[Test<'_, '_>]) -> bool {
    if field.array || tests.iter().any(|test| test.wants_none()) {
        return false;
    }
    let passes = |value: &Value<'_>| tests.iter().all(|test| test.admits(value));
    if let Some(listed) = tests.iter().find_map(|test| test.listed()) {
        return !listed.iter().any(passes);
    }
    match field.value_type {
        ValueType::Enum => {
            let mut own = field.values.iter();
            !own.any(|own| passes(&Value::Text(Cow::Borrowed(&own.value))))
        }
        ValueType::Boolean => ![true, false].map(Value::Boolean).iter().any(passes),
        _ => none_between(tests, passes),
    }
}

/// The same of values with an order, where the tests leave only few.
fn none_between(tests: &[Test<'_, '_>], passes: impl Fn(&Value<'_>) -> bool) -> bool {
    let (lows, highs): (Vec<_>, Vec<_>) = tests.iter().map(|test| test.bounds()).unzip();
    let ends = (
        tightest(&lows, Ordering::Greater),
        tightest(&highs, Ordering::Less),
    );
    match ends {
        (Some(Value::Integer(low)), Some(Value::Integer(high)))
            if high.checked_sub(*low).is_some_and(|few| few <= FEW) =>
        {
            !(*low..=*high)
                .map(Value::Integer)
                .any(|value| passes(&value))
        }
        (Some(low), Some(high)) if compare(low, high) == Some(Ordering::Equal) => !passes(low),
        _ => false,
    }
}

/// Whether no count from `least` on passes all of these tests, as far as the counts can be tried one by one. A count is a
/// whole number, whatever numbers it is compared with.
pub(crate) fn no_count_left(tests: &[Test<'_, '_>], least: i64) -> bool {
    let passes = |count: i64| {
        let digits = Value::Decimal(count.to_string().into());
        count >= least && tests.iter().all(|test| test.admits(&digits))
    };
    if let Some(listed) = tests.iter().find_map(|test| test.listed()) {
        return (listed.iter().map(whole)).all(|count| count.is_some_and(|count| !passes(count)));
    }
    let (lows, highs): (Vec<_>, Vec<_>) = tests.iter().map(|test| test.bounds()).unzip();
    let low = tightest(&lows, Ordering::Greater).and_then(whole);
    let low = low.map_or(least, |low| low.max(least));
    match tightest(&highs, Ordering::Less).and_then(whole) {
        Some(high) if high.saturating_sub(low) <= FEW => !(low..=high).any(passes),
        _ => false,
    }
}

/// The whole part of a number; `None` where it is written otherwise.
fn whole(number: &Value<'_>) -> Option<i64> {
    let Value::Decimal(digits) = number else {
        return None;
    };
    let plain = !digits.contains(['e', 'E']);
    digits.split('.').next().filter(|_| plain)?.parse().ok()
}

/// The value of the bound that lies furthest to a side.
fn tightest<'v, 'a>(bounds: &[Option<Bound<'v, 'a>>], side: Ordering) -> Option<&'v Value<'a>> {
    let values = bounds.iter().flatten().map(|(value, _)| *value);
    values.reduce(|one, other| {
        if compare(other, one) == Some(side) {
            other
        } else {
            one
        }
    })
}

impl<'a> Resolver<'a> {
    /// Whether the filters of some field leave no value of it. Every decode asks this, and few have so much to say of one
    /// field.
    pub(crate) fn some_leave_none(&self, filters: &[impl Tested<'a>]) -> bool {
        let negate = |filter: &_| Tested::tested(filter).is_some_and(|(_, test)| test.negates());
        (filters.len() >= CROWD || filters.iter().any(negate))
            && (0..filters.len()).any(|last| self.leaves_none(filters, last))
    }

    /// Whether the last filter of a field leaves no value of it, with those before it or alone.
    pub(crate) fn leaves_none(&self, filters: &[impl Tested<'a>], last: usize) -> bool {
        let Some((path, _)) = filters.get(last).and_then(Tested::tested) else {
            return false;
        };
        let of_field = || {
            let tests = filters.iter().enumerate();
            tests.filter_map(|(index, other)| {
                let (other, test) = other.tested()?;
                (index == last || other == path).then_some((index, test))
            })
        };
        let (mut count, mut negated) = (0, false);
        for (index, test) in of_field() {
            if index > last {
                return false;
            }
            count += 1;
            negated |= test.negates();
        }
        // Two filters rule each other out by themselves; only negations and a third one do so otherwise.
        if !negated && count < CROWD {
            return false;
        }
        self.tables.field_read(path).is_some_and(|field| {
            let tests = of_field().map(|(_, test)| test.of(field));
            none_left(field, &tests.collect::<Vec<_>>())
        })
    }
}
