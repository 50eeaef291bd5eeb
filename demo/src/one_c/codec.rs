//! The protocol of a kind of server: its name, tools, arguments and results.

mod json;
pub mod roctup;
mod toon;

use rmcp::model::{CallToolResult, ContentBlock, Implementation, JsonObject, Tool};

use super::metadata::Base;
use super::value::{Params, Table};

/// A kind of server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Codec {
    /// ROCTUP 1c-mcp-toolkit, answers in JSON
    #[default]
    RoctupJson,
    /// ROCTUP 1c-mcp-toolkit, answers in TOON
    RoctupToon,
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
    /// To say what the base has.
    Metadata,
}

/// A query to be run.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryRequest {
    /// Its text.
    pub text: String,
    /// Values of its parameters.
    pub params: Params,
    /// Most rows to give back.
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
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::RoctupJson, Self::RoctupToon];

    /// Name, version and title for the handshake.
    #[must_use]
    pub fn identity(self) -> Implementation {
        Implementation::new(roctup::SERVER_NAME, env!("CARGO_PKG_VERSION"))
            .with_title("1C MCP Toolkit (demonstration ledger of cmec)".to_owned())
    }

    /// The tools of the server. Like real ones it also lists one that runs code, and always refuses it.
    #[must_use]
    pub fn tools(self, schemas: Schemas) -> Vec<Tool> {
        let mut tools = roctup::tools(schemas);
        tools.push(code_tool());
        tools
    }

    /// Reads a tool call.
    ///
    /// # Errors
    /// When the tool is unknown or the arguments are not what it takes.
    pub fn read(self, tool: &str, arguments: &JsonObject) -> Result<Request, RequestError> {
        if tool == CODE_TOOL {
            return Ok(Request::Code);
        }
        roctup::read(tool, arguments)
    }

    /// Writes rows.
    #[must_use]
    pub fn rows(self, table: &Table, request: &QueryRequest) -> CallToolResult {
        match self {
            Self::RoctupJson => roctup::rows(table, request),
            Self::RoctupToon => roctup::rows_in_toon(table, request),
        }
    }

    /// Writes what a base has.
    #[must_use]
    pub fn metadata(self, base: Base, arguments: &JsonObject) -> CallToolResult {
        match self {
            Self::RoctupJson => roctup::metadata(base, arguments, |data| data),
            // Where the proxy cannot write TOON, its string contains JSON.
            Self::RoctupToon => roctup::metadata(base, arguments, |data| data.to_string().into()),
        }
    }

    /// Writes a refusal, in the way in which this server refuses.
    #[must_use]
    pub fn refusal(self, message: &str) -> CallToolResult {
        roctup::refusal(message)
    }

    /// Writes what looks like a result and is none.
    #[must_use]
    pub fn wrong_shape(self) -> CallToolResult {
        match self {
            Self::RoctupJson => roctup::wrong_shape(),
            Self::RoctupToon => roctup::wrong_toon(),
        }
    }
}

/// Tool that runs code.
pub const CODE_TOOL: &str = "execute_code";

fn code_tool() -> Tool {
    let schema = json::object(serde_json::json!({
        "type": "object",
        "properties": {"code": {"type": "string", "minLength": 1, "description": "Код 1С"}},
        "required": ["code"]
    }));
    Tool::new(CODE_TOOL, "Выполняет код на встроенном языке 1С", schema)
}

/// A result of one text, `isError` unset.
fn text(text: String) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.is_error = None;
    result
}
