//! JSON: a cursor over the bytes, a tree with spans, and the first grammar error of an invalid text.

pub(crate) mod cursor;
pub(crate) mod grammar_fault;
pub(crate) mod json_in_string;
pub(crate) mod lexer;
pub(crate) mod pointer;
pub(crate) mod tree;
pub(crate) mod unescape;
mod values;
