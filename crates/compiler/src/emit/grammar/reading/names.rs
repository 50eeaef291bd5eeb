//! The names of types, fields, values and relations, each in every spelling that the decoder knows.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::{Derivation, Operator, ValueType};
use cmec_decoder::line;
use cmec_decoder::tables::{EnumValue, FieldDef, Label, Tables};

use crate::emit::grammar::derived::{self, Derived, Operands};
use crate::emit::grammar::model::{Expr, Grammar, any_of, letters, literal, optional, sequence};
use crate::emit::scope::Scope;

/// What a grammar may name.
pub(super) struct Names<'t> {
    pub(super) tables: &'t Tables,
    pub(super) scope: &'t Scope<'t>,
}

/// Fields that are filtered in the same way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    pub(super) value_type: ValueType,
    pub(super) operators: Vec<Operator>,
}

/// Fields by what can be done with them.
pub(super) struct Fields<'t> {
    pub(super) shapes: Vec<(Shape, Expr)>,
    /// The enums of the same names, with these names: which of them is meant the types say that a line is about.
    pub(super) enums: Vec<(Vec<&'t FieldDef>, Expr)>,
    pub(super) any: Option<Expr>,
    pub(super) sortable: Option<Expr>,
    pub(super) groupable: Option<Expr>,
    /// Those that sort or group.
    pub(super) keys: Option<Expr>,
    /// Those whose values have a least and a greatest.
    pub(super) ordered: Option<Expr>,
    /// Those that something is derived from.
    pub(super) operands: Operands,
}

impl<'t> Names<'t> {
    pub(super) const fn of(tables: &'t Tables, scope: &'t Scope<'t>) -> Self {
        Self { tables, scope }
    }

    /// The types.
    pub(super) fn types(&self, grammar: &mut Grammar) -> Option<Expr> {
        let types = self.scope.types.iter();
        let names = any_of(types.map(|def| literal(&line::type_name(&def.name))))?;
        Some(grammar.token("type", names))
    }

    /// A field, with its type before it or not. That the type has it is left to the decoder: the paths of all fields, in
    /// each token that has fields, were most of what an engine laid out behind the name of a type.
    pub(super) fn of_type(&self, grammar: &mut Grammar, field: Expr) -> Expr {
        let names = self.scope.types.iter().map(|def| def.name.as_ref());
        let plain = names.filter(|name| line::type_name(name) == *name);
        let Some(types) = any_of(plain.map(literal)) else {
            return field;
        };
        let types = grammar.token("type", types);
        sequence([optional(sequence([types, literal(".")])), field])
    }

    /// The relations.
    pub(super) fn relations(&self, grammar: &mut Grammar) -> Option<Expr> {
        let relations = self.scope.relations.iter();
        let names = relations.flat_map(|def| [def.alias.as_deref(), Some(def.name.as_ref())]);
        let names = words(names.flatten())?;
        Some(grammar.token("relation", names))
    }

    /// The metrics of the codebook.
    pub(super) fn metrics(&self, grammar: &mut Grammar) -> Option<Expr> {
        let metrics = self.scope.metrics.iter();
        let names = words(metrics.map(|def| def.name.as_ref()))?;
        Some(grammar.token("defined_metric", names))
    }

    fn fields(
        &self,
        grammar: &mut Grammar,
        name: &str,
        is: impl Fn(&FieldDef) -> bool,
    ) -> Option<Expr> {
        let fields = self.scope.fields.iter().copied();
        field_names(grammar, name, fields.filter(|field| is(field)))
    }
}

impl<'t> Fields<'t> {
    pub(super) fn of(grammar: &mut Grammar, names: &Names<'t>) -> Self {
        let mut shapes: BTreeMap<Shape, Vec<&FieldDef>> = BTreeMap::new();
        let mut enums: Vec<(Vec<&FieldDef>, Expr)> = Vec::new();
        for field in &names.scope.fields {
            if field.value_type == ValueType::Enum {
                let Some(called) = field_names(grammar, "enum_field", [*field]) else {
                    continue;
                };
                match enums.iter_mut().find(|(_, same)| *same == called) {
                    Some((fields, _)) => fields.push(field),
                    None => enums.push((vec![*field], called)),
                }
                continue;
            }
            let shape = Shape {
                value_type: field.value_type,
                operators: field.operators.to_vec(),
            };
            shapes.entry(shape).or_default().push(field);
        }
        let shapes = shapes.into_iter().filter_map(|(shape, fields)| {
            let name = format!("{}_field", shape.value_type.name());
            Some((shape, field_names(grammar, &name, fields)?))
        });
        Self {
            shapes: shapes.collect(),
            enums,
            any: names.fields(grammar, "field", |_| true),
            sortable: names.fields(grammar, "sortable", |field| field.sortable),
            groupable: names.fields(grammar, "groupable", |field| field.groupable),
            keys: names.fields(grammar, "key", |field| field.sortable || field.groupable),
            ordered: names.fields(grammar, "ordered_field", FieldDef::has_order),
            operands: Operands {
                numbers: names.fields(grammar, "number", derived::is_number),
                days: names.fields(grammar, "day_field", derived::is_day),
                moments: names.fields(grammar, "moment_field", derived::is_moment),
                texts: names.fields(grammar, "text_field", derived::is_text),
            },
        }
    }
}

impl Fields<'_> {
    /// What is derived from fields.
    pub(super) fn derived(&self, grammar: &mut Grammar, names: &Names<'_>) -> Derived {
        let operands = self.operands.clone().map(|name, field| {
            let field = names.of_type(grammar, field?);
            Some(grammar.phrase(name, field))
        });
        operands.derived(grammar, Derivation::mark)
    }
}

/// What fields are called, as one token.
fn field_names<'f>(
    grammar: &mut Grammar,
    name: &str,
    fields: impl IntoIterator<Item = &'f FieldDef>,
) -> Option<Expr> {
    let names = words(fields.into_iter().flat_map(spellings))?;
    Some(grammar.token(name, names))
}

/// What a field is called within its type: by its alias and its own name.
fn spellings(field: &FieldDef) -> impl Iterator<Item = &str> {
    [field.alias.as_deref(), Some(&field.name)]
        .into_iter()
        .flatten()
}

/// These words, each once; what is no word is left out.
fn words<'t>(texts: impl Iterator<Item = &'t str>) -> Option<Expr> {
    let different: BTreeSet<&str> = texts.filter(|text| line::text(text) == *text).collect();
    any_of(different.into_iter().map(literal))
}

/// What values are called that stand alone: their own names, labels and synonyms, where they are one word. They
/// begin as they are listed: a capital would be one of the codes of scenarios to a reader, and a second way through each
/// name to an engine.
pub(super) fn values_alone<'t>(values: impl Iterator<Item = &'t EnumValue>) -> Option<Expr> {
    let called: BTreeSet<&str> = values.flat_map(called).collect();
    words(called.into_iter())
}

/// The same behind a comparison, where they may also stand in quotes.
pub(super) fn values_compared<'t>(values: impl Iterator<Item = &'t EnumValue>) -> Option<Expr> {
    let called: BTreeSet<&str> = values.flat_map(called).collect();
    let quoted = |text: &str| sequence([literal("\""), capital_or_not(text), literal("\"")]);
    let plain = |text: &&str| !text.contains(['"', '\\']);
    let bare = called.iter().filter(|text| line::text(text) == ***text);
    let bare = bare.map(|text| capital_or_not(text));
    let all = called.iter().copied().filter(plain).map(quoted);
    any_of(bare.chain(all))
}

fn called(value: &EnumValue) -> impl Iterator<Item = &str> {
    let names = value.labels.iter().flat_map(Label::names);
    std::iter::once(value.value.as_ref()).chain(names)
}

/// A word as it is written, or with a capital.
fn capital_or_not(word: &str) -> Expr {
    let mut rest = word.chars();
    let Some(first) = rest.next() else {
        return literal(word);
    };
    let mut capital = first.to_uppercase();
    match (capital.next(), capital.next()) {
        (Some(capital), None) if capital != first => {
            let first = letters(&format!("{capital}{first}"));
            match rest.as_str() {
                "" => first,
                rest => sequence([first, literal(rest)]),
            }
        }
        _ => literal(word),
    }
}
