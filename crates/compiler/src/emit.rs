//! `emit`: the checked codebook → artefacts. Each emitter is a pure function and writes no file.

mod card;
pub mod client;
mod client_fit;
mod core_yaml;
mod derivable;
mod ossie;
pub mod profile;
mod reference;
pub(crate) mod rust;
mod schema;
mod scope;
mod tables_file;
mod tools;

use crate::artefact::Artefact;
use crate::resolve::checked::Checked;

pub use crate::artefact::GENERATED_FROM_CODEBOOK;

/// The schema of `codebook.yaml` for editors, in the same folder.
pub const CODEBOOK_SCHEMA: &str = "codebook.schema.json";

/// A kind of artefact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmitKind {
    /// Rust: typed enums of the codes, functions that load tables and catalogue, and the table file.
    Rust,
    /// The compiled table file.
    Tables,
    /// JSON Schemas, 2020-12.
    Schemas,
    /// Tool definitions: OpenAI function calling and MCP.
    Tools,
    /// Schemas and tools per model provider, with their manifests.
    Profiles,
    /// Prompt cards, one per language.
    Card,
    /// Reference page in Markdown.
    Reference,
    /// Apache Ossie semantic model; only for a codebook with tables.
    Ossie,
}

impl EmitKind {
    /// Every kind, in the order the command line lists them.
    pub const ALL: &'static [Self] = &[
        Self::Rust,
        Self::Tables,
        Self::Schemas,
        Self::Tools,
        Self::Profiles,
        Self::Card,
        Self::Reference,
        Self::Ossie,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Tables => "tables",
            Self::Schemas => "schemas",
            Self::Tools => "tools",
            Self::Profiles => "profiles",
            Self::Card => "card",
            Self::Reference => "reference",
            Self::Ossie => "ossie",
        }
    }

    /// `true` if a file can be an artefact of this kind for the codebook of this name, and thus a leftover if it is no
    /// longer emitted. `path` is relative to the output folder, with `/`.
    #[must_use]
    pub fn is_of(self, name: &str, path: &str) -> bool {
        let own = |path: &str| path.strip_prefix(name).map(str::to_owned);
        let Some(rest) = own(path) else { return false };
        let starts_and_ends = |start: &str, end: &str| {
            rest.starts_with(start) && rest.ends_with(end) && rest.len() >= start.len() + end.len()
        };
        match self {
            Self::Card => [".card.", ".sql.card."]
                .iter()
                .any(|start| starts_and_ends(start, ".txt")),
            Self::Schemas => starts_and_ends("/", ".schema.json") && rest.matches('/').count() == 1,
            Self::Profiles => {
                starts_and_ends("/", ".json")
                    && (rest == "/profiles.json" || rest.matches('/').count() == 2)
            }
            // These files have fixed names.
            Self::Rust | Self::Tables | Self::Tools | Self::Reference | Self::Ossie => false,
        }
    }
}

/// Emits one kind of artefact.
#[must_use]
pub fn emit(checked: &Checked, kind: EmitKind) -> Vec<Artefact> {
    match kind {
        EmitKind::Rust => rust::of_domain(checked),
        EmitKind::Tables => vec![tables_file::tables_file(checked)],
        EmitKind::Schemas => schema::of_domain(checked),
        EmitKind::Tools => vec![tools::of_domain(checked)],
        EmitKind::Profiles => profile::profiles(checked),
        EmitKind::Card => card::cards(checked),
        EmitKind::Reference => vec![reference::reference(checked)],
        EmitKind::Ossie => ossie::ossie(checked).into_iter().collect(),
    }
}

pub use card::{Budget, Card, CardOptions, CardPlace, card, card_of, sql_card};
pub use core_yaml::core_yaml;
pub use schema::{FileDoc, KeyDoc, contract_schema, emit_core_schemas, file_docs, schema_file};
pub use scope::ScopeError;
pub use tables_file::emit_builtin;
pub use tools::{ToolForm, tools};
