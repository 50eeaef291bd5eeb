//! Generates the whole ledger from its seed: catalogues here, trade in `trade`, then order and numbers.

use std::collections::BTreeMap;

use super::calendar::dotted;
use super::names::{GROUPS, ORGANIZATIONS, Party, Role, company_inn, parties};
use super::records::{Contract, Counterparty, Document, Ledger, Organization, Terms};
use super::{quarter, split_payments, trade};
use crate::calendar::{day, year};
use crate::random::Random;

/// Percentage of contracts with the second own firm.
const SECONDARY_SHARE: u64 = 20;

pub(super) fn ledger(seed: u64) -> Ledger {
    let organizations = organizations(seed);
    let counterparties = counterparties(seed);
    let contracts = contracts(seed);
    let mut documents = trade::documents(seed, &contracts);
    documents.extend(split_payments::documents(seed, &contracts));
    // A stable sort: documents with the same time stay in contract order.
    documents.sort_by_key(|document| (document.day, document.seconds, document.kind));
    for document in &mut documents {
        let contract = document.contract.and_then(|place| contracts.get(place));
        document.organization = contract.map_or(0, |contract| contract.organization);
    }
    number(&mut Random::new(seed, "documents"), &mut documents);
    let mut ledger = Ledger {
        organizations,
        counterparties,
        contracts,
        documents,
        bank_accounts: Vec::new(),
        persons: Vec::new(),
    };
    let mut later = quarter::documents(seed, &mut ledger);
    number(&mut Random::new(seed, "quarter documents"), &mut later);
    ledger.documents.append(&mut later);
    ledger
}

fn organizations(seed: u64) -> Vec<Organization> {
    let mut random = Random::new(seed, "organizations");
    ORGANIZATIONS
        .iter()
        .map(|name| Organization {
            uuid: random.uuid(),
            name: (*name).to_owned(),
            full_name: name.replacen("ООО", "Общество с ограниченной ответственностью", 1),
            inn: company_inn(&mut random),
            kpp: String::new(),
        })
        .collect()
}

fn counterparties(seed: u64) -> Vec<Counterparty> {
    let mut random = Random::new(seed, "counterparties");
    let parties = parties().map(|party| Counterparty {
        uuid: random.uuid(),
        name: party.name(),
        full_name: party.full_name(),
        inn: party.inn(&mut random),
        deleted: party.role == Role::Deleted,
        ..Counterparty::default()
    });
    let mut all: Vec<_> = parties.collect();
    all.extend(GROUPS.iter().map(|name| Counterparty {
        uuid: random.uuid(),
        name: (*name).to_owned(),
        is_group: true,
        ..Counterparty::default()
    }));
    all
}

fn contracts(seed: u64) -> Vec<Contract> {
    let mut random = Random::new(seed, "contracts");
    let mut all = Vec::new();
    for (owner, party) in parties().enumerate() {
        for index in 0..party.contracts {
            all.push(contract(&mut random, owner, party, index));
        }
    }
    all
}

fn contract(random: &mut Random, owner: usize, party: Party, index: usize) -> Contract {
    let uuid = random.uuid();
    // Later contracts of a counterparty are newer; loans come before all trade.
    let age = if party.role == Role::Lender { 0 } else { index };
    let first = day(2022, 3, 1) + i64::try_from(age).unwrap_or(0) * 270;
    let signed = random.between(first, first + 260);
    let number = match random.between(0, 3) {
        0 => format!("П-{}", random.between(10, 299)),
        _ => format!("{}/{}", random.between(1, 99), year(signed)),
    };
    let secondary = random.chance(SECONDARY_SHARE);
    let organization = match party.role {
        // Shop and bank belong to the main firm; each firm has a loan.
        Role::Retail | Role::Bank => 0,
        Role::Lender => index,
        _ => usize::from(secondary),
    };
    // In many bases, the first contract of a counterparty has no number and date.
    let nameless = party.role == Role::Retail || (index == 0 && random.chance(15));
    let (name, number, signed) = if nameless {
        ("Основной договор".to_owned(), String::new(), None)
    } else {
        let name = format!(
            "{} № {number} от {}",
            subject(random, party.role, index),
            dotted(signed)
        );
        (name, number, Some(signed))
    };
    Contract {
        uuid,
        party,
        index,
        owner,
        name,
        number,
        signed,
        organization,
        terms: Terms::default(),
    }
}

fn subject(random: &mut Random, role: Role, index: usize) -> &'static str {
    match role {
        Role::OtherServices => "Договор аренды",
        Role::Services => "Договор оказания услуг",
        Role::Bank => "Договор банковского счета",
        Role::Lender => "Договор займа",
        _ if index > 0 && random.chance(20) => "Рамочный договор",
        _ if random.chance(25) => "Договор купли-продажи",
        _ => "Договор поставки",
    }
}

/// Numbers restart for each year, kind and firm. A document that others refer to already has an id.
fn number(random: &mut Random, documents: &mut [Document]) {
    let mut counters = BTreeMap::<_, u32>::new();
    for document in documents {
        let prefix = ["0000", "ВЛ00", "ПС00", "ЛП00"]
            .get(document.organization)
            .unwrap_or(&"");
        let counter = counters
            .entry((document.kind, document.organization, year(document.day)))
            .or_insert(0);
        *counter += 1;
        document.number = format!("{prefix}-{counter:06}");
        if document.uuid.is_empty() {
            document.uuid = random.uuid();
        }
    }
}
