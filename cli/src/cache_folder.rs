//! The folder for what can be made again.

use std::env;
use std::path::PathBuf;

/// Where the command keeps what it can make again: demonstration databases, what is known of servers.
pub(crate) fn cache_folder() -> PathBuf {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let home = || Some(PathBuf::from(set("HOME")?).join(".cache"));
    let folder = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA"));
    let folder = folder.map(PathBuf::from).or_else(home);
    folder.unwrap_or_else(env::temp_dir).join("cmec")
}
