//! Values of a template's parameters. The template says which filter and in which form; the contract gives the value.

use chrono::{Datelike, Days, NaiveDate};

use super::account;
use super::filters::Filters;
use super::plan::RowOrder;
use crate::catalogue::{AbsentValue, Parameter, ParameterForm, Template};
use crate::ports::one_c::{ParameterValue, QueryCall, Reference};

/// The earliest moment of 1C; used where a period has no beginning.
const EARLIEST: &str = "0001-01-01T00:00:00";
/// The last year of 1C.
const LAST_YEAR: i32 = 3999;
/// The latest moment of 1C; used where a period has no end.
const LATEST: &str = "3999-12-31T23:59:59";

/// What parameters take their values from.
#[derive(Debug, Clone, Copy)]
pub struct Values<'v> {
    /// Filters of the contract.
    pub filters: &'v Filters,
    /// Accounts in scope.
    pub accounts: &'v [String],
    /// Anchors that were confirmed, by filter.
    pub anchors: &'v [(&'v str, Reference)],
}

/// Binds every parameter of a template. `None`: a value has no form the parameter takes, which the decoder and the
/// plan rule out.
#[must_use]
pub fn bind<'c>(
    template: &'c Template,
    order: RowOrder,
    values: Values<'_>,
    rows: u32,
) -> Option<QueryCall<'c>> {
    let text = match order {
        RowOrder::PeriodDesc => &template.query,
        RowOrder::PeriodAsc => template.query_asc.as_ref()?,
    };
    let bound = template
        .parameters
        .iter()
        .map(|parameter| Some((parameter.name.as_ref(), value(parameter, values)?)))
        .collect::<Option<Vec<_>>>()?;
    Some(QueryCall::of(template, text, bound, rows))
}

fn value(parameter: &Parameter, values: Values<'_>) -> Option<ParameterValue> {
    if parameter.form == ParameterForm::AccountScope {
        return Some(ParameterValue::Texts(values.accounts.to_vec()));
    }
    let mut said = parameter
        .filters
        .iter()
        .filter_map(|name| Some((name.as_ref(), values.filters.value(name)?)));
    // Every bound that is said holds: the earliest end and the latest beginning. ISO dates compare as texts.
    let said = match parameter.form {
        ParameterForm::EndOfDay | ParameterForm::NextDay => said.min_by_key(|(_, text)| *text),
        ParameterForm::StartOfDay => said.max_by_key(|(_, text)| *text),
        _ => said.next(),
    };
    let Some((filter, text)) = said else {
        return Some(match parameter.absent {
            AbsentValue::Earliest => ParameterValue::Moment(EARLIEST.to_owned()),
            AbsentValue::Latest => ParameterValue::Moment(LATEST.to_owned()),
            AbsentValue::Nothing => ParameterValue::Nothing,
            AbsentValue::No => ParameterValue::Boolean(false),
        });
    };
    Some(match parameter.form {
        ParameterForm::StartOfDay => moment(day(text)?, "00:00:00"),
        ParameterForm::EndOfDay => moment(day(text)?, "23:59:59"),
        ParameterForm::NextDay => moment(day(text)?.checked_add_days(Days::new(1))?, "00:00:00"),
        ParameterForm::Text => ParameterValue::Text(text.to_owned()),
        ParameterForm::Mask => ParameterValue::Text(mask(text)),
        ParameterForm::Account => ParameterValue::Text(account::normalise(text)?),
        ParameterForm::Anchor => ParameterValue::Reference(
            values
                .anchors
                .iter()
                .find(|(name, _)| *name == filter)
                .map(|(_, reference)| reference.clone())?,
        ),
        ParameterForm::IsSaid => ParameterValue::Boolean(true),
        ParameterForm::AccountScope => return None,
    })
}

/// A moment of 1C. It knows none after the year 3999, so a later one bounds nothing and becomes the latest.
fn moment(day: NaiveDate, time: &str) -> ParameterValue {
    ParameterValue::Moment(if day.year() > LAST_YEAR {
        LATEST.to_owned()
    } else {
        format!("{}T{time}", day.format("%Y-%m-%d"))
    })
}

fn day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

/// A `ПОДОБНО` mask for texts that contain `text`; its own special characters stand for themselves.
fn mask(text: &str) -> String {
    let mut mask = String::with_capacity(text.len() + 2);
    mask.push('%');
    for character in text.chars() {
        if matches!(character, '%' | '_' | '[' | ']' | '^' | '\\') {
            mask.push('\\');
        }
        mask.push(character);
    }
    mask.push('%');
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_escape_their_special_characters() {
        for (text, expected) in [("Ромб", "%Ромб%"), ("100%_[a]^\\", r"%100\%\_\[a\]\^\\%")]
        {
            assert_eq!(mask(text), expected);
        }
    }
}
