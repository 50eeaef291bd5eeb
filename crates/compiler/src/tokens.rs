//! Tokenizers: counts the tokens of a text.
//!
//! Two are built in with their vocabularies (`tiktoken-rs`, feature `tokens`); any other is read from its
//! `tokenizer.json` (`tokenizers`, feature `tokenizer-json`). The decoder depends on neither, and xtask on the first
//! only.

use tiktoken_rs::CoreBPE;

/// The reason why a text was not counted.
#[derive(Debug, thiserror::Error)]
pub enum TokenizerError {
    /// There is no built-in tokenizer of this name.
    #[error("there is no tokenizer `{0}`; built in: {list}", list = Tokenizer::BUILTIN.join(", "))]
    Unknown(String),
    /// The text is not a valid `tokenizer.json`.
    #[error("not a tokenizer.json: {0}")]
    Unreadable(String),
    /// The tokenizer refused a text.
    #[error("the tokenizer could not read a text: {0}")]
    Refused(String),
}

/// Counts the tokens of a text.
pub struct Tokenizer {
    name: String,
    kind: Kind,
}

enum Kind {
    Builtin(&'static CoreBPE),
    #[cfg(feature = "tokenizer-json")]
    Json(Box<tokenizers::Tokenizer>),
}

impl Tokenizer {
    /// Names of the built-in tokenizers.
    pub const BUILTIN: &'static [&'static str] = &["o200k_base", "cl100k_base"];

    /// A built-in tokenizer.
    ///
    /// # Errors
    /// If there is no such tokenizer.
    pub fn builtin(name: &str) -> Result<Self, TokenizerError> {
        let vocabulary = match name {
            "o200k_base" => tiktoken_rs::o200k_base_singleton(),
            "cl100k_base" => tiktoken_rs::cl100k_base_singleton(),
            _ => return Err(TokenizerError::Unknown(name.to_owned())),
        };
        Ok(Self {
            name: name.to_owned(),
            kind: Kind::Builtin(vocabulary),
        })
    }

    /// All built-in tokenizers.
    ///
    /// # Errors
    /// Never: all of them exist.
    pub fn all_builtin() -> Result<Vec<Self>, TokenizerError> {
        Self::BUILTIN
            .iter()
            .map(|name| Self::builtin(name))
            .collect()
    }

    /// A tokenizer from its `tokenizer.json`.
    ///
    /// # Errors
    /// If the bytes are not a valid `tokenizer.json`.
    #[cfg(feature = "tokenizer-json")]
    pub fn from_json(name: &str, json: &[u8]) -> Result<Self, TokenizerError> {
        let inner = tokenizers::Tokenizer::from_bytes(json)
            .map_err(|error| TokenizerError::Unreadable(error.to_string()))?;
        Ok(Self {
            name: name.to_owned(),
            kind: Kind::Json(Box::new(inner)),
        })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of tokens of a text, without special tokens.
    ///
    /// # Errors
    /// If the tokenizer cannot read the text.
    pub fn tokens(&self, text: &str) -> Result<usize, TokenizerError> {
        match &self.kind {
            Kind::Builtin(vocabulary) => Ok(vocabulary.encode_ordinary(text).len()),
            #[cfg(feature = "tokenizer-json")]
            Kind::Json(inner) => inner
                .encode_fast(text, false)
                .map(|encoding| encoding.len())
                .map_err(|error| TokenizerError::Refused(error.to_string())),
        }
    }
}

/// The tokens of a text, summed over several tokenizers; a tokenizer that cannot read it counts bytes.
#[must_use]
pub fn cost(tokenizers: &[Tokenizer], text: &str) -> usize {
    let counts = tokenizers.iter().map(|tokenizer| tokenizer.tokens(text));
    counts.map(|count| count.unwrap_or(text.len())).sum()
}
