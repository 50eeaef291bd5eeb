//! Checks scalar values: their type, and that words name something.

use crate::language::{Holds, Role, Scenario};
use crate::read::json::tree::JsonKind;
use crate::resolve::names::codes::member_named;
use crate::span::Span;
use crate::stream::automaton::{Automaton, Lookup, Step};
use crate::stream::finding_place::FindingPlace;
use crate::stream::word_lookup;
use crate::tables::Tables;

impl Automaton {
    pub(super) fn scalar(&mut self, kind: &JsonKind<'_>, span: Span, tables: &Tables) -> Step {
        let slot = self.slot;
        self.after_value();
        match (slot, kind) {
            // A complete text that is not an object is judged by the decoder.
            _ if self.is_done() => Step::On,
            (Holds::Word(role), JsonKind::Text(word)) => self.word(role, word, span, tables),
            (Holds::Value, _)
            | (Holds::Number(_) | Holds::End, JsonKind::Number(_))
            | (Holds::Boolean, JsonKind::Boolean(_))
            | (Holds::End | Holds::Side(_), JsonKind::Text(_)) => Step::On,
            _ => self.wrong_at(FindingPlace::at(span)),
        }
    }

    fn word(&mut self, role: Role, word: &str, span: Span, tables: &Tables) -> Step {
        if role == Role::Scenario
            && let Some(scenario) = member_named(word, self.words)
            && tables.scenario(scenario).is_some()
        {
            let looked_up = scenario != Scenario::Clarify;
            self.lookup = if looked_up { Lookup::Yes } else { Lookup::No };
            return match self.held.take_if(|_| looked_up) {
                Some(place) => Step::ValueError(place),
                None => Step::On,
            };
        }
        if word_lookup::is_known(role, word, self.words, tables) {
            return Step::On;
        }
        if role == Role::Version && self.guessed {
            self.give_up();
            return Step::On;
        }
        let place = FindingPlace::of_word(span, role, word);
        match self.lookup {
            Lookup::Yes => self.wrong_at(place),
            _ if matches!(role, Role::Scenario | Role::Output | Role::Version) => {
                self.wrong_at(place)
            }
            Lookup::Unknown => {
                self.held.get_or_insert(place);
                Step::On
            }
            Lookup::No => Step::On,
        }
    }
}
