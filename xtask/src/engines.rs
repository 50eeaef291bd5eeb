//! `engines`: the schemas of cMEC measured in the engines that hold models to them: XGrammar and llguidance.
//!
//! What measures is Python, `xtask/engines/measure.py`, for both engines are packages of Python. They are installed
//! from lists of fixed versions into a folder of their own, once. Where that cannot be done the task says so and ends
//! well: no test depends on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use serde_json::Value;

use xtask::command::{output, run};
use xtask::repository::read;

/// Where the lists of packages and the scripts are.
const SCRIPTS: &str = "xtask/engines";
/// What was installed, beside it: the lists of then.
const INSTALLED: &str = "installed.txt";

#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder that the engines and vocabularies are installed into [default: `engines` in the folder of what is built]
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Only these domains
    #[arg(long)]
    domain: Vec<String>,
    /// Only the vocabularies of these families of models: llama3, qwen3, deepseek
    #[arg(long)]
    family: Vec<String>,
    /// The command `cmec` [default: it is built]
    #[arg(long)]
    cmec: Option<PathBuf>,
}

/// Why there is nothing to measure with, or what is wrong.
enum Stop {
    Skipped(String),
    Failed(String),
}

/// Installs what is not there yet and measures; a measure that misses a bar is no failure, for it is read in the table.
pub(crate) fn engines(root: &Path, arguments: &Arguments) -> Result<(), String> {
    match measure(root, arguments) {
        Err(Stop::Skipped(why)) => {
            println!("skipped: {why}");
            Ok(())
        }
        Err(Stop::Failed(why)) => Err(why),
        Ok(()) => Ok(()),
    }
}

fn measure(root: &Path, arguments: &Arguments) -> Result<(), Stop> {
    let built = built(root).map_err(Stop::Failed)?;
    let folder = match &arguments.folder {
        Some(folder) => std::path::absolute(folder).map_err(|error| failed(folder, &error))?,
        None => built.join("engines"),
    };
    install(root, &folder)?;
    let cmec = match &arguments.cmec {
        Some(cmec) => cmec.clone(),
        None => {
            run(root, &["build", "--quiet", "--package", "cmec-cli"]).map_err(Stop::Failed)?;
            let name = format!("cmec{}", std::env::consts::EXE_SUFFIX);
            built.join("debug").join(name)
        }
    };
    let mut command = Command::new(python(&folder));
    command.arg(root.join(SCRIPTS).join("measure.py"));
    command.arg("--packages").arg(folder.join("node_modules"));
    command.arg("--cmec").arg(cmec);
    let words = [
        ("--domain", &arguments.domain),
        ("--family", &arguments.family),
    ];
    for (name, words) in words {
        command.args(words.iter().flat_map(|word| [name, word.as_str()]));
    }
    // The scripts are sources; nothing is written beside them.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Stop::Failed(format!("measure.py failed: {status}"))),
        Err(error) => Err(Stop::Failed(format!("measure.py did not start: {error}"))),
    }
}

/// The folder of what cargo builds.
fn built(root: &Path) -> Result<PathBuf, String> {
    let told = output(root, &["metadata", "--no-deps", "--format-version", "1"])?;
    let told: Value = serde_json::from_str(&told).map_err(|error| error.to_string())?;
    let folder = told.get("target_directory").and_then(Value::as_str);
    folder
        .map(PathBuf::from)
        .ok_or_else(|| "`cargo metadata` names no target directory".to_owned())
}

/// Puts the packages of both lists into the folder, unless those of the same lists are there.
fn install(root: &Path, folder: &Path) -> Result<(), Stop> {
    let list = |name: &str| read(root, &format!("{SCRIPTS}/{name}")).map_err(Stop::Failed);
    let (requirements, package) = (list("requirements.txt")?, list("package.json")?);
    let lists = format!("{requirements}\n{package}");
    let installed = folder.join(INSTALLED);
    if fs::read_to_string(&installed).is_ok_and(|of_then| of_then == lists) {
        return Ok(());
    }
    has("python3")?;
    has("npm")?;
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let write = |name: &str, text: &str| {
        fs::write(folder.join(name), text).map_err(|error| failed(folder, &error))
    };
    write("requirements.txt", &requirements)?;
    write("package.json", &package)?;
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "venv"]);
    step(folder, make, "python3 makes no environment of its own")?;
    let mut pip = Command::new(python(folder));
    pip.args(["-m", "pip", "install", "--quiet", "--no-input"]);
    // XGrammar names torch, transformers and triton too; the list has all that is imported.
    pip.args(["--disable-pip-version-check", "--no-deps"]);
    pip.args(["-r", "requirements.txt"]);
    step(folder, pip, "the packages of Python cannot be had")?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund"]);
    npm.args(["--no-package-lock", "--loglevel=error"]);
    step(folder, npm, "the packages of npm cannot be had")?;
    write(INSTALLED, &lists)
}

/// Whether a program is there.
fn has(program: &str) -> Result<(), Stop> {
    let mut asked = Command::new(program);
    asked
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match asked.status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Stop::Skipped(format!("there is no {program}"))),
    }
}

/// A step of the installation, whose failure leaves nothing to measure with.
fn step(folder: &Path, mut command: Command, otherwise: &str) -> Result<(), Stop> {
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    let why = match output {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let is_error = |line: &&str| line.to_lowercase().contains("error");
    let said = why.lines().find(is_error).unwrap_or(why.trim());
    Err(Stop::Skipped(format!("{otherwise} ({})", said.trim())))
}

fn python(folder: &Path) -> PathBuf {
    let inside = if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    };
    folder.join("venv").join(inside)
}

fn failed(path: &Path, error: &std::io::Error) -> Stop {
    Stop::Failed(format!("{}: {error}", path.display()))
}
