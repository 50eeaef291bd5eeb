//! An EDMX as it is written: names of types not yet resolved.

use std::collections::BTreeMap;

/// The attributes of an element, by local name.
pub(super) type Attributes = BTreeMap<String, String>;

/// What the children of an element belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
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
pub(super) struct Raw {
    /// Namespace of the schema being read.
    pub(super) namespace: String,
    pub(super) aliases: BTreeMap<String, String>,
    pub(super) types: Vec<RawType>,
    pub(super) enums: Vec<RawEnum>,
    pub(super) associations: Vec<Association>,
    /// Type definition and the type under it.
    pub(super) definitions: BTreeMap<String, String>,
    /// What the annotations being read are about.
    pub(super) target: String,
    /// Target, and its label and comment.
    pub(super) annotations: Vec<(String, Option<String>, Option<String>)>,
}

/// An entity type or a complex type.
#[derive(Debug, Default)]
pub(super) struct RawType {
    /// With its namespace.
    pub(super) name: String,
    pub(super) base: Option<String>,
    pub(super) key: Vec<String>,
    pub(super) properties: Vec<RawProperty>,
    pub(super) label: Option<String>,
    pub(super) comment: Option<String>,
}

/// A property or a navigation property.
#[derive(Debug)]
pub(super) struct RawProperty {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) label: Option<String>,
    pub(super) comment: Option<String>,
}

/// What a property leads to.
#[derive(Debug)]
pub(super) enum Kind {
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
pub(super) struct Association {
    pub(super) name: String,
    /// Role, type and multiplicity of each end.
    pub(super) ends: Vec<[String; 3]>,
}

/// An enumeration.
#[derive(Debug)]
pub(super) struct RawEnum {
    pub(super) name: String,
    pub(super) members: Vec<String>,
}

impl Raw {
    /// Takes an annotation that is a label or a description.
    pub(super) fn annotate(&mut self, about: Owner, said: &Attributes) {
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
    pub(super) fn document(&mut self, about: Owner, text: &str) {
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
