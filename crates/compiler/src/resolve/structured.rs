//! Bindings → the tables of the structured lane, in the order of the codebook.

use cmec_executor::catalogue::{
    Embedding, FieldBinding, ForeignKey, LinkTable, OnlyWhere, RelationBinding,
    StructuredCatalogue, TypeBinding, ValuesTable,
};

use super::owned;
use crate::source::bindings::{Bindings, RelationBindingSource, TypeBindingSource};
use crate::source::codebook::Codebook;

/// `None` only if something is not bound, which the rules have reported.
pub(super) fn catalogue(codebook: &Codebook, bindings: &Bindings) -> Option<StructuredCatalogue> {
    let types = codebook.types.iter().map(|ty| {
        let mut bound = bindings.types.iter();
        type_binding(
            codebook,
            bound.find(|binding| binding.name.value == ty.name.value)?,
        )
    });
    let relations = codebook.relations.iter().map(|relation| {
        let mut bound = bindings.relations.iter();
        let binding = bound.find(|binding| binding.name.value == relation.name.value);
        binding.map(relation_binding)
    });
    Some(StructuredCatalogue {
        types: types.collect::<Option<_>>()?,
        relations: relations.collect::<Option<_>>()?,
        minutes_ahead: bindings.time_zone.as_ref().map_or(0, |own| own.value),
    })
}

fn type_binding(codebook: &Codebook, binding: &TypeBindingSource) -> Option<TypeBinding> {
    let fields = codebook.fields.iter();
    let fields = fields.filter(|field| field.type_name() == binding.name.value);
    let fields = fields.map(|field| {
        let column = (binding.columns.iter()).find(|column| column.field.value == field.name())?;
        Some(FieldBinding {
            path: owned(&field.path),
            column: owned(&column.column),
            values: column.values.as_ref().map(|(table, owner)| ValuesTable {
                table: owned(table),
                owner: owned(owner),
            }),
            matching: (column.matching.as_ref()).map_or_else(Default::default, |own| own.value),
        })
    });
    Some(TypeBinding {
        type_name: owned(&binding.name),
        table: owned(&binding.table),
        key: binding.key.iter().map(owned).collect(),
        only: (binding.only.iter())
            .map(|(column, is)| OnlyWhere {
                column: owned(column),
                is: owned(is),
            })
            .collect(),
        key_type: (binding.key_type.as_ref()).map_or_else(Default::default, |own| own.value),
        label: binding.label.iter().map(owned).collect(),
        embedding: binding.embedding.as_ref().map(|own| Embedding {
            column: owned(&own.column),
            dimension: own.dimension.value,
            model: own.model.as_ref().map(owned).unwrap_or_default(),
            metric: (own.metric.as_ref()).map_or_else(Default::default, |own| own.value),
        }),
        fields: fields.collect::<Option<_>>()?,
    })
}

fn relation_binding(binding: &RelationBindingSource) -> RelationBinding {
    RelationBinding {
        relation: owned(&binding.name),
        foreign_key: binding.foreign_key.as_ref().map(|column| ForeignKey {
            of: binding.of.as_ref().map(|of| of.value).unwrap_or_default(),
            column: owned(column),
        }),
        link: binding.link.as_ref().map(|link| LinkTable {
            table: owned(&link.table),
            from: owned(&link.from),
            to: owned(&link.to),
        }),
    }
}
