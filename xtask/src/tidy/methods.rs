//! Limits the methods of a type, the files that implement it, and the arguments of a function, outside of tests.
//!
//! Types of one package with one name count as one type, because a reader takes them for one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::paths::without_tests;
use super::rooms::PACKAGES;
use super::size::is_code;
use xtask::repository::{files, read};

/// Most methods of a type, without those of traits.
const METHODS: usize = 25;
/// Most files with methods of a type.
const FILES: usize = 3;
/// Most arguments of a function, without `self`.
const ARGUMENTS: usize = 6;

pub(super) fn check(root: &Path, wrong: &mut Vec<String>) -> Result<(), String> {
    for package in PACKAGES {
        let mut types: BTreeMap<String, TypeCount> = BTreeMap::new();
        for path in files(root, &format!("{package}/src"))? {
            if !is_code(&path) {
                continue;
            }
            let text = read(root, &path)?.parse::<TokenStream>();
            let mut source = Source::default();
            source.add(text.map_err(|error| format!("{path}: {error}"))?);
            for (name, count) in source.functions {
                if count > ARGUMENTS {
                    wrong.push(format!(
                        "{path}: `{name}` takes {count} arguments, {ARGUMENTS} at most"
                    ));
                }
            }
            for (name, methods) in source.methods {
                let count = types.entry(name).or_default();
                count.methods += methods;
                count.files.insert(path.clone());
            }
        }
        for (name, TypeCount { methods, files }) in types {
            if methods > METHODS {
                wrong.push(format!(
                    "{package}: `{name}` has {methods} methods, {METHODS} at most"
                ));
            }
            if files.len() > FILES {
                let files = files.into_iter().collect::<Vec<_>>().join(", ");
                wrong.push(format!(
                    "{package}: `{name}` has methods in more than {FILES} files: {files}"
                ));
            }
        }
    }
    Ok(())
}

/// The methods of a type in a package.
#[derive(Default)]
struct TypeCount {
    methods: usize,
    files: BTreeSet<String>,
}

/// The counts of a file.
#[derive(Default)]
struct Source {
    /// Number of arguments of each function, in order.
    functions: Vec<(String, usize)>,
    /// Number of methods in each inherent `impl` block.
    methods: Vec<(String, usize)>,
}

impl Source {
    fn add(&mut self, stream: TokenStream) {
        let tokens = without_tests(stream);
        let mut rest = tokens.as_slice();
        while let [first, tail @ ..] = rest {
            rest = tail;
            match first {
                TokenTree::Ident(word) if word == "fn" => rest = self.function(tail),
                TokenTree::Ident(word) if word == "impl" => rest = self.block(tail),
                TokenTree::Group(group) => self.add(group.stream()),
                _ => {}
            }
        }
    }

    /// Counts a function and the functions in its body; returns the tokens after it.
    fn function<'t>(&mut self, tokens: &'t [TokenTree]) -> &'t [TokenTree] {
        // Without a name, it is the type of a function.
        let [TokenTree::Ident(name), signature @ ..] = tokens else {
            return tokens;
        };
        let arguments =
            outside_angles(signature).find_map(|token| of(token, Delimiter::Parenthesis));
        let count = arguments.map_or(0, |group| arguments_in(group.stream()));
        self.functions.push((name.to_string(), count));
        self.body(signature)
    }

    /// Counts an `impl` block; returns the tokens after it.
    fn block<'t>(&mut self, tokens: &'t [TokenTree]) -> &'t [TokenTree] {
        let mut name = None;
        for token in outside_angles(tokens) {
            match token {
                TokenTree::Ident(word) if word == "where" => break,
                TokenTree::Ident(word) if word == "for" => return self.body(tokens),
                TokenTree::Ident(word) => name = Some(word.to_string()),
                TokenTree::Group(_) => break,
                _ => {}
            }
        }
        let before = self.functions.len();
        let rest = self.body(tokens);
        let methods = self.functions.len() - before;
        self.methods.extend(name.map(|name| (name, methods)));
        rest
    }

    /// Counts what the first body contains; returns the tokens after it, or after the `;` in its place.
    fn body<'t>(&mut self, tokens: &'t [TokenTree]) -> &'t [TokenTree] {
        let is_end = |token: &TokenTree| {
            let is_semicolon = matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
            is_semicolon || of(token, Delimiter::Brace).is_some()
        };
        let end = tokens.iter().position(is_end).unwrap_or(tokens.len());
        if let Some(body) = tokens
            .get(end)
            .and_then(|token| of(token, Delimiter::Brace))
        {
            self.add(body.stream());
        }
        tokens.get(end + 1..).unwrap_or_default()
    }
}

fn of(token: &TokenTree, delimiter: Delimiter) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

/// The tokens that are not between angle brackets. The head of an arrow is no bracket.
fn outside_angles(tokens: &[TokenTree]) -> impl Iterator<Item = &TokenTree> {
    let (mut depth, mut last) = (0_usize, ' ');
    tokens.iter().filter(move |token| {
        let mark = match token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        };
        match mark {
            '<' => depth += 1,
            '>' if last != '-' && last != '=' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = mark;
        depth == 0
    })
}

/// The number of arguments between two parentheses, without `self`.
fn arguments_in(stream: TokenStream) -> usize {
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let outer: Vec<&TokenTree> = outside_angles(&tokens).collect();
    let is_comma =
        |token: &&TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let is_self = |argument: &[&TokenTree]| {
        argument
            .iter()
            .any(|token| matches!(token, TokenTree::Ident(word) if word == "self"))
    };
    let arguments = outer
        .split(is_comma)
        .filter(|argument| !argument.is_empty());
    arguments.filter(|argument| !is_self(argument)).count()
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn counted(text: &str) -> Source {
        let mut source = Source::default();
        source.add(text.parse().unwrap());
        source
    }

    #[test]
    fn methods_of_a_type_are_told_from_those_of_traits() {
        for (text, expected) in [
            (
                "impl A { fn a() {} pub fn b(&self) -> impl C<'_> { d() } }",
                Some(("A", 2)),
            ),
            (
                "impl<'a, T: Fn(A) -> B> a::B<'a, T> where T: C { fn a() {} }",
                Some(("B", 1)),
            ),
            ("impl<T> A for B<T> { fn a() {} }", None),
            ("fn a(b: impl C) -> impl D { e(|| 1) }", None),
            ("#[cfg(test)] impl A { fn a() {} }", None),
            (
                "mod a { impl A { #[cfg(test)] fn a() {} fn b() {} } }",
                Some(("A", 1)),
            ),
        ] {
            let methods = counted(text).methods;
            let told = methods.first().map(|(name, count)| (name.as_str(), *count));
            assert_eq!(
                (told, methods.len()),
                (expected, usize::from(expected.is_some())),
                "{text}"
            );
        }
    }

    #[test]
    fn arguments_are_counted_without_self() {
        for (text, expected) in [
            ("fn a() {}", 0),
            ("fn a(&mut self, b: BTreeMap<C, D>, (e, f): (G, H),) {}", 2),
            ("fn a<T: Fn(A, B) -> C>(d: impl Fn(E, F) -> G, h: I);", 2),
            ("fn a(self: Arc<Self>, b: fn(C, D) -> E) {}", 1),
        ] {
            assert_eq!(
                counted(text).functions,
                [("a".to_owned(), expected)],
                "{text}"
            );
        }
        let nested = counted("fn a(b: C) { fn d(e: F, g: H) {} }");
        assert_eq!(nested.functions.len(), 2);
    }
}
