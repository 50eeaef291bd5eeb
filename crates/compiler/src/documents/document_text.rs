//! Bytes → the text of one document: bounded in size, UTF-8.

use super::file_findings::{FileFindings, at};
use crate::finding::{Finding, Remarks, Rule};

const DOCUMENT_BYTES: usize = 4 << 20;
/// A UTF-8 byte order mark, which some editors write.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The length of a byte order mark at the start of a file, in bytes; 0 without one.
pub(super) fn mark_length(bytes: &[u8]) -> usize {
    match bytes.starts_with(BYTE_ORDER_MARK) {
        true => BYTE_ORDER_MARK.len(),
        false => 0,
    }
}

/// The text of a document at byte `offset` of its file.
pub(super) fn document_text<'b>(
    bytes: &'b [u8],
    offset: usize,
    told: &mut FileFindings,
) -> Option<&'b str> {
    if bytes.len() > DOCUMENT_BYTES {
        told.tell(|| {
            let have = bytes.len();
            let message =
                format!("a document of {have} bytes, and {DOCUMENT_BYTES} are read at most");
            Finding::new(Rule::DocumentTooLarge, at(offset, 0, 0), message)
                .help("split it, or take it out of the corpus")
        });
        return None;
    }
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            told.tell(|| {
                let place = at(offset, error.valid_up_to(), error.valid_up_to());
                let byte = place.start;
                let message = format!("a document that is not UTF-8: byte {byte} of the file");
                Finding::new(Rule::DocumentNotUtf8, place, message)
                    .label("the first byte that does not fit")
                    .help("save the file as UTF-8")
            });
            None
        }
    }
}
