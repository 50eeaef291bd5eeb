//! The process and its surroundings: arguments, input and output, signals, the folder of the cache, exit codes.

pub(crate) mod arguments;
pub(crate) mod cache_folder;
pub(crate) mod cursor_key;
pub(crate) mod events;
pub(crate) mod exit;
pub(crate) mod folders;
pub(crate) mod input;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod runtime;
pub(crate) mod secrets;
pub(crate) mod stop;
pub(crate) mod trace_id;
