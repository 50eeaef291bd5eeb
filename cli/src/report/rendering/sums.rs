//! Sums of an answer, where they are meaningful: amounts of documents by kind and currency, and balances. Movements are
//! not summed, since both sides of an account would be mixed; a summary has its totals from the server.

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::row::Row;
use cmec_executor::taxonomy::ResponseType;
use cmec_executor::wording::column;
use cmec_executor::wording::figure::{self, Sum};
use cmec_executor::{Locale, Response};

/// A label and its sum.
struct Line {
    what: String,
    digits: String,
}

/// The lines of sums; empty if no sum is meaningful.
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

/// Sums of balances. Advances are not debts and have sums of their own.
fn balances(rows: &[Row], locale: Locale) -> Option<Vec<Line>> {
    let is_advance = |row: &&Row| row.get("advance").is_some();
    let (advances, others): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(is_advance);
    let of_others = match advances.is_empty() {
        true => "",
        false => locale.pick("预付款以外，", "без авансов, ", "without advances, "),
    };
    let of_advances = locale.pick("预付款，", "авансы, ", "advances, ");
    let mut lines = Vec::new();
    for (part, rows) in [(of_others, others), (of_advances, advances)] {
        if rows.is_empty() {
            continue;
        }
        for code in ["balance_debit", "balance_credit"] {
            let cells = rows.iter().filter_map(|row| row.get(code)?.shown());
            let (count, sum) = cells.fold((0, Some(Sum::default())), |(count, sum), digits| {
                (count + 1, sum.and_then(|sum| sum.plus(digits)))
            });
            lines.push((count > 0).then_some(Line {
                what: format!("{part}{}", column::name(locale, code)),
                digits: sum?.digits(),
            })?);
        }
    }
    Some(lines)
}

/// Sums of documents by kind and currency: incoming and outgoing amounts, or roubles and euros, are not mixed.
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
    fn advances_have_sums_of_their_own() {
        let row = |debit: &str, is_advance: bool| {
            let balance = |(code, digits): (&'static str, &str)| {
                (code.into(), Cell::Number(digits.to_owned()))
            };
            let mut values = [("balance_debit", debit), ("balance_credit", "0")]
                .map(balance)
                .to_vec();
            if is_advance {
                values.push(("advance".into(), Cell::Boolean(true)));
            }
            Row { values }
        };
        let lines = |rows: &[Row]| -> Vec<String> {
            let lines = balances(rows, Locale::En).unwrap_or_default();
            let text = |line: &Line| {
                let amount = figure::amount(Locale::En, &line.digits);
                format!("{}: {amount}", line.what)
            };
            lines.iter().map(text).collect()
        };
        let rows = [row("10", false), row("-2.5", false), row("4", true)];
        let found = lines(&rows);
        let expected = [
            "without advances, Balance debit: 7.50",
            "without advances, Balance credit: 0.00",
            "advances, Balance debit: 4.00",
            "advances, Balance credit: 0.00",
        ];
        assert_eq!(found, expected);
        let one = lines(&rows[..1]);
        assert_eq!(one, ["Balance debit: 10.00", "Balance credit: 0.00"]);
    }

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
            ("Списание с расчетного счета, руб.", "11.5"),
            ("Списание с расчетного счета, EUR", "2"),
        ];
        assert_eq!(found, expected);
    }
}
