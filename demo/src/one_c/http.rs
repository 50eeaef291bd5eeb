//! The server over Streamable HTTP: one path, sessions that can be lost, and connection faults. It reports opened,
//! closed and evicted sessions.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::error::Error;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{
    AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{
    SessionManager, StreamableHttpServerConfig, StreamableHttpService,
};
use serde::Deserialize;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Interval, interval};

use super::codec::roctup::QUERY_TOOL;
use super::fault::{Fault, FaultPlan};
use super::server::{DemoError, DemoServer, Options, announce};

/// The path of the server.
const PATH: &str = "/mcp";

/// Where [`Fault::Moved`] sends clients.
const ELSEWHERE: &str = "/elsewhere";

/// Header with the id of a session.
const SESSION: &str = "mcp-session-id";

/// Most open sessions; the oldest is evicted for a new one, as on the real server.
const SESSIONS: usize = 5;

/// Largest request, in bytes.
const MAX_REQUEST: usize = 1 << 20;

/// The part of an answer sent before the connection ends.
const BEGINNING: &[u8] = b"data: {\"jsonrpc\":\"2.0\",\"id\":";

/// The delay between two pieces of a slow answer.
const DRIP: Duration = Duration::from_millis(100);

type AnyError = Box<dyn Error + Send + Sync>;
type Answer = Response<BoxBody<Bytes, AnyError>>;

/// Serves at an address until the process ends, and reports the address on standard error.
///
/// # Errors
/// If the ledger cannot be opened or the address is not available.
#[allow(
    clippy::disallowed_methods,
    reason = "this server is what a port is connected to"
)]
pub async fn serve_http(at: SocketAddr, options: &Options) -> Result<(), DemoError> {
    if options.fault == Some(Fault::ExitBeforeHandshake) {
        return Err(DemoError::ExitBeforeHandshake);
    }
    let expected = options.authorization()?;
    let demo = DemoServer::open(options).await?.with_sessions();
    let sessions = Arc::new(LocalSessionManager::default());
    let listener = TcpListener::bind(at).await.map_err(DemoError::Listen)?;
    let address = listener.local_addr().map_err(DemoError::Listen)?;
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts([address.to_string(), format!("localhost:{}", address.port())]);
    let mcp = StreamableHttpService::new(move || Ok(demo.clone()), Arc::clone(&sessions), config);
    let server = Arc::new(HttpServer {
        mcp,
        sessions,
        ages: Mutex::new(VecDeque::new()),
        faults: FaultPlan::new(options.fault, options.fault_after),
        expected,
    });
    announce(&format!("listening at http://{address}{PATH}"));
    loop {
        let (stream, _) = listener.accept().await.map_err(DemoError::Listen)?;
        tokio::spawn(Arc::clone(&server).converse(stream));
    }
}

struct HttpServer {
    mcp: StreamableHttpService<DemoServer, LocalSessionManager>,
    sessions: Arc<LocalSessionManager>,
    /// Session ids, the oldest first.
    ages: Mutex<VecDeque<String>>,
    faults: FaultPlan,
    /// The required `Authorization` header.
    expected: Option<HeaderValue>,
}

impl HttpServer {
    async fn converse(self: Arc<Self>, stream: TcpStream) {
        let service = service_fn(|request| {
            let server = Arc::clone(&self);
            async move { Ok::<_, Infallible>(server.answer(request).await) }
        });
        // A client that hangs up is not a failure of the server.
        let _ = http1::Builder::new()
            .serve_connection(TokioIo::new(stream), service)
            .await;
    }

    async fn answer(&self, request: Request<Incoming>) -> Answer {
        if request.uri().path() == ELSEWHERE {
            announce("a client followed to another path");
        }
        if request.uri().path() != PATH {
            return status(StatusCode::NOT_FOUND);
        }
        if self.expected.is_some() && request.headers().get(AUTHORIZATION) != self.expected.as_ref()
        {
            return unauthorized();
        }
        let (head, body) = request.into_parts();
        let Ok(body) = Limited::new(body, MAX_REQUEST).collect().await else {
            return status(StatusCode::PAYLOAD_TOO_LARGE);
        };
        let body = body.to_bytes();
        if head.method == Method::POST && is_query(&body) {
            match self.faults.next_call() {
                Some(Fault::NotAcceptable) => return status(StatusCode::NOT_ACCEPTABLE),
                Some(Fault::BusyOnce) if self.faults.is_first() => return busy(),
                Some(Fault::Busy) => return busy(),
                Some(Fault::Unavailable) => return page(StatusCode::SERVICE_UNAVAILABLE),
                Some(Fault::Forbidden) => return page(StatusCode::FORBIDDEN),
                Some(Fault::Moved) => return moved(),
                // The limit allows one piece, so the second one breaks the connection.
                Some(Fault::CutOff) => {
                    return streamed(Limited::new(Drip::of(BEGINNING), BEGINNING.len()));
                }
                Some(Fault::Drip) => return streamed(Drip::of(b" ")),
                Some(Fault::SessionLost) if self.faults.is_first() => {
                    self.forget(session(&head.headers)).await;
                }
                Some(Fault::SessionsLost) => self.forget(session(&head.headers)).await,
                _ => {}
            }
        }
        let closed = (head.method == Method::DELETE).then(|| session(&head.headers));
        let request = Request::from_parts(head, Full::new(body));
        let mcp = TowerToHyperService::new(self.mcp.clone());
        let Ok(answer) = mcp.call(request).await;
        match closed {
            Some(Some(id)) if answer.status().is_success() => self.release(&id),
            Some(_) => {}
            None => {
                if let Some(id) = session(answer.headers()) {
                    self.keep(id).await;
                }
            }
        }
        answer.map(|body| body.map_err(Into::into).boxed())
    }

    /// Records a session as the newest and evicts the oldest. It is recorded before any await, because a disconnecting
    /// client cancels the rest.
    async fn keep(&self, id: String) {
        let oldest = self.note(id);
        self.forget(oldest).await;
    }

    /// Records a session; returns the evicted one.
    fn note(&self, id: String) -> Option<String> {
        let mut ages = self.ages();
        if ages.contains(&id) {
            return None;
        }
        announce(&format!("session opened: {id}"));
        ages.push_back(id);
        (ages.len() > SESSIONS).then(|| ages.pop_front()).flatten()
    }

    fn ages(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.ages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a client closed its session. A repeated close counts once: an unsure client sends it again.
    fn release(&self, id: &str) {
        let mut ages = self.ages();
        let Some(at) = ages.iter().position(|known| known == id) else {
            return;
        };
        ages.remove(at);
        announce(&format!("session closed: {id}"));
    }

    async fn forget(&self, id: Option<String>) {
        if let Some(id) = id {
            self.ages().retain(|known| *known != id);
            announce(&format!("session gave way: {id}"));
            // An already closed session is ignored.
            let _ = self.sessions.close_session(&id.into()).await;
        }
    }
}

/// True where a message calls the query tool.
fn is_query(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Params<'a> {
        name: &'a str,
    }
    #[derive(Deserialize)]
    struct Message<'a> {
        method: &'a str,
        #[serde(borrow)]
        params: Params<'a>,
    }
    serde_json::from_slice::<Message<'_>>(body)
        .is_ok_and(|message| message.method == "tools/call" && message.params.name == QUERY_TOOL)
}

fn session(headers: &HeaderMap) -> Option<String> {
    Some(headers.get(SESSION)?.to_str().ok()?.to_owned())
}

fn status(code: StatusCode) -> Answer {
    let mut answer = Response::new(Full::default().map_err(Into::into).boxed());
    *answer.status_mut() = code;
    answer
}

fn with_header(code: StatusCode, name: HeaderName, value: &'static str) -> Answer {
    let mut answer = status(code);
    answer
        .headers_mut()
        .insert(name, HeaderValue::from_static(value));
    answer
}

fn unauthorized() -> Answer {
    let scheme = "Bearer realm=\"1c\"";
    with_header(StatusCode::UNAUTHORIZED, WWW_AUTHENTICATE, scheme)
}

fn busy() -> Answer {
    with_header(StatusCode::TOO_MANY_REQUESTS, RETRY_AFTER, "1")
}

/// Redirects to a path without a handler, so that a client that follows it gets an error.
fn moved() -> Answer {
    with_header(StatusCode::TEMPORARY_REDIRECT, LOCATION, ELSEWHERE)
}

/// A status with an HTML page, as from a web server in front of 1C.
fn page(code: StatusCode) -> Answer {
    let mut answer = with_header(code, CONTENT_TYPE, "text/html; charset=utf-8");
    let body = format!("<!DOCTYPE html><html><body><h1>{code}</h1></body></html>");
    *answer.body_mut() = Full::from(body).map_err(Into::into).boxed();
    answer
}

/// An answer with a good start.
fn streamed<B>(body: B) -> Answer
where
    B: Body<Data = Bytes, Error: Into<AnyError>> + Send + Sync + 'static,
{
    let mut answer = Response::new(body.map_err(Into::into).boxed());
    let kind = HeaderValue::from_static("text/event-stream");
    answer.headers_mut().insert(CONTENT_TYPE, kind);
    answer
}

/// A body that repeats one piece forever.
struct Drip {
    piece: &'static [u8],
    clock: Interval,
}

impl Drip {
    fn of(piece: &'static [u8]) -> Self {
        let clock = interval(DRIP);
        Self { piece, clock }
    }
}

impl Body for Drip {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let tick = self.clock.poll_tick(context);
        tick.map(|_| Some(Ok(Frame::data(Bytes::from_static(self.piece)))))
    }
}
