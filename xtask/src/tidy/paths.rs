//! Parses one Rust file → its `mod` items and the paths it uses.
//!
//! The file is read as tokens, so comments and string literals do not count, and macro bodies count like other code.
//! Grouped imports are expanded: `use std::{fs, env}` gives `std::fs` and `std::env`.

use std::path::Path;

use proc_macro2::{Delimiter, LexError, Spacing, TokenStream, TokenTree};

use xtask::repository::read;

#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) modules: Vec<ModuleItem>,
    pub(super) paths: Vec<UsePath>,
}

/// A `mod` item.
#[derive(Debug)]
pub(super) struct ModuleItem {
    pub(super) line: usize,
    pub(super) name: String,
    /// True where its body is inline.
    pub(super) is_inline: bool,
    /// The enclosing inline modules.
    pub(super) within: Vec<String>,
    pub(super) is_test: bool,
}

/// A path with its position.
#[derive(Debug)]
pub(super) struct UsePath {
    /// From 1.
    pub(super) line: usize,
    /// `*` for a glob.
    pub(super) segments: Vec<String>,
    pub(super) by: By,
    /// The enclosing inline modules.
    pub(super) within: Vec<String>,
    /// True where it is only compiled for tests.
    pub(super) is_test: bool,
}

/// The syntax that uses a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum By {
    /// A `use` item, which binds the path to this name.
    Use(String),
    Code,
    /// A `macro_rules` body: the path starts with `$crate`.
    Macro,
}

impl UsePath {
    /// True where its first segments are these. A single name outside of a `use` item is a local one.
    pub(super) fn begins_with(&self, path: &str) -> bool {
        let is_local = self.segments.len() == 1 && !matches!(self.by, By::Use(_));
        let mut segments = self.segments.iter();
        !is_local
            && (path.split("::")).all(|wanted| segments.next().is_some_and(|one| one == wanted))
    }
}

pub(super) fn source(root: &Path, file: &str) -> Result<Source, String> {
    parse(&read(root, file)?).map_err(|error| format!("{file}: {error}"))
}

/// Parses a text; an error means that it is not Rust.
pub(super) fn parse(text: &str) -> Result<Source, LexError> {
    let stream: TokenStream = text.parse()?;
    let mut reader = Reader::default();
    reader.stream(stream);
    Ok(reader.source)
}

#[derive(Default)]
struct Reader {
    source: Source,
    within: Vec<String>,
    is_test: bool,
}

impl Reader {
    fn stream(&mut self, stream: TokenStream) {
        self.tokens(&stream.into_iter().collect::<Vec<_>>());
    }

    fn tokens(&mut self, tokens: &[TokenTree]) {
        let mut rest = tokens;
        while let [first, tail @ ..] = rest {
            rest = match (first, tail) {
                (TokenTree::Punct(hash), [TokenTree::Group(attribute), tail @ ..])
                    if hash.as_char() == '#' =>
                {
                    if is_test(attribute.stream()) {
                        let (item, tail) = tail.split_at(item_length(tail));
                        let outer = std::mem::replace(&mut self.is_test, true);
                        self.tokens(item);
                        self.is_test = outer;
                        tail
                    } else {
                        self.stream(attribute.stream());
                        tail
                    }
                }
                (TokenTree::Punct(dollar), [TokenTree::Ident(_), ..])
                    if dollar.as_char() == '$' =>
                {
                    self.path(tail, By::Macro)
                }
                // `pub(in crate::room)` restricts visibility and uses nothing.
                (TokenTree::Ident(word), [TokenTree::Group(_), tail @ ..]) if word == "pub" => tail,
                (TokenTree::Ident(word), tail) if word == "mod" => self.module(tail),
                (TokenTree::Ident(word), tail) if word == "use" => self.import(tail, &[]),
                (TokenTree::Ident(_), _) => self.path(rest, By::Code),
                (TokenTree::Group(group), tail) => {
                    self.stream(group.stream());
                    tail
                }
                (_, tail) => tail,
            };
        }
    }

    fn module<'t>(&mut self, rest: &'t [TokenTree]) -> &'t [TokenTree] {
        let [TokenTree::Ident(name), body, tail @ ..] = rest else {
            return rest;
        };
        let declared = ModuleItem {
            line: name.span().start().line,
            name: name.to_string(),
            is_inline: matches!(body, TokenTree::Group(_)),
            within: self.within.clone(),
            is_test: self.is_test,
        };
        self.within.push(declared.name.clone());
        self.source.modules.push(declared);
        if let TokenTree::Group(group) = body {
            self.stream(group.stream());
        }
        self.within.pop();
        tail
    }

    fn path<'t>(&mut self, rest: &'t [TokenTree], by: By) -> &'t [TokenTree] {
        let mut segments = Vec::new();
        let mut after = rest;
        while let [TokenTree::Ident(word), tail @ ..] = after {
            segments.push(word.to_string());
            after = tail;
            match colons(tail) {
                Some(tail @ [TokenTree::Ident(_), ..]) => after = tail,
                _ => break,
            }
        }
        self.named(rest, segments, by);
        after
    }

    /// Reads one path of a `use` item after `prefix`, or a group of them, and returns the rest.
    fn import<'t>(&mut self, rest: &'t [TokenTree], prefix: &[String]) -> &'t [TokenTree] {
        let mut segments = prefix.to_vec();
        let mut after = rest;
        loop {
            after = colons(after).unwrap_or(after);
            match after {
                [TokenTree::Ident(word), tail @ ..] => {
                    // `fs::{self}` refers to `fs`.
                    if word != "self" || segments.is_empty() {
                        segments.push(word.to_string());
                    }
                    after = tail;
                }
                [TokenTree::Punct(star), tail @ ..] if star.as_char() == '*' => {
                    segments.push("*".to_owned());
                    after = tail;
                }
                [TokenTree::Group(group), tail @ ..] => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
                    for item in inner.split(is_comma).filter(|item| !item.is_empty()) {
                        self.import(item, &segments);
                    }
                    return tail;
                }
                _ => return after,
            }
            if colons(after).is_none() {
                break;
            }
        }
        let mut name = segments.last().cloned().unwrap_or_default();
        if let [TokenTree::Ident(word), TokenTree::Ident(other), tail @ ..] = after
            && word == "as"
        {
            name = other.to_string();
            after = tail;
        }
        self.named(rest, segments, By::Use(name));
        after
    }

    fn named(&mut self, tokens: &[TokenTree], segments: Vec<String>, by: By) {
        let line = (tokens.first()).map_or(0, |token| token.span().start().line);
        self.source.paths.push(UsePath {
            line,
            segments,
            by,
            within: self.within.clone(),
            is_test: self.is_test,
        });
    }
}

/// The tokens after `::`.
fn colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(two), tail @ ..]
            if (one.as_char(), two.as_char()) == (':', ':') && one.spacing() == Spacing::Joint =>
        {
            Some(tail)
        }
        _ => None,
    }
}

/// True for `cfg(test)` and `cfg(all(test, …))`.
fn is_test(attribute: TokenStream) -> bool {
    fn has_test(stream: TokenStream) -> bool {
        stream.into_iter().any(|token| match token {
            TokenTree::Ident(word) => word == "test",
            TokenTree::Group(group) => has_test(group.stream()),
            _ => false,
        })
    }
    let text = attribute.to_string();
    text.starts_with("cfg") && !text.contains("not") && has_test(attribute)
}

/// The tokens of a stream without items that only tests have; groups keep theirs.
pub(super) fn without_tests(stream: TokenStream) -> Vec<TokenTree> {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let mut kept = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (TokenTree::Punct(hash), [TokenTree::Group(attribute), item @ ..])
                if hash.as_char() == '#' && is_test(attribute.stream()) =>
            {
                item.get(item_length(item)..).unwrap_or_default()
            }
            _ => {
                kept.push(first.clone());
                tail
            }
        };
    }
    kept
}

/// The number of tokens of the first item, up to its `;` or its body.
fn item_length(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(end) if end.as_char() == ';');
    let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let is_use = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "use");
    let body = tokens.iter().position(is_body).unwrap_or(tokens.len());
    let is_import = tokens.iter().take(body).any(is_use);
    let end = (tokens.iter()).position(|token| is_end(token) || (is_body(token) && !is_import));
    end.map_or(tokens.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::{By, parse};

    fn has(text: &str, path: &str) -> bool {
        let source = parse(text).unwrap();
        source.paths.iter().any(|named| named.begins_with(path))
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
            "say!(std::fs::read(path))",
        ] {
            assert!(has(text, "std::fs"), "{text}");
        }
    }

    #[test]
    fn other_paths_are_others() {
        for text in [
            "// std::fs",
            "/// std::fs\nfn f() {}",
            "let text = \"std::fs\";",
            "use std::fsx;",
            "use std::{io as fs};",
            "use mystd::fs;",
            "use std::io; mod fs {}",
        ] {
            assert!(!has(text, "std::fs"), "{text}");
        }
        assert!(has("Instant::now()", "Instant::now"));
        assert!(has("use std::*;", "std::*"));
        let source = parse("a\nuse b::{c,\n d as e};").unwrap();
        let last = source.paths.last().unwrap();
        assert_eq!((last.line, &last.by), (2 + 1, &By::Use("e".to_owned())));
    }

    #[test]
    fn who_names_a_path_is_told() {
        let by = |text: &str| parse(text).unwrap().paths.pop().unwrap().by;
        assert_eq!(by("use crate::a;"), By::Use("a".to_owned()));
        assert_eq!(by("crate::a"), By::Code);
        assert_eq!(by("$crate::a"), By::Macro);
        assert!(!has("pub(in crate::a) struct B;", "crate::a"));
    }

    #[test]
    fn what_only_tests_compile_is_marked() {
        for (text, is_test) in [
            ("#[cfg(test)] use a::{b, c}; fn f() { d::e() }", false),
            ("#[cfg(test)] mod t { fn f() { d::e() } }", true),
            ("#[cfg(all(test, feature = \"f\"))] fn f() { d::e() }", true),
            ("#[cfg(not(test))] fn f() { d::e() }", false),
        ] {
            let source = parse(text).unwrap();
            let named = source.paths.iter().find(|named| named.begins_with("d::e"));
            assert_eq!(named.unwrap().is_test, is_test, "{text}");
        }
    }

    #[test]
    fn modules_are_told_with_those_around_them() {
        let source = parse("mod a;\n\npub mod b { #[cfg(test)] mod c; }").unwrap();
        let told: Vec<(usize, String, bool)> = (source.modules.iter())
            .map(|module| {
                let path = [&module.within[..], std::slice::from_ref(&module.name)].concat();
                (module.line, path.join("::"), module.is_test)
            })
            .collect();
        let expected = [(1, "a", false), (3, "b", false), (3, "b::c", true)];
        assert_eq!(
            told,
            expected.map(|(line, path, test)| (line, path.to_owned(), test))
        );
    }
}
