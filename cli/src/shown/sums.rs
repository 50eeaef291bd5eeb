//! Sums of an answer, where a sum says something: the amounts of documents of one kind and currency, and balances. Movements are not
//! summed, since the two sides of an account would be one figure; a summary has its totals from the server.

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::wording::column;
use cmec_executor::wording::figure::{self, Sum};
use cmec_executor::{Locale, Response};

/// What is summed, and its sum in digits.
struct Line {
    what: String,
    digits: String,
}

/// The lines of sums; none where a sum would say nothing.
pub(super) fn sums(response: &Response, locale: Locale) -> Vec<String> {
    if response.response_type != ResponseType::FactualList || response.rows.len() < 2 {
        return Vec::new();
    }
    let is_movement = |row: &Row| {
        row.get("account_debit")
            .or(row.get("account_credit"))
            .is_some()
    };
    if response.rows.iter().any(is_movement) {
        return Vec::new();
    }
    let lines = balances(&response.rows, locale)
        .or_else(|| documents(&response.rows))
        .unwrap_or_default();
    let title = if response.truncated {
        locale.pick(
            "所示各行合计",
            "Итого по показанным строкам",
            "Total of the rows shown",
        )
    } else {
        locale.pick("合计", "Итого", "Total")
    };
    lines
        .into_iter()
        .map(|line| {
            let amount = figure::amount(locale, &line.digits);
            format!("{title}, {}: {amount}", line.what)
        })
        .collect()
}

/// Sums of the balances, side by side.
fn balances(rows: &[Row], locale: Locale) -> Option<Vec<Line>> {
    ["balance_debit", "balance_credit"]
        .into_iter()
        .map(|code| {
            let cells = rows.iter().filter_map(|row| row.get(code)?.shown());
            let (count, sum) = cells.fold((0, Some(Sum::default())), |(count, sum), digits| {
                (count + 1, sum.and_then(|sum| sum.plus(digits)))
            });
            (count > 0).then_some(Line {
                what: column::name(locale, code).to_owned(),
                digits: sum?.digits(),
            })
        })
        .collect()
}

/// Sums of documents by kind and currency: what came in and what went out are no one sum, nor are roubles and euros.
fn documents(rows: &[Row]) -> Option<Vec<Line>> {
    let mut kinds: Vec<(String, Sum)> = Vec::new();
    for row in rows {
        let mut kind = kind(row.get("document")?.shown()?);
        if let Some(currency) = row.get("currency").and_then(Cell::shown) {
            kind = format!("{kind}, {currency}");
        }
        let amount = row.get("amount")?.shown()?;
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum = sum.plus(amount)?,
            None => kinds.push((kind, Sum::default().plus(amount)?)),
        }
    }
    let line = |(what, sum): (String, Sum)| Line {
        what,
        digits: sum.digits(),
    };
    Some(kinds.into_iter().map(line).collect())
}

/// The kind of a document: the words before its number.
fn kind(document: &str) -> String {
    let words: Vec<&str> = document
        .split_whitespace()
        .take_while(|word| !word.contains(|letter: char| letter.is_ascii_digit()))
        .collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roubles_and_euros_are_no_one_sum() {
        let row = |currency: &'static str, amount: &str| Row {
            values: [
                ("document", "Списание с расчетного счета 1"),
                ("amount", amount),
                ("currency", currency),
            ]
            .map(|(name, text)| (name.into(), Cell::Text(text.to_owned())))
            .to_vec(),
        };
        let rows = [row("руб.", "10.50"), row("EUR", "2"), row("руб.", "1")];
        let lines = documents(&rows).unwrap_or_default();
        let found: Vec<(&str, &str)> = (lines.iter())
            .map(|line| (line.what.as_str(), line.digits.as_str()))
            .collect();
        let expected = [
            ("Списание с расчетного счета, руб.", "11.500000"),
            ("Списание с расчетного счета, EUR", "2.000000"),
        ];
        assert_eq!(found, expected);
    }
}
