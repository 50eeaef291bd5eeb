//! Progress events of a loop, for a waiting user.

/// Receives progress events.
pub trait Observer: Send {
    /// Receives one event.
    fn sees(&mut self, happening: Progress<'_>);
}

/// A progress event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The model is asked.
    Asked {
        /// `true` if it may call tools.
        with_tools: bool,
    },
    /// The model streams a piece of text or of tool arguments.
    Said {
        /// The piece.
        piece: &'a str,
    },
    /// A tool is called.
    Called {
        /// Its name, as the model wrote it.
        tool: &'a str,
    },
    /// The call ended.
    Found {
        /// Number of rows found.
        rows: usize,
    },
    /// The model gave no answer, and a list replaces it.
    FellBack,
}

/// Ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn sees(&mut self, _: Progress<'_>) {}
}
