//! The 1C MCP server.
//!
//! Every user of a machine can read the arguments of a command. So `--mcp-token-env` and `--mcp-token-file` name the
//! source of the secret; `--mcp-user` makes it a password of HTTP basic authentication, as 1C web publications use. An
//! address with a user name is rejected, since logs show addresses.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use cmec_executor::ports::mcp::http::{Authorization, HttpServer, Secret};
use cmec_executor::ports::mcp::stdio::{ServerLog, StdioServer};
use cmec_executor::ports::one_c::OneCConnector;

use crate::terminal::exit::CliError;
use crate::terminal::secrets;

/// Which server, and how it is reached.
#[derive(Debug, Args)]
pub(crate) struct ServerArguments {
    /// Program of a 1C MCP server on standard input and output [default: the demonstration server]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) mcp_command: Option<OsString>,
    /// An argument for the program; may be given several times
    #[arg(
        long,
        value_name = "ARGUMENT",
        requires = "mcp_command",
        allow_hyphen_values = true
    )]
    pub(crate) mcp_arg: Vec<OsString>,
    /// Address of a 1C MCP server over Streamable HTTP, `http://HOST:PORT/mcp`
    #[arg(long, value_name = "URL", conflicts_with = "mcp_command")]
    pub(crate) mcp_url: Option<String>,
    /// Environment variable with the bearer token, or the password, for the address
    #[arg(
        long,
        value_name = "NAME",
        requires = "mcp_url",
        conflicts_with = "mcp_token_file"
    )]
    pub(crate) mcp_token_env: Option<String>,
    /// File with the bearer token, or the password, for the address; a line break at its end is no part of it
    #[arg(long, value_name = "FILE", requires = "mcp_url")]
    pub(crate) mcp_token_file: Option<PathBuf>,
    /// User for the address; the variable or file then has the password
    #[arg(long, value_name = "NAME", requires = "mcp_url")]
    pub(crate) mcp_user: Option<String>,
    /// Show the server's standard error
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

/// The server that the options name, or else this command as the demonstration server.
pub(crate) fn connector(arguments: &ServerArguments) -> Result<Box<dyn OneCConnector>, CliError> {
    if let Some(url) = &arguments.mcp_url {
        let authorization = authorization(arguments)?;
        let server = HttpServer::new(url, authorization.as_ref())
            .map_err(|bad| CliError::usage(format!("--mcp-url: {bad}")))?;
        return Ok(Box::new(server));
    }
    let log = if arguments.verbose {
        ServerLog::Shown
    } else {
        ServerLog::Traced
    };
    let (program, arguments) = match &arguments.mcp_command {
        Some(program) => (program.clone(), arguments.mcp_arg.clone()),
        None => {
            let own = std::env::current_exe().map_err(CliError::failed)?;
            (own.into_os_string(), vec!["demo-1c".into()])
        }
    };
    Ok(Box::new(StdioServer {
        program,
        arguments,
        log,
    }))
}

/// Who asks, by a secret from the environment or a file.
fn authorization(arguments: &ServerArguments) -> Result<Option<Authorization>, CliError> {
    let secret = secret(arguments)?;
    Ok(match (&arguments.mcp_user, secret) {
        (None, None) => None,
        (None, Some(token)) => Some(Authorization::Bearer(token)),
        (Some(user), Some(password)) => Some(Authorization::Basic {
            user: user.clone(),
            password,
        }),
        (Some(_), None) => {
            let text = "--mcp-user needs a password: --mcp-token-env NAME or --mcp-token-file FILE";
            return Err(CliError::usage(text.to_owned()));
        }
    })
}

fn secret(arguments: &ServerArguments) -> Result<Option<Secret>, CliError> {
    if let Some(name) = &arguments.mcp_token_env {
        return secrets::of_environment("--mcp-token-env", name).map(Some);
    }
    let Some(file) = &arguments.mcp_token_file else {
        return Ok(None);
    };
    let text = std::fs::read_to_string(file).map_err(|error| {
        CliError::usage(format!("--mcp-token-file: {}: {error}", file.display()))
    })?;
    let token = text.strip_suffix('\n').unwrap_or(&text);
    let token = token.strip_suffix('\r').unwrap_or(token);
    Ok(Some(Secret::new(token.to_owned())))
}
