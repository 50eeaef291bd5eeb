//! An EDMX as it is written: names of types not yet resolved.

use std::collections::BTreeMap;

/// The attributes of an element, by local name.
pub(crate) type Attributes = BTreeMap<String, String>;

/// What the children of an element belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    None,
    Schema,
    Type,
    Property,
    Association,
    Enum,
    /// Annotations that name what they are about.
    Target,
}

/// A document.
#[derive(Debug, Default)]
pub(crate) struct Raw {
    /// Namespace of the schema being read.
    pub(crate) namespace: String,
    pub(crate) aliases: BTreeMap<String, String>,
    pub(crate) types: Vec<RawType>,
    pub(crate) enums: Vec<RawEnum>,
    pub(crate) associations: Vec<Association>,
    /// Type definition and the type under it.
    pub(crate) definitions: BTreeMap<String, String>,
    /// What the annotations being read are about.
    pub(crate) target: String,
    /// Target, and its label and comment.
    pub(crate) annotations: Vec<(String, Option<String>, Option<String>)>,
}

/// An entity type or a complex type.
#[derive(Debug, Default)]
pub(crate) struct RawType {
    /// With its namespace.
    pub(crate) name: String,
    pub(crate) base: Option<String>,
    pub(crate) key: Vec<String>,
    pub(crate) properties: Vec<RawProperty>,
    pub(crate) label: Option<String>,
    pub(crate) comment: Option<String>,
}

/// A property or a navigation property.
#[derive(Debug)]
pub(crate) struct RawProperty {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) label: Option<String>,
    pub(crate) comment: Option<String>,
}

/// What a property leads to.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A type, `Collection(…)` for many.
    Value { ty: String },
    /// Version 4: a type, and the navigation property that leads back.
    Navigation { ty: String, partner: Option<String> },
    /// Versions 1 to 3: an association and its ends.
    Association {
        relationship: String,
        from: String,
        to: String,
    },
}

/// An association of versions 1 to 3.
#[derive(Debug)]
pub(crate) struct Association {
    pub(crate) name: String,
    /// Role, type and multiplicity of each end.
    pub(crate) ends: Vec<[String; 3]>,
}

/// An enumeration.
#[derive(Debug)]
pub(crate) struct RawEnum {
    pub(crate) name: String,
    pub(crate) members: Vec<String>,
}

impl Raw {
    /// Takes an annotation that is a label or a description.
    pub(crate) fn annotate(&mut self, about: Owner, said: &Attributes) {
        let (Some(term), Some(text)) = (said.get("Term"), said.get("String")) else {
            return;
        };
        let (label, comment) = match term.rsplit('.').next() {
            Some("Label") => (Some(text.clone()), None),
            Some("Description" | "LongDescription") => (None, Some(text.clone())),
            _ => return,
        };
        match about {
            Owner::Target => {
                let target = self.target.clone();
                self.annotations.push((target, label, comment));
            }
            about => {
                if let Some((own_label, own_comment)) = self.texts(about) {
                    *own_label = own_label.take().or(label);
                    *own_comment = own_comment.take().or(comment);
                }
            }
        }
    }

    /// Takes a text of a documentation.
    pub(crate) fn document(&mut self, about: Owner, text: &str) {
        if let Some((_, comment)) = self.texts(about)
            && !text.trim().is_empty()
        {
            comment.get_or_insert_with(|| text.trim().to_owned());
        }
    }

    fn texts(&mut self, about: Owner) -> Option<(&mut Option<String>, &mut Option<String>)> {
        let ty = self.types.last_mut()?;
        match about {
            Owner::Type => Some((&mut ty.label, &mut ty.comment)),
            Owner::Property => {
                let property = ty.properties.last_mut()?;
                Some((&mut property.label, &mut property.comment))
            }
            _ => None,
        }
    }
}
