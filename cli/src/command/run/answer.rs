//! One intent → its answer and its debug envelope.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cmec_decoder::{Reject, Verdict};
use cmec_executor::ports::session::Session;
use cmec_executor::ports::text_index::joined::Joined;
use cmec_executor::taxonomy::LimitedReason;
use cmec_executor::{Cursor, DebugEnvelope, Locale, PlanContext, Ports, Response, RunContext};

use crate::command::plan;
use crate::database::AnyDatabase;
use crate::diagnostics;
use crate::exit::{Exit, Failure};
use crate::intents::{Intent, IntentReader, micros};
use crate::models::{AnyEmbedder, AnyReranker};
use crate::server::Server;
use crate::text_index::{AnyIndex, AnyTexts};

/// What answers intents.
pub(super) struct Asker<'d> {
    pub(super) reader: IntentReader<'d>,
    pub(super) context: PlanContext<'d>,
    /// Name of the domain.
    pub(super) domain: &'d str,
    pub(super) session: Arc<Session<Server>>,
    pub(super) database: AnyDatabase,
    pub(super) texts: AnyTexts,
    pub(super) language: Locale,
    /// Longest time for an answer.
    pub(super) timeout: Duration,
    /// Whether the rows of all pages are counted.
    pub(super) total: bool,
}

/// An answer.
pub(super) struct Answered {
    pub(super) response: Response,
    pub(super) envelope: DebugEnvelope,
    pub(super) exit: Exit,
    /// Whether it says that the cursor belongs to another question.
    pub(super) refuses_cursor: bool,
}

impl Asker<'_> {
    fn ports(
        &self,
    ) -> Ports<'_, Session<Server>, AnyDatabase, Joined<AnyIndex>, AnyEmbedder, AnyReranker> {
        Ports {
            one_c: &self.session,
            database: &self.database,
            texts: self.texts.ports(),
        }
    }

    /// Answers an intent.
    pub(super) async fn answer(
        &self,
        intent: Intent<'_>,
        cursor: Option<Cursor>,
    ) -> Result<Answered, Failure> {
        let trace_id = intent.trace_id;
        let of_host = intent.is_envelope_faulty;
        let decoded = intent.decoded;
        let account = decoded.account;
        let ignored = cmec_executor::ignored_arguments(&account);
        let mut envelope =
            DebugEnvelope::of_decoding(&trace_id, self.domain, account, intent.timings);
        let mut refuses_cursor = false;
        let (response, exit) = match decoded.verdict {
            Verdict::Contract(contract) => {
                let started = Instant::now();
                let plan = cmec_executor::plan(&contract, &plan::at(&self.context, cursor));
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
                let response = cmec_executor::run(&plan, self.ports(), run, &mut envelope).await;
                envelope.decode.timings.run_us = Some(micros(started));
                let exit = Exit::from(response.response_type);
                (response, exit)
            }
            Verdict::Clarify(clarify) => {
                let response = Response::question(*clarify, self.language.tag());
                (response, Exit::Clarify)
            }
            Verdict::Reject(reject) => {
                let summary = not_read(of_host, self.language);
                (rejected(&reject, summary, self.language), Exit::Reject)
            }
        };
        envelope.add_unplanned(self.context.catalogue, &response);
        self.reader.self_check().answer(&response, &envelope)?;
        Ok(Answered {
            response,
            envelope,
            exit,
            refuses_cursor,
        })
    }
}

/// What could not be read: the envelope that the host wrote, or the text that the model wrote.
const fn not_read(of_host: bool, language: Locale) -> &'static str {
    match (of_host, language) {
        (true, Locale::Zh) => "该行的信封无法读取",
        (true, Locale::Ru) => "Конверт строки не читается",
        (true, Locale::En) => "The envelope of the line cannot be read",
        (false, Locale::Zh) => "模型的输出不是有效的意图",
        (false, Locale::Ru) => "Вывод модели не является намерением",
        (false, Locale::En) => "The model's output is not an intent",
    }
}

/// A response to what cannot be read: there is nothing to run, and the findings say why.
fn rejected(reject: &Reject, summary: &str, language: Locale) -> Response {
    let mut response = Response::limited(
        LimitedReason::Unsupported,
        summary.to_owned(),
        &reject.trace_id,
    );
    for finding in &reject.findings {
        let at = finding.position;
        response.reasons.push(finding.rule.id.to_owned());
        response.limitations.push(format!(
            "{} (line {}, column {})",
            finding.told_to_people(),
            at.line,
            at.column
        ));
        response.hints.extend(finding.help.clone());
    }
    response
        .limitations
        .extend(diagnostics::more_findings(reject.more, language));
    response.marked()
}
