//! A question as tokens, with the senses of its forms.

use std::ops::Range;

use super::grammar::{Senses, grammar};
use super::letter_form::{LetterForm, Script, Token};
use super::symbol::Symbol;

/// A text with the senses of its forms.
pub(super) struct Lexemes {
    pub(super) form: LetterForm,
    /// For each token: the senses of the longest form that begins with it, and the token behind that.
    own: Vec<Option<(&'static Senses, usize)>>,
}

impl Lexemes {
    pub(super) fn of(question: &str) -> Self {
        let form = LetterForm::of(question);
        let grammar = grammar();
        let own = (0..form.tokens.len()).map(|start| {
            let mut longest = None;
            for end in start + 1..=form.tokens.len() {
                let (senses, longer) = grammar.find(form.slice(start..end));
                longest = senses.map(|senses| (senses, end)).or(longest);
                if !longer {
                    break;
                }
            }
            longest
        });
        let own = own.collect();
        Self { form, own }
    }

    pub(super) fn token(&self, at: usize) -> Option<&Token> {
        self.form.tokens.get(at)
    }

    pub(super) fn senses(&self, at: usize) -> Option<(&'static Senses, usize)> {
        self.own.get(at).copied().flatten()
    }

    /// The value of this sense of a form, and the token behind the form.
    pub(super) fn sense(&self, at: usize, symbol: Symbol) -> Option<(i64, usize)> {
        let (senses, end) = self.senses(at)?;
        let found = senses.all.iter().find(|(own, _)| *own == symbol)?;
        Some((found.1, end))
    }

    pub(super) fn is(&self, at: usize, script: Script) -> bool {
        self.token(at).is_some_and(|token| token.script == script)
    }

    /// `true` if a token is directly behind the one before it.
    pub(super) fn is_tight(&self, at: usize) -> bool {
        self.token(at).is_some_and(|token| !token.apart)
    }

    /// `true` for this sign with nothing blank at its sides.
    pub(super) fn is_sign(&self, at: usize, signs: &str) -> bool {
        let is = self.is(at, Script::Sign) && self.is_tight(at) && self.is_tight(at + 1);
        is && signs.contains(self.text(at..at + 1))
    }

    pub(super) fn text(&self, tokens: Range<usize>) -> &str {
        self.form.slice(tokens)
    }
}
