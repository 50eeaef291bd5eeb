//! Public questions and paragraphs in three languages (`CMEC_RETRIEVAL=FOLDER`): the ranking against a plain index of the same
//! engine, and how the share of a question's words tells an answer from none. Without the data it says so and skips.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use cmec_decoder::language::RetrievalMode;
use cmec_executor::analysis::Chinese;
use cmec_executor::documents::Document;
use cmec_executor::generated;
use cmec_executor::judgement::judge;
use cmec_executor::lane::retrieval::decompose::of_request;
use cmec_executor::lane::retrieval::plan::{RagFilters, RagRequest, RetrievalPlan};
use cmec_executor::lane::retrieval::query::query as words;
use cmec_executor::ports::text_index::{IndexHits, TextIndex, TextQuery};
use serde_json::Value;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value as _,
};
use tantivy::tokenizer::{
    Language, LowerCaser, NgramTokenizer, SimpleTokenizer, Stemmer, TextAnalyzer,
};
use tantivy::{Index, TantivyDocument, Term};
use tokio::runtime::Runtime;

use crate::engines::in_postgres;
use crate::indexes::Pg;
use crate::{document, index, index_of, of_type};

const WITHIN: Duration = Duration::from_secs(60);

pub(crate) struct Set {
    pub(crate) documents: Vec<Document>,
    /// Identifier, text, the paragraph that answers.
    pub(crate) questions: Vec<(String, String, String)>,
}

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn set(language: &str) -> Option<Set> {
    let Some(folder) = std::env::var_os("CMEC_RETRIEVAL") else {
        eprintln!("skipped: `CMEC_RETRIEVAL` names no copy of the questions");
        return None;
    };
    let folder = Path::new(&folder).join(format!("xquad-{language}"));
    let text = |value: &Value, key: &str| value[key].as_str().unwrap().to_owned();
    let documents = lines(&folder.join("corpus.jsonl"));
    let documents = documents.iter().map(|own| {
        let mut own_text = document(&text(own, "_id"), &text(own, "text"), of_type("passage"));
        own_text.title = text(own, "title").replace('_', " ");
        own_text
    });
    let judged = std::fs::read_to_string(folder.join("qrels.tsv")).unwrap();
    let judged: BTreeMap<&str, &str> = judged
        .lines()
        .skip(1)
        .map(|line| {
            let mut parts = line.split('\t');
            (parts.next().unwrap(), parts.next().unwrap())
        })
        .collect();
    let questions = lines(&folder.join("queries.jsonl"));
    let questions = questions.iter().map(|own| {
        let id = text(own, "_id");
        let answer = judged[id.as_str()].to_owned();
        (id, text(own, "text"), answer)
    });
    Some(Set {
        documents: documents.collect(),
        questions: questions.collect(),
    })
}

pub(crate) fn query(text: &str, chinese: Chinese) -> TextQuery {
    TextQuery {
        limit: 100,
        predicates: Vec::new(),
        ..words(&plan(text), chinese)
    }
}

pub(crate) fn plan(text: &str) -> RetrievalPlan {
    let catalogue = generated::builtin("mind")
        .unwrap()
        .retrieval
        .as_ref()
        .unwrap();
    let request = RagRequest {
        query_text: text.to_owned(),
        mode: RetrievalMode::Deep,
        filters: RagFilters {
            type_in: Vec::new(),
            status_not_in: Vec::new(),
            tags_any: Vec::new(),
            project: None,
        },
        top_k: 10,
    };
    of_request(request, catalogue, Vec::new())
}

/// Recall at 5 and nDCG at 10, where one document answers each question.
pub(crate) fn measured(ranks: &[Option<usize>]) -> (f64, f64) {
    let count = ranks.len() as f64;
    let recall = ranks.iter().flatten().filter(|rank| **rank < 5).count() as f64;
    let gains = ranks.iter().flatten().filter(|rank| **rank < 10);
    let gain: f64 = gains.map(|rank| 1.0 / (*rank as f64 + 2.0).log2()).sum();
    (recall / count, gain / count)
}

fn found(runtime: &Runtime, index: &dyn TextIndex, text: &str) -> IndexHits {
    runtime
        .block_on(index.search(&query(text, index.chinese()), WITHIN))
        .unwrap()
}

/// The rank of the paragraph that answers each question.
fn ranks(runtime: &Runtime, index: &dyn TextIndex, set: &Set) -> Vec<Option<usize>> {
    let ranks = set.questions.iter().map(|(_, text, answer)| {
        let found = found(runtime, index, text);
        let mut documents = found.hits.iter().map(|hit| &hit.chunk.document);
        documents.position(|document| document == answer)
    });
    ranks.collect()
}

/// The rank of the paragraph that answers, by a plain index: the engine's own analyser for the language.
fn plain(set: &Set, analyser: TextAnalyzer) -> Vec<Option<usize>> {
    let mut schema = Schema::builder();
    let id = schema.add_text_field("id", STRING | STORED);
    let words = TextFieldIndexing::default()
        .set_tokenizer("own")
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = schema.add_text_field("text", TextOptions::default().set_indexing_options(words));
    let index = Index::create_in_ram(schema.build());
    index.tokenizers().register("own", analyser.clone());
    let mut writer = index
        .writer_with_num_threads::<TantivyDocument>(1, 20 << 20)
        .unwrap();
    for own in &set.documents {
        let mut piece = TantivyDocument::default();
        piece.add_text(id, &own.path);
        piece.add_text(text, format!("{}\n{}", own.title, own.sections[0].text));
        writer.add_document(piece).unwrap();
    }
    writer.commit().unwrap();
    let searcher = index.reader().unwrap().searcher();
    let rank = |question: &str, answer: &str| {
        let mut terms: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let mut analyser = analyser.clone();
        let mut stream = analyser.token_stream(question);
        while stream.advance() {
            let term = Term::from_field_text(text, &stream.token().text);
            let term = TermQuery::new(term, IndexRecordOption::WithFreqs);
            terms.push((Occur::Should, Box::new(term)));
        }
        let best = TopDocs::with_limit(100).order_by_score();
        let best = searcher.search(&BooleanQuery::new(terms), &best).unwrap();
        best.iter().position(|(_, address)| {
            let own: TantivyDocument = searcher.doc(*address).unwrap();
            own.get_first(id).unwrap().as_str() == Some(answer)
        })
    };
    set.questions
        .iter()
        .map(|(_, text, answer)| rank(text, answer))
        .collect()
}

#[test]
fn the_ranking_is_not_below_that_of_a_plain_index() {
    let runtime = Runtime::new().unwrap();
    let stemmed = |language| {
        TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(LowerCaser)
            .filter(Stemmer::new(language))
            .build()
    };
    for (language, analyser) in [
        ("ru", stemmed(Language::Russian)),
        ("en", stemmed(Language::English)),
        (
            "zh",
            TextAnalyzer::builder(NgramTokenizer::all_ngrams(2, 2).unwrap()).build(),
        ),
    ] {
        let Some(set) = set(language) else { return };
        let own = measured(&ranks(&runtime, &index(&set.documents), &set));
        let other = measured(&plain(&set, analyser));
        eprintln!(
            "{language}: recall@5 {:.4}, nDCG@10 {:.4}; plain {:.4}, {:.4}",
            own.0, own.1, other.0, other.1
        );
        // One question in a thousand is about the words that tell the kind of others.
        assert!(
            own.0 >= other.0 - 1e-3 && own.1 >= other.1 - 1e-3,
            "{language}"
        );
        // The same as of words of a dictionary, and the other way round.
        if language == "zh" {
            let by_dictionary = index_of(Chinese::Jieba, &set.documents);
            let (recall, gain) = measured(&ranks(&runtime, &by_dictionary, &set));
            eprintln!("zh: recall@5 {recall:.4}, nDCG@10 {gain:.4} with its own words of jieba");
            assert!(recall >= own.0 - 0.01 && gain >= own.1 - 0.01);
            let jieba = TextAnalyzer::builder(tantivy_jieba::JiebaTokenizer::new()).build();
            let (recall, gain) = measured(&plain(&set, jieba));
            eprintln!("zh: recall@5 {recall:.4}, nDCG@10 {gain:.4} plain with words of jieba");
            assert!(own.0 >= recall - 0.01 && own.1 >= gain - 0.01);
        }
        // PostgreSQL knows how often a word stands in a text within limits: its ranking is nearly the same.
        if let Some(pg) = Pg::start() {
            let index = in_postgres(&runtime, &pg, &set.documents);
            let theirs = measured(&ranks(&runtime, &index, &set));
            let (recall, gain) = theirs;
            eprintln!("{language}: recall@5 {recall:.4}, nDCG@10 {gain:.4} in PostgreSQL");
            assert!(recall >= own.0 - 0.01 && gain >= own.1 - 0.01, "{language}");
        }
    }
}

/// The curve that the threshold of a weak answer is read from: half of the paragraphs are there.
#[test]
fn the_share_of_words_tells_an_answer_from_none() {
    let runtime = Runtime::new().unwrap();
    for (language, chinese) in [
        ("ru", Chinese::Pairs),
        ("en", Chinese::Pairs),
        ("zh", Chinese::Pairs),
        ("zh", Chinese::Jieba),
    ] {
        let Some(set) = set(language) else { return };
        let there: Vec<Document> = (set.documents.iter().step_by(2)).cloned().collect();
        let own = index_of(chinese, &there);
        let mut shares: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
        let mut weak = [0_usize; 2];
        for (_, text, answer) in &set.questions {
            let found = found(&runtime, &own, text);
            let asked = query(text, chinese);
            let judgement = judge((&asked.words, chinese), [], &found, None);
            let is_there = usize::from(there.iter().any(|own| own.path == *answer));
            shares[is_there].push(judgement.share);
            weak[is_there] += usize::from(judgement.is_weak());
        }
        let [without, with] = [0, 1].map(|at| weak[at] as f64 / shares[at].len() as f64);
        let by = format!("{language}, {chinese:?}");
        eprintln!("{by}: limited {without:.3} without an answer, {with:.3} with one");
        assert!(without > 0.5 && with < 0.08, "{by}");
        eprintln!("{language}: share  limited without an answer  limited with one");
        for least in (20..=80).step_by(5).map(|least| f64::from(least) / 100.0) {
            let limited = shares.each_ref().map(|own| {
                let limited = own.iter().filter(|share| **share < least).count();
                limited as f64 / own.len() as f64
            });
            eprintln!("    {least:.2}  {:.3}  {:.3}", limited[0], limited[1]);
        }
    }
}
