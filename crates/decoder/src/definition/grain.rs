//! The grain of a metric: what is added up is counted once, whatever relations lead to.

use crate::contract::{Contract, Metric};
use crate::definition::Misdefined;
use crate::language::{Call, Direction, Function};
use crate::places::{Hop, Places, Reached, TARGET};
use crate::tables::{Column, Tables};

/// What is counted several times, with the relation that leads to several.
pub(super) fn repeated(contract: &Contract<'_>, tables: &Tables) -> Vec<Misdefined> {
    let grounding = &contract.grounding;
    let targets: Vec<&str> = (grounding.target_types.iter()).map(AsRef::as_ref).collect();
    let places = Places::of(contract.intent.scenario, grounding, &targets, tables);
    let numbers = contract.constraints.aggregation.as_deref();
    let metrics = numbers.iter().flat_map(|numbers| &numbers.metrics);
    let added = metrics.flat_map(|metric| added(metric, tables));
    let repeated = added.filter_map(|(path, ends)| {
        let Reached::At(place) = places.read(path, tables.column(path)?) else {
            return None;
        };
        let step = leads_to_several(&places, place, ends)?;
        Some(told(path, &places, &step))
    });
    repeated.collect()
}

/// Where what is added up must lead to one.
#[derive(Clone, Copy)]
enum Ends {
    /// Everywhere: each match would add it once more.
    All,
    /// To the target: in a row it is counted once.
    Target,
}

/// The paths of what a number adds up, or of the type it counts.
fn added<'n>(number: &'n Metric<'_>, tables: &Tables) -> Vec<(&'n str, Ends)> {
    let Some(path) = number.field.as_deref() else {
        return Vec::new();
    };
    match number.function {
        Some(Function::Sum | Function::Avg) => {
            let fields = Call::fields(path).into_iter();
            fields.map(|path| (path, Ends::All)).collect()
        }
        Some(Function::Count) if matches!(tables.column(path), Some(Column::Type(_))) => {
            vec![(path, Ends::Target)]
        }
        _ => Vec::new(),
    }
}

/// A step along a hop.
struct Step<'p> {
    hop: &'p Hop<'p>,
    from: usize,
    to: usize,
    /// Whether it leads from an instance to one at most.
    one: bool,
}

/// Every hop that must be there, in both ways.
fn steps<'p>(places: &'p Places<'p>) -> Vec<Step<'p>> {
    let hops = places.hops.iter().filter(|hop| !hop.absent);
    let both = hops.flat_map(|hop| {
        [
            Step {
                hop,
                from: hop.from,
                to: hop.to,
                one: hop.to_one,
            },
            Step {
                hop,
                from: hop.to,
                to: hop.from,
                one: hop.from_one,
            },
        ]
    });
    both.collect()
}

/// The first step that leads from one instance at this place to several, on the ways that matter.
fn leads_to_several<'p>(places: &'p Places<'p>, from: usize, ends: Ends) -> Option<Step<'p>> {
    let steps = steps(places);
    let mut single = vec![false; places.places.len()];
    *single.get_mut(from)? = true;
    // Each round settles a place at least.
    for _ in 0..places.places.len() {
        for step in &steps {
            let is_single = step.one && single.get(step.from) == Some(&true);
            if let Some(place) = single.get_mut(step.to).filter(|_| is_single) {
                *place = true;
            }
        }
    }
    let needed = |place: usize| match ends {
        Ends::All => !places.is_absent(place),
        Ends::Target => place == TARGET,
    };
    let mut all = single.iter().enumerate();
    all.any(|(place, one)| !one && needed(place))
        .then_some(())?;
    let is = |place: usize| single.get(place) == Some(&true);
    let mut steps = steps.into_iter();
    steps.find(|step| is(step.from) && !is(step.to))
}

fn told(path: &str, places: &Places<'_>, step: &Step<'_>) -> Misdefined {
    let types = |place: usize| match places.places.get(place) {
        Some(place) => place.types.join("` or `"),
        None => String::new(),
    };
    let outwards = (step.from == step.hop.from) != (step.hop.direction == Direction::In);
    Misdefined::Repeated {
        path: path.to_owned(),
        relation: step.hop.relations.join("`, `"),
        ends: [types(step.from), types(step.to)],
        key: if outwards { "to_one" } else { "from_one" },
    }
}
