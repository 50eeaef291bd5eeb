//! A line → contract in one pass: no items, no draft.
//!
//! The line stands in the order of the canonical form: what it is about before what is named by it, metrics last. Names
//! are looked up by type and spelling in tables that the compiler lays down, for the one type whose names are read. What
//! needs more (a part out of order, a name that types share, a synonym, any finding) ends the reading with `None`.

mod aggregation;
mod cursor;
mod filters;
mod grounding;
mod groups;
mod names;
mod path;
mod retrieval;
mod values;

use std::borrow::Cow;

use crate::blank::is_blank;
use crate::contract::{RagParams, Sort, Str};
use crate::draft::Words;
use crate::fast::line::cursor::LineCursor;
use crate::fast::{ContractBuilder, FastReading, all_differ};
use crate::finding::Detail;
use crate::language::{Direction, Key, Order, Output, Scenario};
use crate::line::derived_scenario::{self, Parts};
use crate::line::{marks, rows};
use crate::list::List;
use crate::notation::Notation;
use crate::resolve::Resolver;
use crate::resolve::resolved_graph::{ResolvedGraph, ResolvedPath};
use crate::span::{Span, Spanned};
use crate::tables::scoped::{OfType, Word};
use crate::tables::{RelationDef, Tables};
use crate::version::ContractVersion;

/// Relations that are kept in place until the scenario is known.
const RELATIONS: usize = 8;

/// What has been read of a line.
struct LineBuilder<'a> {
    into: ContractBuilder<'a>,
    /// The type whose names are read; known from the first name on.
    scope: Option<OfType<'a>>,
    /// The target that was said last.
    target: Option<OfType<'a>>,
    /// The relations that were said; a line with more of them is read the longer way.
    relations: [Option<&'a RelationDef>; RELATIONS],
    walk: Option<LineWalk<'a>>,
    path: Option<ResolvedPath<'a>>,
    /// The place of walk and path.
    graph: Option<Span>,
    /// Where a name or a text without quotes ends, which a text behind it may go on.
    bare_text: usize,
    /// Whether a figure alone says a number of rows.
    bare_limit: bool,
    /// Items that say something, and those of them that name a number of rows: prose does that as well.
    said: usize,
    rows_named: usize,
}

/// A walk as it was said. How far it may go only the scenario says.
struct LineWalk<'a> {
    direction: Option<Spanned<Direction>>,
    depth: Option<Spanned<u32>>,
    relations: Vec<Str<'a>>,
}

/// Reads a line in one pass; `None` also where anything is wrong with it.
pub(crate) fn contract<'a>(
    text: &'a str,
    tables: &'a Tables,
    version: ContractVersion,
) -> Option<FastReading<'a>> {
    let mut cursor = LineCursor::new(text);
    let mut resolver = Resolver::new(tables, version, Words::Line, Detail::RulesOnly);
    let mut line = LineBuilder {
        into: ContractBuilder::new(),
        scope: None,
        target: None,
        relations: [None; RELATIONS],
        walk: None,
        path: None,
        graph: None,
        bare_text: usize::MAX,
        bare_limit: false,
        said: 0,
        rows_named: 0,
    };
    while let Some(first) = cursor.peek() {
        // A mark that touches a value may belong to it.
        cursor.is_apart().then_some(())?;
        resolver.line_item(&mut cursor, first, &mut line)?;
    }
    (line.said > line.rows_named && !line.is_text_alone()).then_some(())?;
    resolver.line_end(&mut line)?;
    Some(FastReading {
        contract: line.into.contract,
        findings: resolver.findings,
        ledger: resolver.ledger,
        notation: Notation::Line,
    })
}

impl<'a> Resolver<'a> {
    #[inline(always)]
    fn line_item(
        &mut self,
        cursor: &mut LineCursor<'a>,
        first: u8,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        match first {
            b'0'..=b'9' => {
                line.into.limit.is_none().then_some(())?;
                line.into.page_said = true;
                line.into.limit = Some(Some(self.line_rows(cursor, line)?));
                return Some(());
            }
            b'+' if cursor.ahead(1).is_some_and(|byte| byte.is_ascii_digit()) => {
                cursor.mark(1);
                line.into.offset.is_none().then_some(())?;
                line.into.page_said = true;
                let cap = self.tables.limits.offset_cap;
                line.into.offset = Some(Some(cursor.amount(0, cap)?));
                return Some(());
            }
            b'-' | b'+' => self.line_sort(cursor, first, line)?,
            b'.' => self.line_attribute(cursor, line)?,
            b'@' => {
                cursor.mark(1);
                self.line_entity(cursor, None, line)?;
            }
            b'>' | b'<' => self.line_relation(cursor, line)?,
            b'*' => self.line_walk(cursor, line)?,
            b'!' => self.line_none_of(cursor, line)?,
            b';' => self.line_set(cursor, line)?,
            b'&' => {
                cursor.mark(1);
                let name = cursor.word_here()?;
                (cursor.peek() == Some(b'{')).then_some(())?;
                self.line_group(cursor, name, line)?;
            }
            b'"' | b'?' | b'%' | b'/' | b'$' | b'^' => self.line_text(cursor, first, line)?,
            _ => self.line_word(cursor, line)?,
        }
        line.said += 1;
        Some(())
    }

    #[inline(never)]
    fn line_sort(
        &mut self,
        cursor: &mut LineCursor<'a>,
        sign: u8,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        cursor.mark(1);
        let field = self.line_field(cursor.name()?, line)?;
        field.sortable.then_some(())?;
        let order = if sign == b'+' {
            Order::Asc
        } else {
            Order::Desc
        };
        let sort = &mut line.into.contract.value.constraints.sort;
        (sort.len() < self.tables.limits.list_cap as usize).then_some(())?;
        let field = Cow::Borrowed(field.path.as_ref());
        sort.add(Sort { field, order });
        Some(())
    }

    #[inline(never)]
    fn line_attribute(
        &mut self,
        cursor: &mut LineCursor<'a>,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        cursor.mark(1);
        let field = self.line_field(cursor.name()?, line)?;
        let wanted = &mut line.into.contract.value.grounding.target_attributes;
        wanted.add(Cow::Borrowed(&field.path));
        Some(())
    }

    /// A number of rows that a figure alone says.
    #[inline]
    fn line_rows(&self, cursor: &mut LineCursor<'a>, line: &mut LineBuilder<'a>) -> Option<u32> {
        let behind_digit = cursor.is_behind_digit();
        let rows = cursor.amount(1, self.tables.limits.page_cap)?;
        line.bare_limit = true;
        // It may be the rest of the number before it.
        let (least, most) = rows::GROUPED;
        (!(behind_digit && (least..=most).contains(&rows))).then_some(rows)
    }

    /// A number of rows behind its keyword, which starts at a place.
    #[inline(never)]
    fn line_named_rows(
        &mut self,
        cursor: &mut LineCursor<'a>,
        start: usize,
        line: &mut LineBuilder<'a>,
    ) -> Option<()> {
        line.into.limit.is_none().then_some(())?;
        line.into.page_said = true;
        let rows = cursor.amount(1, self.tables.limits.page_cap)?;
        line.into.limit = Some(Some(rows));
        let item = Span::new(start, cursor.place());
        (self.ledger).named_limit("/constraints/pagination/limit", rows, item);
        Some(())
    }

    /// Whether a text that is written in figures may stand in this line.
    fn line_has_figures(&self) -> bool {
        let about = &self.about.types;
        let has = |name: &str| (self.tables.type_by_name(name)).is_some_and(|def| def.figures);
        if about.is_empty() {
            return rows::are_named(self.tables);
        }
        about.iter().any(has)
    }

    #[inline]
    fn line_word(&mut self, cursor: &mut LineCursor<'a>, line: &mut LineBuilder<'a>) -> Option<()> {
        let name = cursor.word_here()?;
        let span = cursor.last(name);
        if let Some(next) = cursor.peek() {
            match next {
                b':' if name == marks::COUNT => return self.line_numbers(cursor, name, line),
                b':' => {
                    cursor.mark(1);
                    let def = self.tables.type_by_name(name)?;
                    return self.line_entity(cursor, Some(&def.name), line);
                }
                b'(' if name == marks::PATH => {
                    self.line_path(cursor, line)?;
                    line.walks(Span::new(span.start, cursor.place()));
                    return Some(());
                }
                b'(' => return self.line_numbers(cursor, name, line),
                b'{' => return self.line_group(cursor, name, line),
                b'|' => return self.line_any_of(cursor, (Word::of(name), span), false, line),
                _ => {}
            }
            if let Some(operator) = values::operator(cursor, next) {
                return self.line_filter(cursor, name, operator, line);
            }
        }
        match Key::of_keyword(name) {
            Some(Key::By | Key::Hav) => return self.line_numbers(cursor, name, line),
            Some(Key::Rr) => {
                let params = line.params();
                return params.rerank.replace(true).is_none().then_some(());
            }
            Some(Key::Lim) => {
                self.line_named_rows(cursor, span.start, line)?;
                line.rows_named += 1;
                return Some(());
            }
            Some(_) => return None,
            None if name == marks::COUNT => return self.line_numbers(cursor, name, line),
            None => {}
        }
        // Codes of scenarios and outputs are in capital letters.
        if name.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
            if let Some(scenario) = Scenario::from_code(name) {
                return (line.into.scenario.replace(scenario).is_none()).then_some(());
            }
            if let Some(output) = Output::from_code(name) {
                return (line.into.output.replace(output).is_none()).then_some(());
            }
        }
        let word = Word::of(name);
        if let Some(def) = self.tables.type_by_word(word) {
            (!line.into.types_settled && line.into.contract.value.grounding.relations.is_empty())
                .then_some(())?;
            self.about.types.push(&def.name);
            let targets = &mut line.into.contract.value.grounding.target_types;
            targets.add(Cow::Borrowed(&def.name));
            line.target = Some(OfType::named(&def.name, word));
            return Some(());
        }
        self.line_value(word, span, line)
    }

    /// What follows once all is read: the scenario, the walk, and the rest as for cMEC.
    fn line_end(&mut self, line: &mut LineBuilder<'a>) -> Option<()> {
        self.line_ground(line);
        (!(line.bare_limit && self.line_has_figures())).then_some(())?;
        if line.into.scenario.is_none() {
            let derived = derived_scenario::scenario(&line.parts());
            line.into.scenario = Some(derived);
            self.ledger.derived_scenario(derived);
        }
        self.line_walked(line.into.scenario?, &line.relations, &line.into)?;
        let constraints = &line.into.contract.value.constraints;
        let sorted_once = all_differ(&constraints.sort, |key| &key.field);
        let within = line.into.within_caps(&self.tables.limits);
        (within && sorted_once && self.hold_together(&constraints.filters)).then_some(())?;
        if line.walk.is_some() || line.path.is_some() {
            self.line_graph(line)?;
        }
        let contract = &line.into.contract.value;
        line.into.attributes_said = !contract.grounding.target_attributes.is_empty();
        line.into.filters_said = !contract.constraints.filters.is_empty();
        line.into.sort_said = !contract.constraints.sort.is_empty();
        self.complete(&mut line.into, None)
    }

    /// The walk and the path, one of which was said.
    #[inline(never)]
    fn line_graph(&mut self, line: &mut LineBuilder<'a>) -> Option<()> {
        let (walk, path) = (line.walk.take(), line.path.take());
        let scenario = line.into.scenario?;
        let count = line.into.contract.value.grounding.relations.len();
        let (mut direction, mut depth, mut relations) = (None, None, Vec::new());
        if let Some(walk) = walk {
            direction = walk.direction;
            relations = walk.relations;
            depth = walk.depth;
            let (_, cap) = self.most_levels(scenario, count);
            depth
                .as_ref()
                .is_none_or(|said| said.value <= cap)
                .then_some(())?;
        }
        line.into.graph_said = true;
        line.into.path_said = path.is_some();
        let said = ResolvedGraph {
            span: line.graph.unwrap_or_default(),
            direction,
            depth,
            relations,
            path,
        };
        let contract = &mut line.into.contract.value;
        contract.graph_params = self.graph_of(Some(said), count, scenario, &contract.grounding);
        self.findings.is_empty().then_some(())
    }
}

impl<'a> LineBuilder<'a> {
    /// An item of the walk or the path stands here.
    fn walks(&mut self, item: Span) {
        let start = self.graph.map_or(item.start, |before| before.start);
        self.graph = Some(Span::new(start, item.end));
    }

    /// Whether it is one text and nothing else, which may be an intent in quotes.
    fn is_text_alone(&self) -> bool {
        let params = self.into.contract.value.rag_params.as_ref();
        self.said == 1 && params.is_some_and(|params| params.query_text.is_some())
    }

    fn params(&mut self) -> &mut RagParams<'a> {
        let params = &mut self.into.contract.value.rag_params;
        params.get_or_insert_with(RagParams::default)
    }

    /// Which parts were said.
    fn parts(&self) -> Parts {
        let grounding = &self.into.contract.value.grounding;
        let constraints = &self.into.contract.value.constraints;
        let retrieval = self.into.contract.value.rag_params.as_ref();
        Parts {
            targets: if self.into.derived_target.is_some() {
                0
            } else {
                grounding.target_types.len()
            },
            entities: grounding.entity_list.len(),
            relations: grounding.relations.len(),
            absent: 0,
            attributes: grounding.target_attributes.len(),
            filters: constraints.filters.len(),
            aggregation: constraints.aggregation.is_some(),
            sets: constraints.set_ops.is_some(),
            walk: self.walk.is_some(),
            path: self.path.is_some(),
            text: retrieval.is_some_and(|params| params.query_text.is_some()),
            retrieval: retrieval.is_some(),
            question: false,
        }
    }
}

/// Whether a text is one word or more.
fn says(text: &str) -> bool {
    !is_blank(text)
}
