//! An HTTP client for the SDK that tracks every session from its opening until it is closed.
//!
//! The SDK closes the session of a transport that ends normally, but not one whose handshake was cancelled. Such
//! sessions are closed from here. A session that is being opened is opened to the end, since the server has it even if
//! the caller is gone. The SDK also requests the stream of a lost session or server forever; a 404 or a refused
//! connection ends these requests.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Client, StatusCode};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest};
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
    StreamableHttpPostResponse,
};
use tokio::sync::watch;
use tokio::time;
use tokio_util::sync::CancellationToken;

type ClientError = StreamableHttpError<reqwest::Error>;
type Headers = HashMap<HeaderName, HeaderValue>;

/// Time limit for sessions that are still being opened at the end.
const OPENING: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Default)]
pub(super) struct OpenSessions {
    /// Open sessions, each with the client that opened it.
    known: Arc<Mutex<HashMap<Arc<str>, Client>>>,
    /// Number of sessions being opened.
    opening: Arc<watch::Sender<usize>>,
}

/// True where the server forgot the session of a client; the SDK reports this as a closed connection.
pub(super) type SessionLost = Arc<AtomicBool>;

impl OpenSessions {
    fn known(&self) -> MutexGuard<'_, HashMap<Arc<str>, Client>> {
        // The map is consistent even after a panic.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has(&self, id: &str) -> bool {
        self.known().contains_key(id)
    }

    fn forget(&self, id: &str) {
        self.known().remove(id);
    }

    pub(super) async fn close_all(&self, uri: &Arc<str>) {
        let mut opening = self.opening.subscribe();
        let _ = time::timeout(OPENING, opening.wait_for(|count| *count == 0)).await;
        let left: Vec<_> = self.known().drain().collect();
        for (id, client) in left {
            // A server that is gone has no sessions.
            let closed = client
                .delete_session(Arc::clone(uri), id, None, Headers::new())
                .await;
            tracing::debug!(closed = closed.is_ok(), "a session that was left open");
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct TrackedClient {
    pub(super) client: Client,
    pub(super) open: OpenSessions,
    pub(super) forgotten: SessionLost,
    /// Cancelled where the caller no longer waits for a session. The SDK continues its handshake and may open one
    /// later.
    pub(super) given_up: CancellationToken,
    /// Time limit for opening a session.
    pub(super) within: Duration,
}

impl StreamableHttpClient for TrackedClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<StreamableHttpPostResponse, ClientError> {
        let most = StreamableHttpClientTransportConfig::default().max_sse_event_size;
        self.post_message_with_max_sse_event_size(uri, message, session, auth, headers, most)
            .await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: Headers,
        most: usize,
    ) -> Result<StreamableHttpPostResponse, ClientError> {
        let (client, sent_by) = (self.client.clone(), session.clone());
        let opens = opens_session(&message);
        let post = async move {
            let posted = client
                .post_message_with_max_sse_event_size(uri, message, session, auth, headers, most);
            posted.await
        };
        self.posted(opens, sent_by, post).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<(), ClientError> {
        // A session that the server forgot is closed already.
        if !self.open.has(&session) {
            return Ok(());
        }
        let own = Arc::clone(&session);
        let closed = self.client.delete_session(uri, own, auth, headers).await;
        if closed.is_ok() {
            self.open.forget(&session);
        }
        closed
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        auth: Option<String>,
        headers: Headers,
    ) -> Result<BoxedSseResponse, ClientError> {
        let most = StreamableHttpClientTransportConfig::default().max_sse_event_size;
        self.get_stream_with_max_sse_event_size(uri, session, last_event, auth, headers, most)
            .await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last_event: Option<String>,
        auth: Option<String>,
        headers: Headers,
        most: usize,
    ) -> Result<BoxedSseResponse, ClientError> {
        let (client, asked_by) = (&self.client, session.clone());
        let stream = client
            .get_stream_with_max_sse_event_size(uri, session, last_event, auth, headers, most)
            .await;
        self.resumed(asked_by, stream)
    }
}

impl TrackedClient {
    /// Sends a message and records its effect on the session. A request that opens a session is completed even if the
    /// caller no longer waits.
    async fn posted(
        &self,
        opens: bool,
        session: Option<Arc<str>>,
        post: impl Future<Output = Result<StreamableHttpPostResponse, ClientError>> + Send + 'static,
    ) -> Result<StreamableHttpPostResponse, ClientError> {
        if !opens {
            return self.note(opens, session, post.await);
        }
        let tracked = self.clone();
        // The count rises before the check for cancellation, since closing waits for all counted sessions.
        self.open.opening.send_modify(|count| *count += 1);
        let opened = tokio::spawn(async move {
            let closed = || Err(StreamableHttpError::TransportChannelClosed);
            let answer = match tracked.given_up.is_cancelled() {
                true => Ok(closed()),
                false => time::timeout(tracked.within + OPENING, post).await,
            };
            let answer = tracked.note(opens, session, answer.unwrap_or_else(|_| closed()));
            let opening = &tracked.open.opening;
            opening.send_modify(|count| *count = count.saturating_sub(1));
            answer
        });
        opened.await.map_err(StreamableHttpError::TokioJoinError)?
    }

    /// Records the effect of a response on its session.
    fn note(
        &self,
        opens: bool,
        session: Option<Arc<str>>,
        answer: Result<StreamableHttpPostResponse, ClientError>,
    ) -> Result<StreamableHttpPostResponse, ClientError> {
        match &answer {
            Ok(
                StreamableHttpPostResponse::Json(_, Some(id))
                | StreamableHttpPostResponse::Sse(_, Some(id)),
            ) if opens => {
                self.forgotten.store(false, Ordering::Relaxed);
                let id = Arc::from(id.as_str());
                self.open.known().insert(id, self.client.clone());
            }
            Err(StreamableHttpError::SessionExpired) => {
                if let Some(session) = session {
                    self.open.forget(&session);
                }
            }
            _ => {}
        }
        answer
    }

    /// A stream, or an error that ends the requests for it. A lost session or server never has one.
    fn resumed(
        &self,
        session: Option<Arc<str>>,
        stream: Result<BoxedSseResponse, ClientError>,
    ) -> Result<BoxedSseResponse, ClientError> {
        let (Err(StreamableHttpError::Client(error)), Some(session)) = (&stream, session) else {
            return stream;
        };
        if error.status() == Some(StatusCode::NOT_FOUND) {
            self.open.forget(&session);
            self.forgotten.store(true, Ordering::Relaxed);
        } else if !error.is_connect() {
            return stream;
        }
        // Among the errors that end the requests, this one does not concern credentials.
        Err(StreamableHttpError::ServerDoesNotSupportSse)
    }
}

fn opens_session(message: &ClientJsonRpcMessage) -> bool {
    match message {
        ClientJsonRpcMessage::Request(request) => {
            matches!(request.request, ClientRequest::InitializeRequest(_))
        }
        _ => false,
    }
}
