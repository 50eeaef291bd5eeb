//! GBNF as llama.cpp reads it: a parser of its rules, a walk that makes texts, and a recogniser.

use std::collections::{HashMap, HashSet};
use std::iter::Peekable;
use std::str::Chars;

use crate::domain::Random;

#[derive(Debug, Clone)]
enum Symbol {
    Set {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    Rule(usize),
}

type Sequence = Vec<Symbol>;

#[derive(Debug)]
pub(crate) struct Gbnf {
    /// The options of each rule.
    rules: Vec<Vec<Sequence>>,
    root: usize,
}

/// Characters to try where a set says only what it leaves out.
const POOL: &str = "aZ09 {}[]:,'/-_.\u{7f}éЖ企\u{301}😀\u{fffd}";
/// A place in a sequence: rule, option, symbol.
type Place = (usize, usize, usize);

impl Gbnf {
    pub(crate) fn new(text: &str) -> Self {
        let mut reader = Reader {
            rest: text.chars().peekable(),
            names: HashMap::new(),
            rules: Vec::new(),
        };
        reader.space(true);
        while reader.rest.peek().is_some() {
            reader.rule();
        }
        let root = reader.names["root"];
        for (name, rule) in &reader.names {
            assert!(!reader.rules[*rule].is_empty(), "`{name}` has no rule");
        }
        Self {
            rules: reader.rules,
            root,
        }
    }

    /// A random text of the grammar.
    pub(crate) fn walk(&self, random: &mut Random) -> String {
        let mut text = String::new();
        let mut stack = vec![Symbol::Rule(self.root)];
        while let Some(symbol) = stack.pop() {
            match symbol {
                Symbol::Set { negated, ranges } => text.push(character(negated, &ranges, random)),
                Symbol::Rule(rule) => {
                    let options = &self.rules[rule];
                    let option = &options[random.below(options.len())];
                    stack.extend(option.iter().rev().cloned());
                }
            }
        }
        text
    }

    /// Whether the grammar has this text, whole.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let mut stacks = Stacks::default();
        let mut here = Front::default();
        self.open(self.root, END, &mut stacks, &mut here);
        for character in text.chars() {
            let mut next = Front::default();
            for stack in here.found {
                let Some((place, below)) = stacks.top(stack) else {
                    continue;
                };
                let Symbol::Set { negated, ranges } = self.symbol(place) else {
                    panic!("a stack stands before a character");
                };
                if within(ranges, character) != *negated {
                    self.settle(behind(place), below, &mut stacks, &mut next);
                }
            }
            here = next;
        }
        here.found.contains(&END)
    }

    fn symbol(&self, (rule, option, symbol): Place) -> &Symbol {
        &self.rules[rule][option][symbol]
    }

    /// Goes on from a place to the characters that may come next.
    fn settle(&self, mut place: Place, mut below: Stack, stacks: &mut Stacks, front: &mut Front) {
        loop {
            let (rule, option, symbol) = place;
            let symbols = &self.rules[rule][option];
            match symbols.get(symbol) {
                None => match stacks.top(below) {
                    Some((back, further)) => (place, below) = (back, further),
                    None => {
                        front.found.insert(END);
                        return;
                    }
                },
                Some(Symbol::Set { .. }) => {
                    front.found.insert(stacks.push(place, below));
                    return;
                }
                Some(Symbol::Rule(inner)) => {
                    // Nothing to come back to behind the last symbol.
                    let last = symbol + 1 == symbols.len();
                    let rest = if last {
                        below
                    } else {
                        stacks.push(behind(place), below)
                    };
                    return self.open(*inner, rest, stacks, front);
                }
            }
        }
    }

    fn open(&self, rule: usize, below: Stack, stacks: &mut Stacks, front: &mut Front) {
        if front.opened.insert((rule, below)) {
            for option in 0..self.rules[rule].len() {
                self.settle((rule, option, 0), below, stacks, front);
            }
        }
    }
}

/// Where a reader may be: the stacks that stand before a character or at the end, and the rules that were opened.
#[derive(Default)]
struct Front {
    found: HashSet<Stack>,
    opened: HashSet<(usize, Stack)>,
}

/// A number of [`Stacks`].
type Stack = usize;
/// The empty stack.
const END: Stack = 0;

/// Stacks of places, each with the one below its top, so that what they have in common is there once.
#[derive(Default)]
struct Stacks {
    all: Vec<(Place, Stack)>,
    known: HashMap<(Place, Stack), Stack>,
}

impl Stacks {
    fn push(&mut self, place: Place, below: Stack) -> Stack {
        *self.known.entry((place, below)).or_insert_with(|| {
            self.all.push((place, below));
            self.all.len()
        })
    }

    fn top(&self, stack: Stack) -> Option<(Place, Stack)> {
        Some(self.all[stack.checked_sub(1)?])
    }
}

const fn behind((rule, option, symbol): Place) -> Place {
    (rule, option, symbol + 1)
}

fn within(ranges: &[(char, char)], character: char) -> bool {
    (ranges.iter()).any(|(first, last)| (*first..=*last).contains(&character))
}

fn character(negated: bool, ranges: &[(char, char)], random: &mut Random) -> char {
    if negated {
        let pool = POOL.chars().filter(|one| !within(ranges, *one));
        let pool: Vec<char> = pool.collect();
        return pool[random.below(pool.len())];
    }
    let (first, last) = ranges[random.below(ranges.len())];
    let all: Vec<char> = (first..=last).collect();
    all[random.below(all.len())]
}

struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
    names: HashMap<String, usize>,
    rules: Vec<Vec<Sequence>>,
}

impl Reader<'_> {
    fn space(&mut self, over_lines: bool) {
        while let Some(next) = self.rest.peek().copied() {
            match next {
                '#' => while self.rest.next_if(|next| *next != '\n').is_some() {},
                ' ' | '\t' => {
                    self.rest.next();
                }
                '\n' if over_lines => {
                    self.rest.next();
                }
                _ => return,
            }
        }
    }

    fn need(&mut self, text: &str) {
        for wanted in text.chars() {
            assert_eq!(self.rest.next(), Some(wanted), "in `{text}`");
        }
    }

    /// A name; letters, digits and `-` only.
    fn name(&mut self) -> usize {
        let mut name = String::new();
        while let Some(next) =
            (self.rest).next_if(|next| next.is_ascii_alphanumeric() || *next == '-')
        {
            name.push(next);
        }
        assert!(!name.is_empty(), "a name is needed: {:?}", self.rest.peek());
        if let Some(rule) = self.names.get(&name) {
            return *rule;
        }
        let rule = self.add(Vec::new());
        self.names.insert(name, rule);
        rule
    }

    fn add(&mut self, options: Vec<Sequence>) -> usize {
        self.rules.push(options);
        self.rules.len() - 1
    }

    fn rule(&mut self) {
        let rule = self.name();
        self.space(false);
        self.need("::=");
        self.space(true);
        let options = self.options(false);
        assert!(self.rules[rule].is_empty(), "a rule stands twice");
        self.rules[rule] = options;
        self.need("\n");
        self.space(true);
    }

    fn options(&mut self, nested: bool) -> Vec<Sequence> {
        let mut options = vec![self.sequence(nested)];
        while self.rest.next_if_eq(&'|').is_some() {
            self.space(true);
            options.push(self.sequence(nested));
        }
        options
    }

    fn sequence(&mut self, nested: bool) -> Sequence {
        let mut symbols = Sequence::new();
        while let Some(next) = self.rest.peek().copied() {
            let unit = match next {
                '"' => self.literal(),
                '[' => vec![self.set()],
                '(' => {
                    self.rest.next();
                    self.space(true);
                    let options = self.options(true);
                    self.need(")");
                    vec![Symbol::Rule(self.add(options))]
                }
                next if next.is_ascii_alphanumeric() => vec![Symbol::Rule(self.name())],
                _ => break,
            };
            let unit = self.repeated(unit);
            symbols.extend(unit);
            self.space(nested);
        }
        symbols
    }

    fn repeated(&mut self, unit: Sequence) -> Sequence {
        let (least, most) = match self.rest.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                self.rest.next();
                let least = self.count();
                let most = match self.rest.next_if_eq(&',') {
                    None => Some(least),
                    Some(_) if self.rest.peek() == Some(&'}') => None,
                    Some(_) => Some(self.count()),
                };
                assert_eq!(self.rest.peek(), Some(&'}'));
                (least, most)
            }
            _ => return unit,
        };
        self.rest.next();
        let mut symbols: Sequence = (0..least).flat_map(|_| unit.clone()).collect();
        let again = |rest: usize| unit.iter().cloned().chain([Symbol::Rule(rest)]).collect();
        match most {
            None => {
                let rule = self.add(Vec::new());
                self.rules[rule] = vec![Vec::new(), again(rule)];
                symbols.push(Symbol::Rule(rule));
            }
            Some(most) => {
                let mut rule = self.add(vec![Vec::new()]);
                for _ in least..most {
                    rule = self.add(vec![Vec::new(), again(rule)]);
                }
                symbols.push(Symbol::Rule(rule));
            }
        }
        symbols
    }

    fn count(&mut self) -> usize {
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().unwrap()
    }

    fn literal(&mut self) -> Sequence {
        self.need("\"");
        let mut symbols = Sequence::new();
        while self.rest.peek() != Some(&'"') {
            let one = self.one();
            symbols.push(Symbol::Set {
                negated: false,
                ranges: vec![(one, one)],
            });
        }
        self.need("\"");
        symbols
    }

    fn set(&mut self) -> Symbol {
        self.need("[");
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut ranges = Vec::new();
        while self.rest.peek() != Some(&']') {
            let first = self.one();
            // A sign before the closing bracket is itself.
            let mut ahead = self.rest.clone();
            let last = match (ahead.next(), ahead.next()) {
                (Some('-'), Some(next)) if next != ']' => {
                    self.rest.next();
                    self.one()
                }
                _ => first,
            };
            assert!(first <= last);
            ranges.push((first, last));
        }
        self.need("]");
        Symbol::Set { negated, ranges }
    }

    fn one(&mut self) -> char {
        let next = self.rest.next().unwrap();
        assert!(next != '\n', "a line break in quotes");
        if next != '\\' {
            return next;
        }
        let digits = match self.rest.next().unwrap() {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            't' => return '\t',
            'r' => return '\r',
            'n' => return '\n',
            one @ ('\\' | '"' | '[' | ']') => return one,
            other => panic!("`\\{other}` is no escape"),
        };
        let code: String = (0..digits).map(|_| self.rest.next().unwrap()).collect();
        char::from_u32(u32::from_str_radix(&code, 16).unwrap()).unwrap()
    }
}
