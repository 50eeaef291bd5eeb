//! One intent → its answer and its debug envelope.

use std::time::{Duration, Instant};

use cmec_agent::tool_result::{RESULT_BYTES, ToolAnswer};
use cmec_decoder::{Reject, Verdict};
use cmec_executor::limitation::Limitation;
use cmec_executor::{Cursor, DebugEnvelope, Locale, PlanContext, Response, RunContext};

use crate::domain::intents::{Intent, IntentReader, micros};
use crate::domain::plan_options;
use crate::report::diagnostics;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::output;
use crate::world::lanes::Lanes;

pub(super) struct Asker<'d> {
    pub(super) reader: IntentReader<'d>,
    pub(super) context: PlanContext<'d>,
    pub(super) domain: &'d str,
    pub(super) lanes: Lanes,
    pub(super) language: Locale,
    pub(super) timeout: Duration,
    /// True where the rows of all pages are counted.
    pub(super) total: bool,
    /// True where the answer is wanted in the form for a model.
    pub(super) tool_result: bool,
}

pub(super) struct RunAnswer {
    pub(super) response: Response,
    pub(super) envelope: DebugEnvelope,
    pub(super) exit: Exit,
    /// The tool result for a model, if wanted.
    pub(super) tool_result: Option<String>,
    /// True where the cursor belongs to another question.
    pub(super) refuses_cursor: bool,
}

impl Asker<'_> {
    pub(super) async fn answer(
        &self,
        intent: Intent<'_>,
        cursor: Option<Cursor>,
    ) -> Result<RunAnswer, CliError> {
        let trace_id = intent.trace_id;
        let of_host = intent.is_envelope_faulty;
        let decoded = intent.decoded;
        let account = decoded.account;
        let tool = account.tool.as_deref().map(str::to_owned);
        let ignored = cmec_executor::ignored_arguments(&account);
        let mut envelope =
            DebugEnvelope::of_decoding(&trace_id, self.domain, account, intent.timings);
        let mut refuses_cursor = false;
        let mut tool_result = None;
        let (response, exit) = match decoded.verdict {
            Verdict::Contract(contract) => {
                let started = Instant::now();
                let plan = cmec_executor::plan(&contract, &plan_options::at(&self.context, cursor));
                envelope.decode.timings.plan_us = Some(micros(started));
                refuses_cursor = plan.refuses_cursor();
                let started = Instant::now();
                let run = RunContext {
                    trace_id: &trace_id,
                    locale: self.language,
                    timeout: self.timeout,
                    ignored: &ignored,
                    total: self.total,
                };
                let response =
                    cmec_executor::run(&plan, self.lanes.ports(), run, &mut envelope).await;
                envelope.decode.timings.run_us = Some(micros(started));
                let exit = Exit::from(response.response_type);
                if self.tool_result {
                    let tables = self.context.tables;
                    let answer = ToolAnswer {
                        response: &response,
                        contract: &contract,
                        tool: tool.and_then(|name| tables.tool_by_name(&name)),
                        form: self.context.catalogue.tool_results.as_ref(),
                        ignored: &[],
                        most_bytes: RESULT_BYTES,
                        first_row: 1,
                    };
                    tool_result = Some(output::compact(&answer)?);
                }
                (response, exit)
            }
            Verdict::Clarify(clarify) => {
                let response = Response::question(*clarify, self.language.tag());
                (response, Exit::Clarify)
            }
            Verdict::Reject(reject) => (rejected(&reject, of_host, self.language), Exit::Reject),
        };
        envelope.add_unplanned(self.context.catalogue, &response);
        self.reader.self_check().answer(&response, &envelope)?;
        Ok(RunAnswer {
            response,
            envelope,
            exit,
            tool_result,
            refuses_cursor,
        })
    }
}

/// The response to an unreadable text of the model or envelope of the host.
fn rejected(reject: &Reject, of_host: bool, language: Locale) -> Response {
    let mut response = Response::not_understood(reject, language);
    if of_host {
        let summary = language.pick(
            "该行的信封无法读取",
            "Конверт строки не читается",
            "The envelope of the line cannot be read",
        );
        summary.clone_into(&mut response.summary);
    }
    let more = diagnostics::more_findings(reject.more, language);
    response
        .limitations
        .extend(more.map(|finding| Limitation::NotUnderstood { finding }));
    response.marked()
}
