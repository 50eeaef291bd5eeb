//! Bad input gives findings, never a panic or a hang.

use crate::finding::Rule;
use crate::{BUILTIN_CORE, SourceSet, compile};

fn findings(codebook: impl Into<Vec<u8>>) -> Vec<Rule> {
    let sources = SourceSet::from_bytes(BUILTIN_CORE, [("codebook.yaml", codebook)]);
    let compilation = compile(&sources);
    assert!(compilation.model.is_none());
    let rules = compilation.findings.iter().map(|finding| finding.rule);
    let rules = rules.collect();
    // Rendering and reports must work for any places.
    let _ = crate::render(&compilation.findings, &sources, crate::Colour::Ansi);
    let _ = crate::report(&compilation.findings, &sources);
    rules
}

#[test]
fn bad_input_is_findings() {
    let bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n";
    let cases: Vec<(&str, Vec<u8>, Rule)> = vec![
        ("nothing", Vec::new(), Rule::MissingFile),
        ("only a comment", b"# nothing\n".to_vec(), Rule::WrongShape),
        ("a scalar", b"hello\n".to_vec(), Rule::WrongShape),
        ("a list", b"- a\n- b\n".to_vec(), Rule::WrongShape),
        ("binary", vec![0xff, 0xfe, 0x00, 0x01, 0x80], Rule::NotUtf8),
        (
            "broken in the middle",
            b"name: a\xc3\x28\n".to_vec(),
            Rule::NotUtf8,
        ),
        ("a zero byte", b"name: \0\n".to_vec(), Rule::YamlSyntax),
        (
            "deep lists",
            "[".repeat(100_000).into_bytes(),
            Rule::TooDeep,
        ),
        (
            "deep maps",
            "{a: ".repeat(100_000).into_bytes(),
            Rule::TooDeep,
        ),
        (
            "deep blocks",
            (0..2_000)
                .map(|at| format!("{}a:\n", " ".repeat(at)))
                .collect::<String>()
                .into_bytes(),
            Rule::TooDeep,
        ),
        ("aliases", bomb.as_bytes().to_vec(), Rule::YamlFeature),
        (
            "an alias of nothing",
            b"name: *nothing\n".to_vec(),
            Rule::YamlFeature,
        ),
        (
            "a tag",
            b"name: !!binary aGk=\n".to_vec(),
            Rule::YamlFeature,
        ),
        (
            "a directive",
            b"%YAML 1.2\n---\nname: a\n".to_vec(),
            Rule::YamlFeature,
        ),
        (
            "two documents",
            b"name: a\n---\nname: b\n".to_vec(),
            Rule::YamlFeature,
        ),
        (
            "a merge key",
            b"name: a\nversion: 1\nlanguages: [en]\nlanes: {}\nfields: {}\ntypes: {<<: {a: 1}}\n"
                .to_vec(),
            Rule::YamlFeature,
        ),
        (
            "a key that is a list",
            b"? [a, b]\n: c\n".to_vec(),
            Rule::WrongShape,
        ),
        (
            "one key twice",
            b"name: a\nname: b\n".to_vec(),
            Rule::DuplicateKey,
        ),
        (
            "a huge text",
            format!("name: {}\n", "a".repeat(1 << 20)).into_bytes(),
            Rule::TooLarge,
        ),
        ("a huge file", vec![b' '; (16 << 20) + 1], Rule::TooLarge),
        (
            "a byte order mark",
            "\u{feff}name: [a]\n".as_bytes().to_vec(),
            Rule::WrongShape,
        ),
        (
            "carriage returns",
            b"name: a\r\nnmae: b\r\n".to_vec(),
            Rule::UnknownKey,
        ),
        ("tabs", b"types:\n\ta: b\n".to_vec(), Rule::YamlSyntax),
    ];
    for (name, codebook, rule) in cases {
        let found = findings(codebook);
        assert!(found.contains(&rule), "{name}: {found:?}");
    }
}

/// Every prefix of a good codebook, and every single-byte change: never a panic.
#[test]
fn cut_and_damaged_codebooks_do_not_panic() {
    let text = super::CODEBOOK.as_bytes();
    for end in (0..text.len()).step_by(7) {
        let cut = &text[..end];
        findings_or_not(cut.to_vec());
        let mut damaged = text.to_vec();
        damaged[end] = b"{}[]:,&*!|>'\"%@`\0\xff"[end % 18];
        findings_or_not(damaged);
    }
}

fn findings_or_not(codebook: Vec<u8>) {
    let sources = SourceSet::from_bytes(BUILTIN_CORE, [("codebook.yaml", codebook)]);
    let compilation = compile(&sources);
    let _ = crate::render(&compilation.findings, &sources, crate::Colour::Plain);
    let _ = crate::report(&compilation.findings, &sources);
}

#[test]
fn a_large_codebook_stays_quick() {
    let mut text = String::from(
        "name: large\nversion: 1\nlanguages: [en]\nlanes: {structured: [instance_search]}\nprofiles: [engine]\ntypes:\n  t: {label: {en: t}}\nfields:\n",
    );
    for at in 0..20_000 {
        text.push_str(&format!(
            "  F{at}: {{path: t.f{at}, type: string, label: {{en: f{at}}}}}\n"
        ));
    }
    let compilation = compile(&SourceSet::from_texts([("codebook.yaml", text.as_str())]));
    assert!(compilation.findings.is_empty());
    assert_eq!(compilation.model.unwrap().tables().fields.len(), 20_000);
}

/// Of fifty thousand warnings only the first are reported, and of a line of megabytes only the place.
#[test]
fn what_is_told_is_bounded() {
    let mut text = String::from(
        "name: large\nversion: 1\nlanguages: [en, de]\nlanes: {structured: [instance_search]}\nprofiles: [engine]\ntypes:\n  t: {label: {en: t, de: t}}\nfields:\n",
    );
    for at in 0..5_000 {
        text.push_str(&format!(
            "  F{at}: {{path: t.f{at}, type: string, label: {{en: f{at}}}}}\n"
        ));
    }
    let sources = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
    let compilation = compile(&sources);
    assert!(compilation.model.is_some());
    assert_eq!(compilation.findings.len(), 1001);
    let last = compilation.findings.last().unwrap();
    assert_eq!(
        last.message,
        "4000 warnings more; only the first 1000 are told"
    );
    assert_eq!(compilation.warnings(), 5000);

    let label = "x".repeat(60_000);
    let text = format!(
        "name: t\nversion: 1\nlanguages: [en]\nlanes: {{structured: [instance_search]}}\ntypes: {{t: {{label: {{en: {label}}}, {label}: 1}}}}\nfields: {{}}\n"
    );
    let sources = SourceSet::from_texts([("codebook.yaml", text.as_str())]);
    let findings = compile(&sources).findings;
    let drawn = crate::render(&findings, &sources, crate::Colour::Plain);
    assert!(
        drawn.contains("codebook.yaml:5:") && drawn.len() < 5_000,
        "{}",
        drawn.len()
    );
}
