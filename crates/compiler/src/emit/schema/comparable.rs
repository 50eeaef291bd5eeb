//! Groups of fields that can be compared with each other, for schemas.

use std::collections::HashMap;

use cmec_decoder::language::Operator;
use cmec_decoder::tables::{FieldDef, Tables};

/// Fields with the same operators, and the fields they can be compared with. The decoder checks that the two fields
/// differ.
pub(in crate::emit) struct Comparable<'t> {
    /// Index of the measure.
    pub(in crate::emit) measure: usize,
    pub(in crate::emit) operators: Vec<Operator>,
    pub(in crate::emit) fields: Vec<&'t FieldDef>,
    pub(in crate::emit) others: Vec<&'t FieldDef>,
}

/// The comparable fields of a codebook in the order of first fields, in time linear in the number of fields.
pub(in crate::emit) fn comparable(tables: &Tables) -> Vec<Comparable<'_>> {
    let mut of_measure: HashMap<_, (usize, Vec<&FieldDef>)> = HashMap::new();
    for field in tables.fields.iter() {
        if let Some(measure) = field.measure() {
            let next = of_measure.len();
            let (_, fields) = of_measure.entry(measure).or_insert((next, Vec::new()));
            fields.push(field);
        }
    }
    let mut shapes: Vec<Comparable<'_>> = Vec::new();
    let mut places = HashMap::new();
    for field in tables.fields.iter() {
        let Some(measure) = field.measure() else {
            continue;
        };
        let operators = field.operators.iter().copied();
        let operators: Vec<Operator> = operators.filter(|own| own.compares()).collect();
        let Some((at, others)) = of_measure.get(&measure) else {
            continue;
        };
        if operators.is_empty() || others.len() < 2 {
            continue;
        }
        let place = places.entry((operators.clone(), measure));
        let place = *place.or_insert(shapes.len());
        match shapes.get_mut(place) {
            Some(shape) => shape.fields.push(field),
            None => shapes.push(Comparable {
                measure: *at,
                operators,
                fields: vec![field],
                others: others.clone(),
            }),
        }
    }
    shapes
}
