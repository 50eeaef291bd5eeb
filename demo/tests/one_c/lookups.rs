//! Lookups of names and numbers against SQL written by hand.

use cmec_demo::one_c::value::Param;
use cmec_demo::one_c::{DEFAULT_SEED, Query};

use crate::fixture::{Fixture, replace, text};
use crate::names;

fn lookup(value: &str, mask: &str) -> Vec<(&'static str, Param)> {
    vec![
        ("ИНН", text(value)),
        ("Номер", text(value)),
        ("Целиком", text(value)),
        ("Маска", text(mask)),
        ("НачалоСлова", text("")),
        ("КонецСлова", text("")),
        ("ВтороеСлово", text("")),
    ]
}

/// Second column of a lookup: the names.
async fn called(fixture: &Fixture, value: &str, mask: &str) -> Vec<String> {
    let rows = fixture
        .rows(Query::CounterpartyLookup, &lookup(value, mask))
        .await;
    rows.into_iter().map(|mut row| row.remove(1)).collect()
}

#[tokio::test]
async fn counterparties_are_found_by_any_of_their_names() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let part = names::AMBIGUOUS;
    let found = called(&fixture, part, &format!("%{part}%")).await;
    // The one marked for deletion is not among them.
    assert_eq!(found, names::AMBIGUOUS_ONES.map(str::to_owned));
    let mask = format!("%{}%", part.to_uppercase());
    assert_eq!(called(&fixture, &part.to_lowercase(), &mask).await.len(), 3);

    let inn = fixture
        .value(&format!(
            "SELECT inn FROM counterparties WHERE name = '{}'",
            names::ALIKE
        ))
        .await;
    for value in [
        inn.as_str(),
        &names::ALIKE.to_lowercase(),
        &names::ALIKE_IN_FULL.to_uppercase(),
    ] {
        assert_eq!(
            called(&fixture, value, value).await,
            [names::ALIKE],
            "{value}"
        );
    }
    assert_eq!(
        called(&fixture, "нет", names::ALIKE_AS_MASK).await,
        [names::ALIKE]
    );
    assert!(
        called(&fixture, names::FOLDER, names::FOLDER)
            .await
            .is_empty()
    );
    let all = "SELECT COUNT(*) FROM counterparties WHERE deleted = 0 AND is_group = 0";
    let all = fixture.value(all).await;
    assert_eq!(called(&fixture, "нет", "%").await.len().to_string(), all);
}

#[tokio::test]
async fn special_characters_of_a_mask_can_be_escaped() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for (mask, name) in names::SPECIAL {
        assert_eq!(called(&fixture, "нет", mask).await, [name], "{mask}");
    }
    assert!(called(&fixture, "нет", r"%\%\%%").await.is_empty());
    assert!(
        called(&fixture, "нет", names::LONGER_AS_TEXT)
            .await
            .is_empty()
    );
    assert_eq!(
        called(&fixture, "нет", names::LONGER_AS_MASK).await.len(),
        1
    );
}

#[tokio::test]
async fn contracts_are_found_by_name_number_and_owner() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let with_owner = |value: &str, mask: &str, owner: Option<&str>| {
        let mut params = lookup(value, mask);
        params.push(("ЕстьВладелец", Param::Flag(owner.is_some())));
        params.push((
            "Владелец",
            owner.map_or(Param::Null, |uuid| Param::Reference(uuid.to_owned())),
        ));
        params
    };
    let all = fixture
        .by_hand(
            &format!(
                "SELECT uuid, name, number, owner, 1, 1 FROM contracts WHERE deleted = 0 AND name = '{}' ORDER BY uuid",
                names::SHARED_CONTRACT
            ),
        )
        .await;
    assert!(all.len() > 1);
    let params = with_owner(&names::SHARED_CONTRACT.to_lowercase(), "Основной%", None);
    assert_eq!(fixture.rows(Query::ContractLookup, &params).await, all);
    let params = with_owner(
        names::SHARED_CONTRACT,
        names::SHARED_CONTRACT,
        Some(&all[0][3]),
    );
    assert_eq!(fixture.rows(Query::ContractLookup, &params).await, all[..1]);

    let numbered = fixture
        .by_hand("SELECT uuid, name, number, owner, 1, 0 FROM contracts WHERE number LIKE 'П-%' AND deleted = 0 LIMIT 1")
        .await;
    let number = numbered[0][2].to_lowercase();
    let params = with_owner(&number, "нет", Some(&numbered[0][3]));
    assert_eq!(fixture.rows(Query::ContractLookup, &params).await, numbered);
}

#[tokio::test]
async fn what_lies_near_comes_after_what_fits() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    let mut params = lookup("нет", "нет");
    replace(&mut params, "НачалоСлова", text("%ром%"));
    let near: Vec<String> = (fixture.rows(Query::CounterpartyLookup, &params).await)
        .into_iter()
        .map(|row| format!("{}{} {}", row[5], row[6], row[1]))
        .collect();
    assert_eq!(near, names::AMBIGUOUS_ONES.map(|name| format!("00 {name}")));
    let last = names::AMBIGUOUS_ONES[2];
    replace(&mut params, "Маска", text(&format!("%{last}%")));
    let rows = fixture.rows(Query::CounterpartyLookup, &params).await;
    assert_eq!((rows[0][6].as_str(), rows[0][1].as_str()), ("1", last));
    replace(&mut params, "Целиком", text(last));
    let rows = fixture.rows(Query::CounterpartyLookup, &params).await;
    assert_eq!((rows[0][5].as_str(), rows[0][1].as_str()), ("1", last));
}

#[tokio::test]
async fn own_firms_are_all_there_the_one_asked_for_first() {
    let fixture = Fixture::new(DEFAULT_SEED).await;
    for name in [names::OWN, names::OWN_SECOND] {
        let params = lookup(name, &format!("%{name}%"));
        let rows = fixture.rows(Query::OrganizationLookup, &params).await;
        assert_eq!(rows.len(), 4);
        assert_eq!((rows[0][4].as_str(), rows[0][1].as_str()), ("1", name));
    }
}
