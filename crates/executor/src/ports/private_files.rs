//! Files and folders with access for their owner only. Writing never follows a link.

#![allow(
    clippy::disallowed_methods,
    reason = "ports that keep files make and open them here"
)]

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file for reading. Other files are refused before they are opened, since a pipe without a writer
/// blocks forever.
///
/// # Errors
/// The file does not exist or cannot be opened.
pub fn open_plain(path: &Path) -> io::Result<File> {
    check_plain(path)?;
    File::open(path)
}

/// Checks that a path is a regular file or a link to one.
///
/// # Errors
/// It is not.
pub fn check_plain(path: &Path) -> io::Result<()> {
    match path.metadata()?.is_file() {
        true => Ok(()),
        false => Err(refused("no plain file")),
    }
}

/// Opens a file for writing with the given options. A new file is accessible to its owner only. Devices are allowed.
///
/// # Errors
/// The file cannot be opened, or is a link or a pipe.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a pipe without a reader blocks.
    if let Ok(found) = path.symlink_metadata() {
        check_written(&found)?;
    }
    let file = unix::only_owner(options).open(path)?;
    // A link may have replaced the file since the check.
    let found = path.symlink_metadata()?;
    check_written(&found)?;
    match unix::is_same(&found, &file.metadata()?) {
        true => Ok(file),
        false => Err(refused("another file has taken its place")),
    }
}

fn check_written(found: &Metadata) -> io::Result<()> {
    if found.is_symlink() {
        Err(refused("a link, and links are not followed"))
    } else if found.is_file() || unix::is_device(found) {
        Ok(())
    } else {
        Err(refused("no plain file"))
    }
}

/// Creates or truncates a file for writing.
///
/// # Errors
/// As [`open`].
pub fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let file = open(path, options.write(true).create(true).truncate(false))?;
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Renames a file to `FILE.old`, which replaces a regular file of the same owner.
///
/// # Errors
/// The file cannot be renamed, or something else has that name.
pub fn set_aside(path: &Path) -> io::Result<()> {
    let mut old = path.to_owned().into_os_string();
    old.push(".old");
    let old = Path::new(&old);
    if let Ok(found) = old.symlink_metadata()
        && !(found.is_file() && unix::is_of_owner(&found, &path.symlink_metadata()?))
    {
        let name = old.display();
        return Err(refused(&format!(
            "{name} is a link, no plain file or of another owner, and is not replaced: move it away"
        )));
    }
    std::fs::rename(path, old)
}

/// Creates a folder and its parents. New ones are accessible to their owner only.
///
/// # Errors
/// The folder cannot be created.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    unix::only_owners(builder.recursive(true)).create(path)
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}

#[cfg(unix)]
mod unix {
    use std::fs::{DirBuilder, Metadata, OpenOptions};
    use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt};

    pub(super) fn only_owner(options: &mut OpenOptions) -> &mut OpenOptions {
        options.mode(0o600)
    }

    pub(super) fn only_owners(builder: &mut DirBuilder) -> &mut DirBuilder {
        builder.mode(0o700)
    }

    pub(super) fn is_device(found: &Metadata) -> bool {
        found.file_type().is_char_device()
    }

    pub(super) fn is_same(one: &Metadata, other: &Metadata) -> bool {
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }

    pub(super) fn is_of_owner(one: &Metadata, other: &Metadata) -> bool {
        one.uid() == other.uid()
    }
}

/// Other systems have a different permission model.
#[cfg(not(unix))]
mod unix {
    use std::fs::{DirBuilder, Metadata, OpenOptions};

    pub(super) fn only_owner(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    pub(super) fn only_owners(builder: &mut DirBuilder) -> &mut DirBuilder {
        builder
    }

    pub(super) fn is_device(_: &Metadata) -> bool {
        false
    }

    pub(super) fn is_same(_: &Metadata, _: &Metadata) -> bool {
        true
    }

    pub(super) fn is_of_owner(_: &Metadata, _: &Metadata) -> bool {
        true
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, chown, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn what_is_made_is_its_owners_alone() {
        let above = tempfile::tempdir().unwrap();
        let [parent, deep, file] = ["a", "a/b", "a/b/c"].map(|name| above.path().join(name));
        folder(&deep).unwrap();
        for text in ["longer", "own"] {
            create(&file).unwrap();
            fs::write(&file, text).unwrap();
        }
        assert_eq!(fs::read(&file).unwrap(), b"own");
        let modes = [parent, deep, file].map(|path| path.metadata().unwrap().mode() & 0o777);
        assert_eq!(modes, [0o700, 0o700, 0o600]);
    }

    /// Changing the owner requires root.
    #[test]
    fn what_somebody_else_has_is_not_replaced() {
        let above = tempfile::tempdir().unwrap();
        let [file, old, other] = ["f", "f.old", "g"].map(|name| above.path().join(name));
        fs::write(&other, "other").unwrap();
        let kinds: [(&str, &dyn Fn()); 4] = [
            ("a link", &|| symlink(&other, &old).unwrap()),
            ("a link to nothing", &|| symlink("nothing", &old).unwrap()),
            ("a socket", &|| drop(UnixListener::bind(&old).unwrap())),
            ("of another owner", &|| {
                fs::write(&old, "other").unwrap();
                let _ = chown(&old, Some(4711), None);
            }),
        ];
        for (kind, make) in kinds {
            fs::write(&file, "own").unwrap();
            make();
            if kind == "of another owner" && old.metadata().unwrap().uid() != 4711 {
                continue;
            }
            let error = set_aside(&file).unwrap_err().to_string();
            assert!(error.contains("f.old is a link, no plain file"), "{error}");
            assert!(file.is_file() && old.symlink_metadata().is_ok(), "{kind}");
            fs::remove_file(&old).unwrap();
        }
        for text in ["one", "two"] {
            fs::write(&file, text).unwrap();
            set_aside(&file).unwrap();
            assert_eq!(fs::read_to_string(&old).unwrap(), text);
        }
    }

    #[test]
    fn what_is_no_plain_file_is_refused() {
        let above = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| above.path().join(name));
        fs::write(&file, "own").unwrap();
        symlink(&file, &link).unwrap();
        for path in [&*link, above.path()] {
            assert!(create(path).is_err(), "{path:?}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"own");
        assert!(open_plain(&link).is_ok() && open_plain(Path::new("/dev/null")).is_err());
        assert!(create(Path::new("/dev/null")).is_ok());
    }
}
