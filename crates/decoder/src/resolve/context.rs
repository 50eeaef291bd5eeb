//! `Context`: the constant input of the rules, and the wording of messages in the notation of the text.

use std::cell::RefCell;

use crate::contract::Str;
use crate::draft::{Misread, Words};
use crate::finding::candidates::Choice;
use crate::finding::topic::ClosedList;
use crate::finding::{Candidate, candidates, in_sql};
use crate::tables::Tables;
use crate::version::ContractVersion;

/// The constant input of the rules.
pub(crate) struct Context<'a> {
    pub(crate) tables: &'a Tables,
    pub(crate) version: ContractVersion,
    pub(crate) words: Words,
    /// Parts of the text that could not be read.
    pub(crate) misread: Misread,
    /// Cached candidates of unknown fields, since a text may repeat a word a thousand times.
    pub(crate) near_fields: RefCell<Vec<(Str<'a>, Vec<Candidate>)>>,
}

impl<'a> Context<'a> {
    /// The code or the name, as the notation of the text has it.
    pub(crate) fn say<'s>(&self, code: &'s str, name: &'s str) -> &'s str {
        match self.words {
            Words::Codes => code,
            Words::Names => name,
            Words::Sql => name,
        }
    }

    /// A member of a closed list, as the notation of the text writes it.
    pub(crate) fn word_of<T: ClosedList>(&self, member: T) -> &'static str {
        let said = match self.words {
            Words::Sql => in_sql::of_member(T::LIST, member.name()),
            Words::Codes | Words::Names => None,
        };
        said.unwrap_or_else(|| self.say(member.code(), member.name()))
    }

    /// Chooses a message by notation: codes, names or SQL.
    pub(crate) const fn tell(
        &self,
        code: &'static str,
        name: &'static str,
        sql: &'static str,
    ) -> &'static str {
        match self.words {
            Words::Codes => code,
            Words::Names => name,
            Words::Sql => sql,
        }
    }

    pub(crate) fn cap(&self) -> usize {
        self.tables.limits.candidates_cap as usize
    }

    /// Ranked candidates for an unknown word, in the notation of the text.
    pub(crate) fn candidates(&self, said: &str, known: Vec<Choice<'_>>) -> Vec<Candidate> {
        let known = known.into_iter().map(|known| known.said_in(self.words));
        candidates::rank_or_all(said, known.collect(), self.cap())
    }
}
