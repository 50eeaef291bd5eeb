//! The report on a question, for display and for files.

use cmec_agent::call_run::CallRun;
use cmec_agent::chat::confidence::{Confidence, Statistic};
use cmec_agent::low_confidence::CONFIDENCE_UNKNOWN;
use cmec_agent::run::{AgentResult, MODEL, OK};
use cmec_agent::state::MADE_UP;
use cmec_agent::step::{Ending, Instead};
use cmec_agent::template::ClaimKind;
use cmec_compiler::tokens::Tokenizer;
use cmec_decoder::{Decoder, Tables};
use cmec_executor::debug_envelope::model_block::{FormCost, ModelBlock, ModelStep};
use cmec_executor::debug_envelope::{AssistantBlock, Timings};
use cmec_executor::redaction;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::{DebugEnvelope, Locale, Response};
use serde::Serialize;
use serde_json::{Value, json};

use crate::report::rendering::{self, Columns};
use crate::terminal::arguments::AnswerFormat;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;

/// The tokenizer for the costs of intents.
const TOKENIZER: &str = "o200k_base";

pub(super) struct AskReport<'r> {
    pub(super) trace_id: &'r str,
    pub(super) finished: &'r AgentResult,
    pub(super) runs: &'r [CallRun],
    /// The constraint on the model's answer, in words.
    pub(super) held: Option<String>,
    /// Requests that differ from the recorded ones.
    pub(super) differing: usize,
    pub(super) model: &'r str,
    pub(super) question: &'r str,
}

/// The JSON form.
#[derive(Serialize)]
struct JsonReport<'r> {
    kind: &'static str,
    /// The reason for a fallback.
    fallback: Option<String>,
    text: Option<&'r str>,
    /// The confidence in the last intent; left out if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Confidence>,
    response: Option<&'r Response>,
    intents: Vec<&'r str>,
    iterations: u32,
    tokens: Value,
    trace_id: &'r str,
}

impl AskReport<'_> {
    /// The run to display: the last one with rows, or else the last one.
    fn shown(&self) -> Option<&CallRun> {
        let mut runs = self.runs.iter().rev();
        match self.finished.ending {
            Ending::Question => {
                runs.find(|run| run.response.response_type == ResponseType::Clarify)
            }
            _ => (runs.find(|run| !run.response.rows.is_empty())).or_else(|| self.runs.last()),
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
    ) -> Result<(), CliError> {
        match format {
            AnswerFormat::Json => output::json_line(&self.written())?,
            AnswerFormat::Csv => match self.shown() {
                Some(run) => rendering::answer(&run.response, names, AnswerFormat::Csv)?,
                None => eprintln!("{}", self.nothing(names.locale)),
            },
            AnswerFormat::Text => output::text(&self.text(names))?,
        }
        if self.differing > 0 {
            let differing = self.differing;
            eprintln!(
                "{differing} requests differ from those of the record: the answers in it are to others"
            );
        }
        let is_unknown = |run: &CallRun| run.held_back.as_deref() == Some(CONFIDENCE_UNKNOWN);
        if self.runs.iter().any(is_unknown) {
            eprintln!("the server reports no log-probabilities: every intent is asked back about");
        }
        match (explain, format) {
            (false, _) => Ok(()),
            (true, AnswerFormat::Text) => output::text(&self.story()),
            // Standard output is for programs here, so the story goes to standard error.
            (true, _) => {
                eprint!("{}", self.story());
                Ok(())
            }
        }
    }

    /// The reason why the model's text is missing; `None` if there is one, or if none was requested.
    fn fallback(&self) -> Option<String> {
        match (&self.finished.fallback, &self.finished.made_up) {
            (Some(own), _) => Some(own.why.clone()),
            (None, Some(own)) => Some(own.why()),
            (None, None) => None,
        }
    }

    /// The notice to people that the displayed text is not the model's.
    fn told_fallback(&self, locale: Locale) -> Option<String> {
        let why = self.fallback()?;
        let made_up = self.finished.made_up.as_ref().map(|own| own.kind);
        let told = match self.finished.fallback.as_ref().map(|own| own.instead) {
            // The text was withdrawn because nothing was found.
            Some(Instead::List) if why == MADE_UP => locale.pick(
                "模型的文字没有依据，未予显示；以下是一般列表，不是对问题的回答",
                "Текст модели не показан: он ни на чём не основан; ниже общий список, а не ответ на вопрос",
                "The text of the model is not shown, since nothing was found for it; what follows is a list, and no answer to the question",
            ),
            Some(Instead::List) => locale.pick(
                "模型没有回答，以下是一般列表，不是对问题的回答",
                "Модель не ответила; ниже общий список, а не ответ на вопрос",
                "The model gave no answer; what follows is a list, and no answer to the question",
            ),
            Some(Instead::Found) => locale.pick(
                "模型没有回答，以下是此前查到的内容",
                "Модель не ответила; ниже то, что было найдено до этого",
                "The model gave no answer; what follows was found before",
            ),
            Some(Instead::Nothing) => return None,
            None if made_up == Some(ClaimKind::Length) => locale.pick(
                "模型的文字过长，未予显示",
                "Текст модели не показан: он слишком длинный",
                "The text of the model is not shown: it is too long",
            ),
            None => locale.pick(
                "模型的文字含有查不到的内容，未予显示",
                "Текст модели не показан: в нём есть то, чего нет в найденном",
                "The text of the model is not shown: it has what was not found",
            ),
        };
        Some(format!("{told} ({}).\n", output::plain(&why)))
    }

    fn written(&self) -> JsonReport<'_> {
        let intents = self.runs.iter().filter_map(|run| run.intent.as_ref());
        let spent = &self.finished.spent;
        let mut steps = self.finished.steps.iter().rev();
        JsonReport {
            kind: self.kind(),
            fallback: self.fallback(),
            text: self.finished.text.as_deref(),
            confidence: steps.find_map(confidence),
            response: self.shown().map(|run| &run.response),
            intents: intents.map(|own| own.said()).collect(),
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
        let mut text = self.told_fallback(names.locale).unwrap_or_default();
        match (&self.finished.text, self.shown()) {
            (Some(own), run) => {
                text.push_str(&output::marked(own.trim_end()));
                text.push('\n');
                // A fallback list is shown in full.
                if let (Ending::TextOfList(_), Some(run)) = (&self.finished.ending, run) {
                    text.push_str(&rendering::text(&run.response, names));
                }
            }
            (None, Some(run)) if self.finished.ending != Ending::Nothing => {
                text.push_str(&rendering::text(&run.response, names));
            }
            (None, _) => {
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
        let mut last = last.filter(|step| step.called == MODEL && step.outcome != OK);
        match last.next() {
            Some(step) => format!("{why}: {}", output::plain(&step.outcome)),
            None => why.to_owned(),
        }
    }

    /// The story of the answer, for people.
    fn story(&self) -> String {
        let mut story = String::from("\n");
        for run in self.runs {
            if let Some(intent) = &run.intent {
                story.push_str(&format!("{}: {}\n", run.tool, output::plain(intent.said())));
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
            let sure = confidence(step).map_or_else(String::new, |own| {
                let [mean, least] = Statistic::ALL.map(|one| own.probability(one));
                format!(", probability {mean:.4} (of its least token {least:.4})")
            });
            let rows = match (step.called.as_str(), step.rows) {
                (MODEL, _) => String::new(),
                (_, rows) => format!(", {rows} rows"),
            };
            story.push_str(&format!(
                "{}: {}, {} ms{tokens}{sure}{rows}\n",
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

    /// The envelope of the displayed run, with the model's steps.
    pub(super) fn envelope(&self, tables: &Tables) -> Result<DebugEnvelope, CliError> {
        let shown = self.shown();
        let mut envelope = match shown {
            Some(run) => run.envelope.clone(),
            // The model wrote nothing readable, so the envelope describes an empty text.
            None => {
                let mut account = Decoder::new(tables).decode("", self.trace_id).account;
                account.findings.clear();
                DebugEnvelope::of_decoding(self.trace_id, &tables.name, account, Timings::default())
            }
        };
        let mut reasons = self.reasons();
        // The reason for this recipe or kind of search.
        reasons.extend(envelope.reasoning.take());
        envelope.reasoning = Some(reasons.join("; "));
        let intent_cost = costs(self.runs)?;
        envelope.model = Some(Box::new(ModelBlock {
            text: self.finished.model_text.clone(),
            made_up: self.finished.made_up.as_ref().map(|own| own.said.clone()),
            steps: self.finished.steps.clone(),
            tokenizer: (!intent_cost.is_empty()).then(|| TOKENIZER.to_owned()),
            intent_cost,
        }));
        let was_run = shown.is_some_and(|run| run.intent.is_some());
        let fallback = self.finished.fallback.as_ref();
        let of_list = fallback.is_some_and(|own| own.instead != Instead::Found);
        let failed = self.finished.steps.iter().find(|step| step.outcome != OK);
        let known = AssistantBlock {
            llm_decomposition_attempted: Some(true),
            llm_decomposition_applied: Some(was_run && !of_list),
            llm_provider_used: Some(self.model.to_owned()),
            llm_decomposition_trace_id: Some(self.trace_id.to_owned()),
            llm_decomposition_effective_message: Some(self.question.to_owned()),
            llm_decomposition_reason: Some(match (fallback, failed) {
                (Some(own), _) => own.why.clone(),
                (None, Some(step)) => format!("{}: {}", step.called, step.outcome),
                (None, None) if self.runs.is_empty() => "no call was made".to_owned(),
                (None, None) => "every call was answered".to_owned(),
            }),
            fallback_rule_hit: match (fallback, &self.finished.made_up) {
                (Some(own), _) => Some(own.instead.name().to_owned()),
                (None, Some(_)) => Some("rows_instead_of_text".to_owned()),
                (None, None) => None,
            },
            sanitized_user_message: Some(redaction::secrets(&output::plain(self.question))),
            tool_gate_decision: Some(match shown {
                Some(run) if run.held_back.is_some() => "refused".to_owned(),
                Some(_) if was_run && !of_list => "allowed".to_owned(),
                _ => "nothing_to_run".to_owned(),
            }),
            tool_gate_reason: shown.map(|run| match (&run.held_back, &run.intent) {
                (None, Some(_)) if of_list => format!("the list of `{}` is the server's", run.tool),
                (Some(why), _) => why.clone(),
                (None, Some(_)) => format!("the call of `{}` is a contract", run.tool),
                (None, None) => format!("the call of `{}` is no contract", run.tool),
            }),
            execution_lane: None,
        };
        envelope.assistant = envelope.assistant.with(&known);
        Ok(envelope)
    }
}

fn confidence(step: &ModelStep) -> Option<Confidence> {
    let (mean, least) = step.mean_logprob.zip(step.least_logprob)?;
    Some(Confidence { mean, least })
}

/// The token cost of all intents in each notation; a notation that cannot express an intent omits it.
fn costs(runs: &[CallRun]) -> Result<Vec<FormCost>, CliError> {
    let tokenizer = Tokenizer::builtin(TOKENIZER).map_err(CliError::failed)?;
    let mut costs: Vec<FormCost> = Vec::new();
    for run in runs {
        let Some(intent) = &run.intent else {
            continue;
        };
        let forms = [
            ("sql", intent.sql.as_ref()),
            ("mec", Some(&intent.mec)),
            ("tool-call", Some(&intent.tool_call)),
            ("statement", run.envelope.statements.first()),
        ];
        for (form, text) in forms {
            let Some(text) = text else {
                continue;
            };
            let tokens = tokenizer.tokens(text).map_err(CliError::failed)?;
            match costs.iter_mut().find(|own| own.form == form) {
                Some(own) => own.tokens += tokens,
                None => costs.push(FormCost { form, tokens }),
            }
        }
    }
    Ok(costs)
}
