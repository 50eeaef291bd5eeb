//! A generated ledger → rows of the tables.

use rusqlite::{Connection, params};

use super::calendar::day_start;
use super::chart::{is_by_contract, is_off_balance, parent};
use super::records::{Document, Ledger, Line, Side};
use super::table;
use crate::rows::Rows;

/// Fills the empty tables.
pub(super) fn all(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    accounts(connection)?;
    organizations(connection, ledger)?;
    counterparties(connection, ledger)?;
    bank_accounts(connection, ledger)?;
    persons(connection, ledger)?;
    contracts(connection, ledger)?;
    documents(connection, ledger)?;
    payment_parts(connection, ledger)?;
    postings(connection, ledger)
}

fn accounts(connection: &Connection) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(
        connection,
        "accounts (code, code_key, parent, name, kind, is_off_balance)",
    )?;
    for [code, name, kind] in table::rows(include_str!("accounts.tsv")) {
        rows.add((
            code,
            code.to_lowercase(),
            parent(code),
            name,
            kind,
            is_off_balance(code),
        ))?;
    }
    Ok(())
}

fn organizations(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "organizations (uuid, name, name_key, full_name, full_name_key, inn, kpp)";
    let mut rows = Rows::of(connection, table)?;
    for firm in &ledger.organizations {
        rows.add((
            &firm.uuid,
            &firm.name,
            firm.name.to_lowercase(),
            &firm.full_name,
            firm.full_name.to_lowercase(),
            &firm.inn,
            &firm.kpp,
        ))?;
    }
    Ok(())
}

fn counterparties(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "counterparties (uuid, name, name_key, full_name, full_name_key, inn, is_group, deleted, kpp, is_person)";
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
            &party.kpp,
            party.is_person,
        ))?;
    }
    Ok(())
}

fn bank_accounts(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "bank_accounts (uuid, owner, name, name_key, number, bank, bik, currency, is_main)";
    let mut rows = Rows::of(connection, table)?;
    for account in &ledger.bank_accounts {
        let name = format!("{}, {}", account.number, account.bank);
        let key = name.to_lowercase();
        rows.add((
            &account.uuid,
            &account.owner,
            name,
            key,
            &account.number,
            account.bank,
            account.bik,
            account.currency,
            account.is_main,
        ))?;
    }
    Ok(())
}

fn persons(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let mut rows = Rows::of(connection, "persons (uuid, name, name_key, inn)")?;
    for person in &ledger.persons {
        rows.add((
            &person.uuid,
            &person.name,
            person.name.to_lowercase(),
            &person.inn,
        ))?;
    }
    Ok(())
}

fn contracts(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "contracts (uuid, owner, name, name_key, number, number_key, date, deleted, organization, \
                 currency, kind, has_term, term_days, valid_until)";
    let mut rows = Rows::of(connection, table)?;
    for contract in &ledger.contracts {
        let owner = ledger.counterparties.get(contract.owner);
        let organization = ledger.organizations.get(contract.organization);
        let terms = contract.terms;
        rows.add((
            &contract.uuid,
            owner.map(|owner| &owner.uuid),
            &contract.name,
            contract.name.to_lowercase(),
            &contract.number,
            contract.number.to_lowercase(),
            day_start(contract.signed),
            owner.is_some_and(|owner| owner.deleted),
            organization.map(|organization| &organization.uuid),
            terms.currency(),
            terms.kind(),
            terms.days.is_some(),
            terms.days.unwrap_or(0),
            day_start(terms.valid_until),
        ))?;
    }
    Ok(())
}

fn documents(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "documents (uuid, kind, number, date, presentation, organization, counterparty, contract, \
                 bank_account_code, amount_kopecks, currency, purpose, posted, bank_account, person, is_return)";
    let mut rows = Rows::of(connection, table)?;
    for document in &ledger.documents {
        let (party, contract) = ledger.sides(document.contract);
        let (code, bank) = document
            .bank
            .as_ref()
            .map(|(code, bank)| (code, bank))
            .unzip();
        rows.add((
            &document.uuid,
            document.kind.names().0,
            &document.number,
            document.date(),
            document.presentation(),
            ledger.firm(document),
            party,
            contract,
            document.kind.is_bank().then_some(code.unwrap_or(&"51")),
            document.amount,
            document.currency,
            &document.purpose,
            document.posted,
            bank,
            &document.person,
            document.is_return,
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
            let (_, contract) = ledger.sides(Some(part.contract));
            rows.add((&document.uuid, line, contract, part.amount))?;
        }
    }
    Ok(())
}

fn postings(connection: &Connection, ledger: &Ledger) -> Result<(), rusqlite::Error> {
    let table = "postings (id, period, document, account_debit, account_credit, debit_1, debit_2, credit_1, \
                 credit_2, amount_kopecks, organization, active, debit_3, credit_3, currency_debit, currency_credit, \
                 currency_debit_amount, currency_credit_amount)";
    let mut rows = Rows::of(connection, table)?;
    let mut id = 0;
    for document in &ledger.documents {
        let by_contract = by_contract(ledger, document);
        for Line {
            debit,
            credit,
            amount,
        } in by_contract.iter().chain(&document.lines)
        {
            id += 1;
            let [debit_1, debit_2, debit_3] = &debit.analytics;
            let [credit_1, credit_2, credit_3] = &credit.analytics;
            let (currency_debit, debit_amount) = debit.currency.unzip();
            let (currency_credit, credit_amount) = credit.currency.unzip();
            rows.add(params![
                id,
                document.date(),
                document.uuid,
                debit.account,
                credit.account,
                debit_1,
                debit_2,
                credit_1,
                credit_2,
                amount,
                ledger.firm(document),
                document.active,
                debit_3,
                credit_3,
                currency_debit,
                currency_credit,
                debit_amount,
                credit_amount,
            ])?;
        }
    }
    Ok(())
}

/// The postings of a document and its parts, with the analytics of their contracts.
fn by_contract(ledger: &Ledger, document: &Document) -> Vec<Line> {
    let own = (document.postings.iter()).map(|posting| (document.contract, posting));
    let parts = document.parts.iter().flat_map(|part| {
        let postings = part.postings.iter();
        postings.map(|posting| (Some(part.contract), posting))
    });
    own.chain(parts)
        .map(|(contract, (debit, credit, amount))| {
            let (party, contract) = ledger.sides(contract);
            let side = |account: &'static str| {
                let of_account =
                    |uuid: &Option<String>| uuid.clone().filter(|_| is_by_contract(account));
                Side {
                    account: Some(account),
                    analytics: [of_account(&party), of_account(&contract), None],
                    currency: None,
                }
            };
            Line {
                debit: side(debit),
                credit: side(credit),
                amount: *amount,
            }
        })
        .collect()
}
