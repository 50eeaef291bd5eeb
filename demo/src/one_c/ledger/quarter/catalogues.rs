//! The firms of the quarter and their partners.

use crate::calendar::day;
use crate::one_c::ledger::calendar::dotted;
use crate::one_c::ledger::names::{Party, person_inn};
use crate::one_c::ledger::records::{
    BankAccount, Contract, Counterparty, Ledger, Organization, Person, ROUBLES, Terms,
};
use crate::one_c::ledger::table::{self, rows};
use crate::random::Random;

const FIRMS: [(&str, &str); 2] = [("АО", "Полярная сова"), ("ООО", "Листопад")];
/// Currencies of each firm's bank accounts, the main one first.
const CURRENCIES: [[&str; 3]; 2] = [[ROUBLES, ROUBLES, "EUR"], [ROUBLES, ROUBLES, "CNY"]];
/// Two people per firm.
const PERSONS: [&str; 4] = [
    "Лебедева Ольга Игоревна",
    "Фомин Денис Викторович",
    "Гусев Артём Львович",
    "Щукина Вера Ильинична",
];
/// Banks with codes that no real bank has.
const BANKS: [(&str, &str); 2] = [
    ("АО \"Северный берег\"", "040000001"),
    ("ПАО \"Полдень\"", "040000002"),
];

/// Adds firms, people, counterparties and contracts after the existing ones.
pub(super) fn add(random: &mut Random, ledger: &mut Ledger) {
    let first_firm = ledger.organizations.len();
    for ((form, title), currencies) in FIRMS.into_iter().zip(CURRENCIES) {
        let firm = Party {
            form,
            title,
            ..Party::default()
        };
        let (uuid, inn) = (random.uuid(), firm.inn(random));
        for (place, currency) in currencies.into_iter().enumerate() {
            let account = bank_account(random, &uuid, &firm, currency);
            let is_main = place == 0;
            ledger
                .bank_accounts
                .push(BankAccount { is_main, ..account });
        }
        ledger.organizations.push(Organization {
            uuid,
            name: firm.name(),
            full_name: firm.full_name(),
            kpp: kpp(&inn),
            inn,
        });
    }
    ledger.persons.extend(PERSONS.map(|name| Person {
        uuid: random.uuid(),
        name: name.to_owned(),
        inn: person_inn(random),
    }));
    for [form, title, number, firm, debt, days] in rows(include_str!("contracts.tsv")) {
        let days: i64 = table::number(days);
        let terms = Terms {
            debt,
            days: (days > 0).then_some(days),
            // Some end in the quarter, some later, some are open-ended.
            valid_until: random
                .pick(&[Some(day(2026, 8, 31)), Some(day(2026, 12, 31)), None])
                .flatten(),
        };
        let party = Party {
            form,
            title,
            ..Party::default()
        };
        let known = (ledger.counterparties.last()).is_some_and(|last| last.name == party.name());
        if !known {
            add_counterparty(random, ledger, &party, terms.currency());
        }
        let signed = random.between(day(2025, 2, 1), day(2025, 12, 20));
        ledger.contracts.push(Contract {
            uuid: random.uuid(),
            party,
            index: usize::from(known),
            owner: ledger.counterparties.len().saturating_sub(1),
            name: format!("Договор № {number} от {}", dotted(signed)),
            number: number.to_owned(),
            signed: Some(signed),
            organization: first_firm + table::number::<usize>(firm),
            terms,
        });
    }
}

fn add_counterparty(
    random: &mut Random,
    ledger: &mut Ledger,
    party: &Party,
    currency: &'static str,
) {
    let (uuid, inn) = (random.uuid(), party.inn(random));
    let is_person = party.form == "ИП";
    let account = bank_account(random, &uuid, party, currency);
    ledger.bank_accounts.push(account);
    ledger.counterparties.push(Counterparty {
        uuid,
        name: party.name(),
        full_name: party.full_name(),
        kpp: if is_person { String::new() } else { kpp(&inn) },
        inn,
        is_person,
        ..Counterparty::default()
    });
}

/// The KPP begins with the same tax office as the taxpayer number.
fn kpp(inn: &str) -> String {
    let inspection = inn.get(..4);
    inspection.map_or_else(String::new, |inspection| format!("{inspection}01001"))
}

fn bank_account(
    random: &mut Random,
    owner: &str,
    party: &Party,
    currency: &'static str,
) -> BankAccount {
    let kind = if party.form == "ИП" { "408" } else { "407" };
    let code = match currency {
        "EUR" => "978",
        "CNY" => "156",
        _ => "810",
    };
    let (bank, bik) = random.pick(&BANKS).unwrap_or_default();
    let number = random.between(1, 999_999_999_999);
    BankAccount {
        uuid: random.uuid(),
        owner: owner.to_owned(),
        number: format!("{kind}02{code}{number:012}"),
        bank,
        bik,
        currency,
        is_main: true,
    }
}
