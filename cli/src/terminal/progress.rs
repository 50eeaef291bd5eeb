//! Progress bars on standard error, only on a terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

/// Progress over these files in bytes; the length of standard input is unknown.
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
    styled(bar, template)
}

/// Progress over a number of answers.
pub(crate) fn counted(all: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(all as u64);
    styled(bar, "{wide_bar} {pos}/{len} {per_sec} {eta}")
}

/// If the template does not parse, the library's default bar is good enough.
fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
