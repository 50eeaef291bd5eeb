//! The expected shape of a value, a description of the actual one, and advice.

use std::fmt::{Display, Formatter, Result};

use super::node::{Node, NodeKind};

#[derive(Clone, Copy)]
pub(super) enum ValueShape {
    Map,
    List,
    Text,
    Number,
    Flag,
    /// A text with a pattern.
    Form(&'static str),
}

impl Display for ValueShape {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::Map => "a map",
            Self::List => "a list",
            Self::Text => "a text",
            Self::Number => "a whole number",
            Self::Flag => "`true` or `false`",
            Self::Form(form) => form,
        })
    }
}

impl ValueShape {
    /// The actual value in words.
    pub(super) fn instead(self, node: &Node) -> String {
        let (text, quoted) = match &node.kind {
            NodeKind::Scalar { text, quoted } => (text, *quoted),
            NodeKind::List(_) => return "a list".to_owned(),
            NodeKind::Map(_) => return "a map".to_owned(),
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        match text.strip_prefix('-') {
            _ if node.is_null() => "nothing".to_owned(),
            _ if text.is_empty() => "an empty text".to_owned(),
            _ if quoted => format!("the text `{text}` in quotes"),
            _ if !matches!(self, Self::Number) => format!("`{text}`"),
            Some(number) if is_number(number) => format!("the negative `{text}`"),
            None if is_number(text) => format!("`{text}`, which is above {}", u32::MAX),
            _ if text.parse::<f64>().is_ok() => format!("the fraction `{text}`"),
            _ => format!("`{text}`"),
        }
    }

    /// Advice on how to write it.
    pub(super) fn help(self, node: &Node) -> Option<String> {
        match (self, &node.kind) {
            (Self::Map, _) => {
                Some("write `{key: value}`, or `key: value` lines indented below it".to_owned())
            }
            (Self::List, NodeKind::Scalar { text, .. }) if !text.is_empty() => {
                // Lines such as `-one` form a single text.
                let items = text
                    .strip_prefix('-')
                    .map(|items| items.replace(" -", ", "));
                Some(format!("write `[{}]`", items.as_ref().unwrap_or(text)))
            }
            (Self::List, _) => Some("write `[one, other]`, or `- one` lines below it".to_owned()),
            (Self::Number | Self::Flag, NodeKind::Scalar { quoted: true, .. }) => {
                Some("write it without quotes".to_owned())
            }
            (Self::Text | Self::Number | Self::Flag | Self::Form(_), _) => None,
        }
    }
}
