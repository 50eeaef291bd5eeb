//! Findings: errors in a text with spans, advice and candidates. They are data; the host renders them.

pub(crate) mod bounds;
pub(crate) mod candidates;
pub(crate) mod in_sql;
pub mod labels;
pub mod registry;
mod rule;
pub mod topic;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use crate::finding::registry::Rule;
use crate::finding::topic::Topic;
use crate::language::ValueType;
use crate::span::{Position, Span};
use crate::tables::{FieldDef, FindingClass, PolicyAction, Tables};

/// Where in the decoder a finding is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The notation's grammar.
    Syntax,
    /// Keys and JSON types.
    Shape,
    /// Codes and names.
    Vocabulary,
    /// Values against their fields.
    Type,
    /// Parts against each other and against the scenario.
    Semantics,
    /// Caps of the codebook.
    Policy,
}

/// Whether asking the model again is worth its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// The one part said again is enough.
    Patch,
    /// The whole must be said again.
    Full,
    /// Saying it again cannot help.
    Never,
}

/// The number of findings of a text that are described. Further ones are only counted, which bounds the size of the
/// answer.
pub const DESCRIBED_AT_MOST: usize = 64;

/// Something that could have been meant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// What to say.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub code: String,
    /// Its name for people.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub label: String,
    /// What it is.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pub description: String,
    /// Whether it is only one of what there is, for nothing near was said; left out where it is not.
    #[serde(default, skip_serializing_if = "is_not")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = true)))]
    pub example: bool,
    /// Its names by language tag; a question takes the one of its language.
    #[serde(skip)]
    pub labels: Vec<(String, String)>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands members by reference"
)]
const fn is_not(said: &bool) -> bool {
    !*said
}

impl Candidate {
    /// A candidate that is a reading of the text in its own notation.
    pub(crate) fn plain(code: String) -> Self {
        Self {
            label: code.clone(),
            code,
            ..Self::default()
        }
    }

    /// The label in a language, or the default label.
    #[must_use]
    pub fn label_in(&self, language: &str) -> &str {
        self.labels
            .iter()
            .find(|(tag, _)| tag == language)
            .map_or(&self.label, |(_, text)| text)
    }

    /// Sets the label to that of a language.
    pub(crate) fn in_language(&mut self, language: &str) {
        self.label = self.label_in(language).to_owned();
    }
}

/// An error in a text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Finding {
    /// The broken rule.
    pub rule: &'static Rule,
    /// The error in one line; words of the text are in backticks.
    pub message: String,
    /// The span in bytes.
    pub span: Span,
    /// The line and column.
    pub position: Position,
    /// JSON pointer into the text; empty for the whole.
    pub pointer: String,
    /// The advice.
    pub help: Option<String>,
    /// Candidates for the intended meaning, most likely first.
    pub candidates: Vec<Candidate>,
    /// Path of the field concerned, which a policy may name.
    pub field: Option<String>,
    /// Labels of that field by language tag, for questions.
    pub field_labels: Vec<(String, String)>,
    /// Type of that field's values, for questions.
    pub field_type: Option<ValueType>,
    /// The error in a word, in the requested language; `None` if no language was requested.
    pub headline: Option<&'static str>,
    /// The subject of a question about it, if the rule and the field do not determine it.
    pub topic: Option<Topic>,
}

impl Finding {
    pub(crate) fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            span,
            position: Position::default(),
            pointer: String::new(),
            help: None,
            candidates: Vec::new(),
            field: None,
            field_labels: Vec::new(),
            field_type: None,
            headline: None,
            topic: None,
        }
    }

    /// A finding after `before` others of the same text; `tell` describes it unless there are too many.
    pub(crate) fn after(
        before: usize,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Self) -> Self,
    ) -> Self {
        let finding = Self::new(rule, span, "");
        if before < DESCRIBED_AT_MOST {
            tell(finding)
        } else {
            finding
        }
    }

    /// The finding for a text over the byte cap. Its position is the start of the text.
    #[must_use]
    pub fn too_large(bytes: usize, cap: usize) -> Self {
        let message = format!("the text has {bytes} bytes, and the most is {cap}");
        let mut finding = Self::new(&registry::TOO_LARGE, Span::new(0, bytes), message);
        finding.position = Position { line: 1, column: 1 };
        finding.help("say the intent once, with no prose")
    }

    /// The finding for `length` bytes from `start` that are not UTF-8.
    pub(crate) fn not_utf8(start: usize, length: usize, position: Position) -> Self {
        let message = format!("byte {start} is not UTF-8");
        let span = Span::new(start, start + length);
        let mut finding = Self::new(&registry::NOT_UTF8, span, message);
        finding.position = position;
        finding.help("send UTF-8")
    }

    pub(crate) fn said(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    pub(crate) fn explain(self, message: impl Into<String>, help: impl Into<String>) -> Self {
        self.said(message).help(help)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn candidates(mut self, candidates: Vec<Candidate>) -> Self {
        self.candidates = candidates;
        self
    }

    pub(crate) const fn on(mut self, topic: Topic) -> Self {
        self.topic = Some(topic);
        self
    }

    /// Sets the field that a question refers to, without making it relevant for policies.
    pub(crate) fn about(mut self, field: Option<&FieldDef>) -> Self {
        let labels = field.map_or(&[][..], |field| &field.labels).iter();
        self.field_labels = labels
            .map(|label| (label.language.to_string(), label.text.to_string()))
            .collect();
        self.field_type = field.map(|field| field.value_type);
        self
    }

    /// `true` if it has a message; findings that are only counted have none.
    pub(crate) const fn is_described(&self) -> bool {
        !self.message.is_empty()
    }

    /// Sets headline and candidates to a language.
    pub(crate) fn in_language(&mut self, language: &str) {
        self.headline = Some(self.rule.headline(language));
        for candidate in &mut self.candidates {
            candidate.in_language(language);
        }
    }

    /// The message for people, after the headline if a language was requested.
    #[must_use]
    pub fn told_to_people(&self) -> Cow<'_, str> {
        match self.headline {
            Some(headline) => Cow::Owned(format!("{headline}: {}", self.message)),
            None => Cow::Borrowed(&self.message),
        }
    }

    /// The label of the field concerned in a language, or the first label.
    pub(crate) fn about_in(&self, language: &str) -> Option<&str> {
        let mut labels = self.field_labels.iter();
        let label = labels.find(|(known, _)| known == language);
        label
            .or(self.field_labels.first())
            .map(|(_, text)| text.as_str())
    }

    /// `true` if it makes the text a reject, `false` if it leads to a question.
    pub(crate) fn rejects(&self, tables: &Tables) -> bool {
        tables.action(self.class(), self.field.as_deref()) == PolicyAction::Reject
    }

    /// Its class, the unit of policy.
    #[must_use]
    pub const fn class(&self) -> FindingClass {
        self.rule.class
    }
}

/// A finding as it is written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FindingForm<'f> {
    /// Id of the rule.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^DEC[0-9]{3}$")))]
    id: &'f str,
    /// Name of the rule.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[a-z0-9-]+$")))]
    slug: &'f str,
    /// Class of the rule, the unit of policy.
    class: FindingClass,
    /// Where in the decoder it is made.
    stage: Stage,
    /// How serious it is.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["error", "warning", "note"])))]
    severity: &'f str,
    /// Whether asking the model again is worth its price.
    retry: Retry,
    /// What is wrong in a word, in the language asked for; left out where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    headline: Option<&'f str>,
    /// What is wrong, in one line.
    message: &'f str,
    /// Place in the text.
    span: Place,
    /// JSON pointer into the text; empty where it is the whole.
    #[cfg_attr(feature = "schema", schemars(length(min = 0)))]
    pointer: &'f str,
    /// What to do.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    help: Option<&'f str>,
    /// What could have been meant, the likeliest first.
    candidates: &'f [Candidate],
}

/// A place in a text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Place {
    #[serde(flatten)]
    span: Span,
    #[serde(flatten)]
    position: Position,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = FindingForm {
            id: self.rule.id,
            slug: self.rule.slug,
            class: self.rule.class,
            stage: self.rule.stage,
            severity: "error",
            retry: self.rule.retry,
            headline: self.headline,
            message: &self.message,
            span: Place {
                span: self.span,
                position: self.position,
            },
            pointer: &self.pointer,
            help: self.help.as_deref(),
            candidates: &self.candidates,
        };
        form.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Finding {
    fn schema_name() -> Cow<'static, str> {
        "Finding".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        FindingForm::json_schema(generator)
    }
}

impl miette::Diagnostic for Finding {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{} {}", self.rule.id, self.rule.slug)))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display + 'a>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let at = if self.pointer.is_empty() {
            "here".to_owned()
        } else {
            self.pointer.clone()
        };
        Some(Box::new(std::iter::once(
            miette::LabeledSpan::new_with_span(Some(at), self.span),
        )))
    }
}
