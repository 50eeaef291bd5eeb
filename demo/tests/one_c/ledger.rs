//! The ledger itself: the same for the same seed, in balance, and safe in a file.

use cmec_demo::one_c::{DEFAULT_SEED, Ledger, LedgerError, Query};

use crate::fixture::{Fixture, open_contracts};

/// Every value of the rows, as one number (FNV-1a).
async fn hash_of(fixture: &Fixture, queries: impl IntoIterator<Item = String>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for sql in queries {
        for value in fixture.by_hand(&sql).await.into_iter().flatten() {
            for byte in value.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    hash
}

async fn fingerprint(fixture: &Fixture) -> u64 {
    let tables = [
        "about",
        "accounts",
        "organizations",
        "counterparties",
        "bank_accounts",
        "persons",
        "contracts",
        "documents",
        "payment_parts",
        "postings",
    ];
    let all = tables.map(|table| format!("SELECT * FROM {table} ORDER BY 1"));
    hash_of(fixture, all).await
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

/// What was there before the later firms: documents, snapshots and cases show answers over it.
#[tokio::test]
async fn the_later_firms_change_nothing_of_the_earlier_ones() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let rows = [
        ("code, parent, name, kind", "accounts", 34),
        ("uuid, name, full_name, inn", "organizations", 2),
        ("uuid, name, full_name, inn, is_group, deleted", "counterparties", 53),
        ("uuid, owner, name, number, date, deleted", "contracts", 74),
        (
            "uuid, kind, number, date, presentation, organization, counterparty, contract, bank_account_code,
            amount_kopecks, currency, purpose, posted",
            "documents",
            3_833,
        ),
        ("document, line, contract, amount_kopecks", "payment_parts", 6),
        (
            "id, period, document, account_debit, account_credit, debit_1, debit_2, credit_1, credit_2,
            amount_kopecks, organization, active",
            "postings",
            5_634,
        ),
    ];
    let queries = rows.map(|(columns, table, count)| {
        format!("SELECT {columns} FROM {table} WHERE rowid <= {count} ORDER BY rowid")
    });
    assert_eq!(hash_of(&fixture, queries).await, 0xf8b5_2b8b_d779_f452);
    let later = fixture
        .value(
            "SELECT (SELECT MIN(period) FROM postings WHERE id > 5634) || (SELECT MAX(period) FROM postings WHERE id <= 5634)",
        )
        .await;
    assert_eq!(later, "2026-07-01T00:00:002026-06-30T23:30:00");
}

/// Of the ledger of the default seed, on every machine.
const FINGERPRINT: u64 = 0x4872_b53d_c2a3_db36;

#[tokio::test]
async fn the_ledger_has_the_promised_size() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let count = async |table: &str| -> usize {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        fixture.value(&sql).await.parse().unwrap()
    };
    assert!((3_900..=4_300).contains(&count("documents").await));
    assert!((5_900..=6_500).contains(&count("postings").await));
    assert!((60..=75).contains(&count("counterparties").await));
    let span = fixture
        .by_hand("SELECT min(period) >= '2023-01-01', max(period) LIKE '2026-09-30%' FROM postings")
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
            ) JOIN accounts ON code = account WHERE NOT is_off_balance GROUP BY account",
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
            WHERE (p.amount_kopecks <= 0) <> (d.kind = 'ВозвратТоваровОтПокупателя')
                OR d.posted <> p.active OR p.period <> d.date OR p.organization <> d.organization
                OR (p.account_debit IS NULL OR p.account_credit IS NULL)
                    AND NOT (SELECT is_off_balance FROM accounts WHERE code = coalesce(p.account_debit, p.account_credit))",
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

/// Sides of the later postings with their third analytic, a debt or advance above zero.
const SETTLEMENTS: &str = "WITH later AS (
        SELECT * FROM postings WHERE organization IN (SELECT uuid FROM organizations WHERE rowid > 2)
    ),
    sides AS (
        SELECT id, period, account_debit AS account, debit_1 AS party, debit_3 AS settled, amount_kopecks AS amount,
            coalesce(currency_debit_amount, amount_kopecks) AS units
        FROM later
        UNION ALL
        SELECT id, period, account_credit, credit_1, credit_3, -amount_kopecks,
            -coalesce(currency_credit_amount, amount_kopecks)
        FROM later
    ),
    settlements AS (
        SELECT *, iif(account IN ('62.01', '62.21', '76.06', '60.02', '60.22'), units, -units) AS owed
        FROM sides
        WHERE substr(account, 1, 2) IN ('60', '62') OR account IN ('76.05', '76.06')
    )";

#[tokio::test]
async fn later_settlements_are_by_document_and_none_is_overpaid() {
    for seed in [DEFAULT_SEED, 2, 77] {
        let fixture = Fixture::new(seed).await;
        let wrong = fixture
            .by_hand(&format!(
                "{SETTLEMENTS}
                SELECT id, account, settled, owed FROM settlements
                LEFT JOIN documents AS document ON document.uuid = settled
                LEFT JOIN contracts ON contracts.uuid = document.contract
                WHERE document.date IS NULL OR document.date > period OR contracts.owner <> party
                UNION ALL
                SELECT id, account, settled, owed FROM (
                    SELECT *, SUM(owed) OVER (PARTITION BY account, settled ORDER BY period, id) AS left FROM settlements
                ) WHERE left < 0"
            ))
            .await;
        assert_eq!(wrong, [[""; 0]; 0], "{seed}");
    }
}

#[tokio::test]
async fn accounts_of_money_are_never_overdrawn() {
    for seed in [DEFAULT_SEED, 2, 77] {
        let fixture = Fixture::new(seed).await;
        let overdrawn = fixture
            .by_hand(
                "WITH later AS (
                    SELECT * FROM postings WHERE organization IN (SELECT uuid FROM organizations WHERE rowid > 2)
                )
                SELECT account, place, period, balance FROM (
                    SELECT *, SUM(amount) OVER (PARTITION BY organization, account, place ORDER BY period) AS balance
                    FROM (
                        SELECT organization, period, account_debit AS account, debit_1 AS place, amount_kopecks AS amount
                        FROM later
                        UNION ALL
                        SELECT organization, period, account_credit, credit_1, -amount_kopecks
                        FROM later
                    ) WHERE account IN ('41.01', '50.01', '51', '52', '57.01')
                ) WHERE balance < 0",
            )
            .await;
        assert_eq!(overdrawn, [[""; 0]; 0], "{seed}");
    }
}

#[tokio::test]
async fn later_counterparties_stand_as_they_were_meant_to() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let of = async |name: &str| {
        let sql = format!(
            "{SETTLEMENTS}
            SELECT account, SUM(owed) > 0, COUNT(*) > 2 FROM settlements JOIN counterparties ON uuid = party
            WHERE name LIKE '%{name}%' GROUP BY account"
        );
        let rows = fixture.by_hand(&sql).await;
        rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(of("Сосновка").await, ["60.01 0 0"]);
    assert_eq!(of("Пекарня на углу").await, ["62.01 0 1"]);
    assert_eq!(of("Глобус").await, ["62.02 1 0"]);
    assert_eq!(
        of("Blauer Stern").await,
        ["60.21 1 1", "60.22 1 0", "62.21 1 1", "62.22 1 0"]
    );
    // Nothing is left of the balances at the start, of what is on its way, and of what a month closes.
    let left = fixture
        .by_hand(&format!(
            "{SETTLEMENTS}
            SELECT account, SUM(amount) FROM sides WHERE account IN ('000', '57.01', '44.01', '26')
            GROUP BY account HAVING SUM(amount) <> 0"
        ))
        .await;
    assert_eq!(left, [[""; 0]; 0]);
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
