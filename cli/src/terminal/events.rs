//! Writes the events of the debug envelope to standard error as JSON lines. Events of other crates are not shown.

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::terminal::exit::CliError;

/// Installs the subscriber.
pub(crate) fn show() -> Result<(), CliError> {
    tracing::subscriber::set_global_default(EventLines).map_err(CliError::failed)
}

struct EventLines;

impl Subscriber for EventLines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && metadata.target().starts_with("cmec::")
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(Map::new());
        let target = event.metadata().target();
        line.0.insert("event".to_owned(), Value::from(target));
        event.record(&mut line);
        eprintln!("{}", Value::Object(line.0));
    }

    // There are no spans.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The fields of an event.
struct Line(Map<String, Value>);

impl Line {
    fn keep(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Line {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.keep(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.keep(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.keep(field, format!("{value:?}"));
    }
}
