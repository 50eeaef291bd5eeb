//! Tokenizers: what a text costs a model.
//!
//! Two are built in, with their vocabularies; any other is given as the text of its `tokenizer.json`.
//!
//! `tiktoken-rs` holds its vocabularies and has few dependencies. `tokenizers` reads any `tokenizer.json`. Each is a
//! feature of the compiler (`tokens`, `tokenizer-json`); the decoder never sees them, and xtask takes the first only.

use tiktoken_rs::CoreBPE;

/// Why a text was not counted.
#[derive(Debug, thiserror::Error)]
pub enum TokenizerError {
    /// There is no built-in tokenizer of this name.
    #[error("there is no tokenizer `{0}`; built in: {list}", list = Tokenizer::BUILTIN.join(", "))]
    Unknown(String),
    /// The text is no `tokenizer.json`.
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
    /// Names of those that are built in.
    pub const BUILTIN: &'static [&'static str] = &["o200k_base", "cl100k_base"];

    /// A built-in tokenizer.
    ///
    /// # Errors
    /// When there is none of this name.
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

    /// All that are built in.
    ///
    /// # Errors
    /// Never: each is there.
    pub fn all_builtin() -> Result<Vec<Self>, TokenizerError> {
        Self::BUILTIN
            .iter()
            .map(|name| Self::builtin(name))
            .collect()
    }

    /// A tokenizer from its `tokenizer.json`.
    ///
    /// # Errors
    /// When the bytes are none.
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

    /// The number of tokens of a text, with no special ones.
    ///
    /// # Errors
    /// When the tokenizer cannot read the text.
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

/// What a text costs several tokenizers together; one that cannot read it counts its bytes.
#[must_use]
pub fn cost(tokenizers: &[Tokenizer], text: &str) -> usize {
    let counts = tokenizers.iter().map(|tokenizer| tokenizer.tokens(text));
    counts.map(|count| count.unwrap_or(text.len())).sum()
}
