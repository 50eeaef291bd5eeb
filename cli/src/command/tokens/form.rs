//! The forms of an intent to count.

use cmec_decoder::Notation;

/// A notation with its name in reports.
pub(super) type Form = (Notation, &'static str);

pub(super) const SQL: Form = (Notation::Sql, "sql");
pub(super) const MEC: Form = (Notation::Mec, "mec");

/// All forms in the order of reports.
pub(super) const FORMS: [Form; 4] = [
    SQL,
    (Notation::C02, "c0.2"),
    MEC,
    (Notation::ToolCall, "call"),
];
