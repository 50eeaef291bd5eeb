//! Reranking by HTTP.
