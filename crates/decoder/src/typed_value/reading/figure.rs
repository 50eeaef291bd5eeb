//! Reads numbers in local formats.

use crate::names::narrow;

/// The only number that a text can mean, in JSON digits. Blanks separate thousands, and so does a comma or point that
/// occurs several times. A single comma or point is the decimal mark, unless three digits follow it.
pub(super) fn read(text: &str) -> Option<String> {
    let plain: String = (text.trim().chars())
        .map(|letter| narrow(letter).unwrap_or(letter))
        .collect();
    let (sign, digits) = match plain.strip_prefix(['-', '−']) {
        Some(rest) => ("-", rest),
        None => ("", plain.strip_prefix('+').unwrap_or(&plain)),
    };
    let number = exponent(digits).or_else(|| parted(digits))?;
    let leading = number.len() > 1 && number.starts_with('0') && !number.starts_with("0.");
    (!leading).then(|| format!("{sign}{number}"))
}

/// A whole number with an exponent: `1e6`.
fn exponent(digits: &str) -> Option<String> {
    /// The greatest exponent of a whole number in the contract.
    const MOST: usize = 17;
    let (mantissa, exponent) = digits.split_once(['e', 'E'])?;
    let zeros: usize = exponent.parse().ok()?;
    (is_digits(mantissa) && zeros <= MOST).then(|| format!("{mantissa}{}", "0".repeat(zeros)))
}

fn parted(digits: &str) -> Option<String> {
    let is_blank = |letter: char| letter.is_whitespace() || letter == '_' || letter == '\'';
    let count = |mark: char| digits.matches(mark).count();
    match (count(','), count('.')) {
        (0, 0) => groups(digits, is_blank),
        // A single mark is the decimal mark, unless three digits follow it.
        (1, 0) | (0, 1) => {
            let (whole, fraction) = digits.split_once([',', '.'])?;
            let sure = fraction.len() != 3 || (digits.contains(',') && whole.contains(is_blank));
            sure.then_some(())?;
            with_fraction(groups(whole, is_blank)?, fraction)
        }
        // A mark that occurs several times separates thousands; a single one after it is the decimal mark.
        (commas, points) => {
            let parts = match (commas, points) {
                (_, 0) => ',',
                (0, _) => '.',
                _ if digits.rfind(',') < digits.rfind('.') => ',',
                _ => '.',
            };
            let (whole, fraction) =
                match digits.split_once(|mark| [',', '.'].contains(&mark) && mark != parts) {
                    Some((whole, fraction)) => (whole, fraction),
                    None => (digits, ""),
                };
            with_fraction(groups(whole, |mark| mark == parts)?, fraction)
        }
    }
}

/// Joins the digits before and after the decimal mark.
fn with_fraction(whole: String, fraction: &str) -> Option<String> {
    if fraction.is_empty() {
        return Some(whole);
    }
    is_digits(fraction).then_some(())?;
    if fraction.bytes().all(|byte| byte == b'0') {
        return Some(whole);
    }
    Some(format!("{whole}.{fraction}"))
}

/// A whole number with or without separated thousands.
fn groups(digits: &str, parts: impl Fn(char) -> bool) -> Option<String> {
    let mut groups = digits.split(parts);
    let first = groups.next().filter(|first| is_digits(first))?;
    let rest: Vec<&str> = groups.collect();
    let three = rest
        .iter()
        .all(|group| group.len() == 3 && is_digits(group));
    let short = rest.is_empty() || first.len() <= 3;
    (three && short).then(|| first.to_owned() + &rest.concat())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
