//! The third quarter of 2026 of two more firms, with settlements by document, currencies, cash and people.
//!
//! It comes after the rest of the ledger and shares nothing with it, so that the rest is the same without it.
//!
//! ```text
//! contracts.tsv → catalogues ─┐
//! openings.tsv, moves.tsv,    ├→ events → documents and postings, over the balances of `books`
//! happenings.tsv ─────────────┘
//! ```

mod books;
mod catalogues;
mod events;

use super::records::{Document, Ledger};
use crate::random::Random;
use books::Books;

/// Adds the firms and returns their documents without numbers.
pub(super) fn documents(seed: u64, ledger: &mut Ledger) -> Vec<Document> {
    let first_firm = ledger.organizations.len();
    catalogues::add(&mut Random::new(seed, "quarter"), ledger);
    let mut books = Books::new(Random::new(seed, "quarter books"), ledger, first_firm);
    events::enter_all(&mut books);
    let mut documents = books.documents;
    documents.sort_by_key(|document| (document.day, document.seconds, document.kind));
    documents
}
