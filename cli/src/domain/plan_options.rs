//! The options of a plan: the limit, the cursor, the day and the principals of `plan` and `run`.

use chrono::{Local, NaiveDate};
use clap::Args;
use cmec_executor::{Cursor, PlanContext, Principals};

use crate::domain::Domain;
use crate::domain::principals::PrincipalArguments;
use crate::report::debug_out::DebugOptions;
use crate::terminal::cursor_key;
use crate::terminal::exit::CliError;

#[derive(Debug, Args)]
pub(crate) struct PlanOptions {
    /// Most rows, in place of what the intent says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Where the next page starts: `next_cursor` of the answer before, for the same intent
    #[arg(long, value_name = "TOKEN", conflicts_with = "lines")]
    pub(crate) cursor: Option<String>,
    /// Today, for defaults: YYYY-MM-DD [default: the clock's]
    #[arg(long, value_name = "DATE")]
    pub(crate) today: Option<NaiveDate>,
    #[command(flatten)]
    pub(crate) principals: PrincipalArguments,
    #[command(flatten)]
    pub(crate) debug: DebugOptions,
}

/// The context of every plan of a run.
pub(crate) fn context<'d>(
    domain: &'d Domain,
    principals: &'d Principals,
    options: &PlanOptions,
) -> Result<PlanContext<'d>, CliError> {
    let cursor = options.cursor.as_deref().map(cursor_key::parse).transpose();
    Ok(PlanContext {
        tables: &domain.tables,
        catalogue: &domain.catalogue,
        principals,
        today: options.today.unwrap_or_else(|| Local::now().date_naive()),
        limit: options.limit,
        cursor: cursor.map_err(|error| {
            CliError::usage(format!("--cursor: {error}")).help(
                "copy `next_cursor` of the answer before as it is; for the first page leave `--cursor` out",
            )
        })?,
    })
}

/// The same for one line, whose envelope may have a cursor of its own.
pub(crate) fn at<'d>(context: &PlanContext<'d>, cursor: Option<Cursor>) -> PlanContext<'d> {
    PlanContext {
        cursor: cursor.or_else(|| context.cursor.clone()),
        ..context.clone()
    }
}

/// A cursor and an intent that do not belong together.
pub(crate) fn other_question() -> CliError {
    CliError::usage("--cursor: it was given for another question or under another codebook").help(
        "a cursor goes on with the very intent whose answer gave it, on the same `--today` where a date is left out; \
         for the first page leave `--cursor` out",
    )
}
