//! Any bytes as an ontology, in every format: a codebook that compiles, or a finding, in bounds.

use cmec_compiler::import::{Format, ImportLock, LOCK, Request, import};
use cmec_compiler::{Severity, SourceSet, compile};

const FORMATS: &[Option<Format>] = &[
    None,
    Some(Format::Turtle),
    Some(Format::RdfXml),
    Some(Format::JsonLd),
    Some(Format::Edmx),
];
/// Longest message of a finding, in bytes; what it quotes is cut.
const MESSAGE: usize = 1000;

/// A codebook without errors, the same each time, into which the same ontology goes again without a code lost; or one
/// finding of one line. `None` stands for a format told from the bytes.
pub fn any_bytes_are_a_codebook_or_a_finding(bytes: &[u8]) {
    for format in FORMATS {
        let request = Request {
            source: "fuzz".to_owned(),
            format: *format,
            ..Request::default()
        };
        let imported = match import(bytes, &request) {
            Ok(imported) => imported,
            Err(finding) => {
                let message = &finding.message;
                assert!(
                    message.len() < MESSAGE && !message.contains('\n'),
                    "{message}"
                );
                continue;
            }
        };
        let again = import(bytes, &request).expect("what was imported is imported");
        assert_eq!(again.files, imported.files);
        let text = |path: &str| {
            let file = imported.files.iter().find(|file| file.path == path);
            file.map(|file| file.text.as_str()).expect("it is written")
        };
        let sources = SourceSet::from_texts([("codebook.yaml", text("codebook.yaml"))]);
        let compilation = compile(&sources);
        let errors = (compilation.findings.iter()).filter(|one| one.severity() == Severity::Error);
        assert_eq!(errors.count(), 0, "{:#?}", compilation.findings);
        let previous = ImportLock::read(&sources, text(LOCK)).expect("what was written is read");
        let request = Request {
            previous,
            ..request
        };
        let into = import(bytes, &request).expect("what was imported is imported again");
        assert_eq!(into.report.codes_new, 0, "codes were lost");
        assert_eq!(into.report.codes_reserved, 0, "codes were lost");
    }
}
