//! `Contract` → c0.3, the line notation, in its canonical form: one order of items, each in its shortest spelling that
//! still means the same.

mod aggregation;
mod contract_names;
mod filters;
mod graph;

use std::borrow::Cow;

use crate::contract::{
    Aggregation, Condition, Contract, Defaultable, End, Entity, Grounding, Group, Pagination,
    RagParams, Relation, SetOp, SetSide, Sort, Str, Valid,
};
use crate::encode::EncodeError;
use crate::encode::derived::{default_limit, target_is_derived};
use crate::escape::quoted;
use crate::language::{Key, Order, Scenario, given};
use crate::line::canonical_names::{Names, reference, text, type_name};
use crate::line::derived_scenario::{self, Parts};
use crate::line::{marks, rows};
use crate::tables::Tables;

/// Writes the whole intent: its items with a blank between them.
pub(super) fn write(
    contract: &Valid<Contract<'_>>,
    tables: &Tables,
) -> Result<String, EncodeError> {
    let naming = Names::of(contract, tables);
    let constraints = &contract.constraints;
    let groups = constraints.groups.iter();
    let groups = groups.map(|said| group(said, naming, tables));
    let groups: Vec<String> = groups.collect::<Result<_, _>>()?;
    // Those that are compared with stand before what compares, and the sides of an operation before it.
    let (first, last) = match constraints.set_ops {
        None => (groups, Vec::new()),
        Some(_) => (Vec::new(), groups),
    };
    let mut items = head(contract, tables);
    items.extend(first);
    let texts = Texts::of(contract);
    let with_types = !target_is_derived(contract, tables);
    about(&contract.grounding, with_types, (naming, texts), &mut items)?;
    items.extend(graph::walk(contract, tables, naming)?);
    items.extend(graph::path(contract, tables, naming)?);
    // A limit that was said stays said, also where it is the default: a recipe may have another one.
    let default = default_limit(tables, contract.intent.scenario);
    let unsaid = contract.is_defaulted(Defaultable::Limit);
    let rows = Rows {
        attributes: &contract.grounding.target_attributes,
        filters: &constraints.filters,
        sort: &constraints.sort,
        // The rows of an aggregation are its groups, which have a page of their own.
        page: (contract.intent.scenario != Scenario::Aggregation)
            .then_some((&constraints.pagination, unsaid.then_some(default))),
        aggregation: (constraints.aggregation.as_deref())
            .map(|numbers| (numbers, default_limit(tables, Scenario::Aggregation))),
    };
    rows.items((naming, texts), tables, &mut items)?;
    if let Some(params) = &contract.rag_params {
        items.extend(retrieval(params));
    }
    items.extend(last);
    let set = constraints.set_ops.as_deref();
    items.extend(set.map(|set| format!(";{}", operation(set))));
    Ok(items.join(" "))
}

/// What an intent or a group is about: types, entities, relations.
fn about(
    grounding: &Grounding<'_>,
    with_types: bool,
    (naming, texts): (Names<'_>, Texts),
    items: &mut Vec<String>,
) -> Result<(), EncodeError> {
    if with_types {
        items.extend(grounding.target_types.iter().map(|name| type_name(name)));
    }
    items.extend((grounding.entity_list.iter()).map(|named| entity(named, texts)));
    for hop in &grounding.relations {
        items.push(relation(hop, naming)?);
    }
    Ok(())
}

/// What the rows of an intent or of a group are.
struct Rows<'c, 'a> {
    attributes: &'c [Str<'a>],
    filters: &'c [Condition<'a>],
    sort: &'c [Sort<'a>],
    /// A page, and the limit that need not be said.
    page: Option<(&'c Pagination<'a>, Option<u32>)>,
    /// Numbers, and the limit of their groups that need not be said.
    aggregation: Option<(&'c Aggregation<'a>, u32)>,
}

impl Rows<'_, '_> {
    fn items(
        &self,
        (naming, texts): (Names<'_>, Texts),
        tables: &Tables,
        items: &mut Vec<String>,
    ) -> Result<(), EncodeError> {
        for said in self.attributes {
            let name = match given::metric(said) {
                Some(name) => Cow::Owned(reference(name)),
                None => naming.column_of(said)?,
            };
            items.push(format!(".{name}"));
        }
        for said in self.filters {
            items.push(filters::condition(said, naming, texts)?);
        }
        for key in self.sort {
            items.push(sort(&naming.path(&key.field)?, key.order));
        }
        if let Some((said, default)) = self.page {
            items.extend(page(said, default, tables));
            items.extend(per(said, naming)?);
        }
        if let Some((numbers, default)) = self.aggregation {
            items.extend(aggregation::items(numbers, naming, tables, default)?);
        }
        Ok(())
    }
}

/// The scenario and the output, where they do not follow.
fn head(contract: &Contract<'_>, tables: &Tables) -> Vec<String> {
    let mut items = Vec::new();
    let scenario = contract.intent.scenario;
    let parts = parts(contract, tables);
    let silent = parts.are_silent() && contract.constraints.sort.is_empty();
    if silent || derived_scenario::scenario(&parts) != scenario {
        items.push(scenario.code().to_owned());
    }
    let output = contract.intent.output_type;
    let row = tables.scenario(scenario);
    if row.and_then(|row| row.default_output()) != Some(output) {
        items.push(output.code().to_owned());
    }
    items
}

/// Which parts the canonical line of a contract says.
fn parts(contract: &Contract<'_>, tables: &Tables) -> Parts {
    let (grounding, constraints) = (&contract.grounding, &contract.constraints);
    let targets = if target_is_derived(contract, tables) {
        0
    } else {
        grounding.target_types.len()
    };
    let rag = contract.rag_params.as_ref();
    let says = graph::says(contract, tables);
    Parts {
        targets,
        entities: grounding.entity_list.len(),
        relations: grounding.relations.len(),
        absent: (grounding.relations.iter().filter(|hop| hop.absent)).count(),
        attributes: grounding.target_attributes.len(),
        filters: constraints.filters.len(),
        aggregation: constraints.aggregation.is_some(),
        sets: constraints.set_ops.is_some(),
        walk: says.walk,
        path: says.path,
        text: rag.is_some_and(|rag| rag.query_text.is_some()),
        retrieval: rag.is_some_and(|rag| {
            let how = RagParams {
                query_text: None,
                ..rag.clone()
            };
            how != RagParams::default()
        }),
        question: false,
    }
}

/// How names and values that are texts are written.
#[derive(Debug, Clone, Copy)]
enum Texts {
    /// Without quotes where they are one word.
    Bare,
    /// In quotes: what stands before a text to look for could go on with it.
    Quoted,
}

impl Texts {
    const fn of(contract: &Contract<'_>) -> Self {
        match &contract.rag_params {
            Some(RagParams {
                query_text: Some(_),
                ..
            }) => Self::Quoted,
            _ => Self::Bare,
        }
    }

    fn write(self, said: &str) -> Cow<'_, str> {
        match self {
            Self::Bare => text(said),
            Self::Quoted => Cow::Owned(quoted(said)),
        }
    }
}

fn entity(entity: &Entity<'_>, texts: Texts) -> String {
    let type_name = entity.type_name.as_deref().map(type_name);
    let mark = type_name.map_or("@".to_owned(), |name| name + ":");
    let id = entity
        .id
        .as_deref()
        .map(|id| format!("#{}", texts.write(id)));
    format!(
        "{mark}{}{}",
        texts.write(&entity.text),
        id.unwrap_or_default()
    )
}

fn relation(hop: &Relation<'_>, naming: Names<'_>) -> Result<String, EncodeError> {
    let mark = marks::direction(hop.direction);
    let names = hop.names().map(|name| naming.relation_of(name));
    let name = names.collect::<Result<Vec<&str>, _>>()?.join("|");
    let times = hop.hops.map(|[least, most]| format!("[{least}..{most}]"));
    let times = times.unwrap_or_default();
    let ends = match (&hop.from, &hop.to) {
        (None, None) => String::new(),
        (Some(End::Target), Some(to)) => format!(":{}", end(to)),
        (from, to) => {
            let (from, to) = (from.as_ref().map(end), to.as_ref().map(end));
            format!("[{},{}]", from.unwrap_or_default(), to.unwrap_or_default())
        }
    };
    let absent = if hop.absent { marks::ABSENT } else { "" };
    Ok(format!("{absent}{mark}{name}{times}{ends}"))
}

fn end(end: &End<'_>) -> String {
    match end {
        End::Target => "*".to_owned(),
        End::Entity(index) => index.to_string(),
        End::Place(name) => reference(name),
    }
}

/// A key of a sort, by its name.
fn sort(name: &str, order: Order) -> String {
    match order {
        Order::Asc => format!("+{name}"),
        Order::Desc => format!("-{name}"),
    }
}

/// A page; `default` is the limit that need not be said.
fn page(
    page: &Pagination<'_>,
    default: Option<u32>,
    tables: &Tables,
) -> impl Iterator<Item = String> + use<> {
    let limit = (Some(page.limit) != default).then(|| rows::limit(page.limit, tables));
    let offset = (page.offset != 0).then(|| format!("+{}", page.offset));
    limit.into_iter().chain(offset)
}

/// What has a page for each value.
fn per(page: &Pagination<'_>, naming: Names<'_>) -> Result<Option<String>, EncodeError> {
    let columns = page.per.iter().map(|path| naming.column_of(path));
    let columns: Vec<Cow<'_, str>> = columns.collect::<Result<_, _>>()?;
    let said = !columns.is_empty();
    Ok(said.then(|| format!("{} {}", Key::Per.in_line(), columns.join(","))))
}

fn retrieval(params: &RagParams<'_>) -> Vec<String> {
    let marked = |mark: char| move |name: &Str<'_>| format!("{mark}{}", text(name));
    let mut items: Vec<String> = params
        .query_text
        .as_deref()
        .map(quoted)
        .into_iter()
        .collect();
    items.extend(params.kind.map(|kind| format!("?{}", kind.code())));
    items.extend(params.mode.map(|mode| format!(":{}", mode.code())));
    items.extend(params.corpora.iter().map(marked('/')));
    items.extend(params.tags_any.iter().map(marked('%')));
    items.extend(params.project.iter().map(marked('$')));
    items.extend(params.top_k.map(|top| format!("^{top}")));
    let not = |again| if again { "" } else { "!" };
    items.extend(
        params
            .rerank
            .map(|again| format!("{}{}", not(again), Key::Rr.in_line())),
    );
    items
}

fn group(group: &Group<'_>, naming: Names<'_>, tables: &Tables) -> Result<String, EncodeError> {
    let grounding = &group.grounding;
    let naming = naming.in_group(&grounding.target_types);
    let mut items = Vec::new();
    about(grounding, true, (naming, Texts::Bare), &mut items)?;
    let rows = Rows {
        attributes: &grounding.target_attributes,
        filters: &group.filters,
        sort: &group.sort,
        page: group.pagination.as_ref().map(|page| (page, None)),
        aggregation: (group.aggregation.as_deref())
            .map(|numbers| (numbers, tables.limits.page_cap)),
    };
    rows.items((naming, Texts::Bare), tables, &mut items)?;
    Ok(format!("{}{{{}}}", reference(&group.name), items.join(" ")))
}

/// An operation: one on the left needs no brackets, since sides are read from left to right.
fn operation(set: &SetOp<'_>) -> String {
    let left = match &set.lhs {
        SetSide::Group(name) => text(name).into_owned(),
        SetSide::Nested(set) => operation(set),
    };
    let right = match &set.rhs {
        SetSide::Group(name) => text(name).into_owned(),
        SetSide::Nested(set) => format!("({})", operation(set)),
    };
    format!("{left}{}{right}", marks::set_operator(set.op))
}

/// Whether a scenario walks where no relation is named.
const fn walks(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::Subgraph | Scenario::PathQuery)
}
