//! Lines of a file or standard input, each as soon as it arrives. Only one is held, and only the beginning of a line
//! that is too long.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use crate::terminal::exit::CliError;
use crate::terminal::input;

/// A trimmed line.
pub(crate) struct Line {
    /// Line number from 1.
    pub(crate) number: u64,
    pub(crate) text: Vec<u8>,
    /// Its full length in bytes, if only its beginning is held.
    pub(crate) cut_from: Option<u64>,
}

pub(crate) struct Lines {
    path: PathBuf,
    from: Box<dyn BufRead + Send>,
    /// Most bytes held of a line.
    cap: u64,
    number: u64,
}

impl Lines {
    /// Opens a file; `-` is standard input.
    pub(crate) fn open(path: &Path, cap: u64) -> Result<Self, CliError> {
        Ok(Self {
            path: path.to_owned(),
            from: input::open(path).map_err(|error| CliError::at(path, error))?,
            cap,
            number: 0,
        })
    }

    /// The next line; `None` at the end. A final line break ends the last line; any other line, even a blank one, is a
    /// text of the model.
    pub(crate) fn read(&mut self) -> Result<Option<Line>, CliError> {
        self.try_read()
            .map_err(|error| CliError::at(&self.path, error))
    }

    fn try_read(&mut self) -> std::io::Result<Option<Line>> {
        let mut text = Vec::new();
        let kept = (self.from.by_ref())
            .take(self.cap.saturating_add(1))
            .read_until(b'\n', &mut text)? as u64;
        if kept == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_cut = kept > self.cap && text.last() != Some(&b'\n');
        let cut_from = if is_cut {
            let rest = self.from.skip_until(b'\n')? as u64;
            Some(kept + rest)
        } else {
            None
        };
        let text = text.trim_ascii().to_vec();
        Ok(Some(Line {
            number: self.number,
            text,
            cut_from,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_trimmed_and_cut() {
        let text: &[u8] = b"one\r\n\n  0123456789 \ntail";
        let mut lines = Lines {
            path: PathBuf::new(),
            from: Box::new(text),
            cap: 8,
            number: 0,
        };
        let mut found = Vec::new();
        while let Some(line) = lines.read().unwrap() {
            let text = String::from_utf8(line.text).unwrap();
            found.push((line.number, text, line.cut_from));
        }
        let expected = [
            (1, "one".to_owned(), None),
            (2, String::new(), None),
            (3, "0123456".to_owned(), Some(14)),
            (4, "tail".to_owned(), None),
        ];
        assert_eq!(found, expected);
    }
}
