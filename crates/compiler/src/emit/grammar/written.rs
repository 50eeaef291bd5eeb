//! What both dialects write alike: strings, sets of characters, sequences, choices and repeats.

use std::fmt::Write;

use super::model::{Class, Expr, Kind, Rule};

/// What a dialect writes in its own way.
pub(super) struct Dialect {
    /// Around a set of characters in brackets.
    pub(super) set: &'static str,
    /// The name of a token.
    pub(super) token: fn(&str) -> String,
    /// The name of a phrase.
    pub(super) phrase: fn(&str) -> String,
}

impl Dialect {
    /// The name of a rule.
    pub(super) fn name(&self, rule: &Rule) -> String {
        match rule.kind {
            Kind::Token => (self.token)(&rule.name),
            Kind::Phrase => (self.phrase)(&rule.name),
        }
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
pub(super) fn options(dialect: &Dialect, body: &Expr) -> Vec<String> {
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
            set(class, out);
            out.push_str(dialect.set);
        }
        Expr::Sequence(parts) => {
            bound(Binding::Sequence, around, out, |out| {
                joined(dialect, parts, " ", Binding::Repeat, out);
            });
        }
        Expr::Choice(options) => {
            bound(Binding::Choice, around, out, |out| {
                joined(dialect, options, " | ", Binding::Sequence, out);
            });
        }
        Expr::Repeat { of, least, most } => {
            bound(Binding::Repeat, around, out, |out| {
                put(dialect, of, Binding::Atom, out);
                out.push_str(&times(*least, *most));
            });
        }
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

/// How often; `{,n}` is no repeat to some readers, so the least is always said.
fn times(least: u32, most: Option<u32>) -> String {
    match (least, most) {
        (0, Some(1)) => "?".to_owned(),
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (least, None) => format!("{{{least},}}"),
        (least, Some(most)) if least == most => format!("{{{least}}}"),
        (least, Some(most)) => format!("{{{least},{most}}}"),
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

/// A set of characters in brackets; what could be read as more than itself is written as a number.
fn set(class: &Class, out: &mut String) {
    out.push_str(if class.negated { "[^" } else { "[" });
    for (first, last) in &class.ranges {
        member(*first, out);
        if last != first {
            out.push('-');
            member(*last, out);
        }
    }
    out.push(']');
}

fn member(character: char, out: &mut String) {
    match character {
        '\\' => out.push_str("\\\\"),
        '"' | '+' | ':' | '.' => out.push(character),
        plain if plain.is_ascii_alphanumeric() => out.push(plain),
        other => number(other, out),
    }
}

/// An escape of four digits or eight: of `\x` some read as many digits as follow.
fn number(character: char, out: &mut String) {
    let code = u32::from(character);
    // Writing to a `String` cannot fail.
    let _ = match code {
        0..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}
