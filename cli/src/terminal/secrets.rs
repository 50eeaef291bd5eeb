//! Reads secrets from environment variables, since every user of a machine can see the arguments of a command.

use cmec_executor::ports::http_client::Secret;

use crate::terminal::exit::CliError;

/// The secret in an environment variable; `option`: the option that names it.
pub(crate) fn of_environment(option: &str, name: &str) -> Result<Secret, CliError> {
    address(option, name).map(Secret::new)
}

/// The address in an environment variable, which may contain a password; `option`: the option that names it.
pub(crate) fn address(option: &str, name: &str) -> Result<String, CliError> {
    // The error itself is not shown, because it could contain the value.
    std::env::var(name).map_err(|_| {
        CliError::usage(format!(
            "{option}: the environment variable `{name}` is not set, or is no text"
        ))
    })
}
