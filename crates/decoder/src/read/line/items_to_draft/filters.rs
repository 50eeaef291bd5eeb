//! Names and values of fields: a name as the code it stands for, a value as its field types it.

use std::borrow::Cow;

use crate::draft::{DraftFilter, Raw, Word, Words};
use crate::escape::quoted;
use crate::finding::candidates::{self, Known};
use crate::finding::{Candidate, Detail, registry};
use crate::language::{Operator, ValueType, given};
use crate::line::marks;
use crate::line::name_lookup::{Found, Scope};
use crate::line::word::is_number;
use crate::read::line::items::{Comparison, ItemKind, Made, Scalar, Value, code};
use crate::read::line::items_to_draft::{Maker, OpenText};
use crate::span::{Span, Spanned};
use crate::tables::{FieldDef, Tables};

/// Words between two others that both hold.
const AND: &[&str] = &["and", "и", "和", "且", "以及"];
/// Most bytes of a text without quotes that words behind it are added to.
const LONGEST_TEXT: usize = 100;

impl<'a> Maker<'a> {
    /// The filter that an item is; another item is given back.
    pub(super) fn filter_of(
        &mut self,
        item: ItemKind<'a>,
        span: Span,
        types: &[&'a str],
    ) -> Made<'a, DraftFilter<'a>> {
        let (words, operator) = match item {
            ItemKind::Filter(said) => return Ok(Some(self.filter(said, span, types))),
            ItemKind::Bare(bare) => (vec![Spanned::new(bare.word, span)], Operator::Eq),
            ItemKind::AnyOf(words) => (words, Operator::In),
            ItemKind::NoneOf(words) => (words, Operator::NotIn),
            other => return Err(Box::new(other)),
        };
        Ok(self.of_values(words, span, operator, types))
    }

    /// A filter of values that name their field; `operator` is that of a list, or of one value where it is `eq`.
    fn of_values(
        &mut self,
        words: Vec<Word<'a>>,
        span: Span,
        operator: Operator,
        types: &[&'a str],
    ) -> Option<Spanned<DraftFilter<'a>>> {
        let said: Vec<&str> = words.iter().map(|word| word.value.as_ref()).collect();
        let scope = self.scope(types);
        let mut found = scope.of_values(&said);
        for word in said.iter().filter(|_| said.len() > 1) {
            if found == Found::Nothing {
                // One that is none of the field's is told by the resolver.
                found = scope.of_values(&[word]);
            }
        }
        let field = match found {
            Found::One(field) => field,
            Found::Several(fields) => {
                self.ambiguous(&Spanned::new(said.join("|").into(), span), &fields);
                fields.first().copied()?
            }
            Found::Nothing => {
                let not = operator == Operator::NotIn;
                self.unknown_word(&said, not, span, types);
                return None;
            }
        };
        let operator = match (operator, words.len()) {
            (Operator::NotIn, 1) => Operator::Ne,
            (operator, _) => operator,
        };
        let mut values = words
            .into_iter()
            .map(|word| Spanned::new(Raw::Text(word.value), word.span));
        let value = match operator {
            Operator::In | Operator::NotIn => Raw::List(values.collect()),
            _ => values.next()?.value,
        };
        Some(Spanned::new(
            DraftFilter {
                field: Spanned::new(Cow::Borrowed(field.code.as_ref()), span),
                operator: Spanned::new(Cow::Borrowed(operator.code()), span),
                value: Some(Spanned::new(value, span)),
                value_field: None,
                group: None,
            },
            span,
        ))
    }

    fn filter(
        &mut self,
        said: Comparison<'a>,
        span: Span,
        types: &[&'a str],
    ) -> Spanned<DraftFilter<'a>> {
        if let Some(group) = said.group {
            let field = match said.of_type {
                true => said.name,
                false => self.column_near(said.name, types),
            };
            let filter = DraftFilter {
                field,
                operator: code(said.operator),
                value: None,
                value_field: None,
                group: Some(group),
            };
            return Spanned::new(filter, span);
        }
        let said_as = said.name.value.clone();
        let (word, field) = self.field(said.name.clone(), types);
        let value_type = field.map(|field| field.value_type);
        self.open_text = field.and_then(|field| open_text(field, &said_as, &said));
        let value_field = said.value_field.map(|other| self.field(other, types).0);
        Spanned::new(
            DraftFilter {
                field: word,
                operator: code(said.operator),
                value: said.value.map(|value| raw(value, value_type)),
                value_field,
                group: None,
            },
            span,
        )
    }

    /// A name of a field as its code; as it was said where it names none.
    pub(super) fn field(
        &mut self,
        name: Word<'a>,
        types: &[&'a str],
    ) -> (Word<'a>, Option<&'a FieldDef>) {
        if let (Some(place), read) = given::at_place(&name.value) {
            let fields = self.fields_at(place, read);
            let Some(field) = fields.first().copied() else {
                return (name, None);
            };
            let types = self.near.at(place);
            let there = |field: &&&FieldDef| types.contains(&field.type_name.as_ref());
            if fields.iter().filter(there).count() > 1 {
                self.ambiguous(&name, &fields);
            }
            let code = given::read_at(place, &field.code);
            return (Spanned::new(code, name.span), Some(field));
        }
        let field = match self.scope(types).field(&name.value) {
            Found::One(field) => field,
            Found::Several(fields) => {
                self.ambiguous(&name, &fields);
                match fields.first() {
                    Some(field) => field,
                    None => return (name, None),
                }
            }
            Found::Nothing => return (name, None),
        };
        let code = Cow::Borrowed(field.code.as_ref());
        (Spanned::new(code, name.span), Some(field))
    }

    /// The fields of this name at a place that has one, or elsewhere where it has none such.
    pub(super) fn fields_at(&self, place: &str, read: &str) -> Vec<&'a FieldDef> {
        let scope = Scope {
            tables: self.tables,
            levels: [self.near.at(place), &[], &[]],
        };
        match scope.field(read) {
            Found::One(field) => vec![field],
            Found::Several(fields) => fields,
            Found::Nothing => Vec::new(),
        }
    }

    pub(super) fn scope<'s>(&'s self, types: &'s [&'a str]) -> Scope<'s, 'a> {
        Scope {
            tables: self.tables,
            levels: [
                if types.is_empty() { &self.own } else { types },
                &self.near.targets,
                &self.near.others,
            ],
        }
    }

    /// The filter before with this word in its text, where the word stands right behind it: `name~Новая энергия`.
    fn went_on(&mut self, said: &[&str], span: Span) -> Option<Vec<Candidate>> {
        let [word] = said else {
            return None;
        };
        let open = self.open_text.as_mut()?;
        let goes_on = span.start == open.end + 1 && open.text.len() < LONGEST_TEXT;
        goes_on.then_some(())?;
        open.text = format!("{} {word}", open.text);
        open.end = span.end;
        let whole = format!("{}{}", open.before, quoted(&open.text));
        Some(candidates::rank_or_all(
            &whole,
            vec![Known::plain(whole.as_str())],
            1,
        ))
    }

    /// The words on both sides of one that joins them, as a line says them.
    fn joined_by(&self, said: &[&str], span: Span, types: &[&'a str]) -> Option<String> {
        let [word] = said else {
            return None;
        };
        joins(word).then_some(())?;
        let front = self.text.get(..span.start)?.trim_end();
        let back = self.text.get(span.end..)?.trim_start();
        let one = front.rsplit(char::is_whitespace).next()?;
        let other = back.split(char::is_whitespace).next()?;
        let short =
            (1..=LONGEST_TEXT).contains(&one.len()) && (1..=LONGEST_TEXT).contains(&other.len());
        short.then_some(())?;
        if AND.contains(&word.to_lowercase().as_str()) {
            return Some(format!("{one} {other}"));
        }
        if matches!(self.scope(types).of_values(&[one, other]), Found::One(_)) {
            return Some(format!("{one}|{other}"));
        }
        let is_filter = |item: &str| item.contains(['=', '<', '>', '~']);
        let both = is_filter(one) && is_filter(other);
        both.then(|| format!("{}({one} {} {other})", marks::ANY, marks::OR))
    }

    /// Asks which of several fields is meant, at the place that a name says.
    fn ambiguous(&mut self, said: &Word<'a>, fields: &[&FieldDef]) {
        let tables = self.tables;
        let cap = tables.limits.candidates_cap as usize;
        self.report(&registry::AMBIGUOUS_NAME, said.span, |finding| {
            let place = given::at_place(&said.value).0;
            let said = &said.value;
            let paths: Vec<&str> = fields.iter().map(|field| field.path.as_ref()).collect();
            let known = fields
                .iter()
                .map(|field| Known::field(tables, field).said_in(Words::Names));
            let mut known = candidates::rank_or_all(said, known.collect(), cap);
            if let Some(place) = place {
                for field in &mut known {
                    field.code = given::read_at(place, &field.code).into_owned();
                }
            }
            let message = format!("`{said}` could be `{}`", paths.join("` or `"));
            finding
                .explain(message, "say the field by its whole path")
                .candidates(known)
        });
    }

    fn unknown_word(&mut self, said: &[&str], not: bool, span: Span, types: &[&str]) {
        self.known = self.known.saturating_sub(1);
        self.unknown += 1;
        let tables = self.tables;
        let told = self.detail == Detail::Full;
        let whole = self.went_on(said, span);
        let both = told.then(|| self.joined_by(said, span, types)).flatten();
        let near: Vec<&str> = match told {
            true => [types, &self.near.targets, &self.near.others].concat(),
            false => Vec::new(),
        };
        self.report(&registry::UNKNOWN_WORD, span, |finding| {
            let said = &said.join("|");
            let cap = tables.limits.candidates_cap as usize;
            let message = format!("`{said}` is no type and no value of a field here");
            if whole.is_none() && joins(said) {
                let help = "leave it out: all of a line holds together; one of several is `a|b`, or `any(f=1 or g=2)`";
                let both = both.map(Candidate::plain);
                return finding
                    .explain(message, help)
                    .candidates(both.into_iter().collect());
            }
            let help =
                "say a type, or a value as `field=value`; a text to look for stands in quotes";
            finding
                .explain(message, help)
                .candidates(whole.unwrap_or_else(|| words_near(tables, &near, said, not, cap)))
        });
    }
}

/// Whether a word joins others and says nothing itself.
fn joins(word: &str) -> bool {
    AND.contains(&word.to_lowercase().as_str()) || marks::is_or(word)
}

/// A filter whose value is one text without quotes.
fn open_text(field: &FieldDef, name: &str, said: &Comparison<'_>) -> Option<OpenText> {
    let value = said.value.as_ref()?;
    let Value::One(Scalar::Bare(text)) = value.value else {
        return None;
    };
    field.value_type.is_text().then(|| OpenText {
        before: format!("{name}{}", said.operator.value.mark()),
        text: text.to_owned(),
        end: value.span.end,
    })
}

/// What a word alone could have been meant for: a type, a value, a field that holds or does not; where the types are
/// known, first what those have.
fn words_near(tables: &Tables, near: &[&str], said: &str, not: bool, cap: usize) -> Vec<Candidate> {
    let is_near = |field: &FieldDef| near.is_empty() || near.contains(&field.type_name.as_ref());
    let is_flag = |field: &&FieldDef| field.value_type == ValueType::Boolean;
    let fields = || tables.fields.iter().filter(|field| is_near(field));
    let here = || {
        let values = fields().flat_map(|field| field.values.iter().map(Known::enum_value));
        let types = tables.types.iter().map(Known::type_def).filter(|_| !not);
        // Where the types are known it is a value that is looked for.
        let mut known: Vec<Known<'_>> = if near.is_empty() {
            types
                .chain(values.map(|value| value.said_not(not)))
                .collect()
        } else {
            values
                .map(|value| value.said_not(not))
                .chain(types)
                .collect()
        };
        let flags = fields().filter(is_flag);
        known.extend(flags.map(|field| Known::holds(field).said_not(not)));
        known
    };
    // What another type has is worth saying only where the word is just that.
    let far = || tables.fields.iter().filter(|field| !is_near(field));
    let values = far().flat_map(|field| {
        let values = field.values.iter();
        values.map(move |value| Known::value_elsewhere(field, value))
    });
    let elsewhere = values.chain(far().filter(is_flag).map(Known::holds_elsewhere));
    let named = candidates::rank_named(said, here(), cap);
    if !named.is_empty() {
        return named;
    }
    let elsewhere = elsewhere.map(|known| known.said_not(not));
    let elsewhere = candidates::rank_named(said, elsewhere, cap);
    if !elsewhere.is_empty() {
        return elsewhere;
    }
    candidates::rank_or_all(said, here(), cap)
}

/// A value with the type its field gives it; `None`: it is told by its looks.
pub(super) fn raw(said: Spanned<Value<'_>>, value_type: Option<ValueType>) -> Spanned<Raw<'_>> {
    let typed = |scalar| match scalar {
        Scalar::Quoted(text) => Raw::Text(text),
        Scalar::Flag(yes) => Raw::Boolean(yes),
        Scalar::Bare(text) => of_type(text, value_type),
    };
    Spanned::new(said.value.raw(typed), said.span)
}

fn of_type(text: &str, value_type: Option<ValueType>) -> Raw<'_> {
    let as_number = match value_type {
        Some(ValueType::Integer | ValueType::Decimal) | None => is_number(text),
        Some(_) => false,
    };
    match (value_type, text) {
        _ if as_number => Raw::Number(text),
        (Some(ValueType::Boolean) | None, "true") => Raw::Boolean(true),
        (Some(ValueType::Boolean) | None, "false") => Raw::Boolean(false),
        _ => Raw::Text(Cow::Borrowed(text)),
    }
}
