//! What the line says things with: its marks and keywords, the letters of its words, what its names are, and which
//! scenario its parts make.

pub(crate) mod canonical_names;
pub(crate) mod derived_scenario;
pub(crate) mod marks;
pub(crate) mod name_lookup;
pub mod rows;
pub(crate) mod word;

pub use self::canonical_names::{Names, reference, text, type_column, type_name};
pub use self::derived_scenario::{Parts, scenario};
pub use self::marks::{ABSENT, ANY, COUNT, OR, ORS, PATH, direction, set_operator};
pub use self::word::{CHINESE, CYRILLIC, WRITTEN as LETTERS};
