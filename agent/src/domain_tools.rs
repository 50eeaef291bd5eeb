//! The tools of a domain: each call is decoded, planned and run, and the response becomes the result of the call.
//!
//! A call is another spelling of an intent, so the decoder reads it, as a whole or as a retried part. A rejected or
//! unclear call becomes an outcome and never runs.

use std::time::Instant;

use cmec_decoder::clarify::MODEL_ASKED;
use cmec_decoder::tables::{SQL_ARGUMENT, Tables};
use cmec_decoder::{Clarify, Decoded, Decoder, Finding, Notation, Verdict};
use serde_json::{Value, json};

use super::audit::{Audit, NoAudit};
use super::call_run::{CallRun, IntentForms};
use super::low_confidence::LowConfidence;
use super::repair;
use super::repair_text::{IntentText, left_out};
use super::stopwatch::Stopwatch;
use super::template::{ClaimKind, Template, UnsupportedClaimError, has_link};
use super::tool_result::{RESULT_BYTES, ToolAnswer};
use super::toolbox::{CallStatus, Listing, Outcome, Repair, Toolbox};
use crate::chat::confidence::Confidence;
use crate::chat::tool::{Tool, ToolCall};
use cmec_executor::contract_to_plan::{PlanContext, plan};
use cmec_executor::debug_envelope::{DebugEnvelope, Timings};
use cmec_executor::locale::Locale;
use cmec_executor::ports::set::Ports;
use cmec_executor::response::Response;
use cmec_executor::run::{RunContext, ignored_arguments, run};
use cmec_executor::taxonomy::LimitedReason;

/// Most findings and candidates in the outcome of a call.
const TOLD: usize = 5;

/// The settings for running calls.
#[derive(Debug)]
pub struct DomainContext<'d, A = NoAudit> {
    /// The inputs of plans.
    pub plan: PlanContext<'d>,
    /// The tools that the model may call.
    pub tools: Vec<Tool>,
    /// The tool whose argument the model may write as plain text.
    pub intent_tool: Option<String>,
    /// The question, for the audit.
    pub question: String,
    /// The audit.
    pub audit: A,
    /// The lowest [`Confidence::probability`] of an intent that runs; `None` runs any.
    pub least_confidence: Option<f64>,
    /// Trace id of the question.
    pub trace_id: String,
    /// Language of summaries.
    pub locale: Locale,
    /// Most bytes of rows in a result.
    pub result_bytes: usize,
}

impl<'d> DomainContext<'d> {
    /// A context without an audit.
    #[must_use]
    pub const fn new(plan: PlanContext<'d>, tools: Vec<Tool>, question: String) -> Self {
        Self {
            plan,
            tools,
            intent_tool: None,
            question,
            audit: NoAudit,
            least_confidence: None,
            trace_id: String::new(),
            locale: Locale::En,
            result_bytes: RESULT_BYTES,
        }
    }
}

/// The tools of a domain over its ports.
#[derive(Debug)]
pub struct DomainTools<'d, A = NoAudit> {
    context: DomainContext<'d, A>,
    ports: Ports<'d>,
    /// The unclear intents of the last round, all of which may be retried.
    open: Vec<IntentText>,
    /// The unclear intents of this round.
    unclear: Vec<IntentText>,
    /// True where every call of this round is unclear.
    all_unclear: bool,
    /// The doubt that makes contracts of this round need confirmation.
    doubt: Option<LowConfidence>,
    runs: Vec<CallRun>,
    /// Fills in and checks the model's text.
    template: Template<'d>,
}

impl<'d, A> DomainTools<'d, A> {
    /// The tools of a domain.
    #[must_use]
    pub fn new(context: DomainContext<'d, A>, ports: Ports<'d>) -> Self {
        let language = (context.plan.tables, context.locale);
        Self {
            template: Template::new(language, &context.question),
            context,
            ports,
            open: Vec::new(),
            unclear: Vec::new(),
            all_unclear: true,
            doubt: None,
            runs: Vec::new(),
        }
    }

    /// The calls run so far, in order.
    #[must_use]
    pub fn runs(&self) -> &[CallRun] {
        &self.runs
    }

    /// The same, by value.
    #[must_use]
    pub fn into_runs(self) -> Vec<CallRun> {
        self.runs
    }

    const fn tables(&self) -> &'d Tables {
        self.context.plan.tables
    }

    fn accepts(&self, name: &str) -> bool {
        let tools = self.context.tools.iter().map(|tool| tool.name.as_str());
        tools
            .chain(self.context.intent_tool.as_deref())
            .any(|own| own == name)
    }
}

impl<'d, A> Toolbox for DomainTools<'d, A>
where
    A: Audit + Send,
{
    fn tools(&self) -> &[Tool] {
        &self.context.tools
    }

    fn filled(&self, text: &str) -> Result<String, UnsupportedClaimError> {
        self.template.filled(text)
    }

    fn begin_round(&mut self, confidence: Option<Confidence>) {
        let least = self.context.least_confidence;
        self.doubt = least.and_then(|least| LowConfidence::of(confidence, least));
        let unclear = std::mem::take(&mut self.unclear);
        // If any call ran, the unclear ones are not retried.
        self.open = if self.all_unclear {
            unclear
        } else {
            Vec::new()
        };
        self.all_unclear = true;
    }

    async fn call(&mut self, call: &ToolCall, deadline: Instant) -> Outcome {
        if !self.accepts(&call.name) {
            let tools: Vec<&str> = self
                .context
                .tools
                .iter()
                .map(|tool| tool.name.as_str())
                .collect();
            return Outcome::failed(&json!({"error": "unknown_tool", "tools": tools}));
        }
        self.executed(call, deadline).await
    }

    async fn list(&mut self, deadline: Instant) -> Option<Listing> {
        let tools = self.tables().tools.iter();
        let mut open = tools.filter(|tool| tool.parameters.iter().all(|own| !own.required));
        let call = ToolCall {
            id: "list".to_owned(),
            name: open.next()?.name.to_string(),
            arguments: "{}".to_owned(),
        };
        // The list is the host's own call: it need not be offered to the model, and the model's confidence does not
        // apply.
        self.doubt = None;
        let outcome = self.executed(&call, deadline).await;
        Some(Listing { call, outcome })
    }
}

impl<'d, A> DomainTools<'d, A>
where
    A: Audit + Send,
{
    /// Decodes a call and runs it.
    async fn executed(&mut self, call: &ToolCall, deadline: Instant) -> Outcome {
        let since = Stopwatch::started();
        let is_ask_tool = call.name == self.tables().ask_tool();
        let text = is_ask_tool.then(|| text_of(&call.arguments)).flatten();
        let mut said = IntentText::of(call, text);
        let decoder = Decoder::new(self.tables());
        let of_tool = |own: &IntentText| own.tool == call.name;
        let part = |own: &IntentText| own.with_part(&said, (decoder, &call.arguments));
        let mut parts = self.open.iter().enumerate().filter(|(_, own)| of_tool(own));
        let merged = parts.find_map(|(at, own)| Some((at, part(own)?)));
        if let Some((at, whole)) = merged {
            self.open.remove(at);
            said = whole;
        } else if let Some(at) = self.said_whole(&said) {
            self.open.remove(at);
        } else if let Some(at) = self.open.iter().position(of_tool) {
            let before = self.open.remove(at);
            if let Some(clear) = left_out(&before, &said, self.tables()) {
                self.unclear.push(before);
                return Outcome {
                    repair: Repair::Model(repair::with_all(&clear)),
                    ..Outcome::failed(
                        &json!({"error": "said_less_than_before", "was_clear": clear}),
                    )
                };
            }
        }
        let decoded = said.read(decoder, &self.context.trace_id);
        let decode_us = since.micros();
        let is_intent = self.context.intent_tool.as_deref() == Some(&call.name);
        let is_contract = matches!(decoded.verdict, Verdict::Contract(_));
        let again = repair::words(&decoded.account.findings);
        let mut outcome = self.judged(call, decoded, (decode_us, deadline)).await;
        let is_unclear = matches!(outcome.standing, CallStatus::Unclear { .. });
        if is_intent && (!is_contract || is_unclear) {
            outcome.repair = again.map_or(Repair::Person, Repair::Model);
        }
        match outcome.standing.can_be_mended() {
            true => self.unclear.push(said),
            false => self.all_unclear = false,
        }
        outcome
    }

    /// The earlier intent that this one repeats with everything that was clear.
    fn said_whole(&self, said: &IntentText) -> Option<usize> {
        let mut before = self.open.iter().enumerate();
        before.find_map(|(at, own)| {
            let is_whole = own.tool == said.tool && left_out(own, said, self.tables()).is_none();
            is_whole.then_some(at)
        })
    }

    async fn judged(
        &mut self,
        call: &ToolCall,
        decoded: Decoded<'_>,
        (decode_us, deadline): (u64, Instant),
    ) -> Outcome {
        let account = decoded.account;
        let ignored = ignored_arguments(&account);
        let timings = Timings {
            decode_us: Some(decode_us),
            ..Timings::default()
        };
        let (trace_id, domain) = (&self.context.trace_id, &self.tables().name);
        let mut envelope = DebugEnvelope::of_decoding(trace_id, domain, account, timings);
        let contract = match decoded.verdict {
            Verdict::Contract(contract) => contract,
            Verdict::Clarify(clarify) => return self.unclear(call, (None, *clarify), envelope),
            Verdict::Reject(reject) => {
                let findings = reject.findings.iter().take(TOLD).map(told);
                let findings: Vec<Value> = findings.collect();
                let response = Response::not_understood(&reject, self.context.locale);
                self.keep(call, (None, response), envelope);
                return Outcome::failed(&json!({"error": "not_understood", "findings": findings}));
            }
        };
        if let Err(reason) = self.context.audit.sees(&self.context.question, &contract) {
            let intent = IntentForms::of(&contract, call, self.tables());
            return self.hold_back(call, intent, (&reason, envelope));
        }
        if let Some(doubt) = &self.doubt {
            let code = doubt.code.to_owned();
            let clarify = doubt.question(
                &contract,
                (self.tables(), self.context.plan.today),
                trace_id,
            );
            let intent = IntentForms::of(&contract, call, self.tables());
            let outcome = self.unclear(call, (intent, clarify), envelope);
            if let Some(run) = self.runs.last_mut() {
                run.held_back = Some(code);
            }
            return outcome;
        }
        let since = Stopwatch::started();
        let planned = plan(&contract, &self.context.plan);
        envelope.decode.timings.plan_us = Some(since.micros());
        let since = Stopwatch::started();
        let context = RunContext {
            trace_id: &self.context.trace_id,
            locale: self.context.locale,
            timeout: since.left(deadline),
            ignored: &ignored,
            total: false,
        };
        let ports = Ports {
            one_c: self.ports.one_c,
            database: self.ports.database,
            texts: self.ports.texts,
            row_vectors: self.ports.row_vectors,
        };
        let response = run(&planned, ports, context, &mut envelope).await;
        envelope.decode.timings.run_us = Some(since.micros());
        envelope.add_unplanned(self.context.plan.catalogue, &response);
        let answer = ToolAnswer {
            response: &response,
            contract: &contract,
            tool: self.tables().tool_by_name(&call.name),
            form: self.context.plan.catalogue.tool_results.as_ref(),
            ignored: &[],
            most_bytes: self.context.result_bytes,
            first_row: self.template.next_row(),
        };
        let keys = answer.keys();
        let has_failed = response.limited_reason_category == Some(LimitedReason::ExecutionError);
        let outcome = match answer.json() {
            Ok(text) => Outcome {
                text,
                rows: response.rows.clone(),
                standing: match has_failed {
                    true => CallStatus::Failed,
                    false => CallStatus::Done,
                },
                repair: Repair::None,
            },
            Err(error) => {
                Outcome::failed(&json!({"error": "unreadable_rows", "reason": error.to_string()}))
            }
        };
        self.template.add(&response, &contract, keys);
        let intent = IntentForms::of(&contract, call, self.tables());
        self.keep(call, (intent, response), envelope);
        outcome
    }

    /// Records a call that must not run.
    fn hold_back(
        &mut self,
        call: &ToolCall,
        intent: Option<IntentForms>,
        (reason, envelope): (&str, DebugEnvelope),
    ) -> Outcome {
        let response = Response::held_back(&self.context.trace_id, self.context.locale);
        self.keep(call, (intent, response), envelope);
        if let Some(run) = self.runs.last_mut() {
            run.held_back = Some(reason.to_owned());
        }
        Outcome::failed(&json!({"error": "refused", "reason": reason}))
    }

    fn keep(
        &mut self,
        call: &ToolCall,
        (intent, response): (Option<IntentForms>, Response),
        envelope: DebugEnvelope,
    ) {
        self.runs.push(CallRun {
            tool: call.name.clone(),
            intent,
            held_back: None,
            response,
            envelope,
        });
    }

    /// Asks a clarification question. `intent`: the understood contract, if that needs confirmation.
    fn unclear(
        &mut self,
        call: &ToolCall,
        (intent, clarify): (Option<IntentForms>, Clarify),
        envelope: DebugEnvelope,
    ) -> Outcome {
        let of_model = clarify
            .reasons
            .iter()
            .any(|reason| reason.code == MODEL_ASKED);
        if of_model && says_link(&clarify) {
            return self.hold_back(call, None, (ClaimKind::Link.code(), envelope));
        }
        // A person answers the model's own question or confirms an intent; only the model's slips can be retried.
        let can_be_mended = !of_model && intent.is_none();
        let say = match clarify.patchable {
            Some(_) => "the part that is unclear alone, or the whole",
            None => "the whole",
        };
        let language = self.context.locale.tag();
        let reasons = clarify.reasons.iter().take(TOLD).map(|reason| {
            let candidates = reason.candidates.iter().take(TOLD);
            let candidates: Vec<&str> = candidates.map(|own| own.code.as_str()).collect();
            json!({"message": reason.message, "candidates": candidates})
        });
        let reasons: Vec<Value> = reasons.collect();
        let question = clarify.question_in(language).unwrap_or_default();
        let mut text = json!({"error": "unclear", "question": question, "reasons": reasons});
        if can_be_mended && let Some(map) = text.as_object_mut() {
            map.insert("say_again".to_owned(), json!(say));
        }
        let response = Response::question(clarify, language);
        self.keep(call, (intent, response), envelope);
        Outcome {
            text: text.to_string(),
            rows: Vec::new(),
            standing: CallStatus::Unclear { can_be_mended },
            repair: Repair::None,
        }
    }
}

/// True where the model's question contains a link, which no row can have.
fn says_link(clarify: &Clarify) -> bool {
    let reasons = clarify.reasons.iter();
    let candidates = reasons.flat_map(|reason| &reason.candidates);
    let labels = candidates.map(|candidate| &candidate.label);
    (clarify.question.values().chain(labels)).any(|text| has_link(text))
}

/// The text of a call with no other argument, and its notation.
fn text_of(arguments: &str) -> Option<(String, Notation)> {
    let arguments: Value = serde_json::from_str(arguments).ok()?;
    let arguments = arguments.as_object()?;
    match arguments.len() {
        1 => Some((
            arguments.get(SQL_ARGUMENT)?.as_str()?.to_owned(),
            Notation::Sql,
        )),
        _ => None,
    }
}

fn told(finding: &Finding) -> Value {
    json!({"rule": finding.rule.id, "message": finding.message, "help": finding.help})
}
