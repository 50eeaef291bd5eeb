//! Broken codebooks: each mistake is reported once, at its line, with advice.

use super::{CODEBOOK, check};
use crate::{BUILTIN_CORE, Colour, SourceSet, compile, render, report};

/// Changes of the small codebook, one mistake each.
#[rustfmt::skip]
const SLIPS: &[(&str, &str)] = &[
    // brackets
    ("{key: name, label: {ru: парк, en: park}}", "{key: name, label: {ru: парк, en: park}"),
    ("{key: name, label: {ru: парк, en: park}}", "{key: name, label: {ru: парк, en: park"),
    ("{ru: площадь, en: area}}\n", "{ru: площадь, en: area}\n"),
    ("languages: [ru, en]", "languages: [ru, en"),
    ("languages: [ru, en]", "languages: [ru, en}"),
    ("en: park}}", "en: park}}}"),
    ("fields: [park.kind]}}\n", "fields: [park.kind]}\n"),
    ("key: name, label", "key: name label"),
    ("park: {key: name, label", "park: key: name, label"),
    // indentation
    ("    type: enum", "      type: enum"),
    ("    type: enum", "   type: enum"),
    ("    type: enum", "\ttype: enum"),
    ("  park: {", "\tpark: {"),
    ("  F010: {", "  - F010: {"),
    ("languages: [ru, en]", "languages:\n  - ru\n  en: English"),
    ("  F005: {path: park.area, type: decimal, unit: km2, label: {ru: площадь, en: area}}", "  F005:\n  path: park.area\n  type: decimal"),
    // texts
    ("name: town", "name:town"),
    ("version: 0.1.0", "version 0.1.0"),
    ("{path: park.name", "{path:park.name"),
    ("en: area}", "en: \"area}"),
    ("en: area}", "en: 'ar'ea'}"),
    ("en: area}", "en: @area}"),
    ("en: area}}", "en: area}}# square"),
    ("en: area}}", "en:\"area\"}}"),
    // lists and maps
    ("languages: [ru, en]", "languages:\n  -ru\n  -en"),
    ("languages: [ru, en]", "languages: {name: [, x: y}}"),
    ("types:\n  park: {key: name, label: {ru: парк, en: park}}\n  owner: {key: name, label: {ru: владелец, en: owner}, synonyms: {en: [holder]}}", "types: [park, owner]"),
    ("owner: {key: name, label: {ru: владелец, en: owner}, synonyms: {en: [holder]}}", "owner: [name]"),
    ("languages: [ru, en]", "languages: {ru: Russian, en: English}"),
    ("languages: [ru, en]", "languages: ru"),
    ("address: [instance_search]", "address: instance_search"),
    ("synonyms: {en: [holder]}", "synonyms: {en: holder}"),
    // numbers and flags
    ("page_cap: 500", "page_cap: -5"),
    ("page_cap: 500", "page_cap: 12345678901234567890"),
    ("page_cap: 500", "page_cap: \"20\""),
    ("page_cap: 500", "page_cap: 2.5"),
    ("page_cap: 500", "page_cap:"),
    ("sortable: true, label: {ru: название", "sortable: yes, label: {ru: название"),
    // labels
    ("label: {ru: площадь, en: area}", "label: area"),
    ("label: {ru: площадь, en: area}", "label: [area]"),
    ("label: {ru: площадь, en: area}", "label: {ru: площадь, en: [area]}"),
    ("label: {ru: площадь, en: area}", "label: {ru: площадь, eng: area}"),
    // YAML features that a codebook does not support
    ("label: {ru: площадь, en: area}", "label: *area"),
    ("path: park.area", "path: *area"),
    ("label: {ru: площадь, en: area}", "label: &area {ru: площадь, en: area}"),
    ("F005: {path: park.area, type: decimal,", "F005: {<<: *base, path: park.area,"),
    ("policy: {", "---\npolicy: {"),
    // names and words
    ("version: 0.1.0", "version: banana"),
    ("unit: km2", "unit: km2, unit: ha"),
    ("  F002:", "  F001:"),
    ("  R001:", "  F001:"),
    ("type: decimal", "tpye: decimal"),
    ("type: decimal", "type: decmial"),
    ("[relation_query, aggregation]", "[relation_qury, aggregation]"),
    ("reference: owner", "reference: ownr"),
    ("      industry: {label", "      science: {label"),
    // letters that look the same
    ("      science: {label: {ru: научный, en: science}", "      Й: {}\n      И\u{306}: {}\n      science: {label: {ru: научный, en: science}"),
    ("{ru: промышленный, en: industry}", "{ru: научныи\u{306}, en: industry}"),
];

#[test]
fn each_slip_is_told_once() {
    let mut told = String::new();
    for (from, to) in SLIPS {
        assert!(CODEBOOK.contains(from), "{from}");
        let text = CODEBOOK.replacen(from, to, 1);
        let mut files = super::town();
        files
            .iter_mut()
            .find(|(name, _)| name == "codebook.yaml")
            .unwrap()
            .1 = text;
        let findings = check(&files).0.findings;
        let sources = super::sources(&files);
        told += &format!("- {from}\n+ {to}\n");
        for one in report(&findings, &sources) {
            let (id, at, message) = (one.id, one.at.line, one.message);
            let help = one
                .help
                .map_or_else(String::new, |help| format!("; {help}"));
            told += &format!("{id} line {at}: {message}{help}\n");
        }
        told += "\n";
        assert_eq!(findings.len(), 1, "{told}");
    }
    insta::assert_snapshot!(told);
}

/// Bytes of a binary file must not reach the terminal.
#[test]
fn a_line_that_commands_a_terminal_is_not_drawn() {
    let sources = SourceSet::from_texts([("codebook.yaml", "name: a\n\u{1b}[31mtypes: [\n")]);
    let drawn = render(&compile(&sources).findings, &sources, Colour::Plain);
    assert!(!drawn.contains('\u{1b}'), "{drawn}");
    assert!(drawn.contains("codebook.yaml:2:"), "{drawn}");
}

/// Byte order marks and encodings: some are accepted, the others are reported once.
#[test]
fn each_file_is_read_or_told_once() {
    let base = "name: a\nversion: 1\nlanguages: [en]\nlanes: {structured: [instance_search]}\ntypes: {t: {label: {en: té}}}\nfields: {}\nprofiles: [engine]\n";
    let cases: [(&str, Vec<u8>, usize); 7] = [
        ("as it is", base.into(), 0),
        ("byte order mark", format!("\u{feff}{base}").into(), 0),
        ("carriage returns", base.replace('\n', "\r\n").into(), 0),
        ("two documents", format!("{base}---\n{base}").into(), 1),
        (
            "Latin-1",
            base.chars().map(|letter| letter as u8).collect(),
            1,
        ),
        (
            "UTF-16",
            base.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            1,
        ),
        ("empty", Vec::new(), 1),
    ];
    for (name, bytes, most) in cases {
        let sources = SourceSet::from_bytes(BUILTIN_CORE, [("codebook.yaml", bytes)]);
        let findings = compile(&sources).findings;
        assert_eq!(findings.len(), most, "{name}: {findings:?}");
        assert!(findings.iter().all(|one| one.help.is_some()), "{name}");
    }
}
