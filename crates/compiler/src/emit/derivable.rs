//! Values that can be derived from a codebook's fields, as schemas describe them: by function. The decoder checks the
//! arguments.

use cmec_decoder::language::{DERIVATION_LEVELS, Derivation, ValueType};
use cmec_decoder::tables::{FieldDef, Tables};

/// The derived values of one type.
pub(super) struct Derivable {
    pub(super) derivations: Vec<Derivation>,
    /// A field with such values.
    pub(super) field: &'static FieldDef,
}

/// The derivations that apply to a codebook's values or to values derived from these, by result type. Linear in the
/// number of fields.
pub(super) fn derivable(tables: &Tables) -> Vec<Derivable> {
    let fields = tables.fields.iter().filter(|field| !field.array);
    let mut types: Vec<ValueType> = Vec::new();
    for field in fields {
        if !types.contains(&field.value_type) {
            types.push(field.value_type);
        }
    }
    let mut all: Vec<Derivation> = Vec::new();
    for _ in 0..DERIVATION_LEVELS {
        let fits = |derivation: &Derivation| types.iter().any(|of| derivation.fits(*of));
        all = Derivation::ALL.iter().copied().filter(fits).collect();
        types.extend(all.iter().map(|derivation| derivation.gives()));
    }
    let shapes = [
        ValueType::Integer,
        ValueType::Decimal,
        ValueType::Date,
        ValueType::Datetime,
    ];
    let shape = |gives: ValueType| {
        let derivations = all.iter().copied().filter(|one| one.gives() == gives);
        let derivations: Vec<Derivation> = derivations.collect();
        let field = derivations.first()?.field();
        Some(Derivable { derivations, field })
    };
    shapes.into_iter().filter_map(shape).collect()
}
