//! Which text index the retrieval lane asks.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use cmec_compiler::documents::DocumentTypes;
use cmec_executor::catalogue::RetrievalCatalogue;
use cmec_executor::documents::chunk::{ChunkSize, chunks};
use cmec_executor::ports::text_index::tantivy::writer::Writer;
use cmec_executor::ports::text_index::tantivy::{TantivyIndex, store};
use cmec_executor::ports::text_index::{
    Embedding, Found, Hit, IndexError, MetadataField, Predicate, TextIndex, TextQuery, VectorQuery,
};
use cmec_executor::ports::texts::Texts;

use crate::domain::Domain;
use crate::exit::Failure;
use crate::models::{AnyEmbedder, AnyReranker, EmbedderArguments, RankArguments};

/// Which index is asked.
#[derive(Debug, Args)]
pub(crate) struct IndexArguments {
    /// Folder of a text index that `cmec index` made [default: the texts that come with a built-in domain]
    #[arg(long, value_name = "DIR")]
    pub(crate) index: Option<PathBuf>,
}

/// Which texts are asked, with the models beside them.
#[derive(Debug, Args)]
pub(crate) struct TextArguments {
    #[command(flatten)]
    index: IndexArguments,
    #[command(flatten)]
    embedder: EmbedderArguments,
    #[command(flatten)]
    rank: RankArguments,
}

/// An index and the models beside it.
pub(crate) struct AnyTexts {
    index: AnyIndex,
    embedder: AnyEmbedder,
    reranker: AnyReranker,
}

impl AnyTexts {
    /// Those asked for.
    pub(crate) fn of(arguments: &TextArguments, domain: &Domain) -> Result<Self, Failure> {
        Ok(Self {
            index: AnyIndex::of(&arguments.index, domain)?,
            embedder: AnyEmbedder::of(&arguments.embedder, arguments.rank.least_cosine)?,
            reranker: AnyReranker::of(&arguments.rank)?,
        })
    }

    /// As the library takes them.
    pub(crate) const fn ports(&self) -> Texts<'_, AnyIndex, AnyEmbedder, AnyReranker> {
        Texts {
            index: &self.index,
            embedder: &self.embedder,
            reranker: &self.reranker,
        }
    }
}

/// An index, where there is one.
pub(crate) enum AnyIndex {
    /// One of a folder.
    Folder(Box<TantivyIndex>),
    /// The texts that come with a built-in domain, indexed by the first question.
    BuiltIn {
        domain: String,
        index: OnceLock<Result<TantivyIndex, IndexError>>,
    },
    /// None.
    None,
}

impl AnyIndex {
    /// The index asked for, or one of the texts that come with a built-in domain.
    pub(crate) fn of(arguments: &IndexArguments, domain: &Domain) -> Result<Self, Failure> {
        if let Some(folder) = &arguments.index {
            let index = store::open(folder).map_err(Failure::failed)?;
            return Ok(Self::Folder(Box::new(index)));
        }
        Ok(match domain.is_builtin {
            true => Self::BuiltIn {
                domain: domain.tables.name.to_string(),
                index: OnceLock::new(),
            },
            false => Self::None,
        })
    }

    fn index(&self) -> Result<&TantivyIndex, IndexError> {
        let none = || IndexError::Unreachable("there are no texts: name an index".to_owned());
        match self {
            Self::Folder(index) => Ok(index),
            Self::BuiltIn { domain, index } => {
                let catalogue = cmec_executor::generated::builtin(domain);
                let catalogue = catalogue.and_then(|own| own.retrieval.as_ref());
                let texts = cmec_demo::texts::of(domain);
                match catalogue.filter(|_| !texts.is_empty()) {
                    Some(catalogue) => {
                        let index = index.get_or_init(|| in_memory(&texts, catalogue));
                        index.as_ref().map_err(Clone::clone)
                    }
                    None => Err(none()),
                }
            }
            Self::None => Err(none()),
        }
    }
}

/// The types of a domain's documents, with what documents call them.
pub(crate) fn document_types(catalogue: &RetrievalCatalogue) -> DocumentTypes<'_> {
    let types = catalogue.document_types.iter().map(AsRef::as_ref);
    let aliases = catalogue.aliases.iter().flat_map(|own| {
        let aliases = own.aliases.iter();
        aliases.map(|alias| (alias.as_ref(), own.document_type.as_ref()))
    });
    DocumentTypes::new(types, aliases)
}

/// An index of texts in memory. What is wrong with one that comes with a domain, its tests tell.
fn in_memory(
    texts: &[(&str, &[u8])],
    catalogue: &RetrievalCatalogue,
) -> Result<TantivyIndex, IndexError> {
    let types = document_types(catalogue);
    let mut writer = Writer::in_memory()?;
    for (path, bytes) in texts {
        let (document, _) = cmec_compiler::documents::read_markdown(path, bytes, &types);
        let document = document.filter(|own| !catalogue.leaves_out(own.metadata.status.as_deref()));
        for chunk in document
            .iter()
            .flat_map(|own| chunks(own, ChunkSize::default()))
        {
            writer.add(&chunk)?;
        }
    }
    writer.finish()
}

impl TextIndex for AnyIndex {
    fn engine(&self) -> &'static str {
        self.index().map_or("none", TextIndex::engine)
    }

    async fn search(&self, query: &TextQuery, within: Duration) -> Result<Found, IndexError> {
        self.index()?.search(query, within).await
    }

    fn embedding(&self) -> Option<Embedding> {
        self.index().ok().and_then(TextIndex::embedding)
    }

    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Vec<Hit>, IndexError> {
        self.index()?.nearest(query, within).await
    }

    async fn count(&self, predicates: &[Predicate], within: Duration) -> Result<u64, IndexError> {
        self.index()?.count(predicates, within).await
    }

    async fn values(
        &self,
        field: MetadataField,
        predicates: &[Predicate],
        within: Duration,
    ) -> Result<Vec<String>, IndexError> {
        self.index()?.values(field, predicates, within).await
    }
}
