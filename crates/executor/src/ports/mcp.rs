//! The 1C port over MCP: one session over any transport.
//!
//! Only this folder names the client SDK, `rmcp`, since its major versions change fast. The SDK has no timeout for the
//! handshake or for a plain call, so every step has one here. Known secrets are masked in the server's messages.

#[cfg(feature = "http")]
pub mod http;
mod metadata;
pub mod stdio;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    ClientRequest, ContentBlock, ErrorCode, Implementation, JsonObject, ServerResult,
};
use rmcp::service::{
    ClientInitializeError, Peer, PeerRequestOptions, RoleClient, RunningService, ServiceError,
};
use rmcp::transport::IntoTransport;
use rmcp::{ErrorData, ServiceExt};
use tokio::sync::Mutex;
use tokio::time;

use crate::limitation::reason::Unreached;
use crate::ports::codec::metadata::METADATA_TOOL;
use crate::ports::codec::roctup;
use crate::ports::codec::tool_schema::{self, QUERY_TOOL};
use crate::ports::mcp::stdio::ServerProcess;
use crate::ports::one_c::{OneC, OneCMetadata, PortError, QueryCall};
use crate::ports::raw_row::{Cell, RawRows};
use crate::redaction::KnownSecrets;

/// Maps a transport error to a port error, where the transport knows more than the SDK.
type TransportErrorMap = fn(&(dyn std::error::Error + 'static)) -> Option<PortError>;

/// Facts about a transport that the SDK does not know.
#[derive(Debug, Clone)]
struct Link {
    transport_error: TransportErrorMap,
    /// The secrets to mask in the server's messages.
    secrets: KnownSecrets,
    /// True where a server that timed out is not called again.
    ends_late_calls: bool,
    /// The reason why the transport closed the connection, if it did.
    why_closed: Option<(Arc<AtomicBool>, PortError)>,
}

impl Link {
    fn port_error(&self, error: ServiceError) -> PortError {
        match (port_error(error, self.transport_error), &self.why_closed) {
            (PortError::Closed(_), Some((is_so, why))) if is_so.load(Ordering::Relaxed) => {
                why.clone()
            }
            (error, _) => self.heard(error),
        }
    }

    /// Masks secrets in rows.
    fn shown(&self, mut rows: RawRows) -> RawRows {
        for (_, cell) in rows.rows.iter_mut().flat_map(|row| &mut row.cells) {
            let text = match cell {
                Cell::Text(text) | Cell::Other(text) => text,
                Cell::Reference(reference) => &mut reference.presentation,
                Cell::Null | Cell::Boolean(_) | Cell::List(_) | Cell::Number(_) => continue,
            };
            if let Some(masked) = self.secrets.mask_in_row(text) {
                *text = masked;
            }
        }
        rows
    }

    /// Masks secrets in an error.
    fn heard(&self, error: PortError) -> PortError {
        error.map_words(|words| self.secrets.mask(words))
    }
}

/// Error code of a server that was called before it was ready.
const NOT_INITIALIZED: ErrorCode = ErrorCode(-32002);

/// Time limit for ending a session whose server failed the check of its tools.
const FAREWELL: Duration = Duration::from_secs(1);

/// Time limit for ending a process in the background.
const ASIDE: Duration = Duration::from_secs(3);

/// Performs the handshake over a transport and checks the server's tools. `process` is the server's process, if started
/// here.
async fn open<T, E, A>(
    transport: T,
    process: Option<ServerProcess>,
    within: Duration,
    link: Link,
) -> Result<McpOneC, PortError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    // The SDK's handshake has no timeout.
    let shaken = time::timeout(within, client().serve(transport)).await;
    let session = shaken
        .map_err(|_| PortError::Timeout(within))?
        .map_err(|error| link.heard(not_opened(error, link.transport_error)))?;
    let running = RunningSession { session, process };
    match check_tools(&running.session, within, &link).await {
        Ok(tells_metadata) => {
            tracing::debug!("a 1C server is open");
            Ok(McpOneC {
                peer: running.session.peer().clone(),
                running: Mutex::new(Some(running)),
                link,
                tells_metadata,
                is_broken: AtomicBool::new(false),
            })
        }
        Err(error) => {
            running.end(FAREWELL.min(within)).await;
            Err(error)
        }
    }
}

/// A session, and the process of its server where it was started here.
#[derive(Debug)]
struct RunningSession {
    session: RunningService<RoleClient, ClientConfig>,
    process: Option<ServerProcess>,
}

impl RunningSession {
    async fn end(mut self, within: Duration) {
        let until = Instant::now() + within;
        // A server that does not read its input cannot be notified.
        let telling = match self.process {
            Some(_) => within / 3,
            None => within,
        };
        let _ = self.session.close_with_timeout(telling).await;
        if let Some(process) = self.process.take() {
            process
                .end(until.saturating_duration_since(Instant::now()))
                .await;
        }
    }
}

/// Checks the tools of a server, and returns whether it also has the metadata tool.
async fn check_tools(
    session: &Peer<RoleClient>,
    within: Duration,
    link: &Link,
) -> Result<bool, PortError> {
    let tools = time::timeout(within, session.list_all_tools())
        .await
        .map_err(|_| PortError::Timeout(within))?
        .map_err(|error| match error {
            ServiceError::McpError(error) => link.heard(no_tools(error)),
            error => match link.port_error(error) {
                PortError::Closed(_) => ended(),
                other => other,
            },
        })?;
    let listed = (tools.iter()).map(|tool| (tool.name.as_ref(), tool.input_schema.as_ref()));
    let listed: Vec<_> = listed.collect();
    tool_schema::check(&listed).map_err(|drift| link.heard(PortError::SchemaDrift(drift)))?;
    Ok(listed.iter().any(|(name, _)| *name == METADATA_TOOL))
}

fn not_opened(error: ClientInitializeError, transport_error: TransportErrorMap) -> PortError {
    match error {
        ClientInitializeError::TransportError { error, .. } => {
            transport_error(&*error.error).unwrap_or_else(ended)
        }
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::Cancelled => ended(),
        ClientInitializeError::JsonRpcError(error) if error.code == NOT_INITIALIZED => {
            PortError::Starting(error.message.into_owned())
        }
        ClientInitializeError::JsonRpcError(error) => {
            PortError::Refused(error.message.into_owned())
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => {
            not_opened(*fallback, transport_error)
        }
        _ => PortError::Malformed("it shakes no hands as MCP has it".to_owned()),
    }
}

fn ended() -> PortError {
    PortError::Unreachable(Unreached::Ended.to_string())
}

/// The port error of a failed tool list. The request has no parameters, so "invalid parameters" means that the server
/// is not ready yet. Any other refusal stays.
fn no_tools(error: ErrorData) -> PortError {
    let words = error.message.into_owned();
    match error.code {
        ErrorCode::METHOD_NOT_FOUND => PortError::SchemaDrift("it lists no tools".to_owned()),
        NOT_INITIALIZED | ErrorCode::INVALID_PARAMS => PortError::Starting(words),
        _ if words.to_lowercase().contains("initializ") => PortError::Starting(words),
        _ => PortError::Refused(words),
    }
}

fn port_error(error: ServiceError, transport_error: TransportErrorMap) -> PortError {
    match error {
        ServiceError::Timeout { timeout } => PortError::Timeout(timeout),
        ServiceError::McpError(error) => PortError::Refused(error.message.into_owned()),
        ServiceError::TransportSend(cause) => match transport_error(&*cause.error) {
            // The server was reached before.
            Some(PortError::Unreachable(_)) | None => PortError::Closed(String::new()),
            Some(error) => error,
        },
        ServiceError::TransportClosed => PortError::Closed(String::new()),
        ServiceError::Cancelled { reason } => {
            PortError::Closed(reason.map(|why| format!(": {why}")).unwrap_or_default())
        }
        _ => PortError::Malformed("it is no answer of MCP".to_owned()),
    }
}

fn client() -> ClientConfig {
    ClientConfig::new(
        ClientCapabilities::default(),
        Implementation::new("cmec", env!("CARGO_PKG_VERSION")),
    )
}

/// An open session with a 1C MCP server.
#[derive(Debug)]
pub struct McpOneC {
    peer: Peer<RoleClient>,
    /// The running session; `None` once it is ended.
    running: Mutex<Option<RunningSession>>,
    link: Link,
    tells_metadata: bool,
    /// True once a call has shown that no later one can succeed.
    is_broken: AtomicBool,
}

impl McpOneC {
    /// Calls a tool and returns the text of its result.
    async fn call(
        &self,
        tool: &'static str,
        arguments: JsonObject,
        within: Duration,
    ) -> Result<String, PortError> {
        let answer = self.answer(tool, arguments, within).await;
        answer.map_err(|error| {
            let error = self.link.heard(error);
            if self.breaks(&error) {
                self.is_broken.store(true, Ordering::Relaxed);
            }
            error
        })
    }

    async fn answer(
        &self,
        tool: &'static str,
        arguments: JsonObject,
        within: Duration,
    ) -> Result<String, PortError> {
        let params = CallToolRequestParams::new(tool).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        // The SDK drops a line that is too long without an answer, so a call needs a timeout.
        let options = PeerRequestOptions::with_timeout(within);
        let sent = self.peer.send_request_with_option(request, options).await;
        let handle = sent.map_err(|error| self.link.port_error(error))?;
        let answer = handle.await_response().await;
        match answer.map_err(|error| self.link.port_error(error))? {
            ServerResult::CallToolResult(result) => text(result),
            _ => Err(PortError::Malformed("it is no tool result".to_owned())),
        }
    }

    /// True where no later call can succeed.
    const fn breaks(&self, error: &PortError) -> bool {
        match error {
            PortError::Closed(_) => true,
            PortError::Timeout(_) => self.link.ends_late_calls,
            // The next call opens a forgotten session again.
            PortError::SessionLost
            | PortError::Unreachable(_)
            | PortError::Refused(_)
            | PortError::Malformed(_)
            | PortError::Unauthorized
            | PortError::Forbidden
            | PortError::Busy { .. }
            | PortError::Starting(_)
            | PortError::Moved(_)
            | PortError::Status(_)
            | PortError::SchemaDrift(_) => false,
        }
    }
}

#[async_trait::async_trait]
impl OneC for McpOneC {
    fn row_cap(&self) -> u32 {
        roctup::ROW_CAP
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        let arguments = roctup::arguments(call);
        roctup::rows(&self.call(QUERY_TOOL, arguments, within).await?)
            .map(|rows| self.link.shown(rows))
            .map_err(|error| self.link.heard(error))
    }

    fn metadata(&self) -> Option<&dyn OneCMetadata> {
        self.tells_metadata.then_some(self as &dyn OneCMetadata)
    }

    fn is_open(&self) -> bool {
        !self.is_broken.load(Ordering::Relaxed) && !self.peer.is_transport_closed()
    }

    async fn close(&self, within: Duration) {
        // The lock is held until the session is ended, so that a concurrent call waits for it.
        let mut running = self.running.lock().await;
        if let Some(running) = running.take() {
            running.end(within).await;
        }
    }
}

impl Drop for McpOneC {
    fn drop(&mut self) {
        // The session itself also ends in the background.
        let running = self.running.get_mut().take();
        if let Some(process) = running.and_then(|running| running.process) {
            process.end_aside(ASIDE);
        }
    }
}

fn text(result: CallToolResult) -> Result<String, PortError> {
    let text = result.content.into_iter().find_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text),
        _ => None,
    });
    if result.is_error == Some(true) {
        let why = text.unwrap_or_else(|| "no reason given".to_owned());
        return Err(PortError::Refused(why));
    }
    text.ok_or_else(|| PortError::Malformed("it has no text".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_refuses_to_list_its_tools_is_not_starting_unless_it_says_so() {
        for (code, message, expected) in [
            (-32601, "no such method", "mcp_tool_schema_drift"),
            (-32602, "Invalid request parameters", "mcp_starting"),
            (-32002, "not now", "mcp_starting"),
            (-32603, "Server not initialized", "mcp_starting"),
            (-32603, "нет лицензии", "mcp_query_refused"),
            (-32001, "session has no rights", "mcp_query_refused"),
        ] {
            let error = ErrorData::new(ErrorCode(code), message, None);
            assert_eq!(no_tools(error).code(), expected, "{code} {message}");
        }
    }
}
