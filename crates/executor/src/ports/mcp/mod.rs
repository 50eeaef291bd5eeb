//! The 1C port over MCP: one session, over whichever transport.
//!
//! The SDK stays in this folder: its major versions move fast, and the rest of the executor knows only the port.

#[cfg(feature = "http")]
pub mod http;
pub mod stdio;

use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    ClientRequest, Implementation, ServerResult,
};
use rmcp::service::{
    ClientInitializeError, PeerRequestOptions, RoleClient, RunningService, ServiceError,
};
use rmcp::transport::IntoTransport;

use super::one_c::{OneC, PortError, QueryCall, RawRows};
use super::{pinned, roctup};

/// Shakes hands over a transport and holds the server's tool against the pinned one; `broken` says what is wrong with
/// the transport, where it knows better than the SDK.
async fn open<T, E, A>(
    transport: T,
    within: Duration,
    broken: fn(&(dyn std::error::Error + 'static)) -> Option<PortError>,
) -> Result<McpOneC, PortError>
where
    T: IntoTransport<RoleClient, E, A>,
    E: std::error::Error + Send + Sync + 'static,
{
    let late = |_| PortError::Timeout(within);
    // The SDK's handshake has no deadline of its own.
    let session = tokio::time::timeout(within, client().serve(transport))
        .await
        .map_err(late)?
        .map_err(|error| {
            match &error {
                ClientInitializeError::TransportError { error: cause, .. } => broken(&*cause.error),
                _ => None,
            }
            .unwrap_or_else(|| PortError::Unreachable(error.to_string()))
        })?;
    let opened = McpOneC { session, broken };
    let tools = tokio::time::timeout(within, opened.session.list_all_tools())
        .await
        .map_err(late)?
        .map_err(|error| match opened.port_error(error) {
            PortError::Closed(why) => {
                PortError::Unreachable(format!("it closed the connection{why}"))
            }
            other => other,
        })?;
    let tool = tools
        .iter()
        .find(|tool| tool.name == pinned::TOOL)
        .ok_or_else(|| PortError::SchemaDrift("there is no such tool".to_owned()))?;
    pinned::check(&tool.input_schema).map_err(PortError::SchemaDrift)?;
    Ok(opened)
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
    session: RunningService<RoleClient, ClientConfig>,
    /// What is wrong with the transport, where it knows better than the SDK.
    broken: fn(&(dyn std::error::Error + 'static)) -> Option<PortError>,
}

impl McpOneC {
    fn port_error(&self, error: ServiceError) -> PortError {
        match error {
            ServiceError::Timeout { timeout } => PortError::Timeout(timeout),
            ServiceError::McpError(error) => PortError::Refused(error.message.into_owned()),
            ServiceError::TransportSend(cause) => match (self.broken)(&*cause.error) {
                // It was reached before.
                Some(PortError::Unreachable(_)) | None => PortError::Closed(String::new()),
                Some(error) => error,
            },
            ServiceError::TransportClosed => PortError::Closed(String::new()),
            ServiceError::Cancelled { reason } => {
                PortError::Closed(reason.map(|why| format!(": {why}")).unwrap_or_default())
            }
            other => PortError::Malformed(other.to_string()),
        }
    }
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
            .map_err(|error| self.port_error(error))?;
        let answer = handle.await_response().await;
        match answer.map_err(|error| self.port_error(error))? {
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
