//! `ChangeRule`: a kind of change and its effect on each audience. Ids are permanent: never renumbered or reused. The
//! header of `diff.rs` says when a change breaks an audience.

use serde::Serialize;

/// Someone who relies on a codebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Models: does every earlier output still decode to the same contract?
    Model,
    /// Hosts: is every stored contract still valid, with the same meaning?
    Contract,
    /// Prompts: is an earlier card still correct?
    Card,
    /// Rust: does a program that uses names of the generated files still build?
    Rust,
}

impl Audience {
    /// Every audience, in the order they are listed.
    pub const ALL: &'static [Self] = &[Self::Model, Self::Contract, Self::Card, Self::Rust];

    /// Its name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Contract => "contract",
            Self::Card => "card",
            Self::Rust => "rust",
        }
    }
}

/// The effect of a change on an audience, from mild to severe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// No visible difference.
    Untouched,
    /// Everything that worked still works.
    Compatible,
    /// Something that was valid is now invalid or has another meaning.
    Breaking,
}

impl Effect {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Untouched => "untouched",
            Self::Compatible => "compatible",
            Self::Breaking => "breaking",
        }
    }
}

/// The effects of a change on each audience.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Effects {
    /// For [`Audience::Model`].
    pub model: Effect,
    /// For [`Audience::Contract`].
    pub contract: Effect,
    /// For [`Audience::Card`].
    pub card: Effect,
    /// For [`Audience::Rust`].
    pub rust: Effect,
}

impl Effects {
    /// The effect on one audience.
    #[must_use]
    pub const fn on(self, audience: Audience) -> Effect {
        match audience {
            Audience::Model => self.model,
            Audience::Contract => self.contract,
            Audience::Card => self.card,
            Audience::Rust => self.rust,
        }
    }

    /// The worst effect on all audiences except `allowed`.
    #[must_use]
    pub fn worst_but(self, allowed: &[Audience]) -> Effect {
        (Audience::ALL.iter())
            .filter(|audience| !allowed.contains(audience))
            .map(|audience| self.on(*audience))
            .max()
            .unwrap_or(Effect::Untouched)
    }

    /// The audiences that the change breaks.
    pub fn broken(self) -> impl Iterator<Item = Audience> {
        let all = Audience::ALL.iter().copied();
        all.filter(move |audience| self.on(*audience) == Effect::Breaking)
    }
}

/// A kind of change; `cmec explain` prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ChangeRule {
    /// Stable id.
    pub id: &'static str,
    /// Short name.
    pub slug: &'static str,
    /// What changed.
    pub what: &'static str,
    /// The reason why it matters, and to whom.
    pub why: &'static str,
    /// The alternative, or how to deal with the change.
    pub instead: &'static str,
    /// The worst effect on each audience.
    pub effects: Effects,
}

/// A table of rules: name, id, slug, the effect on model, contract, card and Rust, and the documentation.
macro_rules! change_rules {
    ($($name:ident $id:literal $slug:literal $model:ident $contract:ident $card:ident $rust:ident {
        what: $what:literal, why: $why:literal, instead: $instead:literal,
    })+) => {
        $(pub(super) static $name: $crate::diff::rule::ChangeRule = $crate::diff::rule::ChangeRule {
            id: $id, slug: $slug, what: $what, why: $why, instead: $instead,
            effects: $crate::diff::rule::Effects {
                model: $crate::diff::rule::Effect::$model,
                contract: $crate::diff::rule::Effect::$contract,
                card: $crate::diff::rule::Effect::$card,
                rust: $crate::diff::rule::Effect::$rust,
            },
        };)+
        /// The rules of this file.
        pub(super) static RULES: &[&$crate::diff::rule::ChangeRule] = &[$(&$name),+];
    };
}
pub(super) use change_rules as table;
