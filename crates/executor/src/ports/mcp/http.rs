//! A server over Streamable HTTP.
//!
//! The SDK speaks it through reqwest. The client is made here, so that a missing certificate store is an error and not a
//! panic, redirects are refused, and credentials are one header marked as sensitive. TLS is rustls with ring: no system
//! library and no second C build system. A session that the server has forgotten is opened again, once for each call; the
//! SDK does that, since the 404 says that the call was not run. Every session that is opened is closed.

mod tracked_client;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClientTransportConfig, StreamableHttpError,
};
use tokio::time;
use tokio_util::sync::CancellationToken;

use crate::ports::codec::Codec;
use crate::ports::mcp::{self, Link, McpOneC};
use crate::ports::one_c::{OneCConnector, PortError};
use crate::redaction::KnownSecrets;
use tracked_client::{Forgotten, OpenSessions, TrackedClient};

/// A secret: never written, not even for debugging.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a secret as it is.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("***")
    }
}

/// How the client says who it is.
#[derive(Debug, Clone)]
pub enum Authorization {
    /// A bearer token.
    Bearer(Secret),
    /// A user with a password, as 1C publications have it.
    Basic {
        /// The user.
        user: String,
        /// The password.
        password: Secret,
    },
}

/// Why a server cannot be spoken to as it was described.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServerAddressError {
    /// The address cannot be read.
    #[error("it is no address: `http://HOST[:PORT]/PATH` or `https://…` is wanted")]
    Address,
    /// A user or a password stands in the address, where logs would show it.
    #[error("an address has no place for a user or a password: give them apart")]
    Userinfo,
    /// The credentials cannot stand in a header.
    #[error("the token, user or password has a character that no header can have")]
    Credentials,
}

/// A server that is reached when a plan needs it.
#[derive(Debug, Clone)]
pub struct HttpServer {
    url: Url,
    headers: HeaderMap,
    secrets: KnownSecrets,
    codec: Option<Codec>,
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
        let url = Url::parse(url).map_err(|_| ServerAddressError::Address)?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(ServerAddressError::Address);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ServerAddressError::Userinfo);
        }
        let mut headers = HeaderMap::new();
        let mut secrets = KnownSecrets::default();
        if let Some(authorization) = authorization {
            headers.insert(AUTHORIZATION, header(authorization)?);
            secrets = known_secrets(authorization);
        }
        Ok(Self {
            url,
            headers,
            secrets,
            codec: None,
            open: OpenSessions::default(),
        })
    }

    /// The same, which must be of a kind. Without it the server is of whichever kind its tools tell.
    #[must_use]
    pub fn of_kind(self, codec: Option<Codec>) -> Self {
        Self { codec, ..self }
    }
}

fn header(authorization: &Authorization) -> Result<HeaderValue, ServerAddressError> {
    let text = match authorization {
        Authorization::Bearer(token) => format!("Bearer {}", token.0),
        // RFC 7617: the user ends at the first colon.
        Authorization::Basic { user, .. } if user.contains(':') => {
            return Err(ServerAddressError::Credentials);
        }
        Authorization::Basic { user, password } => {
            format!("Basic {}", basic(user, password))
        }
    };
    let mut value = HeaderValue::from_str(&text).map_err(|_| ServerAddressError::Credentials)?;
    value.set_sensitive(true);
    Ok(value)
}

fn basic(user: &str, password: &Secret) -> String {
    STANDARD.encode(format!("{user}:{}", password.0))
}

/// What a server must not be heard repeating: the secret, and what is sent of it.
fn known_secrets(authorization: &Authorization) -> KnownSecrets {
    KnownSecrets::new(match authorization {
        Authorization::Bearer(token) => vec![token.0.clone()],
        Authorization::Basic { user, password } => {
            let sent = basic(user, password);
            let unpadded = sent.trim_end_matches('=').to_owned();
            vec![password.0.clone(), sent, unpadded]
        }
    })
}

impl OneCConnector for HttpServer {
    type Port = McpOneC;

    async fn open(&self, within: Duration) -> Result<McpOneC, PortError> {
        // The first one stands; a host that chose another keeps it.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .default_headers(self.headers.clone())
            .connect_timeout(within)
            // A redirect would send the call, and who makes it, to somebody else.
            .redirect(Policy::none())
            // An idle connection that is used again stalls for the time of a delayed acknowledgement.
            .pool_max_idle_per_host(0)
            .build()
            .map_err(|error| PortError::Unreachable(error.to_string()))?;
        let config =
            StreamableHttpClientTransportConfig::with_uri(Arc::<str>::from(self.url.as_str()));
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
            secrets: self.secrets.clone(),
            ends_late_calls: false,
            session_forgotten: Some(forgotten),
        };
        let waiting = given_up.drop_guard();
        let port = mcp::open(transport, within, self.codec, link).await?;
        waiting.disarm();
        Ok(port)
    }

    async fn finish(&self, within: Duration) {
        let uri = Arc::from(self.url.as_str());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_http_and_have_no_secrets() {
        let bad = |url| HttpServer::new(url, None).map(drop);
        assert_eq!(bad("http://127.0.0.1:6003/mcp"), Ok(()));
        assert_eq!(bad("https://1c.example.com/mcp"), Ok(()));
        for url in ["", "mcp", "ftp://host/mcp", "http://", "file:///etc/passwd"] {
            assert_eq!(bad(url), Err(ServerAddressError::Address), "{url}");
        }
        assert_eq!(
            bad("http://user:pw@host/mcp"),
            Err(ServerAddressError::Userinfo)
        );
    }

    #[test]
    fn credentials_are_sent_and_never_shown() {
        let server = |authorization| HttpServer::new("http://host/mcp", Some(&authorization));
        let secret = || Secret::new("s3cret".to_owned());
        let bearer = server(Authorization::Bearer(secret())).unwrap();
        assert_eq!(bearer.headers[AUTHORIZATION], "Bearer s3cret");
        let user = "Анна".to_owned();
        let basic = server(Authorization::Basic {
            user,
            password: secret(),
        })
        .unwrap();
        assert_eq!(basic.headers[AUTHORIZATION], "Basic 0JDQvdC90LA6czNjcmV0");
        for shown in [
            format!("{bearer:?}"),
            format!("{basic:?}"),
            format!("{:?}", secret()),
        ] {
            assert!(
                !shown.contains("s3cret") && !shown.contains("czNjcmV0"),
                "{shown}"
            );
        }
        let broken = Secret::new("two\nlines".to_owned());
        assert_eq!(
            server(Authorization::Bearer(broken)).map(drop),
            Err(ServerAddressError::Credentials)
        );
        let user = "a:b".to_owned();
        let colon = server(Authorization::Basic {
            user,
            password: secret(),
        });
        assert_eq!(colon.map(drop), Err(ServerAddressError::Credentials));
    }
}
