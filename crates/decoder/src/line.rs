//! What the line says things with: its marks and keywords, the letters of its words, what its names are, and which
//! scenario its parts make.

pub(crate) mod derive;
pub(crate) mod marks;
pub(crate) mod names;
pub(crate) mod naming;
pub(crate) mod word;

pub use self::derive::{Parts, scenario};
pub use self::marks::{
    BY, COUNT, HAVING, PATH, RERANK, direction, set_operator,
};
pub use self::naming::{Names, text, type_name};
pub use self::word::WRITTEN as LETTERS;
