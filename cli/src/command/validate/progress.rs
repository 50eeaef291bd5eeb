//! A bar on standard error, on a terminal only.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

/// How far a run is, in bytes.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Over these files; of standard input the end is not known.
    pub(super) fn over(files: &[PathBuf]) -> Self {
        if !io::stderr().is_terminal() {
            return Self {
                bar: ProgressBar::hidden(),
            };
        }
        let sizes = files.iter().map(|file| match file.metadata() {
            Ok(file) if file.is_file() => Some(file.len()),
            _ => None,
        });
        let total: Option<u64> = sizes.sum();
        let (bar, template) = match total {
            Some(total) => (
                ProgressBar::new(total),
                "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}",
            ),
            None => (
                ProgressBar::new_spinner(),
                "{spinner} {bytes} {bytes_per_sec}",
            ),
        };
        // A template that does not parse would leave the bar of the library, which is good enough.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// So many bytes more.
    pub(super) fn add(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    /// Does something while the bar is out of the way.
    pub(super) fn suspend<T>(&self, something: impl FnOnce() -> T) -> T {
        self.bar.suspend(something)
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
