//! The backends of the lanes: a 1C server, a database, a text index. All queries share one session with the server,
//! which is closed on every exit.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cmec_executor::Ports;
use cmec_executor::ports::database::Database;
use cmec_executor::ports::row_vectors::file::RowVectorFile;
use cmec_executor::ports::row_vectors::{RowVectors, RowsOf};
use cmec_executor::ports::session::Session;
use tokio::runtime::Handle;

use crate::domain::Domain;
use crate::terminal::arguments::seconds;
use crate::terminal::exit::{CliError, Exit};
use crate::terminal::stop::{self, FAREWELL};
use crate::world::database::{self, DatabaseArguments};
use crate::world::server::{self, ServerArguments};
use crate::world::text_index::{TextArguments, TextPorts};

/// What the lanes ask.
#[derive(Debug, Args)]
pub(crate) struct LaneArguments {
    /// Longest time for one call of the 1C server, in seconds, a part of `--timeout`; a call that takes longer is made once
    /// more while there is time [default: all the time that is left]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) call_timeout: Option<f64>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    /// File with the vectors of a type's rows, which `cmec index --rows` made: rows are ranked by them; several are of several
    /// types
    #[arg(long, value_name = "FILE", requires = "embed_url")]
    pub(crate) row_vectors: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) texts: TextArguments,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// What is behind the ports.
pub(crate) struct Lanes {
    session: Arc<Session>,
    database: Box<dyn Database>,
    texts: TextPorts,
    row_vectors: Vec<Box<dyn RowVectors>>,
}

impl Lanes {
    /// What is asked for; nothing of it is reached before it is needed.
    pub(crate) fn of(
        arguments: &LaneArguments,
        domain: &Domain,
        runtime: &Handle,
    ) -> Result<Self, CliError> {
        let call_timeout = arguments.call_timeout.map(Duration::from_secs_f64);
        let session = Session::new(server::connector(&arguments.server)?, call_timeout);
        let texts = TextPorts::of(&arguments.texts, domain, runtime)?;
        let model = texts.ports().embedder.model();
        let row_vectors = arguments.row_vectors.iter();
        let row_vectors = row_vectors.map(|file| row_vectors_of(file, domain, model));
        let row_vectors: Vec<Box<dyn RowVectors>> = row_vectors.collect::<Result<_, _>>()?;
        let of_type = |own: &dyn RowVectors| {
            let same = row_vectors.iter();
            same.filter(|other| other.type_name() == own.type_name())
                .count()
        };
        if let Some(twice) = row_vectors.iter().find(|own| of_type(own.as_ref()) > 1) {
            let name = twice.type_name();
            let told = format!("--row-vectors: two files have the vectors of `{name}`");
            return Err(CliError::usage(told));
        }
        Ok(Self {
            session: Arc::new(session),
            database: database::of(&arguments.database, domain)?,
            row_vectors,
            texts,
        })
    }

    /// The ports.
    pub(crate) fn ports(&self) -> Ports<'_> {
        Ports {
            one_c: &*self.session,
            database: &*self.database,
            texts: self.texts.ports(),
            row_vectors: &self.row_vectors,
        }
    }

    /// Does the work, unless a signal ends it, and closes the session whatever became of it.
    pub(crate) fn to_the_end(
        &self,
        runtime: &Handle,
        work: impl Future<Output = Result<Exit, CliError>>,
    ) -> Result<Exit, CliError> {
        runtime.block_on(async {
            let mut stop = stop::watch(Arc::clone(&self.session))?;
            let ended = tokio::select! {
                ended = work => ended,
                number = stop.told() => Err(CliError::stopped(number)),
            };
            self.session.close(FAREWELL).await;
            ended
        })
    }
}

/// The vectors of a file, which are of the rows of a domain and of the model that gives questions theirs.
fn row_vectors_of(
    file: &Path,
    domain: &Domain,
    model: Option<&str>,
) -> Result<Box<dyn RowVectors>, CliError> {
    let help = "`cmec index --rows` makes it";
    let failed = |error| CliError::failed(error).help(help);
    let vectors = RowVectorFile::open(file).map_err(failed)?;
    let structured = domain.catalogue.structured.as_ref();
    let own = &vectors.of().type_name;
    let of = structured.and_then(|own_tables| RowsOf::of_type((&domain.tables, own_tables), own));
    let of = of.ok_or_else(|| {
        let (file, domain) = (file.display(), &domain.tables.name);
        CliError::failed(format!(
            "{file}: `{domain}` has no table of the type `{own}`"
        ))
    })?;
    vectors.check(&of, model).map_err(failed)?;
    Ok(Box::new(vectors))
}
