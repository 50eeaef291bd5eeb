//! Keys of a codebook's files: what each is called, what it holds, whether it must be there, and what it means.
//!
//! A key is written once, where it is read. The reader, the schemas for editors, `cmec explain` and the reference of the
//! files are made from it.

/// A key of a map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) need: Need,
    pub(crate) holds: Holds,
    /// What it means, in a sentence, with spaces around it.
    pub(crate) about: &'static str,
}

/// The keys of a map, in groups: some stand in several maps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys(pub(crate) &'static [&'static [Key]]);

impl Keys {
    /// Every key, in the order in which they are written down.
    pub(crate) fn all(self) -> impl Iterator<Item = &'static Key> + Clone {
        self.0.iter().copied().flatten()
    }
}

/// Whether a key must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    Optional,
    Required,
    /// Editors ask for it; a rule tells that it is missing, not the reader.
    ByRule,
    /// Required, but in an overlay.
    InBase,
    /// Required, and not a key of an overlay, which knows the element by it.
    BaseOnly,
    /// A key of an overlay alone.
    OverlayOnly,
}

/// A file as its author wrote it, or the overlay that lies over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    Base,
    Overlay,
}

impl Need {
    /// Whether a layer has such a key.
    pub(crate) fn is_in(self, layer: Layer) -> bool {
        match self {
            Self::BaseOnly => layer == Layer::Base,
            Self::OverlayOnly => layer == Layer::Overlay,
            _ => true,
        }
    }

    /// Whether such a key must be there, in a layer.
    pub(crate) fn is_required(self, layer: Layer) -> bool {
        match self {
            Self::Required | Self::ByRule => true,
            Self::InBase | Self::BaseOnly => layer == Layer::Base,
            Self::Optional | Self::OverlayOnly => false,
        }
    }
}

/// A value of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holds {
    /// A text that is not empty.
    Text,
    /// A text that keeps to a pattern.
    Pattern(&'static str),
    /// A scalar of one of these JSON types.
    Scalar(&'static [&'static str]),
    /// A whole number, not less than this.
    Number(u32),
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Words(fn() -> Vec<&'static str>),
    /// One of these words, each with what it means.
    Explained(fn() -> Vec<(&'static str, &'static str)>),
    /// This word.
    Word(&'static str),
    /// Nothing.
    Null,
    List(&'static Holds),
    NonEmpty(&'static Holds),
    /// A map whose keys are names of the author's.
    Map(&'static Holds),
    /// A map whose keys are these.
    MapBy(&'static Holds, &'static Holds),
    /// A map with these keys and no others.
    Keyed(Keys),
    /// A map with these keys, and at least one of the author's.
    Open(Keys, &'static Holds),
    Either(&'static [Holds]),
    /// A value that several keys hold, by its name.
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
