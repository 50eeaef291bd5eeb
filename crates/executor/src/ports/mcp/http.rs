//! A server over Streamable HTTP.
//!
//! The SDK speaks it through reqwest, with the client of this crate. A session that the server has forgotten is opened again,
//! once for each call; the SDK does that, since the 404 says that the call was not run. Every session that is opened is
//! closed.

mod tracked_client;

use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use tokio::time;
use tokio_util::sync::CancellationToken;

use crate::ports::http_client::ServerAddress;
use crate::ports::mcp::{self, Link, McpOneC};
use crate::ports::one_c::{OneCConnector, PortError};
use tracked_client::{Forgotten, OpenSessions, TrackedClient};

pub use crate::ports::http_client::{Authorization, Secret, ServerAddressError};

/// A server that is reached when a plan needs it.
#[derive(Debug, Clone)]
pub struct HttpServer {
    address: ServerAddress,
    open: OpenSessions,
}

impl HttpServer {
    /// A server at an address.
    ///
    /// # Errors
    /// When the address is none, or the credentials cannot be sent.
    pub fn new(
        url: &str,
        authorization: Option<&Authorization>,
    ) -> Result<Self, ServerAddressError> {
        Ok(Self {
            address: ServerAddress::new(url, authorization)?,
            open: OpenSessions::default(),
        })
    }

    fn uri(&self) -> Arc<str> {
        Arc::from(self.address.url().as_str())
    }
}

impl OneCConnector for HttpServer {
    type Port = McpOneC;

    async fn open(&self, within: Duration) -> Result<McpOneC, PortError> {
        let client = (self.address.client())
            .connect_timeout(within)
            // An idle connection that is used again stalls for the time of a delayed acknowledgement.
            .pool_max_idle_per_host(0)
            .build()
            .map_err(|error| PortError::Unreachable(error.to_string()))?;
        let config = StreamableHttpClientTransportConfig::with_uri(self.uri());
        let forgotten = Forgotten::default();
        let given_up = CancellationToken::new();
        let client = TrackedClient {
            client,
            open: self.open.clone(),
            forgotten: Arc::clone(&forgotten),
            given_up: given_up.clone(),
            within,
        };
        let transport = StreamableHttpClientTransport::with_client(client, config);
        let link = Link {
            transport_error: port_error,
            secrets: self.address.secrets().clone(),
            ends_late_calls: false,
            session_forgotten: Some(forgotten),
        };
        let waiting = given_up.drop_guard();
        let port = mcp::open(transport, within, link).await?;
        waiting.disarm();
        Ok(port)
    }

    async fn finish(&self, within: Duration) {
        let uri = self.uri();
        // A server that does not even take a farewell is left.
        let _ = time::timeout(within, self.open.close_all(&uri)).await;
    }
}

/// The port error of an error of the transport.
fn port_error(error: &(dyn std::error::Error + 'static)) -> Option<PortError> {
    let error: &StreamableHttpError<reqwest::Error> = error.downcast_ref()?;
    Some(match error {
        StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
            PortError::Unauthorized
        }
        StreamableHttpError::SessionExpired | StreamableHttpError::SessionRecoveryTimeout => {
            PortError::SessionLost
        }
        StreamableHttpError::ReinitializationFailed(error) => {
            PortError::Refused(error.message.to_string())
        }
        StreamableHttpError::Client(error) if error.is_connect() => {
            PortError::Unreachable("no connection".to_owned())
        }
        StreamableHttpError::Client(_)
        | StreamableHttpError::Io(_)
        | StreamableHttpError::UnexpectedEndOfStream
        | StreamableHttpError::TransportChannelClosed => PortError::Closed(String::new()),
        other => PortError::Malformed(other.to_string()),
    })
}
