//! The paths a Rust text names, with grouped imports written out: `use std::{fs, env}` names `std::fs` and `std::env`.

/// A path and its line, counted from one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) line: usize,
    /// Its segments; `*` for a glob.
    pub(super) segments: Vec<String>,
}

impl Named {
    /// Whether it goes through these segments, one after another.
    pub(super) fn has(&self, path: &str) -> bool {
        let wanted: Vec<&str> = path.split("::").collect();
        self.segments
            .windows(wanted.len())
            .any(|part| part.iter().eq(wanted.iter()))
    }
}

/// Every path of the text. Comments are left out: a sentence about what is not used is welcome.
pub(super) fn paths(text: &str) -> Vec<Named> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, tail)) = rest.split_first() {
        rest = match first.kind {
            Kind::Word(_) => path(rest, &[], &mut found),
            _ => tail,
        };
    }
    found
}

#[derive(Debug, PartialEq)]
enum Kind {
    Word(String),
    Colons,
    Star,
    Open,
    Close,
    Other,
}

#[derive(Debug)]
struct Token {
    kind: Kind,
    line: usize,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let code = text.split("//").next().unwrap_or_default();
        let mut letters = code.chars().peekable();
        while let Some(letter) = letters.next() {
            let kind = match letter {
                letter if letter.is_alphanumeric() || letter == '_' => {
                    let mut word = String::from(letter);
                    while let Some(more) =
                        letters.next_if(|next| next.is_alphanumeric() || *next == '_')
                    {
                        word.push(more);
                    }
                    Kind::Word(word)
                }
                ':' if letters.next_if_eq(&':').is_some() => Kind::Colons,
                '*' => Kind::Star,
                '{' => Kind::Open,
                '}' => Kind::Close,
                letter if letter.is_whitespace() => continue,
                _ => Kind::Other,
            };
            tokens.push(Token { kind, line });
        }
    }
    tokens
}

/// Reads one path, or a group of them, behind `prefix`; returns what follows.
fn path<'t>(mut rest: &'t [Token], prefix: &[String], found: &mut Vec<Named>) -> &'t [Token] {
    let mut segments = prefix.to_vec();
    let line = rest.first().map_or(0, |token| token.line);
    while let [token, tail @ ..] = rest {
        match &token.kind {
            Kind::Word(word) => {
                // `fs::{self}` names `fs`.
                if word != "self" || segments.is_empty() {
                    segments.push(word.clone());
                }
            }
            Kind::Star => segments.push("*".to_owned()),
            Kind::Open => return group(tail, &segments, found),
            _ => break,
        }
        rest = tail;
        match rest {
            [colons, tail @ ..] if colons.kind == Kind::Colons => rest = tail,
            _ => break,
        }
    }
    found.push(Named { line, segments });
    rest
}

fn group<'t>(mut rest: &'t [Token], prefix: &[String], found: &mut Vec<Named>) -> &'t [Token] {
    while let [token, tail @ ..] = rest {
        rest = match &token.kind {
            Kind::Close => return tail,
            // The name after `as` is the file's own.
            Kind::Word(word) if word == "as" => tail.split_first().map_or(tail, |(_, tail)| tail),
            Kind::Word(_) | Kind::Star | Kind::Open => path(rest, prefix, found),
            Kind::Colons | Kind::Other => tail,
        };
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::paths;

    fn has(text: &str, path: &str) -> bool {
        paths(text).iter().any(|named| named.has(path))
    }

    #[test]
    fn groups_are_written_out() {
        for text in [
            "use std::fs;",
            "use std::{fs, env};",
            "use std::{\n    io,\n    fs::{self, File},\n};",
            "use std::{{fs}};",
            "use ::std::{fs as files};",
            "let text = std::fs::read(path)?;",
            "fn read() -> Vec<std::fs::File> {}",
        ] {
            assert!(has(text, "std::fs"), "{text}");
        }
    }

    #[test]
    fn other_paths_are_others() {
        for text in [
            "// std::fs",
            "use std::fsx;",
            "use std::{io as fs};",
            "use mystd::fs;",
            "use std::io; mod fs {}",
        ] {
            assert!(!has(text, "std::fs"), "{text}");
        }
        assert!(has("Instant::now()", "Instant::now"));
        assert!(has("use std::*;", "std::*"));
        assert_eq!(paths("a\nuse b::{c,\n d};")[3].line, 3);
    }
}
