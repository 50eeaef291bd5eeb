//! Tables → what their schemas weigh under a profile. Each file follows the emitter of the same schema, part by part; a
//! test holds the figures to those of the schemas.

mod cmec;
mod fields;
mod tools;

pub(super) use cmec::cmec;
pub(super) use tools::arguments;
