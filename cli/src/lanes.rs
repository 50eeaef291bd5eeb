//! What the lanes ask: a 1C server, a database, an index of texts. One session with the server serves everything that is
//! asked, and is closed on every way out.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cmec_executor::Ports;
use cmec_executor::ports::session::Session;
use cmec_executor::ports::text_index::joined::Joined;
use tokio::runtime::Runtime;

use crate::arguments::seconds;
use crate::database::{AnyDatabase, DatabaseArguments};
use crate::domain::Domain;
use crate::exit::{Exit, Failure};
use crate::models::{AnyEmbedder, AnyReranker};
use crate::server::{Server, ServerArguments};
use crate::stop::{self, FAREWELL};
use crate::text_index::{AnyIndex, AnyTexts, TextArguments};

/// What the lanes ask.
#[derive(Debug, Args)]
pub(crate) struct LaneArguments {
    /// Longest time for one call of the 1C server, in seconds, a part of `--timeout`; a call that takes longer is made once
    /// more while there is time [default: all the time that is left]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) call_timeout: Option<f64>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) texts: TextArguments,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// The ports of the lanes.
pub(crate) type AnyPorts<'l> =
    Ports<'l, Session<Server>, AnyDatabase, Joined<AnyIndex>, AnyEmbedder, AnyReranker>;

/// What is behind the ports.
pub(crate) struct Lanes {
    session: Arc<Session<Server>>,
    database: AnyDatabase,
    texts: AnyTexts,
}

impl Lanes {
    /// What is asked for; nothing of it is reached before it is needed.
    pub(crate) fn of(
        arguments: &LaneArguments,
        domain: &Domain,
        runtime: &Runtime,
    ) -> Result<Self, Failure> {
        let call_timeout = arguments.call_timeout.map(Duration::from_secs_f64);
        let session = Session::new(Server::of(&arguments.server)?, call_timeout);
        Ok(Self {
            session: Arc::new(session),
            database: AnyDatabase::of(&arguments.database, domain)?,
            texts: AnyTexts::of(&arguments.texts, domain, runtime)?,
        })
    }

    /// The ports.
    pub(crate) fn ports(&self) -> AnyPorts<'_> {
        Ports {
            one_c: &self.session,
            database: &self.database,
            texts: self.texts.ports(),
            row_vectors: &[],
        }
    }

    /// Does the work, unless a signal ends it, and closes the session whatever became of it.
    pub(crate) fn to_the_end(
        &self,
        runtime: &Runtime,
        work: impl Future<Output = Result<Exit, Failure>>,
    ) -> Result<Exit, Failure> {
        runtime.block_on(async {
            let mut stop = stop::watch(Arc::clone(&self.session))?;
            let ended = tokio::select! {
                ended = work => ended,
                number = stop.told() => Err(Failure::stopped(number)),
            };
            self.session.close(FAREWELL).await;
            ended
        })
    }
}
