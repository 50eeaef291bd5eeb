//! `SourceSet`: the texts of one codebook by name. The only file of the compiler that reads files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use codespan_reporting::files::SimpleFiles;

use super::bounds::{FILE_BYTES, LOCK_BYTES, SMALL_FILE_BYTES};
use crate::lock::LOCK_FILE;
use crate::text::hash::texts_hash;

/// The core codebook.
pub(crate) const CORE: &str = "core.yaml";
/// A domain's own codebook.
pub(crate) const CODEBOOK: &str = "codebook.yaml";
/// User additions to an imported codebook.
pub(crate) const OVERLAY: &str = "overlay.yaml";
/// The recipes of the address lane.
pub(crate) const RECIPES: &str = "recipes.yaml";
/// The profiles of the retrieval lane.
pub(crate) const RETRIEVAL: &str = "retrieval.yaml";
/// Handwritten tools.
pub(crate) const TOOLS: &str = "tools.yaml";
/// The tables of the structured lane.
pub(crate) const BINDINGS: &str = "bindings.yaml";
/// Example questions with their SQL.
pub(crate) const EXAMPLES: &str = "examples.yaml";
/// Folder of the query texts.
pub(crate) const QUERIES: &str = "queries";

/// The core codebook built into this compiler; used if none is next to the domain's folder.
pub const BUILTIN_CORE: &str = include_str!("../../../../codebook/core.yaml");

#[derive(Debug, Clone)]
pub(crate) struct SourceFile {
    /// Name within the codebook, such as `recipes.yaml`, for the hash and the rules.
    pub(crate) name: String,
    /// Name for people, with the folder.
    pub(crate) shown: String,
    /// Its text, with invalid UTF-8 replaced.
    pub(crate) text: String,
    /// Offset of the first invalid UTF-8.
    pub(crate) broken_at: Option<usize>,
    /// The kind of an entry that is no file, such as a link or a folder. The text is then empty.
    pub(crate) instead: Option<&'static str>,
}

impl SourceFile {
    pub(crate) fn new(name: String, shown: String, text: String) -> Self {
        Self {
            name,
            shown,
            text,
            broken_at: None,
            instead: None,
        }
    }

    /// True for a file whose sections contain elements, of which there may be many.
    pub(crate) fn holds_elements(&self) -> bool {
        [CODEBOOK, OVERLAY, BINDINGS].contains(&self.name.as_str()) || self.name.ends_with(".lock")
    }

    /// Size limit in bytes.
    pub(crate) fn most_bytes(&self) -> usize {
        if self.name.ends_with(".lock") {
            LOCK_BYTES
        } else if self.holds_elements() {
            FILE_BYTES
        } else {
            SMALL_FILE_BYTES
        }
    }
}

/// The display name of the built-in core.
const BUILTIN: &str = "core.yaml (built in)";

/// The sources of one codebook, sorted by name.
#[derive(Debug, Clone, Default)]
pub struct SourceSet {
    files: Vec<SourceFile>,
}

impl SourceSet {
    /// Sources from bytes: the core's text, then `(name, bytes)` of the domain's folder. The last of equal names wins.
    pub fn from_bytes<N: Into<String>, B: Into<Vec<u8>>>(
        core: &str,
        files: impl IntoIterator<Item = (N, B)>,
    ) -> Self {
        let domain = files.into_iter().map(|(name, bytes)| {
            let name = name.into();
            (name.clone(), name, bytes.into())
        });
        let core = (CORE.to_owned(), CORE.to_owned(), core.as_bytes().to_vec());
        Self::collect(domain.chain([core]))
    }

    /// Sources from texts, with the built-in core.
    pub fn from_texts<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        Self::from_bytes(BUILTIN_CORE, files)
    }

    fn collect(files: impl Iterator<Item = (String, String, Vec<u8>)>) -> Self {
        let mut by_name = BTreeMap::new();
        for (name, shown, bytes) in files {
            let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (text, broken_at) = match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let valid = error.utf8_error().valid_up_to();
                    (lossy(error.as_bytes()), Some(valid))
                }
            };
            let mut file = SourceFile::new(name.clone(), shown, text);
            file.broken_at = broken_at;
            by_name.insert(name, file);
        }
        // A missing codebook still needs a place for the finding about it.
        let missing = || SourceFile::new(CODEBOOK.to_owned(), CODEBOOK.to_owned(), String::new());
        let codebook = by_name.entry(CODEBOOK.to_owned());
        codebook.or_insert_with(missing);
        Self {
            files: by_name.into_values().collect(),
        }
    }

    /// Adds the entries that are no files, and sets the place of a missing codebook.
    fn stand_in(&mut self, folder: &Path, instead: Vec<(String, String, &'static str)>) {
        for (name, shown, what) in instead {
            self.files.retain(|file| file.name != name);
            let mut file = SourceFile::new(name, shown, String::new());
            file.instead = Some(what);
            self.files.push(file);
        }
        self.files.sort_by(|one, other| one.name.cmp(&other.name));
        let mut files = self.files.iter_mut();
        if let Some(file) = files.find(|file| file.name == CODEBOOK && file.shown == CODEBOOK) {
            file.shown = shown(&folder.join(CODEBOOK));
        }
    }

    /// The same sources with the text of one of them replaced or added.
    #[must_use]
    pub fn with_text(mut self, name: &str, text: &str) -> Self {
        let shown = self
            .named(name)
            .map_or(name, |(_, file)| file.shown.as_str());
        let file = SourceFile::new(name.to_owned(), shown.to_owned(), text.to_owned());
        self.files.retain(|file| file.name != name);
        let at = self.files.partition_point(|file| file.name.as_str() < name);
        self.files.insert(at, file);
        self
    }

    /// The same sources, displayed as files of this folder.
    #[must_use]
    pub fn shown_in(mut self, folder: &str) -> Self {
        for file in &mut self.files {
            if file.shown != BUILTIN {
                file.shown = format!("{folder}/{}", file.name);
            }
        }
        self
    }

    /// Names and texts of the domain's own files, sorted by name.
    pub fn own(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.files.iter().filter(|file| file.name != CORE);
        own.map(|file| (file.name.as_str(), file.text.as_str()))
    }

    /// Only the sources with these names, the codebook and the core.
    #[must_use]
    pub fn only(mut self, names: &[&str]) -> Self {
        let kept = |name: &str| name == CORE || name == CODEBOOK || names.contains(&name);
        self.files.retain(|file| kept(&file.name));
        self
    }

    /// Hexadecimal SHA-256 over name and text of each source, so any change of bytes or names changes it. The lock is
    /// excluded: it is written after compiling, and compiling again must change nothing.
    pub(crate) fn hash(&self) -> String {
        let files = self.files.iter().filter(|file| file.name != LOCK_FILE);
        texts_hash(files.flat_map(|file| [file.name.as_str(), file.text.as_str()]))
    }

    /// The paths that [`load_dir`] read, sorted by name.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        let shown = self.files.iter().map(|file| file.shown.as_str());
        shown.filter(|shown| *shown != BUILTIN)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &SourceFile)> {
        self.files.iter().enumerate()
    }

    pub(crate) fn named(&self, name: &str) -> Option<(usize, &SourceFile)> {
        let position = self
            .files
            .binary_search_by(|file| file.name.as_str().cmp(name))
            .ok()?;
        Some((position, self.files.get(position)?))
    }

    /// The sources in the form of `codespan`; the position is the file id.
    pub(crate) fn drawn(&self) -> SimpleFiles<&str, &str> {
        let mut files = SimpleFiles::new();
        for file in &self.files {
            files.add(file.shown.as_str(), file.text.as_str());
        }
        files
    }
}

/// Reads a domain's folder: its `*.yaml`, `codebook.lock` and `queries/*.1c`, and `core.yaml` from the folder above or the built-in one.
///
/// # Errors
/// If the folder or one of these files cannot be read. Errors in their content are findings.
#[allow(
    clippy::disallowed_methods,
    reason = "this file is where the compiler reads files"
)]
pub fn load_dir(path: impl AsRef<Path>) -> io::Result<SourceSet> {
    let folder = path.as_ref();
    let mut files = Vec::new();
    let mut instead = Vec::new();
    for (name, found) in (read_folder(folder, "yaml")?.into_iter())
        .filter(|(name, _)| name != CORE)
        .chain((read_folder(folder, "lock")?.into_iter()).filter(|(name, _)| name == LOCK_FILE))
    {
        let path = shown(&folder.join(&name));
        match found {
            Ok(bytes) => files.push((name, path, bytes)),
            Err(what) => instead.push((name, path, what)),
        }
    }
    let queries = folder.join(QUERIES);
    if queries.is_dir() {
        for (name, found) in read_folder(&queries, "1c")? {
            // A missing text is a finding at the recipe that names it.
            if let Ok(bytes) = found {
                let shown = shown(&queries.join(&name));
                files.push((format!("{QUERIES}/{name}"), shown, bytes));
            }
        }
    }
    let core = folder.join("..").join(CORE);
    let core = if core.is_file() {
        let beside = folder
            .parent()
            .map_or_else(|| core.clone(), |up| up.join(CORE));
        (CORE.to_owned(), shown(&beside), read(&core)?)
    } else {
        let text = BUILTIN_CORE.as_bytes().to_vec();
        (CORE.to_owned(), BUILTIN.to_owned(), text)
    };
    let mut sources = SourceSet::collect(files.into_iter().chain([core]));
    sources.stand_in(folder, instead);
    Ok(sources)
}

/// The bytes of a folder entry, or in words what it is where it is no file.
type FolderEntry = Result<Vec<u8>, &'static str>;

/// The entries of a folder with an extension. Links are not followed, since they could lead out of the folder.
#[allow(
    clippy::disallowed_methods,
    reason = "this file is where the compiler reads files"
)]
fn read_folder(folder: &Path, ending: &str) -> io::Result<Vec<(String, FolderEntry)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if !path.extension().is_some_and(|have| may_be(have, ending)) {
            continue;
        }
        let kind = entry.file_type()?;
        let found = if kind.is_file() {
            Ok(read(&path)?)
        } else if kind.is_symlink() {
            Err("a link, and links are not followed")
        } else if kind.is_dir() {
            Err("a folder")
        } else {
            Err("no plain file")
        };
        if let Some(name) = path.file_name().and_then(|name| name.to_str()) {
            files.push((name.to_owned(), found));
        }
    }
    files.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(files)
}

/// True where a file's extension may stand for `ending`. A variant spelling is read too, so that it is reported as
/// unknown instead of silently ignored.
fn may_be(have: &OsStr, ending: &str) -> bool {
    let is_yaml = YAML.iter().any(|way| have.eq_ignore_ascii_case(way));
    have == ending || (ending == "yaml" && is_yaml)
}

/// Extensions of YAML files, in any case.
const YAML: [&str; 2] = ["yaml", "yml"];

pub(crate) fn is_yaml(name: &str) -> bool {
    let ending = Path::new(name).extension();
    ending.is_some_and(|ending| may_be(ending, "yaml"))
}

#[allow(
    clippy::disallowed_methods,
    reason = "this file is where the compiler reads files"
)]
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let at = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", shown(path)));
    let mut bytes = Vec::new();
    // One byte over the limit is enough to detect a file that is too large.
    let most = u64::try_from(LOCK_BYTES + 1).unwrap_or(u64::MAX);
    let file = std::fs::File::open(path).map_err(at)?;
    file.take(most).read_to_end(&mut bytes).map_err(at)?;
    Ok(bytes)
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
#[allow(
    clippy::disallowed_methods,
    reason = "the folders to read have to be written first"
)]
mod tests {
    use std::fs;

    use super::{BUILTIN_CORE, load_dir};

    fn names(folder: &std::path::Path) -> Vec<String> {
        let sources = load_dir(folder).unwrap();
        sources.iter().map(|(_, file)| file.name.clone()).collect()
    }

    #[test]
    fn a_folder_is_its_yaml_files_and_queries() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("town");
        fs::create_dir_all(folder.join("queries/deeper")).unwrap();
        for name in [
            "codebook.yaml",
            "notes.txt",
            "queries/a.1c",
            "queries/deeper/b.1c",
        ] {
            fs::write(folder.join(name), "x").unwrap();
        }
        assert_eq!(
            names(&folder),
            ["codebook.yaml", "core.yaml", "queries/a.1c"]
        );
    }

    #[test]
    fn the_core_beside_the_folder_wins_over_the_built_in_one() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("town");
        fs::create_dir_all(&folder).unwrap();
        let core = |sources: &super::SourceSet| sources.named("core.yaml").unwrap().1.clone();
        let builtin = core(&load_dir(&folder).unwrap());
        assert_eq!(
            (builtin.text.as_str(), builtin.shown.as_str()),
            (BUILTIN_CORE, "core.yaml (built in)")
        );
        fs::write(above.path().join("core.yaml"), "version: 2\n").unwrap();
        assert_eq!(core(&load_dir(&folder).unwrap()).text, "version: 2\n");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("town");
        fs::create_dir_all(folder.join("queries")).unwrap();
        fs::write(above.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink(above.path().join("secret"), folder.join("queries/a.1c"))
            .unwrap();
        assert_eq!(names(&folder), ["codebook.yaml", "core.yaml"]);
    }

    /// An unreadable file of a codebook is a finding and does not affect the others.
    #[cfg(unix)]
    #[test]
    fn what_stands_in_the_place_of_a_file_is_told() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("town");
        fs::create_dir_all(folder.join("codebook.lock")).unwrap();
        let absent = above.path().join("absent");
        for name in ["tools.yaml", "notes.yaml"] {
            std::os::unix::fs::symlink(&absent, folder.join(name)).unwrap();
        }
        let sources = load_dir(&folder).unwrap();
        let findings = crate::compile(&sources).findings;
        let drawn = crate::render(&findings, &sources, crate::Colour::Plain);
        for said in [
            "`tools.yaml` is a link, and links are not followed",
            "`codebook.lock` is a folder",
            "there is no `codebook.yaml`",
            "town/codebook.yaml:1:1",
            "warning[CB008]: `notes.yaml`",
        ] {
            assert!(drawn.contains(said), "{said}\n{drawn}");
        }
    }

    #[test]
    fn a_file_of_yaml_with_another_ending_is_told() {
        let above = tempfile::tempdir().unwrap();
        let folder = above.path().join("town");
        fs::create_dir_all(&folder).unwrap();
        for name in ["codebook.yml", "tools.YAML", "notes.yml"] {
            fs::write(folder.join(name), "a: 1\n").unwrap();
        }
        let sources = load_dir(&folder).unwrap();
        let findings = crate::compile(&sources).findings;
        let drawn = crate::render(&findings, &sources, crate::Colour::Plain);
        for said in [
            "warning[CB008]: `codebook.yml`",
            "did you mean `codebook.yaml`",
            "warning[CB008]: `tools.YAML`",
            "warning[CB008]: `notes.yml`",
        ] {
            assert!(drawn.contains(said), "{said}\n{drawn}");
        }
    }

    /// Not even an administrator can read a folder as a file.
    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let said = super::read(folder.path()).unwrap_err().to_string();
        let named = format!("{}: ", super::shown(folder.path()));
        assert!(said.starts_with(&named), "{said}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let above = tempfile::tempdir().unwrap();
        assert!(load_dir(above.path().join("absent")).is_err());
    }
}
