//! Reports units with two spellings: values in different units are not comparable.

use cmec_decoder::letters::folded;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;

/// Shortest unit that may be an abbreviation: `kW` is not short for `kWh`.
const LETTERS: usize = 3;
/// Largest number of extra letters in the longer form, such as one in `Euro` for `EUR`.
const MORE: usize = 3;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    let units = source.codebook.fields.iter();
    let units = units.filter_map(|field| field.unit.as_ref());
    let mut units: Vec<(String, &Spanned<String>)> =
        units.map(|unit| (folded(unit.text()), unit)).collect();
    // A unit sorts after its own prefixes.
    units.sort_by(|(one, unit), (other, next)| (one, unit.place).cmp(&(other, next.place)));
    let mut short: Option<&(String, &Spanned<String>)> = None;
    for unit in &units {
        let (text, said) = unit;
        let form = short.filter(|(short, _)| is_form(short, text));
        let Some((_, first)) = form else {
            short = Some(unit);
            continue;
        };
        if first.value != said.value {
            let message = format!("the unit `{said}` is beside `{first}`");
            tell(findings, Rule::UnitSpelling, said.place, message)
                .also(first.place, format!("here `{first}`"))
                .help(format!("did you mean `{first}`?"));
        }
    }
}

/// True where a text equals another one or extends it by a few letters.
fn is_form(short: &str, text: &str) -> bool {
    let Some(more) = text.strip_prefix(short) else {
        return false;
    };
    short.chars().count() >= LETTERS
        && more.chars().count() <= MORE
        && more.chars().all(char::is_alphabetic)
}
