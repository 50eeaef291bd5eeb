//! The codebook form of a property: a field with a value type, relations to types, or both.

use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::ValueType;

use super::languages::{Languages, is_value};
use super::{Value, Words};
use crate::import::bounds::VALUES;
use crate::import::element_names::{UniqueNames, code_name};
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::hierarchy::Hierarchy;
use crate::import::ontology::roles::{Role, Roles};
use crate::import::ontology::selection::why_not;
use crate::import::ontology::vocabulary::Datatype;
use crate::import::ontology::{Count, ListedValue, Ontology, Property, Texts, Use, local_name};

/// The codebook form of a property.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub(crate) value: Option<Value>,
    /// IRIs of the target types.
    pub(crate) things: BTreeSet<String>,
    /// IRIs of earlier target types that are below a current one.
    pub(crate) also: BTreeSet<String>,
}

/// The inputs of a shape.
pub(crate) struct Shaper<'o> {
    pub(crate) ontology: &'o Ontology,
    pub(crate) roles: &'o Roles,
    pub(crate) kept: &'o BTreeSet<String>,
    pub(crate) languages: &'o Languages,
    /// The target types of each property at the last import.
    pub(crate) ends: BTreeMap<&'o str, BTreeSet<&'o str>>,
}

impl<'o> Shaper<'o> {
    /// The shape of a property with these ranges; empty if every range was left out.
    pub(crate) fn shape<'r>(
        &self,
        (iri, property): (&str, &Property),
        ranges: impl Iterator<Item = &'r str>,
        tree: &mut Hierarchy,
        left: &mut Omissions,
    ) -> Result<Shape, ImportFinding> {
        let mut shape = Shape::default();
        // Sorted by name, the order in which a message lists them.
        let mut types: BTreeMap<&str, ValueType> = BTreeMap::new();
        let mut values: BTreeMap<&ListedValue, &Texts> = BTreeMap::new();
        let mut leave = |reason, detail: &str| left.property(reason, iri, detail);
        let mut any = false;
        for range in ranges {
            any = true;
            let role = self.roles.get(range);
            match role {
                Some(Role::Datatype(Datatype::Known(ty))) => {
                    types.insert(ty.name(), ty);
                }
                Some(Role::Datatype(Datatype::AsText)) => {
                    leave(OmissionReason::ReadAsText, range);
                    types.insert(ValueType::String.name(), ValueType::String);
                }
                Some(Role::Datatype(Datatype::Unsupported)) => {
                    leave(OmissionReason::UnsupportedDatatype, range);
                }
                Some(Role::Enumeration) => {
                    types.insert(ValueType::Enum.name(), ValueType::Enum);
                    values.extend(self.roles.values(range, self.ontology, tree)?);
                }
                Some(Role::Thing) | None => {
                    let found = self.nearest_kept(range, tree)?;
                    if role.is_none() && property.has_literals {
                        leave(OmissionReason::ReadAsText, range);
                        types.insert(ValueType::String.name(), ValueType::String);
                    } else if found.is_empty() {
                        leave(why_not(range, self.roles, self.ontology), range);
                    }
                    shape.things.extend(found);
                }
            }
        }
        shape.also = self.still(iri, &shape.things, tree)?;
        if !any && property.has_literals {
            leave(OmissionReason::ReadAsText, "no range");
            types.insert(ValueType::String.name(), ValueType::String);
        }
        if let Some((ty, exact)) = joined(&types) {
            if !exact {
                let list: Vec<&str> = types.into_keys().collect();
                leave(OmissionReason::ReadAsText, &list.join(", "));
            }
            shape.value = Some(self.value((iri, property), ty, values, left));
        }
        Ok(shape)
    }

    /// The earlier target types that are below one of these.
    fn still(
        &self,
        property: &str,
        things: &BTreeSet<String>,
        tree: &mut Hierarchy,
    ) -> Result<BTreeSet<String>, ImportFinding> {
        let mut still = BTreeSet::new();
        for iri in self.ends.get(property).into_iter().flatten() {
            let below = tree.above(iri)?.iter().any(|above| things.contains(above));
            if below && self.kept.contains(*iri) && !things.contains(*iri) {
                still.insert((*iri).to_owned());
            }
        }
        Ok(still)
    }

    /// The class itself if it is a type, or else its nearest subclasses that are types.
    fn nearest_kept(
        &self,
        iri: &str,
        tree: &mut Hierarchy,
    ) -> Result<BTreeSet<String>, ImportFinding> {
        if self.kept.contains(iri) {
            return Ok(BTreeSet::from([iri.to_owned()]));
        }
        let below = tree.below(iri)?;
        let kept: Vec<String> = (below.into_iter())
            .filter(|iri| self.kept.contains(iri))
            .collect();
        let mut covered = BTreeSet::new();
        for iri in &kept {
            covered.extend(tree.below(iri)?.into_iter().skip(1));
        }
        Ok(kept
            .into_iter()
            .filter(|iri| !covered.contains(iri))
            .collect())
    }

    fn value(
        &self,
        (iri, property): (&str, &Property),
        ty: ValueType,
        values: BTreeMap<&ListedValue, &Texts>,
        left: &mut Omissions,
    ) -> Value {
        let mut value = Value {
            ty,
            values: Vec::new(),
            reference: None,
            array: property.count == Count::Many,
            unit: None,
            is_open: false,
        };
        if ty != ValueType::Enum {
            return value;
        }
        if values.len() > VALUES {
            left.property(OmissionReason::Cut, iri, "values");
            value.ty = ValueType::String;
            return value;
        }
        let texts = || {
            values.keys().filter_map(|value| match value {
                ListedValue::Individual(_) => None,
                ListedValue::Text(text) => Some(text.as_str()),
            })
        };
        if !texts().all(is_value) {
            left.property(OmissionReason::ReadAsText, iri, "values");
            value.ty = ValueType::String;
            return value;
        }
        let mut given: UniqueNames = texts().collect();
        for (listed, texts) in values {
            value.values.push(match listed {
                ListedValue::Text(text) => (text.clone(), Words::default()),
                ListedValue::Individual(iri) => {
                    let mut words = self.languages.words(iri, texts, &Use::Current, left);
                    words.description = None;
                    (given.give(code_name(&local_name(iri))), words)
                }
            });
        }
        distinct(&mut value.values);
        value
    }
}

/// One type that covers all of these, and whether it is exact. `None` for no types.
fn joined(types: &BTreeMap<&str, ValueType>) -> Option<(ValueType, bool)> {
    use ValueType::{Date, Datetime, Decimal, Integer, String, Text};
    let types: Vec<ValueType> = types.values().copied().collect();
    let only = |list: &[ValueType]| types.iter().all(|ty| list.contains(ty));
    match types.as_slice() {
        [] => None,
        [ty] => Some((*ty, true)),
        _ if only(&[Integer, Decimal]) => Some((Decimal, true)),
        _ if only(&[Date, Datetime]) => Some((Datetime, true)),
        several if several.contains(&Text) => Some((Text, false)),
        _ => Some((String, false)),
    }
}

/// Removes labels and synonyms that would name two values.
fn distinct(values: &mut [(String, Words)]) {
    let mut names: BTreeMap<String, String> = (values.iter())
        .map(|(value, _)| (value.to_lowercase(), value.clone()))
        .collect();
    for (value, words) in values {
        let mut own = |name: &String| {
            let first = names
                .entry(name.to_lowercase())
                .or_insert_with(|| value.clone());
            first == value
        };
        words.labels.retain(|_, label| own(label));
        for synonyms in words.synonyms.values_mut() {
            synonyms.retain(&mut own);
        }
        words.synonyms.retain(|_, synonyms| !synonyms.is_empty());
    }
}
