//! Notations: one reader each, text → [`Draft`](crate::draft::Draft). Nothing after them knows how a thing was
//! spelled, except that it is named by code or by name.

pub(crate) mod c02;
mod call;
pub(crate) mod detect;
pub(crate) mod dialect;
pub(crate) mod direct;
pub(crate) mod faults;
mod intent;
pub(crate) mod json;
pub(crate) mod lexer;
pub(crate) mod line;
pub(crate) mod mec;
mod mec_v01;
mod nested;
mod parts;
mod pointer;
pub(crate) mod shape;
mod tool_arguments;
mod tool_call;
pub(crate) mod unescape;

use serde::{Deserialize, Serialize};

use crate::contract::Str;
use crate::draft::Draft;
use crate::finding::{Finding, Flaw};
use crate::ledger::{Ledger, LedgerKind, LedgerValue};
use crate::resolve::Telling;
use crate::tables::Tables;
use json::Json;
pub(crate) use json::Prospect;
pub(crate) use lexer::Token;
use shape::{Banned, Shape};

/// A way of spelling an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Notation {
    /// cMEC c0.2: short codes in JSON.
    #[serde(rename = "c0.2")]
    C02,
    /// MEC v0.2-lite and SEC v0.2: the contract itself, with names and paths.
    #[serde(rename = "mec")]
    Mec,
    /// MEC v0.1.x: the contract with one flat list of constraints.
    #[serde(rename = "mec-v0.1")]
    MecV01,
    /// A call of a tool the codebook exports: `query_<domain>` takes cMEC c0.2, the others what their definitions say.
    #[serde(rename = "tool-call")]
    ToolCall,
    /// c0.3, the line notation.
    #[serde(rename = "line")]
    Line,
}

impl Notation {
    /// Every notation.
    pub const ALL: &'static [Self] = &[
        Self::C02,
        Self::Mec,
        Self::MecV01,
        Self::ToolCall,
        Self::Line,
    ];

    /// Its name, as on the command line and in the debug envelope.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::C02 => "c0.2",
            Self::Mec => "mec",
            Self::MecV01 => "mec-v0.1",
            Self::ToolCall => "tool-call",
            Self::Line => "line",
        }
    }

    /// The notation with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|notation| notation.name() == name)
    }
}

/// The notations a text may be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Spelling {
    /// Any; it is told from how the text starts and from the keys at its top.
    #[default]
    Auto,
    /// This one.
    Only(Notation),
}

/// A text that was read.
pub(crate) struct Reading<'a> {
    pub(crate) notation: Notation,
    pub(crate) root: Json<'a>,
    pub(crate) draft: Draft<'a>,
    /// What is wrong with it, where everything is told.
    pub(crate) findings: Vec<Finding>,
    /// What is wrong with it, where only places are.
    pub(crate) flaws: Vec<Flaw>,
    pub(crate) ledger: Ledger<'a>,
    /// The model's reasoning, where it was cut away and is a text.
    pub(crate) reasoning: Option<Str<'a>>,
}

/// A text that is none of its notation's grammar, and the first thing wrong with it.
pub(crate) struct Unread {
    pub(crate) notation: Notation,
    pub(crate) finding: Box<Finding>,
}

/// The notation of a text that may be read a short way: as a line, or as cMEC.
#[inline]
pub(crate) fn short_way(text: &str, spelling: Spelling) -> Option<Notation> {
    match spelling {
        Spelling::Only(notation @ (Notation::C02 | Notation::Line)) => Some(notation),
        Spelling::Only(_) => None,
        Spelling::Auto => Some(match text.as_bytes().first() {
            Some(b'{') => Notation::C02,
            Some(b'a'..=b'z') => Notation::Line,
            _ if detect::may_be_line(text, 0) => Notation::Line,
            _ => Notation::C02,
        }),
    }
}

/// Reads a text from the byte `from` to its end.
pub(crate) fn read<'a>(
    text: &'a str,
    from: usize,
    spelling: Spelling,
    tables: &'a Tables,
    prospect: Prospect,
    telling: Telling,
) -> Result<Reading<'a>, Unread> {
    let unread = |notation| move |finding| Unread { notation, finding };
    let said = match spelling {
        Spelling::Auto => None,
        Spelling::Only(notation) => Some(notation),
    };
    let may_be_line = said.is_none()
        && detect::may_be_line(text, from)
        && !line::prose::is_prose(text, from, tables);
    if said == Some(Notation::Line) || may_be_line {
        match line::read(text, from, tables, telling, !may_be_line) {
            Ok(line) if line.makes_sense || !may_be_line => return Ok(line.reading),
            Err(unread) if !may_be_line => return Err(unread),
            // Prose: what is wrong with it is told as of JSON.
            _ => {}
        }
    }
    let mut document = json::read(text, from, &tables.limits, prospect, telling)
        .map_err(unread(said.unwrap_or(Notation::C02)))?;
    let notation = said.unwrap_or_else(|| detect::detect(&document.root));
    let mut shape = match notation {
        Notation::C02 | Notation::ToolCall | Notation::Line => {
            Shape::new(&dialect::C02, Banned::Finding, telling)
        }
        Notation::Mec => Shape::new(&dialect::MEC, Banned::Finding, telling),
        Notation::MecV01 => Shape::new(&dialect::MEC, Banned::Cut, telling),
    };
    let draft = match notation {
        Notation::C02 | Notation::Line => c02::read(&mut shape, &document.root),
        Notation::Mec => mec::read(&mut shape, &document.root),
        Notation::MecV01 => mec_v01::read(&mut shape, &document.root),
        Notation::ToolCall => tool_call::read(&mut shape, &mut document.root, text, tables)
            .map_err(unread(notation))?,
    };
    shape.twice(&document.duplicates);
    let mut reasoning = None;
    for aside in shape.aside {
        let path = document.root.pointer_to(aside.span);
        if aside.kind == LedgerKind::CutAway && path.ends_with("/reasoning") {
            reasoning = reasoning.or_else(|| document.root.at(&path)?.as_text().cloned());
        }
        let none = LedgerValue::Null;
        shape
            .ledger
            .note(aside.kind, path, none, aside.why, Some(aside.span));
    }
    Ok(Reading {
        notation,
        root: document.root,
        draft,
        findings: shape.findings,
        flaws: shape.flaws,
        ledger: shape.ledger,
        reasoning,
    })
}
