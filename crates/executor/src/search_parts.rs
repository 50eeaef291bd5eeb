//! Parts of a contract that no search in texts carries.

use cmec_decoder::contract::Contract;

use crate::limitation::Limitation;

/// The parts that a contract says and that its search has no place for: what is found has an order of its own, and one page.
pub(crate) fn unplaced(contract: &Contract<'_>) -> Vec<Limitation> {
    let constraints = &contract.constraints;
    let parts = [
        (!constraints.sort.is_empty(), "sort"),
        (constraints.pagination.offset > 0, "offset"),
        (!constraints.pagination.per.is_empty(), "per"),
    ];
    let said = parts.into_iter().filter(|(said, _)| *said);
    said.map(|(_, part)| unsupported(part)).collect()
}

/// A part that no search in texts carries.
pub(crate) fn unsupported(part: &str) -> Limitation {
    let part = part.to_owned();
    Limitation::PartUnknownToTexts { part }
}
