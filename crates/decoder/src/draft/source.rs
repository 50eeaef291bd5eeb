//! What the objects of a draft ask of a reader. A reader answers for its own form of text and knows no object.

use crate::draft::{DraftAny, DraftCondition, DraftEnd, DraftSet, DraftSide, Raw, Word};
use crate::language::{Key, Object};
use crate::span::{Span, Spanned};

/// A reader of values with places. A value of the wrong shape is a finding of the reader, and `None` here.
pub(crate) trait Source<'a> {
    /// A value of the text.
    type Node<'j>: Copy
    where
        'a: 'j;

    /// Its place.
    fn span(node: Self::Node<'_>) -> Span;
    /// A text.
    fn text(&mut self, node: Self::Node<'_>) -> Option<Word<'a>>;
    /// A number.
    fn digits(&mut self, node: Self::Node<'_>) -> Option<Spanned<&'a str>>;
    /// `true` or `false`.
    fn boolean(&mut self, node: Self::Node<'_>) -> Option<Spanned<bool>>;
    /// Any value.
    fn raw(node: Self::Node<'_>) -> Raw<'a>;
    /// How many elements a list has.
    fn length(node: Self::Node<'_>) -> usize;
    /// Reads the elements of a list, one by one.
    fn each<'j>(&mut self, node: Self::Node<'j>, read: impl FnMut(&mut Self, Self::Node<'j>))
    where
        'a: 'j;
    /// Whether this is an object; a key that the object of the language does not have is a finding.
    fn is_object(&mut self, node: Self::Node<'_>, object: &'static Object) -> bool;
    /// What a key of an object holds.
    fn member<'j>(
        &self,
        node: Self::Node<'j>,
        object: &'static Object,
        key: Key,
    ) -> Option<Self::Node<'j>>
    where
        'a: 'j;
    /// Reports that an object lacks a key.
    fn lacks(&mut self, node: Self::Node<'_>, object: &'static Object, key: Key);
    /// Reports that something else is wanted here.
    fn unfit(&mut self, node: Self::Node<'_>, wanted: &str);
}

/// The value of a key for a draft; `None` where it must be there and is not, or cannot be read.
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

/// A value of a draft.
pub(crate) trait DraftValue<'a>: Sized {
    /// What stands where nothing was said; `None`: something must be said.
    fn absent() -> Option<Self> {
        None
    }

    /// Reads the value; `None` where it cannot be read and must be there.
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self>;
}

/// An object of a draft.
pub(crate) trait DraftObject<'a>: Sized {
    /// The object of the language that it is.
    const OBJECT: &'static Object;

    /// Makes it of the members of an object.
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

    /// The elements that can be read.
    fn read<S: Source<'a>>(source: &mut S, node: S::Node<'_>) -> Option<Self> {
        // Elements are large, and most lists have one: room is made for as many as there are.
        let mut elements = Self::with_capacity(S::length(node));
        source.each(node, |source, node| elements.extend(T::read(source, node)));
        Some(elements)
    }
}
