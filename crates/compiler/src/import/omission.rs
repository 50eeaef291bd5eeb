//! The parts that an import leaves out, each with a reason.
//!
//! A codebook holds only what filters and relations can express. Everything else of an ontology is reported with a
//! reason from this closed list, and nothing is guessed.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plain_text::plain;

macro_rules! reasons {
    ($($reason:ident $slug:literal $why:literal)+) => {
        /// Why something was not taken over, or not as it stood.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum OmissionReason {
            $(#[doc = $why] $reason,)+
        }

        impl OmissionReason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$reason,)+];

            /// The name in reports.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$reason => $slug,)+ }
            }

            /// What it means.
            #[must_use]
            pub const fn why(self) -> &'static str {
                match self { $(Self::$reason => $why,)+ }
            }
        }
    };
}

reasons! {
    NarrowedAway "narrowed_away" "outside of what was asked for"
    Deprecated "deprecated" "deprecated, and it never had a code here"
    NoDomain "no_domain" "nothing says which classes have it"
    NoRange "no_range" "nothing says which values it has"
    UnknownClass "unknown_class" "a class that the ontology names and does not declare"
    UnsupportedDatatype "unsupported_datatype" "values of this datatype cannot be compared"
    ReadAsText "read_as_text" "taken as a string, which is wider than what the ontology says"
    Unused "unused" "no property leads to it or from it"
    NameClash "name_clash" "taken under another name: its own was given already"
    Restriction "restriction" "a restriction says more than a codebook can"
    ClassExpression "class_expression" "a class made of others in a way a codebook cannot say"
    Annotation "annotation" "a property of the ontology's own text"
    Individual "individual" "an instance, not a type"
    Unread "unread" "statements with a predicate, or keys, that are not read"
    Import "import" "another ontology, which is not among the files; nothing is fetched"
    NotRead "not_read" "a file that is no ontology, or that cannot be read"
    Language "language" "labels in a language that too few elements have"
    NoLabel "no_label" "a language that was asked for and that nothing has a label in"
    ForeignKey "foreign_key" "the key behind a reference, which is taken itself"
    OutsideOfTypes "outside_of_types" "functions, actions and containers are no types"
    Cut "cut" "longer than a codebook allows, and cut"
    MeaningChanged "meaning_changed" "means something else than before: it has a new code, and the old one is reserved"
    NoKey "no_key" "nothing tells its rows apart, no primary key and no unique index: an overlay can bind it, with the columns that do as its `key`"
    RowNumber "row_number" "a table without a key: its rows are identified by their numbers, which VACUUM may change"
    Secret "secret" "a secret, by its name: an overlay can bind it"
    NoName "no_name" "a name that is empty, too long or has control characters"
    BrokenView "broken_view" "a view that the database cannot run"
    UnboundKey "unbound_key" "a foreign key that leads to no table of a type, or not to its primary key"
    GuessedLabel "guessed_label" "the column that an instance is called by, guessed from its name: `label` of the bindings"
    Expression "expression" "an expression, which an import does not take apart: a view of the database, or a metric of `overlay.yaml`"
    NotInDatabase "not_in_database" "the database has no such table or column, or more than one"
    ByHand "by_hand" "edited by hand since the last import, which writes it anew: `overlay.yaml` keeps what people write"
}

/// The kind of an element that was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// A class, an entity type or a complex type.
    Class,
    /// A property.
    Property,
    /// Anything else: axioms, languages, statements.
    Other,
}

/// One element, or a part of it, that was left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Omission {
    /// The reason.
    pub reason: OmissionReason,
    /// The kind of the element.
    pub element: Element,
    /// Its IRI or another name.
    pub name: String,
    /// The part that was left out; empty for the whole element.
    pub detail: String,
}

/// An omission and its number of occurrences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CountedOmission {
    /// The omission.
    #[serde(flatten)]
    pub what: Omission,
    /// The number of occurrences.
    pub count: usize,
}

/// All omissions with their counts.
#[derive(Debug, Default)]
pub(super) struct Omissions {
    /// Sorted by reason.
    pub(super) counted: BTreeMap<Omission, usize>,
}

impl Omissions {
    /// Records a class, or a part of it.
    pub(super) fn class(&mut self, reason: OmissionReason, name: &str, detail: &str) {
        self.leave(reason, Element::Class, (name, detail), 1);
    }

    /// Records a property, or a part of it.
    pub(super) fn property(&mut self, reason: OmissionReason, name: &str, detail: &str) {
        self.leave(reason, Element::Property, (name, detail), 1);
    }

    /// Records anything else.
    pub(super) fn other(&mut self, reason: OmissionReason, name: &str, detail: &str) {
        self.leave(reason, Element::Other, (name, detail), 1);
    }

    /// Records statements with an ignored predicate.
    pub(super) fn statements(&mut self, predicate: &str, count: usize) {
        self.leave(
            OmissionReason::Unread,
            Element::Other,
            (predicate, ""),
            count,
        );
    }

    pub(super) fn listed(self) -> Vec<CountedOmission> {
        let counted = self.counted.into_iter();
        counted
            .map(|(what, count)| CountedOmission { what, count })
            .collect()
    }

    fn leave(
        &mut self,
        reason: OmissionReason,
        element: Element,
        (name, detail): (&str, &str),
        count: usize,
    ) {
        let omission = Omission {
            reason,
            element,
            name: plain(name),
            detail: plain(detail),
        };
        *self.counted.entry(omission).or_default() += count;
    }
}
