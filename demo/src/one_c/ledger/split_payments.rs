//! Rare documents: a payment over several contracts, and an operation marked for deletion.
//!
//! They are at the very end of the ledger, so that the rest is the same without them. Deliveries are paid at once, so
//! no debt changes.

use super::names::Role;
use super::records::{Contract, Document, DocumentKind, DocumentPart, Posting};
use super::trade::{last_day, tax};
use crate::random::Random;

const DELIVERED_AT: i64 = 22 * 3_600;
const PAID_AT: i64 = 23 * 3_600;

/// The documents, without numbers.
pub(super) fn documents(seed: u64, contracts: &[Contract]) -> Vec<Document> {
    let mut random = Random::new(seed, "split payments");
    let mut documents = Vec::new();
    // The counterparties with the least trade, since the others appear in many tests.
    let bought = pair(contracts.iter().enumerate().rev(), Role::Supplier);
    let sold = pair(contracts.iter().enumerate(), Role::Buyer);
    for (pair, is_sale) in [(bought, false), (sold, true)] {
        if let Some(pair) = pair {
            documents.extend(settled_at_once(&mut random, contracts, pair, is_sale));
        }
    }
    if let Some((contract, _)) = bought {
        documents.push(withdrawn(&mut random, contract));
    }
    documents
}

/// Two contracts of one counterparty with one firm.
fn pair<'c>(
    contracts: impl Iterator<Item = (usize, &'c Contract)>,
    role: Role,
) -> Option<(usize, usize)> {
    let few = contracts.filter(|(_, one)| one.party.role == role && one.party.weight == 1);
    let few: Vec<(usize, &Contract)> = few.collect();
    few.iter()
        .zip(few.iter().skip(1))
        .find_map(|((at, one), (next, other))| {
            let alike = one.owner == other.owner && one.organization == other.organization;
            alike.then_some((*at, *next))
        })
}

/// A delivery under each contract and one payment for both, with two parts under the first.
fn settled_at_once(
    random: &mut Random,
    contracts: &[Contract],
    (first, second): (usize, usize),
    is_sale: bool,
) -> Vec<Document> {
    let mut parts = Vec::new();
    let mut documents = Vec::new();
    for (contract, share) in [(first, 40), (second, 100)] {
        let amount = random.between(1_200_000, 45_000_000) / 50_000 * 50_000;
        documents.push(delivery(contract, amount, is_sale));
        for amount in [amount * share / 100, amount - amount * share / 100] {
            if amount > 0 {
                let posting = if is_sale {
                    ("51", "62.01", amount)
                } else {
                    ("60.01", "51", amount)
                };
                parts.push(DocumentPart {
                    contract,
                    amount,
                    postings: vec![posting],
                });
            }
        }
    }
    let names: Vec<&str> = [first, second]
        .iter()
        .filter_map(|at| Some(contracts.get(*at)?.name.as_str()))
        .collect();
    let kind = if is_sale {
        DocumentKind::Receipt
    } else {
        DocumentKind::Payment
    };
    documents.push(Document {
        amount: parts.iter().map(|part| part.amount).sum(),
        purpose: format!("Оплата по договорам: {}", names.join("; ")),
        parts,
        ..document(kind, first, PAID_AT)
    });
    documents
}

fn delivery(contract: usize, amount: i64, is_sale: bool) -> Document {
    let (_, tax) = tax(last_day(), amount);
    let (kind, postings): (_, Vec<Posting>) = if is_sale {
        let postings = vec![("62.01", "90.01", amount), ("90.03", "68.02", tax)];
        (DocumentKind::Sale, postings)
    } else {
        let postings = vec![("41.01", "60.01", amount - tax), ("19.03", "60.01", tax)];
        (DocumentKind::Purchase, postings)
    };
    Document {
        amount,
        postings,
        ..document(kind, contract, DELIVERED_AT)
    }
}

/// An operation marked for deletion: its postings are kept but do not count.
fn withdrawn(random: &mut Random, contract: usize) -> Document {
    let amount = random.between(1_000_000, 9_000_000);
    Document {
        amount,
        postings: vec![("91.02", "60.01", amount)],
        posted: false,
        active: false,
        ..document(DocumentKind::Operation, contract, PAID_AT + 1_800)
    }
}

fn document(kind: DocumentKind, contract: usize, seconds: i64) -> Document {
    Document::new(kind, Some(contract), (last_day(), seconds), 0)
}
