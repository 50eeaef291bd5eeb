//! Files → batches of outputs, read on demand. A file is one output or has one per line.

use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::terminal::exit::CliError;
use crate::terminal::input;

/// Batch size in bytes.
const BATCH_BYTES: usize = 256 * 1024;
/// Batch size in outputs.
const BATCH_OUTPUTS: usize = 1024;

#[derive(Default)]
pub(super) struct Batch {
    pub(super) text: Vec<u8>,
    pub(super) outputs: Vec<Output>,
    /// Bytes read, including line ends.
    pub(super) bytes: u64,
    /// Files that could not be read.
    pub(super) failures: Vec<CliError>,
}

/// One output of a model.
pub(super) struct Output {
    /// Index of the file.
    pub(super) file: usize,
    /// Line number from 1, if each line is an output.
    pub(super) line: Option<u64>,
    /// Position in the batch.
    pub(super) range: Range<usize>,
    /// Its full length; only the start is kept of a text over the cap.
    pub(super) length: u64,
}

pub(super) struct Reader<'a> {
    files: &'a [PathBuf],
    all_lines: bool,
    cap: u64,
    next: usize,
    open: Option<Lines>,
}

/// A file that is read line by line.
struct Lines {
    file: usize,
    line: u64,
    from: Box<dyn BufRead + Send>,
}

/// The name of a file in reports.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}

impl<'a> Reader<'a> {
    /// Reads these files; only the start is held of an output over `cap` bytes.
    pub(super) fn new(files: &'a [PathBuf], all_lines: bool, cap: u64) -> Self {
        Self {
            files,
            all_lines,
            cap,
            next: 0,
            open: None,
        }
    }

    pub(super) fn batch(&mut self) -> Option<Batch> {
        let mut batch = Batch::default();
        while batch.text.len() < BATCH_BYTES && batch.outputs.len() < BATCH_OUTPUTS {
            let (file, read) = if let Some(mut lines) = self.open.take() {
                let read = lines.read(self.cap, &mut batch);
                let file = lines.file;
                if matches!(read, Ok(true)) {
                    self.open = Some(lines);
                }
                (file, read.map(drop))
            } else {
                let file = self.next;
                let Some(path) = self.files.get(file) else {
                    break;
                };
                self.next += 1;
                (file, self.start(file, path, &mut batch))
            };
            if let Err(error) = read {
                let path = self.files.get(file).map(|path| name(path));
                let path = path.unwrap_or_default();
                batch
                    .failures
                    .push(CliError::failed(format!("{path}: {error}")));
            }
        }
        let empty = batch.outputs.is_empty() && batch.failures.is_empty() && batch.bytes == 0;
        (!empty).then_some(batch)
    }

    fn start(&mut self, file: usize, path: &Path, batch: &mut Batch) -> io::Result<()> {
        let from = input::open(path)?;
        if self.all_lines || path.extension().is_some_and(|ending| ending == "jsonl") {
            self.open = Some(Lines {
                file,
                line: 0,
                from,
            });
            return Ok(());
        }
        whole(file, from, self.cap, batch)
    }
}

impl Lines {
    /// Reads one line; returns false at the end.
    fn read(&mut self, cap: u64, batch: &mut Batch) -> io::Result<bool> {
        let start = batch.text.len();
        // Room for a line at the cap and its two-byte end.
        let mut bounded = self.from.by_ref().take(cap.saturating_add(2));
        let read = bounded.read_until(b'\n', &mut batch.text)?;
        if read == 0 {
            return Ok(false);
        }
        self.line += 1;
        let ended = batch.text.last() == Some(&b'\n');
        let rest = if ended {
            0
        } else {
            self.from.skip_until(b'\n')?
        };
        let read = read as u64 + rest as u64;
        batch.bytes += read;
        let kept = batch.text.get(start..).unwrap_or_default();
        let trimmed = kept.strip_suffix(b"\n").unwrap_or(kept);
        let trimmed = trimmed.strip_suffix(b"\r").unwrap_or(trimmed);
        let end = start + trimmed.len();
        batch.outputs.push(Output {
            file: self.file,
            line: Some(self.line),
            range: start..end,
            length: if rest == 0 {
                trimmed.len() as u64
            } else {
                read
            },
        });
        Ok(true)
    }
}

fn whole(file: usize, mut from: impl Read, cap: u64, batch: &mut Batch) -> io::Result<()> {
    let start = batch.text.len();
    let kept = from
        .by_ref()
        .take(cap.saturating_add(1))
        .read_to_end(&mut batch.text)?;
    let rest = io::copy(&mut from, &mut io::sink())?;
    let length = kept as u64 + rest;
    batch.bytes += length;
    batch.outputs.push(Output {
        file,
        line: None,
        range: start..start + kept,
        length,
    });
    Ok(())
}
