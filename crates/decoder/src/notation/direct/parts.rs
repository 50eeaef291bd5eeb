//! The parts of cMEC c0.2, one reader each. A key of another part ends the reading.

use super::lexer::Token;
use super::{Reader, Said};
use crate::draft::{
    Draft, DraftAggregation, DraftEnd, DraftEntity, DraftFilter, DraftGraph, DraftGroup,
    DraftHaving, DraftMetric, DraftPage, DraftPath, DraftQuestion, DraftRelation, DraftRetrieval,
    DraftSet, DraftSide, DraftSort,
};
use crate::span::Span;

type Part<T> = Option<Said<T>>;

/// Nesting of set operations; deeper ones are left to the second read.
const SET_DEPTH: u32 = 16;
/// Depth at which the deepest value stands, that of a group's filter; for the others it is on the safe side.
const VALUE_DEPTH: u32 = 6;

pub(super) fn intent<'a>(reader: &mut Reader<'a>) -> Option<Draft<'a>> {
    let mut draft = Draft::default();
    draft.span = reader.object(|reader, key| {
        match key {
            Token::S => draft.scenario = Some(reader.word()?),
            Token::O => draft.output = Some(reader.word()?),
            Token::Tg => draft.targets = reader.list(Reader::word)?,
            Token::E => draft.entities = reader.list(entity)?,
            Token::R => draft.relations = reader.list(relation)?,
            Token::A => draft.attributes = reader.list(Reader::word)?,
            Token::C => {
                reader.object(|reader, key| constraint(reader, key, &mut draft))?;
            }
            Token::G => draft.graph = Some(graph(reader)?),
            Token::Q => draft.retrieval = Some(retrieval(reader)?),
            Token::X => draft.question = Some(question(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(draft)
}

fn constraint<'a>(reader: &mut Reader<'a>, key: Token, draft: &mut Draft<'a>) -> Option<()> {
    match key {
        Token::Flt => draft.filters = reader.list(filter)?,
        Token::Srt => draft.sort = reader.list(|reader| sort(reader, Token::F))?,
        Token::Pg => draft.page = Some(page(reader)?),
        Token::Agg => draft.aggregation = Some(aggregation(reader)?),
        Token::Grp => draft.groups = reader.list(group)?,
        Token::Set => draft.set = Some(set(reader, 0)?),
        _ => return None,
    }
    Some(())
}

pub(crate) fn entity<'a>(reader: &mut Reader<'a>) -> Part<DraftEntity<'a>> {
    let (mut text, mut type_name, mut id) = (None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::Txt => text = Some(reader.word()?),
            Token::Ty => type_name = Some(reader.word()?),
            Token::Id => id = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let text = text?;
    Some(Said::new(
        DraftEntity {
            text,
            type_name,
            id,
        },
        span,
    ))
}

pub(crate) fn relation<'a>(reader: &mut Reader<'a>) -> Part<DraftRelation<'a>> {
    let (mut relation, mut direction, mut from, mut to) = (None, None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::Rel1 => relation = Some(reader.word()?),
            Token::Dir => direction = Some(reader.word()?),
            Token::Fr => from = Some(end(reader)?),
            Token::To => to = Some(end(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    let relation = relation?;
    Some(Said::new(
        DraftRelation {
            relation,
            direction,
            from,
            to,
        },
        span,
    ))
}

fn end<'a>(reader: &mut Reader<'a>) -> Part<DraftEnd<'a>> {
    let token = reader.value()?;
    let span = reader.span();
    let end = match token {
        Token::Number => DraftEnd::Index(reader.text.get(span.start..span.end)?),
        _ => DraftEnd::Name(reader.text_of(token)?),
    };
    Some(Said::new(end, span))
}

pub(crate) fn filter<'a>(reader: &mut Reader<'a>) -> Part<DraftFilter<'a>> {
    let (mut field, mut operator, mut value) = (None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::F => field = Some(reader.word()?),
            Token::Op => operator = Some(reader.word()?),
            Token::V => value = Some(reader.raw(VALUE_DEPTH)?),
            _ => return None,
        }
        Some(())
    })?;
    let (field, operator) = (field?, operator?);
    Some(Said::new(
        DraftFilter {
            field,
            operator,
            value,
        },
        span,
    ))
}

pub(crate) fn sort<'a>(reader: &mut Reader<'a>, by_key: Token) -> Part<DraftSort<'a>> {
    let (mut by, mut order) = (None, None);
    let span = reader.object(|reader, key| {
        match key {
            key if key == by_key => by = Some(reader.word()?),
            Token::Ord => order = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let by = by?;
    Some(Said::new(DraftSort { by, order }, span))
}

pub(crate) fn page<'a>(reader: &mut Reader<'a>) -> Part<DraftPage<'a>> {
    let (mut limit, mut offset) = (None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::Lim => limit = Some(reader.digits()?),
            Token::Off => offset = Some(reader.digits()?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Said::new(DraftPage { limit, offset }, span))
}

fn aggregation<'a>(reader: &mut Reader<'a>) -> Part<DraftAggregation<'a>> {
    let mut part = DraftAggregation {
        metrics: Vec::new(),
        group_by: Vec::new(),
        having: Vec::new(),
        sort: Vec::new(),
        page: None,
    };
    let span = reader.object(|reader, key| {
        match key {
            Token::M => part.metrics = reader.list(metric)?,
            Token::By => part.group_by = reader.list(Reader::word)?,
            Token::Hav => part.having = reader.list(having)?,
            Token::Srt => part.sort = reader.list(|reader| sort(reader, Token::By))?,
            Token::Pg => part.page = Some(page(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Said::new(part, span))
}

fn metric<'a>(reader: &mut Reader<'a>) -> Part<DraftMetric<'a>> {
    let (mut function, mut field, mut alias) = (None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::Fn => function = Some(reader.word()?),
            Token::F => field = Some(reader.word()?),
            Token::As => alias = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    let function = function?;
    Some(Said::new(
        DraftMetric {
            function,
            field,
            alias,
        },
        span,
    ))
}

fn having<'a>(reader: &mut Reader<'a>) -> Part<DraftHaving<'a>> {
    let (mut metric, mut operator, mut value) = (None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::M => metric = Some(reader.word()?),
            Token::Op => operator = Some(reader.word()?),
            Token::V => value = Some(reader.raw(VALUE_DEPTH)?),
            _ => return None,
        }
        Some(())
    })?;
    let (metric, operator, value) = (metric?, operator?, value?);
    Some(Said::new(
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
    let span = reader.object(|reader, key| {
        match key {
            Token::N => name = Some(reader.word()?),
            Token::Tg => targets = reader.list(Reader::word)?,
            Token::Flt => filters = reader.list(filter)?,
            _ => return None,
        }
        Some(())
    })?;
    let name = name?;
    Some(Said::new(
        DraftGroup {
            name,
            targets,
            filters,
        },
        span,
    ))
}

fn set<'a>(reader: &mut Reader<'a>, depth: u32) -> Part<DraftSet<'a>> {
    (depth < SET_DEPTH.min(reader.depth_cap.saturating_sub(4))).then_some(())?;
    let (mut left, mut operator, mut right) = (None, None, None);
    let span = reader.object(|reader, key| {
        match key {
            Token::L => left = Some(side(reader, depth)?),
            Token::Op => operator = Some(reader.word()?),
            Token::Rel1 => right = Some(side(reader, depth)?),
            _ => return None,
        }
        Some(())
    })?;
    let (left, operator, right) = (left?, operator?, right?);
    Some(Said::new(
        DraftSet {
            left,
            operator,
            right,
        },
        span,
    ))
}

fn side<'a>(reader: &mut Reader<'a>, depth: u32) -> Part<DraftSide<'a>> {
    let before = reader.lexer.clone();
    let tokens = reader.tokens;
    let token = reader.value()?;
    if token == Token::OpenObject {
        reader.lexer = before;
        reader.tokens = tokens;
        let Said { value, span } = set(reader, depth + 1)?;
        return Some(Said::new(DraftSide::Nested(Box::new(value)), span));
    }
    let span: Span = reader.span();
    Some(Said::new(DraftSide::Group(reader.text_of(token)?), span))
}

pub(crate) fn graph<'a>(reader: &mut Reader<'a>) -> Part<DraftGraph<'a>> {
    let mut part = DraftGraph::default();
    let span = reader.object(|reader, key| {
        match key {
            Token::Dir => part.direction = Some(reader.word()?),
            Token::Dep => part.depth = Some(reader.digits()?),
            Token::Rel => part.relations = reader.list(Reader::word)?,
            Token::Path => part.path = Some(path(reader)?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Said::new(part, span))
}

fn path<'a>(reader: &mut Reader<'a>) -> Part<DraftPath<'a>> {
    let mut part = DraftPath::default();
    let span = reader.object(|reader, key| {
        match key {
            Token::Src => part.sources = reader.list(Reader::word)?,
            Token::Tg => part.targets = reader.list(Reader::word)?,
            Token::Hop => part.hops = Some(reader.digits()?),
            Token::Rel => part.relations = reader.list(Reader::word)?,
            _ => return None,
        }
        Some(())
    })?;
    Some(Said::new(part, span))
}

pub(crate) fn retrieval<'a>(reader: &mut Reader<'a>) -> Part<DraftRetrieval<'a>> {
    let mut part = DraftRetrieval::default();
    let span = reader.object(|reader, key| {
        match key {
            Token::Txt => part.text = Some(reader.word()?),
            Token::Cor => part.corpora = reader.list(Reader::word)?,
            Token::K => part.top_k = Some(reader.digits()?),
            Token::Rr => part.rerank = Some(reader.boolean()?),
            Token::Kd => part.kind = Some(reader.word()?),
            Token::Tag => part.tags = reader.list(Reader::word)?,
            Token::Prj => part.project = Some(reader.word()?),
            _ => return None,
        }
        Some(())
    })?;
    Some(Said::new(part, span))
}

fn question<'a>(reader: &mut Reader<'a>) -> Part<DraftQuestion<'a>> {
    let (mut text, mut options) = (None, Vec::new());
    let span = reader.object(|reader, key| {
        match key {
            Token::Qq => text = Some(reader.word()?),
            Token::Opt => options = reader.list(Reader::word)?,
            _ => return None,
        }
        Some(())
    })?;
    let text = text?;
    Some(Said::new(DraftQuestion { text, options }, span))
}
