//! A grammar in a dialect: strings, sets of characters, sequences, choices and repeats are written alike.

use std::fmt::Write;

use super::model::{Class, Expr, Grammar, Kind};

/// What a dialect writes in its own way.
pub(super) struct Dialect {
    /// The ending of its files.
    pub(super) ending: &'static str,
    /// Before a comment.
    comment: &'static str,
    /// The name of the first rule.
    start: &'static str,
    /// Between the name of a rule and its body.
    is: &'static str,
    /// Between options that stand on lines of their own.
    or: &'static str,
    /// Around a set of characters in brackets.
    set: &'static str,
    /// Characters of a set that need a backslash.
    escaped: &'static str,
    /// How often what stands before it comes, counted.
    counted: fn(u32, u32) -> String,
    /// The name of a token.
    token: fn(&str) -> String,
    /// The name of a phrase.
    phrase: fn(&str) -> String,
}

/// The Lark that llguidance reads: tokens in capitals, no look-around.
pub(super) const LARK: Dialect = Dialect {
    ending: "lark",
    comment: "//",
    start: "start",
    is: ": ",
    or: "\n    | ",
    set: "/",
    escaped: "\\[]/",
    counted: |least, most| match least == most {
        true => format!("~{least}"),
        false => format!("~{least}..{most}"),
    },
    token: |name| name.to_uppercase(),
    phrase: str::to_owned,
};

/// GBNF, as llama.cpp reads it and XGrammar as its EBNF: names of letters, digits and `-`.
pub(super) const GBNF: Dialect = Dialect {
    ending: "gbnf",
    comment: "#",
    start: "root",
    is: " ::= ",
    // A line may only be broken behind a `|`: in front of it the rule would be over.
    or: " |\n  ",
    set: "",
    escaped: "\\[]",
    counted: |least, most| match least == most {
        true => format!("{{{least}}}"),
        false => format!("{{{least},{most}}}"),
    },
    token: dashed,
    phrase: dashed,
};

fn dashed(name: &str) -> String {
    name.replace('_', "-")
}

impl Dialect {
    /// The whole file; `head` is its first comment, a line each.
    pub(super) fn file(&self, grammar: &Grammar, start: &Expr, head: &[String]) -> String {
        let Self { comment, is, .. } = self;
        let mut out: String = head
            .iter()
            .map(|line| format!("{comment} {line}\n"))
            .collect();
        let mut rule = |name: &str, body: &Expr| {
            let lines = options(self, body).join(self.or);
            out.push_str(&format!("\n{name}{is}{lines}\n"));
        };
        rule(self.start, start);
        for reached in grammar.reached(start) {
            let named = match reached.kind {
                Kind::Token => self.token,
                Kind::Phrase => self.phrase,
            };
            rule(&named(&reached.name), &reached.body);
        }
        out
    }
}

/// How tightly an expression must hold together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Sequence,
    Repeat,
    Atom,
}

/// The body of a rule: its options, each of which may stand on a line of its own.
fn options(dialect: &Dialect, body: &Expr) -> Vec<String> {
    let write = |expr: &Expr| {
        let mut text = String::new();
        put(dialect, expr, Binding::Sequence, &mut text);
        text
    };
    match body {
        Expr::Choice(options) => options.iter().map(write).collect(),
        body => vec![write(body)],
    }
}

fn put(dialect: &Dialect, expr: &Expr, around: Binding, out: &mut String) {
    match expr {
        Expr::Literal(text) => string(text, out),
        Expr::Character(class) => {
            out.push_str(dialect.set);
            set(dialect, class, out);
            out.push_str(dialect.set);
        }
        Expr::Sequence(parts) => bound(Binding::Sequence, around, out, |out| {
            joined(dialect, parts, " ", Binding::Repeat, out);
        }),
        Expr::Choice(options) => bound(Binding::Choice, around, out, |out| {
            joined(dialect, options, " | ", Binding::Sequence, out);
        }),
        Expr::Repeat { of, least, most } => bound(Binding::Repeat, around, out, |out| {
            put(dialect, of, Binding::Atom, out);
            out.push_str(&times(dialect, *least, *most));
        }),
        Expr::Token(name) => out.push_str(&(dialect.token)(name)),
        Expr::Phrase(name) => out.push_str(&(dialect.phrase)(name)),
    }
}

/// Writes something, in parentheses where it would fall apart.
fn bound(own: Binding, around: Binding, out: &mut String, write: impl FnOnce(&mut String)) {
    let loose = own < around;
    if loose {
        out.push('(');
    }
    write(out);
    if loose {
        out.push(')');
    }
}

fn joined(dialect: &Dialect, parts: &[Expr], between: &str, inner: Binding, out: &mut String) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        put(dialect, part, inner, out);
    }
}

/// How often. `{,n}` is no repeat to some readers, so the least is always said; without end only none or one is.
fn times(dialect: &Dialect, least: u32, most: Option<u32>) -> String {
    match (least, most) {
        (0, Some(1)) => "?".to_owned(),
        (0, None) => "*".to_owned(),
        (_, None) => "+".to_owned(),
        (least, Some(most)) => (dialect.counted)(least, most),
    }
}

/// A string in double quotes. `\"`, `\\` and `\u` mean the same to every reader of either dialect.
fn string(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            control if control.is_control() => number(control, out),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// A set of characters in brackets. Controls stand first, where no digit follows them: of `\x` some read as many as there
/// are. A sign that would make a range stands last.
fn set(dialect: &Dialect, class: &Class, out: &mut String) {
    out.push_str(if class.negated { "[^" } else { "[" });
    let mut ranges = class.ranges.clone();
    ranges.sort_by_key(|(first, last)| match (first, last) {
        ('-', '-') => 3,
        _ if first.is_control() => 0,
        _ if !first.is_alphanumeric() => 1,
        _ => 2,
    });
    for (first, last) in &ranges {
        member(dialect, *first, out);
        if last != first {
            out.push('-');
            member(dialect, *last, out);
        }
    }
    out.push(']');
}

fn member(dialect: &Dialect, character: char, out: &mut String) {
    match character {
        // Writing to a `String` cannot fail.
        control if control.is_control() => {
            let _ = write!(out, "\\x{:02x}", u32::from(control));
        }
        special if dialect.escaped.contains(special) => {
            out.push('\\');
            out.push(special);
        }
        other => out.push(other),
    }
}

/// An escape of four digits or eight.
fn number(character: char, out: &mut String) {
    let code = u32::from(character);
    // Writing to a `String` cannot fail.
    let _ = match code {
        0..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}
