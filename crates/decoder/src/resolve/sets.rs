//! Groups and operations over them.

use crate::contract::{Group, SetOp, SetSide, Str};
use crate::draft::{DraftGroup, DraftSet, DraftSide};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::Part;
use crate::resolve::Resolver;
use crate::resolve::intent_types::IntentTypes;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    /// `typed`: whether the intent says what it is about, for groups that do not.
    pub(crate) fn groups(
        &mut self,
        said: &[Spanned<DraftGroup<'a>>],
        typed: bool,
    ) -> Vec<Group<'a>> {
        self.list_cap(said, Elements::Groups);
        let mut groups: Vec<Group<'a>> = Vec::with_capacity(said.len());
        for Spanned { value, span } in said {
            if !typed && value.targets.is_empty() {
                self.report(&registry::MISSING_PART, *span, |me, finding| {
                    let known = me.tables.types.iter().map(Known::type_def);
                    let help = me.tell(
                        "say it in `tg`",
                        "say it in `target_types`",
                        "say it in the group, before its filters",
                    );
                    let message = format!("the group `{}` is of no type", value.name.value);
                    finding
                        .explain(message, help)
                        .candidates(me.candidates("", known.collect()))
                        .on(Topic::Missing(Part::TargetType))
                });
            }
            self.not_empty(&value.name, Name::Group);
            if groups.iter().any(|group| group.name == value.name.value) {
                self.report(&registry::DUPLICATE_NAME, value.name.span, |_, finding| {
                    let message = format!("two groups are called `{}`", value.name.value);
                    let finding = finding.explain(message, "give each group its own name");
                    finding.on(Topic::Name(Name::Group))
                });
            }
            self.list_cap(&value.targets, Elements::Types);
            let targets = self.type_names(&value.targets);
            let misread = targets.len() < value.targets.len();
            let intent = self.about_group(&targets, misread);
            let filters = self.conditions(&value.filters, Some(groups.len()));
            self.about_again(intent);
            groups.push(Group {
                name: value.name.value.clone(),
                target_types: targets,
                filters,
            });
        }
        groups
    }

    /// What the filters of a group are held against: its own types and those the relations lead to, or, where it has
    /// none of its own, those of the intent. Gives back what the intent is about, for later.
    pub(crate) fn about_group(
        &mut self,
        targets: &[Str<'a>],
        misread: bool,
    ) -> Option<IntentTypes<'a>> {
        if targets.is_empty() && !misread {
            return None;
        }
        let mut about = IntentTypes::default();
        let tables = self.tables;
        let named = targets.iter().filter_map(|name| tables.type_by_name(name));
        about.types.extend(named.map(|def| def.name.as_ref()));
        about.types.extend(self.walked.iter());
        about.open = misread;
        Some(std::mem::replace(&mut self.about, about))
    }

    pub(crate) fn about_again(&mut self, intent: Option<IntentTypes<'a>>) {
        if let Some(intent) = intent {
            self.about = intent;
        }
    }

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
        self.set(&said.value, groups)
    }

    fn set(&mut self, said: &DraftSet<'a>, groups: &[Group<'a>]) -> Option<SetOp<'a>> {
        let lhs = self.side(&said.left, groups);
        let op = self.member(&said.operator);
        let rhs = self.side(&said.right, groups);
        Some(SetOp {
            lhs: lhs?,
            op: op?,
            rhs: rhs?,
        })
    }

    fn side(&mut self, said: &Spanned<DraftSide<'a>>, groups: &[Group<'a>]) -> Option<SetSide<'a>> {
        match &said.value {
            DraftSide::Nested(set) => Some(SetSide::Nested(Box::new(self.set(set, groups)?))),
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
