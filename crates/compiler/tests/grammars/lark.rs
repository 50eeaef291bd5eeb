//! Lark and JSON Schema as llguidance reads them, without a model: a text is taken byte by byte.
//!
//! It judges the Lark grammars without a model: whole texts at once, and one in forty a byte at a time, as a model
//! writes. The GBNF has a reader of the tests' own, written after llama.cpp's, whose stacks share what they have in
//! common. Both are held against the decoder on the same texts; no release build contains either.

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::ApproximateTokEnv;
use llguidance::{Matcher, ParserFactory};
use serde_json::Value;

use crate::domain::Random;

pub(crate) struct Lark {
    fresh: Matcher,
    end: u32,
}

impl Lark {
    pub(crate) fn new(grammar: &str) -> Self {
        Self::of(TopLevelGrammar::from_lark(grammar.to_owned()))
    }

    /// The texts that keep to a JSON Schema.
    pub(crate) fn of_schema(schema: Value) -> Self {
        Self::of(TopLevelGrammar::from_json_schema(schema))
    }

    fn of(grammar: TopLevelGrammar) -> Self {
        let bytes = ApproximateTokEnv::single_byte_env();
        let mut factory = ParserFactory::new_simple(&bytes).unwrap();
        factory.quiet();
        let parser = factory.create_parser(grammar);
        let mut fresh = Matcher::new(parser);
        assert_eq!(fresh.get_error(), None);
        assert_eq!(fresh.grammar_warnings(), Vec::<String>::new());
        let end = bytes.tok_trie().eos_token();
        Self { fresh, end }
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

    /// Whether a text of the grammar begins so.
    pub(crate) fn begins(&self, text: &str) -> bool {
        let tokens: Vec<u32> = text.bytes().map(u32::from).collect();
        self.fresh.clone().validate_tokens(&tokens).unwrap() == tokens.len()
    }

    /// A text of the grammar that begins so; `None` where a beginning leads nowhere.
    pub(crate) fn ended(&self, begun: &str, random: &mut Random) -> Option<String> {
        /// What ends things stands first; then letters of everything that can be named.
        const NEXT: &[u8] =
            b"\")]}=({ 01[$orabcdefghijklmnpqstuvwxyz_>.,:-@*&|/;?!~^<T+ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789#";
        const TRIES: usize = 40;
        const LONGEST: usize = 300;
        let tokens: Vec<u32> = begun.bytes().map(u32::from).collect();
        let mut begins = self.fresh.clone();
        if begins.try_consume_tokens(&tokens).unwrap() != tokens.len() {
            return None;
        }
        let bytes: Vec<u8> = NEXT.iter().copied().chain(0x80..=0xff).collect();
        for _ in 0..TRIES {
            let (mut matcher, mut text) = (begins.clone(), begun.as_bytes().to_vec());
            for _ in 0..LONGEST {
                if matcher.is_accepting().unwrap() {
                    return Some(String::from_utf8(text).unwrap());
                }
                let mask = matcher.compute_mask().unwrap();
                let allowed = bytes.iter().copied();
                let allowed: Vec<u8> = allowed
                    .filter(|byte| mask.is_allowed(u32::from(*byte)))
                    .collect();
                // Most often what ends things, and now and then anything.
                let at = match random.below(4) {
                    0 => random.below(allowed.len().max(1)),
                    _ => 0,
                };
                let next = *allowed.get(at)?;
                matcher.consume_token(u32::from(next)).unwrap();
                text.push(next);
            }
        }
        None
    }
}
