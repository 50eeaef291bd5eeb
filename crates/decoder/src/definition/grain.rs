//! The grain of a metric: what is added up is counted once, whatever relations lead to.
//!
//! A value is counted once for each row. Where one instance has the value, and several rows have the instance, it is
//! counted several times. So what is added up must lead to one row: in rows of instances to one target, in rows of matches
//! to one instance at every place.

use crate::contract::{Contract, Metric};
use crate::definition::DefinitionError;
use crate::language::{Call, Derivation, Direction, Function};
use crate::places::{Places, Step, TARGET, ValuePlace};
use crate::tables::{Column, Tables};

/// What is counted several times, with the relation that leads to several.
pub(super) fn repeated(contract: &Contract<'_>, tables: &Tables) -> Vec<DefinitionError> {
    let grounding = &contract.grounding;
    let targets: Vec<&str> = (grounding.target_types.iter()).map(AsRef::as_ref).collect();
    let places = Places::of(contract.intent.scenario, grounding, &targets, tables);
    let of_matches = contract.intent.has_matches();
    let numbers = contract.constraints.aggregation.as_deref();
    let metrics = numbers.iter().flat_map(|numbers| &numbers.metrics);
    let rows = of_matches.then(|| targets.first().copied().unwrap_or_default());
    let added = metrics.flat_map(|metric| added(metric, rows, tables));
    let repeated = added.filter_map(|said| {
        let mut single = vec![false; places.places.len()];
        for path in Call::fields(said) {
            if let ValuePlace::At(place) = places.read(path, tables.column(path)?) {
                *single.get_mut(place)? = true;
            }
        }
        let single = places.single_with(single);
        let row = |place: usize| match of_matches {
            true => !places.is_absent(place),
            false => place == TARGET,
        };
        let mut all = single.iter().enumerate();
        all.any(|(place, one)| !one && row(place)).then_some(())?;
        let step = places.to_several(&single)?;
        Some(told(said, &places, &step))
    });
    repeated.collect()
}

/// What a number adds up, each for itself: the path of a field, or of what is derived in a row. A count of matches adds up
/// their targets. `matches`: the type of these, where rows are matches.
fn added<'n>(number: &'n Metric<'_>, matches: Option<&'n str>, tables: &Tables) -> Vec<&'n str> {
    match (number.function, number.field.as_deref()) {
        (Some(Function::Sum | Function::Avg), Some(path)) => terms(path),
        // Different instances are counted, however often they are met.
        (Some(Function::Count), Some(path))
            if matches.is_some() && !matches!(tables.column(path), Some(Column::Type(_))) =>
        {
            vec![path]
        }
        (Some(Function::Count), None) => matches.into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What a path adds up: of a sum or a difference its terms, of anything else one value in a row.
fn terms(path: &str) -> Vec<&str> {
    let sum = Call::read(path).filter(|call| {
        let derivation = Derivation::from_name(call.name);
        matches!(derivation, Some(Derivation::Add | Derivation::Subtract))
    });
    match sum {
        Some(call) => call.of.into_iter().flat_map(terms).collect(),
        None => vec![path],
    }
}

fn told(path: &str, places: &Places<'_>, step: &Step<'_>) -> DefinitionError {
    let types = |place: usize| {
        let mut types = match places.places.get(place) {
            Some(place) => place.types.clone(),
            None => Vec::new(),
        };
        types.dedup();
        types.join("` or `")
    };
    let hop = step.hop;
    let plain = hop.relations.len() == 1 && hop.times == [1, 1] && hop.direction != Direction::Both;
    let outwards = (step.from == hop.from) != (hop.direction == Direction::In);
    DefinitionError::Repeated {
        path: path.to_owned(),
        relation: hop.relations.join("` or `"),
        ends: [types(step.from), types(step.to)],
        key: plain.then_some(if outwards { "to_one" } else { "from_one" }),
    }
}
