//! The files of a codebook, with their purpose and keys.

use super::bindings::Bindings;
use super::codebook::CODEBOOK;
use super::core::CORE;
use super::examples::EXAMPLES;
use super::form::Form;
use super::key::{Keys, Layer};
use super::recipes::Recipes;
use super::retrieval::Retrieval;
use super::tools::Tools;

#[derive(Debug)]
pub(crate) struct FileForm {
    /// Without `.yaml`.
    pub(crate) name: &'static str,
    /// The title of its schema.
    pub(crate) title: &'static str,
    /// Its purpose.
    pub(crate) about: &'static str,
    pub(crate) keys: Keys,
    pub(crate) layer: Layer,
}

pub(crate) const FILES: [FileForm; 8] = [
    FileForm {
        name: "codebook",
        title: "A codebook",
        about: "Types, fields and relations of a domain, and what may be asked. Every domain has it.",
        keys: Keys(&[CODEBOOK]),
        layer: Layer::Base,
    },
    FileForm {
        name: "overlay",
        title: "What people write over a codebook that an import makes",
        about: "What people write over a codebook that an import makes. Elements stand under their path or name, not under a code. No import writes it.",
        keys: Keys(&[CODEBOOK]),
        layer: Layer::Overlay,
    },
    FileForm {
        name: "bindings",
        title: "Tables of the structured lane",
        about: "Tables and columns of a database.",
        keys: Bindings::KEYS,
        layer: Layer::Base,
    },
    FileForm {
        name: "recipes",
        title: "Recipes of the address lane",
        about: "Queries to a 1C server.",
        keys: Recipes::KEYS,
        layer: Layer::Base,
    },
    FileForm {
        name: "retrieval",
        title: "Profiles of the retrieval lane",
        about: "Searches of texts.",
        keys: Retrieval::KEYS,
        layer: Layer::Base,
    },
    FileForm {
        name: "tools",
        title: "Tools shaped by hand",
        about: "Tools that are shaped by hand.",
        keys: Tools::KEYS,
        layer: Layer::Base,
    },
    FileForm {
        name: "examples",
        title: "Questions that a model is shown, and the SQL that says them",
        about: "Questions that a model is shown on its card, and the SQL that says them.",
        keys: Keys(&[EXAMPLES]),
        layer: Layer::Base,
    },
    FileForm {
        name: "core",
        title: "The core codebook",
        about: "The contract language. It is built in; a domain has none of its own.",
        keys: Keys(&[CORE]),
        layer: Layer::Base,
    },
];
