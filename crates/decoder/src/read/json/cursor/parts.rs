//! The parts of cMEC c0.2, one reader each. A key of another part ends the reading.

use crate::draft::{
    Draft, DraftAggregation, DraftEnd, DraftEntity, DraftFilter, DraftGraph, DraftGroup,
    DraftHaving, DraftMetric, DraftPage, DraftPath, DraftQuestion, DraftRelation, DraftRetrieval,
    DraftSet, DraftSide, DraftSort, DraftGroupSort, Word,
};
use crate::read::json::cursor::{Key, Keys, Reader, Spanned};

type Part<T> = Option<Spanned<T>>;

/// Nesting of set operations; deeper ones are left to the second read.
const SET_DEPTH: u32 = 16;
/// Depth at which the deepest value stands, that of a group's filter; for the others it is on the safe side.
pub(crate) const VALUE_DEPTH: u32 = 6;

pub(super) fn intent<'a>(reader: &mut Reader<'a>) -> Option<Draft<'a>> {
    let mut draft = Draft::default();
    draft.span = reader.object(Keys::INTENT, |reader, key| {
        match key {
            Key::S => draft.scenario = Some(reader.word()?),
            Key::O => draft.output = Some(reader.word()?),
            Key::Tg => draft.targets = reader.list(Reader::word)?,
            Key::E => draft.entities = reader.list(entity)?,
            Key::R => draft.relations = reader.list(relation)?,
            Key::A => draft.attributes = reader.list(Reader::word)?,
            Key::C => {
                reader.object(Keys::CONSTRAINTS, |reader, key| {
                    constraint(reader, key, &mut draft)
                })?;
            }
            Key::G => draft.graph = Some(graph(reader)?),
            Key::Q => draft.retrieval = Some(retrieval(reader)?),
            Key::X => draft.question = Some(question(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(draft)
}

fn constraint<'a>(reader: &mut Reader<'a>, key: Key, draft: &mut Draft<'a>) -> Option<()> {
    match key {
        Key::Flt => draft.filters = reader.list(filter)?,
        Key::Srt => draft.sort = reader.list(sort)?,
        Key::Pg => draft.page = Some(page(reader)?),
        Key::Agg => draft.aggregation = Some(aggregation(reader)?),
        Key::Grp => draft.groups = reader.list(group)?,
        Key::Set => draft.set = Some(set(reader)?),
        _ => return None,
    }
    Some(())
}

pub(crate) fn entity<'a>(reader: &mut Reader<'a>) -> Part<DraftEntity<'a>> {
    let (mut text, mut type_name, mut id) = (None, None, None);
    let span = reader.object(Keys::ENTITY, |reader, key| {
        match key {
            Key::Txt => text = Some(reader.word()?),
            Key::Ty => type_name = Some(reader.word()?),
            Key::Id => id = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let text = reader.need(text)?;
    Some(Spanned::new(
        DraftEntity {
            text,
            type_name,
            id,
        },
        span,
    ))
}

fn relation<'a>(reader: &mut Reader<'a>) -> Part<DraftRelation<'a>> {
    let (mut relation, mut direction, mut from, mut to) = (None, None, None, None);
    let span = reader.object(Keys::RELATION, |reader, key| {
        match key {
            Key::Rel1 => relation = Some(reader.word()?),
            Key::Dir => direction = Some(reader.word()?),
            Key::Fr => from = Some(end(reader)?),
            Key::To => to = Some(end(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    let relation = reader.need(relation)?;
    Some(Spanned::new(
        DraftRelation {
            relation,
            direction,
            from,
            to,
        },
        span,
    ))
}

pub(crate) fn end<'a>(reader: &mut Reader<'a>) -> Part<DraftEnd<'a>> {
    let end = match reader.peek()? {
        b'"' => DraftEnd::Name(reader.string()?),
        _ => DraftEnd::Index(reader.number()?),
    };
    Some(Spanned::new(end, reader.span()))
}

pub(crate) fn filter<'a>(reader: &mut Reader<'a>) -> Part<DraftFilter<'a>> {
    let (mut field, mut operator, mut value) = (None, None, None);
    let span = reader.object(Keys::FILTER, |reader, key| {
        match key {
            Key::F => field = Some(reader.word()?),
            Key::Op => operator = Some(reader.word()?),
            Key::V => value = Some(reader.raw(VALUE_DEPTH)?),
            _ => return None,
        }
        Some(())
    })?;
    let (field, operator) = reader.need(field.zip(operator))?;
    Some(Spanned::new(
        DraftFilter {
            field,
            operator,
            value,
        },
        span,
    ))
}

/// A sort key of rows.
pub(crate) fn sort<'a>(reader: &mut Reader<'a>) -> Part<DraftSort<'a>> {
    let Spanned { value: (by, order), span } = sort_by(reader, Keys::SORT)?;
    Some(Spanned::new(DraftSort { by, order }, span))
}

/// A sort key of groups.
pub(crate) fn group_sort<'a>(reader: &mut Reader<'a>) -> Part<DraftGroupSort<'a>> {
    let Spanned { value: (by, order), span } = sort_by(reader, Keys::GROUP_SORT)?;
    Some(Spanned::new(DraftGroupSort { by, order }, span))
}

fn sort_by<'a>(reader: &mut Reader<'a>, keys: Keys) -> Part<(Word<'a>, Option<Word<'a>>)> {
    let (mut by, mut order) = (None, None);
    let span = reader.object(keys, |reader, key| {
        match key {
            Key::F | Key::By => by = Some(reader.word()?),
            Key::Ord => order = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let by = reader.need(by)?;
    Some(Spanned::new((by, order), span))
}

pub(crate) fn page<'a>(reader: &mut Reader<'a>) -> Part<DraftPage<'a>> {
    let (mut limit, mut offset) = (None, None);
    let span = reader.object(Keys::PAGE, |reader, key| {
        match key {
            Key::Lim => limit = Some(reader.digits()?),
            Key::Off => offset = Some(reader.digits()?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Spanned::new(DraftPage { limit, offset }, span))
}

fn aggregation<'a>(reader: &mut Reader<'a>) -> Part<DraftAggregation<'a>> {
    let mut part = DraftAggregation {
        metrics: Vec::new(),
        group_by: Vec::new(),
        having: Vec::new(),
        sort: Vec::new(),
        page: None,
    };
    let span = reader.object(Keys::AGGREGATION, |reader, key| {
        match key {
            Key::M => part.metrics = reader.list(metric)?,
            Key::By => part.group_by = reader.list(Reader::word)?,
            Key::Hav => part.having = reader.list(having)?,
            Key::Srt => part.sort = reader.list(group_sort)?,
            Key::Pg => part.page = Some(page(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Spanned::new(part, span))
}

fn metric<'a>(reader: &mut Reader<'a>) -> Part<DraftMetric<'a>> {
    let (mut function, mut field, mut alias) = (None, None, None);
    let span = reader.object(Keys::METRIC, |reader, key| {
        match key {
            Key::Fn => function = Some(reader.word()?),
            Key::F => field = Some(reader.word()?),
            Key::As => alias = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let function = reader.need(function)?;
    Some(Spanned::new(
        DraftMetric {
            function,
            field,
            alias,
        },
        span,
    ))
}

pub(crate) fn having<'a>(reader: &mut Reader<'a>) -> Part<DraftHaving<'a>> {
    let (mut metric, mut operator, mut value) = (None, None, None);
    let span = reader.object(Keys::CONDITION, |reader, key| {
        match key {
            Key::M => metric = Some(reader.word()?),
            Key::Op => operator = Some(reader.word()?),
            Key::V => value = Some(reader.raw(VALUE_DEPTH)?),
            _ => return None,
        }
        Some(())
    })?;
    let ((metric, operator), value) = reader.need(metric.zip(operator).zip(value))?;
    Some(Spanned::new(
        DraftHaving {
            metric,
            operator,
            value,
        },
        span,
    ))
}

fn group<'a>(reader: &mut Reader<'a>) -> Part<DraftGroup<'a>> {
    let (mut name, mut targets, mut filters) = (None, Vec::new(), Vec::new());
    let span = reader.object(Keys::GROUP, |reader, key| {
        match key {
            Key::N => name = Some(reader.word()?),
            Key::Tg => targets = reader.list(Reader::word)?,
            Key::Flt => filters = reader.list(filter)?,
            _ => return None,
        }
        Some(())
    })?;
    let name = reader.need(name)?;
    Some(Spanned::new(
        DraftGroup {
            name,
            targets,
            filters,
        },
        span,
    ))
}

pub(crate) fn set<'a>(reader: &mut Reader<'a>) -> Part<DraftSet<'a>> {
    nested_set(reader, 0)
}

fn nested_set<'a>(reader: &mut Reader<'a>, depth: u32) -> Part<DraftSet<'a>> {
    if depth >= SET_DEPTH.min(reader.depth_cap.saturating_sub(4)) {
        return reader.fail();
    }
    let (mut left, mut operator, mut right) = (None, None, None);
    let span = reader.object(Keys::SET, |reader, key| {
        match key {
            Key::L => left = Some(side(reader, depth)?),
            Key::Op => operator = Some(reader.word()?),
            Key::Rel1 => right = Some(side(reader, depth)?),
            _ => return None,
        }
        Some(())
    })?;
    let ((left, operator), right) = reader.need(left.zip(operator).zip(right))?;
    Some(Spanned::new(
        DraftSet {
            left,
            operator,
            right,
        },
        span,
    ))
}

fn side<'a>(reader: &mut Reader<'a>, depth: u32) -> Part<DraftSide<'a>> {
    if reader.peek()? == b'{' {
        let Spanned { value, span } = nested_set(reader, depth + 1)?;
        return Some(Spanned::new(DraftSide::Nested(Box::new(value)), span));
    }
    let name = reader.string()?;
    Some(Spanned::new(DraftSide::Group(name), reader.span()))
}

fn graph<'a>(reader: &mut Reader<'a>) -> Part<DraftGraph<'a>> {
    let mut part = DraftGraph::default();
    let span = reader.object(Keys::GRAPH, |reader, key| {
        match key {
            Key::Dir => part.direction = Some(reader.word()?),
            Key::Dep => part.depth = Some(reader.digits()?),
            Key::Rel => part.relations = reader.list(Reader::word)?,
            Key::Path => part.path = Some(path(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Spanned::new(part, span))
}

fn path<'a>(reader: &mut Reader<'a>) -> Part<DraftPath<'a>> {
    let mut part = DraftPath::default();
    let span = reader.object(Keys::PATH, |reader, key| {
        match key {
            Key::Src => part.sources = reader.list(Reader::word)?,
            Key::Tg => part.targets = reader.list(Reader::word)?,
            Key::Hop => part.hops = Some(reader.digits()?),
            Key::Rel => part.relations = reader.list(Reader::word)?,
            _ => return None,
        }
        Some(())
    })?;
    Some(Spanned::new(part, span))
}

pub(crate) fn retrieval<'a>(reader: &mut Reader<'a>) -> Part<DraftRetrieval<'a>> {
    let mut part = DraftRetrieval::default();
    let span = reader.object(Keys::RETRIEVAL, |reader, key| {
        match key {
            Key::Txt => part.text = Some(reader.word()?),
            Key::Cor => part.corpora = reader.list(Reader::word)?,
            Key::K => part.top_k = Some(reader.digits()?),
            Key::Rr => part.rerank = Some(reader.boolean()?),
            Key::Kd => part.kind = Some(reader.word()?),
            Key::Tag => part.tags = reader.list(Reader::word)?,
            Key::Prj => part.project = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Spanned::new(part, span))
}

fn question<'a>(reader: &mut Reader<'a>) -> Part<DraftQuestion<'a>> {
    let (mut text, mut options) = (None, Vec::new());
    let span = reader.object(Keys::QUESTION, |reader, key| {
        match key {
            Key::Qq => text = Some(reader.word()?),
            Key::Opt => options = reader.list(Reader::word)?,
            _ => return None,
        }
        Some(())
    })?;
    let text = reader.need(text)?;
    Some(Spanned::new(DraftQuestion { text, options }, span))
}
