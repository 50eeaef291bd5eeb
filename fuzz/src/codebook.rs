//! Any bytes as one file of a codebook's folder: a model or findings, in bounds.

use cmec_compiler::{
    BUILTIN_CORE, Colour, Compilation, EmitKind, Severity, SourceSet, compile, emit, render, report,
};
use cmec_decoder::Tables;

/// The other files of the folder: a small codebook that compiles.
const FILES: &[(&str, &str)] = &[
    (
        "codebook.yaml",
        include_str!("../seeds/codebook/codebook.yaml"),
    ),
    (
        "recipes.yaml",
        include_str!("../seeds/codebook/recipes.yaml"),
    ),
    (
        "retrieval.yaml",
        include_str!("../seeds/codebook/retrieval.yaml"),
    ),
    ("tools.yaml", include_str!("../seeds/codebook/tools.yaml")),
    (
        "bindings.yaml",
        include_str!("../seeds/codebook/bindings.yaml"),
    ),
    ("queries/rows.1c", include_str!("../seeds/codebook/rows.1c")),
    (
        "queries/rows_asc.1c",
        include_str!("../seeds/codebook/rows.1c"),
    ),
    (
        "queries/owner.1c",
        include_str!("../seeds/codebook/owner.1c"),
    ),
];
/// The files whose place the bytes take, one after the other.
const PLACES: &[&str] = &[
    "codebook.yaml",
    "core.yaml",
    "recipes.yaml",
    "retrieval.yaml",
    "tools.yaml",
    "bindings.yaml",
    "queries/rows.1c",
];
/// Findings that a file may have for each of its bytes, and those that the others may have for what it lacks.
const FINDINGS: (usize, usize) = (4, 500);

/// A model exactly where no finding is an error; findings that are in bounds and can be shown; a table file that loads.
pub fn any_file_of_a_codebook_is_model_or_findings(bytes: &[u8]) {
    for name in PLACES.iter().copied() {
        let core = String::from_utf8_lossy(bytes);
        let core = if name == "core.yaml" {
            &core
        } else {
            BUILTIN_CORE
        };
        let files = FILES.iter().map(|(other, text)| {
            let file = if *other == name {
                bytes
            } else {
                text.as_bytes()
            };
            (*other, file)
        });
        let sources = SourceSet::from_bytes(core, files);
        compiles(&sources, bytes.len());
    }
}

fn compiles(sources: &SourceSet, length: usize) {
    let compilation = compile(sources);
    let error = compilation.worst() == Some(Severity::Error);
    let Compilation {
        findings, model, ..
    } = compilation;
    assert_ne!(model.is_some(), error, "{findings:#?}");
    let (each, others) = FINDINGS;
    assert!(
        findings.len() <= each * length + others,
        "{}",
        findings.len()
    );
    assert_eq!(report(&findings, sources).len(), findings.len());
    assert_eq!(
        render(&findings, sources, Colour::Plain).is_empty(),
        findings.is_empty()
    );
    let Some(model) = &model else {
        return;
    };
    for kind in EmitKind::ALL {
        let artefacts = emit(model, *kind);
        if *kind == EmitKind::Tables {
            let loaded = Tables::from_compiled(&artefacts[0].text);
            assert_eq!(&loaded.expect("a table file loads"), model.tables());
        }
    }
}
