//! What came of a question, as it is shown and kept.

use cmec_compiler::tokens::Tokenizer;
use cmec_decoder::{Decoder, Tables};
use cmec_executor::agent::call_run::CallRun;
use cmec_executor::agent::run::Finished;
use cmec_executor::agent::step::Ending;
use cmec_executor::debug_envelope::model_block::{FormCost, ModelBlock};
use cmec_executor::debug_envelope::{AssistantBlock, Timings};
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{DebugEnvelope, Locale, Response};
use serde::Serialize;
use serde_json::{Value, json};

use crate::arguments::AnswerFormat;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::shown::{self, Columns};

/// The tokenizer that counts what forms of an intent cost.
const TOKENIZER: &str = "o200k_base";

/// What came of a question.
pub(super) struct Report<'r> {
    pub(super) trace_id: &'r str,
    pub(super) finished: &'r Finished,
    pub(super) runs: &'r [CallRun],
    /// What the answer of the model was held to.
    pub(super) held: Option<String>,
    /// Requests that differ from those of a record.
    pub(super) differing: usize,
    pub(super) model: Option<&'r str>,
    pub(super) question: &'r str,
}

/// The same as JSON.
#[derive(Serialize)]
struct Written<'r> {
    kind: &'static str,
    text: Option<&'r str>,
    response: Option<&'r Response>,
    intents: Vec<&'r str>,
    iterations: u32,
    tokens: Value,
    trace_id: &'r str,
}

impl Report<'_> {
    /// The run whose answer is shown: the last that found rows, or else the last.
    fn shown(&self) -> Option<&CallRun> {
        let with_rows = self
            .runs
            .iter()
            .rev()
            .find(|run| !run.response.rows.is_empty());
        match self.finished.ending {
            Ending::Question => self.runs.last(),
            _ => with_rows.or_else(|| self.runs.last()),
        }
    }

    const fn kind(&self) -> &'static str {
        match (&self.finished.ending, &self.finished.text) {
            (Ending::Text(_) | Ending::TextOfList(_), Some(_)) => "text",
            (Ending::Text(_) | Ending::Rows, _) => "rows",
            (Ending::TextOfList(_) | Ending::List, _) => "list",
            (Ending::Question, _) => "question",
            (Ending::NotUnderstood, _) => "not_understood",
            (Ending::Nothing, _) => "nothing",
        }
    }

    pub(super) fn exit(&self) -> Exit {
        let answered = self.shown().map(|run| run.response.response_type);
        match &self.finished.ending {
            Ending::Text(_) if self.finished.text.is_some() => Exit::Done,
            Ending::Text(_) | Ending::Rows => match answered {
                Some(ResponseType::FactualList | ResponseType::FactualSummary) => Exit::Done,
                Some(ResponseType::Clarify) => Exit::Clarify,
                _ => Exit::Limited,
            },
            Ending::TextOfList(_) | Ending::List | Ending::Nothing => Exit::Limited,
            Ending::Question => Exit::Clarify,
            Ending::NotUnderstood => Exit::Reject,
        }
    }

    pub(super) fn show(
        &self,
        names: Columns<'_>,
        format: AnswerFormat,
        explain: bool,
    ) -> Result<(), Failure> {
        match format {
            AnswerFormat::Json => output::json_line(&self.written())?,
            AnswerFormat::Csv => match self.shown() {
                Some(run) => shown::answer(&run.response, names, AnswerFormat::Csv)?,
                None => eprintln!("{}", self.nothing(names.locale)),
            },
            AnswerFormat::Text => output::text(&self.text(names))?,
        }
        if explain {
            output::text(&self.story())?;
        }
        Ok(())
    }

    fn written(&self) -> Written<'_> {
        let intents = self.runs.iter().filter_map(|run| run.intent.as_ref());
        let spent = &self.finished.spent;
        Written {
            kind: self.kind(),
            text: self.finished.text.as_deref(),
            response: self.shown().map(|run| &run.response),
            intents: intents.map(|own| own.line.as_str()).collect(),
            iterations: self.finished.iterations,
            tokens: json!({
                "prompt": spent.prompt,
                "cached": spent.cached,
                "completion": spent.completion,
                "estimated": spent.estimated,
            }),
            trace_id: self.trace_id,
        }
    }

    fn text(&self, names: Columns<'_>) -> String {
        let mut text = String::new();
        match (&self.finished.text, self.shown()) {
            (Some(own), _) => {
                text.push_str(&output::marked(own.trim_end()));
                text.push('\n');
            }
            (None, Some(run)) => text.push_str(&shown::text(&run.response, names)),
            (None, None) => {
                text.push_str(&self.nothing(names.locale));
                text.push('\n');
            }
        }
        text
    }

    fn nothing(&self, locale: Locale) -> String {
        let why = match self.finished.ending {
            Ending::NotUnderstood => locale.pick(
                "模型的输出不是有效的意图",
                "Модель не сказала, что искать",
                "The model did not say what to look for",
            ),
            _ => locale.pick("没有答案", "Ответа нет", "There is no answer"),
        };
        let last = self.finished.steps.iter().rev();
        let mut last = last.filter(|step| step.called == "model" && step.outcome != "ok");
        match last.next() {
            Some(step) => format!("{why}: {}", output::plain(&step.outcome)),
            None => why.to_owned(),
        }
    }

    /// How the answer came about, for people.
    fn story(&self) -> String {
        let mut story = String::from("\n");
        for run in self.runs {
            if let Some(intent) = &run.intent {
                story.push_str(&format!("{}: {}\n", run.tool, output::plain(&intent.line)));
            }
        }
        for why in self.reasons() {
            story.push_str(&format!("- {}\n", output::plain(&why)));
        }
        for step in &self.finished.steps {
            let tokens = match step.prompt_tokens.zip(step.completion_tokens) {
                Some((asked, answered)) => format!(", {asked} + {answered} tokens"),
                None => String::new(),
            };
            let rows = match (step.called.as_str(), step.rows) {
                ("model", _) => String::new(),
                (_, rows) => format!(", {rows} rows"),
            };
            story.push_str(&format!(
                "{}: {}, {} ms{tokens}{rows}\n",
                output::plain(&step.called),
                output::plain(&step.outcome),
                step.took_ms
            ));
        }
        story
    }

    fn reasons(&self) -> Vec<String> {
        let mut reasons: Vec<String> = self.held.iter().cloned().collect();
        reasons.extend(self.finished.reasoning.iter().cloned());
        if self.differing > 0 {
            reasons.push(format!(
                "{} requests differ from those of the record",
                self.differing
            ));
        }
        reasons
    }

    /// The envelope of the run that is shown, with what the model did.
    pub(super) fn envelope(&self, tables: &Tables) -> Result<DebugEnvelope, Failure> {
        let shown = self.shown();
        let mut envelope = match shown {
            Some(run) => run.envelope.clone(),
            // No model said anything that could be read: the envelope is that of nothing.
            None => {
                let mut account = Decoder::new(tables).decode("", self.trace_id).account;
                account.findings.clear();
                DebugEnvelope::of_decoding(self.trace_id, &tables.name, account, Timings::default())
            }
        };
        envelope.reasoning = Some(self.reasons().join("; "));
        let intent_cost = match shown {
            Some(run) => costs(run)?,
            None => Vec::new(),
        };
        envelope.model = Some(Box::new(ModelBlock {
            text: self.finished.model_text.clone(),
            made_up: self.finished.made_up.as_ref().map(|own| own.said.clone()),
            steps: self.finished.steps.clone(),
            tokenizer: (!intent_cost.is_empty()).then(|| TOKENIZER.to_owned()),
            intent_cost,
        }));
        let was_run = shown.is_some_and(|run| run.intent.is_some());
        let fell_back = matches!(
            self.finished.ending,
            Ending::List | Ending::TextOfList(_) | Ending::Nothing
        );
        let failed = self.finished.steps.iter().find(|step| step.outcome != "ok");
        let known = AssistantBlock {
            llm_decomposition_attempted: Some(true),
            llm_decomposition_applied: Some(was_run && !fell_back),
            llm_provider_used: self.model.map(str::to_owned),
            llm_decomposition_trace_id: Some(self.trace_id.to_owned()),
            llm_decomposition_effective_message: Some(self.question.to_owned()),
            llm_decomposition_reason: Some(match failed {
                Some(step) => format!("{}: {}", step.called, step.outcome),
                None => "every call was answered".to_owned(),
            }),
            fallback_rule_hit: fell_back.then(|| "list_instead_of_model".to_owned()),
            sanitized_user_message: Some(output::plain(self.question)),
            tool_gate_decision: Some(match was_run {
                true => "allowed".to_owned(),
                false => "nothing_to_run".to_owned(),
            }),
            tool_gate_reason: shown.map(|run| match &run.intent {
                Some(_) => format!(
                    "`{}` is a tool of the codebook, and its call a contract",
                    run.tool
                ),
                None => format!("the call of `{}` is no contract", run.tool),
            }),
            execution_lane: None,
        };
        envelope.assistant = envelope.assistant.with(&known);
        Ok(envelope)
    }
}

/// What the intent takes in each form.
fn costs(run: &CallRun) -> Result<Vec<FormCost>, Failure> {
    let Some(intent) = &run.intent else {
        return Ok(Vec::new());
    };
    let tokenizer = Tokenizer::builtin(TOKENIZER).map_err(Failure::failed)?;
    let sql = run.envelope.statements.first();
    let forms = [
        ("line", Some(&intent.line)),
        ("mec", Some(&intent.mec)),
        ("tool-call", Some(&intent.tool_call)),
        ("sql", sql),
    ];
    let mut costs = Vec::new();
    for (form, text) in forms {
        if let Some(text) = text {
            let tokens = tokenizer.tokens(text).map_err(Failure::failed)?;
            costs.push(FormCost { form, tokens });
        }
    }
    Ok(costs)
}
