//! RDF/XML → graph, read with a plain XML reader and a stack of node elements and property elements.
//!
//! The newest release of Oxigraph's RDF/XML reader depends on a `quick-xml` with two open advisories that an import can
//! hit (RUSTSEC-2026-0194, RUSTSEC-2026-0195), and it rejects IRIs that the W3C's own wine ontology uses. So this file
//! reads RDF/XML on the patched `quick-xml`, which EDMX needs anyway.

mod frame;

use oxiri::Iri;
use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{LocalName, ResolveResult};

use super::graph::{Graph, Node, Object};
use super::xml::{Entities, Position};
use crate::import::bounds::NAMESPACES;
use crate::import::finding::{ImportFinding, shown};
use crate::import::ontology::vocabulary::RDF;
use frame::{Attributes, Frame, Kind, Scope};

const XML: &str = "http://www.w3.org/XML/1998/namespace";

pub(crate) fn read(text: &str, graph: Graph) -> Result<Graph, ImportFinding> {
    let mut xml = NsReader::from_str(text);
    xml.config_mut().expand_empty_elements = true;
    let resolver = xml.resolver_mut();
    resolver.set_max_namespace_bindings(NAMESPACES);
    let mut reader = RdfXmlReader {
        graph,
        entities: Entities::default(),
        stack: Vec::new(),
        blanks: 0,
        at: Position { text, offset: 0 },
    };
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
                let name = reader.full_name(xml.resolver().resolve_element(element.name()))?;
                let attributes = reader.attributes(&element, &xml)?;
                reader.open(&name, attributes)?;
            }
            Event::End(_) => reader.close()?,
            Event::Text(letters) => reader.letters(&letters.xml10_content())?,
            Event::CData(letters) => reader.letters(&letters.xml10_content())?,
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

struct RdfXmlReader<'t> {
    graph: Graph,
    entities: Entities,
    stack: Vec<Frame>,
    blanks: usize,
    at: Position<'t>,
}

impl RdfXmlReader<'_> {
    /// Namespace and local name joined to one IRI.
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
        let mut scope = outer.map_or_else(Scope::default, |frame| frame.scope.clone());
        if let Some(language) = &attributes.language {
            scope.language.clone_from(language);
        }
        if let Some(said) = &attributes.base {
            let base = Iri::parse(scope.base.as_str()).and_then(|around| around.resolve(said));
            let base = base.map_err(|_| {
                let message = format!("the base `{}` is no IRI", shown(said));
                self.at.wrong(message)
            })?;
            scope.base = base.into_inner();
        }
        let kind = match outer.map(|frame| &frame.kind) {
            None if name.strip_prefix(RDF) == Some("RDF") => Kind::Root,
            Some(Kind::Literal) => Kind::Literal,
            Some(Kind::Node { .. }) => self.property(name, attributes, &scope)?,
            _ => {
                let subject = self.node(name, attributes, &scope)?;
                self.nest(&subject)?;
                Kind::Node {
                    subject,
                    members: 0,
                }
            }
        };
        self.stack.push(Frame { scope, kind });
        Ok(())
    }

    /// Reads a node element: its name and its attributes.
    fn node(
        &mut self,
        name: &str,
        attributes: Attributes,
        scope: &Scope,
    ) -> Result<Node, ImportFinding> {
        let subject = match (&attributes.about, &attributes.id, &attributes.node_id) {
            (Some(about), ..) => resolved(&scope.base, about),
            (None, Some(id), _) => resolved(&scope.base, &format!("#{id}")),
            (None, None, Some(label)) => Node::Blank(format!("said:{label}")),
            (None, None, None) => self.blank(),
        };
        if name.strip_prefix(RDF) != Some("Description") {
            let ty = Object::Node(Node::Named(name.to_owned()));
            (self.graph).add(subject.clone(), &format!("{RDF}type"), ty)?;
        }
        self.properties(&subject, attributes, scope)?;
        Ok(subject)
    }

    /// Reads property attributes: all are texts, except `rdf:type`.
    fn properties(
        &mut self,
        subject: &Node,
        attributes: Attributes,
        scope: &Scope,
    ) -> Result<(), ImportFinding> {
        if let Some(ty) = &attributes.ty {
            let ty = Object::Node(resolved(&scope.base, ty));
            (self.graph).add(subject.clone(), &format!("{RDF}type"), ty)?;
        }
        for (predicate, text) in attributes.properties {
            let language = scope.language.clone();
            let object = Object::Literal { text, language };
            (self.graph).add(subject.clone(), &predicate, object)?;
        }
        Ok(())
    }

    /// Reads a property element inside the node on top of the stack.
    fn property(
        &mut self,
        name: &str,
        attributes: Attributes,
        scope: &Scope,
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
                (self.graph).add(subject, &predicate, Object::Node(inner.clone()))?;
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
            (Some(resource), _) => Some(resolved(&scope.base, resource)),
            (None, Some(label)) => Some(Node::Blank(format!("said:{label}"))),
            (None, None) if !attributes.properties.is_empty() || attributes.ty.is_some() => {
                Some(self.blank())
            }
            (None, None) => None,
        };
        if let Some(object) = &object {
            (self.graph).add(subject.clone(), &predicate, Object::Node(object.clone()))?;
            self.properties(object, attributes, scope)?;
        }
        Ok(Kind::Property {
            subject,
            predicate,
            text: object.is_none().then(String::new),
        })
    }

    /// Makes a node element the object of the property around it.
    fn nest(&mut self, inner: &Node) -> Result<(), ImportFinding> {
        match self.stack.last_mut().map(|frame| &mut frame.kind) {
            Some(Kind::Property { text: None, .. }) => {
                Err((self.at).wrong("not RDF/XML: a property leads to two nodes"))
            }
            Some(Kind::Property {
                subject,
                predicate,
                text,
            }) => {
                *text = None;
                let object = Object::Node(inner.clone());
                self.graph.add(subject.clone(), predicate, object)
            }
            Some(Kind::Collection { last, predicate }) => {
                self.blanks += 1;
                let cell = Node::Blank(format!("made:{}", self.blanks));
                let first = Object::Node(inner.clone());
                (self.graph).add(cell.clone(), &format!("{RDF}first"), first)?;
                let before = std::mem::replace(last, cell.clone());
                let rest = std::mem::replace(predicate, format!("{RDF}rest"));
                self.graph.add(before, &rest, Object::Node(cell))
            }
            _ => Ok(()),
        }
    }

    /// Reads character data, which is only allowed inside an element.
    fn letters(&mut self, letters: &str) -> Result<(), ImportFinding> {
        self.at.no_text(letters, self.stack.is_empty())?;
        self.text(letters);
        Ok(())
    }

    fn text(&mut self, letters: &str) {
        let frame = self.stack.last_mut();
        if let Some(Kind::Property {
            text: Some(text), ..
        }) = frame.map(|frame| &mut frame.kind)
        {
            text.push_str(letters);
        }
    }

    fn close(&mut self) -> Result<(), ImportFinding> {
        let Some(Frame { scope, kind }) = self.stack.pop() else {
            return Ok(());
        };
        match kind {
            Kind::Property {
                subject,
                predicate,
                text: Some(text),
            } => {
                let language = scope.language;
                (self.graph).add(subject, &predicate, Object::Literal { text, language })
            }
            Kind::Collection { last, predicate } => {
                let nil = Node::Named(format!("{RDF}nil"));
                self.graph.add(last, &predicate, Object::Node(nil))
            }
            _ => Ok(()),
        }
    }

    fn blank(&mut self) -> Node {
        self.blanks += 1;
        Node::Blank(format!("made:{}", self.blanks))
    }
}

/// Resolves an IRI against its base. Real ontologies hold invalid IRIs such as `food##Wine`; they still work as names.
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
