//! A server in this process that answers as it is told, also wrongly.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// What a server does with a request.
pub(crate) enum Reply {
    /// A status, headers and a body.
    Status(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// Nothing, with the connection open.
    Silence,
    /// The connection is closed without an answer.
    Closed,
    /// A body that is cut off.
    Cut,
    /// A status and a body of which no more comes, and which does not end.
    Unended(u16),
    /// A body that goes on and on.
    Flood,
    /// A body that is said to have so many bytes.
    Said(usize),
    /// A body of server-sent events, in steps; behind the last one it ends as it should.
    Events(Vec<Step>),
}

/// A step of a body.
pub(crate) enum Step {
    /// Bytes, which a client receives apart from those before and behind.
    Send(Vec<u8>),
    /// Nothing until it is told.
    Wait(Arc<Notify>),
    /// Nothing until the client goes away, which is told.
    Gone(Arc<Notify>),
    /// Nothing more, with the connection open.
    Silence,
    /// The connection is closed, and the body did not end.
    Close,
}

impl Reply {
    pub(crate) fn json(value: &Value) -> Self {
        Self::text(&value.to_string())
    }

    pub(crate) fn text(body: &str) -> Self {
        Self::Status(200, Vec::new(), body.as_bytes().to_vec())
    }

    /// A whole body of server-sent events.
    pub(crate) fn events(body: &str) -> Self {
        Self::Events(vec![Step::Send(body.as_bytes().to_vec())])
    }

    pub(crate) fn status(status: u16, body: &str) -> Self {
        Self::Status(status, Vec::new(), body.as_bytes().to_vec())
    }
}

/// A request that came; the body is null where it has none.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) line: String,
    pub(crate) headers: Vec<String>,
    pub(crate) body: Value,
    pub(crate) at: Instant,
    /// The port that it came from: one for each connection.
    pub(crate) from: u16,
}

/// The server; it ends with this.
pub(crate) struct Server {
    /// The address below which its paths stand.
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    listening: JoinHandle<()>,
}

impl Server {
    /// A server that answers the request of a number, from zero, with a body.
    pub(crate) async fn start(
        answers: impl Fn(usize, &Value) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::<Mutex<Vec<Seen>>>::default();
        let (kept, answers) = (Arc::clone(&seen), Arc::new(answers));
        let listening = tokio::spawn(async move {
            loop {
                let (stream, from) = listener.accept().await.unwrap();
                // Each step is sent at once.
                stream.set_nodelay(true).unwrap();
                let (kept, answers) = (Arc::clone(&kept), Arc::clone(&answers));
                // A client that goes away ends its connection.
                tokio::spawn(
                    async move { serve(stream, from.port(), &kept, &*answers).await.ok() },
                );
            }
        });
        Self {
            url,
            seen,
            listening,
        }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// The bodies of the requests that came.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.seen().into_iter().map(|seen| seen.body).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn serve(
    stream: TcpStream,
    from: u16,
    kept: &Mutex<Vec<Seen>>,
    answers: &(dyn Fn(usize, &Value) -> Reply + Send + Sync),
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(seen) = request(&mut stream, from).await? {
        let body = seen.body.clone();
        let number = {
            let mut kept = kept.lock().unwrap();
            kept.push(seen);
            kept.len() - 1
        };
        let reply = answers(number, &body);
        if !answer(stream.get_mut(), reply).await? {
            break;
        }
    }
    Ok(())
}

async fn request(stream: &mut BufReader<TcpStream>, from: u16) -> std::io::Result<Option<Seen>> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(None);
        }
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let length = lines.iter().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.parse().unwrap())
    });
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).await?;
    Ok(Some(Seen {
        line: lines.remove(0),
        headers: lines,
        body: match body.is_empty() {
            true => Value::Null,
            false => serde_json::from_slice(&body).unwrap(),
        },
        at: Instant::now(),
        from,
    }))
}

/// Answers; whether the connection goes on.
async fn answer(stream: &mut TcpStream, reply: Reply) -> std::io::Result<bool> {
    match reply {
        Reply::Status(status, headers, body) => {
            let mut head = format!("HTTP/1.1 {status} \r\nContent-Length: {}\r\n", body.len());
            for (name, value) in headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            head.push_str("\r\n");
            stream.write_all(&[head.as_bytes(), &body].concat()).await?;
            return Ok(true);
        }
        Reply::Silence => std::future::pending().await,
        Reply::Closed => {}
        Reply::Cut => {
            let cut = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":";
            stream.write_all(cut).await?;
        }
        Reply::Unended(status) => {
            let head = format!("HTTP/1.1 {status} \r\nTransfer-Encoding: chunked\r\n\r\n");
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(b"1\r\n{\r\n").await?;
            std::future::pending().await
        }
        Reply::Flood => {
            let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
            stream.write_all(head).await?;
            let chunk = [
                b"100000\r\n".to_vec(),
                vec![b' '; 1 << 20],
                b"\r\n".to_vec(),
            ]
            .concat();
            loop {
                stream.write_all(&chunk).await?;
            }
        }
        Reply::Said(length) => {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
            stream.write_all(head.as_bytes()).await?;
            std::future::pending().await
        }
        Reply::Events(steps) => return events(stream, steps).await,
    }
    Ok(false)
}

/// A chunk of the transfer for each piece: a client is given one at a time, however the network joins them.
async fn events(stream: &mut TcpStream, steps: Vec<Step>) -> std::io::Result<bool> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n";
    let head = [head.as_slice(), b"Transfer-Encoding: chunked\r\n\r\n"].concat();
    stream.write_all(&head).await?;
    for step in steps {
        match step {
            // A chunk of no bytes would end the body.
            Step::Send(bytes) if bytes.is_empty() => {}
            Step::Send(bytes) => {
                let size = format!("{:x}\r\n", bytes.len());
                let chunk = [size.as_bytes(), &bytes, b"\r\n"].concat();
                stream.write_all(&chunk).await?;
            }
            Step::Wait(told) => told.notified().await,
            Step::Gone(told) => {
                let mut rest = Vec::new();
                // A connection that is reset is gone, too.
                let _ = stream.read_to_end(&mut rest).await;
                told.notify_one();
                return Ok(false);
            }
            Step::Silence => std::future::pending().await,
            Step::Close => return Ok(false),
        }
    }
    stream.write_all(b"0\r\n\r\n").await?;
    Ok(true)
}
