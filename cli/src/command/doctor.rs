//! `cmec doctor`: tests which constraint mechanisms a model server enforces and recommends one, or which recipes a 1C
//! base can serve.
//!
//! Each row is shown at once, so that an interrupted run still shows its findings.

mod base;
mod report;
mod text;

use std::num::NonZeroU32;
use std::time::Duration;

use clap::{ArgGroup, Args};
use cmec_agent::chat::constraint::Mechanism;
use cmec_agent::enforcement::Limits;
use cmec_executor::ports::model_server::ModelServer;

use self::report::{DoctorReport, Row};
use crate::terminal::arguments::{Format, Global};
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::runtime::runtime;
use crate::terminal::{output, stop};
use crate::world::models::{examination, only_model, server};
use crate::world::server::ServerArguments;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("whom").required(true).args(["endpoint", "domain"]))]
pub(crate) struct DoctorArguments {
    /// Address of a server with `/chat/completions` as OpenAI has it, `http://HOST:PORT/v1`
    #[arg(long, value_name = "URL")]
    endpoint: Option<String>,
    /// Domain with recipes, as `run` takes it: its 1C server is asked for the tables and fields that they name
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// Name of the model [default: the only one that the server has]
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    model: Option<String>,
    /// Environment variable with the key of the server
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    key_env: Option<String>,
    /// Longest time for one answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    timeout: u64,
    /// Most tokens of one answer; a model that reasons before it answers needs some hundreds
    #[arg(long, value_name = "N", default_value = "512")]
    max_tokens: NonZeroU32,
    #[command(flatten)]
    server: ServerArguments,
}

/// Most requests for one answer: what does not pass within the four waits between them, 3.75 seconds or as long as the server
/// wants, is a property of the mechanism.
const ATTEMPTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);

/// Runs the command.
pub(crate) fn run(arguments: &DoctorArguments, global: &Global) -> Result<Exit, CliError> {
    let (endpoint, domain) = (arguments.endpoint.as_deref(), arguments.domain.as_deref());
    match (endpoint, domain) {
        (Some(endpoint), _) => model_server(endpoint, arguments, global),
        (None, domain) => base::run(domain.unwrap_or_default(), arguments, global),
    }
}

fn model_server(
    endpoint: &str,
    arguments: &DoctorArguments,
    global: &Global,
) -> Result<Exit, CliError> {
    let key = arguments.key_env.as_deref();
    let server = server(("--endpoint", endpoint), ("--key-env", key))?;
    let server = server.with_attempts(ATTEMPTS);
    let format = output::format(global);
    let examined = stop::unless_told(examine(arguments, server, format));
    let report = runtime()?.block_on(examined)?;
    if !report.known(endpoint).keep() {
        eprintln!("`cmec ask` will not know of this: there is no cache folder to write to");
    }
    output::report(global, &report, text::end)?;
    Ok(match report.best {
        Some(_) => Exit::Done,
        None => Exit::Limited,
    })
}

async fn examine(
    arguments: &DoctorArguments,
    server: ModelServer,
    format: Format,
) -> Result<DoctorReport, CliError> {
    let within = Duration::from_secs(arguments.timeout);
    let model = match &arguments.model {
        Some(model) => model.clone(),
        None => only_model(&server, within).await?,
    };
    let limits = Limits {
        within,
        max_tokens: arguments.max_tokens,
    };
    let mut examination = examination(server.clone(), model.clone(), limits).await?;
    let mut report = DoctorReport::new(model, examination.manner(), examination.confidence());
    if format == Format::Text {
        output::line(&text::head())?;
    }
    for mechanism in Mechanism::ALL {
        let row = Row::of(mechanism, &examination.examine(mechanism).await);
        if format == Format::Text {
            output::line(&text::row(&row))?;
        }
        report.add(mechanism, row);
    }
    report.requests = server.requests();
    report.tokens = examination.spent();
    Ok(report)
}
