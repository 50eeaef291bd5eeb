//! Trace ids: W3C, 32 hexadecimal digits, not all zero.

use crate::terminal::exit::CliError;

/// The trace id given, or a random one.
pub(crate) fn trace_id(given: Option<&str>) -> Result<String, CliError> {
    if let Some(id) = given {
        let digits = id
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if id.len() != 32 || !digits || id.bytes().all(|byte| byte == b'0') {
            return Err(CliError::usage(format!("`{id}` is no trace id")).help(
                "a W3C trace id has 32 lower-case hexadecimal digits, not all of them zero",
            ));
        }
        return Ok(id.to_owned());
    }
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(CliError::failed)?;
    // W3C forbids all zeros.
    if let Some(last) = bytes.last_mut() {
        *last |= 1;
    }
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
