//! The lanes of a codebook whose author chose none.

use cmec_decoder::language::Scenario;

/// The lanes of a codebook without relations and with relations. Neither has texts to search.
pub(super) fn default_lanes() -> [String; 2] {
    use Scenario::{Clarify, Hybrid, TextRag};
    let answerable =
        (Scenario::ALL.iter()).filter(|scenario| !matches!(scenario, TextRag | Clarify | Hybrid));
    let lanes =
        |scenarios: Vec<&str>| format!("lanes:\n  structured: [{}]\n", scenarios.join(", "));
    let without = answerable.clone().filter(|scenario| !scenario.walks());
    [
        lanes(without.map(|scenario| scenario.name()).collect()),
        lanes(answerable.map(|scenario| scenario.name()).collect()),
    ]
}
