//! One scenario: the keys at the top in their order, with what the scenario table requires and forbids.
//!
//! What may follow depends on what was said before: a path query needs two ends or a path, and where relations are
//! said the graph follows from them. So the keys are walked as an automaton over what was said; states that are
//! followed by the same are one.

use cmec_decoder::tables::{ScenarioDef, Tables};
use cmec_decoder::vocabulary::{Output, Part};

use super::constraints::{self, Constraints};
use super::graph::{Around, graph};
use super::objects::at_least;
use super::parts::{attributes, entity, relations, type_name};
use super::retrieval::{question, retrieval, textless};
use super::texts::one_of;
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, sequence};

/// The keys behind `s`, in the encoder's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Output,
    Targets,
    Entities,
    Relations,
    Attributes,
    Constraints,
    Graph,
    Retrieval,
    Question,
}

impl Step {
    const FIRST: Self = Self::Output;

    const fn key(self) -> &'static str {
        match self {
            Self::Output => "o",
            Self::Targets => "tg",
            Self::Entities => "E",
            Self::Relations => "R",
            Self::Attributes => "A",
            Self::Constraints => "C",
            Self::Graph => "G",
            Self::Retrieval => "Q",
            Self::Question => "X",
        }
    }

    const fn next(self) -> Option<Self> {
        Some(match self {
            Self::Output => Self::Targets,
            Self::Targets => Self::Entities,
            Self::Entities => Self::Relations,
            Self::Relations => Self::Attributes,
            Self::Attributes => Self::Constraints,
            Self::Constraints => Self::Graph,
            Self::Graph => Self::Retrieval,
            Self::Retrieval => Self::Question,
            Self::Question => return None,
        })
    }
}

/// What was said so far, as far as it matters to what follows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct State {
    /// Whether a target is said.
    targets: bool,
    /// Whether the target is the one that is derived where no entity is said.
    derivable: bool,
    /// None, one, or two and more.
    entities: u8,
    /// Other parts that are required or that the graph depends on.
    parts: Vec<Part>,
}

/// What a key holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    Nothing,
    Value(Expr),
    /// A list of so many elements.
    List(Expr, u32, u32),
    /// Constraints with exactly these of the parts that matter.
    Constraints(Vec<Part>),
}

/// The walk through one scenario.
struct Walk<'w> {
    grammar: &'w mut Grammar,
    tables: &'w Tables,
    row: &'w ScenarioDef,
    constraints: &'w Constraints,
    known: Vec<(Step, State, Option<Expr>)>,
}

/// The rule of a scenario; `None` where the codebook has nothing to say it with.
pub(super) fn scenario(
    grammar: &mut Grammar,
    tables: &Tables,
    constraints: &Constraints,
    row: &ScenarioDef,
) -> Option<Expr> {
    let mut walk = Walk {
        grammar,
        tables,
        row,
        constraints,
        known: Vec::new(),
    };
    let rest = walk.rest(Some(Step::FIRST), &State::default())?;
    let code = row.scenario.code();
    let open = literal(&format!("{{\"s\":\"{code}\""));
    Some(grammar.phrase(&code.to_lowercase(), sequence([open, rest])))
}

impl Walk<'_> {
    /// What may stand from a key to the end; `None` where the scenario lacks something that cannot come any more.
    fn rest(&mut self, step: Option<Step>, state: &State) -> Option<Expr> {
        let Some(step) = step else {
            return self.is_complete(state).then(|| literal("}"));
        };
        let same = |known: &&(Step, State, Option<Expr>)| (known.0, &known.1) == (step, state);
        if let Some((_, _, rest)) = self.known.iter().find(same) {
            return rest.clone();
        }
        let mut ways: Vec<(Expr, Vec<Said>)> = Vec::new();
        for (said, then) in self.options(step, state) {
            let Some(rest) = self.rest(step.next(), &then) else {
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
                let name = format!("{}_behind_{}", self.row.scenario.code(), step.key());
                self.grammar.phrase(&name.to_lowercase(), rest)
            } else {
                rest
            };
            written.push(sequence(self.key(step, &said).into_iter().chain([rest])));
        }
        let rest = (!written.is_empty()).then(|| choice(written));
        self.known.push((step, state.clone(), rest.clone()));
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
            Step::Relations => {
                let said = relations(self.grammar, self.tables);
                self.said_or_not(state, Part::Relation, said)
            }
            Step::Attributes => {
                let said = attributes(self.grammar, self.tables);
                self.said_or_not(state, Part::Attributes, said)
            }
            Step::Constraints => (self.constraints.choices(self.row).into_iter())
                .map(|parts| {
                    let then = self.with(state, &parts);
                    (Said::Constraints(parts), then)
                })
                .collect(),
            Step::Graph => self.graph(state),
            Step::Retrieval => self.retrieval(state),
            Step::Question => {
                let said = question(self.grammar, self.tables);
                self.said_or_not(state, Part::Question, said)
            }
        }
    }

    /// An output other than the scenario's own; a question back has none.
    fn output(&self) -> Option<Said> {
        let own = self.row.default_output?;
        let others = Output::ALL.iter().filter(|other| **other != own);
        one_of(others.map(|output| output.code())).map(Said::Value)
    }

    fn targets(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        let name = type_name(self.grammar, self.tables);
        let Some(name) = name.filter(|_| !self.forbids(Part::TargetType)) else {
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

    fn entities(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = Vec::new();
        // A target that is derived is not said.
        if !state.derivable {
            options.push((Said::Nothing, state.clone()));
        }
        let entity = entity(self.grammar, self.tables);
        let Some(entity) = entity.filter(|_| !self.forbids(Part::Entity)) else {
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

    fn retrieval(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if self.forbids(Part::Retrieval) {
            return options;
        }
        if let Some(said) = textless(self.grammar, self.tables) {
            options.push((Said::Value(said), self.with(state, &[Part::Retrieval])));
        }
        let said = retrieval(self.grammar, self.tables);
        if let Some(said) = said.filter(|_| !self.forbids(Part::QueryText)) {
            let then = self.with(state, &[Part::Retrieval, Part::QueryText]);
            options.push((Said::Value(said), then));
        }
        options
    }

    fn said_or_not(&self, state: &State, part: Part, said: Option<Expr>) -> Vec<(Said, State)> {
        let said = said.filter(|_| !self.forbids(part));
        let said = said.map(|said| (Said::Value(said), self.with(state, &[part])));
        let nothing = (Said::Nothing, state.clone());
        std::iter::once(nothing).chain(said).collect()
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

    fn forbids(&self, part: Part) -> bool {
        self.row.forbidden.contains(&part)
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
    fn key(&mut self, step: Step, said: &[Said]) -> Option<Expr> {
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
            values.extend(self.constraints.value(self.grammar, self.row, &subsets));
        }
        if values.is_empty() {
            return None;
        }
        let key = literal(&format!(",\"{}\":", step.key()));
        let said = sequence([key, choice(values)]);
        Some(if absent { optional(said) } else { said })
    }
}
