//! The 1C port over MCP: a server process on standard input and output.
//!
//! The SDK stays in this file: its major versions move fast, and the rest of the executor knows only the port.

use std::ffi::OsString;
use std::process::Stdio;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    ClientRequest, Implementation, ServerResult,
};
use rmcp::service::{PeerRequestOptions, RoleClient, RunningService, ServiceError};
use rmcp::transport::TokioChildProcess;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{ChildStderr, Command};

use super::one_c::{OneC, PortError, QueryCall, RawRows};
use super::{pinned, roctup};
use crate::run::OpenOneC;

/// Longest line of a server's standard error that is kept.
const LOG_LINE_BYTES: u64 = 4096;

/// A server that is started when a plan needs it, and ended with the answer.
#[derive(Debug, Clone)]
pub struct StdioServer {
    /// The program.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where lines of its standard error go.
    pub log: ServerLog,
}

/// What to do with a server's standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ServerLog {
    /// Lines go to tracing, at debug level.
    #[default]
    Traced,
    /// Lines also go to our standard error, each with a prefix.
    Shown,
}

impl OpenOneC for StdioServer {
    type Port = McpOneC;

    #[allow(
        clippy::disallowed_methods,
        reason = "this port starts the server it speaks to"
    )]
    async fn open(&self, within: Duration) -> Result<McpOneC, PortError> {
        let unreachable = |error: &dyn std::fmt::Display| PortError::Unreachable(error.to_string());
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).kill_on_drop(true);
        let (transport, log) = TokioChildProcess::builder(command)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| {
                PortError::Unreachable(format!("`{}`: {error}", self.program.to_string_lossy()))
            })?;
        if let Some(log) = log {
            tokio::spawn(forward(log, self.log));
        }
        // The SDK's handshake has no deadline of its own.
        let session = tokio::time::timeout(within, client().serve(transport))
            .await
            .map_err(|_| PortError::Timeout(within))?
            .map_err(|error| unreachable(&error))?;
        let tools = tokio::time::timeout(within, session.list_all_tools())
            .await
            .map_err(|_| PortError::Timeout(within))?
            .map_err(|error| unreachable(&error))?;
        let tool = tools
            .iter()
            .find(|tool| tool.name == pinned::TOOL)
            .ok_or_else(|| PortError::SchemaDrift("there is no such tool".to_owned()))?;
        pinned::check(&tool.input_schema).map_err(PortError::SchemaDrift)?;
        Ok(McpOneC { session })
    }
}

fn client() -> ClientConfig {
    ClientConfig::new(
        ClientCapabilities::default(),
        Implementation::new("cmec", env!("CARGO_PKG_VERSION")),
    )
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

/// An open session with a 1C MCP server.
#[derive(Debug)]
pub struct McpOneC {
    session: RunningService<RoleClient, ClientConfig>,
}

impl OneC for McpOneC {
    fn row_cap(&self) -> u32 {
        roctup::ROW_CAP
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        let params =
            CallToolRequestParams::new(pinned::TOOL).with_arguments(roctup::arguments(call));
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        // A plain call has no deadline, and a line that the SDK drops as too long would never be answered.
        let options = PeerRequestOptions::with_timeout(within);
        let handle = self
            .session
            .send_request_with_option(request, options)
            .await
            .map_err(port_error)?;
        match handle.await_response().await.map_err(port_error)? {
            ServerResult::CallToolResult(result) => read(&result),
            _ => Err(PortError::Malformed("it is no tool result".to_owned())),
        }
    }
}

fn read(result: &CallToolResult) -> Result<RawRows, PortError> {
    let text = result
        .content
        .iter()
        .find_map(|block| block.as_text())
        .map(|text| text.text.as_str());
    if result.is_error == Some(true) {
        let why = text.unwrap_or("no reason given");
        return Err(PortError::Refused(why.to_owned()));
    }
    text.ok_or_else(|| PortError::Malformed("it has no text".to_owned()))
        .and_then(roctup::rows)
}

fn port_error(error: ServiceError) -> PortError {
    match error {
        ServiceError::Timeout { timeout } => PortError::Timeout(timeout),
        ServiceError::McpError(error) => PortError::Refused(error.message.into_owned()),
        ServiceError::TransportSend(_) | ServiceError::TransportClosed => {
            PortError::Closed(String::new())
        }
        ServiceError::Cancelled { reason } => {
            PortError::Closed(reason.map(|why| format!(": {why}")).unwrap_or_default())
        }
        other => PortError::Malformed(other.to_string()),
    }
}
