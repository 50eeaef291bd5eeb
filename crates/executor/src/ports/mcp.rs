//! The 1C port over MCP: one session, over whichever transport.
//!
//! On the client's side only this folder names the SDK, `rmcp`, whose major versions move fast. The SDK puts no deadline on
//! the handshake or on a plain call, so every step has one here.

#[cfg(feature = "http")]
pub mod http;
pub mod stdio;

use std::time::{Duration, Instant};

use rmcp::ServiceExt;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
    ClientRequest, ContentBlock, Implementation, JsonObject, ServerResult,
};
use rmcp::service::{
    ClientInitializeError, PeerRequestOptions, RoleClient, RunningService, ServiceError,
};
use rmcp::transport::IntoTransport;

use crate::ports::codec::tool_schema::{self, Tool};
use crate::ports::codec::{Codec, data_plan, feenlace, roctup};
use crate::ports::one_c::{OneC, PortError, QueryCall};
use crate::ports::raw_row::RawRows;

/// The port error of a transport's own error, where the transport knows better than the SDK.
type TransportErrorMap = fn(&(dyn std::error::Error + 'static)) -> Option<PortError>;

/// Shakes hands over a transport and recognises the server's kind by its tools, which must be pinned ones. `wanted`: the kind
/// it must be.
async fn open<T, E, A>(
    transport: T,
    within: Duration,
    wanted: Option<Codec>,
    transport_error: TransportErrorMap,
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
                ClientInitializeError::TransportError { error: cause, .. } => {
                    transport_error(&*cause.error)
                }
                _ => None,
            }
            .unwrap_or_else(|| PortError::Unreachable(error.to_string()))
        })?;
    let tools = tokio::time::timeout(within, session.list_all_tools())
        .await
        .map_err(late)?
        .map_err(|error| match port_error(error, transport_error) {
            PortError::Closed(why) => {
                PortError::Unreachable(format!("it closed the connection{why}"))
            }
            other => other,
        })?;
    let listed: Vec<_> = tools
        .iter()
        .map(|tool| (tool.name.as_ref(), tool.input_schema.as_ref()))
        .collect();
    let codec = tool_schema::recognise(&listed, wanted).map_err(PortError::SchemaDrift)?;
    tracing::debug!(codec = codec.name(), "a 1C server is open");
    Ok(McpOneC {
        session,
        transport_error,
        codec,
    })
}

/// The port error of an error of the SDK.
fn port_error(error: ServiceError, transport_error: TransportErrorMap) -> PortError {
    match error {
        ServiceError::Timeout { timeout } => PortError::Timeout(timeout),
        ServiceError::McpError(error) => PortError::Refused(error.message.into_owned()),
        ServiceError::TransportSend(cause) => match transport_error(&*cause.error) {
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
    transport_error: TransportErrorMap,
    codec: Codec,
}

impl McpOneC {
    /// The kind of the server.
    #[must_use]
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// Calls a tool; the text of its result.
    async fn call(
        &self,
        tool: Tool,
        arguments: JsonObject,
        within: Duration,
    ) -> Result<String, PortError> {
        let params = CallToolRequestParams::new(tool.name()).with_arguments(arguments);
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        // A plain call has no deadline, and a line that the SDK drops as too long would never be answered.
        let options = PeerRequestOptions::with_timeout(within);
        let handle = self
            .session
            .send_request_with_option(request, options)
            .await
            .map_err(|error| port_error(error, self.transport_error))?;
        let answer = handle.await_response().await;
        match answer.map_err(|error| port_error(error, self.transport_error))? {
            ServerResult::CallToolResult(result) => text(result),
            _ => Err(PortError::Malformed("it is no tool result".to_owned())),
        }
    }
}

impl OneC for McpOneC {
    fn row_cap(&self) -> u32 {
        self.codec.row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        let mut left = within;
        let (arguments, read): (_, fn(&str) -> _) = match self.codec {
            Codec::Roctup => (roctup::arguments(call), roctup::rows),
            Codec::Feenlace => (feenlace::arguments(call), feenlace::rows),
            Codec::DataPlan => {
                let started = Instant::now();
                let arguments = data_plan::arguments(call);
                let plan = data_plan::plan(&self.call(Tool::Validate, arguments, within).await?)?;
                // Both calls together have the time of one.
                left = within.saturating_sub(started.elapsed());
                (data_plan::run(&plan), data_plan::rows)
            }
        };
        read(&self.call(Tool::Execute, arguments, left).await?)
    }
}

/// The text of a result, or what its error says.
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
