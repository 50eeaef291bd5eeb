//! Runs the cargo that started this task.

use std::path::Path;
use std::process::{Command, Output};

/// Runs cargo and shows its output.
pub fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    run_with(root, args, &[])
}

/// Runs cargo with environment variables and shows its output.
pub fn run_with(root: &Path, args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    match cargo(root, args, variables).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`cargo {}` failed: {status}", args.join(" "))),
        Err(error) => Err(format!("`cargo {}` did not start: {error}", args.join(" "))),
    }
}

/// Runs cargo and returns its output.
pub fn output(root: &Path, args: &[&str]) -> Result<String, String> {
    let output = output_with(root, args, &[])?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs cargo with environment variables and returns its output.
pub fn output_with(
    root: &Path,
    args: &[&str],
    variables: &[(&str, &str)],
) -> Result<Output, String> {
    let said = || format!("`cargo {}`", args.join(" "));
    let output = cargo(root, args, variables).output();
    let output = output.map_err(|error| format!("{} did not start: {error}", said()))?;
    if !output.status.success() {
        // Tests report failures on standard output.
        let said_both = [&output.stdout, &output.stderr].map(|own| String::from_utf8_lossy(own));
        return Err(format!("{} failed:\n{}", said(), said_both.concat()));
    }
    Ok(output)
}

fn cargo(root: &Path, args: &[&str], variables: &[(&str, &str)]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root).args(args);
    // Variables that `cargo run` sets for this package would make other build scripts, such as `ring`'s, run again.
    for (name, _) in std::env::vars_os() {
        let said = name.to_string_lossy();
        if said.starts_with("CARGO_PKG_") || said.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command.envs(variables.iter().copied());
    command
}
