//! Reading files and standard input, with a bound.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::terminal::exit::CliError;

/// Most bytes of an input that is read whole.
pub(crate) const INPUT_BYTES: u64 = 256 << 20;

const BUFFER_BYTES: usize = 128 * 1024;

/// The bytes of a file; `-` is standard input.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    let from = open(path).map_err(|error| CliError::at(path, error))?;
    let mut bytes = Vec::new();
    from.take(INPUT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| CliError::at(path, error))?;
    if bytes.len() as u64 > INPUT_BYTES {
        let most = format!("longer than {} MiB", INPUT_BYTES >> 20);
        return Err(CliError::at(path, most));
    }
    Ok(bytes)
}

pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    String::from_utf8(read_bytes(path)?).map_err(|_| CliError::at(path, "not UTF-8"))
}

/// Opens a file for streaming; `-` is standard input.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        // The lock of standard input cannot leave its thread; the handle can.
        let input = BufReader::with_capacity(BUFFER_BYTES, io::stdin());
        return Ok(Box::new(input));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(
            io::ErrorKind::IsADirectory,
            "a folder; name its files",
        ));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file)))
}
