//! An index in PostgreSQL.
