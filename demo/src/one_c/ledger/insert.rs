//! A generated ledger → rows of the tables.

use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::chart::{ACCOUNTS, is_by_contract};
use super::records::Ledger;

/// Rows of one statement; SQLite takes 32,766 values in each.
const ROWS_AT_ONCE: usize = 500;

/// A row of `postings`.
struct PostingRow<'a> {
    period: String,
    document: &'a str,
    debit: &'static str,
    credit: &'static str,
    party: &'a str,
    contract: &'a str,
    amount: i64,
    organization: &'a str,
}

/// Writes everything into empty tables.
pub(super) async fn all(
    connection: &mut SqliteConnection,
    ledger: &Ledger,
) -> Result<(), sqlx::Error> {
    accounts(connection).await?;
    catalogues(connection, ledger).await?;
    documents(connection, ledger).await?;
    postings(connection, ledger).await
}

async fn accounts(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    QueryBuilder::<Sqlite>::new("INSERT INTO accounts (code, code_key, parent, name, kind) ")
        .push_values(&ACCOUNTS, |mut row, account| {
            row.push_bind(account.code)
                .push_bind(account.code.to_lowercase())
                .push_bind(account.parent)
                .push_bind(account.name)
                .push_bind(account.kind);
        })
        .build()
        .execute(connection)
        .await?;
    Ok(())
}

async fn catalogues(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    QueryBuilder::<Sqlite>::new("INSERT INTO organizations (uuid, name, name_key, inn) ")
        .push_values(&ledger.organizations, |mut row, organization| {
            row.push_bind(organization.uuid.clone())
                .push_bind(organization.name.clone())
                .push_bind(organization.name.to_lowercase())
                .push_bind(organization.inn.clone());
        })
        .build()
        .execute(&mut *connection)
        .await?;
    QueryBuilder::<Sqlite>::new(
        "INSERT INTO counterparties (uuid, name, name_key, full_name, full_name_key, inn, is_group, deleted) ",
    )
    .push_values(&ledger.counterparties, |mut row, party| {
        row.push_bind(party.uuid.clone())
            .push_bind(party.name.clone())
            .push_bind(party.name.to_lowercase())
            .push_bind(party.full_name.clone())
            .push_bind(party.full_name.to_lowercase())
            .push_bind(party.inn.clone())
            .push_bind(party.is_group)
            .push_bind(party.deleted);
    })
    .build()
    .execute(&mut *connection)
    .await?;
    QueryBuilder::<Sqlite>::new(
        "INSERT INTO contracts (uuid, owner, name, name_key, number, number_key, date, deleted) ",
    )
    .push_values(&ledger.contracts, |mut row, contract| {
        let owner = ledger.counterparties.get(contract.owner);
        row.push_bind(contract.uuid.clone())
            .push_bind(owner.map(|owner| owner.uuid.clone()))
            .push_bind(contract.name.clone())
            .push_bind(contract.name.to_lowercase())
            .push_bind(contract.number.clone())
            .push_bind(contract.number.to_lowercase())
            .push_bind(contract.date())
            .push_bind(owner.is_some_and(|owner| owner.deleted));
    })
    .build()
    .execute(connection)
    .await?;
    Ok(())
}

async fn documents(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    for documents in ledger.documents.chunks(ROWS_AT_ONCE) {
        QueryBuilder::<Sqlite>::new(
            "INSERT INTO documents (uuid, kind, number, date, presentation, organization, counterparty, contract, \
             bank_account_code, amount_kopecks, purpose, posted) ",
        )
        .push_values(documents, |mut row, document| {
            let contract = ledger.contracts.get(document.contract);
            let organization =
                contract.and_then(|contract| ledger.organizations.get(contract.organization));
            let party = contract.and_then(|contract| ledger.counterparties.get(contract.owner));
            row.push_bind(document.uuid.clone())
                .push_bind(document.kind.name())
                .push_bind(document.number.clone())
                .push_bind(document.date())
                .push_bind(document.presentation())
                .push_bind(organization.map(|organization| organization.uuid.clone()))
                .push_bind(party.map(|party| party.uuid.clone()))
                .push_bind(contract.map(|contract| contract.uuid.clone()))
                .push_bind(document.kind.is_bank().then_some("51"))
                .push_bind(document.amount)
                .push_bind(document.purpose.clone())
                .push_bind(document.posted);
        })
        .build()
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn postings(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    for (chunk, rows) in posting_rows(ledger).chunks(ROWS_AT_ONCE).enumerate() {
        let first = chunk * ROWS_AT_ONCE + 1;
        QueryBuilder::<Sqlite>::new(
            "INSERT INTO postings (id, period, document, account_debit, account_credit, debit_1, debit_2, credit_1, \
             credit_2, amount_kopecks, organization) ",
        )
        .push_values(rows.iter().zip(first..), |mut row, (posting, id)| {
            let debit = is_by_contract(posting.debit);
            let credit = is_by_contract(posting.credit);
            row.push_bind(i64::try_from(id).unwrap_or(i64::MAX))
                .push_bind(posting.period.clone())
                .push_bind(posting.document.to_owned())
                .push_bind(posting.debit)
                .push_bind(posting.credit)
                .push_bind(debit.then(|| posting.party.to_owned()))
                .push_bind(debit.then(|| posting.contract.to_owned()))
                .push_bind(credit.then(|| posting.party.to_owned()))
                .push_bind(credit.then(|| posting.contract.to_owned()))
                .push_bind(posting.amount)
                .push_bind(posting.organization.to_owned());
        })
        .build()
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

fn posting_rows(ledger: &Ledger) -> Vec<PostingRow<'_>> {
    let mut rows = Vec::new();
    for document in &ledger.documents {
        let Some(contract) = ledger.contracts.get(document.contract) else {
            continue;
        };
        let party = ledger.counterparties.get(contract.owner);
        let organization = ledger.organizations.get(contract.organization);
        rows.extend(
            document
                .postings
                .iter()
                .map(|(debit, credit, amount)| PostingRow {
                    period: document.date(),
                    document: &document.uuid,
                    debit,
                    credit,
                    party: party.map_or("", |party| &party.uuid),
                    contract: &contract.uuid,
                    amount: *amount,
                    organization: organization.map_or("", |organization| &organization.uuid),
                }),
        );
    }
    rows
}
