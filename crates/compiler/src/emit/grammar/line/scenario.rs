//! One scenario: its parts in their order, with what the scenario table requires and forbids.
//!
//! Which scenario it is follows from the parts, and is said only where it does not; which names its fields have
//! follows from the types. So the parts are walked as an automaton over what was said; states that are followed by
//! the same are one.

use std::collections::HashMap;

use cmec_decoder::language::{Part, SCENARIOS, Scenario};
use cmec_decoder::line;
use cmec_decoder::tables::ScenarioDef;

use super::fields::AllFields;
use super::items::behind;
use super::names::Names;
use super::options::{Options, Within};
use super::retrieval::question;
use super::state::{IN_GROUP, STEPS, Said, State, Step};
use crate::emit::grammar::model::{Expr, Grammar, any_of, literal, optional, sequence};

/// The walk through one scenario.
struct Walk<'w> {
    options: Options<'w>,
    known: HashMap<(Step, State), Option<Expr>>,
}

/// The rule of a scenario; `None` where the codebook has nothing to say it with.
pub(super) fn scenario(
    grammar: &mut Grammar,
    names: &Names<'_>,
    fields: &AllFields,
    row: &ScenarioDef,
    group: Option<&Expr>,
) -> Option<Expr> {
    let code = row.scenario.code();
    if row.scenario == Scenario::Clarify {
        let question = question(grammar, names.tables());
        return Some(grammar.phrase(&code.to_lowercase(), question));
    }
    let options = Options::of(grammar, names, fields, row, Within::Line(group));
    let mut walk = Walk::of(options);
    let named = State {
        started: true,
        named: true,
        ..State::default()
    };
    let named = walk.rest(STEPS, &named);
    let named = named.map(|rest| sequence([literal(code), rest]));
    let told = walk.rest(STEPS, &State::default());
    let either = any_of(named.into_iter().chain(told))?;
    Some((walk.options).phrase(&code.to_lowercase(), either))
}

/// What stands inside of a group that is matched by itself: what a search of instances or numbers over them say.
pub(super) fn inside_group(
    grammar: &mut Grammar,
    names: &Names<'_>,
    fields: &AllFields,
) -> Option<Expr> {
    let tables = names.tables();
    let mut insides = Vec::new();
    for scenario in [Scenario::InstanceSearch, Scenario::Aggregation] {
        // A group may compute also where the whole may not.
        let own = SCENARIOS.iter().find(|row| row.scenario == scenario);
        let Some(row) = tables.scenario(scenario).or(own) else {
            continue;
        };
        let mut walk = Walk::of(Options::of(grammar, names, fields, row, Within::Group));
        for (types, state) in walk.options.types_of_group() {
            let rest = walk.rest(IN_GROUP, &state);
            insides.extend(rest.map(|rest| sequence([types, rest])));
        }
    }
    let insides = any_of(insides)?;
    Some(grammar.phrase("inside_group", insides))
}

impl<'w> Walk<'w> {
    fn of(options: Options<'w>) -> Self {
        Self {
            options,
            known: HashMap::new(),
        }
    }

    /// What may stand from a part to the end; `None` where the scenario lacks something that cannot come any more.
    fn rest(&mut self, steps: &[Step], state: &State) -> Option<Expr> {
        let Some((step, behind_it)) = steps.split_first() else {
            return self.is_complete(state).then(|| sequence([]));
        };
        let place = (*step, self.options.what_counts(*step, state));
        if let Some(rest) = self.known.get(&place) {
            return rest.clone();
        }
        let state = &place.1;
        // A type is a way of its own: they are looked up, never searched for.
        let mut ways: Vec<(Expr, Vec<Said>)> = Vec::new();
        let mut known: HashMap<Expr, usize> = HashMap::new();
        for (said, mut then) in self.options.at(*step, state) {
            let said = match said {
                Said::Items(items) if state.started => Said::Items(behind(items)),
                said => said,
            };
            then.started |= said != Said::Nothing;
            let Some(rest) = self.rest(behind_it, &then) else {
                continue;
            };
            match known.get(&rest).and_then(|at| ways.get_mut(*at)) {
                Some(way) => way.1.push(said),
                None => {
                    known.insert(rest.clone(), ways.len());
                    ways.push((rest, vec![said]));
                }
            }
        }
        let branches = ways.len() > 1;
        let mut written = Vec::new();
        let mut empty = false;
        for (rest, said) in ways {
            let rest = if branches && rest != sequence([]) {
                let code = self.options.row().scenario.code();
                let name = format!("{code}_behind_{}", step.name());
                self.options.phrase(&name.to_lowercase(), rest)
            } else {
                rest
            };
            let way = sequence(items(&said).into_iter().chain([rest]));
            if way == sequence([]) {
                empty = true;
            } else {
                written.push(way);
            }
        }
        let rest = match (any_of(written), empty) {
            (Some(written), true) => Some(optional(written)),
            (None, true) => Some(sequence([])),
            (written, false) => written,
        };
        self.known.insert(place, rest.clone());
        rest
    }

    /// Whether nothing is missing, and the scenario is said where it must be and only there.
    fn is_complete(&self, state: &State) -> bool {
        let single = self.options.is_single();
        let has_all = (self.options.row().required.iter()).all(|requirement| {
            let mut any_of = requirement.any_of.iter();
            any_of.any(|part| state.has(*part, single))
        });
        if self.options.is_in_group() {
            return has_all;
        }
        let silent = !state.says(Part::Sort) && state.parts().are_silent();
        let told = !silent && line::scenario(&state.parts()) == self.options.row().scenario;
        told != state.named && has_all
    }
}

/// Any of these, which may be nothing; `None` where it is nothing only.
fn items(said: &[Said]) -> Option<Expr> {
    let mut absent = false;
    let mut items = Vec::new();
    for said in said {
        match said {
            Said::Nothing => absent = true,
            Said::Items(said) => items.push(said.clone()),
        }
    }
    let items = any_of(items)?;
    Some(if absent { optional(items) } else { items })
}
