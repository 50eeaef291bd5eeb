//! One scenario: the keys at the top in their order, with what the scenario table requires and forbids.
//!
//! What may follow depends on what was said before: a path query needs two ends or a path, and where relations are
//! said the graph follows from them. So the keys are walked as an automaton over what was said; states that are
//! followed by the same are one.

use cmec_decoder::language::{Key, Part};
use cmec_decoder::tables::{ScenarioDef, Tables};

use super::constraints;
use super::graph::{Around, graph};
use super::objects::at_least;
use super::step::{STEPS, Said, State, Step};
use super::values::Values;
use crate::emit::grammar::model::{Expr, Grammar, any_of, literal, optional, sequence};
use crate::emit::grammar::strings::one_of;

/// The walk through one scenario.
struct Walk<'w> {
    grammar: &'w mut Grammar,
    tables: &'w Tables,
    row: &'w ScenarioDef,
    values: &'w Values,
    known: Vec<(Key, State, Option<Expr>)>,
}

/// The rule of a scenario; `None` where the codebook has nothing to say it with.
pub(super) fn scenario(
    grammar: &mut Grammar,
    tables: &Tables,
    values: &Values,
    row: &ScenarioDef,
) -> Option<Expr> {
    let mut walk = Walk {
        grammar,
        tables,
        row,
        values,
        known: Vec::new(),
    };
    let rest = walk.rest(STEPS, &State::default())?;
    let code = row.scenario.code();
    let open = literal(&format!("{{\"s\":\"{code}\""));
    Some(grammar.phrase(&code.to_lowercase(), sequence([open, rest])))
}

impl Walk<'_> {
    /// What may stand from a key to the end; `None` where the scenario lacks something that cannot come any more.
    fn rest(&mut self, steps: &[(Key, Step)], state: &State) -> Option<Expr> {
        let Some(((key, step), behind)) = steps.split_first() else {
            return self.is_complete(state).then(|| literal("}"));
        };
        let same = |known: &&(Key, State, Option<Expr>)| (known.0, &known.1) == (*key, state);
        if let Some((_, _, rest)) = self.known.iter().find(same) {
            return rest.clone();
        }
        let mut ways: Vec<(Expr, Vec<Said>)> = Vec::new();
        for (said, then) in self.options(*step, state) {
            let Some(rest) = self.rest(behind, &then) else {
                continue;
            };
            match ways.iter_mut().find(|way| way.0 == rest) {
                Some(way) => way.1.push(said),
                None => ways.push((rest, vec![said])),
            }
        }
        let branches = ways.len() > 1;
        let mut written = Vec::new();
        for (rest, said) in ways {
            let rest = if branches && !matches!(rest, Expr::Literal(_)) {
                let name = format!("{}_behind_{}", self.row.scenario.code(), key.text());
                self.grammar.phrase(&name.to_lowercase(), rest)
            } else {
                rest
            };
            written.push(sequence(self.key(*key, &said).into_iter().chain([rest])));
        }
        let rest = any_of(written);
        self.known.push((*key, state.clone(), rest.clone()));
        rest
    }

    /// What a key may hold, and what is said then.
    fn options(&mut self, step: Step, state: &State) -> Vec<(Said, State)> {
        let nothing = (Said::Nothing, state.clone());
        match step {
            Step::Output => {
                let said = self.output().map(|said| (said, state.clone()));
                std::iter::once(nothing).chain(said).collect()
            }
            Step::Targets => self.targets(state),
            Step::Entities => self.entities(state),
            Step::Constraints => (self.values.constraints.choices(self.row).into_iter())
                .map(|parts| {
                    let then = self.with(state, &parts);
                    (Said::Constraints(parts), then)
                })
                .collect(),
            Step::Graph => self.graph(state),
            Step::Retrieval => self.retrieval(state),
            Step::Part(part) => {
                let said = self.unless_forbidden(part);
                let said = said.map(|said| (Said::Value(said), self.with(state, &[part])));
                std::iter::once(nothing).chain(said).collect()
            }
        }
    }

    /// An output other than the scenario's own; a question back has none.
    fn output(&self) -> Option<Said> {
        let others = self.row.outputs.iter().skip(1);
        one_of(others.map(|output| output.code())).map(Said::Value)
    }

    fn targets(&self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        let Some(name) = self.unless_forbidden(Part::TargetType) else {
            return options;
        };
        let cap = self.tables.limits.list_cap;
        let mut put = |least: u32, most: u32, derivable: bool| {
            if least <= most {
                let then = State {
                    targets: true,
                    derivable,
                    ..state.clone()
                };
                options.push((Said::List(name.clone(), least, most), then));
            }
        };
        if self.tables.types.len() == 1 {
            put(1, 1, true);
            put(2, cap, false);
        } else {
            put(1, cap, false);
        }
        options
    }

    fn entities(&self, state: &State) -> Vec<(Said, State)> {
        let mut options = Vec::new();
        // A target that is derived is not said.
        if !state.derivable {
            options.push((Said::Nothing, state.clone()));
        }
        let Some(entity) = self.unless_forbidden(Part::Entity) else {
            return options;
        };
        for (count, least, most) in [(1, 1, 1), (2, 2, self.tables.limits.list_cap)] {
            if least <= most {
                let then = State {
                    derivable: false,
                    entities: count,
                    ..state.clone()
                };
                options.push((Said::List(entity.clone(), least, most), then));
            }
        }
        options
    }

    fn graph(&mut self, state: &State) -> Vec<(Said, State)> {
        let around = Around {
            scenario: self.row.scenario,
            relations: state.parts.contains(&Part::Relation),
            two_ends: state.entities >= 2 || (state.entities == 1 && state.targets),
        };
        let mut options = Vec::new();
        let has_path = !self.forbids(Part::Path);
        if self.forbids(Part::Graph) {
            return vec![(Said::Nothing, state.clone())];
        }
        let graph = graph(self.grammar, self.tables, around);
        if !(graph.path_written && has_path) {
            options.push((Said::Nothing, state.clone()));
        }
        if let Some(said) = graph.pathless {
            options.push((Said::Value(said), self.with(state, &[Part::Graph])));
        }
        if let Some(said) = graph.path.filter(|_| has_path) {
            let then = self.with(state, &[Part::Graph, Part::Path]);
            options.push((Said::Value(said), then));
        }
        options
    }

    fn retrieval(&self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if self.forbids(Part::Retrieval) {
            return options;
        }
        for parts in [&[Part::Retrieval][..], &[Part::QueryText, Part::Retrieval]] {
            let said = parts.first().and_then(|part| self.unless_forbidden(*part));
            options.extend(said.map(|said| (Said::Value(said), self.with(state, parts))));
        }
        options
    }

    /// The state with these parts said, as far as they matter.
    fn with(&self, state: &State, parts: &[Part]) -> State {
        let mut then = state.clone();
        let matter = |part: &&Part| **part == Part::Relation || self.requires(**part);
        for part in parts.iter().filter(matter) {
            if !then.parts.contains(part) {
                then.parts.push(*part);
            }
        }
        then.parts.sort_unstable();
        then
    }

    fn unless_forbidden(&self, part: Part) -> Option<Expr> {
        let said = self.values.part(part, self.row.scenario);
        said.filter(|_| !self.forbids(part))
    }

    fn forbids(&self, part: Part) -> bool {
        !self.row.may_have(part)
    }

    fn requires(&self, part: Part) -> bool {
        constraints::requires(self.row, part)
    }

    fn is_complete(&self, state: &State) -> bool {
        self.row.required.iter().all(|requirement| {
            requirement.any_of.iter().any(|part| match part {
                Part::TargetType => {
                    state.targets || (self.tables.types.len() == 1 && state.entities == 0)
                }
                Part::Entity => state.entities > 0,
                Part::TwoEnds => state.entities > 1 || (state.entities == 1 && state.targets),
                part => state.parts.contains(part),
            })
        })
    }

    /// A key with any of these, which may be nothing; `None` where it is nothing only.
    fn key(&mut self, key: Key, said: &[Said]) -> Option<Expr> {
        let mut values = Vec::new();
        let mut absent = false;
        let mut list: Option<(Expr, u32, u32)> = None;
        let mut subsets: Vec<Vec<Part>> = Vec::new();
        for said in said {
            match said {
                Said::Nothing => absent = true,
                Said::Value(value) => values.push(value.clone()),
                // Counts of one list follow each other.
                Said::List(element, least, most) => {
                    let first = list.take().map_or(*least, |(_, first, _)| first);
                    list = Some((element.clone(), first, *most));
                }
                Said::Constraints(parts) => subsets.push(parts.clone()),
            }
        }
        if let Some((element, least, most)) = list {
            values.push(at_least(least, element, Some(most)));
        }
        if !subsets.is_empty() {
            // With none of the parts that matter the constraints may be nothing at all.
            absent |= subsets.iter().any(Vec::is_empty);
            let constraints = &self.values.constraints;
            values.extend(constraints.value(self.grammar, self.row, &subsets));
        }
        let key = literal(&format!(",\"{}\":", key.text()));
        let said = sequence([key, any_of(values)?]);
        Some(if absent { optional(said) } else { said })
    }
}
