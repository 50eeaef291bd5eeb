//! What a line is about: its types, entities and relations, and which names its fields have then.

use cmec_decoder::language::{Part, Scenario};

use super::{Made, Options};
use crate::emit::grammar::line::fields::About;
use crate::emit::grammar::line::grounding::{
    Hops, any_type, entity, one_type, open_entity, relations, typed_entity,
};
use crate::emit::grammar::line::items::at_least;
use crate::emit::grammar::line::state::{Count, Said, State};
use crate::emit::grammar::model::Expr;

impl Options<'_> {
    pub(super) fn targets(&mut self, state: &State) -> Vec<(Said, State)> {
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

    /// The types of a group that is matched by itself, and what is known behind them.
    pub(in crate::emit::grammar::line) fn types_of_group(&mut self) -> Vec<(Expr, State)> {
        let state = State {
            started: true,
            named: true,
            ..State::default()
        };
        let options = self.targets(&state).into_iter();
        let options = options.filter_map(|(said, then)| match said {
            Said::Items(types) => Some((types, then)),
            Said::Nothing => None,
        });
        let behind = |(types, then)| {
            let then = State {
                derivable: false,
                ..then
            };
            (types, then)
        };
        options.map(behind).collect()
    }

    pub(super) fn entities(&mut self, state: &State) -> Vec<(Said, State)> {
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
        let any = self.any_entity();
        // Without a target the type of the only entity says what the names mean.
        if state.targets == Count::None && !self.is_single() {
            let open = open_entity(self.grammar, self.texts);
            options.push((Said::Items(open), then(Count::One, None)));
            for at in 0..self.tables.types.len() {
                if let Some(of) = one_type(self.tables, at) {
                    let typed = typed_entity(self.grammar, of, self.texts);
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

    pub(super) fn relations(&mut self, state: &State) -> Vec<(Said, State)> {
        let may_deny = self.row.scenario.is_matched();
        let there = if may_deny { Hops::Some } else { Hops::There };
        let mut make = |hops| {
            self.or_not(state, Part::Relation, Made::Relations(hops), |own| {
                relations(own.grammar, own.names, hops)
            })
        };
        let mut options = make(there);
        if may_deny {
            let denied = make(Hops::Absent).into_iter();
            let denied = denied.filter(|(said, _)| *said != Said::Nothing);
            options.extend(denied.map(|(said, then)| (said, then.deny())));
        }
        for (_, then) in &mut options {
            then.about = Some(self.about(then));
            then.type_at = None;
        }
        options
    }

    /// What the line is about, once types, entities and relations are said.
    fn about(&self, state: &State) -> About {
        if self.is_single() {
            return About::Only(0);
        }
        // The sides of an operation bring their types to the line as well.
        let related = state.says(Part::Relation);
        let alone = !related && self.row.scenario != Scenario::SetOps;
        match (state.targets, state.entities, state.type_at) {
            (Count::One, Count::None, Some(at)) if alone => About::Only(at),
            (Count::One, _, Some(at)) => About::With(at),
            (Count::None, Count::One, Some(at)) if alone => About::Only(at),
            // Relations bring names as near as those of the entity.
            (Count::None, Count::One, Some(at)) if !related => About::With(at),
            _ => About::Any,
        }
    }

    fn any_entity(&mut self) -> Expr {
        let (grammar, tables, texts) = (&mut *self.grammar, self.tables, self.texts);
        let made = &mut self.any_entity;
        made.get_or_insert_with(|| entity(grammar, tables, texts))
            .clone()
    }
}
