//! `text`: what is asked of a text alone. Which name it resembles, which letters it has, its hash.

pub(crate) mod hash;
pub(crate) mod lookalike;
pub(crate) mod similar_names;
pub(crate) mod transliteration;
