//! Random valid intents in cMEC c0.2, made from the tables alone: every scenario, every part it may have, every
//! operator with values of the field's type. Built as text, so that the digits of decimals are the ones meant.

use cmec_decoder::Tables;
use cmec_decoder::language::{
    Direction, Function, Operator, QuestionKind, RetrievalMode, Scenario, SetOperator, ValueType,
};
use cmec_decoder::tables::FieldDef;

#[path = "compared.rs"]
mod compared;
#[path = "derived.rs"]
mod derived;
#[path = "numbers.rs"]
mod numbers;
#[path = "values.rs"]
mod values;
#[path = "walks.rs"]
mod walks;

const TEXTS: &[&str] = &[
    "新能源",
    "a",
    "ООО «Сирень»",
    "say \"no\"",
    "back\\slash",
    "tab\there",
    "line\nbreak",
    "bell\u{7}",
    "😀",
    "{}",
    "null",
    "é\u{301}",
];
/// Choices, drawn from numbers; when they run out every choice is the first, so that intents shrink.
pub(crate) struct Dice<'n> {
    numbers: std::slice::Iter<'n, u32>,
}

impl<'n> Dice<'n> {
    pub(crate) fn of(numbers: &'n [u32]) -> Self {
        Self {
            numbers: numbers.iter(),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.numbers.next().copied().unwrap_or(0) as usize % bound.max(1)
    }

    fn from<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// Two positions of a list, the first not after the second.
    fn pair(&mut self, length: usize) -> (usize, usize) {
        let (a, b) = (self.below(length), self.below(length));
        (a.min(b), a.max(b))
    }
}

/// A valid intent.
pub(crate) fn intent(tables: &Tables, scenario: Scenario, dice: &mut Dice<'_>) -> String {
    let mut maker = Maker {
        tables,
        dice,
        types: Vec::new(),
        either: false,
        single: None,
        shared: Vec::new(),
        read: None,
        named: None,
        loose: false,
        parts: Vec::new(),
    };
    maker.intent(scenario);
    format!("{{{}}}", maker.parts.join(","))
}

struct Maker<'t, 'd, 'n> {
    tables: &'t Tables,
    dice: &'d mut Dice<'n>,
    types: Vec<&'t str>,
    /// Whether the last hop was walked either way.
    either: bool,
    /// The types of which a row has one instance; `None`: any.
    single: Option<Vec<&'t str>>,
    /// Types of which several rows may have the same instance.
    shared: Vec<&'t str>,
    /// The types whose fields are read at one place, where something is; `None`: any.
    read: Option<Vec<&'t str>>,
    /// A place with a name at which something must be read, and its type.
    named: Option<(&'static str, &'t str)>,
    /// Whether a hop may be made in several ways: a path says how many it has.
    loose: bool,
    parts: Vec<String>,
}

impl<'t> Maker<'t, '_, '_> {
    fn intent(&mut self, scenario: Scenario) {
        use Scenario as S;
        self.say("s", quote(scenario.code()));
        if self.dice.one_in(3) {
            let row = self.tables.scenario(scenario);
            let outputs = row.map_or(&[][..], |row| &row.outputs);
            if !outputs.is_empty() {
                let output = *self.dice.from(outputs);
                self.say("o", quote(output.code()));
            }
        }
        let target = self.dice.from(&self.tables.types).name.as_ref();
        self.types.push(target);
        let least = match scenario {
            S::Subgraph => 1,
            S::RelationExistence | S::PathQuery => 2,
            _ => 0,
        };
        let path = scenario == S::PathQuery && self.dice.one_in(3);
        let entities = if path { 0 } else { least + self.dice.below(2) };
        // An entity makes the target a part that must be said, and two ends leave it to choice.
        let silent = (self.tables.types.len() == 1 && entities == 0) || entities >= 1;
        let targets = !(silent && self.dice.one_in(2));
        if targets {
            self.say("tg", format!("[{}]", quote(target)));
        }
        let typed = self.entities(entities);
        let walks = match scenario {
            S::RelationQuery | S::RelationExistence => true,
            S::Clarify => false,
            // What is counted along a relation is said, by the name of the target.
            S::Aggregation => targets && self.dice.one_in(4),
            _ => self.dice.one_in(4),
        };
        let hops = if walks {
            self.relations(&typed, targets, scenario)
        } else {
            0
        };
        let said = |code: &str| self.parts.iter().any(|part| part == code);
        let of_instances = match scenario {
            S::RelationQuery => said("\"o\":\"INST\""),
            S::Aggregation => !said("\"o\":\"REL\""),
            S::RelationExistence => false,
            _ => true,
        };
        if hops > 0 && scenario.is_matched() {
            self.learn_places(scenario, of_instances);
        }
        let fields = self.fields_of_row(|_| true);
        let shows = matches!(scenario, S::AttributesFetch | S::InstanceSearch);
        if shows && !fields.is_empty() && self.dice.one_in(2) {
            let codes = self.some(3, |maker| Some(quote(&maker.dice.from(&fields).code)));
            self.say("A", list(&codes));
        }
        let paged = self.constraints(scenario, hops);
        self.graph(scenario, hops, path);
        if matches!(scenario, S::TextRag | S::Hybrid) {
            // How many texts, and a page of them, are one thing.
            self.retrieval(scenario == S::TextRag && paged);
        }
    }

    fn say(&mut self, key: &str, value: String) {
        self.parts.push(format!("\"{key}\":{value}"));
    }

    fn some(
        &mut self,
        most: usize,
        mut one: impl FnMut(&mut Self) -> Option<String>,
    ) -> Vec<String> {
        let count = 1 + self.dice.below(most);
        (0..count).filter_map(|_| one(self)).collect()
    }

    /// Something that was not taken before.
    fn other<T: Copy + PartialEq>(&mut self, all: &[T], taken: &mut Vec<T>) -> Option<T> {
        let one = *self.dice.from(all);
        let new = !taken.contains(&one);
        taken.push(one);
        new.then_some(one)
    }

    fn text(&mut self) -> String {
        quote(self.dice.from(TEXTS))
    }

    /// Entities, and which of them say their type: that of the target.
    fn entities(&mut self, count: usize) -> Vec<bool> {
        if count == 0 {
            return Vec::new();
        }
        let types = self.types.clone();
        let mut typed = Vec::new();
        let entities: Vec<String> = (0..count)
            .map(|_| {
                let mut said = format!("{{\"txt\":{}", self.text());
                typed.push(self.dice.one_in(2));
                if typed.last() == Some(&true) {
                    said += &format!(",\"ty\":{}", quote(types[0]));
                }
                if self.dice.one_in(3) {
                    said += &format!(",\"id\":{}", self.text());
                }
                said + "}"
            })
            .collect();
        self.say("E", list(&entities));
        typed
    }

    fn fields(&self, fits: impl Fn(&FieldDef) -> bool) -> Vec<&'t FieldDef> {
        (self.tables.fields.iter())
            .filter(|field| {
                let name = field.type_name.as_ref();
                let read = self.read.as_ref();
                read.is_none_or(|types| types.contains(&name)) && self.types.contains(&name)
            })
            .filter(|field| fits(field))
            .collect()
    }

    /// Fields of which a row has one value.
    fn fields_of_row(&self, fits: impl Fn(&FieldDef) -> bool) -> Vec<&'t FieldDef> {
        let single = |field: &FieldDef| {
            let types = self.single.as_ref();
            types.is_none_or(|types| types.contains(&&*field.type_name))
        };
        self.fields(|field| single(field) && fits(field))
    }

    /// Whether a page is said.
    fn constraints(&mut self, scenario: Scenario, hops: usize) -> bool {
        let mut parts = Vec::new();
        // The rows of an aggregation are its groups.
        let of_rows = scenario != Scenario::Aggregation;
        let mut filtered = false;
        let must = (scenario == Scenario::Hybrid && hops == 0) || self.named.is_some();
        let any = !self.fields(|_| true).is_empty();
        let compared = self.compared(scenario, hops);
        if must || compared.is_some() || (any && self.dice.one_in(2)) {
            let own = self.filters();
            let with = compared.as_ref().map(|[filter, _]| with_last(&own, filter));
            parts.push(format!("\"flt\":{}", with.unwrap_or(own)));
            filtered = true;
        }
        let sortable = self.fields_of_row(|field| field.sortable);
        if of_rows && !sortable.is_empty() && self.dice.one_in(2) {
            let mut sorted = Vec::new();
            let keys = self.some(2, |maker| {
                let field = maker.other(&sortable, &mut sorted)?;
                Some(format!("{{\"f\":{}{}}}", quote(&field.code), maker.order()))
            });
            let row = self.fields_of_row(|_| true);
            let derived = self.derived(&row, 4);
            let derived = derived.map(|of| format!("{{\"f\":{}}}", of.quoted()));
            let keys: Vec<String> = keys.into_iter().chain(derived).collect();
            parts.push(format!("\"srt\":{}", list(&keys)));
        }
        let paged = of_rows && self.dice.one_in(2);
        if paged {
            let page = self.page();
            let groupable = self.fields(|field| field.groupable);
            let own = groupable
                .iter()
                .filter(|field| field.type_name == self.types[0]);
            let own: Vec<&FieldDef> = own.copied().collect();
            let page = match page.strip_suffix('}') {
                Some(open) if !own.is_empty() && self.dice.one_in(4) => {
                    let comma = if open.len() > 1 { "," } else { "" };
                    let column = quote(&self.dice.from(&own).code);
                    format!("{open}{comma}\"per\":[{column}]}}")
                }
                _ => page,
            };
            parts.push(format!("\"pg\":{page}"));
        }
        if scenario == Scenario::Aggregation {
            parts.push(format!("\"agg\":{}", self.aggregation()));
        }
        if let Some([_, group]) = compared {
            parts.push(format!("\"grp\":{}", list(&[group])));
        }
        if scenario == Scenario::SetOps {
            let groups = 1 + self.dice.below(3);
            // Filters of groups may exclude each other, and those of the whole.
            let apart = !filtered && self.dice.one_in(2);
            let said: Vec<String> = (0..groups).map(|index| self.group(index, apart)).collect();
            parts.push(format!("\"grp\":{}", list(&said)));
            parts.push(format!("\"set\":{}", self.set(groups, apart)));
        }
        if !parts.is_empty() {
            self.say("C", format!("{{{}}}", parts.join(",")));
        }
        paged
    }

    fn order(&mut self) -> &'static str {
        let orders = ["", ",\"ord\":\"D\"", ",\"ord\":\"A\""];
        orders[self.dice.below(orders.len())]
    }

    fn page(&mut self) -> String {
        let limit = *self
            .dice
            .from(&["", "\"lim\":20", "\"lim\":1", "\"lim\":7"]);
        let offset = *self.dice.from(&["", "\"off\":0", "\"off\":40"]);
        let comma = if limit.is_empty() || offset.is_empty() {
            ""
        } else {
            ","
        };
        format!("{{{limit}{comma}{offset}}}")
    }

    fn filters(&mut self) -> String {
        let fields = self.fields(|field| !field.operators.is_empty());
        let mut filtered = Vec::new();
        let mut said = match fields.is_empty() {
            true => Vec::new(),
            false => self.some(3, |maker| {
                let field = maker.other(&fields, &mut filtered)?;
                Some(maker.filter(field))
            }),
        };
        if let Some((name, of)) = self.named.take() {
            let fields = self.tables.fields.iter();
            let fields: Vec<&FieldDef> = fields
                .filter(|field| field.type_name == of && !field.operators.is_empty())
                .collect();
            let field = *self.dice.from(&fields);
            let (here, there) = (
                quote(&field.code),
                quote(&format!("&{name}.{}", field.code)),
            );
            said.push(self.filter(field).replacen(&here, &there, 1));
        }
        if self.dice.one_in(4) {
            said.extend(self.choice(&fields, &filtered));
        }
        if let Some(derived) = self.derived(&fields, 4) {
            said.push(self.filter_derived(&derived));
        }
        list(&said)
    }

    /// Branches of fields that nothing else is said of; `None` where no field is left.
    fn choice(&mut self, fields: &[&'t FieldDef], filtered: &[&'t FieldDef]) -> Option<String> {
        let branches: Vec<String> = (0..2 + self.dice.below(2))
            .map(|_| {
                let mut filtered = filtered.to_vec();
                let filters = self.some(2, |maker| {
                    let field = maker.other(fields, &mut filtered)?;
                    Some(maker.filter(field))
                });
                list(&filters)
            })
            .collect();
        let said = branches.iter().all(|branch| branch != "[]");
        said.then(|| format!("{{\"any\":{}}}", list(&branches)))
    }

    fn filter(&mut self, field: &FieldDef) -> String {
        let operator = *self.dice.from(&field.operators);
        let others = self.fields(|other| {
            other.path != field.path
                && field
                    .measure()
                    .is_some_and(|own| other.measure() == Some(own))
        });
        let is_derived = field.code.is_empty();
        let with_field = operator.compares() && !others.is_empty() && self.dice.one_in(4);
        let with_field = with_field && !is_derived;
        let value = match operator {
            _ if with_field => format!(",\"vf\":{}", quote(&self.dice.from(&others).code)),
            Operator::Exists => (*self.dice.from(&["", ",\"v\":true", ",\"v\":false"])).to_owned(),
            Operator::In | Operator::NotIn => {
                // Some value of an enum must be left.
                let few = operator == Operator::NotIn && field.value_type == ValueType::Enum;
                let most = if few { 1 } else { 3 };
                let values = self.some(most, |maker| Some(maker.value(field)));
                format!(",\"v\":{}", list(&values))
            }
            Operator::Between => format!(",\"v\":{}", self.between(field)),
            _ => format!(",\"v\":{}", self.value(field)),
        };
        let (code, operator) = (quote(&field.code), quote(operator.code()));
        format!("{{\"f\":{code},\"op\":{operator}{value}}}")
    }

    fn group(&mut self, index: usize, filtered: bool) -> String {
        let mut said = format!("{{\"n\":\"组{index}\"");
        // Relations may lead to another type, where the intent has no target.
        let targets = self.parts.iter().any(|part| part.starts_with("\"tg\""));
        if (targets || self.read.is_none()) && self.dice.one_in(2) {
            said += &format!(",\"tg\":[{}]", quote(self.types[0]));
        }
        if filtered && !self.fields(|_| true).is_empty() && self.dice.one_in(2) {
            said += &format!(",\"flt\":{}", self.filters());
        }
        said + "}"
    }

    /// An operation that uses each group once, or the only one twice. Groups with filters may have nothing in common.
    fn set(&mut self, groups: usize, apart: bool) -> String {
        let mut set = "\"组0\"".to_owned();
        for index in (1..groups).chain((groups == 1).then_some(0)) {
            let operators: &[SetOperator] = match (apart, groups) {
                (_, 1) => &[SetOperator::Union, SetOperator::Intersect],
                (true, _) => &[SetOperator::Union, SetOperator::Except],
                (false, _) => SetOperator::ALL,
            };
            let operator = self.dice.from(operators).code();
            let group = format!("\"组{index}\"");
            let sides = [set, group];
            let [left, right] = if self.dice.one_in(2) {
                let [left, right] = sides;
                [right, left]
            } else {
                sides
            };
            set = format!("{{\"l\":{left},\"op\":\"{operator}\",\"r\":{right}}}");
        }
        set
    }

    fn graph(&mut self, scenario: Scenario, hops: usize, path: bool) {
        let mut parts = Vec::new();
        let walks = matches!(scenario, Scenario::Subgraph | Scenario::PathQuery) && hops == 0;
        let mut direction = Direction::Both;
        if walks {
            if self.dice.one_in(2) {
                direction = *self.dice.from(Direction::ALL);
                parts.push(format!("\"dir\":\"{}\"", direction.code()));
            }
            if !path && self.dice.one_in(2) {
                parts.push(format!("\"dep\":{}", 1 + self.dice.below(4)));
            }
            if scenario == Scenario::PathQuery {
                direction = Direction::Both;
            }
            if self.dice.one_in(2) {
                parts.push(format!("\"rel\":{}", self.relation_codes(direction)));
            }
        } else if hops == 0 && self.dice.one_in(6) {
            parts.push("\"dir\":\"O\",\"dep\":0,\"rel\":[]".to_owned());
        }
        if path {
            let named = parts.iter().any(|part| part.starts_with("\"rel\""));
            parts.push(format!("\"path\":{}", self.path(hops, named)));
        }
        if !parts.is_empty() {
            self.say("G", format!("{{{}}}", parts.join(",")));
        }
    }

    /// Relations that can be walked from the target in a direction.
    fn relation_codes(&mut self, direction: Direction) -> String {
        let here = self.types[0];
        let all: Vec<&str> = (self.tables.relations.iter())
            .filter(|def| {
                let (out, back) = (def.from == here, def.to == here);
                match direction {
                    Direction::Out => out,
                    Direction::In => back,
                    Direction::Both => out || back,
                }
            })
            .map(|def| def.code.as_ref())
            .collect();
        if all.is_empty() {
            return "[]".to_owned();
        }
        let said = self.some(2, |maker| Some(quote(*maker.dice.from(&all))));
        list(&said)
    }

    /// A path; beside relations it says no more hops than they make, and it names none where others do.
    fn path(&mut self, hops: usize, named: bool) -> String {
        let mut parts = Vec::new();
        if self.dice.one_in(2) {
            let sources = self.some(2, |maker| Some(maker.text()));
            parts.push(format!("\"src\":{}", list(&sources)));
        }
        if self.dice.one_in(2) {
            parts.push(format!("\"tg\":[{}]", quote(self.types[0])));
        }
        if self.dice.one_in(2) {
            let said = 1 + self.dice.below(4);
            parts.push(format!("\"hop\":{}", if hops == 0 { said } else { hops }));
        }
        if hops == 0 && !named && self.dice.one_in(2) {
            parts.push(format!("\"rel\":{}", self.relation_codes(Direction::Both)));
        }
        format!("{{{}}}", parts.join(","))
    }

    fn retrieval(&mut self, paged: bool) {
        let mut parts = vec![format!("\"txt\":{}", self.text())];
        let corpora: Vec<&str> = self.tables.corpus_names().collect();
        if !corpora.is_empty() && self.dice.one_in(2) {
            let said = self.some(2, |maker| Some(quote(maker.dice.from(&corpora))));
            parts.push(format!("\"cor\":{}", list(&said)));
        }
        if !paged && self.dice.one_in(2) {
            parts.push(format!("\"k\":{}", 1 + self.dice.below(9)));
        }
        if self.dice.one_in(2) {
            parts.push(format!("\"rr\":{}", self.dice.one_in(2)));
        }
        if self.dice.one_in(2) {
            let kind = self.dice.from(QuestionKind::ALL).code();
            parts.push(format!("\"kd\":\"{kind}\""));
        }
        if self.dice.one_in(4) {
            let mode = self.dice.from(RetrievalMode::ALL).code();
            parts.push(format!("\"md\":\"{mode}\""));
        }
        if self.dice.one_in(2) {
            let tags = self.some(2, |maker| Some(maker.text()));
            parts.push(format!("\"tag\":{}", list(&tags)));
        }
        if self.dice.one_in(2) {
            parts.push(format!("\"prj\":{}", self.text()));
        }
        self.say("Q", format!("{{{}}}", parts.join(",")));
    }
}

fn fits(function: Function, field: &FieldDef) -> bool {
    let number = matches!(field.value_type, ValueType::Integer | ValueType::Decimal);
    match function {
        Function::Count | Function::CountDistinct | Function::List => true,
        Function::Sum | Function::Avg => number,
        Function::Min | Function::Max => {
            number || matches!(field.value_type, ValueType::Date | ValueType::Datetime)
        }
    }
}

fn quote<T: AsRef<str> + ?Sized>(text: &T) -> String {
    serde_json::to_string(text.as_ref()).unwrap()
}

fn list(elements: &[String]) -> String {
    format!("[{}]", elements.join(","))
}

/// A list with an element more.
fn with_last(said: &str, element: &str) -> String {
    match said.strip_suffix(']') {
        Some("[") | None => list(&[element.to_owned()]),
        Some(open) => format!("{open},{element}]"),
    }
}
