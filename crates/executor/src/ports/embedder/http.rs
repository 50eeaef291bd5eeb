//! Vectors by HTTP.
