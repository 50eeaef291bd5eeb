//! `cmec search`: queries a text index with a question, a raw request, or a set of questions.

mod measures;
mod sets;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use cmec_decoder::contract::RagParams;
use cmec_decoder::language::{QuestionKind, RetrievalMode};
use cmec_executor::Locale;
use cmec_executor::lane::retrieval::decompose::{of_question, of_request, policy};
use cmec_executor::lane::retrieval::plan::{RagRequest, RetrievalPlan};
use cmec_executor::lane::{Run, retrieval};
use cmec_executor::limitation::Limitation;
use cmec_executor::response::Audience;
use cmec_executor::response::limited_answer::LimitedAnswer;
use cmec_executor::row_policy::RowPolicy;
use tokio::runtime::Handle;

use crate::domain::Domain;
use crate::domain::principals::PrincipalArguments;
use crate::report::rendering;
use crate::report::rendering::Columns;
use crate::terminal::arguments::Global;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::trace_id;
use crate::terminal::{input, output};
use crate::world::text_index::{TextArguments, TextPorts};
use sets::SetArguments;

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// The question; its kind is told from its words where --kind does not say it
    #[arg(value_name = "QUESTION", required_unless_present_any = ["request", "queries"], conflicts_with = "queries")]
    question: Option<String>,
    /// Domain whose texts are searched: a built-in one, a folder or a compiled file
    #[arg(long, value_name = "DOMAIN")]
    domain: String,
    #[command(flatten)]
    texts: TextArguments,
    /// A request as JSON in the form of RAG Query Specification v0.1, instead of a question
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "queries", "kind", "mode", "types", "tags", "project", "top_k"])]
    request: Option<PathBuf>,
    /// Kind of question
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Option<QuestionKind>,
    /// Depth of the search
    #[arg(long, value_name = "MODE", value_parser = mode)]
    mode: Option<RetrievalMode>,
    /// Document type, or a set of them, in place of those of the kind; may be given several times
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// Tag of which a text must have one; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Project a text must belong to
    #[arg(long, value_name = "PROJECT")]
    project: Option<String>,
    /// Number of texts, kept in the range of the mode
    #[arg(long, value_name = "N")]
    top_k: Option<u32>,
    /// Longest time for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    timeout: u64,
    #[command(flatten)]
    principals: PrincipalArguments,
    #[command(flatten)]
    set: SetArguments,
}

/// Runs the command.
pub(crate) fn run(arguments: &SearchArguments, global: &Global) -> Result<Exit, CliError> {
    let domain = Domain::load(&arguments.domain)?;
    let catalogue = domain.retrieval()?;
    let principals = arguments.principals.principals(&domain.tables)?;
    let refused = |limited: LimitedAnswer| CliError::failed(reasons(&limited));
    let rows = RowPolicy::bind(&domain.tables, &principals).map_err(refused)?;
    let policy = policy(&rows, &domain.tables).map_err(refused)?;
    let runtime = runtime()?;
    let texts = TextPorts::of(&arguments.texts, &domain, &runtime)?;
    let said = |question: &str| -> Result<RetrievalPlan, CliError> {
        let rag = RagParams {
            query_text: Some(question.to_owned().into()),
            corpora: arguments
                .types
                .iter()
                .map(|own| own.clone().into())
                .collect(),
            top_k: arguments.top_k,
            kind: arguments.kind,
            mode: arguments.mode,
            tags_any: arguments
                .tags
                .iter()
                .map(|own| own.clone().into())
                .collect(),
            project: arguments.project.as_ref().map(|own| own.clone().into()),
            ..RagParams::default()
        };
        let plan = of_question(&rag, catalogue, policy.clone(), None);
        plan.map_err(|limited| CliError::usage(reasons(&limited)))
    };
    if arguments.set.queries.is_some() {
        return sets::run(&arguments.set, said, (&texts, &runtime), global);
    }
    let plan = match &arguments.request {
        Some(file) => {
            let request: RagRequest = serde_json::from_str(&input::read_text(file)?)
                .map_err(|error| CliError::at(file, error))?;
            of_request(request, catalogue, policy.clone())
        }
        None => said(arguments.question.as_deref().unwrap_or_default())?,
    };
    let language = domain.language(global.lang);
    let response = answer(&plan, (&texts, &runtime), arguments.timeout, language)?;
    let names = Columns::of(&domain.tables, language);
    rendering::answer(&response, names, output::answer_format(global))?;
    Ok(Exit::from(response.response_type))
}

fn answer(
    plan: &RetrievalPlan,
    (texts, runtime): (&TextPorts, &Handle),
    seconds: u64,
    locale: Locale,
) -> Result<cmec_executor::Response, CliError> {
    let trace_id = trace_id::trace_id(None)?;
    let run = Run {
        deadline: Instant::now() + Duration::from_secs(seconds),
        total: false,
        audience: Audience {
            locale,
            trace_id: &trace_id,
        },
    };
    let mut explain = Vec::new();
    let response = retrieval::answer(plan, texts.ports(), run, &mut explain);
    let response = runtime.block_on(response);
    Ok(response.marked())
}

fn kind(text: &str) -> Result<QuestionKind, String> {
    word(text, QuestionKind::ALL, QuestionKind::name)
}

fn mode(text: &str) -> Result<RetrievalMode, String> {
    word(text, RetrievalMode::ALL, RetrievalMode::name)
}

fn word<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    let found = all.iter().copied().find(|own| name(*own) == text);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|own| name(*own)).collect();
        format!("one of {}", names.join(", "))
    })
}

/// Why a plan is limited, in one line.
fn reasons(limited: &LimitedAnswer) -> String {
    let texts: Vec<String> = limited.limitations.iter().map(Limitation::text).collect();
    texts.join(", ")
}
