//! Places are byte ranges, whatever script precedes them.

use crate::finding::Place;
use crate::source::node::{Node, NodeKind};
use crate::source::yaml::parse;
use crate::{SourceSet, compile, report};

/// Every scalar with the source text that its place covers.
fn scalars(text: &str) -> Vec<(String, String)> {
    let sources = SourceSet::from_texts([("codebook.yaml", text)]);
    let (id, file) = sources.named("codebook.yaml").unwrap();
    let mut findings = Vec::new();
    let tree = parse(id, file, &mut findings).unwrap();
    let mut found = Vec::new();
    walk(&tree, text, &mut found);
    found
}

fn walk(node: &Node, source: &str, found: &mut Vec<(String, String)>) {
    let covered = |place: Place| source.get(place.start..place.end).unwrap().to_owned();
    match &node.kind {
        NodeKind::Scalar { text, .. } => found.push((text.clone(), covered(node.place))),
        NodeKind::List(items) => items.iter().for_each(|item| walk(item, source, found)),
        NodeKind::Map(entries) => {
            for (key, value) in entries {
                found.push((key.value.clone(), covered(key.place)));
                walk(value, source, found);
            }
        }
    }
}

#[test]
fn places_cover_what_was_read() {
    let text = "# комментарий 企业\nключ: значение\n企业: [公司, \"厂商\", 'it''s']\n😀: {a: b}\nlong: >\n  two\n  lines\nlast: x";
    for (read, covered) in scalars(text) {
        match read.as_str() {
            "厂商" => assert_eq!(covered, "\"厂商\""),
            "it's" => assert_eq!(covered, "'it''s'"),
            "two lines\n" => assert!(covered.contains("two\n  lines"), "{covered}"),
            plain => assert_eq!(covered, plain),
        }
    }
}

#[test]
fn collections_end_with_their_last_value() {
    let text = "a:\n  b: [1, 2]\n\n# between\nc: d\n";
    let sources = SourceSet::from_texts([("codebook.yaml", text)]);
    let (id, file) = sources.named("codebook.yaml").unwrap();
    let tree = parse(id, file, &mut Vec::new()).unwrap();
    let NodeKind::Map(entries) = &tree.kind else {
        panic!("a map");
    };
    let covered = |node: &Node| text.get(node.place.start..node.place.end).unwrap();
    assert_eq!(covered(&entries[0].1), "b: [1, 2]");
    assert_eq!(covered(&tree), "a:\n  b: [1, 2]\n\n# between\nc: d");
}

#[test]
fn reports_count_characters() {
    let text =
        "name: a\nversion: 1\nlanguages: [ru]\nlanes: {}\ntypes: {}\nfields: {}\nимя企业: a\n";
    let sources = SourceSet::from_texts([("codebook.yaml", text)]);
    let reports = report(&compile(&sources).findings, &sources);
    let json = serde_json::to_value(&reports).unwrap();
    assert_eq!(json[0]["id"], "CB010");
    assert_eq!(json[0]["file"], "codebook.yaml");
    assert_eq!(
        (&json[0]["line"], &json[0]["column"]),
        (&7.into(), &1.into())
    );
    let start = text.find("имя").unwrap();
    assert_eq!(
        json[0]["span"],
        serde_json::json!([start, start + "имя企业".len()])
    );
}
