//! Shared by both XML formats: declared entities, attributes, and errors with positions.
//!
//! Declared plain-text entities are expanded within a bound, since published OWL files use them for namespaces. Nested
//! and external entities are findings.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use quick_xml::XmlVersion;
use quick_xml::escape::{resolve_predefined_entity, unescape_with};
use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesRef, BytesStart};

use super::graph::too_deep;
use crate::finding::Rule;
use crate::import::bounds::{DEPTH, ENTITIES, ENTITY_BYTES, EXPANDED_BYTES};
use crate::import::finding::{ImportFinding, shown};

/// The entities that a document declares. None of them may refer to another one.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    texts: BTreeMap<String, String>,
    /// Bytes produced by expansion so far.
    expanded: Cell<usize>,
}

impl Entities {
    /// Reads the internal subset of a document type declaration.
    pub(crate) fn declared(doctype: &str) -> Result<Self, ImportFinding> {
        let mut entities = Self::default();
        for declaration in doctype.split("<!ENTITY").skip(1) {
            let wrong = |what: &str| {
                let said = shown(declaration.split('>').next().unwrap_or_default().trim());
                ImportFinding::new(Rule::OntologyEntity, format!("the entity `{said}` {what}"))
                    .help("declare entities as plain texts, as namespaces are")
            };
            let (name, rest) = (declaration.trim_start())
                .split_once(char::is_whitespace)
                .ok_or_else(|| wrong("has no text"))?;
            let rest = rest.trim_start();
            let mark = match rest.chars().next() {
                Some(mark @ ('"' | '\'')) if name != "%" => mark,
                _ => return Err(wrong("stands outside of the file")),
            };
            let text = rest.get(1..).and_then(|rest| rest.split_once(mark));
            let (text, _) = text.ok_or_else(|| wrong("has no end"))?;
            if text.contains(['&', '%', '<']) {
                return Err(wrong("is made of others"));
            }
            if text.len() > ENTITY_BYTES || entities.texts.len() == ENTITIES {
                return Err(wrong("is too large, or there are too many"));
            }
            entities.texts.insert(name.to_owned(), text.to_owned());
        }
        Ok(entities)
    }

    fn resolve<'e>(&'e self, name: &str) -> Option<&'e str> {
        let text = self.texts.get(name)?;
        self.expanded.set(self.expanded.get() + text.len());
        (self.expanded.get() <= EXPANDED_BYTES).then_some(text)
    }

    /// The text of a predefined or declared entity.
    fn text(&self, name: &str) -> Option<&str> {
        resolve_predefined_entity(name).or_else(|| self.resolve(name))
    }

    /// A namespace with its entities expanded; the XML reader returns it as written.
    pub(crate) fn namespace<'n>(&self, written: &'n str) -> Cow<'n, str> {
        unescape_with(written, |name| self.text(name)).unwrap_or(Cow::Borrowed(written))
    }

    /// The text of an entity or character reference between tags.
    pub(crate) fn reference(&self, reference: &BytesRef<'_>) -> Result<String, String> {
        if let Some(letter) = reference
            .resolve_char_ref()
            .map_err(|error| error.to_string())?
        {
            return Ok(letter.to_string());
        }
        let name: &str = reference;
        let text = self.text(name).map(str::to_owned);
        let name = shown(name);
        text.ok_or_else(|| format!("the entity `{name}` is not known, or used too much"))
    }

    pub(crate) fn value(&self, attribute: &Attribute<'_>) -> Result<String, String> {
        attribute
            .normalized_value_with(XmlVersion::Implicit1_0, 1, |name| self.text(name))
            .map(|value| value.into_owned())
            .map_err(|error| error.to_string())
    }

    /// The attributes of an element by local name; the last of two equal names wins.
    pub(crate) fn attributes(
        &self,
        element: &BytesStart<'_>,
    ) -> Result<BTreeMap<String, String>, String> {
        let mut values = BTreeMap::new();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error: AttrError| error.to_string())?;
            let name = attribute.key.local_name().into_inner().to_owned();
            values.insert(name, self.value(&attribute)?);
        }
        Ok(values)
    }
}

/// A position in a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position<'t> {
    pub(crate) text: &'t str,
    pub(crate) offset: u64,
}

impl Position<'_> {
    /// A syntax finding at this position.
    pub(crate) fn wrong(self, message: impl Into<String>) -> ImportFinding {
        self.place(ImportFinding::new(Rule::OntologySyntax, message))
    }

    /// The finding for an error of the XML reader.
    pub(crate) fn xml(self, error: &impl ToString) -> ImportFinding {
        self.wrong(format!("not XML: {}", shown(&error.to_string())))
    }

    /// Checks the nesting depth of an element.
    pub(crate) fn shallow(self, depth: usize) -> Result<(), ImportFinding> {
        if depth < DEPTH {
            return Ok(());
        }
        Err(self.place(too_deep(DEPTH)))
    }

    /// Counts root elements: a document has one.
    pub(crate) fn one_root(self, roots: &mut usize, is_outside: bool) -> Result<(), ImportFinding> {
        *roots += usize::from(is_outside);
        if *roots <= 1 {
            return Ok(());
        }
        let message = "not XML: a second element behind the end of the first";
        Err(self
            .wrong(message)
            .help("name each file by itself, not one behind another"))
    }

    /// Checks that there is no text outside the root element.
    pub(crate) fn no_text(self, letters: &str, is_outside: bool) -> Result<(), ImportFinding> {
        if !is_outside
            || letters
                .chars()
                .all(|letter| letter.is_whitespace() || letter == '\u{feff}')
        {
            return Ok(());
        }
        let blank = letters.len() - letters.trim_start().len();
        let at = Self {
            offset: self.offset + blank as u64,
            ..self
        };
        let said = shown(letters.trim());
        Err(at.wrong(format!("not XML: `{said}` outside of the elements")))
    }

    fn place(self, finding: ImportFinding) -> ImportFinding {
        let offset = usize::try_from(self.offset).unwrap_or(usize::MAX);
        finding.at_byte(self.text.as_bytes(), offset)
    }
}

#[cfg(test)]
mod tests {
    use super::Entities;

    #[test]
    fn entities_are_plain_texts() {
        let entities = |list: &str| Entities::declared(&format!("rdf:RDF [ {list} ]"));
        let good = entities("<!ENTITY owl \"http://a#\"><!ENTITY x 'y'>").unwrap();
        assert_eq!(
            (good.resolve("owl"), good.resolve("x")),
            (Some("http://a#"), Some("y"))
        );
        for bad in [
            "<!ENTITY a SYSTEM \"file:///etc/passwd\">",
            "<!ENTITY % a \"b\">",
            "<!ENTITY a \"b\"><!ENTITY c \"&a;&a;\">",
            "<!ENTITY a>",
            "<!ENTITY a \"b>",
            &format!("<!ENTITY a \"{}\">", "b".repeat(4097)),
        ] {
            let said = entities(bad).map(|_| ()).unwrap_err();
            assert_eq!(said.id, "CB116", "{bad}");
        }
    }

    #[test]
    fn all_uses_together_are_bounded() {
        let text = "b".repeat(4096);
        let entities = Entities::declared(&format!("<!ENTITY a \"{text}\">")).unwrap();
        let uses = (0..10_000)
            .filter(|_| entities.resolve("a").is_some())
            .count();
        assert_eq!(uses, 4096);
    }
}
