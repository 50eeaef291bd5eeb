//! Keys of a codebook's files: name, value, requirement, and meaning.
//!
//! A key is defined once, where it is read. The reader, the schemas for editors, `cmec explain` and the reference are
//! generated from it.

#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) need: Need,
    pub(crate) holds: Holds,
    /// The meaning in a sentence, with spaces around it.
    pub(crate) about: &'static str,
}

/// The keys of a map in groups, since some groups belong to several maps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys(pub(crate) &'static [&'static [Key]]);

impl Keys {
    /// Every key in definition order.
    pub(crate) fn all(self) -> impl Iterator<Item = &'static Key> + Clone {
        self.0.iter().copied().flatten()
    }
}

/// Requirement of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Optional,
    Required,
    /// Required by schemas for editors; a rule reports it as missing, not the reader.
    ByRule,
    /// Required, except in an overlay.
    InBase,
    /// Required, and not allowed in an overlay, where it identifies the element.
    BaseOnly,
    /// Allowed only in an overlay.
    OverlayOnly,
}

/// A file as its author wrote it, or its overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Base,
    Overlay,
}

impl Need {
    /// True where a layer allows such a key.
    pub(crate) fn is_in(self, layer: Layer) -> bool {
        match self {
            Self::BaseOnly => layer == Layer::Base,
            Self::OverlayOnly => layer == Layer::Overlay,
            _ => true,
        }
    }

    /// True where a layer requires such a key.
    pub(crate) fn is_required(self, layer: Layer) -> bool {
        match self {
            Self::Required | Self::ByRule => true,
            Self::InBase | Self::BaseOnly => layer == Layer::Base,
            Self::Optional | Self::OverlayOnly => false,
        }
    }
}

/// The value of a key.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holds {
    /// A non-empty text.
    Text,
    /// A text that matches a pattern.
    Pattern(&'static str),
    /// A scalar of one of these JSON types.
    Scalar(&'static [&'static str]),
    /// An integer with this minimum.
    Number(u32),
    /// `true` or `false`.
    Flag,
    Words(fn() -> Vec<&'static str>),
    /// One of these words, with their meaning.
    Explained(fn() -> Vec<(&'static str, &'static str)>),
    Word(&'static str),
    /// Nothing.
    Null,
    List(&'static Holds),
    NonEmpty(&'static Holds),
    /// A map whose keys the author chooses.
    Map(&'static Holds),
    /// A map whose keys match the first schema.
    MapBy(&'static Holds, &'static Holds),
    /// A map with these keys only.
    Keyed(Keys),
    /// A map with these keys and at least one that the author chooses.
    Open(Keys, &'static Holds),
    Either(&'static [Holds]),
    /// A named value that several keys share.
    Shared(&'static str, &'static Holds),
}

/// Groups of keys: of each its meaning, whether it must be there where it need not be, its name and what it holds.
macro_rules! keys {
    ($($(#[$doc:meta])* $group:ident {
        $($(#[doc = $about:literal])* $($need:ident)? $key:literal: $holds:expr,)+
    })+) => {
        $($(#[$doc])*
        pub(crate) const $group: &[$crate::source::key::Key] = &[$($crate::source::key::Key {
            name: $key,
            need: $crate::source::key::need!($($need)?),
            holds: $holds,
            about: concat!($($about),*),
        }),+];)+
    };
}

macro_rules! need {
    () => {
        $crate::source::key::Need::Optional
    };
    ($need:ident) => {
        $crate::source::key::Need::$need
    };
}

pub(crate) use {keys, need};
