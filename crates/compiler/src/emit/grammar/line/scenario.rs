//! One scenario: its parts in their order, with what the scenario table requires and forbids.
//!
//! Which scenario it is follows from the parts, and is said only where it does not; which names its fields have
//! follows from the types. So the parts are walked as an automaton over what was said; states that are followed by
//! the same are one.

use std::collections::HashMap;

use cmec_decoder::line;
use cmec_decoder::tables::{ScenarioDef, Tables};
use cmec_decoder::vocabulary::{Output, Part, Scenario};

use super::aggregation::{aggregation, offset};
use super::fields::{About, AllFields, Fields};
use super::graph::{Far, Says, path, walk};
use super::grounding::{any_type, entity, one_type, open_entity, relations, typed_entity};
use super::groups::{Around, groups, set};
use super::items::{at_least, behind, some};
use super::retrieval::{question, retrieval};
use super::state::{Count, Said, State, Step};
use crate::emit::grammar::model::{Expr, Grammar, choice, literal, optional, sequence};
use crate::emit::grammar::numbers::range;

/// The walk through one scenario.
struct Walk<'w> {
    grammar: &'w mut Grammar,
    tables: &'w Tables,
    row: &'w ScenarioDef,
    fields: &'w AllFields,
    known: HashMap<(Step, State), Option<Expr>>,
}

/// The rule of a scenario; `None` where the codebook has nothing to say it with.
pub(super) fn scenario(
    grammar: &mut Grammar,
    tables: &Tables,
    fields: &AllFields,
    row: &ScenarioDef,
) -> Option<Expr> {
    let code = row.scenario.code();
    if row.scenario == Scenario::Clarify {
        let question = question(grammar, tables);
        return Some(grammar.phrase(&code.to_lowercase(), question));
    }
    let mut walk = Walk {
        grammar,
        tables,
        row,
        fields,
        known: HashMap::new(),
    };
    let named = State {
        started: true,
        named: true,
        ..State::default()
    };
    let named = walk.rest(Some(Step::FIRST), &named);
    let named = named.map(|rest| sequence([literal(code), rest]));
    let told = walk.rest(Some(Step::FIRST), &State::default());
    let either: Vec<Expr> = named.into_iter().chain(told).collect();
    (!either.is_empty()).then(|| grammar.phrase(&code.to_lowercase(), choice(either)))
}

impl Walk<'_> {
    /// What may stand from a part to the end; `None` where the scenario lacks something that cannot come any more.
    fn rest(&mut self, step: Option<Step>, state: &State) -> Option<Expr> {
        let Some(step) = step else {
            return self.is_complete(state).then(|| sequence([]));
        };
        let place = (step, state.clone());
        if let Some(rest) = self.known.get(&place) {
            return rest.clone();
        }
        let mut ways: Vec<(Expr, Vec<Said>)> = Vec::new();
        for (said, mut then) in self.options(step, state) {
            let said = match said {
                Said::Items(items) if state.started => Said::Items(behind(items)),
                said => said,
            };
            then.started |= said != Said::Nothing;
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
        let mut empty = false;
        for (rest, said) in ways {
            let rest = if branches && rest != sequence([]) {
                let name = format!("{}_behind_{}", self.row.scenario.code(), step.name());
                self.grammar.phrase(&name.to_lowercase(), rest)
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
        let rest = match (written.is_empty(), empty) {
            (true, false) => None,
            (true, true) => Some(sequence([])),
            (false, false) => Some(choice(written)),
            (false, true) => Some(optional(choice(written))),
        };
        self.known.insert(place, rest.clone());
        rest
    }

    /// What a part may say, and what is known then.
    fn options(&mut self, step: Step, state: &State) -> Vec<(Said, State)> {
        let nothing = (Said::Nothing, state.clone());
        match step {
            Step::Output => {
                let own = self.row.default_output;
                let others = Output::ALL.iter().filter(|other| Some(**other) != own);
                let others = choice(others.map(|output| literal(output.code())));
                vec![nothing, (Said::Items(others), state.clone())]
            }
            Step::Targets => self.targets(state),
            Step::Entities => self.entities(state),
            Step::Relations => self.relations(state),
            Step::Walk => self.walk(state),
            Step::Path => self.path(state),
            Step::Attributes => {
                let field = self.fields(state).any.clone();
                let wanted = field.map(|field| {
                    let wanted = sequence([literal("."), field]);
                    self.list("attributes", wanted, self.tables.limits.list_cap)
                });
                self.or_not(state, Part::Attributes, wanted, |then| {
                    then.attributes = true
                })
            }
            Step::Filters => {
                let filter = self.fields(state).filter.clone();
                let filters = filter
                    .map(|filter| self.list("filters", filter, self.tables.limits.filters_cap));
                self.or_not(state, Part::Filter, filters, |then| then.filters = true)
            }
            Step::Sort => {
                let field = self.fields(state).sortable.clone();
                let order = choice([literal("-"), literal("+")]);
                let sort = field.map(|field| {
                    let sort = sequence([order, field]);
                    self.list("order", sort, self.tables.limits.list_cap)
                });
                self.or_not(state, Part::Sort, sort, |then| then.sort = true)
            }
            Step::Page => {
                let page = self.page();
                self.or_not(state, Part::Page, page, |_| {})
            }
            Step::Numbers => {
                let fields = self.fields(state).clone();
                let numbers = (!self.forbids(Part::Metric))
                    .then(|| aggregation(self.grammar, self.tables, &fields));
                self.or_not(state, Part::Metric, numbers, |then| then.numbers = true)
            }
            Step::Retrieval => {
                let forbidden = self.forbids(Part::Retrieval) || self.forbids(Part::QueryText);
                let said = (!forbidden).then(|| retrieval(self.grammar, self.tables));
                self.or_not(state, Part::Retrieval, said, |then| then.text = true)
            }
            Step::Groups => {
                let groups = self.groups(state);
                self.or_not(state, Part::Groups, groups, |then| then.groups = true)
            }
            Step::Set => {
                let set = (!self.forbids(Part::Set)).then(|| set(self.grammar, self.tables));
                self.or_not(state, Part::Set, set, |then| then.set = true)
            }
        }
    }

    fn targets(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if self.forbids(Part::TargetType) {
            return options;
        }
        for at in 0..self.tables.types.len() {
            let then = State {
                targets: Count::One,
                derivable: self.is_single(),
                type_at: Some(at),
                ..state.clone()
            };
            let name = one_type(self.tables, at);
            options.extend(name.map(|name| (Said::Items(name), then)));
        }
        let cap = self.tables.limits.list_cap;
        if cap > 1
            && let Some(any) = any_type(self.grammar, self.tables)
        {
            let then = State {
                targets: Count::Many,
                ..state.clone()
            };
            options.push((Said::Items(at_least(2, any, " ", cap)), then));
        }
        options
    }

    fn entities(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = Vec::new();
        // A target that is derived is not said.
        if !state.derivable {
            options.push((Said::Nothing, state.clone()));
        }
        if self.forbids(Part::Entity) {
            return options;
        }
        let then = |entities, type_at: Option<usize>| State {
            entities,
            derivable: false,
            type_at: state.type_at.or(type_at),
            ..state.clone()
        };
        let any = entity(self.grammar, self.tables);
        // Without a target the type of the only entity says what the names mean.
        if state.targets == Count::None && !self.is_single() {
            let open = open_entity(self.grammar);
            options.push((Said::Items(open), then(Count::One, None)));
            for at in 0..self.tables.types.len() {
                if let Some(of) = one_type(self.tables, at) {
                    let typed = typed_entity(self.grammar, of);
                    options.push((Said::Items(typed), then(Count::One, Some(at))));
                }
            }
        } else {
            options.push((Said::Items(any.clone()), then(Count::One, None)));
        }
        let cap = self.tables.limits.list_cap;
        if cap > 1 {
            let many = at_least(2, any, " ", cap);
            options.push((Said::Items(many), then(Count::Many, None)));
        }
        options
    }

    fn relations(&mut self, state: &State) -> Vec<(Said, State)> {
        let hops = (!self.forbids(Part::Relation))
            .then(|| relations(self.grammar, self.tables))
            .flatten();
        let all = self.or_not(state, Part::Relation, hops, |then| then.relations = true);
        let known = |(said, then): (Said, State)| {
            let about = Some(self.about(&then));
            let type_at = None;
            (
                said,
                State {
                    about,
                    type_at,
                    ..then
                },
            )
        };
        all.into_iter().map(known).collect()
    }

    /// What the line is about, once types, entities and relations are said.
    fn about(&self, state: &State) -> About {
        if self.is_single() {
            return About::Only(0);
        }
        // Groups bring their types to the line as well.
        let alone = !state.relations && self.forbids(Part::Groups);
        match (state.targets, state.entities, state.type_at) {
            (Count::One, Count::None, Some(at)) if alone => About::Only(at),
            (Count::One, _, Some(at)) => About::With(at),
            (Count::None, Count::One, Some(at)) if alone => About::Only(at),
            // Relations bring names as near as those of the entity.
            (Count::None, Count::One, Some(at)) if !state.relations => About::With(at),
            _ => About::Any,
        }
    }

    fn walk(&mut self, state: &State) -> Vec<(Said, State)> {
        let walks = matches!(self.row.scenario, Scenario::Subgraph | Scenario::PathQuery);
        let mut options = vec![(Said::Nothing, state.clone())];
        if !walks || state.relations || self.forbids(Part::Graph) {
            return options;
        }
        let then = State {
            walk: true,
            ..state.clone()
        };
        // How far is said by a path where there is one, and without two ends there is one.
        let may_be_far = self.row.scenario == Scenario::Subgraph || state.two_ends();
        let said = walk(self.grammar, self.tables, self.row.scenario, Far::Unsaid);
        options.extend(said.map(|said| (Said::Items(said), then.clone())));
        if may_be_far {
            let said = walk(self.grammar, self.tables, self.row.scenario, Far::Said);
            let far = State { far: true, ..then };
            options.extend(said.map(|said| (Said::Items(said), far)));
        }
        options
    }

    fn path(&mut self, state: &State) -> Vec<(Said, State)> {
        let own = self.row.scenario == Scenario::PathQuery;
        let nothing = State {
            far: false,
            ..state.clone()
        };
        if !own || self.forbids(Part::Path) {
            return vec![(Said::Nothing, nothing)];
        }
        let mut options = Vec::new();
        if state.relations || state.two_ends() {
            options.push((Said::Nothing, nothing.clone()));
        }
        let says = match (state.relations, state.two_ends()) {
            (true, _) => Says::Along,
            (false, true) => Says::More,
            (false, false) => Says::Any,
        };
        if !state.far
            && let Some(said) = path(self.grammar, self.tables, says)
        {
            let then = State {
                path: true,
                ..nothing
            };
            options.push((Said::Items(said), then));
        }
        options
    }

    fn page(&mut self) -> Option<Expr> {
        let limit = range(1, u64::from(self.tables.limits.page_cap));
        let limit = limit.map(|limit| self.grammar.token("limit", limit));
        let offset = offset(self.grammar, self.tables);
        let page = match (limit, offset) {
            (Some(limit), Some(offset)) => {
                let both = sequence([limit, optional(behind(offset.clone()))]);
                choice([both, offset])
            }
            (limit, offset) => limit.or(offset)?,
        };
        Some(self.grammar.phrase("page", page))
    }

    fn groups(&mut self, state: &State) -> Option<Expr> {
        if self.forbids(Part::Groups) {
            return None;
        }
        let around = Around {
            about: state.about.unwrap_or(About::Any),
            relations: state.relations,
            untyped: self.is_single()
                || state.targets != Count::None
                || state.entities != Count::None,
        };
        groups(self.grammar, self.tables, self.fields, around)
    }

    fn list(&mut self, name: &str, item: Expr, most: u32) -> Expr {
        self.grammar.phrase(name, some(item, " ", most))
    }

    fn fields(&self, state: &State) -> &Fields {
        self.fields.of(state.about.unwrap_or(About::Any))
    }

    /// A part that may be left out.
    fn or_not(
        &self,
        state: &State,
        part: Part,
        said: Option<Expr>,
        mark: impl FnOnce(&mut State),
    ) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if let Some(said) = said.filter(|_| !self.forbids(part)) {
            let mut then = state.clone();
            mark(&mut then);
            options.push((Said::Items(said), then));
        }
        options
    }

    /// Whether the codebook has one type only.
    fn is_single(&self) -> bool {
        self.tables.types.len() == 1
    }

    fn forbids(&self, part: Part) -> bool {
        self.row.forbidden.contains(&part)
    }

    /// Whether nothing is missing, and the scenario is said where it must be and only there.
    fn is_complete(&self, state: &State) -> bool {
        let silent = !state.sort && state.parts() == Default::default();
        let told = !silent && line::scenario(&state.parts()) == self.row.scenario;
        let single = self.is_single();
        told != state.named
            && (self.row.required.iter()).all(|requirement| {
                let mut any_of = requirement.any_of.iter();
                any_of.any(|part| state.has(*part, single))
            })
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
    let items = (!items.is_empty()).then(|| choice(items))?;
    Some(if absent { optional(items) } else { items })
}
