//! `--self-check`: validates output against the published schemas.

use cmec_decoder::{Tables, Verdict};
use cmec_executor::{DebugEnvelope, Response};

use crate::terminal::exit::CliError;
use crate::terminal::output;

use self::schemas::Schemas;

/// The schemas, if requested.
pub(crate) struct SelfCheck(Option<Schemas>);

impl SelfCheck {
    pub(crate) fn asked(asked: bool, tables: &Tables) -> Result<Self, CliError> {
        let schemas = asked.then(|| schemas::of(tables)).transpose();
        schemas.map(Self)
    }

    /// Checks a verdict against its schema.
    pub(crate) fn verdict(&self, verdict: &Verdict<'_>) -> Result<(), CliError> {
        let Some(schemas) = &self.0 else {
            return Ok(());
        };
        schemas.verdict(verdict).map_err(failure)
    }

    /// Checks an answer and its debug envelope against their schemas.
    pub(crate) fn answer(
        &self,
        response: &Response,
        envelope: &DebugEnvelope,
    ) -> Result<(), CliError> {
        let Some(schemas) = &self.0 else {
            return Ok(());
        };
        schemas.answer(response, envelope).map_err(failure)
    }
}

fn failure(difference: impl ToString) -> CliError {
    CliError::failed(output::plain(&difference.to_string()))
        .help("please report it, with the text that was read")
}

#[cfg(feature = "self-check")]
mod schemas {
    use cmec_compiler::emit::contract_schema;
    use cmec_decoder::Tables;

    use crate::terminal::exit::CliError;

    pub(super) use cmec_executor::self_check::SelfCheck as Schemas;

    pub(super) fn of(tables: &Tables) -> Result<Schemas, CliError> {
        Schemas::new(&contract_schema(tables)).map_err(CliError::failed)
    }
}

#[cfg(not(feature = "self-check"))]
mod schemas {
    use std::convert::Infallible;

    use cmec_decoder::{Tables, Verdict};
    use cmec_executor::{DebugEnvelope, Response};

    use crate::terminal::exit::CliError;

    /// This build has no schemas.
    pub(super) enum Schemas {}

    impl Schemas {
        pub(super) const fn verdict(&self, _: &Verdict<'_>) -> Result<(), Infallible> {
            match *self {}
        }

        pub(super) const fn answer(
            &self,
            _: &Response,
            _: &DebugEnvelope,
        ) -> Result<(), Infallible> {
            match *self {}
        }
    }

    pub(super) fn of(_: &Tables) -> Result<Schemas, CliError> {
        Err(CliError::usage("this build has no `--self-check`")
            .help("build one with `cargo build --release -p cmec-cli --features self-check`"))
    }
}
