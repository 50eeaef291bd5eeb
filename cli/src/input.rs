//! Reading files and standard input, with a bound.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::exit::Failure;

/// Most bytes of any input.
const INPUT_BYTES: u64 = 256 << 20;

/// The bytes of a file; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |error: io::Error| Failure::failed(format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        io::stdin()
            .lock()
            .take(INPUT_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(INPUT_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(fail)?;
    if bytes.len() as u64 > INPUT_BYTES {
        return Err(Failure::failed(format!(
            "{}: longer than {} MiB",
            path.display(),
            INPUT_BYTES >> 20
        )));
    }
    Ok(bytes)
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|_| Failure::failed(format!("{}: not UTF-8", path.display())))
}
