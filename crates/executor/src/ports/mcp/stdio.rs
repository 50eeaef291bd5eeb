//! An MCP server process on standard input and output.

mod bounded_lines;
mod process;

use std::ffi::OsString;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, Command};

use crate::limitation::reason::Unreached;
use crate::ports::mcp::{self, Link};
use crate::ports::one_c::{OneC, OneCConnector, PortError};
use crate::redaction::KnownSecrets;
use bounded_lines::{BoundedLines, LINE_BYTES};

pub(super) use process::ServerProcess;

/// Maximum number of bytes that are kept of a line of standard error.
const LOG_LINE_BYTES: u64 = 4096;

/// A server process that is started when a plan needs it and ended with the answer.
#[derive(Debug, Clone)]
pub struct StdioServer {
    /// The program to start.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The destination of its standard error.
    pub log: ServerLog,
}

/// The destination of a server's standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerLog {
    /// Tracing, at debug level.
    #[default]
    Traced,
    /// Tracing and standard error, each line with a prefix.
    Shown,
}

#[async_trait::async_trait]
impl OneCConnector for StdioServer {
    #[allow(
        clippy::disallowed_methods,
        reason = "this port starts the server it speaks to"
    )]
    async fn open(&self, within: Duration) -> Result<Arc<dyn OneC>, PortError> {
        let not_started = || PortError::Unreachable(Unreached::NotStarted.to_string());
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        for pipe in [Command::stdin, Command::stdout, Command::stderr] {
            pipe(&mut command, Stdio::piped());
        }
        let mut process = ServerProcess::start(command).map_err(|error| {
            tracing::debug!(%error, program = ?self.program, "the 1C server does not start");
            not_started()
        })?;
        if let Some(log) = process.child.stderr.take() {
            tokio::spawn(forward(log, self.log));
        }
        let (output, input) = (process.child.stdout.take(), process.child.stdin.take());
        let output = BoundedLines::new(output.ok_or_else(not_started)?);
        let too_long = format!("a line of it has {LINE_BYTES} bytes or more");
        let link = Link {
            transport_error: |_| None,
            secrets: KnownSecrets::default(),
            // A hanging process hangs for every later call, while a new one can be started.
            ends_late_calls: true,
            why_closed: Some((
                Arc::clone(&output.is_cut_off),
                PortError::Malformed(too_long),
            )),
        };
        let transport = (output, input.ok_or_else(not_started)?);
        let port = mcp::open(transport, Some(process), within, link).await?;
        Ok(Arc::new(port))
    }
}

/// Reads a server's standard error to its end, so that the server never blocks on it.
async fn forward(log: ChildStderr, to: ServerLog) {
    let mut reader = BufReader::new(log);
    loop {
        let mut line = Vec::new();
        let mut bounded = (&mut reader).take(LOG_LINE_BYTES);
        match bounded.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line);
                let line = line.trim_end();
                tracing::debug!(target: "cmec::server", "{line}");
                if to == ServerLog::Shown {
                    eprintln!("server: {}", line.escape_debug());
                }
            }
        }
    }
}
