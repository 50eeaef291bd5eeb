//! Maps a draft of an escaped inner text to spans of the outer text, with owned strings.

use std::borrow::Cow;

use crate::contract::Str;
use crate::draft::{DraftCondition, DraftEnd, DraftSide, Misread, Raw, Words};
use crate::span::{Span, Spanned};

/// The text that contains the inner text.
pub(crate) trait Outer<'a> {
    /// The span in the outer text of a span in the inner text.
    fn span(&self, inner: Span) -> Span;
    /// The digits at a span of the inner text, as a slice of the outer text; `None` if they contain escapes.
    fn digits(&self, digits: &str, at: Span) -> Option<&'a str>;
}

/// A part of a draft of the inner text.
pub(crate) trait Lift<'a> {
    /// The part with the lifetime of the outer text.
    type Output;

    /// Maps the part, which has the span `at` in the inner text; `None` if its digits contain escapes.
    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<Self::Output>;
}

impl<'a> Lift<'a> for Cow<'_, str> {
    type Output = Str<'a>;

    fn lift<O: Outer<'a>>(self, _: Span, _: &O) -> Option<Str<'a>> {
        Some(Cow::Owned(self.into_owned()))
    }
}

impl<'a> Lift<'a> for &str {
    type Output = &'a str;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<&'a str> {
        outer.digits(self, at)
    }
}

impl<'a> Lift<'a> for Span {
    type Output = Self;

    fn lift<O: Outer<'a>>(self, _: Span, outer: &O) -> Option<Self> {
        Some(outer.span(self))
    }
}

/// Implements `Lift` for types without spans and strings.
macro_rules! same {
    ($($name:ident)+) => {
        $(impl<'a> Lift<'a> for $name {
            type Output = Self;

            fn lift<O: Outer<'a>>(self, _: Span, _: &O) -> Option<Self> {
                Some(self)
            }
        })+
    };
}

same!(bool u32 Words Misread);

impl<'a, T: Lift<'a>> Lift<'a> for Spanned<T> {
    type Output = Spanned<T::Output>;

    fn lift<O: Outer<'a>>(self, _: Span, outer: &O) -> Option<Self::Output> {
        let value = self.value.lift(self.span, outer)?;
        Some(Spanned::new(value, outer.span(self.span)))
    }
}

impl<'a, T: Lift<'a>> Lift<'a> for Option<T> {
    type Output = Option<T::Output>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<Self::Output> {
        match self {
            Some(said) => said.lift(at, outer).map(Some),
            None => Some(None),
        }
    }
}

impl<'a, T: Lift<'a>> Lift<'a> for Vec<T> {
    type Output = Vec<T::Output>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<Self::Output> {
        self.into_iter().map(|said| said.lift(at, outer)).collect()
    }
}

impl<'a> Lift<'a> for Raw<'_> {
    type Output = Raw<'a>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<Raw<'a>> {
        Some(match self {
            Self::Text(text) => Raw::Text(text.lift(at, outer)?),
            Self::Number(digits) => Raw::Number(digits.lift(at, outer)?),
            Self::Boolean(yes) => Raw::Boolean(yes),
            Self::Null => Raw::Null,
            Self::List(values) => Raw::List(values.lift(at, outer)?),
            Self::Object => Raw::Object,
        })
    }
}

impl<'a> Lift<'a> for DraftEnd<'_> {
    type Output = DraftEnd<'a>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<DraftEnd<'a>> {
        Some(match self {
            Self::Name(name) => DraftEnd::Name(name.lift(at, outer)?),
            Self::Index(digits) => DraftEnd::Index(digits.lift(at, outer)?),
        })
    }
}

impl<'a> Lift<'a> for DraftCondition<'_> {
    type Output = DraftCondition<'a>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<DraftCondition<'a>> {
        Some(match self {
            Self::Filter(filter) => DraftCondition::Filter(filter.lift(at, outer)?),
            Self::Any(any) => DraftCondition::Any(any.lift(at, outer)?),
        })
    }
}

impl<'a> Lift<'a> for DraftSide<'_> {
    type Output = DraftSide<'a>;

    fn lift<O: Outer<'a>>(self, at: Span, outer: &O) -> Option<DraftSide<'a>> {
        Some(match self {
            Self::Group(name) => DraftSide::Group(name.lift(at, outer)?),
            Self::Nested(set) => DraftSide::Nested(Box::new((*set).lift(at, outer)?)),
        })
    }
}
