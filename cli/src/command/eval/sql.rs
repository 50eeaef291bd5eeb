//! The notation `sql`: what a model is told of the tables, and what its statement gives beside what the right contract gives.
//!
//! ```text
//! database ─► private copy ─┬─ a model's statement: one SELECT, no writes, a deadline ─► rows ─┐
//!                           └─ the right contract, by the executor ────────────────────► rows ─┴─► same, other
//! ```
//!
//! Nothing but `--run-sql` runs a statement of a model. It goes by a connection of this folder and never by a port of the
//! executor, whose statements are made of a catalogue.

mod compared;
mod datum;
mod private_copy;
mod right_rows;
mod statement;
mod told;

use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use self::private_copy::PrivateCopy;
use self::right_rows::RightRows;
use super::questions::Question;
use crate::database::{AnyDatabase, DatabaseArguments};
use crate::domain::Domain;
use crate::exit::Failure;
use crate::output;

pub(super) use self::told::told;

/// What a statement comes to.
#[derive(Debug)]
pub(super) enum Standing {
    /// It gives what the right contract gives.
    Same,
    /// It gives something else, or something where the question is unclear.
    Other,
    /// It gives nothing, and why.
    Refused(String),
    /// There is nothing to hold it against, and why.
    NotCompared(String),
}

/// A copy of a database, over which statements of a model are run and held against right contracts.
pub(super) struct Bench<'d> {
    copy: PrivateCopy,
    right: RightRows<'d>,
}

impl<'d> Bench<'d> {
    /// A bench over a copy of a database, on a day.
    pub(super) fn over(file: &Path, domain: &'d Domain, today: &str) -> Result<Self, Failure> {
        let copy = PrivateCopy::of(file)?;
        let today: NaiveDate = today.parse().map_err(Failure::failed)?;
        let right = RightRows::new(copy.file(), domain, today);
        Ok(Self { copy, right })
    }

    /// What a statement comes to as an answer to a question.
    pub(super) async fn standing(&self, text: &str, question: &Question) -> Standing {
        let (file, text) = (self.copy.file().to_owned(), text.to_owned());
        let running = tokio::task::spawn_blocking(move || statement::run(&file, &text));
        let ran = running.await.unwrap_or_else(|error| Err(error.to_string()));
        let given = match ran {
            Ok(given) => given,
            Err(why) => return Standing::Refused(why),
        };
        let Some(expected) = &question.expected else {
            return Standing::Other;
        };
        match self.right.of(&question.id, &expected.line).await.as_ref() {
            Ok(right) if right.is_given_by(&given) => Standing::Same,
            Ok(_) => Standing::Other,
            Err(why) => Standing::NotCompared(why.clone()),
        }
    }
}

/// The SQLite file with the tables of a domain: the one that is said, or that of a built-in domain's demonstration.
pub(super) fn file(arguments: &DatabaseArguments, domain: &Domain) -> Result<PathBuf, Failure> {
    let name = output::plain(&domain.tables.name);
    if domain.catalogue.structured.is_none() {
        let message = format!("`{name}` has no `bindings.yaml`, which says what its tables are");
        return Err(Failure::usage(message).help("leave `sql` out of `--notation`"));
    }
    let said = arguments.url()?;
    if let Some(url) = &said {
        let file = url.strip_prefix("sqlite:").map(PathBuf::from);
        return file.ok_or_else(|| {
            Failure::usage("--db: the notation `sql` takes SQLite files alone")
                .help("a model's SQL is run on a private copy, which a server of databases has none of: say `sqlite:FILE`")
        });
    }
    AnyDatabase::demonstration(domain)?.ok_or_else(|| {
        Failure::usage(format!("`{name}` has no database to demonstrate it"))
            .help("say `--db sqlite:FILE`")
    })
}
