//! The names of a contract's own parts in its line.

use std::borrow::Cow;

use crate::contract::{Contract, Grounding, Str};
use crate::encode::EncodeError;
use crate::encode::c02::unknown;
use crate::language::{Call, Derivation, given};
use crate::line::canonical_names::{Names, reference};
use crate::tables::{Column, FieldDef, Tables};

impl<'t> Names<'t> {
    /// Those in the line of a contract: about its only target, or where it has none about its only entity.
    pub(super) fn of(contract: &Contract<'_>, tables: &'t Tables) -> Self {
        let known = |name: &str| tables.type_by_name(name).map(|def| def.name.as_ref());
        let about = match (said_type(&contract.grounding), tables.types.as_ref()) {
            (_, [only]) => Some(only.name.as_ref()),
            (said, _) => said.and_then(known),
        };
        Self { tables, about }
    }

    /// Those in a group with these types of its own.
    pub(super) fn in_group(self, types: &[Str<'_>]) -> Self {
        let about = match types {
            [] => return self,
            _ if self.tables.types.len() == 1 => return self,
            [only] => (self.tables.type_by_name(only)).map(|def| def.name.as_ref()),
            _ => None,
        };
        Self { about, ..self }
    }

    /// A field of a contract.
    pub(super) fn field_def(self, path: &str) -> Result<&'t FieldDef, EncodeError> {
        self.tables
            .field_read(path)
            .ok_or_else(|| unknown("field", path))
    }

    /// What the field of a contract is called.
    pub(super) fn path(self, path: &str) -> Result<Cow<'t, str>, EncodeError> {
        self.field_def(path)?;
        self.column_of(path)
    }

    /// What a column of a contract is called. At a place with a name only the types of that place are near.
    pub(super) fn column_of(self, path: &str) -> Result<Cow<'t, str>, EncodeError> {
        if let Some(call) = Call::read(path) {
            let derivation = Derivation::from_name(call.name);
            let derivation = derivation.ok_or_else(|| unknown("derivation", call.name))?;
            let of = call.of.iter().map(|path| match given::metric(path) {
                Some(name) => Ok(Cow::Owned(reference(name))),
                None => self.column_of(path),
            });
            let of: Vec<Cow<'t, str>> = of.collect::<Result<_, _>>()?;
            return Ok(Cow::Owned(Call::written(derivation.mark(), &of)));
        }
        if let Some(metric) = self.tables.metric_by_name(path) {
            return Ok(Cow::Borrowed(&metric.name));
        }
        let column = self.tables.column(path);
        let column = column.ok_or_else(|| unknown("field", path))?;
        let (place, _) = given::at_place(path);
        let Some(place) = place else {
            return Ok(self.column(column));
        };
        let about = Some(column.type_name());
        Ok(match column {
            Column::Field(field) => given::read_at(place, Self { about, ..self }.field(field)),
            Column::Type(name) => given::read_at(place, name),
        })
    }

    /// What the relation of a contract is called.
    pub(super) fn relation_of(self, name: &str) -> Result<&'t str, EncodeError> {
        let def = self.tables.relation_by_name(name);
        let def = def.ok_or_else(|| unknown("relation", name))?;
        Ok(self.relation(def))
    }
}

/// The type of the only target, or of the only entity where nothing else is said.
fn said_type<'c>(grounding: &'c Grounding<'_>) -> Option<&'c str> {
    let targets = grounding.target_types.as_slice();
    let entities = grounding.entity_list.as_slice();
    match (targets, entities) {
        ([only], _) => Some(only),
        ([], [only]) if grounding.relations.is_empty() => only.type_name.as_deref(),
        _ => None,
    }
}
