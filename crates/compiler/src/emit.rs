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

use cmec_decoder::tables::Tables;
use serde_json::Value;

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
}

impl EmitKind {
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

/// The table files of a built-in domain (decoder and executor), at their paths in the repository.
#[must_use]
pub fn emit_builtin(checked: &Checked) -> [Artefact; 2] {
    tables_file::builtin(checked)
}

/// The JSON Schema of a codebook's contracts.
#[must_use]
pub fn contract_schema(tables: &Tables) -> Value {
    schema::of_contracts(tables)
}

/// The file of a schema that all domains share.
#[must_use]
pub fn schema_file(name: &str, schema: Value) -> Artefact {
    schema::file(name, schema)
}

/// The schemas that all domains share, and the schemas of a codebook's own files.
#[must_use]
pub fn emit_core_schemas() -> Vec<Artefact> {
    schema::of_core()
}

/// A codebook's own files, each with its keys and their meaning.
#[must_use]
pub fn file_docs() -> Vec<FileDoc> {
    schema::file_docs()
}

pub use card::{Budget, Card, CardOptions, CardPlace, card, card_of, sql_card};
pub use core_yaml::core_yaml;
pub use schema::{FileDoc, KeyDoc};
pub use scope::NotInCodebook;
pub use tools::{ToolForm, tools};
