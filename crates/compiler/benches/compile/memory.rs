//! The peak memory of one subject, in a process of its own: what the others left in the allocator does not count.

use std::hint::black_box;
use std::process::Command;

use cmec_compiler::{SourceSet, compile, parse};

/// The name under which the bench starts itself again.
const SELF: &str = "--peak-of";

/// Whether this process is one that was started to be measured; its answer is then printed.
pub(crate) fn answered() -> bool {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, subject, fields] = arguments.as_slice() else {
        return false;
    };
    if name != SELF {
        return false;
    }
    let text = super::generate::codebook(fields.parse().unwrap());
    let sources = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
    let before = peak();
    match subject.as_str() {
        "tree" => drop(black_box(parse(&sources))),
        _ => drop(black_box(compile(&sources))),
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("{}", after - before);
    }
    true
}

/// The peak while a subject runs above what the texts take, in MB; a dash where the system does not tell.
pub(crate) fn of(subject: &str, fields: usize) -> String {
    let told = Command::new(std::env::current_exe().unwrap())
        .args([SELF, subject, &fields.to_string()])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&told.stdout);
    told.trim().parse::<f64>().map_or_else(
        |_| "-".to_owned(),
        |kilobytes| format!("{:.1} MB", kilobytes / 1024.0),
    )
}

/// The most memory this process had so far, in KiB.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
