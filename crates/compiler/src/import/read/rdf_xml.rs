//! RDF/XML → graph, over a plain XML reader: a stack of node elements and property elements.
//!
//! The newest release of Oxigraph's RDF/XML reader stands on a `quick-xml` with two open advisories for what an
//! import meets (RUSTSEC-2026-0194, RUSTSEC-2026-0195), and it refuses IRIs that the W3C's own wine ontology has. So
//! this file reads RDF/XML on the patched `quick-xml`, which EDMX needs anyway.

mod frame;

use oxiri::Iri;
use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{LocalName, ResolveResult};

use super::graph::{Graph, Node, Object};
use super::xml::{Entities, Position};
use crate::import::bounds::{BASE, NAMESPACES};
use crate::import::finding::{ImportFinding, shown};
use crate::import::ontology::vocabulary::RDF;
use frame::{Attributes, Frame, Kind};

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Reads an RDF/XML text.
pub(crate) fn read(text: &str) -> Result<Graph, ImportFinding> {
    let mut xml = NsReader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let resolver = xml.resolver_mut();
    resolver.set_max_namespace_bindings(NAMESPACES);
    let mut reader = Reader {
        graph: Graph::default(),
        entities: Entities::default(),
        stack: Vec::new(),
        blanks: 0,
        at: Position { text, offset: 0 },
    };
    loop {
        reader.at.offset = xml.buffer_position();
        let event = xml.read_event().map_err(|error| {
            reader.at.offset = xml.error_position();
            reader.at.xml(&error)
        })?;
        match event {
            Event::Start(element) => {
                let name = reader.full_name(xml.resolver().resolve_element(element.name()))?;
                let attributes = reader.attributes(&element, &xml)?;
                reader.open(&name, attributes)?;
            }
            Event::End(_) => reader.close()?,
            Event::Text(letters) => reader.text(&letters.xml10_content()),
            Event::CData(letters) => reader.text(&letters.xml10_content()),
            Event::GeneralRef(reference) => {
                let letters = reader.entities.reference(&reference);
                let letters = letters.map_err(|error| reader.at.wrong(error))?;
                reader.text(&letters);
            }
            Event::DocType(doctype) => reader.entities = Entities::declared(&doctype)?,
            Event::Eof => break,
            Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    if reader.stack.is_empty() {
        Ok(reader.graph)
    } else {
        Err(reader.at.wrong("not XML: it ends inside of an element"))
    }
}

struct Reader<'t> {
    graph: Graph,
    entities: Entities,
    stack: Vec<Frame>,
    blanks: usize,
    at: Position<'t>,
}

impl Reader<'_> {
    /// Namespace and local name as one IRI.
    fn full_name(
        &self,
        (space, local): (ResolveResult<'_>, LocalName<'_>),
    ) -> Result<String, ImportFinding> {
        let local = local.into_inner();
        match space {
            ResolveResult::Bound(space) => {
                let space = self.entities.namespace(space.into_inner());
                Ok(format!("{space}{local}"))
            }
            ResolveResult::Unbound => Ok(local.to_owned()),
            ResolveResult::Unknown(prefix) => {
                let message = format!("the prefix `{}` is not declared", shown(&prefix));
                Err(self.at.wrong(message))
            }
        }
    }

    fn attributes(
        &self,
        element: &BytesStart<'_>,
        xml: &NsReader<&[u8]>,
    ) -> Result<Attributes, ImportFinding> {
        let mut attributes = Attributes::default();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| self.at.xml(&error))?;
            if attribute.key.as_namespace_binding().is_some() {
                continue;
            }
            let value = (self.entities.value(&attribute)).map_err(|error| self.at.xml(&error))?;
            let name = self.full_name(xml.resolver().resolve_attribute(attribute.key))?;
            if let Some(name) = name.strip_prefix(XML) {
                match name {
                    "base" => attributes.base = Some(value),
                    "lang" => attributes.language = Some(value),
                    _ => {}
                }
            } else if let Some(name) = name.strip_prefix(RDF) {
                attributes.rdf(name, value);
            } else if name.contains(':') {
                attributes.properties.push((name, value));
            }
        }
        Ok(attributes)
    }

    fn open(&mut self, name: &str, attributes: Attributes) -> Result<(), ImportFinding> {
        self.at.shallow(self.stack.len())?;
        let outer = self.stack.last();
        let language = (attributes.language.clone())
            .or_else(|| outer.map(|frame| frame.language.clone()))
            .unwrap_or_default();
        let around = outer.map_or(BASE, |frame| frame.base.as_str());
        let base = match &attributes.base {
            None => around.to_owned(),
            Some(said) => (Iri::parse(around).and_then(|around| around.resolve(said)))
                .map_err(|_| {
                    let message = format!("the base `{}` is no IRI", shown(said));
                    self.at.wrong(message)
                })?
                .into_inner(),
        };
        let frame = |kind| Frame {
            base,
            language,
            kind,
        };
        let frame = match outer.map(|frame| &frame.kind) {
            None if name.strip_prefix(RDF) == Some("RDF") => frame(Kind::Root),
            Some(Kind::Literal) => frame(Kind::Literal),
            Some(Kind::Node { .. }) => {
                let mut frame = frame(Kind::Literal);
                frame.kind = self.property(name, attributes, &frame)?;
                frame
            }
            _ => {
                let mut frame = frame(Kind::Literal);
                let subject = self.node(name, attributes, &frame)?;
                self.nest(&subject)?;
                frame.kind = Kind::Node {
                    subject,
                    members: 0,
                };
                frame
            }
        };
        self.stack.push(frame);
        Ok(())
    }

    /// A node element; what its name and its attributes say of it.
    fn node(
        &mut self,
        name: &str,
        attributes: Attributes,
        frame: &Frame,
    ) -> Result<Node, ImportFinding> {
        let subject = match (&attributes.about, &attributes.id, &attributes.node_id) {
            (Some(about), ..) => resolved(&frame.base, about),
            (None, Some(id), _) => resolved(&frame.base, &format!("#{id}")),
            (None, None, Some(label)) => Node::Blank(format!("said:{label}")),
            (None, None, None) => self.blank(),
        };
        if name.strip_prefix(RDF) != Some("Description") {
            let ty = Object::Node(Node::Named(name.to_owned()));
            self.say(&subject, &format!("{RDF}type"), ty)?;
        }
        self.properties(&subject, attributes, frame)?;
        Ok(subject)
    }

    /// Property attributes: texts, but for `rdf:type`.
    fn properties(
        &mut self,
        subject: &Node,
        attributes: Attributes,
        frame: &Frame,
    ) -> Result<(), ImportFinding> {
        if let Some(ty) = &attributes.ty {
            let ty = Object::Node(resolved(&frame.base, ty));
            self.say(subject, &format!("{RDF}type"), ty)?;
        }
        for (predicate, text) in attributes.properties {
            let language = frame.language.clone();
            self.say(subject, &predicate, Object::Literal { text, language })?;
        }
        Ok(())
    }

    /// A property element inside of the node on top of the stack.
    fn property(
        &mut self,
        name: &str,
        attributes: Attributes,
        frame: &Frame,
    ) -> Result<Kind, ImportFinding> {
        let Some(Frame {
            kind: Kind::Node { subject, members },
            ..
        }) = self.stack.last_mut()
        else {
            return Ok(Kind::Literal);
        };
        let predicate = if name.strip_prefix(RDF) == Some("li") {
            *members += 1;
            format!("{RDF}_{members}")
        } else {
            name.to_owned()
        };
        let subject = subject.clone();
        match attributes.parse_type.as_deref() {
            Some("Resource") => {
                let inner = self.blank();
                self.say(&subject, &predicate, Object::Node(inner.clone()))?;
                return Ok(Kind::Node {
                    subject: inner,
                    members: 0,
                });
            }
            Some("Collection") => {
                return Ok(Kind::Collection {
                    last: subject,
                    predicate,
                });
            }
            Some(_) => return Ok(Kind::Literal),
            None => {}
        }
        let object = match (&attributes.resource, &attributes.node_id) {
            (Some(resource), _) => Some(resolved(&frame.base, resource)),
            (None, Some(label)) => Some(Node::Blank(format!("said:{label}"))),
            (None, None) if !attributes.properties.is_empty() || attributes.ty.is_some() => {
                Some(self.blank())
            }
            (None, None) => None,
        };
        if let Some(object) = &object {
            self.say(&subject, &predicate, Object::Node(object.clone()))?;
            self.properties(object, attributes, frame)?;
        }
        Ok(Kind::Property {
            subject,
            predicate,
            text: String::new(),
            done: object.is_some(),
        })
    }

    /// Says that a node element is what the property around it leads to.
    fn nest(&mut self, inner: &Node) -> Result<(), ImportFinding> {
        let at = self.at;
        let (subject, predicate, object) = match self.stack.last_mut().map(|frame| &mut frame.kind)
        {
            Some(Kind::Property { done: true, .. }) => {
                return Err(at.wrong("not RDF/XML: a property leads to two nodes"));
            }
            Some(Kind::Property {
                subject,
                predicate,
                done,
                ..
            }) => {
                *done = true;
                (subject.clone(), predicate.clone(), inner.clone())
            }
            Some(Kind::Collection { last, predicate }) => {
                self.blanks += 1;
                let cell = Node::Blank(format!("made:{}", self.blanks));
                let rest = std::mem::replace(predicate, format!("{RDF}rest"));
                let before = std::mem::replace(last, cell.clone());
                let first = Object::Node(inner.clone());
                self.graph
                    .add(cell.clone(), &format!("{RDF}first"), first)?;
                (before, rest, cell)
            }
            _ => return Ok(()),
        };
        self.say(&subject, &predicate, Object::Node(object))
    }

    fn text(&mut self, letters: &str) {
        if let Some(Kind::Property {
            text, done: false, ..
        }) = self.stack.last_mut().map(|frame| &mut frame.kind)
        {
            text.push_str(letters);
        }
    }

    fn close(&mut self) -> Result<(), ImportFinding> {
        let Some(frame) = self.stack.pop() else {
            return Ok(());
        };
        match frame.kind {
            Kind::Property {
                subject,
                predicate,
                text,
                done: false,
            } => {
                let language = frame.language;
                self.say(&subject, &predicate, Object::Literal { text, language })
            }
            Kind::Collection { last, predicate } => {
                let nil = Node::Named(format!("{RDF}nil"));
                self.say(&last, &predicate, Object::Node(nil))
            }
            _ => Ok(()),
        }
    }

    fn blank(&mut self) -> Node {
        self.blanks += 1;
        Node::Blank(format!("made:{}", self.blanks))
    }

    fn say(
        &mut self,
        subject: &Node,
        predicate: &str,
        object: Object,
    ) -> Result<(), ImportFinding> {
        self.graph.add(subject.clone(), predicate, object)
    }
}

/// An IRI against its base. Real ontologies hold IRIs that are none, `food##Wine`; as names they serve all the same.
fn resolved(base: &str, iri: &str) -> Node {
    let iri = iri.trim();
    let whole = Iri::parse(base).and_then(|base| base.resolve(iri));
    Node::Named(match whole {
        Ok(whole) => whole.into_inner(),
        Err(_) if iri.starts_with('#') => {
            let document = base.split('#').next().unwrap_or_default();
            format!("{document}{iri}")
        }
        Err(_) => iri.to_owned(),
    })
}
