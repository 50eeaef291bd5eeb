//! A small deterministic embedder for tests: pairs and triples of the letters of words, counted in places that hashes name. It
//! knows how words are spelled and nothing of what they mean.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use cmec_executor::ports::embedder::{Embedder, Purpose, Vector};
use cmec_executor::ports::model_error::ModelError;

#[derive(Debug, Clone)]
pub(crate) struct TestEmbedder {
    model: String,
    dimension: usize,
    fails_on: Option<String>,
    /// A word whose texts are answered by nobody.
    ends_on: Option<String>,
    /// How many texts it was given at once.
    batches: Arc<Mutex<Vec<usize>>>,
}

impl Default for TestEmbedder {
    fn default() -> Self {
        Self::of("test", 512)
    }
}

impl TestEmbedder {
    pub(crate) fn of(model: &str, dimension: usize) -> Self {
        Self {
            model: model.to_owned(),
            dimension,
            fails_on: None,
            ends_on: None,
            batches: Arc::default(),
        }
    }

    /// The same, which cannot be reached for texts that have a word.
    pub(crate) fn ending_on(&self, word: &str) -> Self {
        Self {
            ends_on: Some(word.to_owned()),
            batches: Arc::default(),
            ..self.clone()
        }
    }

    pub(crate) fn batches(&self) -> Vec<usize> {
        self.batches.lock().unwrap().clone()
    }

    /// The same, without an answer for texts that have a word.
    pub(crate) fn failing_on(&self, word: &str) -> Self {
        Self {
            fails_on: Some(word.to_owned()),
            ..self.clone()
        }
    }

    pub(crate) fn vector(&self, text: &str) -> Vector {
        let mut numbers = vec![0.0_f32; self.dimension];
        let lower = text.to_lowercase();
        let words = lower.split(|letter: char| !letter.is_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            let letters: Vec<char> = format!(" {word} ").chars().collect();
            let grams = letters.windows(2).chain(letters.windows(3));
            for gram in grams {
                let hash = hash(gram);
                let sign = if hash >> 63 == 0 { 1.0 } else { -1.0 };
                numbers[(hash % self.dimension as u64) as usize] += sign;
            }
        }
        for number in &mut numbers {
            *number = number.signum() * number.abs().sqrt();
        }
        Vector::of(numbers.clone()).unwrap_or_else(|| {
            numbers[0] = 1.0;
            Vector::of(numbers).unwrap()
        })
    }
}

/// Fowler, Noll and Vo, 64 bits: the same in every version of everything.
fn hash(letters: &[char]) -> u64 {
    letters.iter().fold(0xcbf2_9ce4_8422_2325, |hash, letter| {
        (hash ^ u64::from(*letter)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[async_trait::async_trait]
impl Embedder for TestEmbedder {
    fn model(&self) -> Option<&str> {
        Some(&self.model)
    }

    async fn embed(
        &self,
        texts: &[&str],
        _: Purpose,
        _: Duration,
    ) -> Result<Vec<Vector>, ModelError> {
        self.batches.lock().unwrap().push(texts.len());
        let has = |word: &Option<String>| {
            let word = word.as_ref();
            word.is_some_and(|own| texts.iter().any(|text| text.contains(own)))
        };
        if has(&self.ends_on) {
            return Err(ModelError::Unreachable("nobody".to_owned()));
        }
        if has(&self.fails_on) {
            return Err(ModelError::Malformed("no vector".to_owned()));
        }
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }
}
