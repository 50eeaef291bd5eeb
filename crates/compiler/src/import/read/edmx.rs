//! OData `$metadata` (EDMX 1 and 4) → ontology: entity and complex types are classes, properties and navigation
//! properties are properties of one class each.

mod raw;
mod resolve;

use quick_xml::Reader as XmlReader;
use quick_xml::events::{BytesStart, Event};

use super::xml::{Entities, Position};
use crate::finding::Rule;
use crate::import::bounds::TRIPLES;
use crate::import::finding::ImportFinding;
use crate::import::omission::{Element, OmissionReason, Omissions};
use crate::import::ontology::Ontology;
use raw::{Association, Attributes, Kind, Owner, Raw, RawEnum, RawProperty, RawType};

/// Reads an EDMX text.
pub(crate) fn read(text: &str, left: &mut Omissions) -> Result<Ontology, ImportFinding> {
    let mut xml = XmlReader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let mut reader = Reader {
        raw: Raw::default(),
        stack: Vec::new(),
        elements: 0,
        at: Position { text, offset: 0 },
    };
    // A `$metadata` document has no entities of its own, so none are read.
    let entities = Entities::default();
    loop {
        reader.at.offset = xml.buffer_position();
        let event = xml.read_event().map_err(|error| {
            reader.at.offset = xml.error_position();
            reader.at.xml(&error)
        })?;
        match event {
            Event::Start(element) => {
                let attributes = entities.attributes(&element);
                let attributes = attributes.map_err(|error| reader.at.xml(&error))?;
                reader.open(&element, attributes, left)?;
            }
            Event::End(_) => {
                reader.stack.pop();
            }
            Event::Text(letters) => reader.text(&letters.xml10_content()),
            Event::CData(letters) => reader.text(&letters.xml10_content()),
            Event::DocType(_) => {
                let message = "a document type in `$metadata`";
                return Err(ImportFinding::new(Rule::OntologyEntity, message)
                    .help("remove it; OData writes none"));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if !reader.stack.is_empty() {
        return Err(reader.at.wrong("not XML: it ends inside of an element"));
    }
    Ok(resolve::ontology(reader.raw, left))
}

struct Reader<'t> {
    raw: Raw,
    /// Local names of the open elements, each with what its children belong to.
    stack: Vec<(String, Owner)>,
    elements: usize,
    at: Position<'t>,
}

impl Reader<'_> {
    fn open(
        &mut self,
        element: &BytesStart<'_>,
        said: Attributes,
        left: &mut Omissions,
    ) -> Result<(), ImportFinding> {
        self.at.shallow(self.stack.len())?;
        self.elements += 1;
        if self.elements > TRIPLES {
            let message = format!("the ontology has more than {TRIPLES} elements");
            return Err(ImportFinding::new(Rule::OntologyTooLarge, message));
        }
        let name = element.local_name().into_inner().to_owned();
        let owner = self.owner(&name, said, left)?;
        self.stack.push((name, owner));
        Ok(())
    }

    /// Takes an element, and says what its children belong to.
    fn owner(
        &mut self,
        element: &str,
        said: Attributes,
        left: &mut Omissions,
    ) -> Result<Owner, ImportFinding> {
        let around = self.stack.last().map_or(Owner::None, |(_, owner)| *owner);
        let get = |key: &str| said.get(key).cloned();
        let raw = &mut self.raw;
        Ok(match (element, around) {
            ("Schema", _) => {
                raw.namespace = get("Namespace").unwrap_or_default();
                if let Some(alias) = get("Alias") {
                    raw.aliases.insert(alias, raw.namespace.clone());
                }
                Owner::Schema
            }
            ("EntityType" | "ComplexType", Owner::Schema) => {
                let name = self.required("Name", &said)?;
                let raw = &mut self.raw;
                raw.types.push(RawType {
                    name: format!("{}.{name}", raw.namespace),
                    base: get("BaseType"),
                    label: get("label"),
                    ..RawType::default()
                });
                Owner::Type
            }
            ("PropertyRef", Owner::Type) => {
                let name = self.required("Name", &said)?;
                if let Some(ty) = self.raw.types.last_mut() {
                    ty.key.push(name);
                }
                Owner::None
            }
            ("Key", Owner::Type) => Owner::Type,
            ("Property", Owner::Type) => {
                let ty = self.required("Type", &said)?;
                self.property(&said, Kind::Value { ty })?
            }
            ("NavigationProperty", Owner::Type) => {
                let kind = match get("Relationship") {
                    Some(relationship) => Kind::Association {
                        relationship,
                        from: get("FromRole").unwrap_or_default(),
                        to: get("ToRole").unwrap_or_default(),
                    },
                    None => Kind::Navigation {
                        ty: self.required("Type", &said)?,
                        partner: get("Partner"),
                    },
                };
                self.property(&said, kind)?
            }
            ("Association", Owner::Schema) => {
                let name = self.required("Name", &said)?;
                let raw = &mut self.raw;
                let association = Association {
                    name: format!("{}.{name}", raw.namespace),
                    ends: Vec::new(),
                };
                raw.associations.push(association);
                Owner::Association
            }
            ("End", Owner::Association) => {
                let end = [get("Role"), get("Type"), get("Multiplicity")];
                if let Some(association) = raw.associations.last_mut() {
                    association.ends.push(end.map(Option::unwrap_or_default));
                }
                Owner::None
            }
            ("EnumType", Owner::Schema) => {
                let name = self.required("Name", &said)?;
                let raw = &mut self.raw;
                raw.enums.push(RawEnum {
                    name: format!("{}.{name}", raw.namespace),
                    members: Vec::new(),
                });
                Owner::Enum
            }
            ("Member", Owner::Enum) => {
                let name = self.required("Name", &said)?;
                if let Some(list) = self.raw.enums.last_mut() {
                    list.members.push(name);
                }
                Owner::None
            }
            ("TypeDefinition", Owner::Schema) => {
                let (name, under) = (get("Name"), get("UnderlyingType"));
                let name = format!("{}.{}", raw.namespace, name.unwrap_or_default());
                raw.definitions.insert(name, under.unwrap_or_default());
                Owner::None
            }
            ("Annotations", Owner::Schema) => {
                raw.target = get("Target").unwrap_or_default();
                Owner::Target
            }
            ("Annotation", _) => {
                raw.annotate(around, &said);
                Owner::None
            }
            ("Documentation", _) => around,
            ("Summary" | "LongDescription", _) => around,
            ("EntityContainer" | "Function" | "Action", Owner::Schema) => {
                let name = format!("{}.{}", raw.namespace, get("Name").unwrap_or_default());
                left.leave(
                    OmissionReason::OutsideOfTypes,
                    Element::Other,
                    &name,
                    element,
                );
                Owner::None
            }
            _ => Owner::None,
        })
    }

    fn property(&mut self, said: &Attributes, kind: Kind) -> Result<Owner, ImportFinding> {
        let name = self.required("Name", said)?;
        if let Some(ty) = self.raw.types.last_mut() {
            ty.properties.push(RawProperty {
                name,
                kind,
                label: said.get("label").cloned(),
                comment: None,
            });
        }
        Ok(Owner::Property)
    }

    fn required(&self, key: &str, said: &Attributes) -> Result<String, ImportFinding> {
        (said.get(key).filter(|value| !value.is_empty()).cloned()).ok_or_else(|| {
            let message = format!("not EDMX: an element lacks `{key}`");
            self.at.wrong(message)
        })
    }

    /// The text of a documentation.
    fn text(&mut self, letters: &str) {
        if let Some((name, owner)) = self.stack.last()
            && matches!(name.as_str(), "Summary" | "LongDescription")
        {
            self.raw.document(*owner, letters);
        }
    }
}
