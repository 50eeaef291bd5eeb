//! The interface between the objects of a draft and a reader. A reader handles its notation and knows no particular
//! object.

use crate::draft::{DraftAny, DraftCondition, DraftEnd, DraftSet, DraftSide, Raw, Word};
use crate::language::{Key, Object};
use crate::span::{Span, Spanned};

/// A reader of values with spans. A value of the wrong shape is reported by the reader and returned as `None`.
pub(crate) trait Source<'a> {
    /// A value of the text.
    type Node<'j>: Copy
    where
        'a: 'j;

    fn span(node: Self::Node<'_>) -> Span;
    fn text(&mut self, node: Self::Node<'_>) -> Option<Word<'a>>;
    fn digits(&mut self, node: Self::Node<'_>) -> Option<Spanned<&'a str>>;
    fn boolean(&mut self, node: Self::Node<'_>) -> Option<Spanned<bool>>;
    fn raw(node: Self::Node<'_>) -> Raw<'a>;
    /// The number of elements of a list.
    fn length(node: Self::Node<'_>) -> usize;
    fn each<'j>(&mut self, node: Self::Node<'j>, read: impl FnMut(&mut Self, Self::Node<'j>))
    where
        'a: 'j;
    /// `true` if the value is an object. Reports keys that the object of the language does not have.
    fn is_object(&mut self, node: Self::Node<'_>, object: &'static Object) -> bool;
    /// The value of a key.
    fn member<'j>(
        &self,
        node: Self::Node<'j>,
        object: &'static Object,
        key: Key,
    ) -> Option<Self::Node<'j>>
    where
        'a: 'j;
    /// Reports a missing key.
    fn lacks(&mut self, node: Self::Node<'_>, object: &'static Object, key: Key);
    /// Reports a value where `wanted` is expected.
    fn unfit(&mut self, node: Self::Node<'_>, wanted: &str);
}

/// Reads the value of a key; `None` if it is required and missing, or cannot be read.
pub(crate) fn value_of<'a, S, V>(
    source: &mut S,
    node: S::Node<'_>,
    object: &'static Object,
    key: Key,
) -> Option<V>
where
    S: Source<'a>,
    V: DraftValue<'a>,
{
    if let Some(value) = source.member(node, object, key) {
        return V::read(source, value);
    }
    let absent = V::absent();
    if absent.is_none() {
        source.lacks(node, object, key);
    }
    absent
}

pub(crate) trait DraftValue<'a>: Sized {
    /// The value for a missing key; `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Reads the value; `None` if it is required and cannot be read.
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self>;
}

pub(crate) trait DraftObject<'a>: Sized {
    /// The corresponding object of the language.
    const OBJECT: &'static Object;

    /// Builds the object from its members.
    fn of_members<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self>;
}

impl<'a> DraftValue<'a> for Word<'a> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        source.text(node)
    }
}

impl<'a> DraftValue<'a> for Spanned<&'a str> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        source.digits(node)
    }
}

impl<'a> DraftValue<'a> for Spanned<bool> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        source.boolean(node)
    }
}

impl<'a> DraftValue<'a> for Spanned<Raw<'a>> {
    fn read<S: Source<'a>>(_: &mut S, node: S::Node<'_>) -> Option<Self> {
        Some(Self::new(S::raw(node), S::span(node)))
    }
}

impl<'a> DraftValue<'a> for Spanned<DraftEnd<'a>> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        let end = match S::raw(node) {
            Raw::Text(text) => DraftEnd::Name(text),
            Raw::Number(digits) => DraftEnd::Index(digits),
            _ => {
                source.unfit(node, "`\"target\"` or the index of an entity");
                return None;
            }
        };
        Some(Self::new(end, S::span(node)))
    }
}

impl<'a> DraftValue<'a> for Spanned<DraftSide<'a>> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        let side = match S::raw(node) {
            Raw::Text(text) => DraftSide::Group(text),
            Raw::Object => {
                let set = Spanned::<DraftSet<'a>>::read(source, node)?;
                DraftSide::Nested(Box::new(set.value))
            }
            _ => {
                source.unfit(node, "the name of a group or a set operation");
                return None;
            }
        };
        Some(Self::new(side, S::span(node)))
    }
}

impl<'a> DraftValue<'a> for Spanned<DraftCondition<'a>> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        let has = |source: &S, key| source.member(node, DraftAny::OBJECT, key).is_some();
        if has(source, Key::Any) {
            let any = Spanned::read(source, node)?;
            return Some(any.map(DraftCondition::Any));
        }
        let filter = Spanned::read(source, node)?;
        Some(filter.map(DraftCondition::Filter))
    }
}

impl<'a, T: DraftValue<'a>> DraftValue<'a> for Spanned<Vec<T>> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        Some(Self::new(Vec::read(source, node)?, S::span(node)))
    }
}

impl<'a, T: DraftObject<'a>> DraftValue<'a> for Spanned<T> {
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        source.is_object(node, T::OBJECT).then_some(())?;
        let object = T::of_members(source, node)?;
        Some(Self::new(object, S::span(node)))
    }
}

impl<'a, T: DraftValue<'a>> DraftValue<'a> for Option<T> {
    fn absent() -> Option<Self> {
        Some(None)
    }

    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        Some(T::read(source, node))
    }
}

impl<'a, T: DraftValue<'a>> DraftValue<'a> for Vec<T> {
    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    /// Reads the elements and leaves out unreadable ones.
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        // Elements are large and most lists have one, so allocate exactly.
        let mut elements = Self::with_capacity(S::length(node));
        source.each(node, |source, node| elements.extend(T::read(source, node)));
        Some(elements)
    }
}
