//! Groups: the sides of the operation on groups, and those that filters compare with.
//!
//! A side without relations of its own is matched with what the whole says. Every other group is matched by itself, as if
//! it were a contract of its own, and knows the groups before it.

use crate::contract::{Contract, Defaultable, Defaults, Grounding, Group, Str};
use crate::draft::{Draft, DraftGroup, DraftSet, DraftSide};
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::finding::topic::{Elements, Name, Topic};
use crate::language::{Output, Part, SCENARIOS, Scenario, given};
use crate::ledger::{DefaultLimit, Ledger};
use crate::resolve::Resolver;
use crate::resolve::given_groups::GivenGroup;
use crate::resolve::intent_types::{IntentTypes, Types};
use crate::resolve::known_places::PlacesRead;
use crate::span::Spanned;

impl<'a> Resolver<'a> {
    /// The groups of a draft. `typed`: whether the intent says what it is about, for groups that do not.
    pub(crate) fn groups(&mut self, draft: &Draft<'a>, typed: bool) -> Vec<Group<'a>> {
        let (sides, of_whole) = (sides_of(draft), are_of_whole(draft));
        self.groups_of(&draft.groups, typed, |me, group, index| {
            if of_whole.get(index) == Some(&true) {
                return me.side_of_whole(&group.value, index);
            }
            let is_side = sides.contains(&group.value.name.value.as_ref());
            me.by_itself(draft, group, index, is_side)
        })
    }

    fn groups_of(
        &mut self,
        said: &[Spanned<DraftGroup<'a>>],
        typed: bool,
        resolved: impl Fn(&mut Self, &Spanned<DraftGroup<'a>>, usize) -> Group<'a>,
    ) -> Vec<Group<'a>> {
        self.list_cap(said, Elements::Groups);
        let mut groups: Vec<Group<'a>> = Vec::with_capacity(said.len());
        for group in said {
            self.typed_group(group, typed);
            self.new_name(group, &groups);
            let group = resolved(self, group, groups.len());
            groups.push(group);
        }
        groups
    }

    /// Reports a group of no type, where the intent has none for it.
    fn typed_group(&mut self, Spanned { value, span }: &Spanned<DraftGroup<'a>>, typed: bool) {
        if typed || !value.targets.is_empty() {
            return;
        }
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

    fn new_name(&mut self, said: &Spanned<DraftGroup<'a>>, before: &[Group<'a>]) {
        let name = &said.value.name;
        self.not_empty(name, Name::Group);
        if before.iter().any(|group| group.name == name.value) {
            self.report(&registry::DUPLICATE_NAME, name.span, |_, finding| {
                let message = format!("two groups are called `{}`", name.value);
                let finding = finding.explain(message, "give each group its own name");
                finding.on(Topic::Name(Name::Group))
            });
        }
    }

    /// A group that is matched with what the whole says.
    fn side_of_whole(&mut self, said: &DraftGroup<'a>, index: usize) -> Group<'a> {
        self.list_cap(&said.targets, Elements::Types);
        let target_types = self.type_names(&said.targets);
        let misread = self.has_unknown_type(&said.targets);
        let intent = self.about_group(&target_types, misread);
        let filters = self.conditions(&said.filters, Some(index));
        self.about_again(intent);
        Group {
            name: said.name.value.clone(),
            grounding: Grounding {
                target_types,
                ..Grounding::default()
            },
            filters,
            ..Group::default()
        }
    }

    /// A group that is matched by itself.
    fn by_itself(
        &mut self,
        whole: &Draft<'a>,
        said: &Spanned<DraftGroup<'a>>,
        index: usize,
        is_side: bool,
    ) -> Group<'a> {
        let Spanned { value, span } = said;
        self.newer(*span, Part::Groups, "a group that is matched by itself");
        let draft = Draft {
            span: *span,
            words: whole.words,
            targets: match value.targets.as_slice() {
                [] => whole.targets.clone(),
                own => own.to_vec(),
            },
            entities: value.entities.clone(),
            relations: value.relations.clone(),
            attributes: value.attributes.clone(),
            filters: value.filters.clone(),
            sort: value.sort.clone(),
            page: value.page.clone(),
            aggregation: value.aggregation.clone(),
            misread: whole.misread,
            ..Draft::default()
        };
        let scenario = match draft.aggregation {
            Some(_) => Scenario::Aggregation,
            None => Scenario::InstanceSearch,
        };
        let found = self.findings.len();
        self.in_group = true;
        let outer = Outer {
            about: std::mem::take(&mut self.about),
            walked: std::mem::take(&mut self.walked),
            read: std::mem::take(&mut self.read),
            ledger: std::mem::take(&mut self.ledger),
            defaults: std::mem::take(&mut self.defaults),
            deepest: std::mem::take(&mut self.deepest),
        };
        let mut contract = self.contract_of(&draft, scenario, Output::Instances);
        let own = SCENARIOS.iter().find(|row| row.scenario == scenario);
        if let Some(row) = self.tables.scenario(scenario).or(own) {
            self.check_parts(&draft, row);
        }
        self.check_clashes(&draft, &contract);
        self.add_row_filters(&mut contract);
        self.check_defined_metrics(&draft, &contract);
        let group = self.made_of(value, contract);
        let levels = self.deepest + 1;
        self.back_to(outer, index);
        let is_sound = self.findings.len() == found;
        if is_side {
            self.check_side(said, &group);
        }
        self.given.push(GivenGroup::of(
            self.tables,
            &group,
            levels,
            (is_side, is_sound),
        ));
        group
    }

    fn made_of(&mut self, said: &DraftGroup<'a>, contract: Contract<'a>) -> Group<'a> {
        let (grounding, constraints) = (contract.grounding, contract.constraints);
        let pagination = said.page.as_ref().map(|_| {
            let page = constraints.pagination;
            if self.defaults.has(Defaultable::Limit) {
                let (path, limit) = ("/constraints/pagination/limit", page.limit);
                let why = DefaultLimit::all(limit).why();
                self.ledger.default_value(path, limit, why);
            }
            if self.defaults.has(Defaultable::Offset) {
                let path = "/constraints/pagination/offset";
                self.ledger.default_value(path, 0, "the first page");
            }
            page
        });
        Group {
            name: said.name.value.clone(),
            grounding,
            filters: constraints.filters,
            sort: constraints.sort,
            pagination: pagination.filter(|_| constraints.aggregation.is_none()),
            aggregation: constraints.aggregation,
        }
    }

    /// Goes on with the whole, behind the group of this index.
    fn back_to(&mut self, outer: Outer<'a>, index: usize) {
        let mut lines = std::mem::replace(&mut self.ledger, outer.ledger).take_entries();
        lines.retain(|line| !line.path.to_string().starts_with("/graph_params"));
        for line in &mut lines {
            line.path = line.path.within_group(index);
        }
        self.ledger.append(lines);
        self.in_group = false;
        self.about = outer.about;
        self.walked = outer.walked;
        self.read = outer.read;
        self.defaults = outer.defaults;
        self.deepest = outer.deepest;
    }

    /// A side of the operation is a set of instances.
    fn check_side(&mut self, said: &Spanned<DraftGroup<'a>>, group: &Group<'a>) {
        if !group.has_columns() {
            return;
        }
        self.report(&registry::GROUP_DOES_NOT_FIT, said.span, |_, finding| {
            let message = format!(
                "`{}` is a side of the operation, and so a set of instances",
                group.name
            );
            let help = "leave its columns out, or say them for the whole";
            finding.explain(message, help).on(Topic::Name(Name::Group))
        });
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
}

/// What is known of the whole while one of its groups is resolved.
struct Outer<'a> {
    about: IntentTypes<'a>,
    walked: Types<'a>,
    read: PlacesRead<'a>,
    ledger: Ledger<'a>,
    defaults: Defaults,
    deepest: u32,
}

/// Whether each group of a draft is matched with what the whole says.
fn are_of_whole(draft: &Draft<'_>) -> Vec<bool> {
    // Most intents have no groups, and nothing to compare with one.
    if draft.groups.is_empty() {
        return Vec::new();
    }
    let sides = sides_of(draft);
    let compared: Vec<&str> = draft.compared_groups().collect();
    let groups = draft.groups.iter().map(|group| &group.value);
    let of_whole = groups.map(|group| {
        let name = group.name.value.as_ref();
        let is_compared = compared.iter().any(|said| given::means(said, name));
        group.is_plain() && (!is_compared || sides.contains(&name))
    });
    of_whole.collect()
}

/// The types of each group of a draft that is matched with what the whole says.
pub(crate) fn types_of_whole<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = Vec<&'d str>> {
    let groups = draft.groups.iter().zip(are_of_whole(draft));
    let groups = groups.filter(|(_, of_whole)| *of_whole);
    groups.map(|(group, _)| {
        let types = group.value.targets.iter();
        types.map(|word| word.value.as_ref()).collect()
    })
}

/// The names of the groups that the operation of a draft uses.
fn sides_of<'d>(draft: &'d Draft<'_>) -> Vec<&'d str> {
    fn add<'d>(set: &'d DraftSet<'_>, names: &mut Vec<&'d str>) {
        for side in [&set.left, &set.right] {
            match &side.value {
                DraftSide::Group(name) => names.push(name),
                DraftSide::Nested(set) => add(set, names),
            }
        }
    }
    let mut names = Vec::new();
    if let Some(set) = &draft.set {
        add(&set.value, &mut names);
    }
    names
}
