//! The same questions, each asked of texts in three languages, by words and by the vectors of a real model. `CMEC_EMBED=URL`
//! names a server that has multilingual-e5-small; its vectors are kept for the next run. Without it nothing is measured.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, Instant};

use cmec_executor::documents::Document;
use cmec_executor::lane::retrieval::run::ranked;
use cmec_executor::ports::embedder::http::{EmbeddingSettings, HttpEmbedder};
use cmec_executor::ports::embedder::{Embedder, Purpose, Vector, vectors};
use cmec_executor::ports::model_error::ModelError;
use cmec_executor::ports::model_server::ModelServer;
use cmec_executor::ports::reranker::NoReranker;
use cmec_executor::ports::text_index::build::EmbeddedChunk;
use cmec_executor::ports::text_index::memory::Memory;
use cmec_executor::ports::text_index::{Embedding, TextIndex as _};
use cmec_executor::ports::texts::Texts;
use cmec_executor::ports::vector_cache::VectorCache;
use tokio::runtime::Runtime;

use crate::pieces;
use crate::xquad::{Set, measured, plan, query, set};

const MODEL: &str = "multilingual-e5-small";
const LANGUAGES: [&str; 3] = ["ru", "en", "zh"];
const QUESTION: &str = "query: ";
const PIECE: &str = "passage: ";
const WITHIN: Duration = Duration::from_secs(600);

fn embedding(prefix: &str) -> Embedding {
    Embedding {
        model: MODEL.to_owned(),
        dimension: 384,
        prefix: prefix.to_owned(),
        ..Embedding::default()
    }
}

/// A model whose vectors are kept for the next run, as those of an index that is not finished.
#[derive(Debug)]
struct KeptVectors {
    model: HttpEmbedder,
    vectors: BTreeMap<(bool, String), Vector>,
}

const fn is_question(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Question)
}

impl KeptVectors {
    /// `None`, with a word, where no server is named.
    fn open() -> Option<Self> {
        let Ok(url) = std::env::var("CMEC_EMBED") else {
            eprintln!("skipped: `CMEC_EMBED` names no server with {MODEL}");
            return None;
        };
        let mut settings = EmbeddingSettings::new(MODEL.to_owned());
        settings.question.prefix = Some(QUESTION.to_owned());
        settings.piece.prefix = Some(PIECE.to_owned());
        Some(Self {
            model: HttpEmbedder::new(ModelServer::new(&url, None).unwrap(), settings),
            vectors: BTreeMap::new(),
        })
    }

    fn kept(&self, text: &str, purpose: Purpose) -> Option<Vector> {
        let key = (is_question(purpose), text.to_owned());
        self.vectors.get(&key).cloned()
    }

    /// Has the vectors of some texts, and keeps those that are new.
    fn fill(&mut self, runtime: &Runtime, texts: &[String], purpose: Purpose) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xquad-vectors");
        let prefix = if is_question(purpose) {
            QUESTION
        } else {
            PIECE
        };
        let file = file.with_extension(prefix.trim_end_matches(": "));
        let mut cache = VectorCache::open(&file, &embedding(prefix)).unwrap();
        let mut missing: Vec<&str> = Vec::new();
        for text in texts {
            match cache.vector(text) {
                Some(vector) => drop(
                    self.vectors
                        .insert((is_question(purpose), text.clone()), vector),
                ),
                None => missing.push(text),
            }
        }
        for batch in missing.chunks(16) {
            let new = runtime.block_on(vectors(&self.model, batch, purpose, WITHIN));
            let new = new.unwrap();
            cache.keep(batch.iter().copied().zip(&new)).unwrap();
            let texts = batch.iter();
            let keys = texts.map(|text| (is_question(purpose), (*text).to_owned()));
            self.vectors.extend(keys.zip(new));
        }
    }

    /// An index of some texts.
    fn index(&mut self, runtime: &Runtime, documents: &[Document]) -> Memory {
        let pieces = pieces(documents);
        let texts: Vec<String> = pieces.iter().map(|own| own.searched()).collect();
        self.fill(runtime, &texts, Purpose::Piece);
        let pieces = pieces.into_iter().zip(&texts);
        let pieces = pieces.map(|(chunk, text)| EmbeddedChunk {
            vector: self.kept(text, Purpose::Piece),
            chunk,
        });
        Memory::with_vectors(pieces, Some(embedding(PIECE)))
    }

    /// The place of the text that answers each question, among those by words, by vectors and of both; and whether the answer
    /// is limited.
    fn asked(&mut self, runtime: &Runtime, index: &Memory, questions: &Set) -> Vec<Asked> {
        let texts = questions.questions.iter();
        let texts: Vec<String> = texts.map(|(_, text, _)| text.clone()).collect();
        self.fill(runtime, &texts, Purpose::Question);
        let texts = Texts {
            index,
            embedder: &*self,
            reranker: &NoReranker,
        };
        let asked = questions.questions.iter().map(|(_, text, answer)| {
            let (plan, asked) = (plan(text), query(text, index.chinese()));
            let found = ranked(&plan, &asked, texts, Instant::now() + WITHIN);
            let found = runtime.block_on(found).unwrap();
            let mut pieces = found.pieces.iter().enumerate();
            let own = pieces.find(|(_, own)| own.chunk.document == *answer);
            let from_zero = |place: Option<usize>| place.map(|place| place - 1);
            Asked {
                answer: answer.clone(),
                places: [
                    own.and_then(|(_, own)| from_zero(own.by_words)),
                    own.and_then(|(_, own)| from_zero(own.by_vector)),
                    own.map(|(place, _)| place),
                ],
                is_limited: found.judgement.is_weak(),
            }
        });
        asked.collect()
    }
}

struct Asked {
    answer: String,
    places: [Option<usize>; 3],
    is_limited: bool,
}

#[async_trait::async_trait]
impl Embedder for KeptVectors {
    fn model(&self) -> Option<&str> {
        Some(MODEL)
    }

    async fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        _: Duration,
    ) -> Result<Vec<Vector>, ModelError> {
        let texts = texts.iter();
        Ok(texts.filter_map(|text| self.kept(text, purpose)).collect())
    }
}

#[test]
fn a_fused_list_is_as_good_as_the_better_of_two() {
    let Some(mut model) = KeptVectors::open() else {
        return;
    };
    let runtime = Runtime::new().unwrap();
    for language in LANGUAGES {
        let Some(texts) = set(language) else { return };
        let index = model.index(&runtime, &texts.documents);
        for asked in LANGUAGES {
            let asked = (asked, set(asked).unwrap());
            let places = model.asked(&runtime, &index, &asked.1);
            let figures = [0, 1, 2].map(|list| {
                let places: Vec<_> = places.iter().map(|own| own.places[list]).collect();
                measured(&places)
            });
            let [words, near, both] = figures;
            eprintln!(
                "{} asked of {language}: recall@5 words {:.3}, vectors {:.3}, fused {:.3}; nDCG@10 {:.3}, {:.3}, {:.3}",
                asked.0, words.0, near.0, both.0, words.1, near.1, both.1
            );
            assert!(both.0 >= words.0.max(near.0) - 0.01, "recall");
            assert!(both.1 >= words.1.max(near.1) - 0.01, "gain");
        }
    }
}

/// With the paragraphs of every other article, in the order in which they first appear.
#[test]
fn an_answer_is_told_from_none_across_languages() {
    let Some(mut model) = KeptVectors::open() else {
        return;
    };
    let runtime = Runtime::new().unwrap();
    for language in LANGUAGES {
        let Some(texts) = set(language) else { return };
        let mut articles: Vec<&str> = Vec::new();
        for own in &texts.documents {
            if !articles.contains(&own.title.as_str()) {
                articles.push(&own.title);
            }
        }
        assert_eq!(articles.len(), 48);
        let odd: BTreeSet<&str> = articles.into_iter().step_by(2).collect();
        let there = texts.documents.iter();
        let there = there.filter(|own| odd.contains(own.title.as_str()));
        let there: Vec<Document> = there.cloned().collect();
        let index = model.index(&runtime, &there);
        for asked in LANGUAGES {
            let all = model.asked(&runtime, &index, &set(asked).unwrap());
            let (mut limited, mut count) = ([0_usize; 2], [0_usize; 2]);
            for own in &all {
                let is_there = usize::from(there.iter().any(|text| text.path == own.answer));
                count[is_there] += 1;
                limited[is_there] += usize::from(own.is_limited);
            }
            let [without, with] = [0, 1].map(|at| limited[at] as f64 / count[at] as f64);
            eprintln!(
                "{asked} asked of {language}: limited {with:.3} with an answer, {without:.3} without"
            );
            let (most, least) = match asked == language {
                true => (0.10, 0.5),
                false => (0.25, 0.4),
            };
            assert!(with <= most && without >= least);
        }
    }
}
