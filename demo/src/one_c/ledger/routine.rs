//! Regular documents: monthly services and fees, daily card payments, a loan.

use super::calendar::ends_month;
use super::records::DocumentKind;
use super::trade::{Journal, first_day, last_day, tax};
use crate::calendar::Day;

impl Journal {
    pub(super) fn services(&mut self, expense: &'static str, debt: &'static str) {
        let monthly = self.random.between(15_000, 120_000) * 100;
        for month_end in month_ends() {
            let amount = monthly + self.random.between(0, 50) * 10_000;
            let tax = tax(month_end, amount).1;
            let postings = vec![(expense, debt, amount - tax), ("19.03", debt, tax)];
            self.enter_goods(
                DocumentKind::Purchase,
                month_end,
                18 * 3_600,
                amount,
                postings,
            );
            // The last month is not paid yet.
            let paid_on = month_end + self.random.between(5, 21);
            if paid_on <= last_day() {
                let purpose = format!("Оплата услуг по: {}", self.name);
                let postings = vec![(debt, "51", amount)];
                self.enter_money(DocumentKind::Payment, paid_on, amount, purpose, postings);
            }
        }
    }

    pub(super) fn fees(&mut self) {
        for month_end in month_ends() {
            let amount = self.random.between(180_000, 950_000);
            let purpose = "Комиссия за расчетно-кассовое обслуживание".to_owned();
            let postings = vec![("91.02", "51", amount)];
            self.enter_money(DocumentKind::Payment, month_end, amount, purpose, postings);
        }
    }

    pub(super) fn loan(&mut self) {
        let amount = 1_500_000_000;
        let purpose = format!("Предоставление займа по: {}. НДС не облагается", self.name);
        let postings = vec![("51", "66.03", amount)];
        self.enter_money(
            DocumentKind::Receipt,
            first_day(),
            amount,
            purpose,
            postings,
        );
    }

    /// Card payments on nearly every day, and monthly reports.
    pub(super) fn retail(&mut self) {
        let mut sold = 0;
        for today in first_day()..=last_day() {
            if self.random.chance(90) {
                let amount = self.random.between(500_000, 8_500_000);
                sold += amount;
                let purpose = "Зачисление по операциям с банковскими картами".to_owned();
                let postings = vec![("51", "62.Р", amount)];
                self.enter_money(DocumentKind::Receipt, today, amount, purpose, postings);
            }
            if ends_month(today) {
                let tax = tax(today, sold).1;
                let postings = vec![("62.Р", "90.01", sold), ("90.03", "68.02", tax)];
                self.enter_goods(DocumentKind::Sale, today, 20 * 3_600, sold, postings);
                sold = 0;
            }
        }
    }
}

fn month_ends() -> impl Iterator<Item = Day> {
    (first_day()..=last_day()).filter(|today| ends_month(*today))
}
