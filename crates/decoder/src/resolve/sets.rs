//! Operations on groups.

use crate::contract::{Group, SetOp, SetSide};
use crate::draft::{DraftSet, DraftSide};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::SetOperator;
use crate::resolve::Resolver;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    /// The operation that was said.
    pub(crate) fn sets(
        &mut self,
        said: &Spanned<DraftSet<'a>>,
        groups: &[Group<'a>],
    ) -> Option<SetOp<'a>> {
        let (levels, cap) = (levels(&said.value), self.tables.limits.set_depth());
        if levels > cap {
            self.over_cap(said.span, Elements::SetLevels, levels.into(), cap);
        }
        self.set(Spanned::new(&said.value, said.span), groups)
    }

    fn set(&mut self, said: Spanned<&DraftSet<'a>>, groups: &[Group<'a>]) -> Option<SetOp<'a>> {
        let lhs = self.side(&said.value.left, groups);
        let op = self.member(&said.value.operator);
        let rhs = self.side(&said.value.right, groups);
        let (lhs, op, rhs) = (lhs?, op?, rhs?);
        if op == SetOperator::Except && lhs == rhs {
            self.report(&registry::EMPTY_SET, said.span, |_, finding| {
                let message = "nothing is left of a group without itself";
                let finding = finding.explain(message, "name another group on one side");
                finding.on(Topic::Name(Name::Group))
            });
        }
        Some(SetOp { lhs, op, rhs })
    }

    fn side(&mut self, said: &Spanned<DraftSide<'a>>, groups: &[Group<'a>]) -> Option<SetSide<'a>> {
        match &said.value {
            DraftSide::Nested(set) => {
                let set = Spanned::new(set.as_ref(), said.span);
                Some(SetSide::Nested(Box::new(self.set(set, groups)?)))
            }
            DraftSide::Group(name) if groups.iter().any(|group| group.name == *name) => {
                Some(SetSide::Group(name.clone()))
            }
            DraftSide::Group(name) => {
                self.report(&registry::UNKNOWN_NAME, said.span, |me, finding| {
                    let known = groups.iter().map(|group| Known::plain(group.name.as_ref()));
                    let help = me.tell(
                        "use the name of a group of `grp`",
                        "use the name of a group of `groups`",
                        "use a name that stands before braces",
                    );
                    finding
                        .explain(format!("no group is called `{name}`"), help)
                        .candidates(me.candidates(name, known.collect()))
                        .on(Topic::Name(Name::Group))
                });
                None
            }
        }
    }
}

/// How deep operations are nested. The readers bound it, so it can be asked by recursion.
fn levels(set: &DraftSet<'_>) -> u32 {
    let below = [&set.left, &set.right].map(|side| match &side.value {
        DraftSide::Nested(set) => levels(set),
        DraftSide::Group(_) => 0,
    });
    1 + below.into_iter().max().unwrap_or_default()
}
