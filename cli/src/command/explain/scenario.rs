//! Explains a scenario by its row of the scenario table, which all domains share.

use cmec_decoder::language::{Part, SCENARIOS, Scenario};

use super::{Entry, joined};
use crate::domain::Domain;

/// The scenario with this code or name.
pub(super) fn of_core(id: &str, domain: Option<&Domain>) -> Option<Entry> {
    let scenario = Scenario::from_code(id).or_else(|| Scenario::from_name(id))?;
    let own = domain?.tables.scenario(scenario);
    let row = own.or_else(|| SCENARIOS.iter().find(|row| row.scenario == scenario))?;
    let required = row.required.iter().map(|line| parts(&line.any_of, " or "));
    let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
    let outputs = row.outputs.iter().map(|output| output.name().to_owned());
    let facts = vec![
        ("name", scenario.name().to_owned()),
        (
            "answered in this domain",
            if own.is_some() { "yes" } else { "no" }.to_owned(),
        ),
        ("must have", joined(required, "; ")),
        ("must not have", parts(&row.forbidden, ", ")),
        ("outputs, the default first", joined(outputs, ", ")),
        ("default limit", number(row.default_limit)),
        ("default depth", number(row.default_depth)),
    ];
    Some(Entry::new(format!("{} (scenario)", scenario.code()), facts))
}

fn parts(parts: &[Part], between: &str) -> String {
    joined(parts.iter().map(|part| said(*part)), between)
}

/// The syntax of a part.
const fn said(part: Part) -> &'static str {
    match part {
        Part::TwoEnds => "two of `E` (or one and `tg`)",
        part => part.code(),
    }
}
