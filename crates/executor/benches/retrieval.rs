//! What an answer and an index of the retrieval lane cost, against the engine alone in the same run: ratios.
//!
//! By hand, a query has the same terms, filters and stored texts, and an index is written from the same ready pieces, analyser
//! and stored fields. Each round times both sides once, every other round in the opposite order; the figure is the median.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a bench reads the clock"
)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cmec_decoder::contract::RagParams;
use cmec_decoder::language::QuestionKind;
use cmec_executor::analysis::{Analyser, Chinese};
use cmec_executor::documents::{Chunk, Metadata};
use cmec_executor::lane::Run;
use cmec_executor::lane::retrieval::answer;
use cmec_executor::lane::retrieval::decompose::of_question;
use cmec_executor::lane::retrieval::query::query;
use cmec_executor::ports::embedder::Vector;
use cmec_executor::ports::text_index::build::{DocumentHash, EmbeddedChunk, IndexBuild as _};
use cmec_executor::ports::text_index::tantivy::build::Build;
use cmec_executor::ports::text_index::tantivy::store::open;
use cmec_executor::ports::text_index::tantivy::writer::Writer;
use cmec_executor::ports::text_index::{Embedding, HEADING_WEIGHT, TextIndex as _, VectorQuery};
use cmec_executor::ports::texts::Texts;
use cmec_executor::response::Audience;
use cmec_executor::{Locale, generated};
use tantivy::collector::TopDocs;
use tantivy::query::{
    BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, TermQuery, TermSetQuery,
};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value as _,
};
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{Index, TantivyDocument, Term};
use tokio::runtime::Runtime;

const PIECES: usize = 100_000;
const ROUNDS: usize = 51;
const QUESTIONS: &[&str] = &[
    "слово17 слово230 слово2",
    "слово3 слово900 слово1200 слово77",
    "слово5 слово4000",
];

/// Numbers that look random, and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A word: the first are common, the last rare.
    fn word(&mut self) -> String {
        let rank = (5_000_f64.powf(self.next()) - 1.0) as usize;
        format!("слово{rank}")
    }
}

fn pieces(count: usize) -> Vec<Chunk> {
    let mut numbers = Numbers(1);
    let types = ["adr", "principle", "manifest", "definition", "pattern"];
    let pieces = (0..count).map(|number| {
        let words: Vec<String> = (0..120).map(|_| numbers.word()).collect();
        let status = ["stable", "private", "draft-raw", "accepted"][number % 4];
        let metadata = Metadata {
            document_type: types[number % 5].to_owned(),
            status: Some(status.to_owned()),
            tags: vec![format!("tag{}", number % 50)],
            contexts: Vec::new(),
            project: None,
            lastmod: None,
            other: BTreeMap::new(),
        };
        Chunk {
            id: format!("d{number}.md#1"),
            document: format!("d{number}.md"),
            title: format!("{} {}", numbers.word(), numbers.word()),
            headings: Vec::new(),
            text: words.join(" "),
            metadata: Arc::new(metadata),
        }
    });
    pieces.collect()
}

/// How many numbers a vector has.
const DIMENSION: usize = 384;

/// The nearest pieces of an index in a folder, of which every vector is looked at, against a copy of the same bytes.
fn vectors(runtime: &Runtime, pieces: &[Chunk]) {
    let folder = tempfile::tempdir().unwrap();
    let embedding = Embedding {
        model: "bench".to_owned(),
        dimension: DIMENSION,
        ..Embedding::default()
    };
    let mut numbers = Numbers(7);
    let mut vector = || {
        let own = (0..DIMENSION).map(|_| numbers.next() as f32 - 0.5);
        Vector::of(own.collect()).unwrap()
    };
    let mut build = Build::begin(folder.path(), true, Some(embedding)).unwrap();
    for piece in pieces {
        let document = DocumentHash {
            path: &piece.document,
            sha256: "0",
        };
        let embedded = [EmbeddedChunk {
            chunk: piece.clone(),
            vector: Some(vector()),
        }];
        runtime.block_on(build.write(document, &embedded)).unwrap();
    }
    runtime.block_on(build.finish()).unwrap();
    let index = open(folder.path()).unwrap();
    let query = VectorQuery {
        vector: vector(),
        predicates: Vec::new(),
        limit: 10,
    };
    let bytes = vec![1_u8; pieces.len() * DIMENSION * 4];
    let mut copy = vec![0_u8; bytes.len()];
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for turn in 0..2 {
            let side = if round % 2 == 0 { turn } else { 1 - turn };
            let start = Instant::now();
            if side == 0 {
                let found = runtime.block_on(index.nearest(&query, Duration::from_secs(60)));
                assert_eq!(found.unwrap().hits.len(), 10);
            } else {
                copy.copy_from_slice(&bytes);
                std::hint::black_box(&copy);
            }
            times[side].push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let [lane, hand] = times.map(median);
    println!(
        "vectors of {} MB: nearest {lane:.2} ms, copied {hand:.2} ms, {:.2} of the speed (bar 0.70)\n",
        bytes.len() >> 20,
        hand / lane
    );
}

/// The fields of an index by hand.
struct ByHand {
    schema: Schema,
    words: Field,
    headings: Field,
    of_type: Field,
    status: Field,
    tags: Field,
    path: Field,
    text: Field,
}

impl ByHand {
    fn new() -> Self {
        let mut schema = Schema::builder();
        let words = TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs);
        let words = TextOptions::default().set_indexing_options(words);
        Self {
            words: schema.add_text_field("words", words.clone()),
            headings: schema.add_text_field("headings", words),
            of_type: schema.add_text_field("type", STRING),
            status: schema.add_text_field("status", STRING),
            tags: schema.add_text_field("tags", STRING),
            path: schema.add_text_field("path", STRING),
            text: schema.add_text_field("text", STORED),
            schema: schema.build(),
        }
    }

    fn index(&self, pieces: &[Chunk]) -> Index {
        let index = Index::create_in_ram(self.schema.clone());
        let mut writer = index.writer_with_num_threads(1, 16 << 20).unwrap();
        let analyser = Analyser::default();
        for piece in pieces {
            let mut document = TantivyDocument::default();
            document.add_pre_tokenized_text(self.words, tokens(&piece.searched(), &analyser));
            document.add_pre_tokenized_text(self.headings, tokens(&piece.called(), &analyser));
            document.add_text(self.of_type, &piece.metadata.document_type);
            document.add_text(
                self.status,
                piece.metadata.status.as_deref().unwrap_or_default(),
            );
            document.add_text(self.tags, &piece.metadata.tags[0]);
            document.add_text(self.path, &piece.document);
            let Chunk {
                id,
                document: path,
                title,
                headings,
                text,
                metadata,
            } = piece;
            let kept = serde_json::json!({"id": id, "document": path, "title": title, "headings": headings,
                "text": text, "metadata": metadata.as_ref()});
            document.add_text(self.text, kept.to_string());
            writer.add_document(document).unwrap();
        }
        writer.commit().unwrap();
        writer.wait_merging_threads().unwrap();
        index
    }

    fn query(&self, words: &[String], types: &[String]) -> BooleanQuery {
        let having = |field: Field, values: &[String]| -> Box<dyn Query> {
            let terms = values
                .iter()
                .map(|value| Term::from_field_text(field, value));
            Box::new(ConstScoreQuery::new(
                Box::new(TermSetQuery::new(terms)),
                0.0,
            ))
        };
        let word = |field: Field, word: &str| -> Box<dyn Query> {
            let term = Term::from_field_text(field, word);
            Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
        };
        let words = words.iter().flat_map(|own| {
            let heading = BoostQuery::new(word(self.headings, own), HEADING_WEIGHT);
            [
                (Occur::Should, word(self.words, own)),
                (Occur::Should, Box::new(heading) as _),
            ]
        });
        let excluded = ["draft-raw", "private"].map(str::to_owned);
        BooleanQuery::new(vec![
            (Occur::MustNot, having(self.status, &excluded)),
            (Occur::Must, having(self.of_type, types)),
            (Occur::Must, Box::new(BooleanQuery::new(words.collect()))),
        ])
    }
}

fn tokens(text: &str, analyser: &Analyser) -> PreTokenizedString {
    let words = analyser.words(text).into_iter().enumerate();
    let tokens = words.map(|(position, word)| Token {
        offset_from: word.at.start,
        offset_to: word.at.end,
        position,
        text: word.stem,
        position_length: 1,
    });
    PreTokenizedString {
        text: String::new(),
        tokens: tokens.collect(),
    }
}

fn main() {
    let runtime = Runtime::new().unwrap();
    let by_hand = ByHand::new();
    let few = pieces(PIECES / 5);
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..5 {
        for turn in 0..2 {
            let side = if round % 2 == 0 { turn } else { 1 - turn };
            let start = Instant::now();
            if side == 0 {
                let mut writer = Writer::in_memory(Chinese::default()).unwrap();
                few.iter().for_each(|piece| writer.add(piece).unwrap());
                std::hint::black_box(writer.finish().unwrap());
            } else {
                std::hint::black_box(by_hand.index(&few));
            }
            times[side].push(start.elapsed().as_secs_f64());
        }
    }
    let [lane, hand] = times.map(median);
    let throughput = hand / lane;
    println!(
        "index of {} pieces: lane {lane:.2} s, by hand {hand:.2} s, throughput {throughput:.2} (bar 0.80)\n",
        few.len()
    );

    let all = pieces(PIECES);
    vectors(&runtime, &all);
    let mut writer = Writer::in_memory(Chinese::default()).unwrap();
    all.iter().for_each(|piece| writer.add(piece).unwrap());
    let own = writer.finish().unwrap();
    let other = by_hand.index(&all);
    let searcher = other.reader().unwrap().searcher();
    let catalogue = generated::builtin("mind")
        .unwrap()
        .retrieval
        .as_ref()
        .unwrap();
    for question in QUESTIONS {
        let rag = RagParams {
            query_text: Some((*question).into()),
            kind: Some(QuestionKind::Decision),
            ..RagParams::default()
        };
        let lane = || {
            let plan = of_question(&rag, catalogue, Vec::new(), None).unwrap();
            let run = Run {
                deadline: Instant::now() + Duration::from_secs(60),
                total: false,
                audience: Audience {
                    locale: Locale::Ru,
                    trace_id: "0",
                },
            };
            let mut explain = Vec::new();
            let answer = answer(&plan, Texts::of(&own), run, &mut explain);
            let answer = runtime.block_on(answer);
            serde_json::to_string(&answer).unwrap()
        };
        let words = query(
            &of_question(&rag, catalogue, Vec::new(), None).unwrap(),
            Chinese::default(),
        )
        .words;
        let types = ["adr", "principle", "manifest"].map(str::to_owned);
        let hand = || {
            let best = TopDocs::with_limit(10).order_by_score();
            let best = searcher
                .search(&by_hand.query(&words, &types), &best)
                .unwrap();
            let texts = best.into_iter().map(|(_, address)| {
                let document: TantivyDocument = searcher.doc(address).unwrap();
                document
                    .get_first(by_hand.text)
                    .unwrap()
                    .as_str()
                    .unwrap()
                    .to_owned()
            });
            serde_json::to_string(&texts.collect::<Vec<_>>()).unwrap()
        };
        assert!(lane().contains("FACTUAL_LIST"), "{question}");
        let mut times = [Vec::new(), Vec::new()];
        for round in 0..ROUNDS {
            for turn in 0..2 {
                let side = if round % 2 == 0 { turn } else { 1 - turn };
                let start = Instant::now();
                std::hint::black_box(if side == 0 { lane() } else { hand() });
                times[side].push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        let [lane, hand] = times.map(median);
        println!(
            "{question}: lane {lane:.3} ms, by hand {hand:.3} ms, {:.2} (bar 1.20)",
            lane / hand
        );
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
