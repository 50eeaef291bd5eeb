//! A generated ledger → rows of the tables.

use rusqlite::Connection;

use super::chart::{ACCOUNTS, is_by_contract, parent};
use super::records::Ledger;
use crate::rows::Rows;

/// Writes everything into empty tables.
pub(super) fn all(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    accounts(connection)?;
    organizations(connection, ledger)?;
    counterparties(connection, ledger)?;
    contracts(connection, ledger)?;
    documents(connection, ledger)?;
    payment_parts(connection, ledger)?;
    postings(connection, ledger)
}

fn accounts(connection: &Connection) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(connection, "accounts (code, code_key, parent, name, kind)")?;
    for (code, name, kind) in ACCOUNTS {
        rows.add((code, code.to_lowercase(), parent(code), name, kind))?;
    }
    Ok(())
}

fn organizations(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "organizations (uuid, name, name_key, full_name, full_name_key, inn)";
    let mut rows = Rows::of(connection, table)?;
    for firm in &ledger.organizations {
        rows.add((
            &firm.uuid,
            &firm.name,
            firm.name.to_lowercase(),
            &firm.full_name,
            firm.full_name.to_lowercase(),
            &firm.inn,
        ))?;
    }
    Ok(())
}

fn counterparties(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table =
        "counterparties (uuid, name, name_key, full_name, full_name_key, inn, is_group, deleted)";
    let mut rows = Rows::of(connection, table)?;
    for party in &ledger.counterparties {
        rows.add((
            &party.uuid,
            &party.name,
            party.name.to_lowercase(),
            &party.full_name,
            party.full_name.to_lowercase(),
            &party.inn,
            party.is_group,
            party.deleted,
        ))?;
    }
    Ok(())
}

fn contracts(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "contracts (uuid, owner, name, name_key, number, number_key, date, deleted)";
    let mut rows = Rows::of(connection, table)?;
    for contract in &ledger.contracts {
        let owner = ledger.counterparties.get(contract.owner);
        rows.add((
            &contract.uuid,
            owner.map(|owner| &owner.uuid),
            &contract.name,
            contract.name.to_lowercase(),
            &contract.number,
            contract.number.to_lowercase(),
            contract.date(),
            owner.is_some_and(|owner| owner.deleted),
        ))?;
    }
    Ok(())
}

fn documents(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "documents (uuid, kind, number, date, presentation, organization, counterparty, contract, \
                 bank_account_code, amount_kopecks, purpose, posted)";
    let mut rows = Rows::of(connection, table)?;
    for document in &ledger.documents {
        let (firm, party, contract) = ledger.sides(document.contract);
        rows.add((
            &document.uuid,
            document.kind.name(),
            &document.number,
            document.date(),
            document.presentation(),
            firm,
            party,
            contract,
            document.kind.is_bank().then_some("51"),
            document.amount,
            &document.purpose,
            document.posted,
        ))?;
    }
    Ok(())
}

fn payment_parts(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "payment_parts (document, line, contract, amount_kopecks)";
    let mut rows = Rows::of(connection, table)?;
    let documents = ledger.documents.iter();
    for document in documents.filter(|document| document.kind.is_bank()) {
        for (part, line) in document.parts.iter().zip(1_i64..) {
            let (_, _, contract) = ledger.sides(part.contract);
            rows.add((&document.uuid, line, contract, part.amount))?;
        }
    }
    Ok(())
}

fn postings(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let postings = ledger.documents.iter().flat_map(|document| {
        let own = (document.postings.iter()).map(|posting| (document.contract, posting));
        let parts = document.parts.iter();
        let of_parts = parts.flat_map(|part| {
            let postings = part.postings.iter();
            postings.map(|posting| (part.contract, posting))
        });
        own.chain(of_parts)
            .map(move |(contract, posting)| (document, contract, posting))
    });
    let table = "postings (id, period, document, account_debit, account_credit, debit_1, debit_2, credit_1, \
                 credit_2, amount_kopecks, organization, active)";
    let mut rows = Rows::of(connection, table)?;
    for ((document, contract, (debit, credit, amount)), id) in postings.zip(1_i64..) {
        let (firm, party, contract) = ledger.sides(contract);
        let analytics = |account| {
            let of_account =
                |uuid: &Option<String>| uuid.clone().filter(|_| is_by_contract(account));
            (of_account(&party), of_account(&contract))
        };
        let (debit_1, debit_2) = analytics(debit);
        let (credit_1, credit_2) = analytics(credit);
        rows.add((
            id,
            document.date(),
            &document.uuid,
            debit,
            credit,
            debit_1,
            debit_2,
            credit_1,
            credit_2,
            amount,
            firm,
            document.active,
        ))?;
    }
    Ok(())
}
