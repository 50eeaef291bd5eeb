//! Where the columns of an intent are read: whether that is clear, and something is there, and one of it.
//!
//! A row of an instance has one value of what is at a place with one instance, and may have several of what is elsewhere.
//! Those are asked about, as is a count that does not say of what.

use crate::contract::{Grounding, Intent, Str};
use crate::draft::Words;
use crate::finding::Candidate;
use crate::finding::candidates::Known;
use crate::finding::registry;
use crate::language::{Call, Function, Output, given};
use crate::places::{Place, Places, Reached};
use crate::resolve::Resolver;
use crate::resolve::known_places::{ColumnRead, ReadFor, Unclear};
use crate::span::Span;
use crate::sql_words::name as sql_name;
use crate::tables::Column;

impl<'a> Resolver<'a> {
    /// Learns where columns are read in an intent. `groups`: the types of each group.
    pub(crate) fn learn_places<'w>(
        &mut self,
        intent: &Intent,
        grounding: &'w Grounding<'a>,
        groups: impl Iterator<Item = Vec<&'w str>>,
    ) {
        if grounding.relations.is_empty() || self.overlong || !intent.scenario.is_matched() {
            return;
        }
        let mut targets: Vec<&str> = names(&grounding.target_types);
        let groups: Vec<Vec<&str>> = groups.collect();
        // A group without types where the contract has none is of any.
        if !(targets.is_empty() && groups.iter().any(Vec::is_empty)) {
            targets.extend(groups.iter().flatten());
        }
        let places = Places::of(intent.scenario, grounding, &targets, self.tables);
        let single = places.single();
        let of_instances = has_instances(intent);
        self.learn_names(&places, of_instances.then_some(&single));
        // Entities are named, so nobody asks how many there are.
        let counted = places.places.iter().zip(&single).enumerate();
        let mut counted =
            counted.filter(|(at, (place, _))| place.entities.is_none() && !places.is_absent(*at));
        self.read.many = of_instances && counted.any(|(_, (_, single))| !single);
        for def in self.tables.types.iter() {
            let has = |place: &&Place<'_>| place.types.contains(&def.name.as_ref());
            let mut having = places.places.iter().filter(has).peekable();
            // What stands nowhere is read at the target, if anywhere.
            if having.peek().is_none() {
                continue;
            }
            if having.any(|place| place.name.is_none()) {
                self.read.unnamed.push(&def.name);
            }
            let several = |place| of_instances && single.get(place) == Some(&false);
            let unclear = match places.reached(&def.name) {
                Reached::At(place) if places.is_absent(place) => Unclear::Nowhere,
                Reached::At(place) if several(place) => Unclear::Several,
                Reached::At(place) if of_instances && places.is_shared(place) => Unclear::Shared,
                Reached::Twice => Unclear::Twice,
                _ => continue,
            };
            self.read.unclear.push((&def.name, unclear));
        }
    }

    /// What a column is that no place is named for: it is read where its type is. The path has the name that place has.
    pub(crate) fn read_of(&self, column: Column<'a>) -> ColumnRead<'a> {
        let mut named = self.read.named.iter();
        let Some(place) = named.find(|place| place.alone_has.contains(&column.type_name())) else {
            return ColumnRead::of_type(column);
        };
        let path = given::read_at(&place.name, column.path());
        ColumnRead { column, path }
    }

    /// Whether it is clear where a column is read, and what is read there is enough.
    pub(crate) fn is_read(&mut self, read: &ColumnRead<'a>, purpose: ReadFor, span: Span) -> bool {
        let (column, path) = (read.column, &read.path);
        if let (Some(name), _) = given::at_place(path) {
            let mut named = self.read.named.iter_mut();
            if let Some(place) = named.find(|place| place.name == name) {
                place.is_read = true;
            }
        }
        match (self.read.unclear(column, path), purpose) {
            (Some(Unclear::Twice), _) => {
                self.read.elsewhere = true;
                self.report(&registry::REACHED_TWICE, span, |me, finding| {
                    let name = column.type_name();
                    let message = format!(
                        "the relations reach `{name}` twice, and `{path}` could be of either"
                    );
                    let help = me.tell(
                        "give the end a name, `\"to\":\"&a\"`, and say `&a.` before the field",
                        "give the end a name, `\"to\":\"&a\"`, and say `&a.` before the field",
                        "give the table an alias, and say it before the column",
                    );
                    let said = me.say(column.code(), column.path());
                    let known = me.at_places(column, said).into_iter().map(Known::plain);
                    finding
                        .explain(message, help)
                        .candidates(me.candidates("", known.collect()))
                        .about(column.field())
                });
            }
            (Some(Unclear::Nowhere), ReadFor::Groups | ReadFor::Row | ReadFor::Sum) => {
                self.report(&registry::NOTHING_THERE, span, |me, finding| {
                    let message =
                        format!("`{path}` has no value here: the relation to it must not exist");
                    let help = me.tell(
                        "leave it out, or take `no` out of the relation",
                        "leave it out, or take `absent` out of the relation",
                        "leave it out, or join the table in place of `NOT EXISTS`",
                    );
                    finding.explain(message, help).about(column.field())
                });
            }
            (Some(Unclear::Several), ReadFor::Row | ReadFor::Sum) => {
                self.report(&registry::NOT_A_COLUMN, span, |me, finding| {
                    let message = format!("a row is an instance, and may have several of `{path}`");
                    let help = me.tell(
                        "ask for matches, `\"o\":\"REL\"` with `RQ` or `AGG`, or leave it out",
                        "ask for matches, the output `relations`, or leave it out",
                        "write `SUM(ALL f)` for a number over the links, group by it, or leave it out",
                    );
                    finding.explain(message, help).about(column.field())
                });
            }
            (Some(Unclear::Shared), ReadFor::Sum) => {
                self.report(&registry::METRIC_DOES_NOT_FIT, span, |me, finding| {
                    let name = column.type_name();
                    let message = format!(
                        "several rows may have the same `{name}`, which would count for each of them"
                    );
                    let help = me.tell(
                        "make it the target, or ask for matches: `\"o\":\"REL\"`",
                        "make its type the target, or ask for matches: the output `relations`",
                        "begin `FROM` with its table, where each row counts once, or write `ALL` before the column",
                    );
                    let ways = match me.words {
                        Words::Sql if Call::read(path).is_none() => {
                            vec![Candidate::plain(format!("ALL {path}"))]
                        }
                        _ => Vec::new(),
                    };
                    finding
                        .explain(message, help)
                        .candidates(ways)
                        .about(column.field())
                });
            }
            _ => return true,
        }
        false
    }

    /// Whether it is clear what a metric counts or computes: rows, or what a row has one of.
    pub(crate) fn is_countable(
        &mut self,
        function: Function,
        over: Option<&ColumnRead<'a>>,
        span: Span,
    ) -> bool {
        match (function, over) {
            (Function::Count, None) => self.counts_rows(span),
            // What is computed of several fields is shared where each of them is.
            (Function::Sum | Function::Avg, Some(read)) if Call::read(&read.path).is_some() => {
                let fields = Call::fields(&read.path).into_iter();
                let fields = fields.filter_map(|path| Some((self.tables.column(path)?, path)));
                let fields: Vec<(Column<'a>, &str)> = fields.collect();
                let is_shared = |(column, path): &(Column<'a>, &str)| {
                    self.read.unclear(*column, path) == Some(Unclear::Shared)
                };
                let first = fields.first().map(|(column, _)| *column);
                match first.filter(|_| fields.iter().all(is_shared)) {
                    Some(column) => {
                        let path = read.path.clone();
                        self.is_read(&ColumnRead { column, path }, ReadFor::Sum, span)
                    }
                    None => true,
                }
            }
            (Function::Sum | Function::Avg, Some(read)) if read.column.field().is_some() => {
                self.is_read(read, ReadFor::Sum, span)
            }
            // What a derived field is of was read for a row.
            (Function::Count, Some(read))
                if read.column.field().is_some() && Call::read(&read.path).is_none() =>
            {
                self.is_read(read, ReadFor::Row, span)
            }
            _ => true,
        }
    }

    /// Whether a count without a field can be of nothing but rows.
    fn counts_rows(&mut self, span: Span) -> bool {
        if !self.read.many {
            return true;
        }
        self.report(&registry::COUNT_OF_WHAT, span, |me, finding| {
            let message = "a relation may lead from an instance to several, and the count does not say of what";
            let known = me.tables.types.iter();
            let known = known.filter(|def| me.about.types.contains(&def.name));
            let named = known.clone().flat_map(|def| {
                let places = me.at_places(Column::Type(&def.name), &def.name);
                places.into_iter().map(Known::plain)
            });
            if me.words == Words::Sql {
                let things = known.map(|def| format!("COUNT(DISTINCT {})", sql_name(&def.name)));
                let readings = things.chain(["COUNT(ALL *)".to_owned()]).map(Candidate::plain);
                let help = "count things with `DISTINCT`, or matches with `ALL`";
                return finding.explain(message, help).candidates(readings.collect());
            }
            finding
                .explain(message, "say the type that is counted")
                .candidates(me.candidates("", known.map(Known::type_def).chain(named).collect()))
        });
        false
    }
}

fn names<'w>(types: &'w [Str<'_>]) -> Vec<&'w str> {
    types.iter().map(AsRef::as_ref).collect()
}

/// Whether the rows of an answer are instances, or numbers over instances, and it shows what they have.
fn has_instances(intent: &Intent) -> bool {
    intent.scenario.is_matched() && !intent.has_matches() && intent.output_type != Output::Existence
}
