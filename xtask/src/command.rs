//! Running cargo, the one this task was started by.

use std::path::Path;
use std::process::Command;

fn cargo(root: &Path, args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root).args(args);
    command
}

/// Runs cargo with its output shown.
pub(crate) fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    run_with(root, args, &[])
}

/// Runs cargo with these variables of the environment, its output shown.
pub(crate) fn run_with(
    root: &Path,
    args: &[&str],
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let said = || format!("cargo {}", args.join(" "));
    let mut command = cargo(root, args);
    command.envs(variables.iter().copied());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` failed: {status}", said())),
        Err(error) => Err(format!("`{}` did not start: {error}", said())),
    }
}

/// Runs cargo and returns what it prints.
pub(crate) fn output(root: &Path, args: &[&str]) -> Result<String, String> {
    let said = || format!("cargo {}", args.join(" "));
    let output = cargo(root, args)
        .output()
        .map_err(|error| format!("`{}` did not start: {error}", said()))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` failed:\n{errors}", said()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
