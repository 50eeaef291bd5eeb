//! What a loop does next, what may happen, and how it ends.

use super::toolbox::{Listing, Outcome};
use crate::chat::answer::ChatAnswer;
use crate::chat::tool::ToolCall;

/// How a model says what it wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// It calls tools.
    Tools,
    /// Its text is the intent: the argument of a tool that takes one.
    Intent(IntentTool),
}

/// The tool whose argument a text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentTool {
    /// Its name.
    pub name: String,
    /// The argument that the text is; `None`: it is all of them, as JSON.
    pub argument: Option<String>,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The model is asked, with tools.
    Ask,
    /// These calls are executed, in their order.
    Execute(Vec<ToolCall>),
    /// The model is asked without tools, after the last iteration.
    Finish,
    /// The list that stands in for an answer is made.
    List,
    /// The model is asked once more, without tools, with the list and the standard prompt.
    AskWithList,
    /// Nothing: the loop ended.
    End(Ending),
}

/// How a loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With a text of the model.
    Text(String),
    /// With the rows that were found, which nobody put into words.
    Rows,
    /// With a text of the model about the list.
    TextOfList(String),
    /// With the list.
    List,
    /// With a question back.
    Question,
    /// What the model said is no intent.
    NotUnderstood,
    /// There is neither an answer nor a list.
    Nothing,
}

/// Why the model gave no answer, and what stands in for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallback {
    /// The reason code.
    pub why: String,
    /// What stands in for the answer.
    pub instead: Instead,
}

/// What stands in for an answer of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    /// What the calls before had found.
    Found,
    /// The list of the domain.
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

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The model answered.
    Answered(ChatAnswer),
    /// It did not: the reason code.
    Failed(String),
    /// The calls were executed, each with its outcome.
    Executed(Vec<Outcome>),
    /// The list was made; `None`: the domain has none.
    Listed(Option<Listing>),
}
