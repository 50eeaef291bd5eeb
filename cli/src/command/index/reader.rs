//! Files of a folder → their documents, in file order. Several threads read a few files at a time; a JSON Lines file is
//! read in parts, so that memory stays bounded for any length.

use std::io::{BufRead, Read as _};
use std::path::{Path, PathBuf};
use std::slice::Iter;
use std::thread;

use cmec_compiler::Finding;
use cmec_compiler::documents::{DocumentTypes, read_json_lines, read_markdown};
use cmec_executor::documents::Document;

use crate::terminal::exit::CliError;
use crate::terminal::input;

/// Bytes that are read before they are parsed.
const AT_ONCE: usize = 16 << 20;

/// Size of a part of a JSON Lines file in bytes, without the rest of its last line.
const PART: usize = 1 << 20;

pub(super) struct Texts<'f> {
    folder: &'f Path,
    types: &'f DocumentTypes<'f>,
    files: Iter<'f, PathBuf>,
    /// The file being read in parts.
    open: Option<Lines>,
}

/// A part of a file as read.
struct Part {
    path: String,
    /// The number of earlier lines of the file.
    lines_before: usize,
    bytes: Result<Vec<u8>, CliError>,
    /// True for the first part of a file.
    is_first: bool,
    is_of_lines: bool,
}

/// The parsed content of a part.
pub(super) struct Read {
    /// The path relative to the folder.
    pub(super) path: String,
    pub(super) bytes: usize,
    /// True for the first part of a file.
    pub(super) is_first: bool,
    /// Its documents with their line numbers.
    pub(super) documents: Vec<(usize, Document)>,
    pub(super) findings: Vec<Finding>,
    /// The text that its findings refer to.
    pub(super) source: Vec<u8>,
    /// The number of earlier lines of the file.
    pub(super) lines_before: usize,
    /// The reason why it cannot be read.
    pub(super) failure: Option<CliError>,
}

/// A JSON Lines file.
struct Lines {
    file: PathBuf,
    from: Box<dyn BufRead + Send>,
    lines: usize,
    is_begun: bool,
}

impl<'f> Texts<'f> {
    pub(super) fn new(
        folder: &'f Path,
        files: &'f [PathBuf],
        types: &'f DocumentTypes<'f>,
    ) -> Self {
        Self {
            folder,
            types,
            files: files.iter(),
            open: None,
        }
    }

    /// The next parts in order; empty at the end.
    pub(super) fn next(&mut self) -> Vec<Read> {
        let (mut parts, mut bytes) = (Vec::new(), 0);
        while bytes < AT_ONCE {
            let Some(part) = self.part() else {
                break;
            };
            bytes += part.bytes.as_ref().map_or(0, Vec::len);
            parts.push(part);
        }
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = parts.len().div_ceil(threads).max(1);
        let types = self.types;
        let mut shares: Vec<Vec<Part>> = Vec::new();
        let mut parts = parts.into_iter().peekable();
        while parts.peek().is_some() {
            shares.push(parts.by_ref().take(share).collect());
        }
        thread::scope(|scope| {
            let read = |own: Vec<Part>| own.into_iter().map(|part| part.read(types)).collect();
            let all: Vec<_> = (shares.into_iter())
                .map(|own| scope.spawn(move || -> Vec<Read> { read(own) }))
                .collect();
            let all = all.into_iter().map(|own| match own.join() {
                Ok(read) => read,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            all.flatten().collect()
        })
    }

    fn part(&mut self) -> Option<Part> {
        loop {
            if let Some(mut open) = self.open.take() {
                let path = self.told(&open.file);
                let (is_first, lines_before) = (!open.is_begun, open.lines);
                let bytes = open.next();
                let has_ended = bytes.as_ref().map_or(true, Vec::is_empty);
                if has_ended && bytes.is_ok() && !is_first {
                    continue;
                }
                if !has_ended {
                    self.open = Some(open);
                }
                return Some(Part {
                    path,
                    lines_before,
                    bytes,
                    is_first,
                    is_of_lines: true,
                });
            }
            let file = self.files.next()?;
            let is_of_lines = super::ending(file) == "jsonl";
            let bytes = match is_of_lines {
                false => input::read_bytes(file),
                true => match input::open(file) {
                    Ok(from) => {
                        self.open = Some(Lines {
                            file: file.clone(),
                            from,
                            lines: 0,
                            is_begun: false,
                        });
                        continue;
                    }
                    Err(error) => Err(CliError::at(file, error)),
                },
            };
            return Some(Part {
                path: self.told(file),
                lines_before: 0,
                bytes,
                is_first: true,
                is_of_lines,
            });
        }
    }

    /// The path relative to the folder.
    fn told(&self, file: &Path) -> String {
        let told = file.strip_prefix(self.folder).unwrap_or(file);
        told.to_string_lossy().replace('\\', "/")
    }
}

impl Lines {
    /// The next complete lines; empty at the end.
    fn next(&mut self) -> Result<Vec<u8>, CliError> {
        self.is_begun = true;
        let mut part = Vec::new();
        while part.len() < PART {
            let before = part.len();
            let mut from = (&mut self.from).take(input::INPUT_BYTES + 1);
            let read = from.read_until(b'\n', &mut part);
            let read = read.map_err(|error| CliError::at(&self.file, error))?;
            if read == 0 {
                break;
            }
            if read as u64 > input::INPUT_BYTES {
                let most = input::INPUT_BYTES >> 20;
                let message = format!(
                    "line {} is longer than {most} MiB; what follows is not read",
                    self.lines + 1
                );
                part.truncate(before);
                return Err(CliError::at(&self.file, message));
            }
            self.lines += 1;
        }
        Ok(part)
    }
}

impl Part {
    fn read(self, types: &DocumentTypes<'_>) -> Read {
        let (bytes, failure) = match self.bytes {
            Ok(bytes) => (bytes, None),
            Err(failure) => (Vec::new(), Some(failure)),
        };
        let (documents, findings) = match (&failure, self.is_of_lines) {
            (Some(_), _) => (Vec::new(), Vec::new()),
            (None, true) => read_json_lines(&self.path, &bytes, types),
            (None, false) => {
                let (document, findings) = read_markdown(&self.path, &bytes, types);
                (document.into_iter().map(|own| (1, own)).collect(), findings)
            }
        };
        let documents = documents.into_iter();
        let documents = documents.map(|(line, own)| (self.lines_before + line, own));
        let read = bytes.len();
        // Most parts have no findings and are not kept.
        let source = if findings.is_empty() {
            Vec::new()
        } else {
            bytes
        };
        Read {
            path: self.path,
            bytes: read,
            is_first: self.is_first,
            documents: documents.collect(),
            findings,
            source,
            lines_before: self.lines_before,
            failure,
        }
    }
}
