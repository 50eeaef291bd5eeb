//! Items → `Draft`: words find their types, names their codes, values the type of their field. What cannot be placed
//! is a finding here; what can be placed and is wrong is one of the resolver's.

mod aggregation;
mod choice;
mod doubts;
mod filters;
mod group;
mod metric_names;
mod nearest_type;
mod unknown_words;

use std::borrow::Cow;

use crate::draft::{Draft, DraftPage, DraftSort, Words};
use crate::finding::registry::{self, Rule};
use crate::finding::{Candidate, Finding};
use crate::language::{Key, Output, Scenario, given};
use crate::ledger::Ledger;
use crate::line::derived_scenario::{self, Parts};
use crate::read::line::items::{Bare, GraphWalk, GroupKey, Item, ItemKind, across, code};
use crate::read::line::items_to_draft::aggregation::Asked;
use crate::read::line::items_to_draft::doubts::Doubts;
use crate::read::line::items_to_draft::metric_names::with_metrics;
use crate::read::line::items_to_draft::nearest_type::{Near, type_of};
use crate::span::{Span, Spanned};
use crate::tables::Tables;

/// Makes a draft of the items of a line of this text. `doubts`: of a text that may be prose, the slips in it; such a one is given up
/// as soon as what means nothing outnumbers what can still mean something.
pub(super) fn draft<'a>(
    text: &'a str,
    items: Vec<Item<'a>>,
    span: Span,
    tables: &'a Tables,
    doubts: Option<usize>,
) -> Maker<'a> {
    let items = with_metrics(items, tables);
    let near = Near::of(&items, tables);
    let mut maker = Maker {
        text,
        tables,
        near,
        own: Vec::new(),
        findings: Vec::new(),
        ledger: Ledger::default(),
        draft: Draft::new(span, Words::Line),
        asked: Asked::default(),
        walked: None,
        open_text: None,
        explained: Vec::new(),
        compared: Vec::new(),
        after_or: false,
        known: 0,
        unknown: 0,
    };
    maker.asked = maker.asked(&items);
    let in_doubt = maker.doubts(&items, &[]);
    let compared = Doubts(std::mem::take(&mut maker.compared));
    // A number that may be the rest of what stands before it is not taken for one of rows as well.
    let read = |item: &Item<'_>| match item.value {
        ItemKind::Lost(_) => false,
        ItemKind::Limit(_) | ItemKind::Rows(Key::Lim, _) => !in_doubt.have(item.span),
        ItemKind::Bare(_) | ItemKind::Relation(_) => !compared.have(item.span),
        _ => true,
    };
    let mut left = items.iter().filter(|item| read(item)).count();
    for item in items.into_iter().filter(read) {
        maker.item(item);
        left -= 1;
        if doubts.is_some_and(|slips| maker.unknown + slips > maker.known + left) {
            break;
        }
    }
    maker
}

/// A draft that is made of the items of a line.
pub(super) struct Maker<'a> {
    text: &'a str,
    tables: &'a Tables,
    near: Near<'a>,
    /// The types of the group whose items are read.
    own: Vec<&'a str>,
    pub(super) findings: Vec<Finding>,
    pub(super) ledger: Ledger<'a>,
    pub(super) draft: Draft<'a>,
    /// The metrics and groupings that are asked for.
    asked: Asked,
    /// Where a walk stands.
    walked: Option<Span>,
    /// The filter or entity said last, where it ends with a text without quotes that the next word may go on.
    open_text: Option<OpenText>,
    /// The faults of items that touch a bare value and may belong to it, which is asked about.
    pub(super) explained: Vec<Span>,
    /// The places of names and relations that are one comparison, which is asked about.
    compared: Vec<Span>,
    /// Whether the word before stands between two of which one is to hold.
    after_or: bool,
    /// Items that mean something, and words that mean nothing.
    pub(super) known: usize,
    pub(super) unknown: usize,
}

/// A filter or an entity by a text without quotes.
struct OpenText {
    /// The item up to its text.
    before: String,
    text: String,
    /// Where the value ends.
    end: usize,
}

impl<'a> Maker<'a> {
    fn item(&mut self, item: Item<'a>) {
        let after_or = std::mem::take(&mut self.after_or);
        let filters = self.draft.filters.len();
        self.plain_item(item);
        // Of the two on both sides one is to hold, which is asked about: they cannot contradict each other.
        if after_or {
            self.draft.filters.truncate(filters);
        }
    }

    fn plain_item(&mut self, item: Item<'a>) {
        let span = item.span;
        // Prose has numbers as well.
        let says = !matches!(item.value, ItemKind::Limit(_) | ItemKind::Rows(..));
        self.known += usize::from(says);
        match item.value {
            ItemKind::Bare(bare) => self.bare(bare, span),
            ItemKind::Entity(entity) => {
                self.open_text = self.open_name(entity.text.span, span);
                self.draft.entities.push(Spanned::new(entity, span));
            }
            ItemKind::Relation(said) => self.draft.relations.push(Spanned::new(said, span)),
            ItemKind::GraphWalk(walk) => self.walk(walk, span),
            ItemKind::Path(path) => {
                let graph = part(&mut self.draft.graph, span);
                let before = graph.path.replace(Spanned::new(path, span));
                self.once(before.map(|said| said.span), span, "a path");
            }
            ItemKind::Attribute(said) => {
                let column = self.column(said);
                self.draft.attributes.push(column);
            }
            ItemKind::Sort(by, order) => match by {
                GroupKey::Name(by) | GroupKey::Quoted(by) | GroupKey::Given(by)
                    if self.draft.aggregation.is_none() && given::metric(&by.value).is_none() =>
                {
                    let (by, _) = self.field(by, &[]);
                    let order = Some(code(order));
                    let sort = Spanned::new(DraftSort { by, order }, span);
                    self.draft.sort.push(sort);
                }
                by => self.sort_of_groups(by, order, span),
            },
            ItemKind::Limit(digits) => self.rows(Key::Lim, digits, span),
            ItemKind::Rows(key, digits) => {
                if key == Key::Lim {
                    self.named_limit(digits.value, span);
                }
                self.rows(key, digits, span);
            }
            ItemKind::Metric(metric) => self.metric(metric, span),
            ItemKind::Columns(key, columns) => {
                for said in columns {
                    let column = self.column(said);
                    match key {
                        Key::Per => self.page(span).per.push(column),
                        _ => self.numbers(span).group_by.push(column),
                    }
                }
            }
            ItemKind::Having(by, said) => self.having(by, said, span),
            ItemKind::Group(name, items) => self.group(name, items, span),
            ItemKind::Set(set) => {
                let before = self.draft.set.replace(Spanned::new(set, span));
                self.once(before.map(|said| said.span), span, "an operation on groups");
            }
            ItemKind::Question(question) => {
                let before = self.draft.question.replace(Spanned::new(question, span));
                self.once(before.map(|said| said.span), span, "a question");
            }
            other => match self.condition_of(other, span, &[]) {
                Ok(condition) => self.draft.filters.extend(condition),
                Err(of_texts) => self.of_texts(*of_texts, span),
            },
        }
    }

    /// What belongs to the retrieval of texts.
    fn of_texts(&mut self, kind: ItemKind<'a>, span: Span) {
        /// The place of an item of which the place behind its mark is known.
        fn item<T>(said: Spanned<T>) -> Span {
            Span::new(said.span.start.saturating_sub(1), said.span.end)
        }
        let params = part(&mut self.draft.retrieval, span);
        let (before, what) = match kind {
            ItemKind::Text(text) => {
                let before = params.text.replace(Spanned::new(text, span));
                (before.map(|said| said.span), "a text")
            }
            ItemKind::Asked(kind) => (params.kind.replace(kind).map(item), "a kind of question"),
            ItemKind::Mode(mode) => (params.mode.replace(mode).map(item), "a depth of retrieval"),
            ItemKind::Top(digits) => (params.top_k.replace(digits).map(item), "a number of texts"),
            ItemKind::Project(name) => (params.project.replace(name).map(item), "a project"),
            ItemKind::Rerank(yes) => {
                let before = params.rerank.replace(Spanned::new(yes, span));
                (before.map(|said| said.span), "ranking again")
            }
            ItemKind::Corpus(name) => return params.corpora.push(name),
            ItemKind::Tag(name) => return params.tags.push(name),
            _ => return,
        };
        self.once(before, span, what);
    }

    fn bare(&mut self, bare: Bare<'a>, span: Span) {
        if type_of(&bare, self.tables).is_some() {
            self.draft.targets.push(Spanned::new(bare.word, span));
            return;
        }
        if !bare.quoted {
            if Scenario::from_code(&bare.word).is_some() {
                let before = self.draft.scenario.replace(Spanned::new(bare.word, span));
                return self.once(before.map(|said| said.span), span, "a scenario");
            }
            if Output::from_code(&bare.word).is_some() {
                let before = self.draft.output.replace(Spanned::new(bare.word, span));
                return self.once(before.map(|said| said.span), span, "an output");
            }
        }
        if let Ok(filter) = self.condition_of(ItemKind::Bare(bare), span, &[]) {
            self.draft.filters.extend(filter);
        }
    }

    fn walk(&mut self, walk: GraphWalk<'a>, span: Span) {
        let before = self.walked.replace(span);
        let graph = part(&mut self.draft.graph, span);
        graph.depth = walk.depth;
        graph.direction = walk.direction.map(code);
        graph.relations = walk.relations;
        self.once(before, span, "a walk");
    }

    /// A number of a page.
    fn rows(&mut self, key: Key, digits: Spanned<&'a str>, span: Span) {
        let page = self.page(span);
        let (said, what) = match key {
            Key::Off => (&mut page.offset, "an offset"),
            _ => (&mut page.limit, "a limit"),
        };
        let mut before = said.replace(digits).map(|said| said.span);
        if key == Key::Off {
            // The sign stands before the figure.
            before = before.map(|said| Span::new(said.start - 1, said.end));
        }
        self.once(before, span, what);
    }

    /// A number of rows that is said with its word.
    fn named_limit(&mut self, digits: &str, span: Span) {
        let path = match self.draft.aggregation {
            Some(_) => "/constraints/aggregation/pagination/limit",
            None => "/constraints/pagination/limit",
        };
        if let Ok(rows) = digits.parse() {
            self.ledger.named_limit(path, rows, span);
        }
    }

    /// The page of the answer, or after the first metric that of the groups.
    fn page(&mut self, span: Span) -> &mut DraftPage<'a> {
        let page = match &mut self.draft.aggregation {
            Some(numbers) => {
                numbers.span = across(numbers.span, span);
                &mut numbers.value.page
            }
            None => &mut self.draft.page,
        };
        let page = page.get_or_insert(Spanned::new(DraftPage::default(), span));
        page.span = across(page.span, span);
        &mut page.value
    }

    /// Gives the draft its scenario where none is said.
    pub(super) fn scenario(&mut self) -> Option<Scenario> {
        let draft = &mut self.draft;
        if draft.scenario.is_some() {
            return None;
        }
        let graph = draft.graph.as_ref().map(|said| &said.value);
        let retrieval = draft.retrieval.as_ref().map(|said| &said.value);
        let relations = draft.relations.iter();
        let absent = relations.filter(|hop| hop.value.absent.is_some());
        let derived = derived_scenario::scenario(&Parts {
            targets: draft.targets.len(),
            entities: draft.entities.len(),
            relations: draft.relations.len(),
            absent: absent.count(),
            attributes: draft.attributes.len(),
            filters: draft.filters.len(),
            aggregation: draft.aggregation.is_some(),
            sets: draft.set.is_some(),
            walk: graph.is_some_and(|graph| graph.depth.is_some() || graph.direction.is_some()),
            path: graph.is_some_and(|graph| graph.path.is_some()),
            text: retrieval.is_some_and(|params| params.text.is_some()),
            retrieval: retrieval.is_some(),
            question: draft.question.is_some(),
        });
        draft.scenario = Some(Spanned::new(Cow::Borrowed(derived.code()), draft.span));
        Some(derived)
    }

    /// Asks which of two is meant, where a part stands there a second time.
    fn once(&mut self, before: Option<Span>, span: Span, what: &str) {
        let Some(before) = before else {
            return;
        };
        let said = |span: Span| self.text.get(span.start..span.end).unwrap_or_default();
        let both = [said(before).to_owned(), said(span).to_owned()];
        self.report(&registry::SAID_TWICE, span, |finding| {
            finding
                .explain(format!("{what} is said twice"), "say it once")
                .candidates(both.map(Candidate::plain).into())
        });
    }

    fn report(&mut self, rule: &'static Rule, span: Span, tell: impl FnOnce(Finding) -> Finding) {
        let finding = Finding::after(self.findings.len(), rule, span, tell);
        self.findings.push(finding);
    }
}

/// A part that several items can be of, spanning all of them.
fn part<T: Default>(part: &mut Option<Spanned<T>>, span: Span) -> &mut T {
    let part = part.get_or_insert(Spanned::new(T::default(), span));
    part.span = across(part.span, span);
    &mut part.value
}
