//! Rare documents: a payment over several contracts, and an operation marked for deletion.
//!
//! They are at the very end of the ledger, so that the rest is the same without them. Deliveries are paid at once, so
//! no debt changes.

use super::names::Role;
use super::records::{Contract, Document, DocumentKind, DocumentPart};
use super::trade::{Direction, PURCHASES, SALES, last_day, tax};
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
    for (pair, way) in [(bought, PURCHASES), (sold, SALES)] {
        if let Some(pair) = pair {
            documents.extend(settled_at_once(&mut random, contracts, pair, &way));
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
    way: &Direction,
) -> Vec<Document> {
    let mut parts = Vec::new();
    let mut documents = Vec::new();
    for (contract, share) in [(first, 40), (second, 100)] {
        let amount = random.between(1_200_000, 45_000_000) / 50_000 * 50_000;
        documents.push(Document {
            amount,
            postings: way.delivered(amount, tax(last_day(), amount).1),
            ..document(way.delivery, contract, DELIVERED_AT)
        });
        for amount in [amount * share / 100, amount - amount * share / 100] {
            if amount > 0 {
                parts.push(DocumentPart {
                    contract,
                    amount,
                    postings: vec![way.paid(way.debt, amount)],
                });
            }
        }
    }
    let names: Vec<&str> = [first, second]
        .iter()
        .filter_map(|at| Some(contracts.get(*at)?.name.as_str()))
        .collect();
    documents.push(Document {
        amount: parts.iter().map(|part| part.amount).sum(),
        purpose: format!("Оплата по договорам: {}", names.join("; ")),
        parts,
        ..document(way.money, first, PAID_AT)
    });
    documents
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
