//! The 1C port: a static query text with bound values → rows.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use crate::catalogue::Template;
use crate::limitation::Limitation;
use crate::limitation::reason::Unreached;
use crate::ports::raw_row::{RawRows, Reference};

/// A 1C infobase that runs whitelisted queries.
#[async_trait::async_trait]
pub trait OneC: Debug + Send + Sync {
    /// Maximum number of rows per call.
    fn row_cap(&self) -> u32;

    /// Runs a query and returns its rows or an error within the given time.
    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError>;

    /// The metadata of its infobase; `None` where its server has no tool for it.
    fn metadata(&self) -> Option<&dyn OneCMetadata> {
        None
    }

    /// Time limit per call; `None`: the remaining time of the answer.
    fn call_timeout(&self) -> Option<Duration> {
        None
    }

    /// True where another call may succeed. Otherwise a new port must be opened.
    fn is_open(&self) -> bool {
        true
    }

    /// Closes the port: notifies the server or waits for its process. No call succeeds afterwards.
    async fn close(&self, _within: Duration) {}
}

/// The metadata of a 1C infobase.
#[async_trait::async_trait]
pub trait OneCMetadata: Send + Sync {
    /// Full names of the objects of some kinds (`Справочник`). The time limit applies to each page.
    async fn objects(
        &self,
        kinds: &BTreeSet<&str>,
        within: Duration,
    ) -> Result<BTreeSet<String>, PortError>;

    /// Names of an object's own fields, without the standard fields of the platform.
    async fn fields(&self, object: &str, within: Duration) -> Result<BTreeSet<String>, PortError>;
}

/// A connector that opens the port when a plan needs it.
#[async_trait::async_trait]
pub trait OneCConnector: Debug + Send + Sync {
    /// Opens the port or fails within the given time.
    async fn open(&self, within: Duration) -> Result<Arc<dyn OneC>, PortError>;

    /// Cleans up after openings that failed or were cancelled.
    async fn finish(&self, _within: Duration) {}
}

/// An open port that any number of runs may share.
#[derive(Debug, Clone)]
pub struct SharedOneC(pub Arc<dyn OneC>);

#[async_trait::async_trait]
impl OneCConnector for SharedOneC {
    async fn open(&self, _within: Duration) -> Result<Arc<dyn OneC>, PortError> {
        Ok(Arc::clone(&self.0))
    }
}

/// The connector of a host without 1C: opening fails.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOneC;

#[async_trait::async_trait]
impl OneCConnector for NoOneC {
    async fn open(&self, _within: Duration) -> Result<Arc<dyn OneC>, PortError> {
        Err(PortError::Unreachable(Unreached::NoneHere.to_string()))
    }
}

/// A query call: the exact text of the catalogue with separate values.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryCall<'c> {
    name: &'c str,
    text: &'c str,
    values: Vec<(&'c str, ParameterValue)>,
    rows: u32,
}

impl<'c> QueryCall<'c> {
    /// Only a template of the catalogue can be called.
    pub(crate) fn of(
        template: &'c Template,
        text: &'c str,
        values: Vec<(&'c str, ParameterValue)>,
        rows: u32,
    ) -> Self {
        Self {
            name: &template.name,
            text,
            values,
            rows,
        }
    }

    /// Name of the template.
    #[must_use]
    pub const fn name(&self) -> &'c str {
        self.name
    }

    /// The query text.
    #[must_use]
    pub const fn text(&self) -> &'c str {
        self.text
    }

    /// The values of its parameters.
    #[must_use]
    pub fn values(&self) -> &[(&'c str, ParameterValue)] {
        &self.values
    }

    /// Maximum number of rows.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The query text with its values inlined, for reading and counting only; it is never run. A reference is shown by
    /// its presentation, since its identifier means nothing to a reader.
    #[must_use]
    pub fn written_out(&self) -> String {
        let mut parts = self.text.split('&');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part
                .find(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            match self.values.iter().find(|(known, _)| *known == name) {
                Some((_, value)) => out.push_str(&value.written_out()),
                None => {
                    out.push('&');
                    out.push_str(name);
                }
            }
            out.push_str(rest);
        }
        out
    }
}

/// A value of a query parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterValue {
    /// `null`: the parameter has no value.
    Nothing,
    /// A text.
    Text(String),
    /// A moment, `YYYY-MM-DDTHH:MM:SS`.
    Moment(String),
    /// True or false.
    Boolean(bool),
    /// A number by its digits.
    Number(String),
    /// Several texts.
    Texts(Vec<String>),
    /// A reference to an element of a catalogue or to a document.
    Reference(Reference),
}

impl ParameterValue {
    /// The value as a literal of 1C's query language.
    fn written_out(&self) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        match self {
            Self::Nothing => "NULL".to_owned(),
            Self::Text(text) => quoted(text),
            Self::Number(digits) => digits.clone(),
            Self::Moment(moment) => {
                let parts = moment.split(['-', 'T', ':']).map(without_zeros);
                format!("ДАТАВРЕМЯ({})", parts.collect::<Vec<_>>().join(", "))
            }
            Self::Boolean(true) => "ИСТИНА".to_owned(),
            Self::Boolean(false) => "ЛОЖЬ".to_owned(),
            Self::Texts(texts) => {
                let texts = texts.iter().map(|text| quoted(text));
                format!("({})", texts.collect::<Vec<_>>().join(", "))
            }
            Self::Reference(reference) => quoted(&reference.presentation),
        }
    }
}

/// A part of a date as a number: `03` is 3, `00` is 0.
fn without_zeros(part: &str) -> &str {
    let digits = part.trim_start_matches('0');
    if digits.is_empty() { "0" } else { digits }
}

/// Why a call returned no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.limitation())]
pub enum PortError {
    /// The server could not be started or reached, or the handshake failed.
    Unreachable(String),
    /// The connection closed during a call.
    Closed(String),
    /// The time ran out.
    Timeout(Duration),
    /// The server reported that the query failed.
    Refused(String),
    /// The response is malformed.
    Malformed(String),
    /// The credentials are missing or wrong (HTTP 401).
    Unauthorized,
    /// The credentials do not permit the request (HTTP 403).
    Forbidden,
    /// The server is busy, or its gateway cannot reach it.
    Busy {
        /// The HTTP status.
        status: u16,
        /// The wait that the server requests.
        wait: Duration,
    },
    /// The server is starting, with its message.
    Starting(String),
    /// The server redirects. The redirect is not followed, since it would send the call and its credentials to another
    /// server.
    Moved(u16),
    /// Any other HTTP status.
    Status(u16),
    /// The server lost the session twice in a row.
    SessionLost,
    /// The server's tools differ from the required ones.
    SchemaDrift(String),
}

impl PortError {
    /// Reason code of a response.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.limitation().data().code
    }

    /// The error as a limitation of an answer, which has its code and its text.
    #[must_use]
    pub fn limitation(&self) -> Limitation {
        let own = |why: &str| why.to_owned();
        match self {
            Self::Unreachable(why) => Limitation::ServerUnreachable { why: own(why) },
            Self::Closed(why) => Limitation::ServerClosed { why: own(why) },
            Self::Timeout(within) => Limitation::ServerTimeout {
                within: format!("{within:.1?}"),
            },
            Self::Refused(why) => Limitation::ServerRefused { why: own(why) },
            Self::Malformed(why) => Limitation::ServerMalformed { why: own(why) },
            Self::Unauthorized => Limitation::ServerUnauthorized,
            Self::Forbidden => Limitation::ServerForbidden,
            Self::Busy { status, .. } => Limitation::ServerBusy {
                status: (*status).into(),
            },
            Self::Starting(why) => Limitation::ServerStarting { why: own(why) },
            Self::Moved(status) => Limitation::ServerMoved {
                status: (*status).into(),
            },
            Self::Status(status) => Limitation::ServerStatus {
                status: (*status).into(),
            },
            Self::SessionLost => Limitation::ServerSessionLost,
            Self::SchemaDrift(why) => Limitation::ServerDrift { why: own(why) },
        }
    }

    /// Maximum number of retries after this error. The next call opens a forgotten session again.
    #[must_use]
    pub const fn retries(&self) -> usize {
        match self {
            // Behind a gateway the query may still be running, or may have crashed the server.
            Self::Busy {
                status: 502 | 504, ..
            } => 0,
            Self::Busy { .. } | Self::Starting(_) => 2,
            Self::Timeout(_) | Self::SessionLost => 1,
            Self::Unreachable(_)
            | Self::Closed(_)
            | Self::Refused(_)
            | Self::Malformed(_)
            | Self::Unauthorized
            | Self::Forbidden
            | Self::Moved(_)
            | Self::Status(_)
            | Self::SchemaDrift(_) => 0,
        }
    }

    /// The error with its server message changed, if it has one.
    #[must_use]
    pub fn map_words(mut self, change: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Unreachable(words)
            | Self::Closed(words)
            | Self::Refused(words)
            | Self::Malformed(words)
            | Self::SchemaDrift(words)
            | Self::Starting(words) => *words = change(words),
            Self::Timeout(_)
            | Self::Unauthorized
            | Self::Forbidden
            | Self::Busy { .. }
            | Self::Moved(_)
            | Self::Status(_)
            | Self::SessionLost => {}
        }
        self
    }
}
