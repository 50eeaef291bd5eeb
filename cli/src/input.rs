//! Reading files and standard input, with a bound.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::exit::Failure;

/// Most bytes of any input.
const INPUT_BYTES: u64 = 256 << 20;

/// The bytes of a file; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let from: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| Failure::at(path, error))?)
    };
    let mut bytes = Vec::new();
    from.take(INPUT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::at(path, error))?;
    if bytes.len() as u64 > INPUT_BYTES {
        let most = format!("longer than {} MiB", INPUT_BYTES >> 20);
        return Err(Failure::at(path, most));
    }
    Ok(bytes)
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?).map_err(|_| Failure::at(path, "not UTF-8"))
}
