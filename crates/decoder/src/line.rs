//! What the line says things with: its marks and keywords, the letters of its words, what its names are, and which
//! scenario its parts make.

pub use crate::encode::line::{Names, text, type_name};
pub use crate::notation::line::derive::{Parts, scenario};
pub use crate::notation::line::marks::{
    BY, COUNT, HAVING, PATH, RERANK, direction, function, operator, set_operator,
};
pub use crate::notation::line::word::WRITTEN as LETTERS;
