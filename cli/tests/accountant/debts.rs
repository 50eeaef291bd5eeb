//! Debts by age and by amount, requisites, and accounts that recipes do not look at.

use crate::books::{Books, SETTLEMENTS, limitations};
use crate::checks::{Compared, parties, quoted};

/// What is owed by document of settlement on a day, with its age.
fn debts(day: &str, condition: &str) -> String {
    format!(
        "SELECT iif(balance > 0, 'дебиторская', 'кредиторская') AS side, owed.party, owed.party_id, owed.contract, owed.contract_id, owed.currency, owed.firm, abs(balance) AS amount,
            CAST(julianday('{day}') - julianday(substr(d.date, 1, 10)) AS INTEGER) AS days, iif(c.has_term, c.term_days, 30) AS term
        FROM (SELECT account, party, party_id, contract, contract_id, settled, currency, firm, sum(amount) AS balance FROM entry
            WHERE {SETTLEMENTS} AND day <= '{day}' AND {condition}
            GROUP BY account, party_id, contract_id, settled, currency, firm HAVING sum(amount) <> 0) AS owed
        JOIN accounts AS a ON a.code = owed.account
        LEFT JOIN documents AS d ON d.uuid = owed.settled
        LEFT JOIN contracts AS c ON c.uuid = owed.contract_id
        WHERE NOT (a.code LIKE '60%' AND a.kind = 'active') AND NOT (a.code LIKE '62%' AND a.kind = 'passive')"
    )
}

#[tokio::test]
async fn debts_are_told_apart_by_age() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    let columns = [
        "side",
        "counterparty",
        "contract",
        "currency",
        "organization",
        "amount",
        "age_0_30",
        "age_31_60",
        "age_61_90",
        "age_over_90",
        "age_unknown",
        "overdue",
    ];
    for day in [
        "2026-06-30",
        "2026-07-31",
        "2026-08-31",
        "2026-09-30",
        "2026-12-31",
    ] {
        for side in ["дебиторская", "кредиторская"] {
            compared
                .same(
                    &format!("SELECT * FROM debt_by_age WHERE side = '{side}' AND as_of_date = '{day}'"),
                    &columns,
                    &format!(
                        "SELECT side, party, contract, currency, firm, sum(amount),
                            sum(iif(days <= 30, amount, 0)), sum(iif(days BETWEEN 31 AND 60, amount, 0)),
                            sum(iif(days BETWEEN 61 AND 90, amount, 0)), sum(iif(days > 90, amount, 0)),
                            sum(iif(days IS NULL, amount, 0)), sum(iif(days > term, amount, 0))
                        FROM ({}) WHERE side = '{side}' GROUP BY party_id, contract_id, currency, firm",
                        debts(day, "1")
                    ),
                )
                .await;
            compared
                .same(
                    &format!("SELECT * FROM debt_ranking WHERE side = '{side}' AND as_of_date = '{day}' AND amount >= 50000"),
                    &["side", "counterparty", "currency", "organization", "amount", "overdue"],
                    &format!(
                        "SELECT side, party, currency, firm, sum(amount), sum(iif(days > term, amount, 0))
                        FROM ({}) WHERE side = '{side}' GROUP BY party_id, currency, firm HAVING sum(amount) >= 5000000",
                        debts(day, "1")
                    ),
                )
                .await;
        }
    }
    compared.ends(18);
}

/// The greatest come first, so many as are asked for.
#[tokio::test]
async fn a_ranking_begins_with_the_greatest() {
    let books = Books::open().await;
    for (limit, order) in [(3, ""), (5, " ORDER BY amount DESC"), (1, "")] {
        let intent = format!(
            "SELECT * FROM debt_ranking WHERE side = 'дебиторская' AND as_of_date = '2026-09-30'{order} LIMIT {limit}"
        );
        let response = books.answer(&intent).await;
        let amounts: Vec<String> = response
            .rows
            .iter()
            .map(|row| {
                crate::books::kopecks(row.get("amount").unwrap().shown().unwrap()).to_string()
            })
            .collect();
        let sql = format!(
            "SELECT sum(amount) AS owed FROM ({}) WHERE side = 'дебиторская' GROUP BY party_id, currency, firm ORDER BY owed DESC LIMIT {limit}",
            debts("2026-09-30", "1")
        );
        let mut greatest = books.texts(&sql);
        greatest.sort_by_key(|own| std::cmp::Reverse(own.parse::<i64>().unwrap()));
        assert_eq!(amounts, greatest, "{intent}");
    }
}

#[tokio::test]
async fn requisites_are_those_of_the_catalogue() {
    let books = Books::open().await;
    let mut compared = Compared::new(&books);
    for party in parties(&books, 12) {
        let party = quoted(&party);
        let intent = format!("SELECT * FROM requisites WHERE counterparty = '{party}'");
        compared
            .same(
                &intent,
                &["contract", "number", "currency", "organization"],
                &format!(
                    "SELECT c.name, c.number, c.currency, o.name FROM contracts AS c JOIN counterparties AS p ON p.uuid = c.owner
                    LEFT JOIN organizations AS o ON o.uuid = c.organization WHERE p.name = '{party}' AND NOT c.deleted"
                ),
            )
            .await;
        let summary = books.answer(&intent).await.summary;
        for text in books.texts(&format!(
            "SELECT inn FROM counterparties WHERE name = '{party}'"
        )) {
            assert!(summary.contains(&text), "{summary}");
        }
    }
    compared.ends(9);
}

/// A recipe refuses an account that it does not read. A counterparty without debts had movements all the same, and the answer
/// does not deny them.
#[tokio::test]
async fn accounts_of_other_recipes_are_refused() {
    let books = Books::open().await;
    for (intent, code) in [
        (
            "SELECT * FROM payment_total WHERE account = '62' AND period = '2026-08'",
            "account_outside_recipe: 62",
        ),
        (
            "SELECT * FROM bank_statement WHERE account = '62' AND period = '2026-08'",
            "account_outside_recipe: 62",
        ),
        (
            "SELECT * FROM settlement_balance WHERE account = '51'",
            "account_outside_recipe: 51",
        ),
        (
            "SELECT * FROM settlement_balance WHERE account = '76.АВ'",
            "account_outside_recipe: 76.АВ",
        ),
    ] {
        let response = books.answer(intent).await;
        let told = limitations(&response);
        assert!(
            response.rows.is_empty() && told.iter().any(|own| own == code),
            "{intent}: {told:?}"
        );
    }
    let paid = "SELECT * FROM debt_by_age WHERE counterparty = 'ООО \"Сосновка\"' AND as_of_date = '2026-09-30'";
    let response = books.answer(paid).await;
    let told = limitations(&response);
    assert!(
        response.rows.is_empty() && !told.contains(&"no_movements".to_owned()),
        "{told:?}"
    );
}
