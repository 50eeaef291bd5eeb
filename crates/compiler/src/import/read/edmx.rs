//! OData `$metadata` (EDMX 1 to 4) → ontology. Entity types and complex types become classes; properties and navigation
//! properties become properties of one class each.

mod document;
mod one_c;

use quick_xml::Reader as XmlReader;
use quick_xml::events::{BytesStart, Event};

use super::xml::{Entities, Position};
use crate::finding::Rule;
use crate::import::bounds::TRIPLES;
use crate::import::finding::ImportFinding;
use crate::import::omission::{OmissionReason, Omissions};
use crate::import::ontology::{Class, Count, ListedValue, Ontology, Property, Texts};
use document::{Attributes, Document, Owner, add};

pub(crate) fn read(text: &str, left: &mut Omissions) -> Result<Ontology, ImportFinding> {
    let mut xml = XmlReader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let mut reader = EdmxReader {
        document: Document::default(),
        stack: Vec::new(),
        elements: 0,
        at: Position { text, offset: 0 },
    };
    // A `$metadata` document declares no XML entities.
    let entities = Entities::default();
    let mut roots = 0;
    loop {
        reader.at.offset = xml.buffer_position();
        let event = xml.read_event().map_err(|error| {
            reader.at.offset = xml.error_position();
            reader.at.xml(&error)
        })?;
        match event {
            Event::Start(element) => {
                reader.at.one_root(&mut roots, reader.stack.is_empty())?;
                let attributes = entities.attributes(&element);
                let attributes = attributes.map_err(|error| reader.at.xml(&error))?;
                reader.open(&element, attributes, left)?;
            }
            Event::End(_) => {
                reader.stack.pop();
            }
            Event::Text(letters) => reader.letters(&letters.xml10_content())?,
            Event::CData(letters) => reader.letters(&letters.xml10_content())?,
            Event::DocType(_) => {
                let message = "a document type in `$metadata`";
                let finding = ImportFinding::new(Rule::OntologyEntity, message);
                return Err(finding.help("remove it; OData writes none"));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if !reader.stack.is_empty() {
        return Err(reader.at.wrong("not XML: it ends inside of an element"));
    }
    Ok(reader.document.into_ontology(left))
}

struct EdmxReader<'t> {
    document: Document,
    /// Local names of the open elements, each with the owner of its children.
    stack: Vec<(String, Owner)>,
    elements: usize,
    at: Position<'t>,
}

impl EdmxReader<'_> {
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

    /// Reads an element and returns the owner of its children.
    fn owner(
        &mut self,
        element: &str,
        said: Attributes,
        left: &mut Omissions,
    ) -> Result<Owner, ImportFinding> {
        let around = self.stack.last().map_or(Owner::None, |(_, owner)| *owner);
        let get = |key: &str| said.get(key).cloned().unwrap_or_default();
        let document = &mut self.document;
        Ok(match (element, around) {
            ("Schema", _) => {
                document.namespace = get("Namespace");
                if let Some(alias) = said.get("Alias") {
                    let namespace = document.namespace.clone();
                    document.aliases.insert(alias.clone(), namespace);
                }
                Owner::Schema
            }
            ("EntityType" | "ComplexType", Owner::Schema) => {
                let mut class = Class {
                    parents: said.get("BaseType").into_iter().cloned().collect(),
                    ..Class::default()
                };
                add(&mut class.texts.labels, said.get("label"));
                self.class(&said, class)?;
                Owner::Type
            }
            ("PropertyRef", Owner::Type) => {
                let name = self.required("Name", &said)?;
                let document = &mut self.document;
                document.key_properties += 1;
                // A single part of a composite key does not identify an instance.
                let only = document.key_properties == 1;
                let path = format!("{}/{name}", document.name);
                if let Some(class) = document.class() {
                    class.key = only.then_some(path);
                }
                Owner::None
            }
            ("Key", Owner::Type) => Owner::Type,
            ("NavigationProperty", Owner::Type) if said.contains_key("Relationship") => {
                self.property(&said, Property::default())?;
                let roles = ["Relationship", "FromRole", "ToRole"].map(get);
                let path = self.document.property.clone();
                self.document.navigation.push((path, roles));
                Owner::Property
            }
            ("Property" | "NavigationProperty", Owner::Type) => {
                let ty = self.required("Type", &said)?;
                let inner = ty.strip_prefix("Collection(");
                let (range, count) = match inner.and_then(|inner| inner.strip_suffix(')')) {
                    Some(inner) => (inner, Count::Many),
                    None => (ty.as_str(), Count::One),
                };
                let partner = said.get("Partner");
                let property = Property {
                    ranges: [range.to_owned()].into(),
                    inverses: (partner.map(|back| format!("{range}/{back}")).into_iter()).collect(),
                    count,
                    ..Property::default()
                };
                self.property(&said, property)?;
                Owner::Property
            }
            ("Association", Owner::Schema) => {
                self.document.name = self.qualified(&said)?;
                Owner::Association
            }
            ("End", Owner::Association) => {
                let ends = document.associations.entry(document.name.clone());
                ends.or_default()
                    .push(["Role", "Type", "Multiplicity"].map(get));
                Owner::None
            }
            ("EnumType", Owner::Schema) => {
                // An enumeration without members stays a plain datatype.
                let class = Class {
                    is_datatype: true,
                    ..Class::default()
                };
                self.class(&said, class)?;
                Owner::Enum
            }
            ("Member", Owner::Enum) => {
                let name = self.required("Name", &said)?;
                let value = format!("{}/{name}", self.document.name);
                if let Some(class) = self.document.class() {
                    class.is_datatype = false;
                    let value = ListedValue::Individual(value);
                    class.values.insert(value, Texts::default());
                }
                Owner::None
            }
            ("TypeDefinition", Owner::Schema) => {
                let name = format!("{}.{}", document.namespace, get("Name"));
                document.definitions.insert(name, get("UnderlyingType"));
                Owner::None
            }
            ("Annotations", Owner::Schema) => {
                document.target = get("Target");
                Owner::Target
            }
            ("Annotation", _) => {
                document.annotate(around, &said);
                Owner::None
            }
            ("Documentation" | "Summary" | "LongDescription", _) => around,
            ("EntityContainer" | "Function" | "Action", Owner::Schema) => {
                let name = format!("{}.{}", document.namespace, get("Name"));
                left.other(OmissionReason::OutsideOfTypes, &name, element);
                Owner::None
            }
            _ => Owner::None,
        })
    }

    fn class(&mut self, said: &Attributes, class: Class) -> Result<(), ImportFinding> {
        let name = self.qualified(said)?;
        let document = &mut self.document;
        document.key_properties = 0;
        document.name.clone_from(&name);
        document.ontology.classes.insert(name, class);
        Ok(())
    }

    fn property(&mut self, said: &Attributes, property: Property) -> Result<(), ImportFinding> {
        let name = self.required("Name", said)?;
        self.document
            .add_property(&name, said.get("label"), property);
        Ok(())
    }

    fn qualified(&self, said: &Attributes) -> Result<String, ImportFinding> {
        let name = self.required("Name", said)?;
        Ok(format!("{}.{name}", self.document.namespace))
    }

    fn required(&self, key: &str, said: &Attributes) -> Result<String, ImportFinding> {
        (said.get(key).filter(|value| !value.is_empty()).cloned()).ok_or_else(|| {
            let message = format!("not EDMX: an element lacks `{key}`");
            self.at.wrong(message)
        })
    }

    /// Reads character data, which is only allowed inside an element. Documentation texts are kept.
    fn letters(&mut self, letters: &str) -> Result<(), ImportFinding> {
        self.at.no_text(letters, self.stack.is_empty())?;
        if let Some((name, owner)) = self.stack.last()
            && matches!(name.as_str(), "Summary" | "LongDescription")
        {
            self.document.describe(*owner, letters);
        }
        Ok(())
    }
}
