//! Counterparties with realistically similar names, and their taxpayer numbers.

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, Error};

use super::table::{number, rows};
use crate::random::Random;

/// The role of a counterparty, by its name in `parties.tsv`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    /// Buys and pays through the bank.
    Buyer,
    /// Buys and has not paid yet: no bank documents.
    BuyerOnCredit,
    /// Sells goods and is paid through the bank.
    Supplier,
    /// Sells goods and has not been paid yet: no bank documents.
    SupplierOnCredit,
    /// Buys under one contract and sells under the next.
    Both,
    /// Is paid monthly for services, on account 60.01.
    Services,
    /// Is paid monthly for services, on account 76.09.
    OtherServices,
    /// Charges fees.
    Bank,
    /// Gave each own firm a loan at the start.
    Lender,
    /// All card payers in the shop.
    Retail,
    /// Has only a contract.
    #[default]
    Idle,
    /// Marked for deletion.
    Deleted,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Party {
    /// Abbreviated legal form; empty for a bare name.
    pub(super) form: &'static str,
    pub(super) title: &'static str,
    pub(super) role: Role,
    /// Number of contracts.
    pub(super) contracts: usize,
    /// Relative frequency of trade under each contract.
    pub(super) weight: i64,
}

/// Folders of the catalogue.
pub(super) const GROUPS: [&str; 3] = ["Покупатели", "Поставщики", "Прочие контрагенты"];

/// The own firms, the main one first.
pub(super) const ORGANIZATIONS: [&str; 2] = ["ООО \"Весна\"", "ООО \"Весна-Логистика\""];

/// The counterparties.
pub(super) fn parties() -> impl Iterator<Item = Party> {
    let parties = rows(include_str!("parties.tsv"));
    parties.map(|[form, title, role, contracts, weight]| {
        let role = Role::deserialize(BorrowedStrDeserializer::<Error>::new(role));
        Party {
            form,
            title,
            role: role.unwrap_or_default(),
            contracts: number(contracts),
            weight: number(weight),
        }
    })
}

impl Party {
    /// `ООО "Ромашка"`, `ИП Иванов Сергей Петрович`.
    pub(super) fn name(&self) -> String {
        self.named(self.form)
    }

    /// The name with the legal form in full.
    pub(super) fn full_name(&self) -> String {
        self.named(match self.form {
            "ООО" => "Общество с ограниченной ответственностью",
            "АО" => "Акционерное общество",
            "ЗАО" => "Закрытое акционерное общество",
            "ПАО" => "Публичное акционерное общество",
            "МУП" => "Муниципальное унитарное предприятие",
            "ГБУ" => "Государственное бюджетное учреждение",
            "ИП" => "Индивидуальный предприниматель",
            other => other,
        })
    }

    /// The taxpayer number; empty without a legal form.
    pub(super) fn inn(&self, random: &mut Random) -> String {
        match self.form {
            "" => String::new(),
            "ИП" => person_inn(random),
            _ => company_inn(random),
        }
    }

    fn named(&self, form: &str) -> String {
        match self.form {
            "" => self.title.to_owned(),
            "ИП" => format!("{form} {}", self.title),
            _ => format!("{form} \"{}\"", self.title),
        }
    }
}

/// Ten digits, of which the last is a check digit.
pub(super) fn company_inn(random: &mut Random) -> String {
    let mut digits = leading_digits(random, 9);
    digits.push(check_digit(&digits, &[2, 4, 10, 3, 5, 9, 4, 6, 8]));
    written(&digits)
}

/// Twelve digits, of which the last two are check digits.
pub(super) fn person_inn(random: &mut Random) -> String {
    let mut digits = leading_digits(random, 10);
    digits.push(check_digit(&digits, &[7, 2, 4, 10, 3, 5, 9, 4, 6, 8]));
    digits.push(check_digit(&digits, &[3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]));
    written(&digits)
}

/// Region, tax office and serial number. No tax office has number 00, so no real taxpayer has such a number.
fn leading_digits(random: &mut Random, length: usize) -> Vec<u64> {
    let region = random.pick(&[[7, 7], [7, 8], [5, 0], [6, 6], [3, 5], [1, 6]]);
    let mut digits: Vec<u64> = region.unwrap_or([7, 7]).into();
    digits.extend([0, 0]);
    while digits.len() < length {
        digits.push(random.next() % 10);
    }
    digits
}

fn check_digit(digits: &[u64], weights: &[u64]) -> u64 {
    let sum: u64 = digits
        .iter()
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    sum % 11 % 10
}

fn written(digits: &[u64]) -> String {
    digits.iter().map(u64::to_string).collect()
}
