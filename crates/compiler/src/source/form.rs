//! Forms of a codebook's files: maps with known keys.
//!
//! A form is defined once as a table of its members: key, type, and the reader if the type does not imply it. The table
//! generates the struct, the documented keys, and the reader.

use std::borrow::Cow;
use std::fmt::Display;

use serde::de::DeserializeOwned;

use super::key::{Holds, Keys, Need};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NamedText, NodeReader, ValueName};
use crate::finding::Spanned;
use crate::words;

pub(crate) trait Form: Sized {
    const KEYS: Keys;
    /// A map of such forms by name.
    const MAP: Holds;
    /// The kind in messages, before the name.
    const KIND: &'static str;

    /// `None` if a member is invalid, which a finding has reported.
    fn members(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Self>;

    /// Reads a form without a name.
    fn read<'n>(
        node: &'n Node,
        what: impl Into<Cow<'n, str>>,
        r: &mut NodeReader<'_>,
    ) -> Option<Self> {
        let map = r.keyed(node, what, Self::KEYS);
        Self::members(&map, r)
    }

    /// Reads a whole file as a form.
    fn file(node: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let mut map = r.keyed(node, Self::KIND, Self::KEYS);
        map.is_file = true;
        Self::members(&map, r)
    }

    /// Reads the forms of a map whose keys the author chooses.
    fn all(node: Option<&Node>, what: impl Display, r: &mut NodeReader<'_>) -> Vec<Self> {
        let entries = r.named(node, what);
        let is_key = |name: &Spanned<String>| Self::KEYS.all().any(|key| key.name == name.value);
        let mut forms = Vec::new();
        let mut is_empty = false;
        for (name, body) in entries {
            // Keys with wrong indentation are reported as missing in their element.
            if is_empty && is_key(name) {
                continue;
            }
            is_empty = body.is_null();
            // A name without a map still counts as defined for references to it.
            let is_map = matches!(body.kind, NodeKind::Map(_));
            let what = format!("{} `{name}`", Self::KIND);
            let mut map = r.keyed(body, what, Self::KEYS);
            map.name = Some(name);
            forms.extend(is_map.then(|| Self::members(&map, r)).flatten());
        }
        forms
    }
}

/// A value in a file.
pub(crate) trait Value: Sized {
    const HOLDS: Holds;

    /// `None` if it is invalid, which a finding has reported.
    fn read(node: &Node, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self>;
}

impl Value for Spanned<String> {
    const HOLDS: Holds = Holds::Text;

    fn read(node: &Node, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        r.text(node, what)
    }
}

impl Value for Spanned<u32> {
    const HOLDS: Holds = Holds::Number(1);

    fn read(node: &Node, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        r.number(node, what)
    }
}

impl<T: Form> Value for T {
    const HOLDS: Holds = Holds::Keyed(T::KEYS);

    fn read(node: &Node, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Form::read(node, what.to_string(), r)
    }
}

/// The value under an optional or required key of a form. `H` selects the reader if the type does not.
pub(crate) trait Member<H>: Sized {
    const HOLDS: Holds;
    const NEED: Need;

    /// `None` discards the whole form, which a finding has reported.
    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self>;
}

/// Read as a word of its type.
pub(crate) struct Word;

impl<T: Copy + DeserializeOwned> Member<Word> for Spanned<T> {
    const HOLDS: Holds = Holds::Words(words::all::<T>);
    const NEED: Need = Need::Required;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        r.word(node?, what, &words::of())
    }
}

impl<T: Copy + DeserializeOwned> Member<Word> for Option<Spanned<T>> {
    const HOLDS: Holds = <Spanned<T> as Member<Word>>::HOLDS;
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(node.and_then(|node| r.word(node, what, &words::of())))
    }
}

impl<T: Copy + DeserializeOwned> Member<Word> for Vec<Spanned<T>> {
    const HOLDS: Holds = Holds::List(&<Spanned<T> as Member<Word>>::HOLDS);
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(r.words(node, (what, what), &words::of()))
    }
}

/// Also read as a word; a wrong one discards the whole form, a missing one does not.
pub(crate) struct DecisiveWord;

impl<T: Copy + DeserializeOwned> Member<DecisiveWord> for Option<Spanned<T>> {
    const HOLDS: Holds = <Self as Member<Word>>::HOLDS;
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        let word: Self = Member::<Word>::read(node, what, r)?;
        (word.is_some() || node.is_none()).then_some(word)
    }
}

impl<T: Value> Member<()> for T {
    const HOLDS: Holds = T::HOLDS;
    const NEED: Need = Need::Required;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Value::read(node?, what, r)
    }
}

impl<T: Value> Member<()> for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(node.and_then(|node| Value::read(node, what, r)))
    }
}

impl Member<()> for bool {
    const HOLDS: Holds = Holds::Flag;
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(node.is_some_and(|node| r.flag(node, what)))
    }
}

impl Member<()> for Vec<Spanned<String>> {
    const HOLDS: Holds = Holds::List(&Holds::Text);
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(r.texts(node, what))
    }
}

impl Member<()> for Vec<NamedText> {
    const HOLDS: Holds = Holds::Map(&Holds::Text);
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        let of = what.alone();
        Some(r.named_texts(node, what, |name| format!("`{name}` of {of}")))
    }
}

/// Names, each with a list of texts.
pub(crate) type NamedTexts = Vec<(Spanned<String>, Vec<Spanned<String>>)>;

impl Member<()> for NamedTexts {
    const HOLDS: Holds = Holds::Map(&Holds::List(&Holds::Text));
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        let named = r.named(node, what).iter().map(|(name, list)| {
            let what = format!("`{name}` of {}", what.alone());
            (name.clone(), r.texts(Some(list), what.as_str()))
        });
        Some(named.collect())
    }
}

impl<T: Form> Member<()> for Vec<T> {
    const HOLDS: Holds = T::MAP;
    const NEED: Need = Need::Optional;

    fn read(node: Option<&Node>, what: ValueName<'_>, r: &mut NodeReader<'_>) -> Option<Self> {
        Some(T::all(node, what, r))
    }
}

/// A form of a file. It has a title, the member with its name, and keys that it shares with others. A member has a meaning,
/// a type, a key and the words of messages; its type says whether the key must be there, how it is read and what it holds,
/// or the member says so itself. A reader in parentheses reads the whole map.
macro_rules! form {
    (@how) => { () };
    (@how $how:ident) => { $crate::source::form::$how };
    (@need [$need:ident] $($any:tt)*) => { $crate::source::key::Need::$need };
    (@need [] [$reader:ident] [$holds:expr] $($any:tt)*) => { $crate::source::key::Need::Optional };
    (@need [] [$($reader:ident)?] [$($holds:expr)?] $type:ty, $how:ty) => { <$type as $crate::source::form::Member<$how>>::NEED };
    (@holds [$holds:expr] $($any:tt)*) => { $holds };
    (@holds [] $type:ty, $how:ty) => { <$type as $crate::source::form::Member<$how>>::HOLDS };
    (@keys [] $($any:tt)*) => { &[] };
    (@keys [$key:literal] [$($about:literal)*] [$($need:ident)?] [$($reader:ident)?] [$($holds:expr)?] $type:ty, $how:ty) => {
        &[$crate::source::key::Key {
            name: $key,
            need: form!(@need [$($need)?] [$($reader)?] [$($holds)?] $type, $how),
            holds: form!(@holds [$($holds)?] $type, $how),
            about: concat!($($about),*),
        }]
    };
    (@read $map:ident $r:ident [$whole:ident] $($any:tt)*) => { $whole($map, $r) };
    (@read $map:ident $r:ident [] [$reader:ident] [$key:literal] $($any:tt)*) => {
        $reader($map, $key, $r)
    };
    (@read $map:ident $r:ident [] [] [$key:literal] [$($noun:literal)?] $how:ty) => {
        $crate::source::form::Member::<$how>::read(
            $map.get($key),
            $map.called($key)$(.by($noun))?,
            $r,
        )
    };
    (@name $map:ident $r:ident) => { $map.name.cloned() };
    (@name $map:ident $r:ident $noun:literal) => {
        $r.word_of($map.name?, $noun, &$crate::words::of())
    };
    (@map $($type:ty)?) => {
        $crate::source::key::Holds::Map(&$crate::source::key::Holds::Keyed(Self::KEYS))
    };
    (@map $type:ty, $noun:literal) => {
        $crate::source::key::Holds::MapBy(
            &<$type as $crate::source::form::Member<$crate::source::form::Word>>::HOLDS,
            &$crate::source::key::Holds::Keyed(Self::KEYS),
        )
    };
    ($(#[$doc:meta])* $form:ident $(: $kind:literal $($name:ident $name_type:ty $(= $name_noun:literal)?)?)?
        $(, [$($more:expr),+])? {
        $($(#[doc = $about:literal])* $member:ident: $type:ty = $(($whole:ident))? $($($need:ident)? $key:literal)?
            $(called $noun:literal)? $(as $how:ident)? $(by $reader:ident)? $(holds $holds:expr)?,)+
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(crate) struct $form {
            $($(pub(crate) $name: $name_type,)?)?
            $($(#[doc = $about])* pub(crate) $member: $type,)+
        }

        impl $crate::source::form::Form for $form {
            const KEYS: $crate::source::key::Keys = $crate::source::key::Keys(&[
                $(form!(@keys [$($key)?] [$($about)*] [$($($need)?)?] [$($reader)?] [$($holds)?] $type, form!(@how $($how)?)),)+
                $($($more,)+)?
            ]);
            const MAP: $crate::source::key::Holds = form!(@map $($($name_type $(, $name_noun)?)?)?);
            const KIND: &'static str = concat!($($kind)?);

            fn members(
                map: &$crate::source::node_reader::KeyedMap<'_>,
                r: &mut $crate::source::node_reader::NodeReader<'_>,
            ) -> Option<Self> {
                $($(let $name: Option<$name_type> = form!(@name map r $($name_noun)?);)?)?
                $(let $member: Option<$type> =
                    form!(@read map r [$($whole)?] [$($reader)?] [$($key)?] [$($noun)?] form!(@how $($how)?));)+
                Some(Self { $($($name: $name?,)?)? $($member: $member?,)+ })
            }
        }
    };
}

pub(crate) use form;
