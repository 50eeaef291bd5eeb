//! Movements narrowed by a side, an anchor and an organization, and the profiles, against SQL written by hand.

use cmec_demo::one_c::value::Param;
use cmec_demo::one_c::{DEFAULT_SEED, Query};

use crate::fixture::{END, Fixture, START, date, movements, replace, text};
use crate::names;
use crate::queries::MOVEMENT_COLUMNS;

fn codes(codes: &[&str]) -> Param {
    Param::List(codes.iter().map(|code| text(code)).collect())
}

#[tokio::test]
async fn movements_are_those_of_the_side_that_is_asked_for() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let month = "period >= '2024-03' AND period < '2024-04'";
    for (debits, credits, condition) in [
        (
            vec![],
            vec!["60", "76"],
            "substr(account_credit, 1, 2) IN ('60', '76')",
        ),
        (
            vec!["62", "76"],
            vec![],
            "substr(account_debit, 1, 2) IN ('62', '76')",
        ),
        (
            vec!["51"],
            vec!["66"],
            "account_debit = '51' OR account_credit = '66.03'",
        ),
        (vec![], vec![], "0"),
    ] {
        let mut params = movements();
        replace(&mut params, "НачалоПериода", date("2024-03-01T00:00:00"));
        replace(&mut params, "КонецПериода", date("2024-03-31T23:59:59"));
        replace(&mut params, "СчетаДт", codes(&debits));
        replace(&mut params, "СчетаКт", codes(&credits));
        let sql = |order: &str| {
            format!(
                "SELECT {MOVEMENT_COLUMNS} FROM postings WHERE ({condition}) AND {month}
                ORDER BY period {order}, document {order}, id {order}"
            )
        };
        let newest_first = fixture.by_hand(&sql("DESC")).await;
        assert_eq!(newest_first.is_empty(), condition == "0");
        assert_eq!(
            fixture.rows(Query::Movements, &params).await,
            newest_first,
            "{condition}"
        );
        let oldest_first = fixture.by_hand(&sql("ASC")).await;
        assert_eq!(
            fixture.rows(Query::MovementsAsc, &params).await,
            oldest_first,
            "{condition}"
        );
    }
}

#[tokio::test]
async fn movements_of_a_party_need_no_accounts() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let party = fixture.party(names::LENDER).await;
    let contract = fixture
        .value(&format!(
            "SELECT uuid FROM contracts WHERE owner = '{party}' ORDER BY uuid LIMIT 1"
        ))
        .await;
    let count = |rows: Vec<Vec<String>>| rows.len().to_string();
    let mut params = movements();
    replace(&mut params, "БезСчетов", Param::Flag(true));
    for (flag, name, value, condition) in [
        (
            "ЕстьКонтрагент",
            "Контрагент",
            Param::Reference(party.clone()),
            format!("'{party}' IN (debit_1, credit_1)"),
        ),
        (
            "ЕстьДоговор",
            "Договор",
            Param::Reference(contract.clone()),
            format!("'{contract}' IN (debit_2, credit_2)"),
        ),
        (
            "ЕстьОрганизация",
            "Организация",
            fixture.firm(names::OWN).await,
            format!(
                "'{contract}' IN (debit_2, credit_2) AND organization IN (SELECT uuid FROM organizations WHERE name = '{}')",
                names::OWN
            ),
        ),
    ] {
        replace(&mut params, flag, Param::Flag(true));
        replace(&mut params, name, value);
        let by_hand = fixture
            .value(&format!(
                "SELECT COUNT(*) FROM postings WHERE active = 1 AND {condition}"
            ))
            .await;
        assert_eq!(
            count(fixture.rows(Query::Movements, &params).await),
            by_hand,
            "{name}"
        );
    }
}

fn window(from: &str, to: &str, organization: Option<Param>) -> Vec<(&'static str, Param)> {
    vec![
        ("НачалоПериода", date(from)),
        ("КонецПериода", date(to)),
        ("ЕстьОрганизация", Param::Flag(organization.is_some())),
        ("Организация", organization.unwrap_or(Param::Null)),
    ]
}

#[tokio::test]
async fn months_are_counted_within_the_window() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let second = fixture.firm(names::OWN_SECOND).await;
    for (from, to, organization) in [
        (START, END, None),
        ("2024-02-15T00:00:00", "2025-01-10T23:59:59", None),
        ("2024-01-01T00:00:00", "2024-12-31T23:59:59", Some(second)),
        ("2030-01-01T00:00:00", END, None),
    ] {
        let own = if organization.is_some() {
            "LIKE '%-%'"
        } else {
            "LIKE '%'"
        };
        let rows = format!(
            "FROM postings WHERE active = 1 AND period BETWEEN '{from}' AND '{to}'
            AND organization IN (SELECT uuid FROM organizations WHERE name {own})"
        );
        let params = window(from, to, organization);
        let months = fixture
            .by_hand(&format!(
                "SELECT strftime('%Y-%m-01T00:00:00', period) AS month, COUNT(DISTINCT document), COUNT(id),
                SUM(iif(account_debit IS NULL OR account_credit IS NULL, 0, amount_kopecks)), MIN(period), MAX(period)
                {rows} GROUP BY month ORDER BY month DESC"
            ))
            .await;
        assert_eq!(
            fixture.rows(Query::PeriodProfile, &params).await,
            months,
            "{from}"
        );
        // The busiest are the last of the most among months and years, found in Rust.
        let busiest = |groups: &[Vec<String>]| {
            let most = groups
                .iter()
                .map(|group| (group[1].parse::<u32>().unwrap(), group[0].clone()))
                .max();
            most.map_or(["-".to_owned(), "-".to_owned()], |(count, group)| {
                [group, count.to_string()]
            })
        };
        let years = fixture
            .by_hand(&format!(
                "SELECT strftime('%Y-01-01T00:00:00', period) AS year, COUNT(DISTINCT document) {rows} GROUP BY year"
            ))
            .await;
        let mut totals = fixture
            .by_hand(&format!(
                "SELECT MIN(period), MAX(period), COUNT(DISTINCT document), COUNT(id) {rows}"
            ))
            .await;
        totals[0].extend(busiest(&years));
        totals[0].extend(busiest(&months));
        assert_eq!(
            fixture.rows(Query::PeriodTotals, &params).await,
            totals,
            "{from}"
        );
    }
}

#[tokio::test]
async fn kinds_of_documents_come_before_sections() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for (from, to) in [(START, END), ("2024-03-01T00:00:00", "2024-03-10T23:59:59")] {
        let rows = format!("active = 1 AND period BETWEEN '{from}' AND '{to}'");
        let rows = rows.as_str();
        let params = window(from, to, None);
        let kinds = fixture
            .by_hand(&format!(
                "SELECT COUNT(DISTINCT d.uuid) AS n, COUNT(p.id) AS m,
                    SUM(iif(account_debit IS NULL OR account_credit IS NULL, NULL, p.amount_kopecks))
                FROM postings p JOIN documents d ON d.uuid = p.document WHERE {rows} GROUP BY d.kind ORDER BY n DESC, m DESC"
            ))
            .await;
        // The account of the first order is what stands before the first dot of a code.
        let sections = fixture
            .by_hand(&format!(
                "SELECT substr(code, 1, instr(code || '.', '.') - 1) AS section, COUNT(DISTINCT document), COUNT(id), SUM(d), SUM(c) FROM (
                    SELECT account_debit AS code, document, id, amount_kopecks AS d, NULL AS c FROM postings WHERE {rows}
                    UNION ALL
                    SELECT account_credit, document, id, NULL, amount_kopecks FROM postings WHERE {rows}
                ) WHERE code NOT NULL GROUP BY section ORDER BY section"
            ))
            .await;
        let profile = fixture.rows(Query::DocumentSectionProfile, &params).await;
        let (of_kinds, of_sections) = profile.split_at(kinds.len());
        let counted: Vec<Vec<String>> = of_kinds.iter().map(|row| row[2..5].to_vec()).collect();
        assert_eq!(counted, kinds);
        let counted: Vec<Vec<String>> = of_sections.iter().map(|row| row[1..6].to_vec()).collect();
        assert_eq!(counted, sections);
        assert!(
            of_kinds.iter().all(|row| row[1] == "-") && of_sections.iter().all(|row| row[0] == "-")
        );
        let totals = fixture.rows(Query::SectionTotals, &params).await;
        let counts = [kinds.len().to_string(), sections.len().to_string()];
        assert_eq!(totals[0][4..], counts);
    }
}
