//! Secrets from where nobody else sees them: everybody on a machine can read the arguments of a command.

use cmec_executor::ports::http_client::Secret;

use crate::terminal::exit::Failure;

/// The secret of an environment variable; `option`: the option that names it.
pub(crate) fn of_environment(option: &str, name: &str) -> Result<Secret, Failure> {
    address(option, name).map(Secret::new)
}

/// The address of an environment variable, which may have a password; `option`: the option that names it.
pub(crate) fn address(option: &str, name: &str) -> Result<String, Failure> {
    // What is wrong with it would show it.
    std::env::var(name).map_err(|_| {
        Failure::usage(format!(
            "{option}: the environment variable `{name}` is not set, or is no text"
        ))
    })
}
