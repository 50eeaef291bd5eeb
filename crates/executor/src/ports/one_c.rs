//! The 1C port: a static query text with bound values in, rows out.

use std::time::Duration;

use crate::catalogue::Template;
use crate::limitation::reason::Unreached;
use crate::ports::raw_row::{RawRows, Reference};

/// A 1C infobase that answers whitelisted queries.
pub trait OneC: Sync {
    /// Most rows one call can return.
    fn row_cap(&self) -> u32;

    /// Calls a query; the answer or the failure comes within the time given.
    fn query(
        &self,
        call: &QueryCall<'_>,
        within: Duration,
    ) -> impl Future<Output = Result<RawRows, PortError>> + Send;

    /// Longest time for one call; `None`: all that is left of the answer's.
    fn call_timeout(&self) -> Option<Duration> {
        None
    }

    /// Whether another call may be answered. Where it is not open, a new one must be opened.
    fn is_open(&self) -> bool {
        true
    }

    /// Ends it in good order: the server is told, or its process waited for. No call is answered afterwards.
    fn close(&self, _within: Duration) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

impl<P: OneC> OneC for &P {
    fn row_cap(&self) -> u32 {
        (**self).row_cap()
    }

    async fn query(&self, call: &QueryCall<'_>, within: Duration) -> Result<RawRows, PortError> {
        (**self).query(call, within).await
    }

    fn call_timeout(&self) -> Option<Duration> {
        (**self).call_timeout()
    }

    fn is_open(&self) -> bool {
        (**self).is_open()
    }
}

/// The port of the address lane, opened only when a plan needs it.
pub trait OneCConnector: Sync {
    /// The opened port.
    type Port: OneC + Send;

    /// Opens it; the port or the failure comes within the time given.
    fn open(&self, within: Duration) -> impl Future<Output = Result<Self::Port, PortError>> + Send;

    /// Ends whatever an opening that failed or was given up has left behind at the server.
    fn finish(&self, _within: Duration) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// A port that is open already; any number of runs may share it at once.
#[derive(Debug, Clone, Copy)]
pub struct SharedOneC<'p, P>(pub &'p P);

impl<'p, P: OneC> OneCConnector for SharedOneC<'p, P> {
    type Port = &'p P;

    async fn open(&self, _within: Duration) -> Result<&'p P, PortError> {
        Ok(self.0)
    }
}

/// A host that has no 1C: nothing can be opened.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOneC;

impl OneC for NoOneC {
    fn row_cap(&self) -> u32 {
        0
    }

    async fn query(&self, _call: &QueryCall<'_>, _within: Duration) -> Result<RawRows, PortError> {
        Err(PortError::Unreachable(Unreached::NoneHere.to_string()))
    }
}

impl OneCConnector for NoOneC {
    type Port = Self;

    async fn open(&self, _within: Duration) -> Result<Self, PortError> {
        Err(PortError::Unreachable(Unreached::NoneHere.to_string()))
    }
}

/// A call: the text is the catalogue's to the byte, the values travel beside it.
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

    /// Values of its parameters.
    #[must_use]
    pub fn values(&self) -> &[(&'c str, ParameterValue)] {
        &self.values
    }

    /// Most rows wanted.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The query text with its values written out, as a person would have written it; an element stands by what it is called,
    /// since nobody knows its identifier. For counting and showing: nothing runs it.
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

/// Value of a query parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterValue {
    /// `null`: the parameter is set and has no value.
    Nothing,
    /// A text.
    Text(String),
    /// A moment, `YYYY-MM-DDTHH:MM:SS`.
    Moment(String),
    /// True or false.
    Boolean(bool),
    /// A number, in its digits.
    Number(String),
    /// Several texts.
    Texts(Vec<String>),
    /// A reference to an element of a catalogue or a document.
    Reference(Reference),
}

impl ParameterValue {
    /// As a literal of the query language of 1C.
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

/// Why a call gave no rows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PortError {
    /// The server could not be started or reached, or did not shake hands.
    #[error("the 1C server cannot be reached: {0}")]
    Unreachable(String),
    /// The connection ended in mid-call.
    #[error("the 1C server closed the connection{0}")]
    Closed(String),
    /// No answer came in time.
    #[error("the 1C server gave no answer within {0:.1?}")]
    Timeout(Duration),
    /// The server answered that the query failed.
    #[error("the 1C server refused the query: {0}")]
    Refused(String),
    /// The answer cannot be read.
    #[error("the answer of the 1C server cannot be read: {0}")]
    Malformed(String),
    /// The server does not know who asks.
    #[error("the 1C server wants other credentials")]
    Unauthorized,
    /// The server knows who asks, and does not let them.
    #[error("the 1C server forbids the request")]
    Forbidden,
    /// The server has too much to do, or its gateway does not reach it now.
    #[error("the 1C server is busy: HTTP status {status}")]
    Busy {
        /// The status of its answer.
        status: u16,
        /// How long it wants to be left alone.
        wait: Duration,
    },
    /// The server runs and is not ready to be asked; its words.
    #[error("the 1C server is not ready yet: {0}")]
    Starting(String),
    /// The server is somewhere else. It is not followed: the call, and who makes it, would go to somebody else.
    #[error("the 1C server has moved: HTTP status {0}")]
    Moved(u16),
    /// The server answered with any other status.
    #[error("the 1C server answered with HTTP status {0} alone")]
    Status(u16),
    /// The server forgot the session, and forgot the next one too.
    #[error("the 1C server keeps forgetting the session")]
    SessionLost,
    /// The tools are not those this client was made for.
    #[error("the tools of this server are not the pinned ones: {0}")]
    SchemaDrift(String),
}

impl PortError {
    /// Reason code, as in responses.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "mcp_unreachable",
            Self::Closed(_) => "mcp_connection_closed",
            Self::Timeout(_) => "mcp_timeout",
            Self::Refused(_) => "mcp_query_refused",
            Self::Malformed(_) => "mcp_answer_malformed",
            Self::Unauthorized => "mcp_unauthorized",
            Self::Forbidden => "mcp_forbidden",
            Self::Busy { .. } => "mcp_busy",
            Self::Starting(_) => "mcp_starting",
            Self::Moved(_) => "mcp_moved",
            Self::Status(_) => "mcp_status",
            Self::SessionLost => "mcp_session_lost",
            Self::SchemaDrift(_) => "mcp_tool_schema_drift",
        }
    }

    /// How often what failed so may be tried again. A forgotten session is opened again by the next call.
    #[must_use]
    pub const fn retries(&self) -> usize {
        match self {
            // Behind a gateway the query may still be running, or the server may have died of it.
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

    /// The same with its words changed, where it has any of the server's.
    #[must_use]
    pub fn map_words(self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Unreachable(words) => Self::Unreachable(change(&words)),
            Self::Closed(words) => Self::Closed(change(&words)),
            Self::Refused(words) => Self::Refused(change(&words)),
            Self::Malformed(words) => Self::Malformed(change(&words)),
            Self::SchemaDrift(words) => Self::SchemaDrift(change(&words)),
            Self::Starting(words) => Self::Starting(change(&words)),
            error @ (Self::Timeout(_)
            | Self::Unauthorized
            | Self::Forbidden
            | Self::Busy { .. }
            | Self::Moved(_)
            | Self::Status(_)
            | Self::SessionLost) => error,
        }
    }
}
