//! A generated ledger → rows of the tables.

use sqlx::query_builder::Separated;
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::chart::{ACCOUNTS, is_by_contract, parent};
use super::records::Ledger;

/// Rows of one statement; SQLite takes 32,766 values in each.
const ROWS_AT_ONCE: usize = 500;

/// Writes everything into empty tables.
pub(super) async fn all(
    connection: &mut SqliteConnection,
    ledger: &Ledger,
) -> Result<(), sqlx::Error> {
    accounts(connection).await?;
    catalogues(connection, ledger).await?;
    documents(connection, ledger).await?;
    payment_parts(connection, ledger).await?;
    postings(connection, ledger).await
}

/// Writes rows into a table, given with its columns; `bind` gives the values of a row.
async fn insert<T>(
    connection: &mut SqliteConnection,
    table: &str,
    rows: &[T],
    bind: impl Fn(&mut Separated<'_, Sqlite, &str>, &T),
) -> Result<(), sqlx::Error> {
    for rows in rows.chunks(ROWS_AT_ONCE) {
        QueryBuilder::new(format!("INSERT INTO {table} "))
            .push_values(rows, |mut row, from| bind(&mut row, from))
            .build()
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn accounts(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let table = "accounts (code, code_key, parent, name, kind)";
    insert(connection, table, &ACCOUNTS, |row, (code, name, kind)| {
        row.push_bind(*code)
            .push_bind(code.to_lowercase())
            .push_bind(parent(code))
            .push_bind(*name)
            .push_bind(*kind);
    })
    .await
}

async fn catalogues(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    let table = "organizations (uuid, name, name_key, full_name, full_name_key, inn)";
    insert(connection, table, &ledger.organizations, |row, firm| {
        row.push_bind(firm.uuid.clone())
            .push_bind(firm.name.clone())
            .push_bind(firm.name.to_lowercase())
            .push_bind(firm.full_name.clone())
            .push_bind(firm.full_name.to_lowercase())
            .push_bind(firm.inn.clone());
    })
    .await?;
    let table =
        "counterparties (uuid, name, name_key, full_name, full_name_key, inn, is_group, deleted)";
    insert(connection, table, &ledger.counterparties, |row, party| {
        row.push_bind(party.uuid.clone())
            .push_bind(party.name.clone())
            .push_bind(party.name.to_lowercase())
            .push_bind(party.full_name.clone())
            .push_bind(party.full_name.to_lowercase())
            .push_bind(party.inn.clone())
            .push_bind(party.is_group)
            .push_bind(party.deleted);
    })
    .await?;
    let table = "contracts (uuid, owner, name, name_key, number, number_key, date, deleted)";
    insert(connection, table, &ledger.contracts, |row, contract| {
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
    .await
}

async fn documents(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    let table = "documents (uuid, kind, number, date, presentation, organization, counterparty, contract, \
                 bank_account_code, amount_kopecks, purpose, posted)";
    insert(connection, table, &ledger.documents, |row, document| {
        let (firm, party, contract) = ledger.sides(document.contract);
        row.push_bind(document.uuid.clone())
            .push_bind(document.kind.name())
            .push_bind(document.number.clone())
            .push_bind(document.date())
            .push_bind(document.presentation())
            .push_bind(firm)
            .push_bind(party)
            .push_bind(contract)
            .push_bind(document.kind.is_bank().then_some("51"))
            .push_bind(document.amount)
            .push_bind(document.purpose.clone())
            .push_bind(document.posted);
    })
    .await
}

async fn payment_parts(
    connection: &mut SqliteConnection,
    ledger: &Ledger,
) -> Result<(), sqlx::Error> {
    let parts: Vec<_> = (ledger.documents.iter())
        .filter(|document| document.kind.is_bank())
        .flat_map(|document| {
            let lines = document.parts.iter().zip(1_i64..);
            lines.map(move |(part, line)| (document, part, line))
        })
        .collect();
    let table = "payment_parts (document, line, contract, amount_kopecks)";
    insert(connection, table, &parts, |row, (document, part, line)| {
        let (_, _, contract) = ledger.sides(part.contract);
        row.push_bind(document.uuid.clone())
            .push_bind(*line)
            .push_bind(contract)
            .push_bind(part.amount);
    })
    .await
}

async fn postings(connection: &mut SqliteConnection, ledger: &Ledger) -> Result<(), sqlx::Error> {
    let documents = ledger.documents.iter();
    let postings: Vec<_> = documents
        .flat_map(|document| {
            let own = (document.postings.iter()).map(|posting| (document.contract, posting));
            let parts = document.parts.iter();
            let of_parts = parts.flat_map(|part| {
                let postings = part.postings.iter();
                postings.map(|posting| (part.contract, posting))
            });
            own.chain(of_parts)
                .map(move |(contract, posting)| (document, contract, posting))
        })
        .zip(1_i64..)
        .collect();
    let table = "postings (id, period, document, account_debit, account_credit, debit_1, debit_2, credit_1, \
                 credit_2, amount_kopecks, organization, active)";
    insert(
        connection,
        table,
        &postings,
        |row, ((document, contract, (debit, credit, amount)), id)| {
            let (firm, party, contract) = ledger.sides(*contract);
            let analytics = |account| {
                let of_account =
                    |uuid: &Option<String>| uuid.clone().filter(|_| is_by_contract(account));
                (of_account(&party), of_account(&contract))
            };
            let (debit_1, debit_2) = analytics(debit);
            let (credit_1, credit_2) = analytics(credit);
            row.push_bind(*id)
                .push_bind(document.date())
                .push_bind(document.uuid.clone())
                .push_bind(*debit)
                .push_bind(*credit)
                .push_bind(debit_1)
                .push_bind(debit_2)
                .push_bind(credit_1)
                .push_bind(credit_2)
                .push_bind(*amount)
                .push_bind(firm)
                .push_bind(document.active);
        },
    )
    .await
}
