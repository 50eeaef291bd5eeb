//! The base of every HTTP client: address, credentials, connection.
//!
//! The client is built here so that a missing certificate store is an error instead of a panic, redirects are refused,
//! and credentials are a header marked as sensitive. TLS is rustls with ring, which needs no system library and no
//! second C build system.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Url};

use crate::redaction::KnownSecrets;

/// A secret. It is never printed, not even by `Debug`.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret unchanged.
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

/// The credentials of a client.
#[derive(Debug, Clone)]
pub enum Authorization {
    /// A bearer token.
    Bearer(Secret),
    /// A user with a password, as publications of 1C require.
    Basic {
        /// The user.
        user: String,
        /// The password.
        password: Secret,
    },
}

/// Why an address or its credentials are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ServerAddressError {
    /// The address cannot be parsed.
    #[error("it is no address: `http://HOST[:PORT]/PATH` or `https://…` is wanted")]
    Address,
    /// The address contains a user or a password, which logs would show.
    #[error("an address has no place for a user or a password: give them apart")]
    Userinfo,
    /// The credentials contain a character that a header cannot have.
    #[error("the token, user or password has a character that no header can have")]
    Credentials,
}

#[derive(Debug, Clone)]
pub(crate) struct ServerAddress {
    url: Url,
    headers: HeaderMap,
    secrets: KnownSecrets,
}

impl ServerAddress {
    pub(crate) fn new(
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
        })
    }

    pub(crate) const fn url(&self) -> &Url {
        &self.url
    }

    /// The secrets that must be masked in the server's messages.
    pub(crate) const fn secrets(&self) -> &KnownSecrets {
        &self.secrets
    }

    pub(crate) fn client(&self) -> ClientBuilder {
        // A host may have installed another provider, which stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Client::builder()
            .default_headers(self.headers.clone())
            // Following a redirect would send the call and its credentials to another server.
            .redirect(Policy::none())
    }
}

fn header(authorization: &Authorization) -> Result<HeaderValue, ServerAddressError> {
    let text = match authorization {
        Authorization::Bearer(token) => format!("Bearer {}", token.0),
        // RFC 7617: the user name ends at the first colon.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_http_and_have_no_secrets() {
        let bad = |url| ServerAddress::new(url, None).map(drop);
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
        let server = |authorization| ServerAddress::new("http://host/mcp", Some(&authorization));
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
