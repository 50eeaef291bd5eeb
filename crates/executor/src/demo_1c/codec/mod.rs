//! How a server of one kind is spoken to: its name, its tools, its arguments, its results.

pub mod roctup;

use rmcp::model::{CallToolResult, Implementation, JsonObject, Tool};

use super::value::{Params, Table};

/// A kind of server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codec {
    /// ROCTUP 1c-mcp-toolkit.
    Roctup,
}

/// Whether the tools are described as the clients know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schemas {
    /// As they are known.
    Pinned,
    /// As another version of the server might describe them.
    Drifted,
}

/// What a client asks of a server.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// To run a query.
    Query(QueryRequest),
    /// To run code.
    Code,
}

/// A query to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryRequest {
    /// Its text.
    pub text: String,
    /// Values of its parameters.
    pub params: Params,
    /// Most rows to give back; the rest is cut off without a word.
    pub limit: usize,
    /// Whether the types of the columns are given too.
    pub include_schema: bool,
}

/// Why a call is no request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// There is no such tool.
    UnknownTool,
    /// The arguments are not what the tool takes; the message is for the client.
    Arguments(String),
}

impl Codec {
    /// Name, version and title for the handshake.
    #[must_use]
    pub fn identity(self) -> Implementation {
        match self {
            Self::Roctup => roctup::identity(),
        }
    }

    /// The tools of the server.
    #[must_use]
    pub fn tools(self, schemas: Schemas) -> Vec<Tool> {
        match self {
            Self::Roctup => roctup::tools(schemas),
        }
    }

    /// Reads a tool call.
    ///
    /// # Errors
    /// When the tool is unknown or the arguments are not what it takes.
    pub fn read(self, tool: &str, arguments: &JsonObject) -> Result<Request, RequestError> {
        match self {
            Self::Roctup => roctup::read(tool, arguments),
        }
    }

    /// Writes rows.
    #[must_use]
    pub fn rows(self, table: &Table, request: &QueryRequest) -> CallToolResult {
        match self {
            Self::Roctup => roctup::rows(table, request),
        }
    }

    /// Writes a refusal, in the way in which this server refuses.
    #[must_use]
    pub fn refusal(self, message: &str) -> CallToolResult {
        match self {
            Self::Roctup => roctup::refusal(message),
        }
    }

    /// Writes JSON that looks like a result and has no list of rows.
    #[must_use]
    pub fn wrong_shape(self) -> CallToolResult {
        match self {
            Self::Roctup => roctup::wrong_shape(),
        }
    }
}
