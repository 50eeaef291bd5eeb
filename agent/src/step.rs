//! The steps, events and endings of a loop.

use super::toolbox::{Listing, Outcome};
use crate::chat::answer::ChatAnswer;
use crate::chat::tool::ToolCall;

/// How a model expresses its intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// By tool calls.
    Tools,
    /// By a text that is the argument of a tool.
    Intent(IntentTool),
}

/// The tool that takes a text as its argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentTool {
    /// Its name.
    pub name: String,
    /// The argument that the text fills; `None` if the text is all arguments as JSON.
    pub argument: Option<String>,
}

/// The next step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Ask the model, with tools.
    Ask,
    /// Execute these calls in order.
    Execute(Vec<ToolCall>),
    /// Ask the model without tools, after the last iteration.
    Finish,
    /// Make the fallback list.
    List,
    /// Ask the model once more without tools, with the list and the standard prompt.
    AskWithList,
    /// The loop has ended.
    End(Ending),
}

/// How a loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With the model's text.
    Text(String),
    /// With rows but no text.
    Rows,
    /// With the model's text about the list.
    TextOfList(String),
    /// With the list.
    List,
    /// With a clarification question.
    Question,
    /// With an invalid intent.
    NotUnderstood,
    /// Without an answer or a list.
    Nothing,
}

/// The fallback for a missing answer, and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallback {
    /// The reason code.
    pub why: String,
    /// The replacement for the answer.
    pub instead: Instead,
}

/// The replacement for a model's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    /// The rows of earlier calls.
    Found,
    /// The domain's list.
    List,
    /// Nothing: the domain has no list.
    Nothing,
}

impl Instead {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Found => "found_before",
            Self::List => "list",
            Self::Nothing => "nothing",
        }
    }
}

/// An event of a loop.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The model answered.
    Answered(ChatAnswer),
    /// The model failed, with this reason code.
    Failed(String),
    /// The calls were executed, each with its outcome.
    Executed(Vec<Outcome>),
    /// The list was made; `None` if the domain has none.
    Listed(Option<Listing>),
}
