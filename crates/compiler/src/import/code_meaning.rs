//! `CodeMeaning`: the meaning of a code. An import keeps a code only if neither the codebook nor its lock ever gave it
//! another meaning.

use std::collections::{BTreeMap, BTreeSet};

use crate::lock::Lock;
use crate::source::codebook::Codebook;

/// The meaning of a code. It has no unit, because no import writes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CodeMeaning {
    Field {
        path: String,
        value_type: String,
        array: bool,
        reference: Option<String>,
    },
    Relation {
        name: String,
        from: String,
        to: String,
    },
    Metric {
        name: String,
        of: String,
    },
}

impl CodeMeaning {
    /// The path of a field, or the name of a relation or a metric.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Field { path, .. } => path,
            Self::Relation { name, .. } | Self::Metric { name, .. } => name,
        }
    }

    /// In words: `date`, `list of reference to person`, `from order to person`.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Field {
                value_type,
                array,
                reference,
                ..
            } => {
                let list = if *array { "list of " } else { "" };
                let to = reference.iter().map(|to| format!(" to {to}"));
                format!("{list}{value_type}{}", to.collect::<String>())
            }
            Self::Relation { from, to, .. } => format!("from {from} to {to}"),
            Self::Metric { of, .. } => format!("of {of}"),
        }
    }
}

/// The codes of a codebook and its lock.
#[derive(Debug, Default, Clone)]
pub(super) struct GivenCodes {
    /// The meanings of each code; two if the codebook and the lock differ.
    by_code: BTreeMap<String, Vec<CodeMeaning>>,
    /// The code of each field path, relation and metric in the codebook.
    by_name: BTreeMap<String, String>,
    pub(super) types: BTreeSet<String>,
    /// The field aliases of each type. An alias in use keeps naming its field.
    aliases: BTreeMap<String, BTreeSet<String>>,
}

impl GivenCodes {
    pub(super) fn read_codebook(&mut self, codebook: &Codebook) {
        self.types.extend(codebook.type_names().map(str::to_owned));
        for field in &codebook.fields {
            let given = CodeMeaning::Field {
                path: field.path.value.clone(),
                value_type: field.value_type.value.name().to_owned(),
                array: field.array,
                reference: field.reference.as_ref().map(|to| to.value.clone()),
            };
            self.now(field.code.text(), given);
        }
        for relation in &codebook.relations {
            let given = CodeMeaning::Relation {
                name: relation.name.value.clone(),
                from: relation.from.value.clone(),
                to: relation.to.value.clone(),
            };
            self.now(relation.code.text(), given);
        }
        // A metric's definition names its type, but it is not read here; the lock has no type either.
        for metric in &codebook.metrics {
            let (code, name) = (metric.code.value.clone(), metric.name.value.clone());
            self.by_name.insert(name, code.clone());
            self.by_code.entry(code).or_default();
        }
    }

    fn now(&mut self, code: &str, given: CodeMeaning) {
        (self.by_name).insert(given.name().to_owned(), code.to_owned());
        self.add(code, given);
    }

    pub(super) fn read_lock(&mut self, lock: &Lock) {
        self.types.extend(lock.types.iter().cloned());
        for (code, field) in &lock.fields {
            let of_type = self.aliases.entry(field.type_name().to_owned());
            let aliases = field.aliases.all().cloned();
            of_type.or_default().extend(aliases);
            let meaning = &field.meaning;
            let given = CodeMeaning::Field {
                path: field.path.clone(),
                value_type: meaning.value_type.clone(),
                array: meaning.array,
                reference: meaning.reference.clone(),
            };
            self.add(code, given);
        }
        for (code, relation) in &lock.relations {
            let given = CodeMeaning::Relation {
                name: relation.name.clone(),
                from: relation.from.clone(),
                to: relation.to.clone(),
            };
            self.add(code, given);
        }
        for (code, metric) in &lock.metrics {
            let given = CodeMeaning::Metric {
                name: metric.name.clone(),
                of: metric.of.clone(),
            };
            self.add(code, given);
        }
    }

    fn add(&mut self, code: &str, given: CodeMeaning) {
        let said = self.by_code.entry(code.to_owned()).or_default();
        if !said.contains(&given) {
            said.push(given);
        }
    }

    pub(super) fn codes(&self) -> impl Iterator<Item = &str> {
        self.by_code.keys().map(String::as_str)
    }

    /// The code of a field path, or of a relation or a metric, in the codebook.
    pub(super) fn code_of(&self, name: &str) -> Option<&str> {
        self.by_name.get(name).map(String::as_str)
    }

    pub(super) fn name_of(&self, code: &str) -> Option<&str> {
        Some(self.by_code.get(code)?.first()?.name())
    }

    /// A meaning of the code that differs from `wanted`.
    pub(super) fn other(&self, code: &str, wanted: &CodeMeaning) -> Option<&CodeMeaning> {
        let mut given = self.by_code.get(code)?.iter();
        given.find(|given| *given != wanted)
    }

    pub(super) fn field_names<'g>(&'g self, ty: &'g str) -> impl Iterator<Item = &'g str> {
        let start = format!("{ty}.");
        (self.by_name.range(start..))
            .map_while(move |(path, _)| path.strip_prefix(ty)?.strip_prefix('.'))
    }

    pub(super) fn aliases_of(&self, ty: &str) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.get(ty);
        aliases.into_iter().flatten().map(String::as_str)
    }

    pub(super) fn relation_names(&self) -> impl Iterator<Item = &str> {
        let names = self.by_name.keys().map(String::as_str);
        names.filter(|name| !name.contains('.'))
    }
}
