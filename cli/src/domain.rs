//! A domain by name, folder or compiled file.

pub(crate) mod codebook;
pub(crate) mod intents;
pub(crate) mod plan_options;
pub(crate) mod principals;
pub(crate) mod prompt;
pub(crate) mod recording;
pub(crate) mod strategy;
pub(crate) mod tokenizers;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use cmec_decoder::Tables;
use cmec_executor::catalogue::RetrievalCatalogue;
use cmec_executor::{Catalogue, Locale};

use crate::terminal::arguments::Lang;
use crate::terminal::exit::CliError;
use crate::terminal::input;

/// A codebook ready for decoding and planning.
pub(crate) struct Domain {
    pub(crate) tables: Cow<'static, Tables>,
    pub(crate) catalogue: Cow<'static, Catalogue>,
    /// The folder of the codebook or of the compiled file; `None` if built in.
    pub(crate) folder: Option<PathBuf>,
}

impl Domain {
    pub(crate) fn load(name: &str) -> Result<Self, CliError> {
        if let Some(domain) = Self::builtin(name) {
            return Ok(domain);
        }
        let path = Path::new(name);
        if path.is_dir() {
            return Self::compile(path);
        }
        if path.is_file() {
            let folder = path.parent().unwrap_or_else(|| Path::new(""));
            return Self::compiled(folder, &input::read_text(path)?);
        }
        Err(
            CliError::usage(format!("there is no domain and no folder `{name}`")).help(format!(
                "built in: {}; or give the folder of a codebook",
                cmec_decoder::generated::DOMAINS.join(", ")
            )),
        )
    }

    pub(crate) fn builtin(name: &str) -> Option<Self> {
        Some(Self {
            tables: Cow::Borrowed(cmec_decoder::generated::builtin(name)?),
            catalogue: Cow::Borrowed(cmec_executor::generated::builtin(name)?),
            folder: None,
        })
    }

    fn compile(folder: &Path) -> Result<Self, CliError> {
        let model = codebook::compiled(folder, &codebook::sources(folder)?)?;
        let (tables, catalogue) = model.into_tables();
        Ok(Self {
            tables: Cow::Owned(tables),
            catalogue: Cow::Owned(catalogue),
            folder: Some(folder.to_owned()),
        })
    }

    fn compiled(folder: &Path, text: &str) -> Result<Self, CliError> {
        Ok(Self {
            tables: Cow::Owned(Tables::from_compiled(text).map_err(CliError::failed)?),
            catalogue: Cow::Owned(Catalogue::from_compiled(text).map_err(CliError::failed)?),
            folder: Some(folder.to_owned()),
        })
    }

    pub(crate) const fn is_builtin(&self) -> bool {
        self.folder.is_none()
    }

    /// The index folders of its corpora, without duplicates.
    pub(crate) fn indexes(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = Vec::new();
        if let (Some(folder), Some(retrieval)) = (&self.folder, &self.catalogue.retrieval) {
            for own in retrieval.indexes.iter() {
                let own = folder.join(&*own.folder);
                if !all.contains(&own) {
                    all.push(own);
                }
            }
        }
        all
    }

    /// The settings of text search.
    pub(crate) fn retrieval(&self) -> Result<&RetrievalCatalogue, CliError> {
        self.catalogue.retrieval.as_ref().ok_or_else(|| {
            let name = &self.tables.name;
            let message =
                format!("`{name}` has no `retrieval.yaml`, which says how texts are searched");
            CliError::usage(message)
        })
    }

    /// The requested language, or the codebook's first.
    pub(crate) fn language(&self, asked: Option<Lang>) -> Locale {
        let first = || self.tables.languages.first();
        asked
            .map(Locale::from)
            .unwrap_or_else(|| first().map_or(Locale::En, |tag| Locale::of_tag(tag)))
    }
}
