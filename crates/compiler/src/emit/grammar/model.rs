//! A grammar between the tables and its dialects: literals, characters, sequences, choices, repeats, references.

use std::collections::{HashMap, HashSet};

/// Longest repeat that is counted. Readers of GBNF write one out as that many rules, and refuse some thousand of them.
pub(super) const COUNTED: u32 = 256;

/// What a text may be at one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Expr {
    /// This text.
    Literal(String),
    /// One character.
    Character(Class),
    /// One after another; none of them is the empty text.
    Sequence(Vec<Expr>),
    /// Any one of them.
    Choice(Vec<Expr>),
    /// From `least` to `most` times, without end where `most` is `None`.
    Repeat {
        /// What is said again.
        of: Box<Expr>,
        /// Fewest times.
        least: u32,
        /// Most times.
        most: Option<u32>,
    },
    /// The token with this name.
    Token(String),
    /// The phrase with this name.
    Phrase(String),
}

/// A set of characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Class {
    /// Whether the ranges are what is left out.
    pub(super) negated: bool,
    /// First and last of each range.
    pub(super) ranges: Vec<(char, char)>,
}

/// How a rule is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// One token: a regular language that refers to other tokens only.
    Token,
    /// A rule over tokens and literals.
    Phrase,
}

/// A named expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    /// Lower-case words with `_` between them.
    pub(super) name: String,
    /// How it is read.
    pub(super) kind: Kind,
    /// What it stands for.
    pub(super) body: Expr,
}

impl Rule {
    fn reference(&self) -> Expr {
        match self.kind {
            Kind::Token => Expr::Token(self.name.clone()),
            Kind::Phrase => Expr::Phrase(self.name.clone()),
        }
    }
}

/// Rules that may refer to each other.
#[derive(Debug, Clone, Default)]
pub(super) struct Grammar {
    rules: Vec<Rule>,
    /// Position of the rule with a name; a codebook of many thousand fields has as many rules.
    by_name: HashMap<String, usize>,
    /// Position of the rule that says something.
    by_body: HashMap<(Kind, Expr), usize>,
    /// Last number behind a name.
    numbers: HashMap<String, u32>,
}

impl Grammar {
    /// Adds a token. One that is there already is referred to; another of the same name gets a number.
    pub(super) fn token(&mut self, name: &str, body: Expr) -> Expr {
        self.add(name, Kind::Token, body)
    }

    /// Adds a phrase.
    pub(super) fn phrase(&mut self, name: &str, body: Expr) -> Expr {
        self.add(name, Kind::Phrase, body)
    }

    fn add(&mut self, name: &str, kind: Kind, body: Expr) -> Expr {
        if matches!(body, Expr::Token(_) | Expr::Phrase(_)) {
            return body;
        }
        let said = (kind, body);
        let same = self.by_body.get(&said).and_then(|at| self.rules.get(*at));
        if let Some(rule) = same {
            return rule.reference();
        }
        let rule = Rule {
            name: self.free(name),
            kind,
            body: said.1.clone(),
        };
        let reference = rule.reference();
        self.by_name.insert(rule.name.clone(), self.rules.len());
        self.by_body.insert(said, self.rules.len());
        self.rules.push(rule);
        reference
    }

    /// A name no rule has: this one, or with a number behind it.
    fn free(&mut self, name: &str) -> String {
        let last = self.numbers.entry(name.to_owned()).or_default();
        loop {
            *last += 1;
            let numbered = match *last {
                1 => name.to_owned(),
                number => format!("{name}_{number}"),
            };
            if !self.by_name.contains_key(&numbered) {
                return numbered;
            }
        }
    }

    fn rule(&self, name: &str) -> Option<&Rule> {
        self.by_name.get(name).and_then(|at| self.rules.get(*at))
    }

    /// The rules that are reached from an expression, in the order in which they are met.
    pub(super) fn reached<'g>(&'g self, start: &'g Expr) -> Vec<&'g Rule> {
        let mut found = Vec::new();
        let mut seen: HashSet<&str> = HashSet::new();
        // As deep as the codebook has types: on a list of its own, and not on the stack.
        let mut open = vec![start];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::Literal(_) | Expr::Character(_) => {}
                Expr::Sequence(parts) | Expr::Choice(parts) => open.extend(parts.iter().rev()),
                Expr::Repeat { of, .. } => open.push(of),
                Expr::Token(name) | Expr::Phrase(name) => {
                    if seen.insert(name)
                        && let Some(rule) = self.rule(name)
                    {
                        found.push(rule);
                        open.push(&rule.body);
                    }
                }
            }
        }
        // Tokens stand last: they are the alphabet.
        found.sort_by_key(|rule| rule.kind == Kind::Token);
        found
    }
}

/// This text.
pub(super) fn literal(text: &str) -> Expr {
    Expr::Literal(text.to_owned())
}

/// One of these characters.
pub(super) fn characters(ranges: &[(char, char)]) -> Expr {
    Expr::Character(Class {
        negated: false,
        ranges: ranges.to_vec(),
    })
}

/// One of these letters.
pub(super) fn letters(of: &str) -> Expr {
    let ranges: Vec<(char, char)> = of.chars().map(|letter| (letter, letter)).collect();
    characters(&ranges)
}

/// A character that is none of these.
pub(super) fn none_of(ranges: &[(char, char)]) -> Expr {
    Expr::Character(Class {
        negated: true,
        ranges: ranges.to_vec(),
    })
}

/// One after another.
pub(super) fn sequence(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat: Vec<Expr> = Vec::new();
    for part in parts {
        let inner = match part {
            Expr::Sequence(inner) => inner,
            part => vec![part],
        };
        for part in inner {
            match (flat.last_mut(), part) {
                (Some(Expr::Literal(have)), Expr::Literal(more)) if inner_of_token(have, &more) => {
                    have.push_str(&more);
                }
                (_, part) => flat.push(part),
            }
        }
    }
    only(flat, Expr::Sequence)
}

/// Whether two literals are parts of one token, as digits are: those of JSON's own signs stay apart, lest one literal
/// is the beginning of another that may stand in its place.
fn inner_of_token(left: &str, right: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-:.".contains(letter);
    left.chars().all(plain) && right.chars().all(plain)
}

/// Any one of them; the same one twice is one.
pub(super) fn choice(options: impl IntoIterator<Item = Expr>) -> Expr {
    let flat = options.into_iter().flat_map(|option| match option {
        Expr::Choice(inner) => inner,
        option => vec![option],
    });
    let mut seen = HashSet::new();
    let different = flat.filter(|option| seen.insert(option.clone()));
    only(different.collect(), Expr::Choice)
}

/// Any one of them; `None` where there are none.
pub(super) fn any_of(options: impl IntoIterator<Item = Expr>) -> Option<Expr> {
    let mut options = options.into_iter().peekable();
    options.peek()?;
    Some(choice(options))
}

/// What is alone needs nothing around it.
fn only(mut parts: Vec<Expr>, many: fn(Vec<Expr>) -> Expr) -> Expr {
    match (parts.pop(), parts.is_empty()) {
        (Some(part), true) => part,
        (Some(part), false) => {
            parts.push(part);
            many(parts)
        }
        (None, _) => many(parts),
    }
}

/// From `least` to `most` times.
pub(super) fn repeat(of: Expr, least: u32, most: Option<u32>) -> Expr {
    Expr::Repeat {
        of: Box::new(of),
        least,
        most,
    }
}

/// There or not.
pub(super) fn optional(of: Expr) -> Expr {
    repeat(of, 0, Some(1))
}
