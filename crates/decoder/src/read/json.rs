//! JSON: a cursor over the bytes, a tree with a place for every value, and the first thing wrong with a text that is none.

pub(crate) mod cursor;
pub(crate) mod grammar_fault;
pub(crate) mod json_in_string;
pub(crate) mod lexer;
pub(crate) mod pointer;
pub(crate) mod string_end;
pub(crate) mod tree;
pub(crate) mod unescape;
mod values;
