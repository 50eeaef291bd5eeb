//! `Build`: compiles a codebook in a host's build script.
//!
//! ```text
//! codebook/shop/ ── load_dir ──► compile ──► emit ──► OUT_DIR/shop.codes.rs, shop.tables.rs, shop.tables.json …
//!                       │           │
//!                       │           └─ findings: errors fail the build, warnings are cargo's
//!                       └─ rerun-if-changed, for every file that was read
//! ```
//!
//! This is the only file of the compiler that writes. It writes files to `OUT_DIR` if their bytes differ, and never the
//! lock, because a build leaves sources alone. Every message to cargo is one line, whatever a codebook contains.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::artefact::Artefact;
use crate::compilation::{Compilation, compile, lock_state};
use crate::emit::{EmitKind, emit};
use crate::finding::{Finding, Severity};
use crate::report::data::report;
use crate::report::drawing::{Colour, render};
use crate::source::files::load_dir;

/// Compiles one codebook in a build script and writes the files that a host needs.
///
/// ```no_run
/// fn main() -> Result<(), cmec_compiler::BuildError> {
///     cmec_compiler::Build::new("codebook/shop").run()
/// }
/// ```
///
/// The crate then includes what it needs:
///
/// ```text
/// mod tables { include!(concat!(env!("OUT_DIR"), "/shop.tables.rs")); }
/// mod codes { include!(concat!(env!("OUT_DIR"), "/shop.codes.rs")); }
/// ```
///
/// `tables::tables()` reads the embedded table file at its first call.
#[derive(Debug, Clone)]
#[must_use = "nothing is built before `run`"]
pub struct Build {
    folder: PathBuf,
    out: Option<PathBuf>,
    kinds: Vec<EmitKind>,
    deny_warnings: bool,
}

impl Build {
    /// A build of the codebook in this folder, relative to the package root.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            out: None,
            kinds: Vec::new(),
            deny_warnings: false,
        }
    }

    /// Writes to this folder instead of `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out = Some(folder.into());
        self
    }

    /// Also writes this kind of artefact. The default is [`EmitKind::Rust`] alone.
    pub fn emit(mut self, kind: EmitKind) -> Self {
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
        }
        self
    }

    /// Fails on warnings too.
    pub fn deny_warnings(mut self) -> Self {
        self.deny_warnings = true;
        self
    }

    /// Compiles, writes the files that differ, and prints the read files and the warnings for cargo. Checks the lock
    /// but never writes it, because a build leaves sources alone.
    ///
    /// # Errors
    /// If the folder cannot be read, the codebook has errors (drawn as by `cmec check`), no output folder is known, or
    /// a file cannot be written.
    pub fn run(&self) -> Result<(), BuildError> {
        self.run_with(|line| println!("{line}"))
    }

    /// [`run`](Self::run), with the lines for cargo passed to `say`.
    pub(crate) fn run_with(&self, mut say: impl FnMut(&str)) -> Result<(), BuildError> {
        let sources = load_dir(&self.folder).map_err(|error| failed(&self.folder, error))?;
        // The folder, for new files; each file, for file systems that keep no modification time of a folder.
        let folder = self.folder.to_string_lossy();
        for path in std::iter::once(folder.as_ref()).chain(sources.paths()) {
            // A line break in a path would start another cargo instruction; the folder is watched anyway.
            if !path.contains(char::is_control) {
                say(&format!("cargo::rerun-if-changed={path}"));
            }
        }
        let Compilation {
            findings, model, ..
        } = compile(&sources);
        let fatal = |severity: Severity| {
            severity == Severity::Error || (self.deny_warnings && severity == Severity::Warning)
        };
        let bad = (findings.iter()).any(|finding| fatal(finding.severity()));
        let Some(model) = model.filter(|_| !bad) else {
            let drawn = render(&findings, &sources, Colour::Plain);
            return Err(BuildError(Failure::Findings(drawn)));
        };
        let lock = lock_state(&sources, &model);
        let told: Vec<Finding> = findings.into_iter().chain(lock).collect();
        for one in report(&told, &sources) {
            let (at, message) = (&one.at, one.message.escape_debug());
            let (file, line, id) = (&at.file, at.line, one.id);
            say(&format!("cargo::warning={file}:{line}: {id}: {message}"));
        }
        let out = self.out_folder()?;
        let kinds = match self.kinds.as_slice() {
            [] => &[EmitKind::Rust],
            kinds => kinds,
        };
        for artefact in kinds.iter().flat_map(|kind| emit(&model, *kind)) {
            write(&out, &artefact)?;
        }
        Ok(())
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "cargo tells a build script in the environment where to write"
    )]
    fn out_folder(&self) -> Result<PathBuf, BuildError> {
        let told = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        let out = self.out.clone().or_else(told);
        out.ok_or(BuildError(Failure::NoFolder))
    }
}

/// Writes a file only if its bytes differ, so that cargo does not rebuild without need.
#[allow(
    clippy::disallowed_methods,
    reason = "a build script writes what was asked for"
)]
fn write(out: &Path, artefact: &Artefact) -> Result<(), BuildError> {
    let path = out.join(&artefact.path);
    if std::fs::read(&path).is_ok_and(|bytes| bytes == artefact.text.as_bytes()) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(out);
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    std::fs::write(&path, &artefact.text).map_err(|error| failed(&path, error))
}

fn failed(path: &Path, error: io::Error) -> BuildError {
    BuildError(Failure::File(path.to_owned(), error))
}

/// The reason why a codebook was not built. Its debug form is readable, since a build script's `main` prints that.
pub struct BuildError(Failure);

enum Failure {
    Findings(String),
    File(PathBuf, io::Error),
    NoFolder,
}

impl fmt::Display for BuildError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Failure::Findings(drawn) => write!(out, "the codebook has errors\n{drawn}"),
            Failure::File(path, error) => write!(out, "{}: {error}", path.display()),
            Failure::NoFolder => {
                out.write_str("no folder to write to: `OUT_DIR` is not set, and none was given")
            }
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Failure::File(_, error) => Some(error),
            Failure::Findings(_) | Failure::NoFolder => None,
        }
    }
}
