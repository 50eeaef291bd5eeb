//! The ledger itself: the same for the same seed, in balance, and safe in a file.

use cmec_demo::one_c::{DEFAULT_SEED, Ledger, LedgerError, Query};

use crate::fixture::{Fixture, open_contracts};

/// Every value of every table, as one number (FNV-1a).
async fn fingerprint(fixture: &Fixture) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for table in [
        "about",
        "accounts",
        "organizations",
        "counterparties",
        "contracts",
        "documents",
        "postings",
    ] {
        let sql = format!("SELECT * FROM {table} ORDER BY 1");
        for value in fixture.by_hand(&sql).await.into_iter().flatten() {
            for byte in value.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

#[tokio::test]
async fn the_same_seed_gives_the_same_ledger() {
    let first = fingerprint(&Fixture::new(DEFAULT_SEED).await).await;
    assert_eq!(first, fingerprint(&Fixture::new(DEFAULT_SEED).await).await);
    assert_ne!(first, fingerprint(&Fixture::new(2).await).await);
    assert_eq!(
        first, FINGERPRINT,
        "the generated ledger has changed: raise `SCHEMA_VERSION` and set `FINGERPRINT` to {first:#x}"
    );
}

/// Of the ledger of the default seed, on every machine.
const FINGERPRINT: u64 = 0x534b_c08b_b6fb_9c22;

#[tokio::test]
async fn the_ledger_has_the_promised_size() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let count = async |table: &str| -> usize {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        fixture.value(&sql).await.parse().unwrap()
    };
    assert!((3_000..=4_000).contains(&count("documents").await));
    assert!((4_500..=6_000).contains(&count("postings").await));
    assert!((45..=60).contains(&count("counterparties").await));
    let span = fixture
        .by_hand("SELECT min(period) >= '2023-01-01', max(period) < '2026-07-01' FROM postings")
        .await;
    assert_eq!(span, [["1", "1"]]);
}

#[tokio::test]
async fn the_books_balance() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let balances = fixture
        .by_hand(
            "SELECT account, kind, SUM(amount) FROM (
                SELECT account_debit AS account, amount_kopecks AS amount FROM postings WHERE active = 1
                UNION ALL SELECT account_credit, -amount_kopecks FROM postings WHERE active = 1
            ) JOIN accounts ON code = account GROUP BY account",
        )
        .await;
    let mut total = 0;
    for row in &balances {
        let balance: i64 = row[2].parse().unwrap();
        total += balance;
        match row[1].as_str() {
            "active" => assert!(balance >= 0, "{row:?}"),
            "passive" => assert!(balance <= 0, "{row:?}"),
            _ => {}
        }
    }
    assert_eq!(total, 0);
    let wrong = fixture
        .value(
            "SELECT COUNT(*) FROM postings AS p JOIN documents AS d ON d.uuid = p.document
            WHERE p.amount_kopecks <= 0 OR d.posted <> p.active OR p.period <> d.date OR p.organization <> d.organization",
        )
        .await;
    assert_eq!(wrong, "0");
}

#[tokio::test]
async fn the_bank_account_is_never_overdrawn() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let overdrawn = fixture
        .value(
            "SELECT COUNT(*) FROM (
                SELECT SUM(amount) OVER (PARTITION BY organization ORDER BY period) AS balance FROM (
                    SELECT organization, period, amount_kopecks AS amount FROM postings WHERE account_debit = '51'
                    UNION ALL
                    SELECT organization, period, -amount_kopecks FROM postings WHERE account_credit = '51'
                )
            ) WHERE balance < 0",
        )
        .await;
    assert_eq!(overdrawn, "0");
}

#[tokio::test]
async fn some_contracts_are_settled_and_some_are_open() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let traded = fixture
        .value("SELECT COUNT(DISTINCT contract) FROM documents")
        .await;
    let rows = fixture
        .rows(
            Query::OpenContracts,
            &open_contracts("2026-07-01T00:00:00", &["60", "62", "76"]),
        )
        .await;
    let open: std::collections::BTreeSet<_> = rows.iter().map(|row| &row[1]).collect();
    let traded: usize = traded.parse().unwrap();
    assert!(
        open.len() > 20 && open.len() + 20 < traded,
        "{} of {traded}",
        open.len()
    );
}

#[tokio::test]
async fn taxpayer_numbers_have_right_check_digits() {
    let digit = |digits: &[u32], weights: &[u32]| -> u32 {
        let sum: u32 = digits.iter().zip(weights).map(|(a, b)| a * b).sum();
        sum % 11 % 10
    };
    for seed in [DEFAULT_SEED, 77] {
        let fixture = Fixture::new(seed).await;
        let numbers = fixture
            .by_hand("SELECT inn FROM counterparties WHERE inn <> '' UNION SELECT inn FROM organizations")
            .await;
        assert!(numbers.len() > 40);
        for number in numbers.into_iter().flatten() {
            let digits: Vec<u32> = number.chars().map(|c| c.to_digit(10).unwrap()).collect();
            match digits.len() {
                10 => assert_eq!(digits[9], digit(&digits, &[2, 4, 10, 3, 5, 9, 4, 6, 8])),
                12 => {
                    assert_eq!(digits[10], digit(&digits, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8]));
                    assert_eq!(
                        digits[11],
                        digit(&digits, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
                    );
                }
                other => panic!("{number} has {other} digits"),
            }
        }
    }
}

#[tokio::test]
async fn a_file_is_reused_and_a_foreign_one_is_left_alone() {
    let fixture = Fixture::new(5).await;
    let before = fingerprint(&fixture).await;
    Ledger::open(Some(&fixture.path), 5).await.unwrap();
    assert_eq!(fingerprint(&fixture).await, before);

    let error = Ledger::open(Some(&fixture.path), 6).await.unwrap_err();
    assert!(matches!(error, LedgerError::OtherSeed { wanted: 6, .. }));
    assert_eq!(fingerprint(&fixture).await, before);

    fixture.by_hand("UPDATE about SET schema_version = 0").await;
    let error = Ledger::open(Some(&fixture.path), 5).await.unwrap_err();
    assert!(matches!(error, LedgerError::OtherSchema { found: 0, .. }));

    fixture.by_hand("DROP TABLE about").await;
    let error = Ledger::open(Some(&fixture.path), 5).await.unwrap_err();
    assert!(matches!(error, LedgerError::NotALedger { .. }));
}
