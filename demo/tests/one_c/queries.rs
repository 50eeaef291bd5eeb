//! Each query against SQL written by hand, on the same ledger.

use std::collections::BTreeMap;

use cmec_demo::one_c::answer::{QueryError, answer};
use cmec_demo::one_c::value::Param;
use cmec_demo::one_c::{DEFAULT_SEED, Query};

use crate::fixture::{END, Fixture, START, date, map, movements, open_contracts, replace, text};
use crate::names;

fn period_of_account(from: &str, to: &str, account: &str) -> Vec<(&'static str, Param)> {
    vec![
        ("НачалоПериода", date(from)),
        ("КонецПериода", date(to)),
        ("Счет", text(account)),
    ]
}

/// Movements of an account on either side.
fn movements_of(from: &str, to: &str, account: &str) -> Vec<(&'static str, Param)> {
    let mut params = movements();
    replace(&mut params, "НачалоПериода", date(from));
    replace(&mut params, "КонецПериода", date(to));
    for side in ["СчетаДт", "СчетаКт"] {
        replace(&mut params, side, text(account));
    }
    params
}

fn bank_docs(party: &str, organization: Option<Param>) -> Vec<(&'static str, Param)> {
    vec![
        ("НачалоПериода", date("2024-01-01T00:00:00")),
        ("КонецПериода", date("2024-12-31T23:59:59")),
        ("ЕстьКонтрагент", Param::Flag(true)),
        ("Контрагент", Param::Reference(party.to_owned())),
        ("ЕстьДоговор", Param::Flag(false)),
        ("Договор", Param::Null),
        ("ЕстьОрганизация", Param::Flag(organization.is_some())),
        ("Организация", organization.unwrap_or(Param::Null)),
    ]
}

pub(super) const MOVEMENT_COLUMNS: &str =
    "period, document, account_debit, account_credit, debit_1, debit_2, credit_1,
    credit_2, amount_kopecks, organization,
    (SELECT COUNT(*) > 0 FROM accounts WHERE code IN (account_debit, account_credit)
        AND (code LIKE '60%' AND kind = 'active' OR code LIKE '62%' AND kind = 'passive')), id";

#[tokio::test]
async fn movements_are_those_of_the_account_and_its_children() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for (account, condition) in [
        ("62.Р", "'62.Р' IN (account_debit, account_credit)"),
        ("76.ав", "'76.АВ' IN (account_debit, account_credit)"),
        (
            "62",
            "account_debit LIKE '62.%' OR account_credit LIKE '62.%'",
        ),
        (
            "90",
            "account_debit LIKE '90.%' OR account_credit LIKE '90.%'",
        ),
    ] {
        let params = movements_of("2024-03-01T00:00:00", "2024-03-31T23:59:59", account);
        let rows = fixture.rows(Query::Movements, &params).await;
        let by_hand = fixture
            .by_hand(&format!(
                "SELECT {MOVEMENT_COLUMNS} FROM postings WHERE ({condition}) AND period LIKE '2024-03-%'
                ORDER BY period DESC, document DESC, id DESC"
            ))
            .await;
        assert!(!rows.is_empty());
        assert_eq!(rows, by_hand, "{account}");
    }
}

#[tokio::test]
async fn movements_stop_at_the_limit_of_the_text() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let rows = fixture
        .rows(Query::Movements, &movements_of(START, END, "62"))
        .await;
    assert_eq!(rows.len(), 1001);
}

#[tokio::test]
async fn an_account_does_not_cover_one_that_only_begins_like_it() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let params = movements_of("2024-03-01T00:00:00", "2024-03-31T23:59:59", "62");
    let before = fixture.rows(Query::Movements, &params).await;
    fixture
        .by_hand("INSERT INTO accounts (code, code_key, name, kind) VALUES ('621', '621', 'Не из 62', 'active')")
        .await;
    fixture
        .by_hand(
            "INSERT INTO postings (id, period, document, account_debit, account_credit, amount_kopecks, organization)
            SELECT 100000, '2024-03-15T10:00:00', document, '621', '51', 100, organization FROM postings WHERE id = 1",
        )
        .await;
    assert_eq!(fixture.rows(Query::Movements, &params).await, before);
    for (account, found) in [("621", 1), ("6", 0), ("62.", 0), ("62%", 0), ("нет", 0)] {
        let params = movements_of("2024-03-01T00:00:00", "2024-03-31T23:59:59", account);
        let rows = fixture.rows(Query::Movements, &params).await;
        assert_eq!(rows.len(), found, "{account}");
    }
}

#[tokio::test]
async fn bank_documents_are_the_posted_ones_of_the_counterparty() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let party = fixture.party(names::BUSY).await;
    let sql = |order: &str, organization: &str| {
        format!(
            "SELECT date, uuid, number, counterparty, contract, bank_account_code, amount_kopecks, currency,
                purpose, organization
            FROM documents
            WHERE counterparty = '{party}' AND posted = 1 AND bank_account_code = '51'
                AND date >= '2024' AND date < '2025' AND {organization}
            ORDER BY date {order}, uuid {order}"
        )
    };
    let all = fixture.by_hand(&sql("DESC", "1")).await;
    assert!(all.len() > 20, "{}", all.len());
    let params = bank_docs(&party, None);
    assert_eq!(fixture.rows(Query::BankDocs, &params).await, all);
    let all = fixture.by_hand(&sql("ASC", "1")).await;
    assert_eq!(fixture.rows(Query::BankDocsAsc, &params).await, all);

    for name in [names::OWN, names::OWN_SECOND] {
        let condition =
            format!("organization = (SELECT uuid FROM organizations WHERE name = '{name}')");
        let firm = fixture.firm(name).await;
        let rows = fixture
            .rows(Query::BankDocs, &bank_docs(&party, Some(firm)))
            .await;
        assert_eq!(
            rows,
            fixture.by_hand(&sql("DESC", &condition)).await,
            "{name}"
        );
    }
}

#[tokio::test]
async fn some_counterparties_trade_and_have_no_bank_documents() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for name in [names::AMBIGUOUS_ONES[1], names::UNPAID] {
        let party = fixture.party(name).await;
        let mut params = bank_docs(&party, None);
        replace(&mut params, "НачалоПериода", date(START));
        replace(&mut params, "КонецПериода", date(END));
        assert!(fixture.rows(Query::BankDocs, &params).await.is_empty());
        let sql = format!("SELECT COUNT(*) > 0 FROM documents WHERE counterparty = '{party}'");
        assert_eq!(fixture.value(&sql).await, "1");
    }
}

/// Balances by contract, account and organization, added up in Rust from the postings.
async fn balances(fixture: &Fixture, moment: &str, accounts: &[&str]) -> Vec<Vec<String>> {
    let postings = fixture
        .by_hand(&format!(
            "SELECT {MOVEMENT_COLUMNS} FROM postings WHERE period < '{moment}' AND active = 1"
        ))
        .await;
    let covered = |account: &str| {
        accounts
            .iter()
            .any(|code| account == *code || account.starts_with(&format!("{code}.")))
    };
    let mut sums: BTreeMap<[&str; 4], i64> = BTreeMap::new();
    for row in &postings {
        let amount: i64 = row[8].parse().unwrap();
        for (account, party, contract, sign) in [(2, 4, 5, 1), (3, 6, 7, -1)] {
            if covered(&row[account]) {
                let key = [contract, account, 9, party].map(|at| row[at].as_str());
                *sums.entry(key).or_default() += sign * amount;
            }
        }
    }
    let advances = ["60.02", "60.22", "62.02", "62.22"];
    let dates = fixture.by_hand("SELECT uuid, date FROM contracts").await;
    let date_of = |uuid: &str| dates.iter().find(|row| row[0] == uuid).unwrap()[1].clone();
    sums.into_iter()
        .filter(|(_, sum)| *sum != 0)
        .map(|([contract, account, organization, party], sum)| {
            vec![
                party.to_owned(),
                contract.to_owned(),
                date_of(contract),
                account.to_owned(),
                organization.to_owned(),
                sum.max(0).to_string(),
                (-sum).max(0).to_string(),
                u8::from(advances.contains(&account)).to_string(),
            ]
        })
        .collect()
}

#[tokio::test]
async fn open_contracts_are_those_with_a_balance_before_the_moment() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for (moment, accounts) in [
        ("2026-07-01T00:00:00", vec!["60", "62", "76"]),
        ("2025-01-01T00:00:00", vec!["60", "62", "76"]),
        ("2024-06-15T12:00:00", vec!["62.02", "76.АВ"]),
        (START, vec!["60"]),
    ] {
        let params = open_contracts(moment, &accounts);
        // The sums come in the order of contract, account and organization; the sort by date keeps it.
        let mut by_hand = balances(&fixture, moment, &accounts).await;
        by_hand.sort_by(|left, right| left[2].cmp(&right[2]));
        let rows = fixture.rows(Query::OpenContractsAsc, &params).await;
        assert_eq!(rows, by_hand, "{moment}");
        by_hand.sort_by(|left, right| right[2].cmp(&left[2]));
        assert_eq!(
            fixture.rows(Query::OpenContracts, &params).await,
            by_hand,
            "{moment}"
        );
    }
}

#[tokio::test]
async fn a_balance_without_a_dated_contract_is_left_out_by_a_period_only() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    fixture
        .by_hand(
            "INSERT INTO postings (id, period, document, account_debit, account_credit, amount_kopecks, organization)
            SELECT 100000, '2024-03-15T10:00:00', document, '62.01', '51', 100, organization FROM postings WHERE id = 1",
        )
        .await;
    let mut params = open_contracts("2026-07-01T00:00:00", &["62"]);
    // The end alone is where a page of rows starts; with a period said it is a filter.
    replace(&mut params, "КонецПериода", date("2024-01-01T00:00:00"));
    for (is_said, there) in [(false, true), (true, false)] {
        replace(&mut params, "ПериодЗадан", Param::Flag(is_said));
        let rows = fixture.rows(Query::OpenContracts, &params).await;
        assert!(rows.len() > 1);
        let undated = rows.iter().position(|row| row[2] == "-");
        assert_eq!(undated, there.then(|| rows.len() - 1));
    }
}

#[tokio::test]
async fn open_contracts_can_be_narrowed() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let moment = "2025-06-01T00:00:00";
    let accounts = ["60", "62", "76"];
    let all = balances(&fixture, moment, &accounts).await;
    let some = all[all.len() / 2].clone();
    let matching = |column: usize| all.iter().filter(|row| row[column] == some[column]).count();

    for (flag, parameter, value, expected) in [
        (
            "ЕстьКонтрагент",
            "Контрагент",
            Param::Reference(some[0].clone()),
            matching(0),
        ),
        (
            "ЕстьДоговор",
            "Договор",
            Param::Reference(some[1].clone()),
            matching(1),
        ),
        (
            "ЕстьОрганизация",
            "Организация",
            Param::Reference(some[4].clone()),
            matching(4),
        ),
    ] {
        let mut params = open_contracts(moment, &accounts);
        replace(&mut params, flag, Param::Flag(true));
        replace(&mut params, parameter, value);
        let rows = fixture.rows(Query::OpenContracts, &params).await;
        assert!(rows.len() == expected && expected > 0, "{parameter}");
    }

    let mut params = open_contracts(moment, &accounts);
    replace(&mut params, "ПериодЗадан", Param::Flag(true));
    replace(&mut params, "НачалоПериода", date("2023-01-01T00:00:00"));
    replace(&mut params, "КонецПериода", date("2023-12-31T23:59:59"));
    let rows = fixture.rows(Query::OpenContracts, &params).await;
    let expected = all.iter().filter(|row| row[2].starts_with("2023")).count();
    assert!(rows.len() == expected && expected > 0);
}

#[tokio::test]
async fn totals_are_the_expanded_balances_and_the_turnovers() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let (from, to) = ("2025-01-01T00:00:00", "2025-03-31T23:59:59");
    for account in ["62", "60.01", "62.02", "76"] {
        let rows = fixture
            .rows(Query::AccountTotals, &period_of_account(from, to, account))
            .await;
        let sum = |rows: &[Vec<String>], column: usize| -> String {
            let sum: i64 = rows
                .iter()
                .map(|row| row[column].parse::<i64>().unwrap())
                .sum();
            sum.to_string()
        };
        let opening = balances(&fixture, from, &[account]).await;
        let closing = balances(&fixture, "2025-04-01T00:00:00", &[account]).await;
        let turnover = async |side: &str| {
            let sql = format!(
                "SELECT SUM(amount_kopecks) FROM postings WHERE period BETWEEN '{from}' AND '{to}'
                AND (account_{side} = '{account}' OR account_{side} LIKE '{account}.%')"
            );
            fixture.value(&sql).await
        };
        let by_hand = vec![
            sum(&opening, 5),
            sum(&opening, 6),
            turnover("debit").await,
            turnover("credit").await,
            sum(&closing, 5),
            sum(&closing, 6),
        ];
        assert_eq!(rows, [by_hand], "{account}");
    }
}

#[tokio::test]
async fn totals_of_an_account_without_postings_are_one_row_of_nulls() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for account in ["55", "нет такого"] {
        let rows = fixture
            .rows(
                Query::AccountTotals,
                &period_of_account(START, END, account),
            )
            .await;
        assert_eq!(rows, [["-"; 6]]);
    }
}

#[tokio::test]
async fn parameters_are_needed_and_typed() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let complete = movements_of(START, END, "62");
    for (index, (name, _)) in complete.iter().enumerate() {
        let mut params = complete.clone();
        params.remove(index);
        let error = answer(&fixture.ledger, Query::Movements, &map(&params)).await;
        let message = error.unwrap_err().to_string();
        assert_eq!(message, format!("Не задано значение параметра \"{name}\""));
    }
    for (name, value) in [
        ("НачалоПериода", text("2024-01-01")),
        ("НачалоПериода", Param::Null),
        ("СчетаДт", Param::Flag(true)),
        ("СчетаДт", date(START)),
        ("БезСчетов", Param::Null),
        ("Контрагент", text("кто-то")),
    ] {
        let mut params = complete.clone();
        replace(&mut params, name, value);
        let error = answer(&fixture.ledger, Query::Movements, &map(&params)).await;
        assert!(matches!(error, Err(QueryError::WrongType { name: found, .. }) if found == name));
    }
    // No account is no rows and no error, as a reference nobody has.
    let mut params = complete;
    for side in ["СчетаДт", "СчетаКт"] {
        replace(&mut params, side, Param::Null);
    }
    assert!(fixture.rows(Query::Movements, &params).await.is_empty());
}

#[tokio::test]
async fn a_payment_over_several_contracts_is_found_under_each() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let parts = fixture
        .by_hand(
            "SELECT p.document, p.contract, SUM(p.amount_kopecks), d.counterparty, d.amount_kopecks
            FROM payment_parts p JOIN documents d ON d.uuid = p.document GROUP BY p.document, p.contract",
        )
        .await;
    // Two payments, one each way, over two contracts each.
    assert_eq!(parts.len(), 4);
    for part in &parts {
        let mut params = bank_docs(&part[3], None);
        replace(&mut params, "НачалоПериода", date(START));
        replace(&mut params, "КонецПериода", date(END));
        let of_document = |rows: Vec<Vec<String>>| -> Vec<(String, i64)> {
            let rows = rows.into_iter().filter(|row| row[1] == part[0]);
            rows.map(|row| (row[4].clone(), row[6].parse().unwrap()))
                .collect()
        };
        let whole = of_document(fixture.rows(Query::BankDocs, &params).await);
        let sum: i64 = whole.iter().map(|(_, sum)| sum).sum();
        assert_eq!((whole.len(), sum.to_string()), (2, part[4].clone()));
        replace(&mut params, "ЕстьДоговор", Param::Flag(true));
        replace(&mut params, "Договор", Param::Reference(part[1].clone()));
        for query in [Query::BankDocs, Query::BankDocsAsc] {
            let found = of_document(fixture.rows(query, &params).await);
            assert_eq!(found, [(part[1].clone(), part[2].parse().unwrap())]);
        }
    }
}

#[tokio::test]
async fn postings_that_are_not_active_are_nowhere() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let inactive = fixture
        .by_hand("SELECT id, document, account_credit FROM postings WHERE active = 0")
        .await;
    assert!(!inactive.is_empty());
    let mut params = movements();
    replace(&mut params, "БезСчетов", Param::Flag(true));
    replace(&mut params, "НачалоПериода", date("2026-06-30T22:00:00"));
    let rows = fixture.rows(Query::Movements, &params).await;
    assert!(!rows.is_empty());
    assert!(rows.iter().all(|row| row[1] != inactive[0][1]));
    // Balances and turnovers of the account are those of the others.
    let account = &inactive[0][2];
    let sql = format!(
        "SELECT SUM(amount_kopecks) FROM postings WHERE account_credit = '{account}' AND active = 1"
    );
    let totals = fixture
        .rows(
            Query::AccountTotals,
            &period_of_account(START, END, account),
        )
        .await;
    assert_eq!(totals[0][3], fixture.value(&sql).await);
}

#[tokio::test]
async fn the_day_of_the_data_is_that_of_the_last_posting_that_is_active() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    fixture
        .by_hand("UPDATE postings SET active = 0 WHERE period >= '2026-06-30'")
        .await;
    let firms = fixture
        .by_hand("SELECT uuid FROM organizations ORDER BY rowid")
        .await;
    let firm = Param::Reference(firms[1][0].clone());
    let of_firm = format!("AND organization = '{}'", firms[1][0]);
    for (is_said, firm, of_firm) in [(false, Param::Null, ""), (true, firm, of_firm.as_str())] {
        let params = [
            ("ЕстьОрганизация", Param::Flag(is_said)),
            ("Организация", firm),
        ];
        let last = fixture
            .value(&format!(
                "SELECT max(period) FROM postings WHERE active {of_firm}"
            ))
            .await;
        let rows = fixture.rows(Query::DataThrough, &params).await;
        assert_eq!(rows, [[last]]);
    }
}

#[tokio::test]
async fn accounts_that_a_scope_leaves_out_are_not_in_it() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let (from, to) = ("2024-03-01T00:00:00", "2024-03-31T23:59:59");
    let mut params = movements_of(from, to, "76");
    let list = Param::List(vec![text("76.АВ")]);
    replace(&mut params, "КромеСчетов", list.clone());
    let by_hand = fixture
        .by_hand(&format!(
            "SELECT {MOVEMENT_COLUMNS} FROM postings WHERE period BETWEEN '{from}' AND '{to}'
            AND '76.09' IN (account_debit, account_credit) ORDER BY period DESC, document DESC, id DESC"
        ))
        .await;
    assert!(!by_hand.is_empty());
    assert_eq!(fixture.rows(Query::Movements, &params).await, by_hand);
    let mut params = open_contracts("2026-07-01T00:00:00", &["76"]);
    replace(&mut params, "КромеСчетов", list);
    let rows = fixture.rows(Query::OpenContracts, &params).await;
    assert!(!rows.is_empty() && rows.iter().all(|row| row[3] == "76.09"));
}

#[tokio::test]
async fn a_posting_off_the_balance_is_no_turnover_and_makes_no_row_without_a_name() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let window = vec![
        ("НачалоПериода", date("2024-03-01T00:00:00")),
        ("КонецПериода", date("2024-03-31T23:59:59")),
        ("ЕстьОрганизация", Param::Flag(false)),
        ("Организация", Param::Null),
    ];
    let before = fixture.rows(Query::PeriodProfile, &window).await;
    let rows_before = fixture.rows(Query::DocumentSectionProfile, &window).await;
    fixture
        .by_hand(
            "INSERT INTO postings (id, period, document, account_debit, amount_kopecks, organization)
            SELECT 100000, '2024-03-15T10:00:00', document, '001', 777, organization FROM postings WHERE id = 1",
        )
        .await;
    let after = fixture.rows(Query::PeriodProfile, &window).await;
    assert_eq!(after[0][3], before[0][3]);
    assert_ne!(after[0][2], before[0][2]);
    let rows = fixture.rows(Query::DocumentSectionProfile, &window).await;
    assert_eq!(rows.len(), rows_before.len() + 1);
    assert!(rows.iter().all(|row| row[0] != "-" || row[1] != "-"));
}
