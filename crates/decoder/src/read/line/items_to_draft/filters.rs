//! Names and values of fields: a name as the code it stands for, a value as its field types it.

use std::borrow::Cow;

use crate::draft::{DraftFilter, Raw, Word, Words};
use crate::finding::candidates::{self, Known};
use crate::finding::registry;
use crate::language::{Call, Derivation, Operator, ValueType, given};
use crate::line::name_lookup::{Found, Scope};
use crate::line::word::is_number;
use crate::read::line::items::{Comparison, ItemKind, Made, Scalar, Value, With, code};
use crate::read::line::items_to_draft::{Maker, OpenText};
use crate::span::{Span, Spanned};
use crate::tables::FieldDef;

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
        let operator = said.operator.value;
        let mut filter = DraftFilter {
            field: said.name.clone(),
            operator: code(said.operator),
            value: None,
            value_field: None,
            group: None,
        };
        if let With::Group(group) = said.with {
            if !said.of_type {
                filter.field = self.column_near(said.name, types);
            }
            filter.group = Some(group);
            return Spanned::new(filter, span);
        }
        let (word, field) = self.field(said.name.clone(), types);
        filter.field = word;
        self.open_text = None;
        match said.with {
            With::Value(value) => {
                let value_type = field.map(|field| field.value_type);
                self.open_text = open_text(&said.name.value, operator, value_type, &value);
                filter.value = Some(raw(value, value_type));
            }
            With::Field(other) => filter.value_field = Some(self.field(other, types).0),
            With::Nothing | With::Group(_) => {}
        }
        Spanned::new(filter, span)
    }

    /// A name of a field as its code; as it was said where it names none.
    pub(super) fn field(
        &mut self,
        name: Word<'a>,
        types: &[&'a str],
    ) -> (Word<'a>, Option<&'a FieldDef>) {
        if let Some(call) = Call::read(&name.value) {
            return self.derived(&call, name.span, types);
        }
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
            // That a metric is no field is told as of one.
            Found::Nothing => match self.tables.metric_by_name(&name.value) {
                Some(def) => {
                    let code = Cow::Borrowed(def.code.as_ref());
                    return (Spanned::new(code, name.span), None);
                }
                None => return (name, None),
            },
        };
        let code = Cow::Borrowed(field.code.as_ref());
        (Spanned::new(code, name.span), Some(field))
    }

    /// A derived field by its codes; a name that names none stands as it was said.
    fn derived(
        &mut self,
        call: &Call<'_>,
        span: Span,
        types: &[&'a str],
    ) -> (Word<'a>, Option<&'a FieldDef>) {
        let (mut codes, mut known) = (Vec::new(), true);
        for of in &call.of {
            let name = Spanned::new(Cow::Owned((*of).to_owned()), span);
            let (code, field) = self.field(name, types);
            known &= field.is_some();
            codes.push(code.value);
        }
        let derivation = Derivation::from_mark(call.name);
        let name = match derivation {
            Some(known) => known.code(),
            None => call.name,
        };
        let field = derivation.map(Derivation::field);
        let code = Cow::Owned(Call::written(name, &codes));
        (Spanned::new(code, span), field.filter(|_| known))
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
}

/// A filter whose value is one text without quotes, which words behind it may go on.
fn open_text(
    name: &str,
    operator: Operator,
    value_type: Option<ValueType>,
    value: &Spanned<Value<'_>>,
) -> Option<OpenText> {
    let Value::One(Scalar::Bare(text)) = value.value else {
        return None;
    };
    value_type?.is_text().then(|| OpenText {
        before: format!("{name}{}", operator.mark()),
        text: text.to_owned(),
        end: value.span.end,
    })
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
