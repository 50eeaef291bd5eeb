//! What may stand at each place of a scenario: the parts of a line, less what the scenario forbids.
//!
//! Most of a part depends on little of what was said before it, and is asked for from thousands of states; so each is
//! made once.
//!
//! A scenario is walked as an automaton over what was said, and what may stand at a place is asked for from some
//! ten thousand states; so each part is kept by what it depends on, and states that differ in what nothing behind
//! them asks for are one. Names are looked up in maps made once: the decoder's own look-up is that of one contract
//! and asks all fields, which for all fields is their square. A test holds the two equal, with names that clash in
//! every way.

mod subject;

use std::collections::HashMap;

use cmec_decoder::language::{Part, Scenario};
use cmec_decoder::tables::{ScenarioDef, Tables};

use super::aggregation::{aggregation, limit, offset, per};
use super::fields::{About, AllFields};
use super::graph::{Far, Says, path, walk};
use super::grounding::Hops;
use super::groups::{Around, given, groups, set, typed};
use super::items::{behind, some};
use super::names::Names;
use super::retrieval::{text, text_and_how};
use super::state::{Count, Said, State, Step};
use super::texts::{Texts, reference};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, optional, sequence};
use crate::emit::grammar::numbers::group_limit;

/// Where parts stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Within<'w> {
    /// In a line, and what stands inside of a group that is matched by itself, where the codebook has groups.
    Line(Option<&'w Expr>),
    /// In such a group.
    Group,
}

impl<'w> Within<'w> {
    const fn inside_group(self) -> Option<&'w Expr> {
        match self {
            Self::Line(inside) => inside,
            Self::Group => None,
        }
    }
}

/// The options of one scenario.
pub(super) struct Options<'w> {
    grammar: &'w mut Grammar,
    names: &'w Names<'w>,
    tables: &'w Tables,
    fields: &'w AllFields,
    row: &'w ScenarioDef,
    texts: Texts,
    /// What was made, with what it depends on.
    made: HashMap<Made, Option<Expr>>,
    within: Within<'w>,
    any_entity: Option<Expr>,
}

/// A part, and what it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Made {
    Relations(Hops),
    Walk(Far),
    Path(Says),
    Attributes(About),
    Filters(About),
    Sort(About),
    Page(About),
    Numbers(About),
    Text,
    TextAndHow,
    Groups(Around),
    TypedGroups(bool),
    Set,
}

/// How a scenario writes its names and values: where a text to look for follows, none may run into it.
pub(super) fn texts_of(row: &ScenarioDef) -> Texts {
    if !row.may_have(Part::QueryText) || !row.may_have(Part::Retrieval) {
        Texts::Bare
    } else {
        Texts::Quoted
    }
}

impl<'w> Options<'w> {
    pub(super) fn of(
        grammar: &'w mut Grammar,
        names: &'w Names<'w>,
        fields: &'w AllFields,
        row: &'w ScenarioDef,
        within: Within<'w>,
    ) -> Self {
        Self {
            grammar,
            names,
            tables: names.tables(),
            fields,
            row,
            texts: texts_of(row),
            made: HashMap::new(),
            within,
            any_entity: None,
        }
    }

    pub(super) const fn row(&self) -> &'w ScenarioDef {
        self.row
    }

    /// Whether they are those of a group that is matched by itself.
    pub(super) fn is_in_group(&self) -> bool {
        self.within == Within::Group
    }

    /// Adds a phrase.
    pub(super) fn phrase(&mut self, name: &str, body: Expr) -> Expr {
        self.grammar.phrase(name, body)
    }

    /// Whether the codebook has one type only.
    pub(super) fn is_single(&self) -> bool {
        self.tables.types.len() == 1
    }

    /// As much of a state as counts from a step on: behind the last part with fields no names depend on the types.
    pub(super) fn what_counts(&self, step: Step, state: &State) -> State {
        let last = if self.row.scenario == Scenario::SetOps {
            Step::Groups
        } else if !self.forbids(Part::Metric) {
            Step::Numbers
        } else {
            Step::Page
        };
        State {
            about: state.about.filter(|_| step <= last),
            ..state.clone()
        }
    }

    /// What a part may say, and what is known then.
    pub(super) fn at(&mut self, step: Step, state: &State) -> Vec<(Said, State)> {
        let about = state.about.unwrap_or(About::Any);
        match step {
            Step::Output => self.output(state),
            Step::Given => {
                let mut options = vec![(Said::Nothing, state.clone())];
                let has_given =
                    self.row.scenario != Scenario::SetOps && self.row.may_have(Part::Groups);
                let inside = self.within.inside_group().filter(|_| has_given);
                let given = inside.map(|inside| given(self.grammar, self.tables, inside));
                options.extend(given.map(|given| (Said::Items(given), state.clone())));
                options
            }
            Step::Targets => self.targets(state),
            Step::Entities => self.entities(state),
            Step::Relations => self.relations(state),
            Step::Walk => self.walk(state),
            Step::Path => self.path(state),
            Step::Attributes => {
                self.or_not(state, Part::Attributes, Made::Attributes(about), |own| {
                    let fields = own.fields.of(about);
                    let any = match own.row.scenario {
                        Scenario::Aggregation => {
                            let metric = reference(own.grammar);
                            let column = own.fields.or_type(&fields.any);
                            any_of(column.into_iter().chain([metric]))
                        }
                        _ => fields.any.clone(),
                    };
                    let wanted = sequence([literal("."), any?]);
                    Some(own.list("attributes", wanted, own.tables.limits.list_cap))
                })
            }
            Step::Filters => self.or_not(state, Part::Filter, Made::Filters(about), |own| {
                let filter = own.fields.of(about).condition.clone()?;
                Some(own.list("filters", filter, own.tables.limits.filters_cap))
            }),
            Step::Sort => self.or_not(state, Part::Sort, Made::Sort(about), |own| {
                let order = choice([literal("-"), literal("+")]);
                let sort = sequence([order, own.fields.of(about).sortable.clone()?]);
                Some(own.list("order", sort, own.tables.limits.list_cap))
            }),
            Step::Page => {
                let page = |own: &mut Self| own.page(about);
                let mut options = self.or_not(state, Part::Page, Made::Page(about), page);
                // Nothing behind a page asks for it.
                options
                    .iter_mut()
                    .for_each(|(_, then)| *then = state.clone());
                options
            }
            Step::Numbers => self.or_not(state, Part::Metric, Made::Numbers(about), |own| {
                let unsaid = match own.within {
                    Within::Line(_) => group_limit(own.tables),
                    Within::Group => own.tables.limits.page_cap,
                };
                Some(aggregation(
                    own.grammar,
                    own.tables,
                    own.fields,
                    about,
                    unsaid,
                ))
            }),
            Step::Retrieval => self.retrieval(state),
            Step::Groups if self.row.scenario != Scenario::SetOps => {
                vec![(Said::Nothing, state.clone())]
            }
            Step::Groups => {
                let around = Around {
                    about,
                    relations: state.says(Part::Relation),
                    untyped: self.is_single()
                        || state.targets != Count::None
                        || state.entities != Count::None,
                };
                let what = Made::TypedGroups(around.relations);
                let typed = match self.forbids(Part::Groups) {
                    true => None,
                    false => self.once(what, |own| {
                        typed(own.grammar, own.tables, own.fields, around.relations)
                    }),
                };
                self.or_not(state, Part::Groups, Made::Groups(around), |own| {
                    let insides = typed.into_iter().chain(own.within.inside_group().cloned());
                    groups(own.grammar, own.tables, own.fields, around, any_of(insides))
                })
            }
            Step::Set => self.or_not(state, Part::Set, Made::Set, |own| {
                Some(set(own.grammar, own.tables))
            }),
        }
    }

    fn once(&mut self, what: Made, make: impl FnOnce(&mut Self) -> Option<Expr>) -> Option<Expr> {
        if let Some(made) = self.made.get(&what) {
            return made.clone();
        }
        let made = make(self);
        self.made.insert(what, made.clone());
        made
    }

    fn output(&self, state: &State) -> Vec<(Said, State)> {
        let others = self.row.outputs.iter().skip(1);
        let others = any_of(others.map(|output| literal(output.code())));
        let said = others.map(|others| (Said::Items(others), state.clone()));
        let nothing = (Said::Nothing, state.clone());
        std::iter::once(nothing).chain(said).collect()
    }

    fn walk(&mut self, state: &State) -> Vec<(Said, State)> {
        let walks = matches!(self.row.scenario, Scenario::Subgraph | Scenario::PathQuery);
        let mut options = vec![(Said::Nothing, state.clone())];
        if !walks || state.says(Part::Relation) || self.forbids(Part::Graph) {
            return options;
        }
        let then = state.with(Part::Graph);
        // How far is said by a path where there is one, and without two ends there is one.
        let may_be_far = self.row.scenario == Scenario::Subgraph || state.two_ends();
        let said = self.walk_said(Far::Unsaid);
        options.extend(said.map(|said| (Said::Items(said), then.clone())));
        if may_be_far {
            let said = self.walk_said(Far::Said);
            let far = State { far: true, ..then };
            options.extend(said.map(|said| (Said::Items(said), far)));
        }
        options
    }

    fn walk_said(&mut self, far: Far) -> Option<Expr> {
        let scenario = self.row.scenario;
        self.once(Made::Walk(far), |own| {
            walk(own.grammar, own.names, scenario, far)
        })
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
        let related = state.says(Part::Relation);
        if related || state.two_ends() {
            options.push((Said::Nothing, nothing.clone()));
        }
        let says = match (related, state.two_ends()) {
            (true, _) => Says::Along,
            (false, true) => Says::More,
            (false, false) => Says::Any,
        };
        let make = |own: &mut Self| path(own.grammar, own.names, says);
        if !state.far
            && let Some(said) = self.once(Made::Path(says), make)
        {
            options.push((Said::Items(said), nothing.with(Part::Path)));
        }
        options
    }

    fn page(&mut self, about: About) -> Option<Expr> {
        let limit = limit(self.grammar, self.tables, None);
        let offset = offset(self.grammar, self.tables);
        let per = per(self.grammar, self.tables, self.fields, about);
        if self.is_in_group() {
            // A group without a page has all rows, so one that has a page says its limit.
            let rest = offset
                .into_iter()
                .chain(per)
                .map(|part| optional(behind(part)));
            let page = sequence(limit.into_iter().chain(rest));
            return Some(self.grammar.phrase("page_of_group", page));
        }
        // In this order, each of them or not, and one at least.
        let parts: Vec<Expr> = limit.into_iter().chain(offset).chain(per).collect();
        let from = parts.iter().enumerate().map(|(at, first)| {
            let rest = parts.iter().skip(at + 1);
            let rest = rest.map(|part| optional(behind(part.clone())));
            sequence(std::iter::once(first.clone()).chain(rest))
        });
        let page = any_of(from)?;
        Some(self.grammar.phrase("page", page))
    }

    fn list(&mut self, name: &str, item: Expr, most: u32) -> Expr {
        self.grammar.phrase(name, some(item, " ", most))
    }

    fn retrieval(&mut self, state: &State) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if self.forbids(Part::QueryText) || self.forbids(Part::Retrieval) {
            return options;
        }
        let text = self.once(Made::Text, |own| Some(text(own.grammar)));
        let both = self.once(Made::TextAndHow, |own| {
            Some(text_and_how(own.grammar, own.tables))
        });
        let then = state.with(Part::QueryText);
        options.extend(text.map(|said| (Said::Items(said), then.clone())));
        options.extend(both.map(|said| (Said::Items(said), then.with(Part::Retrieval))));
        options
    }

    /// A part that may be left out.
    fn or_not(
        &mut self,
        state: &State,
        part: Part,
        what: Made,
        make: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Vec<(Said, State)> {
        let mut options = vec![(Said::Nothing, state.clone())];
        if !self.forbids(part) {
            let said = self.once(what, make);
            options.extend(said.map(|said| (Said::Items(said), state.with(part))));
        }
        options
    }

    fn forbids(&self, part: Part) -> bool {
        !self.row.may_have(part)
    }
}
