//! An MCP server over Streamable HTTP.
//!
//! The SDK uses reqwest with the client of this crate. It reopens a session that the server has forgotten, once per
//! call, since the status 404 says that the call did not run. Every session that is opened is closed.

mod tracked_client;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{io, iter};

use chrono::{DateTime, Utc};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use tokio::time;
use tokio_util::sync::CancellationToken;

use crate::limitation::reason::Unreached;
use crate::ports::http_client::ServerAddress;
use crate::ports::mcp::{self, Link};
use crate::ports::one_c::{OneC, OneCConnector, PortError};
use crate::ports::retry_after::wait_of;
use tracked_client::{OpenSessions, SessionLost, TrackedClient};

pub use crate::ports::http_client::{Authorization, Secret, ServerAddressError};

/// A server that is connected when a plan needs it.
#[derive(Debug, Clone)]
pub struct HttpServer {
    address: ServerAddress,
    open: OpenSessions,
}

impl HttpServer {
    /// A server at an address.
    ///
    /// # Errors
    /// The address is invalid, or the credentials cannot be sent.
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

#[async_trait::async_trait]
impl OneCConnector for HttpServer {
    async fn open(&self, within: Duration) -> Result<Arc<dyn OneC>, PortError> {
        let client = (self.address.client())
            .connect_timeout(within)
            // Reusing an idle connection stalls for the time of a delayed acknowledgement.
            .pool_max_idle_per_host(0)
            .build()
            .map_err(|error| PortError::Unreachable(error.to_string()))?;
        let config = StreamableHttpClientTransportConfig::with_uri(self.uri());
        let forgotten = SessionLost::default();
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
            why_closed: Some((forgotten, PortError::SessionLost)),
        };
        let waiting = given_up.drop_guard();
        let port = mcp::open(transport, None, within, link).await?;
        waiting.disarm();
        Ok(Arc::new(port))
    }

    async fn finish(&self, within: Duration) {
        let uri = self.uri();
        // A server that does not answer in time is abandoned.
        let _ = time::timeout(within, self.open.close_all(&uri)).await;
    }
}

fn port_error(error: &(dyn std::error::Error + 'static)) -> Option<PortError> {
    let error: &StreamableHttpError<reqwest::Error> = error.downcast_ref()?;
    Some(match error {
        StreamableHttpError::AuthRequired(_) => PortError::Unauthorized,
        StreamableHttpError::InsufficientScope(_) => PortError::Forbidden,
        StreamableHttpError::SessionExpired | StreamableHttpError::SessionRecoveryTimeout => {
            PortError::SessionLost
        }
        StreamableHttpError::ReinitializationFailed(error) => {
            PortError::Refused(error.message.to_string())
        }
        StreamableHttpError::HttpStatus(error) => {
            let wanted = error.retry_after.as_deref();
            of_status(error.status, wanted.and_then(wait))
        }
        StreamableHttpError::UnexpectedServerResponse(said) => match status_of(said) {
            Some(status) => of_status(status, None),
            None => PortError::Malformed("it is no message of MCP".to_owned()),
        },
        StreamableHttpError::UnexpectedContentType(_) => {
            PortError::Malformed("it is no JSON".to_owned())
        }
        StreamableHttpError::Client(error) if error.is_connect() => {
            PortError::Unreachable(unreached(error).to_string())
        }
        StreamableHttpError::Client(_)
        | StreamableHttpError::Io(_)
        | StreamableHttpError::UnexpectedEndOfStream
        | StreamableHttpError::TransportChannelClosed => PortError::Closed(String::new()),
        _ => PortError::Malformed("it is no answer of MCP".to_owned()),
    })
}

/// The HTTP status at the start of the SDK's message, which is its only place for a status without a variant.
fn status_of(said: &str) -> Option<u16> {
    said.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
}

fn of_status(status: u16, wait: Option<Duration>) -> PortError {
    match status {
        300..=399 => PortError::Moved(status),
        401 => PortError::Unauthorized,
        403 => PortError::Forbidden,
        // Too many requests, or a gateway whose server is missing or unavailable.
        429 | 502 | 503 | 504 => PortError::Busy {
            status,
            wait: wait.unwrap_or_default(),
        },
        _ => PortError::Status(status),
    }
}

/// The wait that a server requests, by the local clock: the SDK does not pass on the server's date.
#[allow(
    clippy::disallowed_methods,
    reason = "a date of a server means a time from now on"
)]
fn wait(wanted: &str) -> Option<Duration> {
    wait_of(
        wanted,
        Some(DateTime::<Utc>::from(SystemTime::now()).fixed_offset()),
    )
}

/// The TLS error in a cause. The source of an I/O error skips the error it wraps, however often it is wrapped.
fn of_tls<'e>(cause: &'e (dyn Error + 'static)) -> Option<&'e rustls::Error> {
    let inner = || cause.downcast_ref::<io::Error>()?.get_ref();
    cause
        .downcast_ref()
        .or_else(|| inner().and_then(|inner| of_tls(inner)))
}

/// Why no connection was made.
fn unreached(error: &reqwest::Error) -> Unreached {
    let mut causes = iter::successors(error.source(), |&cause| cause.source());
    let of_tls = causes.find_map(of_tls);
    match of_tls {
        None => Unreached::NoConnection,
        Some(rustls::Error::InvalidCertificate(_)) => Unreached::Untrusted,
        Some(_) => Unreached::NoTls,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_told_from_every_other() {
        for (said, wait, code) in [
            ("HTTP 302 Found: ", None, "mcp_moved"),
            ("HTTP 308 Permanent Redirect: <html>", None, "mcp_moved"),
            ("HTTP 401 Unauthorized: ", None, "mcp_unauthorized"),
            ("HTTP 403 Forbidden: <html>", None, "mcp_forbidden"),
            ("HTTP 404 Not Found: <!DOCTYPE html>", None, "mcp_status"),
            ("HTTP 429 Too Many Requests", Some(1), "mcp_busy"),
            ("HTTP 500 Internal Server Error", None, "mcp_status"),
            ("HTTP 502 Bad Gateway", None, "mcp_busy"),
            ("HTTP 503 Service Unavailable", Some(9), "mcp_busy"),
            ("HTTP 504 Gateway Timeout", None, "mcp_busy"),
        ] {
            let wait = wait.map(Duration::from_secs);
            let error = of_status(status_of(said).unwrap(), wait);
            assert_eq!(error.code(), code, "{said}");
            if let PortError::Busy { wait: told, .. } = error {
                assert_eq!(told, wait.unwrap_or_default(), "{said}");
            }
            assert!(!error.to_string().contains('<'), "{error}");
        }
        for said in ["", "HTTP", "HTTP ошибка", "expected value; body: <html>"] {
            assert_eq!(status_of(said), None, "{said}");
        }
    }
}
