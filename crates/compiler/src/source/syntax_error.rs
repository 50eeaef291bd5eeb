//! YAML syntax error → a finding at the line of the mistake, with advice.
//!
//! The parser notices an unclosed bracket only at the next line, and excessive indentation only at the colon.

use granit_parser::ErrorKind;

use super::bounds::DEPTH;
use crate::finding::{Finding, Place, Remarks, Rule};

const QUOTES: [char; 2] = ['"', '\''];
const IN_QUOTES: &str = "put the text in quotes";
const BESIDE: &str = "indent the keys of a map alike, and its lists and maps deeper than their key";

/// The finding for a parser error at a byte of a text. `open`: the start of the innermost flow collection that is not
/// closed there.
pub(super) fn finding(
    error: &ErrorKind,
    text: &str,
    at: Place,
    open: Option<usize>,
) -> Option<Finding> {
    let line = Line::of(text, at.start);
    let slip = |start: usize, message: &str, help: &str| {
        let finding = Finding::new(Rule::YamlSyntax, Place::point(at.file, start), message);
        Some(finding.help(help))
    };
    let unclosed = |start: usize, bracket: char| {
        let end = if bracket == '[' { ']' } else { '}' };
        let message = format!("`{bracket}` is not closed");
        let help = format!("write the `{end}` that closes it");
        slip(start, &message, &help)
    };
    let quote_at = |end: usize| text.get(..end)?.rfind(QUOTES);
    match error {
        ErrorKind::RecursionLimitExceeded => {
            let message = format!("nested deeper than {DEPTH} levels");
            Some(Finding::new(Rule::TooDeep, at, message))
        }
        ErrorKind::DirectiveDisallowed => Some(
            Finding::new(Rule::YamlFeature, at, "directives are not used here")
                .help("remove the line that starts with `%`"),
        ),
        ErrorKind::UnclosedFlowCollection { open }
        | ErrorKind::MismatchedFlowCollectionEnd { open, .. } => unclosed(at.start, *open),
        ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofImplicitFlowMapping => {
            let start = open.unwrap_or(at.start);
            unclosed(start, text.get(start..)?.chars().next()?)
        }
        ErrorKind::MisplacedFlowCollectionEnd => {
            let message = "a bracket closes nothing that is open";
            slip(at.start, message, "remove it, or write the one that opens")
        }
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => {
            let start = match text.get(at.start..)?.starts_with(QUOTES) {
                true => at.start,
                false => quote_at(at.start)?,
            };
            slip(start, "the quote is not closed", "close it on its line")
        }
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => {
            let start = quote_at(quote_at(at.start)?)?;
            if start < line.start {
                return slip(start, "the quote is not closed", "close it on its line");
            }
            let help = "write a quote in a text in such quotes as `''` or `\\\"`";
            slip(at.start, "there is text behind the closing quote", help)
        }
        ErrorKind::UnknownQuotedScalarEscape
        | ErrorKind::InvalidQuotedScalarHexEscape
        | ErrorKind::InvalidUnicodeEscape => {
            let help = "write a backslash in double quotes as `\\\\`, or use single quotes";
            slip(at.start, "the text has an escape that is none", help)
        }
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar
        | ErrorKind::TabAtBlockScalarStart => {
            let before = text.get(line.start..at.start)?.rfind('\t');
            let after = || Some(at.start + text.get(at.start..)?.find('\t')?);
            let start = before.map(|before| line.start + before).or_else(after)?;
            slip(start, "a tab is where blanks must be", "indent with blanks")
        }
        ErrorKind::UnexpectedCharacter { character } if character.is_control() => {
            let message = format!("the file has the character `{}`", character.escape_debug());
            slip(at.start, &message, "remove it")
        }
        ErrorKind::UnexpectedCharacter { character } => {
            let message = format!("a text begins with `{}`", character.escape_debug());
            slip(at.start, &message, IN_QUOTES)
        }
        ErrorKind::MissingAnchorOrAliasName => {
            slip(at.start, "a text begins with `&` or `*`", IN_QUOTES)
        }
        ErrorKind::CommentNotSeparated => {
            let message = "a comment has no blank before it";
            slip(at.start, message, "write a blank before `#`")
        }
        // The following lines are read as part of the open brackets.
        _ if let Some(open) = open
            && let opened = Line::of(text, open)
            && opened.start < line.start
            && line.indent() <= opened.indent() =>
        {
            unclosed(open, text.get(open..)?.chars().next()?)
        }
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator => {
            let help = "part entries by commas, and put a text that holds `: ` in quotes";
            slip(at.start, "a comma is missing", help)
        }
        ErrorKind::BlockSequenceEntryNotAllowed => {
            let help = "write `[one, other]`, or each `- item` on a line of its own";
            slip(at.start, "a list begins in the middle of a line", help)
        }
        ErrorKind::SimpleKeyExpected => {
            no_key(line).and_then(|help| slip(line.first(), NO_KEY, &help))
        }
        ErrorKind::MappingValueNotAllowed => {
            let before = line.before(text)?;
            let so_far = text.get(line.start..at.start)?;
            if so_far.contains(": ") {
                let help = "write several keys in braces, `{one: a, other: b}`, and put a text that holds `: ` in quotes";
                slip(at.start, "a second colon in one line", help)
            } else if let Some(help) = no_key(before) {
                slip(before.first(), NO_KEY, &help)
            } else {
                let message = "the line is indented deeper than the one above it";
                slip(line.first(), message, BESIDE)
            }
        }
        ErrorKind::ExpectedBlockMappingKey if line.is_item() => {
            let help =
                "write `key: value` as in the lines beside it, or begin each of them with `- `";
            slip(line.first(), "a list item is among the keys of a map", help)
        }
        ErrorKind::ExpectedBlockSequenceEntry => {
            let help = "begin it with `- `, or indent it as the key of the list";
            slip(line.first(), "a key is among the items of a list", help)
        }
        ErrorKind::ExpectedBlockMappingKey if line.first() < at.start => {
            let help = "write each key on a line of its own";
            slip(at.start, "there is text behind the value", help)
        }
        ErrorKind::ExpectedBlockMappingKey
        | ErrorKind::ExpectedDocumentStart
        | ErrorKind::InvalidIndentation => {
            let message = "the line is indented as none above it";
            slip(line.first(), message, BESIDE)
        }
        _ => None,
    }
}

const NO_KEY: &str = "the line is no key with its value";

/// A line that is no key, rewritten as key and value.
fn no_key(line: Line<'_>) -> Option<String> {
    let said = line.text.trim();
    let is_key = said.contains(": ") || said.ends_with(':') || said.starts_with('#');
    let (key, value) = said.split_once([':', ' ']).unwrap_or((said, "…"));
    (!is_key).then(|| format!("write `{key}: {}`", value.trim()))
}

#[derive(Clone, Copy)]
struct Line<'t> {
    start: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The line that contains a byte.
    fn of(text: &'t str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let text = text.get(start..).and_then(|text| text.lines().next());
        Self {
            start,
            text: text.unwrap_or_default(),
        }
    }

    /// The nearest non-blank line above.
    fn before(self, text: &'t str) -> Option<Self> {
        let above = text.get(..self.start)?.trim_end();
        Some(Self::of(text, above.len()))
    }

    fn indent(self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// The offset of its first non-blank byte.
    fn first(self) -> usize {
        self.start + self.indent()
    }

    fn is_item(self) -> bool {
        self.text.trim_start().starts_with("- ")
    }
}
