//! `report`: findings for people and for machines.

pub(crate) mod data;
pub(crate) mod drawing;
