//! The text of an Ossie model → `Model`. Reads version 0.2.0.dev0, where a document is one model, and the list
//! `semantic_model` of earlier versions.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::finding::{Rule, Severity, tell};
use crate::import::codebook::languages::{one_line, sentences};
use crate::import::codebook::model_names::NameAndWords;
use crate::import::finding::ImportFinding;
use crate::import::omission::Omissions;
use crate::import::read::{format, other_format};
use crate::source::files::SourceSet;
use crate::source::node::{Node, NodeKind};
use crate::source::node_reader::NodeReader;
use crate::source::yaml;

/// Keys that are ignored because the database has better information.
const OF_DATABASE: &[&str] = &["datatype", "dimension", "unique_keys"];

/// Supported versions; keys of another version may differ in meaning.
const VERSIONS: &[&str] = &["0.1.", "0.2."];

#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) datasets: Vec<Dataset>,
    pub(crate) relationships: Vec<Relationship>,
    pub(crate) metrics: Vec<ExpressionElement>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Dataset {
    pub(crate) source: String,
    #[serde(default)]
    pub(crate) primary_key: Vec<String>,
    #[serde(default)]
    pub(crate) fields: Vec<ExpressionElement>,
    #[serde(flatten)]
    pub(crate) said: ElementText,
}

/// A field or a metric.
#[derive(Debug, Deserialize)]
pub(crate) struct ExpressionElement {
    pub(crate) expression: Expression,
    #[serde(flatten)]
    pub(crate) said: ElementText,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Relationship {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) from_columns: Vec<String>,
    pub(crate) to_columns: Vec<String>,
    #[serde(flatten)]
    pub(crate) said: ElementText,
}

/// An expression in several dialects.
#[derive(Debug, Deserialize)]
pub(crate) struct Expression {
    dialects: Vec<Dialect>,
}

#[derive(Debug, Deserialize)]
struct Dialect {
    #[serde(default)]
    dialect: String,
    expression: String,
}

impl Expression {
    /// The standard SQL expression, or the first one.
    pub(crate) fn sql(&self) -> &str {
        let standard = (self.dialects.iter()).find(|one| one.dialect == "ANSI_SQL");
        let one = standard.or_else(|| self.dialects.first());
        one.map_or("", |one| &one.expression)
    }
}

/// The keys common to all elements.
#[derive(Debug, Deserialize)]
#[serde(from = "Words")]
pub(crate) struct ElementText {
    pub(crate) named: NameAndWords,
    pub(crate) description: String,
    unread: Vec<String>,
}

#[derive(Deserialize)]
struct Words {
    name: String,
    label: Option<String>,
    description: Option<String>,
    #[serde(default)]
    ai_context: Value,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

impl From<Words> for ElementText {
    fn from(words: Words) -> Self {
        let mut unread: Vec<String> = words.rest.into_keys().collect();
        unread.retain(|key| !OF_DATABASE.contains(&key.as_str()));
        let mut synonyms = Vec::new();
        match words.ai_context {
            Value::Null => {}
            Value::Object(keys) => {
                for (key, value) in keys {
                    match value {
                        Value::Array(texts) if key == "synonyms" => {
                            synonyms.extend(texts.iter().filter_map(Value::as_str).map(one_line));
                        }
                        _ => unread.push(key),
                    }
                }
            }
            // A plain string may hold instructions or synonyms, so it is not read.
            _ => unread.push("ai_context".to_owned()),
        }
        Self {
            named: NameAndWords {
                name: words.name,
                label: words.label.map(|text| one_line(&text)),
                synonyms,
            },
            description: sentences(&one_line(&words.description.unwrap_or_default())),
            unread,
        }
    }
}

/// Reads a model.
///
/// # Errors
/// A finding (CB110 to CB112) if the bytes are not YAML or not of this shape.
pub(crate) fn read(bytes: &[u8], name: &str, left: &mut Omissions) -> Result<Model, ImportFinding> {
    let text = format::text(bytes)?;
    if let Some(finding) = other_format::refused_as_ossie(text, name) {
        return Err(finding);
    }
    let files = SourceSet::from_texts([(name, text)]);
    let (mut findings, mut model) = (Vec::new(), Model::default());
    if let Some((id, file)) = files.named(name)
        && let Some(tree) = yaml::parse(id, file, &mut findings)
    {
        let findings = &mut findings;
        let r = &mut NodeReader { findings };
        let models = match tree.get("semantic_model") {
            None => std::slice::from_ref(&tree),
            models => r.items(models, "`semantic_model`"),
        };
        if let Some(text) = tree.get("version").and_then(Node::text)
            && !VERSIONS.iter().any(|known| text.starts_with(known))
        {
            left.statements(&format!("version {}", one_line(text)), 1);
        }
        for one in models {
            if one.get("datasets").is_none() {
                r.missing(one.place, "the model", "datasets");
            }
            model.datasets.extend(elements(one, "datasets", r));
            let relationships = elements(one, "relationships", r);
            model.relationships.extend(relationships);
            model.metrics.extend(elements(one, "metrics", r));
        }
    }
    let datasets = model.datasets.iter();
    let fields = datasets.clone().flat_map(|dataset| &dataset.fields);
    let all = (datasets.map(|one| &one.said))
        .chain(fields.chain(&model.metrics).map(|one| &one.said))
        .chain(model.relationships.iter().map(|one| &one.said));
    for key in all.flat_map(|said| &said.unread) {
        left.statements(key, 1);
    }
    let first = (findings.iter()).find(|finding| finding.severity() == Severity::Error);
    first.map_or(Ok(model), |first| {
        let message = format!("not an Ossie model: {}", first.message);
        Err(ImportFinding::new(Rule::OntologySyntax, message)
            .at_byte(text.as_bytes(), first.primary.place.start))
    })
}

/// The elements of a list; a malformed one is a finding at its place.
fn elements<T: DeserializeOwned>(model: &Node, key: &str, r: &mut NodeReader<'_>) -> Vec<T> {
    let mut elements = Vec::new();
    for node in r.items(model.get(key), format_args!("`{key}`")) {
        match serde_json::from_value(value(node)) {
            Ok(element) => elements.push(element),
            Err(error) => {
                let message = format!("an element of `{key}` has another shape: {error}");
                tell(r.findings, Rule::WrongShape, node.place, message);
            }
        }
    }
    elements
}

/// A node as JSON; a scalar becomes a string or null.
fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Scalar { .. } if node.is_null() => Value::Null,
        NodeKind::Scalar { text, .. } => Value::String(text.clone()),
        NodeKind::List(items) => items.iter().map(value).collect(),
        NodeKind::Map(entries) => (entries.iter())
            .map(|(key, node)| (key.value.clone(), value(node)))
            .collect(),
    }
}
