//! The server: tool calls → results, over any transport.

use std::borrow::Cow;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hyper::header::HeaderValue;
use rmcp::ErrorData;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};

use super::answer::answer;
use super::codec::roctup::METADATA_TOOL;
use super::codec::{Codec, QueryRequest, Request, RequestError, Schemas};
use super::fault::{Fault, FaultPlan};
use super::hidden_names::HiddenNames;
use super::ledger::{DEFAULT_SEED, Ledger, LedgerError};
use super::metadata::Base;
use super::queries::Query;

/// Exit status of a process that [`Fault::ExitInCall`] ends.
pub const FAULT_EXIT_STATUS: i32 = 70;

/// Bytes of an answer that is too large: more than clients take in one message.
const OVERSIZE: usize = 20 << 20;

const UNKNOWN_QUERY: &str = "Ошибка при вызове метода контекста (Выполнить): {(1, 1)}: запрос не входит в каталог \
                             демонстрационного сервера";

const INSTRUCTIONS: &str = "Демонстрационный сервер: данные сгенерированы, выполняются запросы каталога cmec. \
                            A demonstration server: generated data, and the queries of the cmec catalogue only.";

/// Options of `cmec demo-1c`.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Number the ledger is generated from; the same number gives the same ledger
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    pub seed: u64,
    /// File that keeps the ledger: filled when absent, reused when it holds the same seed [default: in memory]
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
    /// Kind of server to be
    #[arg(long, value_name = "KIND", default_value = "roctup-json")]
    pub codec: Codec,
    /// Fault to make happen
    #[arg(long, value_name = "FAULT")]
    pub fault: Option<Fault>,
    /// How many calls of execute_query are answered before the fault
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub fault_after: u64,
    /// Milliseconds to wait before each call of execute_query is answered
    #[arg(long = "delay-ms", value_name = "N", default_value_t = 0)]
    pub delay_ms: u64,
    /// Address to listen at over Streamable HTTP, as `127.0.0.1:6003` [default: standard input and output]
    #[arg(long, value_name = "ADDRESS")]
    pub http: Option<SocketAddr>,
    /// Environment variable with the bearer token, or the password, that clients must have
    #[arg(long, value_name = "NAME", requires = "http")]
    pub token_env: Option<String>,
    /// User that clients must name; the variable then has the password
    #[arg(long, value_name = "NAME", requires = "token_env")]
    pub user: Option<String>,
}

impl Default for Options {
    /// The default ledger in memory, without faults.
    fn default() -> Self {
        Self {
            seed: DEFAULT_SEED,
            ledger: None,
            codec: Codec::default(),
            fault: None,
            fault_after: 0,
            delay_ms: 0,
            http: None,
            token_env: None,
            user: None,
        }
    }
}

impl Options {
    /// What the header `Authorization` of a request must be.
    #[allow(
        clippy::disallowed_methods,
        reason = "an argument of a process can be read by everybody"
    )]
    pub(super) fn authorization(&self) -> Result<Option<HeaderValue>, DemoError> {
        let Some(name) = &self.token_env else {
            return Ok(None);
        };
        let secret = std::env::var(name).map_err(|_| DemoError::Secret(name.clone()))?;
        let text = match &self.user {
            Some(user) => format!("Basic {}", STANDARD.encode(format!("{user}:{secret}"))),
            None => format!("Bearer {secret}"),
        };
        let value = HeaderValue::from_str(&text);
        value.map(Some).map_err(|_| DemoError::Secret(name.clone()))
    }
}

/// Why the server ended early.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The ledger could not be opened.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The client did not complete the handshake.
    #[error("handshake failed: {0}")]
    Handshake(#[from] Box<ServerInitializeError>),
    /// The service loop failed.
    #[error("server failed: {0}")]
    Service(#[from] tokio::task::JoinError),
    /// The address cannot be listened at.
    #[error("cannot listen: {0}")]
    Listen(#[source] std::io::Error),
    /// The variable with the secret is not set, or holds what no header can have.
    #[error("the environment variable `{0}` has no token that could be sent")]
    Secret(String),
    /// The fault is one of a connection over HTTP.
    #[error(
        "this fault needs `--http`: standard input and output have no sessions and no statuses"
    )]
    NeedsHttp,
    /// [`Fault::ExitBeforeHandshake`] was asked for.
    #[error("ended before the handshake, as asked by `--fault exit-before-handshake`")]
    ExitBeforeHandshake,
}

/// The server, ready to be served over a transport.
#[derive(Debug, Clone)]
pub struct DemoServer {
    ledger: Arc<Ledger>,
    codec: Codec,
    faults: Arc<FaultPlan>,
    /// Whether the call has come in at which a fault of the connection begins.
    connection_fault: Arc<AtomicBool>,
    delay: Duration,
    hidden_names: Arc<HiddenNames>,
    /// Whether its tools were asked for.
    was_listed: Arc<AtomicBool>,
    /// The versions of the protocol it speaks.
    versions: &'static [ProtocolVersion],
}

impl DemoServer {
    /// Opens the ledger and takes over the switches.
    ///
    /// # Errors
    /// When the ledger cannot be opened.
    pub async fn open(options: &Options) -> Result<Self, LedgerError> {
        let ledger = Ledger::open(options.ledger.as_deref(), options.seed).await?;
        Ok(Self {
            ledger: Arc::new(ledger),
            codec: options.codec,
            faults: Arc::new(FaultPlan::new(options.fault, options.fault_after)),
            connection_fault: Arc::default(),
            delay: Duration::from_millis(options.delay_ms),
            hidden_names: Arc::default(),
            was_listed: Arc::default(),
            versions: ProtocolVersion::KNOWN_VERSIONS,
        })
    }

    /// The same with the versions of the protocol only that have sessions, as the real server.
    pub(super) fn with_sessions(self) -> Self {
        Self {
            versions: ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_06_18),
            ..self
        }
    }

    /// What tells a connection that its fault has begun.
    pub(super) fn connection_fault(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.connection_fault)
    }

    /// The ledger behind the server.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "the fault to show is a server that dies"
    )]
    async fn query(
        &self,
        mut request: QueryRequest,
        context: &RequestContext<RoleServer>,
    ) -> CallToolResult {
        (request.params.values_mut()).for_each(|param| self.hidden_names.reveal(param));
        let query = Query::recognise(&request.text);
        announce(&format!(
            "query received: {}",
            query.map_or("unknown", Query::name)
        ));
        let fault = self.faults.next_call();
        if fault == Some(Fault::ExitInCall) {
            std::process::exit(FAULT_EXIT_STATUS);
        }
        if matches!(fault, Some(Fault::Drip | Fault::CutOff)) {
            self.connection_fault.store(true, Ordering::Release);
        }
        if !self.delay.is_zero() {
            // A cancelled call is not processed.
            tokio::select! {
                () = tokio::time::sleep(self.delay) => {}
                () = context.ct.cancelled() => return CallToolResult::default(),
            }
        }
        match fault {
            Some(Fault::Hang) => {
                // Waits until the client cancels. The result goes nowhere, and a server that shuts down need not wait
                // for this call.
                context.ct.cancelled().await;
                CallToolResult::default()
            }
            Some(Fault::Error) => {
                CallToolResult::error(vec![ContentBlock::text("Ошибка соединения с базой 1С")])
            }
            Some(Fault::Refuse) => self
                .codec
                .refusal("Нарушение прав доступа: недостаточно прав на чтение данных"),
            Some(Fault::NotJson) => CallToolResult::success(vec![ContentBlock::text(
                "<html><body>502 Bad Gateway</body></html>",
            )]),
            Some(Fault::WrongShape) => self.codec.wrong_shape(),
            Some(Fault::Oversize) => {
                CallToolResult::success(vec![ContentBlock::text(" ".repeat(OVERSIZE))])
            }
            // Other faults change the rows, or do not concern calls.
            _ => self.answered(query, &request, fault).await,
        }
    }

    async fn answered(
        &self,
        query: Option<Query>,
        request: &QueryRequest,
        fault: Option<Fault>,
    ) -> CallToolResult {
        let Some(query) = query else {
            return self.codec.refusal(UNKNOWN_QUERY);
        };
        match answer(&self.ledger, query, &request.params).await {
            Ok(mut table) => {
                if let Some(fault) = fault {
                    fault.spoil(&mut table);
                }
                if fault == Some(Fault::HiddenNames) {
                    self.hidden_names.hide(&mut table);
                }
                self.codec.rows(&table, request)
            }
            Err(error) => self.codec.refusal(&error.to_string()),
        }
    }

    fn base(&self) -> Base {
        if self.faults.has(Fault::OtherBase) {
            Base::Other
        } else {
            Base::Whole
        }
    }

    fn tools(&self) -> Vec<Tool> {
        let mut tools = self.codec.tools(if self.faults.has(Fault::SchemaDrift) {
            Schemas::Drifted
        } else {
            Schemas::Pinned
        });
        tools.retain(|tool| tool.name != METADATA_TOOL || !self.faults.has(Fault::NoMetadata));
        tools
    }
}

impl ServerHandler for DemoServer {
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(self.versions)
    }

    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(self.codec.identity())
            .with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let was_listed = self.was_listed.swap(true, Ordering::AcqRel);
        if self.faults.has(Fault::StartsLate) && !was_listed {
            let message = "Received request before initialization was complete";
            return Err(ErrorData::invalid_params(message, None));
        }
        Ok(ListToolsResult::with_all_items(self.tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let result = match self.codec.read(&request.name, &arguments) {
            Ok(Request::Query(request)) => self.query(request, &context).await,
            Ok(Request::Metadata) => self.codec.metadata(self.base(), &arguments),
            Ok(Request::Code) => {
                announce("execute_code called");
                self.codec.refusal("Выполнение кода запрещено")
            }
            Err(RequestError::Arguments(message)) => self.codec.refusal(&message),
            Err(RequestError::UnknownTool) => {
                let message = format!("unknown tool `{}`", request.name);
                return Err(ErrorData::invalid_params(message, None));
            }
        };
        Ok(result.into())
    }
}

/// One line on standard error; a closed standard error is no reason to end.
pub(super) fn announce(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}
