//! `C`: the constraints a scenario may and must have.

use cmec_decoder::language::{Key, Part};
use cmec_decoder::tables::{ScenarioDef, Tables};

use super::aggregation::aggregation;
use super::filters::filters;
use super::objects::{Member, may, must, object};
use super::parts::{page, sort};
use super::sets::{groups, set};
use crate::emit::grammar::model::{Expr, Grammar, any_of};
use crate::emit::grammar::numbers::group_limit;

/// The members of `C` of one codebook, in the encoder's order.
pub(super) struct Constraints {
    members: Vec<(Key, Part, Expr)>,
}

/// Whether the table's row names a part among those it requires.
pub(super) fn requires(row: &ScenarioDef, part: Part) -> bool {
    let mut required = row.required.iter();
    required.any(|requirement| requirement.any_of.contains(&part))
}

impl Constraints {
    pub(super) fn new(grammar: &mut Grammar, tables: &Tables) -> Self {
        let members = [
            (Key::Flt, Part::Filter, filters(grammar, tables)),
            (Key::Srt, Part::Sort, sort(grammar, tables)),
            (Key::Pg, Part::Page, page(grammar, tables, None)),
            (
                Key::Agg,
                Part::Metric,
                aggregation(grammar, tables, group_limit(tables)),
            ),
            (Key::Grp, Part::Groups, groups(grammar, tables)),
            (Key::Set, Part::Set, set(grammar, tables)),
        ];
        let there = members.into_iter();
        Self {
            members: there
                .filter_map(|(key, part, value)| Some((key, part, value?)))
                .collect(),
        }
    }

    /// Every choice of the members that matter to what the scenario requires.
    pub(super) fn choices(&self, row: &ScenarioDef) -> Vec<Vec<Part>> {
        let matter = (self.members.iter().map(|(_, part, _)| *part))
            .filter(|part| requires(row, *part) && row.may_have(*part));
        let mut choices = vec![Vec::new()];
        for part in matter {
            let with: Vec<Vec<Part>> = (choices.iter())
                .map(|parts: &Vec<Part>| parts.iter().copied().chain([part]).collect())
                .collect();
            choices.extend(with);
        }
        choices
    }

    /// `C` with exactly one of these choices; `None` where nothing can be in it.
    pub(super) fn value(
        &self,
        grammar: &mut Grammar,
        row: &ScenarioDef,
        choices: &[Vec<Part>],
    ) -> Option<Expr> {
        let any = choices.len() == self.choices(row).len();
        let mut said = Vec::new();
        // Where every choice will do, the members that matter are as free as the others.
        let looked_at = if any { choices.get(..1)? } else { choices };
        for parts in looked_at {
            let members: Vec<Member> = (self.members.iter())
                .filter(|(_, part, _)| row.may_have(*part))
                .filter_map(|(key, part, value)| {
                    let value = value.clone();
                    if !requires(row, *part) || any {
                        return Some(may(*key, value));
                    }
                    parts.contains(part).then(|| must(*key, value))
                })
                .collect();
            said.extend(object(&members));
        }
        Some(grammar.phrase("constraints", any_of(said)?))
    }
}
