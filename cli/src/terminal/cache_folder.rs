//! The cache folder.

use std::path::{Path, PathBuf};
use std::{env, io};

use cmec_executor::ports::private_files;

use crate::terminal::exit::CliError;

/// The cache of demonstration databases and findings on servers. The command trusts these files, so the folder must
/// belong to the current user.
pub(crate) fn cache_folder() -> Result<PathBuf, CliError> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let home = || Some(PathBuf::from(set("HOME")?).join(".cache"));
    let folder = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA"));
    let folder = folder.map(PathBuf::from).or_else(home);
    let folder = folder.unwrap_or_else(env::temp_dir).join("cmec");
    let help = "name another one: XDG_CACHE_HOME";
    let own = private_files::folder(&folder).and_then(|()| check_own(&folder));
    own.map_err(|error| CliError::at(&folder, error).help(help))?;
    Ok(folder)
}

/// Checks that a folder belongs to the user, and makes it private.
#[cfg(unix)]
fn check_own(folder: &Path) -> io::Result<()> {
    use std::fs::{Permissions, set_permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let refused = |why| Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    let found = folder.symlink_metadata()?;
    if found.is_symlink() {
        return refused("a link, and links are not followed");
    }
    if found.uid() != rustix::process::geteuid().as_raw() {
        return refused("a folder of somebody else");
    }
    match found.mode() & 0o077 {
        0 => Ok(()),
        _ => set_permissions(folder, Permissions::from_mode(0o700)),
    }
}

/// Other systems have another kind of permissions.
#[cfg(not(unix))]
fn check_own(_: &Path) -> io::Result<()> {
    Ok(())
}
