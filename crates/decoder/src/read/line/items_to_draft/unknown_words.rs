//! Words that name nothing: what each could have been meant for.

use crate::draft::Words;
use crate::escape::quoted;
use crate::finding::candidates::{self, Known};
use crate::finding::{Candidate, registry};
use crate::language::{Function, Key, ValueType};
use crate::line::marks;
use crate::line::name_lookup::Found;
use crate::names::Similarity;
use crate::read::line::items_to_draft::{Maker, OpenText};
use crate::span::Span;
use crate::tables::{FieldDef, Tables};

/// Words between two others that both hold.
const AND: &[&str] = &["and", "и", "和", "且", "以及"];
/// Most bytes of a text without quotes that words behind it are added to.
const LONGEST_TEXT: usize = 100;

impl<'a> Maker<'a> {
    /// Asks what is meant by words that name no value of a field. `not`: what they say must not be.
    pub(super) fn unknown_word(&mut self, said: &[&str], not: bool, span: Span, types: &[&str]) {
        let limit = matches!(said, [word] if Key::of_keyword(word) == Some(Key::Lim));
        if limit {
            self.report(&registry::UNKNOWN_WORD, span, |finding| {
                let message = format!("`{}` has no number of rows behind it", said.join("|"));
                finding.explain(message, "say a whole number: `limit 20`")
            });
            return;
        }
        self.known = self.known.saturating_sub(1);
        self.unknown += 1;
        self.after_or = matches!(said, [word] if marks::is_or(word));
        let tables = self.tables;
        let whole = self.went_on(said, span);
        let both = self.joined_by(said, span, types);
        let near: Vec<&str> = [types, &self.near.targets, &self.near.others].concat();
        let alone = self.field_alone(said, types);
        let keyword = keyword(said);
        self.report(&registry::UNKNOWN_WORD, span, |finding| {
            if let (None, Some(field)) = (&whole, alone.filter(|_| !not)) {
                let name = field.spelling();
                let grouped = (field.groupable).then(|| format!("by {name}"));
                let readings = std::iter::once(format!(".{name}")).chain(grouped);
                return finding
                    .explain(
                        format!("`{name}` is a field, and says nothing alone"),
                        format!("show it, `.{name}`, or compare it with a value"),
                    )
                    .candidates(readings.map(Candidate::plain).collect());
            }
            if let (None, Some(keyword)) = (&whole, &keyword) {
                return finding
                    .explain(
                        format!("`{}` is written `{keyword}`", said.join("|")),
                        "keywords of a line stand in small letters",
                    )
                    .candidates(vec![Candidate::plain(keyword.clone())]);
            }
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

    /// The text of an entity that ends with its name, without quotes.
    pub(super) fn open_name(&self, name: Span, item: Span) -> Option<OpenText> {
        let text = self.text.get(name.start..name.end)?;
        let is_open = name.end == item.end && !text.starts_with('"');
        is_open.then(|| OpenText {
            before: self
                .text
                .get(item.start..name.start)
                .unwrap_or_default()
                .to_owned(),
            text: text.to_owned(),
            end: name.end,
        })
    }

    /// The filter or entity before with this word in its text, where the word stands right behind it:
    /// `name~Новая энергия`.
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

    /// The field that a word is the name of.
    fn field_alone(&self, said: &[&str], types: &[&'a str]) -> Option<&'a FieldDef> {
        let [word] = said else {
            return None;
        };
        match self.scope(types).field(word) {
            // One that holds or does not is offered as that.
            Found::One(field) if field.value_type != ValueType::Boolean => Some(field),
            _ => None,
        }
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
}

/// The keyword of the line that a word is in other letters: `LIMIT`, `Count`.
fn keyword(said: &[&str]) -> Option<String> {
    let [word] = said else {
        return None;
    };
    let small = word.to_lowercase();
    let is_keyword = Key::of_keyword(&small).is_some()
        || Function::ALL
            .iter()
            .any(|function| function.mark() == small);
    (is_keyword && small != *word).then_some(small)
}

/// Whether a word joins others and says nothing itself.
fn joins(word: &str) -> bool {
    AND.contains(&word.to_lowercase().as_str()) || marks::is_or(word)
}

/// What a word alone could have been meant for: a type, a metric, a value, a field that holds or does not; where the types are
/// known, first what those have. `not`: it must not be.
fn words_near(tables: &Tables, near: &[&str], said: &str, not: bool, cap: usize) -> Vec<Candidate> {
    let is_near = |field: &FieldDef| near.is_empty() || near.contains(&field.type_name.as_ref());
    let alone = |here: bool| {
        let fields = || (tables.fields.iter()).filter(move |field| is_near(field) == here);
        let values = fields().flat_map(move |field| {
            let values = field.values.iter();
            values.map(move |value| Known::alone(field, Some(value), here, not))
        });
        let flags = fields().filter(|field| field.value_type == ValueType::Boolean);
        let flags = flags.map(move |field| Known::alone(field, None, here, not));
        (values, flags)
    };
    let (values, flags) = alone(true);
    let types = tables.types.iter().map(Known::type_def).filter(|_| !not);
    let metrics = tables.metrics.iter().map(Known::metric);
    let metrics = metrics
        .map(|known| known.said_in(Words::Line))
        .filter(|_| !not);
    // Where the types are known it is a value that is looked for.
    let here: Vec<Known<'_>> = match near.is_empty() {
        true => types.chain(values).chain(flags).chain(metrics).collect(),
        false => values.chain(types).chain(flags).chain(metrics).collect(),
    };
    let named = candidates::rank_within(Similarity::Name, said, here.iter().cloned(), cap);
    if !named.is_empty() {
        return named;
    }
    // What another type has is worth saying only where the word is just that.
    let (values, flags) = alone(false);
    let elsewhere = candidates::rank_within(Similarity::Name, said, values.chain(flags), cap);
    if !elsewhere.is_empty() {
        // What it may be here stands before what it is just the name of there.
        let here = candidates::rank_within(
            Similarity::Words,
            said,
            here,
            cap.saturating_sub(elsewhere.len()),
        );
        return here.into_iter().chain(elsewhere).collect();
    }
    candidates::rank_or_all(said, here, cap)
}
