//! The names of a text, held against the list of what a configuration has.
//!
//! A text is read as words: where an alias stands, of which table, and which brackets are those of a virtual table.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::{Reading, Word};

/// The list of `Бухгалтерия предприятия 3.0`; its head says how it is written.
pub(crate) const ACCOUNTING: &str = include_str!("../../../../codebook/address/objects.txt");

/// Source of the fields that a live base is not asked for.
const PLATFORM: &str = "platform";

/// The table of all constants, whose fields are objects of their own.
const CONSTANTS: &str = "Константы";

/// How many queries within each other the table of a path is looked for in.
const DEEPEST: usize = 8;

/// The table that a name of the list is of, as metadata name it; `None`: it is one of the platform's own.
fn table(object: &str) -> Option<String> {
    let (kind, rest) = object.split_once('.')?;
    Some(format!("{kind}.{}", rest.split('.').next()?))
}

/// A field. Virtual tables have the fields of their register. The values of an enumeration are no fields, and a document of
/// any kind is no table.
fn field(object: &str, field: &str) -> Option<String> {
    match object.split('.').next()? {
        CONSTANTS => Some(format!("Константа.{field}")),
        "Перечисление" => None,
        _ if !object.contains('.') => None,
        "РегистрБухгалтерии" => Some(format!("{}.{field}", table(object)?)),
        _ => Some(format!("{object}.{field}")),
    }
}

/// A name in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// Line of the text, from 1.
    pub(crate) line: usize,
    /// As it is written.
    pub(crate) word: String,
    /// What a base must have for it; `None`: the list does not know it.
    pub(crate) asked: Option<Vec<String>>,
}

#[derive(Debug, Clone)]
struct Field {
    asked: Option<String>,
    /// The table that a path goes on in.
    of: Option<String>,
}

/// What a path asks of a base, and the table that it may go on in.
type Path<'o> = (Vec<String>, Option<&'o str>);

/// Tables and their fields.
#[derive(Debug, Clone)]
pub(crate) struct Objects(BTreeMap<String, BTreeMap<String, Field>>);

impl Objects {
    /// What `Бухгалтерия предприятия 3.0` has, as far as texts may name it.
    pub(crate) fn accounting() -> Self {
        let mut objects: BTreeMap<String, BTreeMap<String, Field>> = BTreeMap::new();
        let mut resources = "";
        for line in ACCOUNTING.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split(" | ");
            let (Some(object), Some(names), Some(source)) =
                (columns.next(), columns.next(), columns.next())
            else {
                continue;
            };
            if object == "*" {
                resources = names;
                continue;
            }
            let table = objects.entry(object.to_owned()).or_default();
            for name in names.split_whitespace() {
                if let Some(form) = name.strip_prefix('*') {
                    table.extend(resources.split_whitespace().map(|resource| {
                        let asked = field(object, resource);
                        (format!("{resource}{form}"), Field { asked, of: None })
                    }));
                    continue;
                }
                let (name, of) = match name.split_once(':') {
                    Some((name, of)) => (name, Some(of.to_owned())),
                    None => (name, None),
                };
                let (name, asked) = name.split_once('=').unwrap_or((name, name));
                let asked = (source != PLATFORM).then(|| field(object, asked));
                let asked = asked.flatten();
                table.insert(name.to_owned(), Field { asked, of });
            }
        }
        Self(objects)
    }

    /// The names of a text. A word without a dot is one where the list knows it; others are the words of the language.
    pub(crate) fn names(&self, text: &str) -> Vec<Name> {
        let kinds: BTreeSet<&str> = (self.0.keys())
            .filter_map(|object| object.split('.').next())
            .collect();
        let reading = Reading::of(text, |word| {
            let kind = word.split('.').next().unwrap_or_default();
            kinds.contains(kind) && (word != kind || word == CONSTANTS)
        });
        let names = reading.words.iter().filter_map(|word| {
            let asked = self.meaning(&reading, word);
            (asked.is_some() || word.text.contains('.')).then(|| Name {
                line: word.line,
                word: word.text.to_owned(),
                asked,
            })
        });
        names.collect()
    }

    fn meaning(&self, reading: &Reading<'_>, word: &Word<'_>) -> Option<Vec<String>> {
        let path = match word.text.strip_prefix('.') {
            Some(fields) => self.path(word.cast?, fields.split('.')),
            None if word.is_table => self.table(word.text),
            None => {
                let within = word
                    .within
                    .and_then(|table| self.path(table, word.text.split('.')));
                within.or_else(|| self.field(reading, (word.section, word.text), DEEPEST))
            }
        };
        path.map(|(asked, _)| asked)
    }

    /// A table, and what of a name goes beyond it: the value of an enumeration.
    fn table(&self, name: &str) -> Option<Path<'_>> {
        let segments: Vec<&str> = name.split('.').collect();
        (1..=segments.len()).rev().find_map(|length| {
            let object = segments[..length].join(".");
            let (object, _) = self.0.get_key_value(&object)?;
            self.path(object, segments[length..].iter().copied())
        })
    }

    /// A field by an alias, or an output. A path that goes on from an output does so in the table of what it stands for.
    fn field<'o>(
        &'o self,
        reading: &Reading<'o>,
        (section, name): (usize, &'o str),
        depth: usize,
    ) -> Option<Path<'o>> {
        let mut fields = name.split('.').peekable();
        if let Some((alias, rest)) = name.split_once('.')
            && let Some(source) = reading.source(section, alias)
        {
            fields = rest.split('.').peekable();
            if let Some(table) = source {
                return self.path(table, fields);
            }
        }
        let stands_for = reading.outputs.get(fields.next()?)?;
        if fields.peek().is_none() {
            return Some((Vec::new(), None));
        }
        let depth = depth.checked_sub(1)?;
        stands_for.iter().find_map(|name| {
            let (_, of) = self.field(reading, *name, depth)?;
            self.path(of?, fields.clone())
        })
    }

    fn path<'o, 'f>(
        &'o self,
        object: &'o str,
        fields: impl Iterator<Item = &'f str>,
    ) -> Option<Path<'o>> {
        let mut asked = Vec::from_iter(table(object));
        let mut of = Some(object);
        for name in fields {
            let field = self.0.get(of?)?.get(name)?;
            of = field.of.as_deref();
            asked.extend(field.asked.clone());
            asked.extend(of.and_then(table));
        }
        Some((asked, of))
    }
}
