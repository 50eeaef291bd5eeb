//! The text index of the retrieval lane.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use cmec_compiler::documents::DocumentTypes;
use cmec_executor::analysis::Chinese;
use cmec_executor::catalogue::RetrievalCatalogue;
use cmec_executor::documents::chunk::{ChunkSize, chunks};
use cmec_executor::ports::embedder::Embedder;
use cmec_executor::ports::reranker::Reranker;
use cmec_executor::ports::text_index::joined_indexes::JoinedIndexes;
use cmec_executor::ports::text_index::postgres::PostgresIndex;
use cmec_executor::ports::text_index::tantivy::writer::Writer;
use cmec_executor::ports::text_index::tantivy::{TantivyIndex, store};
use cmec_executor::ports::text_index::{
    Embedding, IndexError, IndexHits, MetadataField, Nearest, Predicate, TextIndex, TextQuery,
    VectorQuery,
};
use cmec_executor::ports::texts::Texts;
use tokio::runtime::Handle;

use crate::domain::Domain;
use crate::terminal::exit::CliError;
use crate::terminal::{output, secrets};
use crate::world::database;
use crate::world::models::{self, EmbedderArguments, RankArguments};

/// Which index is asked.
#[derive(Debug, Args)]
pub(crate) struct IndexArguments {
    /// Text index that `cmec index` made: its folder, or `postgres://USER@HOST/NAME`; several are searched as one list
    /// [default: those that the corpora of `retrieval.yaml` have, or the texts that come with a built-in domain]
    #[arg(long, value_name = "INDEX", conflicts_with = "index_env")]
    index: Vec<String>,
    /// Environment variable with the address of the index: an address may have a password
    #[arg(long, value_name = "NAME")]
    index_env: Option<String>,
}

/// Where an index is.
pub(crate) enum IndexPlace {
    /// In a folder.
    Folder(PathBuf),
    /// In a PostgreSQL database, by its address.
    Postgres(String),
}

impl IndexPlace {
    /// The one that is said, or that an environment variable names.
    pub(crate) fn of(said: Option<&str>, variable: Option<&str>) -> Result<Option<Self>, CliError> {
        let said = match variable {
            Some(name) => Some(secrets::address("--index-env", name)?),
            None => said.map(str::to_owned),
        };
        let place = said.map(|said| match database::is_address(&said) {
            true if said.starts_with("postgres") => Ok(Self::Postgres(said)),
            true => {
                let failure = CliError::usage("--index: an index is a folder, or in PostgreSQL");
                Err(failure.help("say a folder, or `postgres://USER@HOST/NAME`"))
            }
            false => Ok(Self::Folder(PathBuf::from(said))),
        });
        place.transpose()
    }
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
pub(crate) struct TextPorts {
    index: JoinedIndexes,
    embedder: Box<dyn Embedder>,
    reranker: Box<dyn Reranker>,
}

impl TextPorts {
    /// Those asked for. Their connections belong to the runtime.
    pub(crate) fn of(
        arguments: &TextArguments,
        domain: &Domain,
        runtime: &Handle,
    ) -> Result<Self, CliError> {
        let index = JoinedIndexes::new(indexes(&arguments.index, domain, runtime)?);
        let is_asked = arguments.embedder.embed_url.is_some();
        let kept = is_asked.then(|| index.embedding()).flatten();
        let kept = kept.map(|own| own.question).unwrap_or_default();
        let embedder = models::embedder(&arguments.embedder, |settings| {
            settings.question = settings.question.clone().or(&kept);
            settings.least_cosine = arguments.rank.least_cosine;
            if !kept.is_empty() && settings.question != kept {
                let said = &settings.question;
                let told = format!(
                    "the index was made for questions with {kept}, and they are asked with {said}"
                );
                eprintln!("warning: {}", output::plain(&told));
            }
        })?;
        Ok(Self {
            index,
            embedder,
            reranker: models::reranker(&arguments.rank)?,
        })
    }

    /// As the library takes them.
    pub(crate) fn ports(&self) -> Texts<'_> {
        Texts {
            index: &self.index,
            embedder: &*self.embedder,
            reranker: &*self.reranker,
        }
    }
}

/// The indexes of `--index`, or else those of the corpora, or else the demonstration texts of a built-in domain.
fn indexes(
    arguments: &IndexArguments,
    domain: &Domain,
    runtime: &Handle,
) -> Result<Vec<Box<dyn TextIndex>>, CliError> {
    let named = IndexPlace::of(None, arguments.index_env.as_deref());
    let said = arguments.index.iter();
    let said = said.map(|said| IndexPlace::of(Some(said), None));
    let places = std::iter::once(named).chain(said);
    let mut places: Vec<IndexPlace> = places
        .filter_map(Result::transpose)
        .collect::<Result<_, _>>()?;
    if places.is_empty() {
        places.extend(domain.indexes().into_iter().map(IndexPlace::Folder));
    }
    if places.is_empty() {
        return Ok(vec![Box::new(DemoIndex::of(domain))]);
    }
    let places = places.into_iter();
    places.map(|place| at(place, runtime)).collect()
}

fn at(place: IndexPlace, runtime: &Handle) -> Result<Box<dyn TextIndex>, CliError> {
    Ok(match place {
        IndexPlace::Folder(folder) => Box::new(store::open(&folder).map_err(CliError::failed)?),
        IndexPlace::Postgres(url) => {
            let index = runtime.block_on(PostgresIndex::open(&url));
            Box::new(index.map_err(CliError::failed)?)
        }
    })
}

/// The types of a domain's documents, with what documents call them.
pub(crate) fn document_types(catalogue: &RetrievalCatalogue) -> DocumentTypes<'_> {
    let types = catalogue.document_types.iter().map(AsRef::as_ref);
    let aliases = catalogue.aliases.iter().flat_map(|own| {
        let aliases = own.aliases.iter();
        aliases.map(|alias| (alias.as_ref(), own.document_type.as_ref()))
    });
    let of_folders = catalogue.default_types.iter();
    let of_folders = of_folders.map(|own| (own.folder.as_ref(), own.document_type.as_ref()));
    DocumentTypes::new(types, aliases).with_defaults(of_folders)
}

/// An index of texts in memory. What is wrong with one that comes with a domain, its tests tell.
fn in_memory(
    texts: &[(&str, &[u8])],
    catalogue: &RetrievalCatalogue,
) -> Result<TantivyIndex, IndexError> {
    let types = document_types(catalogue);
    let mut writer = Writer::in_memory(Chinese::default())?;
    for (path, bytes) in texts {
        let (document, _) = cmec_compiler::documents::read_markdown(path, bytes, &types);
        let document = document.filter(|own| !catalogue.leaves_out(&own.metadata));
        for chunk in document
            .iter()
            .flat_map(|own| chunks(own, ChunkSize::default()))
        {
            writer.add(&chunk)?;
        }
    }
    writer.finish()
}

/// The demonstration texts of a built-in domain, which the first question indexes. Other domains have none.
#[derive(Debug)]
struct DemoIndex {
    domain: Option<String>,
    index: OnceLock<Result<TantivyIndex, IndexError>>,
}

impl DemoIndex {
    fn of(domain: &Domain) -> Self {
        Self {
            domain: domain.is_builtin().then(|| domain.tables.name.to_string()),
            index: OnceLock::new(),
        }
    }

    fn index(&self) -> Result<&TantivyIndex, IndexError> {
        let none = || IndexError::Unreachable("there are no texts: name an index".to_owned());
        let domain = self.domain.as_deref().ok_or_else(none)?;
        let catalogue = cmec_executor::generated::builtin(domain);
        let catalogue = catalogue.and_then(|own| own.retrieval.as_ref());
        let texts = cmec_demo::texts::of(domain);
        let catalogue = catalogue.filter(|_| !texts.is_empty()).ok_or_else(none)?;
        let index = self.index.get_or_init(|| in_memory(&texts, catalogue));
        index.as_ref().map_err(Clone::clone)
    }
}

#[async_trait::async_trait]
impl TextIndex for DemoIndex {
    fn engine(&self) -> &'static str {
        self.index().map_or("none", TextIndex::engine)
    }

    fn embedding(&self) -> Option<Embedding> {
        None
    }

    fn chinese(&self) -> Chinese {
        self.index().map_or(Chinese::default(), TextIndex::chinese)
    }

    async fn search(&self, query: &TextQuery, within: Duration) -> Result<IndexHits, IndexError> {
        self.index()?.search(query, within).await
    }

    async fn nearest(&self, query: &VectorQuery, within: Duration) -> Result<Nearest, IndexError> {
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
