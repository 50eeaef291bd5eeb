//! `--principal NAME=VALUE`: the host's data about the user, for row-level security.

use std::convert::Infallible;
use std::str::FromStr;

use clap::Args;
use cmec_decoder::Tables;
use cmec_executor::Principals;

use crate::terminal::exit::CliError;

/// Whoever asks.
#[derive(Debug, Args)]
pub(crate) struct PrincipalArguments {
    /// Value of a principal that the codebook's `policy` names; more than once for one with several, `NAME=` for none of them
    #[arg(long = "principal", value_name = "NAME=VALUE")]
    said: Vec<PrincipalArgument>,
}

/// A name, and a value where there is one.
#[derive(Debug, Clone)]
struct PrincipalArgument {
    name: String,
    value: Option<String>,
}

impl FromStr for PrincipalArgument {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Ok(Self {
            name: name.to_owned(),
            value: (!value.is_empty()).then(|| value.to_owned()),
        })
    }
}

impl PrincipalArguments {
    /// What was said, each of a name that the codebook has.
    pub(crate) fn principals(&self, tables: &Tables) -> Result<Principals, CliError> {
        let mut principals = Principals::default();
        for PrincipalArgument { name, value } in &self.said {
            if tables.principal(name).is_none() {
                return Err(unknown(name, tables));
            }
            principals = match value {
                Some(value) => principals.with(name, value),
                None => principals.with_none_of(name),
            };
        }
        Ok(principals)
    }
}

fn unknown(name: &str, tables: &Tables) -> CliError {
    let known: Vec<String> = (tables.principals.iter())
        .map(|own| format!("`{}`", own.name))
        .collect();
    let help = match known.as_slice() {
        [] => "its `policy` names none".to_owned(),
        known => format!("its `policy` names {}", known.join(", ")),
    };
    let domain = &tables.name;
    CliError::usage(format!("--principal: `{domain}` has no principal `{name}`")).help(help)
}
