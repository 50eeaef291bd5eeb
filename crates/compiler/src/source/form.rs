//! Forms of a codebook's files: maps with a name of their own and known keys.
//!
//! A form is said once, as a table of its members: the key, the type, and how the value is read where the type does not
//! say it. From the table come the struct, the list of keys that editors are told, and the reader.

use std::borrow::Cow;
use std::fmt::Display;

use super::node::Node;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::Spanned;

/// A form that stands under a name in a map of the file.
pub(crate) trait Form: Sized {
    /// `None` where a member is not what it must be; a finding has said so then.
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self>;

    /// The forms of a map whose keys are names of the author's.
    fn all(node: Option<&Node>, what: impl Display, r: &mut NodeReader<'_>) -> Vec<Self> {
        (r.named(node, what).iter())
            .filter_map(|(name, body)| Self::read(name, body, r))
            .collect()
    }
}

/// What stands under a key of a form. `H` tells how it is read, where the type does not.
pub(crate) trait Member<H>: Sized {
    /// `None` where it is not what it must be; a finding has said so then.
    fn read(map: &KeyedMap<'_>, key: &str, how: H, r: &mut NodeReader<'_>) -> Option<Self>;
}

/// One of these words. Without a noun a message calls the value by its key.
pub(crate) struct In<T: Clone + 'static> {
    pub(crate) noun: Option<&'static str>,
    pub(crate) words: Cow<'static, [(&'static str, T)]>,
}

/// By a reader of its own.
pub(crate) struct By<F>(pub(crate) F);

impl Member<()> for Spanned<String> {
    fn read(map: &KeyedMap<'_>, key: &str, (): (), r: &mut NodeReader<'_>) -> Option<Self> {
        r.required_text(map, key)
    }
}

impl Member<()> for Option<Spanned<String>> {
    fn read(map: &KeyedMap<'_>, key: &str, (): (), r: &mut NodeReader<'_>) -> Option<Self> {
        Some(r.optional_text(map, key))
    }
}

impl Member<()> for Vec<Spanned<String>> {
    fn read(map: &KeyedMap<'_>, key: &str, (): (), r: &mut NodeReader<'_>) -> Option<Self> {
        Some(r.texts(map.get(key), map.called(key)))
    }
}

impl Member<()> for bool {
    fn read(map: &KeyedMap<'_>, key: &str, (): (), r: &mut NodeReader<'_>) -> Option<Self> {
        Some(r.flag(map, key))
    }
}

impl<T: Form> Member<()> for Vec<T> {
    fn read(map: &KeyedMap<'_>, key: &str, (): (), r: &mut NodeReader<'_>) -> Option<Self> {
        Some(T::all(map.get(key), map.called(key), r))
    }
}

impl<T: Copy> Member<In<T>> for Spanned<T> {
    fn read(map: &KeyedMap<'_>, key: &str, how: In<T>, r: &mut NodeReader<'_>) -> Option<Self> {
        r.required_word(map, key, &how.words)
    }
}

impl<T: Copy> Member<In<T>> for Option<Spanned<T>> {
    fn read(map: &KeyedMap<'_>, key: &str, how: In<T>, r: &mut NodeReader<'_>) -> Option<Self> {
        let node = map.get(key);
        Some(node.and_then(|node| match how.noun {
            Some(noun) => r.word(node, noun, &how.words),
            None => r.word(node, map.called(key), &how.words),
        }))
    }
}

impl<T, F> Member<By<F>> for T
where
    F: FnOnce(&KeyedMap<'_>, &mut NodeReader<'_>) -> Option<T>,
{
    fn read(map: &KeyedMap<'_>, _: &str, how: By<F>, r: &mut NodeReader<'_>) -> Option<Self> {
        how.0(map, r)
    }
}

/// A form: what it is, the member with its name, and the constant with its keys; of each member the key, whether it
/// must be there where the type does not say so, and how it is read.
macro_rules! form {
    (@how) => { () };
    (@how by $reader:ident) => { $crate::source::form::By($reader) };
    (@how in $words:expr) => { $crate::source::form::In { noun: None, words: ($words).into() } };
    (@how called $noun:literal in $words:expr) => {
        $crate::source::form::In { noun: Some($noun), words: ($words).into() }
    };
    ($(#[$doc:meta])* $form:ident: $kind:literal $name:ident, $keys:ident {
        $($(#[$about:meta])* $member:ident: $type:ty = $($must:ident)? $key:literal $(+ $more:literal)*
            $(by $reader:ident)? $(called $noun:literal)? $(in $words:expr)?,)+
    }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $form {
            pub(crate) $name: Spanned<String>,
            $($(#[$about])* pub(crate) $member: $type,)+
        }

        #[doc = concat!("Keys of a ", $kind, ".")]
        pub(crate) const $keys: &[&str] = &[$($key $(, $more)*),+];

        impl $crate::source::form::Form for $form {
            fn read(
                $name: &Spanned<String>,
                body: &$crate::source::node::Node,
                r: &mut $crate::source::node_reader::NodeReader<'_>,
            ) -> Option<Self> {
                let map = r.keyed(body, format!("{} `{}`", $kind, $name), $keys);
                $($(r.$must(&map, $key);)?
                let $member: Option<$type> = $crate::source::form::Member::read(
                    &map,
                    $key,
                    form!(@how $(by $reader)? $(called $noun)? $(in $words)?),
                    r,
                );)+
                Some(Self { $name: $name.clone(), $($member: $member?,)+ })
            }
        }
    };
}

pub(crate) use form;
