//! The budget of one question: tokens and money, from the usage that servers report.

use crate::chat::answer::{ChatAnswer, Usage};
use crate::chat::request::{ChatRequest, Message};
use crate::chat::tool::ToolCall;

/// The limits of one question.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    /// Most tokens of requests and answers together; `None` for no limit.
    pub tokens: Option<u64>,
    /// Most money in the currency of the prices; `None` for no limit.
    pub money: Option<f64>,
    /// Prices.
    pub prices: Prices,
}

/// Prices per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prices {
    /// Prompt tokens.
    pub prompt: f64,
    /// Cached prompt tokens.
    pub cached: f64,
    /// Completion tokens.
    pub completion: f64,
}

/// The tokens used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spent {
    /// Prompt tokens.
    pub prompt: u64,
    /// Cached prompt tokens, included above.
    pub cached: u64,
    /// Completion tokens.
    pub completion: u64,
    /// How many of these numbers are estimates, for servers that report none.
    pub estimated: u32,
}

impl Spent {
    /// All tokens.
    #[must_use]
    pub const fn tokens(&self) -> u64 {
        self.prompt.saturating_add(self.completion)
    }

    /// The cost of all tokens.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "no question takes 2^52 tokens")]
    pub fn money(&self, prices: Prices) -> f64 {
        let fresh = self.prompt.saturating_sub(self.cached) as f64;
        let sum = fresh * prices.prompt
            + self.cached as f64 * prices.cached
            + self.completion as f64 * prices.completion;
        sum / 1e6
    }

    /// Adds an answer. Missing usage is estimated from bytes, rather too high than too low.
    pub fn add(&mut self, request: &ChatRequest, answer: &ChatAnswer) {
        let Usage {
            prompt,
            cached,
            completion,
        } = answer.usage;
        if prompt.is_none() || completion.is_none() {
            self.estimated += 1;
        }
        let asked = prompt.unwrap_or_else(|| of_bytes(asked_bytes(request)));
        let answered = completion
            .unwrap_or_else(|| of_bytes(said_bytes(answer.text.as_deref(), &answer.calls)));
        self.prompt = self.prompt.saturating_add(asked);
        self.cached = self
            .cached
            .saturating_add(cached.unwrap_or_default().min(asked));
        self.completion = self.completion.saturating_add(answered);
    }

    /// Adds a request that failed, since the server may have read it.
    pub fn add_failed(&mut self, request: &ChatRequest) {
        self.estimated += 1;
        self.prompt = self.prompt.saturating_add(of_bytes(asked_bytes(request)));
    }
}

impl Budget {
    /// The largest token limit for the answer to a request that keeps both within the budget. The request is estimated,
    /// rather too high than too low.
    ///
    /// # Errors
    /// If the request alone exceeds the budget.
    pub fn answer(&self, request: &ChatRequest, spent: &Spent) -> Result<Option<u64>, BudgetError> {
        let mut next = *spent;
        next.prompt = next.prompt.saturating_add(of_bytes(asked_bytes(request)));
        let by_tokens = match self.tokens {
            Some(most) => Some(most.checked_sub(next.tokens()).ok_or(BudgetError)?),
            None => None,
        };
        let by_money = match self.money {
            Some(most) => {
                let left = most - next.money(self.prices);
                (left >= 0.0).then_some(()).ok_or(BudgetError)?;
                whole(left * 1e6 / self.prices.completion)
            }
            None => None,
        };
        let most = match (by_tokens, by_money) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        // An answer has at least one token.
        match most {
            Some(0) => Err(BudgetError),
            most => Ok(most),
        }
    }
}

/// The budget does not cover another request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what the question may cost does not pay for a further request")]
pub struct BudgetError;

/// A number of tokens, rounded down; `None` for no limit, as with a price of zero.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is finite and not below zero"
)]
fn whole(tokens: f64) -> Option<u64> {
    tokens.is_finite().then(|| tokens.max(0.0) as u64)
}

/// In most texts a token has at least three bytes; a Russian letter has two, a Chinese one three.
const fn of_bytes(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(3)
}

fn asked_bytes(request: &ChatRequest) -> usize {
    let messages = request.messages.iter().map(|message| match message {
        Message::System(text) | Message::User(text) | Message::ToolResult { text, .. } => {
            text.len()
        }
        Message::Assistant { text, calls } => said_bytes(text.as_deref(), calls),
    });
    let tools = request.tools.iter();
    let tools = tools.map(|tool| serde_json::to_string(&tool.sent()).map_or(0, |text| text.len()));
    messages.chain(tools).sum()
}

fn said_bytes(text: Option<&str>, calls: &[ToolCall]) -> usize {
    let calls = calls
        .iter()
        .map(|call| call.name.len() + call.arguments.len());
    text.map_or(0, str::len) + calls.sum::<usize>()
}
