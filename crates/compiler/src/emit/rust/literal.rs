//! Any `Serialize` value → a Rust literal, for `static` tables.
//!
//! The types it is used on are the tables and the catalogue: structs, enums whose members have one value or none, options,
//! lists, texts, numbers and flags. Texts and lists become `Cow::Borrowed`, so that a `static` of them needs no work at start-up.
//!
//! A serde `Serializer` writes the Rust, so a new field of the tables appears in the generated code without a
//! template that somebody could forget.

use std::collections::BTreeSet;
use std::fmt;

use cmec_decoder::blank::is_unseen;
use serde::ser::{self, Impossible, Serialize};

use super::literal_layout::Literal;

/// A value as a literal, and the names of the types in it.
pub(super) fn literal<T: Serialize>(
    value: &T,
) -> Result<(Literal, BTreeSet<&'static str>), Unsupported> {
    let mut names = BTreeSet::new();
    let literal = value.serialize(Writer { names: &mut names })?;
    Ok((literal, names))
}

/// A text as a Rust string literal; one of several lines as `concat!` of them.
pub(super) fn string(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    match lines.as_slice() {
        [] => "\"\"".to_owned(),
        [line] => quoted(line),
        lines => {
            let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
            format!("concat!(\n{}\n)", lines.join(",\n"))
        }
    }
}

/// A text as a Rust string literal on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            // Control characters, and the ones that turn the direction of text: a reader could not see them.
            letter if is_unseen(letter) => {
                literal.extend(letter.escape_unicode());
            }
            letter => literal.push(letter),
        }
    }
    literal.push('"');
    literal
}

/// `not_in`, `FACTUAL_LIST` → `NotIn`, `FactualList`.
pub(super) fn pascal(name: &str) -> String {
    name.split(['_', '.', '-'])
        .map(|part| {
            let lower = part.to_lowercase();
            let mut letters = lower.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect()
}

/// The value has a shape no table has.
#[derive(Debug, thiserror::Error)]
#[error("cannot be written as a Rust literal: {0}")]
pub(super) struct Unsupported(String);

impl ser::Error for Unsupported {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

struct Writer<'n> {
    names: &'n mut BTreeSet<&'static str>,
}

struct StructWriter<'n> {
    names: &'n mut BTreeSet<&'static str>,
    name: &'static str,
    fields: Vec<(&'static str, Literal)>,
}

struct ListWriter<'n> {
    names: &'n mut BTreeSet<&'static str>,
    items: Vec<Literal>,
}

macro_rules! atoms {
    ($($method:ident $ty:ty),+) => {
        $(fn $method(self, value: $ty) -> Result<Literal, Unsupported> {
            Ok(Literal::Atom(value.to_string()))
        })+
    };
}

macro_rules! unsupported {
    ($($method:ident($($arg:ty),*) -> $ok:ty;)+) => {
        $(fn $method(self, $(_: $arg),*) -> Result<$ok, Unsupported> {
            Err(Unsupported(stringify!($method).to_owned()))
        })+
    };
}

type No = Impossible<Literal, Unsupported>;

impl<'n> ser::Serializer for Writer<'n> {
    type Ok = Literal;
    type Error = Unsupported;
    type SerializeSeq = ListWriter<'n>;
    type SerializeStruct = StructWriter<'n>;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = No;
    type SerializeStructVariant = No;

    atoms!(serialize_bool bool, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);

    fn serialize_str(self, text: &str) -> Result<Literal, Unsupported> {
        Ok(Literal::Atom(format!("Cow::Borrowed({})", string(text))))
    }

    fn serialize_none(self) -> Result<Literal, Unsupported> {
        Ok(Literal::Atom("None".to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Literal, Unsupported> {
        let inner = value.serialize(self)?;
        Ok(Literal::Around("Some".to_owned(), Box::new(inner)))
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Literal, Unsupported> {
        self.names.insert(name);
        Ok(Literal::Atom(format!("{name}::{}", pascal(variant))))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListWriter<'n>, Unsupported> {
        Ok(ListWriter {
            names: self.names,
            items: Vec::new(),
        })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<StructWriter<'n>, Unsupported> {
        self.names.insert(name);
        Ok(StructWriter {
            names: self.names,
            name,
            fields: Vec::new(),
        })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<Literal, Unsupported> {
        Err(Unsupported("newtype struct".to_owned()))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Literal, Unsupported> {
        self.names.insert(name);
        let inner = value.serialize(self)?;
        let variant = format!("{name}::{}", pascal(variant));
        Ok(Literal::Around(variant, Box::new(inner)))
    }

    unsupported! {
        serialize_i8(i8) -> Literal;
        serialize_i16(i16) -> Literal;
        serialize_i32(i32) -> Literal;
        serialize_i64(i64) -> Literal;
        serialize_f32(f32) -> Literal;
        serialize_f64(f64) -> Literal;
        serialize_char(char) -> Literal;
        serialize_bytes(&[u8]) -> Literal;
        serialize_unit() -> Literal;
        serialize_unit_struct(&'static str) -> Literal;
        serialize_tuple(usize) -> No;
        serialize_tuple_struct(&'static str, usize) -> No;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No;
        serialize_map(Option<usize>) -> No;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No;
    }
}

impl ser::SerializeSeq for ListWriter<'_> {
    type Ok = Literal;
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        let item = value.serialize(Writer { names: self.names })?;
        self.items.push(item);
        Ok(())
    }

    fn end(self) -> Result<Literal, Unsupported> {
        Ok(Literal::List(self.items))
    }
}

impl ser::SerializeStruct for StructWriter<'_> {
    type Ok = Literal;
    type Error = Unsupported;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Unsupported> {
        let value = value.serialize(Writer { names: self.names })?;
        self.fields.push((key, value));
        Ok(())
    }

    fn end(self) -> Result<Literal, Unsupported> {
        Ok(Literal::Struct(self.name, self.fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{literal, pascal, string};
    use crate::words;
    use cmec_decoder::language::{
        Direction, Function, Operator, Order, Output, Part, QuestionKind, RetrievalMode, Scenario,
        SetOperator, ValueType,
    };
    use cmec_decoder::tables::{FindingClass, PolicyAction};
    use cmec_executor::catalogue::{
        AbsentValue, DefaultValue, Lane, LimitClass, ParameterForm, RecipeState, ResultMode,
        RowShape, ScopeMode, Side,
    };

    #[test]
    fn names_become_the_variants_they_came_from() {
        macro_rules! check {
            ($($list:ident)+) => {$(
                for member in $list::ALL {
                    assert_eq!(pascal(member.name()), member.variant());
                }
            )+};
        }
        check!(Direction Function Operator Order Output Part QuestionKind RetrievalMode Scenario SetOperator ValueType);
        // Enums without a list of their members: the debug text is the variant.
        macro_rules! words {
            ($($form:ident)+) => {$(
                for (name, form) in words::of::<$form>() {
                    assert_eq!(pascal(name), format!("{form:?}"));
                }
            )+};
        }
        words!(Lane FindingClass PolicyAction RowShape ParameterForm AbsentValue DefaultValue ScopeMode Side LimitClass
            ResultMode RecipeState);
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(string("a\"\\\u{202e}企"), r#""a\"\\\u{202e}企""#);
        assert_eq!(string("a\nb"), "concat!(\n\"a\\n\",\n\"b\"\n)");
        assert_eq!(string(""), "\"\"");
    }

    #[test]
    fn lists_and_options_are_borrowed() {
        let (text, names) = literal(&(vec![Some("a"), None])).unwrap();
        assert_eq!(
            text.lay_out(0),
            "Cow::Borrowed(&[Some(Cow::Borrowed(\"a\")), None])"
        );
        assert!(names.is_empty());
        assert!(literal(&1.5_f64).is_err());
    }
}
