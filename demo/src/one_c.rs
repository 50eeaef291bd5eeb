//! `cmec demo-1c`: a demonstration 1C MCP server over a generated ledger.
//!
//! ```text
//!  tools/call ──► codec ──► Request ──► queries::Query ──► answer ──► Table ──► codec ──► result
//!                  (how this server     (which template)   (its SQL)          (how it writes rows)
//!                   is spoken to)                            │
//!                                                          ledger (SQLite, from a seed)
//! ```
//!
//! A real MCP server process for demonstrating and testing the address lane without 1C. It knows only the query
//! templates of the codebook and the names in them, answers from a ledger that is equal for equal seeds, and can be
//! switched to each fault of such a server.

pub mod answer;
pub mod codec;
pub mod fault;
mod hidden_names;
pub mod http;
pub mod ledger;
mod mask;
mod metadata;
pub mod queries;
pub mod server;
mod stdio;
pub mod value;

pub use codec::Codec;
pub use fault::Fault;
pub use ledger::{DEFAULT_SEED, Ledger, LedgerError};
pub use queries::Query;
pub use server::{DemoError, DemoServer, Options};

/// Serves over the requested transport.
///
/// # Errors
/// If the ledger cannot be opened, the transport fails, or a fault ends the process before the handshake.
pub async fn serve(options: &Options) -> Result<(), DemoError> {
    match options.http {
        Some(at) => http::serve_http(at, options).await,
        None if options.fault.is_some_and(Fault::is_of_http) => Err(DemoError::NeedsHttp),
        None => stdio::serve_stdio(options).await,
    }
}
