//! Lark as llguidance reads it, without a model: a text is taken byte by byte.
//!
//! It judges the Lark grammars without a model: whole texts at once, and one in forty a byte at a time, as a model
//! writes. The GBNF has a reader of the tests' own, written after llama.cpp's, whose stacks share what they have in
//! common. Both are held against the decoder on the same texts; no release build contains either.

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};

pub(crate) struct Lark {
    fresh: Matcher,
    end: u32,
}

impl Lark {
    pub(crate) fn new(grammar: &str) -> Self {
        let bytes = ApproximateTokEnv::single_byte_env();
        let mut factory = ParserFactory::new_simple(&bytes).unwrap();
        factory.quiet();
        let parser = factory.create_parser(TopLevelGrammar::from_lark(grammar.to_owned()));
        let mut fresh = Matcher::new(parser);
        assert_eq!(fresh.get_error(), None);
        assert_eq!(fresh.grammar_warnings(), Vec::<String>::new());
        let end = bytes.tok_trie().eos_token();
        Self { fresh, end }
    }

    /// The same grammar for another thread: copies share what the lexer finds out, and wait for each other.
    pub(crate) fn apart(&self) -> Self {
        Self {
            fresh: self.fresh.deep_clone(),
            end: self.end,
        }
    }

    /// Whether the grammar has this text, whole.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let whole: Vec<u32> = text.bytes().map(u32::from).chain([self.end]).collect();
        self.fresh.clone().validate_tokens(&whole).unwrap() == whole.len()
    }

    /// The same by taking the text a byte at a time, as a model writes it; slower.
    pub(crate) fn takes(&self, text: &str) -> bool {
        let mut matcher = self.fresh.clone();
        let tokens: Vec<u32> = text.bytes().map(u32::from).collect();
        let taken = matcher.try_consume_tokens(&tokens).unwrap();
        taken == tokens.len() && matcher.is_accepting().unwrap()
    }
}
