//! `report`: findings rendered for people and as data.

pub(crate) mod data;
pub(crate) mod drawing;
