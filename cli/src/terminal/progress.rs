//! A bar on standard error, on a terminal only.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

/// How far a run over these files is, in bytes; of standard input the end is not known.
pub(crate) fn over(files: &[PathBuf]) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let sizes = files.iter().map(|file| match file.metadata() {
        Ok(file) if file.is_file() => Some(file.len()),
        _ => None,
    });
    let (bar, template) = match sizes.sum() {
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
    bar
}

/// How many of so many answers have come.
pub(crate) fn counted(all: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(all as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta}") {
        bar.set_style(style);
    }
    bar
}
