//! Ranks the rows of a contract by the distance of their vectors to the vector of the question.

use cmec_decoder::contract::{Pagination, Str};

use crate::catalogue::Embedding;
use crate::debug_envelope::DebugEnvelope;
use crate::lane::structured::plan::Search;
use crate::lane::structured::resolve::ResolveError;
use crate::lane::structured::result::{Notes, Outcome};
use crate::lane::structured::search::{RankedRows, left, text};
use crate::lane::structured::sql;
use crate::lane::structured::sql::{Anchors, Nearest, Scan, WrittenStatement, key_of_row};
use crate::limitation::Limitation;
use crate::ports::database::{DatabaseRow, DatabaseValue, Engine, ask};
use crate::ports::embedder::{Purpose, Vector, vectors};
use crate::ports::model_error::ModelError;
use crate::ports::model_time::for_model;
use crate::ports::row_vectors::RowVectors;
use crate::response::ranking::Ranking;

use super::RunRequest;
use super::statements::{only, whole_rows};

/// Maximum number of row keys that are read for a comparison.
const KEYS: u32 = 50_000;

/// Whether the rows can be compared with a question by vectors.
pub(super) enum VectorComparison<'q> {
    /// They can.
    With(Question<'q>),
    /// They cannot: the vectors of the rows and of the question come from different models.
    Unfit(String),
    /// They cannot: the rows have no vectors, or the question has none, with the reason.
    Not(Option<ModelError>),
}

/// The vector of a question and the source of the row vectors.
pub(super) struct Question<'q> {
    vector: Vector,
    stored: VectorSource<'q>,
}

impl Question<'_> {
    /// A description of the ranking for the debug envelope.
    pub(super) fn told(&self) -> String {
        let (model, place) = (self.stored.model(), self.stored.place());
        format!("ranked by vectors of `{model}` in {place}")
    }
}

enum VectorSource<'q> {
    /// In a column of their table.
    Column(&'q Embedding),
    /// Outside of the database.
    Beside(&'q dyn RowVectors),
}

impl<'q> VectorSource<'q> {
    /// The source of the vectors of the searched rows; `None` where they have none.
    fn of(asked: &RunRequest<'q>, search: &'q Search<'q>) -> Option<Self> {
        if let Some(beside) = beside(asked) {
            return Some(Self::Beside(beside));
        }
        let is_postgres = asked.database.engine() == Engine::Postgres;
        let column = search.embedding.filter(|_| is_postgres);
        column.map(Self::Column)
    }

    fn model(&self) -> &str {
        match self {
            Self::Column(embedding) => &embedding.model,
            Self::Beside(beside) => &beside.embedding().model,
        }
    }

    fn dimension(&self) -> usize {
        match self {
            Self::Column(embedding) => embedding.dimension as usize,
            Self::Beside(beside) => beside.embedding().dimension,
        }
    }

    fn place(&self) -> String {
        match self {
            Self::Column(embedding) => format!("the column `{}`", embedding.column),
            Self::Beside(beside) => format!("the file of `{}`", beside.type_name()),
        }
    }
}

/// The vectors outside of the database. Rows that are bindings have no single key, so they have none.
fn beside<'q>(asked: &RunRequest<'q>) -> Option<&'q dyn RowVectors> {
    let contract = &asked.plan.contract;
    let [of_type] = contract.grounding.target_types.as_slice() else {
        return None;
    };
    let mut all = asked.row_vectors.iter().map(AsRef::as_ref);
    let found = all.find(|own| *of_type == own.type_name());
    found.filter(|_| !contract.intent.has_matches())
}

/// Embeds the question, where the rows have vectors.
pub(super) async fn compared<'q>(
    asked: &RunRequest<'q>,
    search: &'q Search<'q>,
) -> VectorComparison<'q> {
    let Some(stored) = VectorSource::of(asked, search) else {
        return VectorComparison::Not(None);
    };
    let embedder = asked.embedder;
    let Some(model) = embedder.model() else {
        let why = ModelError::Unasked("this host has no embedder");
        return VectorComparison::Not(Some(why));
    };
    let (place, of) = (stored.place(), stored.model());
    if of.is_empty() {
        let why = ModelError::Unasked("the bindings do not say which model made those of rows");
        return VectorComparison::Not(Some(why));
    }
    if of != model {
        return VectorComparison::Unfit(format!(
            "those of {place} are of the model `{of}`, and that of the question is of `{model}`"
        ));
    }
    let text = [search.query_text.as_ref()];
    let within = for_model(asked.run.deadline);
    let vector = vectors(embedder, &text, Purpose::Question, within).await;
    let first = vector.and_then(|own| {
        let first = own.into_iter().next();
        first.ok_or_else(|| ModelError::Malformed("it has no vector".to_owned()))
    });
    let vector = match first {
        Ok(vector) => vector,
        Err(error) => return VectorComparison::Not(Some(error)),
    };
    let (wanted, has) = (stored.dimension(), vector.numbers().len());
    match has == wanted {
        true => VectorComparison::With(Question { vector, stored }),
        false => VectorComparison::Unfit(format!(
            "those of {place} have {wanted} numbers, and that of the question has {has}"
        )),
    }
}

pub(super) async fn ranked(
    asked: &RunRequest<'_>,
    (search, question): (&Search<'_>, &Question<'_>),
    anchors: &Anchors,
    notes: &mut Notes,
    debug: &mut DebugEnvelope,
) -> Result<Outcome, ResolveError> {
    let (found, changed) = match question.stored {
        // The owner of the column keeps it up to date: the column does not record the texts of its vectors.
        VectorSource::Column(embedding) => {
            let found = in_column(asked, (search, question, embedding), anchors, debug);
            (Some(found.await?), 0)
        }
        VectorSource::Beside(vectors) => {
            let found = in_file(asked, (search, question, vectors), anchors, debug).await?;
            let changed = match &found {
                Some((_, ranked)) => changed(asked, ranked, vectors, anchors).await?,
                None => 0,
            };
            (found, changed)
        }
    };
    let Some((written, ranked)) = found else {
        return Ok(Outcome::TooMany(KEYS));
    };
    let Some((best, _)) = ranked.rows.first() else {
        return Ok(Outcome::Nothing("no_rows"));
    };
    let told = format!("cosine of the nearest row: {best:.4}");
    debug.explain.push(told);
    let least = asked.embedder.least_cosine();
    if let Some(least) = least.filter(|least| best < least) {
        return Ok(Outcome::Far(*best, least));
    }
    if changed > 0 {
        notes.limitations.push(Limitation::VectorsOutdated {
            changed: changed as u64,
            rows: ranked.rows.len() as u64,
        });
    }
    Ok(Outcome::Ranked(written, ranked))
}

/// The number of shown rows whose texts have changed since their vectors were made.
async fn changed(
    asked: &RunRequest<'_>,
    ranked: &RankedRows,
    beside: &dyn RowVectors,
    anchors: &Anchors,
) -> Result<usize, ResolveError> {
    let keys = ranked.rows.iter().filter_map(|(_, row)| row.last());
    let keys: Vec<DatabaseValue> = keys.cloned().collect();
    if keys.is_empty() {
        return Ok(0);
    }
    let fields: Vec<&str> = beside.fields().iter().map(String::as_str).collect();
    let mut contract = only(left(&asked.plan.contract), keys.len());
    contract.grounding.target_attributes = fields.iter().map(|own| Str::Borrowed(*own)).collect();
    let written = sql::write(&asked.context(anchors).only_rows(keys), &contract)?;
    let rows = ask(asked.database, &written.statement, asked.run.deadline).await?;
    let changed = rows.iter().filter(|row| {
        let key = row
            .last()
            .and_then(|value| key_of_row(asked.database.engine(), value));
        key.is_some_and(|key| !beside.is_of(&key.shown(), &text(row, &written, &fields)))
    });
    Ok(changed.count())
}

/// The nearest rows by a vector column, as whole rows.
async fn in_column(
    asked: &RunRequest<'_>,
    (search, question, embedding): (&Search<'_>, &Question<'_>, &Embedding),
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<(WrittenStatement, RankedRows), ResolveError> {
    let mut contract = left(&asked.plan.contract);
    contract.constraints.sort.clear();
    contract.constraints.pagination.limit = search.top_k;
    let most = usize::try_from(search.top_k).unwrap_or(usize::MAX);
    let mut scan = Scan::Indexed;
    loop {
        let nearest = Nearest::new(&question.vector, embedding.metric, scan);
        let context = asked.context(anchors).nearest(nearest.clone());
        let written = sql::write(&context, &contract)?;
        let rows = asked.rows(&written.statement, debug).await?;
        // A page that is not full may have lost rows to an approximate vector index.
        if rows.len() <= most && scan == Scan::Indexed {
            scan = Scan::Exact;
            continue;
        }
        let rows = nearest.in_order(rows, written.columns.len());
        return Ok((written, RankedRows::of(Ranking::Vectors, rows, search)));
    }
}

/// The nearest rows by vectors outside of the database, as whole rows: reads the keys of the contract's rows, compares
/// their vectors and reads the best rows. `None` where there are too many keys.
async fn in_file(
    asked: &RunRequest<'_>,
    (search, question, beside): (&Search<'_>, &Question<'_>, &dyn RowVectors),
    anchors: &Anchors,
    debug: &mut DebugEnvelope,
) -> Result<Option<(WrittenStatement, RankedRows)>, ResolveError> {
    let contract = left(&asked.plan.contract);
    let mut all = contract.clone();
    all.constraints.sort.clear();
    all.constraints.pagination = Pagination {
        limit: KEYS,
        ..Pagination::default()
    };
    let keys = sql::keys(&asked.context(anchors), &all)?;
    let rows = asked.rows(&keys, debug).await?;
    let read = rows.len();
    if rows.len() > KEYS as usize {
        return Ok(None);
    }
    let with_cosines = rows.into_iter().filter_map(|row| {
        let key = key_of_row(asked.database.engine(), row.last()?)?.shown();
        Some((beside.cosine(&key, &question.vector)?, row))
    });
    let mut rows: Vec<(f32, DatabaseRow)> = with_cosines.collect();
    let told = format!("of {read} rows {} have a vector", rows.len());
    debug.explain.push(told);
    // Rows at the same distance keep the order of their keys.
    rows.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let ranked = RankedRows::of(Ranking::Vectors, rows, search);
    if ranked.rows.is_empty() {
        let written = sql::write(&asked.context(anchors), &contract)?;
        return Ok(Some((written, ranked)));
    }
    let whole = whole_rows(asked, (contract, ranked), anchors, debug);
    Ok(Some(whole.await?))
}
