//! Questions: the runs that are numbers, codes, days and periods.

use cmec_decoder::{Meaning, quantities};

/// The quantities of any text are in order and on its characters, their numbers are decimals, and their periods end
/// after they begin.
pub fn quantities_are_in_order(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut end = 0;
    for quantity in quantities(text, [2026, 11, 26]) {
        assert!(end <= quantity.bytes.start && quantity.bytes.start < quantity.bytes.end);
        assert!(text.get(quantity.bytes.clone()).is_some());
        assert!(!quantity.meanings.is_empty());
        for meaning in &quantity.meanings {
            match meaning {
                Meaning::Number(number) | Meaning::Ordinal(number) | Meaning::Percent(number) => {
                    let digits = number.trim_start_matches('-');
                    assert!(
                        digits
                            .bytes()
                            .all(|byte| byte.is_ascii_digit() || byte == b'.')
                    );
                }
                Meaning::Period(period) => {
                    assert!(
                        period
                            .from
                            .zip(period.until)
                            .is_none_or(|(from, until)| from < until)
                    );
                }
                Meaning::Numbers(_) | Meaning::Code => {}
            }
        }
        end = quantity.bytes.end;
    }
}
