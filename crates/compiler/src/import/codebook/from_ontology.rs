//! Ontology → book: types, a field or a relation for each class that can use a property, names for all of them.
//!
//! Inheritance is flattened, because a code belongs to one type: each type has a field for every property that reaches
//! it, and a relation leads to the class that the ontology names, not to its subclasses. An object property becomes a
//! relation; if it has at most one value of one type, it also becomes a reference field. A restriction counts only
//! where the property has no domain or range; a shape overrides domain and range.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use cmec_decoder::language::ValueType;

use super::languages::{Languages, Survey};
use super::shape::{Shape, Shaper};
use super::{Book, BookField, BookRelation, BookType, Value, Words};
use crate::import::element_names::{NameSource, UniqueNames, code_name, is_cut};
use crate::import::finding::ImportFinding;
use crate::import::lock::{ImportLock, RelationSource};
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::class_names::named_by;
use crate::import::ontology::class_properties::{ClassProperties, PropertyUse, bounded, used};
use crate::import::ontology::hierarchy::Hierarchy;
use crate::import::ontology::narrowing::Narrowing;
use crate::import::ontology::roles::Roles;
use crate::import::ontology::signature::signatures;
use crate::import::ontology::{Count, Ontology, Texts, selection};

/// Builds the book of the selected part of an ontology.
pub(crate) fn book(
    ontology: &Ontology,
    (narrowing, wanted, names): (&Narrowing, &[String], NameSource),
    previous: &ImportLock,
    left: &mut Omissions,
) -> Result<Book, ImportFinding> {
    let mut tree = Hierarchy::of_classes(ontology);
    let roles = Roles::of(ontology, &mut tree)?;
    let signatures = signatures(ontology, &roles)?;
    let known = previous.sources();
    let usage = ClassProperties::of_ontology(ontology, &signatures, (narrowing, &known), left);
    let choice = (&mut tree, narrowing, &known);
    let kept = selection::kept(ontology, &roles, &usage, choice, left)?;
    let used = used(&kept, &usage, &mut tree)?;
    let languages = languages(ontology, &used, wanted, left);
    let shaper = Shaper {
        ontology,
        roles: &roles,
        kept: &kept,
        languages: &languages,
        ends: previous.ends(),
    };
    let mut taken: BTreeMap<&str, BTreeSet<&BTreeSet<String>>> = BTreeMap::new();
    for (iri, property) in used.values().flatten() {
        taken.entry(iri).or_default().insert(&property.said_at);
    }
    let mut shapes: Shapes<'_> = BTreeMap::new();
    for (iri, domains) in usage.all() {
        let Some(property) = ontology.properties.get(iri) else {
            continue;
        };
        let Some(ways) = taken.get(iri) else {
            let reasons = domains
                .iter()
                .map(|of| selection::why_no_domain(of, &roles, ontology));
            let reason = reasons.min().unwrap_or(OmissionReason::NoDomain);
            left.property(reason, iri, "no class that has it is taken");
            continue;
        };
        let of_property = shapes.entry(iri).or_default();
        for said_at in ways {
            let ranges = usage.ranges_at(iri, said_at).into_iter();
            let shape = shaper.shape((iri, property), ranges, &mut tree, left)?;
            let texts = property.texts_at(said_at.iter());
            let words = languages.words(iri, &texts, &property.usage, left);
            of_property.insert((*said_at).clone(), (shape, words));
        }
    }
    let leads_to = (shapes.values())
        .flat_map(BTreeMap::values)
        .flat_map(|(shape, _)| shape.things.union(&shape.also));
    let said: BTreeSet<String> = (used.iter())
        .filter(|(_, properties)| !properties.is_empty())
        .map(|(iri, _)| (*iri).to_owned())
        .chain(leads_to.cloned())
        .collect();
    for iri in kept.difference(&said) {
        left.class(OmissionReason::Unused, iri, "");
    }
    let mut builder = OntologyBook {
        ontology,
        previous,
        shapes,
        book: Book::default(),
        names: type_names(&said, (ontology, names), previous, left),
        source: names,
        relation_names: previous.relation_names().collect(),
    };
    for class in &said {
        let properties = used.get(class.as_str()).into_iter().flatten();
        let properties = properties.map(|(iri, property)| (*iri, property));
        // A class inherits from all classes above it, so the nearest ones decide.
        let nearest = tree.nearest_above(class, &said)?;
        let above: BTreeSet<&str> = (nearest.iter())
            .filter_map(|iri| used.get(iri.as_str()))
            .flat_map(BTreeMap::keys)
            .copied()
            .collect();
        builder.class(class, properties, &above, left)?;
    }
    builder.types(&said, &languages, &mut tree, left)?;
    builder.inverses();
    builder.book.languages = languages.listed;
    Ok(builder.book)
}

fn languages(
    ontology: &Ontology,
    used: &BTreeMap<&str, BTreeMap<&str, PropertyUse>>,
    wanted: &[String],
    left: &mut Omissions,
) -> Languages {
    let properties: BTreeSet<&str> = used.values().flat_map(BTreeMap::keys).copied().collect();
    let properties = properties.into_iter().filter_map(|iri| {
        let property = ontology.properties.get(iri)?;
        Some((iri, property.texts_at(property.constraints.keys())))
    });
    let classes = used.keys().filter_map(|iri| {
        let class = ontology.classes.get(*iri)?;
        Some((*iri, Cow::Borrowed(&class.texts)))
    });
    let mut survey = Survey::default();
    for (iri, texts) in classes.chain(properties) {
        survey.see(iri, &texts);
    }
    survey.languages(wanted, left)
}

/// The shape of each property, by the classes that constrain it.
type Shapes<'o> = BTreeMap<&'o str, BTreeMap<BTreeSet<String>, (Shape, Words)>>;

struct OntologyBook<'o> {
    ontology: &'o Ontology,
    previous: &'o ImportLock,
    shapes: Shapes<'o>,
    book: Book,
    /// Type names by IRI.
    names: BTreeMap<String, String>,
    source: NameSource,
    relation_names: UniqueNames,
}

impl OntologyBook<'_> {
    /// Adds the fields and relations of a class. The meaning of an inherited property is described at the class that
    /// declares it.
    fn class<'p>(
        &mut self,
        class: &str,
        properties: impl Iterator<Item = (&'p str, &'p PropertyUse)>,
        above: &BTreeSet<&str>,
        left: &mut Omissions,
    ) -> Result<(), ImportFinding> {
        let Some(type_name) = self.names.get(class).cloned() else {
            return Ok(());
        };
        let mut field_names: UniqueNames = self.previous.field_names(&type_name).collect();
        for (iri, PropertyUse { said_at, is_one }) in properties {
            let (Some(shapes), Some(property)) =
                (self.shapes.get(iri), self.ontology.properties.get(iri))
            else {
                continue;
            };
            let Some((shape, words)) = shapes.get(said_at) else {
                continue;
            };
            let texts = property.texts_at(said_at.iter());
            let called = named_by(iri, &texts, self.source);
            let mut words = words.clone();
            if above.contains(iri) {
                words.description = None;
            }
            if let Some(value) = value(shape, &self.names, *is_one) {
                let source = (type_name.clone(), iri.to_owned());
                let name = match self.previous.fields.get(&source) {
                    Some((_, name)) => name.clone(),
                    None => own_name(&called, &mut field_names, |reason, name| {
                        left.property(reason, iri, name);
                    }),
                };
                self.book.fields.push(BookField {
                    property: iri.to_owned(),
                    type_name: type_name.clone(),
                    sql: None,
                    name,
                    value,
                    words: words.clone(),
                });
            }
            let many = shape.things.len() > 1;
            for thing in shape.things.union(&shape.also) {
                let Some(to) = self.names.get(thing) else {
                    continue;
                };
                let source = (type_name.clone(), iri.to_owned(), to.clone());
                let name = match self.previous.relations.get(&source) {
                    Some((_, name)) => name.clone(),
                    // The relation to the wider class replaces this one, which never had a code.
                    None if !shape.things.contains(thing) => continue,
                    None => {
                        let verb = code_name(&called);
                        let wanted = if many {
                            format!("{type_name}_{verb}_{to}")
                        } else {
                            format!("{type_name}_{verb}")
                        };
                        self.relation_names.give(wanted)
                    }
                };
                self.book.relations.push(BookRelation {
                    sql: None,
                    property: iri.to_owned(),
                    name,
                    from: type_name.clone(),
                    to: to.clone(),
                    inverse: None,
                    to_one: *is_one,
                    from_one: false,
                    words: words.clone(),
                });
            }
            bounded(self.book.fields.len() + self.book.relations.len())?;
        }
        Ok(())
    }

    /// Adds the types, except those without any field or relation.
    fn types(
        &mut self,
        kept: &BTreeSet<String>,
        languages: &Languages,
        tree: &mut Hierarchy,
        left: &mut Omissions,
    ) -> Result<(), ImportFinding> {
        let mut fields: BTreeMap<&str, Vec<&BookField>> = BTreeMap::new();
        for field in &self.book.fields {
            fields.entry(&field.type_name).or_default().push(field);
        }
        let ends: BTreeSet<&str> = (self.book.relations.iter())
            .flat_map(|relation| [relation.from.as_str(), relation.to.as_str()])
            .collect();
        let mut types = Vec::new();
        for iri in kept {
            let (Some(name), Some(class)) = (self.names.get(iri), self.ontology.classes.get(iri))
            else {
                continue;
            };
            let own = fields.get(name.as_str());
            // None of the properties of this class was imported.
            if own.is_none() && !ends.contains(name.as_str()) {
                left.class(OmissionReason::Unused, iri, "");
                continue;
            }
            // A type without a key inherits the key of the nearest type above it.
            let above = tree.above(iri)?;
            let above = (above.iter()).filter_map(|iri| self.ontology.classes.get(iri));
            let said = above.filter_map(|class| class.key.as_ref()).next();
            let mut own = own.into_iter().flatten();
            let key = (own.clone().find(|field| Some(&field.property) == said))
                .or_else(|| own.find(|field| field.name == "name"));
            types.push(BookType {
                iri: iri.clone(),
                sql: None,
                sql_key: None,
                name: name.clone(),
                key: key.map(|field| field.name.clone()),
                words: languages.words(iri, &class.texts, &class.usage, left),
            });
        }
        self.book.types = types;
        Ok(())
    }

    /// Pairs relations with their inverses.
    fn inverses(&mut self) {
        let relations = self.book.relations.iter();
        let names: BTreeMap<RelationSource, String> = relations
            .map(|relation| (relation.source(), relation.name.clone()))
            .collect();
        for relation in &mut self.book.relations {
            let property = self.ontology.properties.get(&relation.property);
            let mut inverses = property.into_iter().flat_map(|property| &property.inverses);
            relation.inverse = inverses.find_map(|inverse| {
                let back = (relation.to.clone(), inverse.clone(), relation.from.clone());
                names.get(&back).cloned()
            });
            let mut inverses = property.into_iter().flat_map(|property| &property.inverses);
            relation.from_one = inverses.any(|inverse| is_one(self.ontology, inverse));
        }
    }
}

/// Names the types. A name that was given before stays.
fn type_names(
    kept: &BTreeSet<String>,
    (ontology, source): (&Ontology, NameSource),
    previous: &ImportLock,
    left: &mut Omissions,
) -> BTreeMap<String, String> {
    let unsaid = Texts::default();
    let mut given: UniqueNames = previous.taken_type_names().collect();
    let mut name = |iri: &String| match previous.types.get(iri) {
        Some(name) => name.clone(),
        None => {
            let texts = ontology.classes.get(iri).map(|class| &class.texts);
            let called = named_by(iri, texts.unwrap_or(&unsaid), source);
            own_name(&called, &mut given, |reason, name| {
                left.class(reason, iri, name)
            })
        }
    };
    kept.iter().map(|iri| (iri.clone(), name(iri))).collect()
}

/// A name that is free. A name that had to be changed or cut is reported.
fn own_name(
    called: &str,
    given: &mut UniqueNames,
    mut tell: impl FnMut(OmissionReason, &str),
) -> String {
    let wanted = code_name(called);
    let name = given.give(wanted.clone());
    if name != wanted {
        tell(OmissionReason::NameClash, &name);
    }
    if is_cut(called) {
        tell(OmissionReason::Cut, "name");
    }
    name
}

/// True where an instance has at most one value of a property.
fn is_one(ontology: &Ontology, iri: &str) -> bool {
    let property = ontology.properties.get(iri);
    property.is_some_and(|property| property.count == Count::One)
}

/// The value of a field: the one from the shape, or a reference where there is at most one target of one type.
fn value(shape: &Shape, names: &BTreeMap<String, String>, is_one: bool) -> Option<Value> {
    if let Some(value) = &shape.value {
        return Some(value.clone());
    }
    let mut things = shape.things.iter();
    let (thing, None) = (things.next()?, things.next()) else {
        return None;
    };
    is_one.then_some(Value {
        ty: ValueType::Reference,
        values: Vec::new(),
        reference: Some(names.get(thing)?.clone()),
        array: false,
        unit: None,
        is_open: false,
    })
}
