//! Fields by their names, and filters of them, for every type a line can be about.
//!
//! A field has two names: one in lines about its type, one everywhere else. So each type has two rules for every
//! thing that can be done with fields, and a line about a type takes the first of its own and the second of all the
//! others. Those of the types before one and behind one are chained, so that a type more adds a constant.

use std::collections::HashMap;

use cmec_decoder::language::{Cap, Derivation, Limits, Operator, Part, given};
use cmec_decoder::line;
use cmec_decoder::tables::FieldDef;

use super::enums;
use super::items::some;
use super::names::{Names, Nearness};
use super::texts::{Texts, reference};
use super::values::comparison;
use crate::emit::comparable::{Comparable, comparable};
use crate::emit::grammar::derived::{self, Derived, Operands};
use crate::emit::grammar::model::{Expr, Grammar, any_of, choice, literal, repeat, sequence};
use crate::emit::grammar::strings::place;

/// What a line, or a group, is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum About {
    /// This type alone: no field of another can be meant.
    Only(usize),
    /// This type, and others that entities and relations bring.
    With(usize),
    /// Several types, or none that is known.
    Any,
}

/// What can be done with fields.
#[derive(Debug, Clone, Default)]
pub(super) struct Fields {
    pub(super) any: Option<Expr>,
    pub(super) sortable: Option<Expr>,
    pub(super) groupable: Option<Expr>,
    pub(super) numbers: Option<Expr>,
    pub(super) ordered: Option<Expr>,
    /// What else is derived from.
    operands: Operands,
    filter: Option<Expr>,
    /// A filter, or a choice of filters.
    pub(super) condition: Option<Expr>,
    compared: Vec<Compared>,
}

impl Fields {
    /// Either of both.
    fn or(&self, other: &Self) -> Self {
        let either =
            |one: &Option<Expr>, other: &Option<Expr>| any_of(one.iter().chain(other).cloned());
        let compared = self.compared.iter().zip(&other.compared);
        let compared = compared.map(|(one, other)| Compared {
            fields: either(&one.fields, &other.fields),
            others: either(&one.others, &other.others),
            count: one.count + other.count,
        });
        Self {
            compared: match (self.compared.as_slice(), other.compared.as_slice()) {
                (only, []) | ([], only) => only.to_vec(),
                _ => compared.collect(),
            },
            condition: None,
            any: either(&self.any, &other.any),
            sortable: either(&self.sortable, &other.sortable),
            groupable: either(&self.groupable, &other.groupable),
            numbers: either(&self.numbers, &other.numbers),
            ordered: either(&self.ordered, &other.ordered),
            operands: self.operands.and(&other.operands),
            filter: either(&self.filter, &other.filter),
        }
    }

    /// The same, each thing under a name of its own.
    fn called(self, grammar: &mut Grammar, prefix: &str) -> Self {
        let mut rule = |name: &str, body: Option<Expr>| {
            body.map(|body| grammar.phrase(&format!("{prefix}{name}"), body))
        };
        Self {
            any: rule("field", self.any),
            sortable: rule("sortable", self.sortable),
            groupable: rule("groupable", self.groupable),
            numbers: rule("number_field", self.numbers),
            ordered: rule("ordered_field", self.ordered),
            operands: self.operands.map(&mut rule),
            filter: rule("filter", self.filter),
            condition: None,
            compared: (self.compared.into_iter())
                .map(|compared| Compared {
                    fields: rule("compared_field", compared.fields),
                    others: rule("compared_field", compared.others),
                    count: compared.count,
                })
                .collect(),
        }
    }

    /// The same, each read at a place with a name.
    fn there(self, grammar: &mut Grammar) -> Self {
        let place = place(grammar);
        let there = |read: Option<Expr>| {
            let mark = literal(&given::MARK.to_string());
            read.map(|read| sequence([mark, place.clone(), read]))
        };
        let compared = self.compared.into_iter().map(|compared| Compared {
            fields: there(compared.fields),
            others: there(compared.others),
            count: compared.count,
        });
        Self {
            any: there(self.any),
            sortable: there(self.sortable),
            groupable: there(self.groupable),
            numbers: there(self.numbers),
            ordered: there(self.ordered),
            operands: self.operands.map(|_, read| there(read)),
            filter: there(self.filter),
            condition: None,
            compared: compared.collect(),
        }
        .called(grammar, "there_")
    }

    /// The same with its conditions, where a line is about these fields. `types`: those whose instances may be compared
    /// with a group, where there are groups.
    fn complete(
        self,
        grammar: &mut Grammar,
        shapes: &[Comparable<'_>],
        (limits, texts): (&Limits, Texts),
        types: Option<&Option<Expr>>,
    ) -> Self {
        let derived = self.operands.clone().derived(grammar, Derivation::mark);
        let of_derived = self.of_derived(grammar, &derived, (limits, texts));
        let compared = shapes.iter().zip(&self.compared);
        let compared = compared.filter_map(|(shape, compared)| compared.filter(shape));
        let with_group = types.and_then(|types| {
            let reference = reference(grammar);
            let membership = [Operator::In, Operator::NotIn].map(|one| literal(one.mark()));
            let fields = any_of(self.any.iter().cloned().chain(derived.any()));
            let fields = fields.zip(group_mark());
            let of_types = types.clone().zip(any_of(membership));
            let both = fields.into_iter().chain(of_types);
            any_of(both.map(|(column, mark)| sequence([column, mark, reference.clone()])))
        });
        let filters = self.filter.iter().cloned().chain(compared);
        let filters = filters.chain(of_derived);
        let filter = any_of(filters.chain(with_group));
        let condition = filter.map(|filter| {
            let filter = grammar.phrase("filter", filter);
            let branch = some(filter.clone(), " ", Cap::Branch.most(limits));
            let branch = grammar.phrase("branch", branch);
            let another = sequence([
                literal(" "),
                literal(line::OR),
                literal(" "),
                branch.clone(),
            ]);
            let most = Cap::Branches.most(limits).saturating_sub(1);
            let others = repeat(another, 1, (most < 2).then_some(most));
            let any = [
                literal(line::ANY),
                literal("("),
                branch,
                others,
                literal(")"),
            ];
            grammar.phrase("condition", choice([filter, sequence(any)]))
        });
        let or =
            |fields: Option<Expr>, derived: Option<Expr>| any_of(fields.into_iter().chain(derived));
        Self {
            condition,
            any: or(self.any, derived.any()),
            sortable: or(self.sortable, derived.any()),
            groupable: or(self.groupable, derived.any()),
            numbers: or(self.numbers, derived.numbers()),
            ordered: or(self.ordered, derived.any()),
            ..self
        }
    }

    /// Filters of what is derived: compared with values, and with fields.
    fn of_derived(
        &self,
        grammar: &mut Grammar,
        derived: &Derived,
        (limits, texts): (&Limits, Texts),
    ) -> Vec<Expr> {
        let mut filters = Vec::new();
        for (derived, field) in derived.by_type() {
            let Some(derived) = derived else { continue };
            let compare = comparison(grammar, field, limits.list_cap, texts);
            filters.extend(compare.map(|compare| sequence([derived.clone(), compare])));
        }
        let marks = any_of(Operator::comparing().map(|operator| literal(operator.mark())));
        for (fields, derived) in [
            (&self.operands.numbers, derived.numbers()),
            (&self.operands.days, derived.day.clone()),
            (&self.operands.moments, derived.moment.clone()),
        ] {
            let Some((derived, marks)) = derived.zip(marks.clone()) else {
                continue;
            };
            let either = choice(fields.iter().cloned().chain([derived.clone()]));
            let between = || [marks.clone(), literal(".")].into_iter();
            let with_any = std::iter::once(derived.clone())
                .chain(between())
                .chain([either]);
            filters.push(sequence(with_any));
            filters.extend(
                fields.clone().map(|field| {
                    sequence(std::iter::once(field).chain(between()).chain([derived]))
                }),
            );
        }
        filters
    }
}

/// The marks that compare with a group.
pub(super) fn group_mark() -> Option<Expr> {
    any_of(Operator::comparing_groups().map(|operator| literal(operator.mark())))
}

/// Fields that can be compared with one another.
#[derive(Debug, Clone, Default)]
struct Compared {
    fields: Option<Expr>,
    others: Option<Expr>,
    /// How many the others are. One alone could be compared with itself only.
    count: usize,
}

impl Compared {
    /// `f>.g`
    fn filter(&self, shape: &Comparable<'_>) -> Option<Expr> {
        let several = self.count > 1;
        let (fields, others) = (self.fields.clone()?, self.others.clone()?);
        let marks = shape.operators.iter();
        let marks = any_of(marks.map(|operator| literal(operator.mark())))?;
        several.then(|| sequence([fields, marks, literal("."), others]))
    }
}

/// The fields of a codebook, by what a line is about.
pub(super) struct AllFields {
    only: Vec<Fields>,
    with: Vec<Fields>,
    any: Fields,
    /// The types, as they stand where a field can stand.
    types: Option<Expr>,
}

impl AllFields {
    pub(super) fn new(grammar: &mut Grammar, names: &Names<'_>, texts: Texts) -> Self {
        let tables = names.tables();
        let mut own: HashMap<&str, Vec<&FieldDef>> = HashMap::new();
        for field in tables.fields.iter() {
            own.entry(&field.type_name).or_default().push(field);
        }
        let shapes = comparable(tables);
        let places = ComparedPlaces::of(&shapes);
        let mut of_types = |nearness| -> Vec<Fields> {
            let fields = tables.types.iter().map(|def| own.get(def.name.as_ref()));
            (fields.map(|fields| fields.map_or(&[][..], Vec::as_slice)))
                .map(|fields| of_type(grammar, names, fields, &places, nearness, texts))
                .collect()
        };
        let (only, far) = (of_types(Nearness::Near), of_types(Nearness::Far));
        let there = match tables.relations.is_empty() {
            true => Vec::new(),
            false => of_types(Nearness::There),
        };
        let there = there.iter().fold(Fields::default(), |sum, own| sum.or(own));
        let there = there.there(grammar);
        let before = chain(grammar, far.iter());
        let mut behind = chain(grammar, far.iter().rev());
        behind.reverse();
        let any = match (before.last(), far.last()) {
            (Some(before), Some(last)) => before.or(last).or(&there).called(grammar, ""),
            _ => Fields::default(),
        };
        let around = before.iter().zip(&behind);
        let with = (only.iter().zip(around))
            .map(|(only, (before, behind))| {
                let fields = only.or(before).or(behind).or(&there);
                fields.called(grammar, "any_")
            })
            .collect();
        let types = tables.types.iter();
        // The mark stands alone: at the start of an item it may be that of an entity.
        let column = |name: &str| match name.strip_prefix('@') {
            Some(own) => sequence([literal("@"), literal(own)]),
            None => literal(name),
        };
        let types = any_of(types.map(|def| column(&names.type_column(&def.name))));
        let at_places = tables.types.iter().map(|def| literal(&def.name));
        let at_places = any_of(at_places).filter(|_| !tables.relations.is_empty());
        let at_places = at_places.map(|types| {
            let mark = literal(&given::MARK.to_string());
            sequence([mark, place(grammar), types])
        });
        let types = any_of(types.into_iter().chain(at_places));
        let types = types.map(|types| grammar.phrase("type_column", types));
        let groups = (texts == Texts::Bare && tables.may_have(Part::Groups)).then_some(&types);
        let mut complete =
            |fields: Fields| fields.complete(grammar, &shapes, (&tables.limits, texts), groups);
        let only = only.into_iter().map(&mut complete).collect();
        let with: Vec<Fields> = with;
        let with = with.into_iter().map(&mut complete).collect();
        let any = complete(any);
        Self {
            only,
            with,
            any,
            types,
        }
    }

    /// A field, or a type, which a line names among columns in one way whatever it is about.
    pub(super) fn or_type(&self, field: &Option<Expr>) -> Option<Expr> {
        any_of(field.iter().chain(&self.types).cloned())
    }

    pub(super) fn of(&self, about: About) -> &Fields {
        match about {
            About::Only(at) => self.only.get(at).unwrap_or(&self.any),
            About::With(at) => self.with.get(at).unwrap_or(&self.any),
            About::Any => &self.any,
        }
    }
}

/// Where fields stand in the shapes of what can be compared.
struct ComparedPlaces<'t> {
    count: usize,
    /// By code: the shape whose fields have it, and those whose others do.
    of: HashMap<&'t str, (Option<usize>, Vec<usize>)>,
}

impl<'t> ComparedPlaces<'t> {
    fn of(shapes: &[Comparable<'t>]) -> Self {
        let mut of: HashMap<&'t str, (Option<usize>, Vec<usize>)> = HashMap::new();
        for (at, shape) in shapes.iter().enumerate() {
            for field in &shape.fields {
                of.entry(&field.code).or_default().0 = Some(at);
            }
            for field in &shape.others {
                of.entry(&field.code).or_default().1.push(at);
            }
        }
        Self {
            count: shapes.len(),
            of,
        }
    }

    /// What of these fields, each with its name, can be compared.
    fn compared(&self, own: &[(&FieldDef, &str)]) -> Vec<Compared> {
        let mut sides = vec![(Vec::new(), Vec::new()); self.count];
        for (field, name) in own {
            let Some((left, rights)) = self.of.get(field.code.as_ref()) else {
                continue;
            };
            if let Some((fields, _)) = left.and_then(|at| sides.get_mut(at)) {
                fields.push(literal(name));
            }
            for at in rights {
                if let Some((_, others)) = sides.get_mut(*at) {
                    others.push(literal(name));
                }
            }
        }
        let sides = sides.into_iter();
        sides
            .map(|(fields, others)| Compared {
                count: others.len(),
                fields: any_of(fields),
                others: any_of(others),
            })
            .collect()
    }
}

/// For each place the fields of all types before it.
fn chain<'f>(grammar: &mut Grammar, far: impl Iterator<Item = &'f Fields>) -> Vec<Fields> {
    let mut sum = Fields::default();
    let mut sums = Vec::new();
    for fields in far {
        sums.push(sum.clone());
        sum = sum.or(fields).called(grammar, "far_");
    }
    sums
}

/// The fields of one type, in a line about this type or about none.
fn of_type<'t>(
    grammar: &mut Grammar,
    names: &Names<'t>,
    fields: &[&'t FieldDef],
    places: &ComparedPlaces<'_>,
    nearness: Nearness,
    texts: Texts,
) -> Fields {
    let prefix = match nearness {
        Nearness::Near => "own_",
        Nearness::Far => "far_",
        Nearness::There => "named_",
    };
    let own: Vec<(&FieldDef, &str)> = (fields.iter())
        .map(|field| (*field, names.field(field, nearness)))
        .collect();
    let called = |wanted: &dyn Fn(&FieldDef) -> bool| {
        let fitting = own.iter().filter(|(field, _)| wanted(field));
        any_of(fitting.map(|(_, name)| literal(name)))
    };
    let mut filters: Vec<(Expr, Vec<Expr>)> = Vec::new();
    let mut options = Vec::new();
    for (field, name) in &own {
        let cap = names.tables().limits.list_cap;
        match comparison(grammar, field, cap, texts) {
            Some(compare) => match filters.iter_mut().find(|(same, _)| *same == compare) {
                Some((_, fields)) => fields.push(literal(name)),
                None => filters.push((compare, vec![literal(name)])),
            },
            None => options.extend(enums::filter(grammar, field, name, names, nearness)),
        }
    }
    options
        .extend((filters.into_iter()).map(|(compare, fields)| sequence([choice(fields), compare])));
    let fields = Fields {
        any: called(&|_| true),
        sortable: called(&|field| field.sortable),
        groupable: called(&|field| field.groupable),
        numbers: called(&|field| field.value_type.is_number()),
        ordered: called(&|field| field.has_order()),
        operands: Operands {
            numbers: called(&derived::is_number),
            days: called(&derived::is_day),
            moments: called(&derived::is_moment),
            texts: called(&derived::is_text),
        },
        filter: any_of(options),
        condition: None,
        compared: places.compared(&own),
    };
    fields.called(grammar, prefix)
}
