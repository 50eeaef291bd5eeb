//! What happens in a loop, for whoever waits.

/// Hears what happens.
pub trait Observer: Send {
    /// Something happens.
    fn sees(&mut self, happening: Progress<'_>);
}

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress<'a> {
    /// The model is asked.
    Asked {
        /// Whether it may call tools.
        with_tools: bool,
    },
    /// It says a piece of its answer: of a text, or of what a tool is called with.
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
        /// Rows that were found.
        rows: usize,
    },
    /// The model gave no answer, and a list is made in its place.
    FellBack,
}

/// Nobody waits.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn sees(&mut self, _: Progress<'_>) {}
}
