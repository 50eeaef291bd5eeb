//! Limits of tool clients on descriptions, names and the number of tools. One table; each number has its source and the
//! date it was read.
//!
//! Undocumented numbers are left out. Reports without a number are in words.

/// A client that passes tools to a model.
#[derive(Debug)]
pub struct Client {
    /// Its name, as in `profiles` of a codebook.
    pub name: &'static str,
    /// Its display name.
    pub title: &'static str,
    /// The form of tool definitions, as named on the command line.
    pub form: &'static str,
    /// Most characters of a description; the rest is cut.
    pub description: Option<Cut>,
    /// Most characters of a name.
    pub tool_name: Option<Cut>,
    /// Characters added around server name and tool name, if the name combines both.
    pub(super) around_server: Option<usize>,
    /// Most tools.
    pub tools: Option<Cut>,
    /// The undocumented limits.
    pub unknown: &'static str,
}

/// A limit with its source.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// The limit.
    pub most: usize,
    /// The source page.
    pub source: &'static str,
    /// The date of reading: `YYYY-MM-DD`.
    pub day: &'static str,
}

/// The date of reading for all entries.
const DAY: &str = "2026-11-26";

const fn cut(most: usize, source: &'static str) -> Option<Cut> {
    let day = DAY;
    Some(Cut { most, source, day })
}

static ALL: &[Client] = &[
    Client {
        name: "claude-code",
        title: "Claude Code",
        form: "mcp",
        description: cut(
            2_048,
            "https://github.com/anthropics/claude-code/issues/87650",
        ),
        tool_name: cut(64, "https://github.com/anthropics/claude-code/issues/2412"),
        // `mcp__SERVER__TOOL`
        around_server: Some(7),
        tools: None,
        unknown: "The documentation (code.claude.com/docs/en/mcp) says 2 KB. Nobody reports that descriptions of arguments are cut. How many tools is not documented.",
    },
    Client {
        name: "chatgpt",
        title: "ChatGPT",
        form: "mcp",
        description: None,
        tool_name: None,
        around_server: None,
        tools: None,
        unknown: "No number is documented. A server is refused whose tools come to more tokens than a bound; 5,000 and 16,000 were reported (github.com/homeassistant-ai/ha-mcp/issues/614).",
    },
    Client {
        name: "cursor",
        title: "Cursor",
        form: "mcp",
        description: None,
        // The source reports that a name of exactly 60 characters is rejected as exceeding 60.
        tool_name: cut(59, "https://github.com/ComposioHQ/composio/issues/2788"),
        around_server: Some(0),
        tools: None,
        unknown: "How long a description may be is not documented, nor how many tools; 40 are reported.",
    },
    Client {
        name: "openai",
        title: "OpenAI API",
        form: "openai",
        description: None,
        tool_name: cut(
            64,
            "https://docs.rs/crate/openai-client-base/0.12.0/source/docs/ChatCompletionFunctions.md",
        ),
        around_server: None,
        tools: cut(
            128,
            "https://reference.aspose.com/pdf/net/aspose.pdf.ai/completioncreaterequest/tools",
        ),
        unknown: "How long a description may be is not documented. 1,024 was the bound until May 2025 (github.com/run-llama/llama_index/pull/18784). Both pages repeat OpenAI's own description of its API.",
    },
    Client {
        name: "anthropic",
        title: "Anthropic API",
        form: "anthropic",
        description: None,
        tool_name: cut(
            64,
            "https://anthropic.mintlify.app/en/docs/agents-and-tools/tool-use/implement-tool-use",
        ),
        around_server: None,
        tools: None,
        unknown: "How long a description may be is not documented, nor how many tools that are not strict.",
    },
    Client {
        name: "gemini",
        title: "Gemini API",
        form: "gemini",
        description: None,
        tool_name: cut(
            64,
            "https://pub.dev/documentation/google_cloud_ai_generativelanguage_v1beta/latest/generativelanguage/FunctionDeclaration/name.html",
        ),
        around_server: None,
        tools: cut(
            128,
            "https://pub-web-s2.flutter-io.cn/documentation/google_cloud_aiplatform_v1beta1/latest/aiplatform/Tool/functionDeclarations.html",
        ),
        unknown: "How long a description may be is not documented. The number of tools is that of Vertex AI.",
    },
];

impl Client {
    /// All clients.
    #[must_use]
    pub fn all() -> &'static [Self] {
        ALL
    }

    /// The client with this name, if any.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|client| client.name == name)
    }

    pub(super) fn longest(&self) -> Option<usize> {
        self.description.map(|cut| cut.most)
    }
}
