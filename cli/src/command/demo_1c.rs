//! `cmec demo-1c`: the demonstration 1C MCP server.

use cmec_demo::one_c::{Options, serve};

use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;

pub(crate) fn run(options: &Options) -> Result<Exit, CliError> {
    let served = runtime()?.block_on(serve(options));
    served.map(|()| Exit::Done).map_err(CliError::failed)
}
