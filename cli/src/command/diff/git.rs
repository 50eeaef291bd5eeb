//! Files of a Git revision, read as raw objects. `git archive` could differ: attributes omit and rewrite files, and
//! filters in the configuration run programs.

use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, io};

use super::files::{Entry, Files, LINK};
use crate::terminal::exit::CliError;
use crate::terminal::input::INPUT_BYTES;
use crate::terminal::output;

/// Most bytes of a file list: about half a million files.
const LIST_BYTES: u64 = 64 << 20;

/// Most files that are read.
const FILES: usize = 10_000;

/// The path of a folder relative to the top of its repository.
pub(super) fn place(folder: &Path) -> Result<String, CliError> {
    let said = git(
        folder,
        &["rev-parse", "--show-prefix"],
        Stdio::null(),
        LIST_BYTES,
    )?;
    let said = String::from_utf8_lossy(&said);
    Ok(said.trim_end_matches(['\n', '/']).to_owned())
}

/// Reads the files below a folder at a revision, and the file `beside` in its parent folder. Names are relative to the
/// top of the repository. `is_meant` selects the files.
pub(super) fn files(
    folder: &Path,
    (revision, top): (&str, &str),
    beside: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<Files, CliError> {
    let mut listed = listed(folder, (revision, top), &["-r"])?;
    if !top.is_empty() {
        let above = top.rsplit_once('/').map_or("", |(above, _)| above);
        listed.extend(self::listed(folder, (revision, above), &[beside])?);
    }
    let mut files = Files::new();
    let mut blobs = Vec::new();
    for own in listed {
        match own.mode.as_str() {
            "120000" => drop(files.insert(own.name, Entry::Instead(LINK))),
            "160000" => drop(files.insert(own.name, Entry::Instead("a submodule"))),
            _ if is_meant(&own.name) => blobs.push(own),
            _ => {}
        }
    }
    for (name, bytes) in contents(folder, blobs)? {
        files.insert(name, Entry::Bytes(bytes));
    }
    Ok(files)
}

struct TreeEntry {
    mode: String,
    object: String,
    /// Bytes; 0 unless it is a file.
    size: u64,
    name: String,
}

fn listed(
    folder: &Path,
    (revision, place): (&str, &str),
    which: &[&str],
) -> Result<Vec<TreeEntry>, CliError> {
    let tree = format!("{revision}:{place}");
    let (options, names): (Vec<&str>, Vec<&str>) =
        which.iter().partition(|own| own.starts_with('-'));
    let arguments = [
        &["ls-tree", "-z", "-l", "--full-tree"],
        &*options,
        &[&*tree],
        &*names,
    ];
    let list = git(folder, &arguments.concat(), Stdio::null(), LIST_BYTES)?;
    let list = String::from_utf8_lossy(&list);
    let lines = list.split_terminator('\0').filter_map(|line| {
        let (said, name) = line.split_once('\t')?;
        let mut said = said.split_ascii_whitespace();
        let (mode, object) = (said.next()?, said.nth(1)?);
        let apart = if place.is_empty() { "" } else { "/" };
        Some(TreeEntry {
            mode: mode.to_owned(),
            object: object.to_owned(),
            size: said.next()?.parse().unwrap_or_default(),
            name: format!("{place}{apart}{name}"),
        })
    });
    Ok(lines.collect())
}

/// Names and contents of files as committed.
fn contents(folder: &Path, blobs: Vec<TreeEntry>) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let bytes: u64 = blobs.iter().map(|own| own.size).sum();
    if blobs.len() > FILES || bytes > INPUT_BYTES {
        let (files, most) = (blobs.len(), INPUT_BYTES >> 20);
        let told =
            format!("git: {files} files, and {FILES} of {most} MiB together are read at most");
        return Err(CliError::failed(told).help("name one folder: git:main:FOLDER"));
    }
    let asked: String = (blobs.iter().map(|own| format!("{}\n", own.object))).collect();
    let asked = input(asked.as_bytes()).map_err(CliError::failed)?;
    // Each blob has a header line and a line break after it.
    let most = bytes + 200 * FILES as u64;
    let told = git(folder, &["cat-file", "--batch"], asked.into(), most)?;
    let mut rest = told.as_slice();
    let files = blobs.into_iter().map(|own| {
        let size = usize::try_from(own.size).unwrap_or(usize::MAX);
        let head = format!("{} blob {size}\n", own.object);
        let taken = rest
            .strip_prefix(head.as_bytes())
            .and_then(|rest| rest.split_at_checked(size));
        let (bytes, behind) = taken.ok_or_else(|| {
            let name = output::plain(&own.name);
            CliError::failed(format!("git: `{name}` is not in the repository as a whole"))
        })?;
        rest = behind.strip_prefix(b"\n").unwrap_or(behind);
        Ok((own.name, bytes.to_vec()))
    });
    files.collect()
}

/// A temporary file as standard input.
fn input(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// The output of git, bounded in bytes. Nothing is fetched.
fn git(folder: &Path, arguments: &[&str], input: Stdio, most: u64) -> Result<Vec<u8>, CliError> {
    let failed = |error: io::Error| CliError::failed(format!("git: {error}"));
    let mut command = Command::new("git");
    // A hook or a shell may set variables that point to another repository.
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("GIT_") {
            command.env_remove(name);
        }
    }
    command.env("GIT_ALLOW_PROTOCOL", "");
    command.env("GIT_NO_LAZY_FETCH", "1");
    command.env("GIT_NO_REPLACE_OBJECTS", "1");
    // A folder in the work tree may look like a bare repository with its own configuration.
    command.args(["-c", "safe.bareRepository=explicit", "-C"]);
    command.arg(folder).args(arguments);
    let mut errors = tempfile::tempfile().map_err(failed)?;
    command.stdin(input).stdout(Stdio::piped());
    command.stderr(errors.try_clone().map_err(failed)?);
    let mut child = command.spawn().map_err(failed)?;
    let mut told = Vec::new();
    let read = match child.stdout.take() {
        Some(out) => out.take(most + 1).read_to_end(&mut told),
        None => Ok(0),
    };
    // Its output is closed here, so a process that still writes will end.
    let status = child.wait().map_err(failed)?;
    read.map_err(failed)?;
    if told.len() as u64 > most {
        let failure = CliError::failed("git: too many files");
        return Err(failure.help("name one folder: git:main:FOLDER"));
    }
    if status.success() {
        return Ok(told);
    }
    let mut said = String::new();
    let _ = errors
        .rewind()
        .and_then(|()| errors.take(LIST_BYTES).read_to_string(&mut said));
    let first = output::plain(said.lines().next().unwrap_or("it failed"));
    let failure = CliError::failed(format!("git: {first}"));
    // A shallow clone, common on build servers, has only the last commit.
    let is_shallow = || {
        let asked = ["rev-parse", "--is-shallow-repository"];
        git(folder, &asked, Stdio::null(), LIST_BYTES).is_ok_and(|told| told.starts_with(b"true"))
    };
    Err(match arguments.first() {
        Some(&"ls-tree") if is_shallow() => failure.help(
            "the repository has only its newest commits: `git fetch --unshallow --tags`, or `fetch-depth: 0` of actions/checkout",
        ),
        _ => failure,
    })
}
