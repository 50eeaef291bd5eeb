//! Ports: the executor's only access to servers, databases, models and files. They depend on the catalogue's templates
//! and on nothing above it.

#[cfg(feature = "run")]
pub mod codec;
pub mod database;
pub mod embedder;
#[cfg(any(feature = "http", feature = "model"))]
pub mod http_client;
pub mod json_lines;
#[cfg(feature = "run")]
pub mod mcp;
pub mod model_error;
#[cfg(feature = "model")]
pub mod model_list;
#[cfg(feature = "model")]
pub mod model_server;
#[cfg(feature = "run")]
pub(crate) mod model_time;
pub mod moment;
#[cfg(feature = "run")]
pub mod one_c;
#[cfg(feature = "postgres")]
mod postgres_connections;
pub mod private_files;
pub mod raw_row;
pub mod reranker;
#[cfg(feature = "run")]
pub mod retry;
#[cfg(any(feature = "http", feature = "model"))]
mod retry_after;
pub mod row_vectors;
#[cfg(feature = "run")]
pub mod session;
#[cfg(feature = "run")]
pub mod set;
#[cfg(feature = "run")]
mod stored_vector;
pub mod text_index;
pub mod texts;
#[cfg(feature = "run")]
pub mod vector_cache;
