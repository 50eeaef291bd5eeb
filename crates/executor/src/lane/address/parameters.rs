//! Values of a template's parameters. The template declares the filter and the form of a parameter; the contract gives
//! the value.
//!
//! All given bounds apply: a date and a period together give the earliest end and the latest beginning. For any other
//! parameter with several filters the first one counts. The last year of 1C is 3999; a later end becomes the latest
//! moment, which bounds nothing.

use chrono::{Datelike, Days, NaiveDate, NaiveDateTime};

use crate::catalogue::{
    AbsentValue, Parameter, ParameterForm, RowShape, Side, Template, Text, owned,
};
use crate::filters::ExtractedFilters;
use crate::lane::address::account;
use crate::lane::address::names::{self, NameKind};
use crate::lane::address::plan::RowOrder;
use crate::ports::moment;
use crate::ports::one_c::{ParameterValue, QueryCall};
use crate::ports::raw_row::Reference;
use crate::taxonomy::ScopeOutcome;

/// The sources of parameter values.
#[derive(Debug, Clone, Copy)]
pub struct Values<'v> {
    /// Filters of the contract.
    pub filters: &'v ExtractedFilters,
    /// The account scope.
    pub scope: QueryScope<'v>,
    /// Resolved anchors, by filter.
    pub anchors: &'v [(&'v str, Reference)],
    /// Filters that a sum is grouped by; `None`: rows are requested.
    pub groups: Option<&'v [String]>,
    /// The moment at which a page continues; `None` on the first page and where there are no pages.
    pub page: Option<NaiveDateTime>,
}

/// The account scope of a query.
#[derive(Debug, Clone, Copy)]
pub struct QueryScope<'v> {
    /// Accounts in scope; empty: all.
    pub accounts: &'v [String],
    /// Excluded sub-accounts.
    pub except: &'v [Text],
    /// The side of a posting that must have one of the accounts.
    pub side: Side,
    /// The scope outcome: whether the scope applies.
    pub outcome: ScopeOutcome,
}

/// Binds every parameter of a template; `None` where a value does not fit the form of its parameter, which the decoder
/// and the plan prevent.
#[must_use]
pub fn bind<'c>(
    template: &'c Template,
    order: RowOrder,
    values: Values<'_>,
    rows: u32,
) -> Option<QueryCall<'c>> {
    let text = order.query_text(template)?;
    let page = (values.page).filter(|_| paging(template, order) == Some(Paging::FromMoment));
    let bound = template
        .parameters
        .iter()
        .map(|parameter| {
            let value = value(parameter, values)?;
            let value = match page {
                Some(moment) if starts_page(parameter, order) => narrowed(value, moment, order),
                _ => value,
            };
            Some((parameter.name.as_ref(), value))
        })
        .collect::<Option<Vec<_>>>()?;
    Some(QueryCall::of(template, text, bound, rows))
}

/// How a later page is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paging {
    /// From the moment of the last row on.
    FromMoment,
    /// From the first row on, for every page.
    FromFirst,
}

/// How later pages of a template are requested; `None` where it has no pages.
pub(crate) fn paging(template: &Template, order: RowOrder) -> Option<Paging> {
    let mut parameters = template.parameters.iter();
    if matches!(template.rows, RowShape::Profile | RowShape::Group) {
        // A narrower bound would split the group at the bound, and there are few groups.
        Some(Paging::FromFirst)
    } else if parameters.any(|parameter| starts_page(parameter, order)) {
        Some(Paging::FromMoment)
    } else {
        None
    }
}

/// The period bound that moves with the pages: the end for newest first, the beginning for oldest first.
fn starts_page(parameter: &Parameter, order: RowOrder) -> bool {
    let (form, filter) = match order {
        RowOrder::PeriodDesc => (ParameterForm::EndOfDay, "period_to"),
        RowOrder::PeriodAsc => (ParameterForm::StartOfDay, "period_from"),
    };
    parameter.form == form && parameter.filters.iter().any(|known| known == filter)
}

/// A period bound narrowed to the start of a page, never widened. Moments compare as texts.
fn narrowed(bound: ParameterValue, moment: NaiveDateTime, order: RowOrder) -> ParameterValue {
    let page = moment.format(moment::FORMAT).to_string();
    ParameterValue::Moment(match (bound, order) {
        (ParameterValue::Moment(end), RowOrder::PeriodDesc) => end.min(page),
        (ParameterValue::Moment(start), RowOrder::PeriodAsc) => start.max(page),
        (ParameterValue::Nothing, _) => page,
        (other, _) => return other,
    })
}

fn value(parameter: &Parameter, values: Values<'_>) -> Option<ParameterValue> {
    if let Some(value) = of_scope(parameter.form, values.scope) {
        return Some(value);
    }
    if let [first, ..] = parameter.constant.as_ref() {
        return Some(match parameter.form {
            ParameterForm::Texts => ParameterValue::Texts(owned(&parameter.constant)),
            ParameterForm::Number => ParameterValue::Number(first.to_string()),
            _ => ParameterValue::Text(first.to_string()),
        });
    }
    if parameter.form == ParameterForm::IsGrouped {
        let is_by = |groups: &[String]| {
            parameter
                .filters
                .iter()
                .any(|own| groups.iter().any(|by| by == own))
        };
        return Some(ParameterValue::Boolean(values.groups.is_none_or(is_by)));
    }
    let said = parameter.filters.iter();
    let mut said = said.filter_map(|name| Some((name.as_ref(), values.filters.value(name)?)));
    // All given bounds apply: the earliest end and the latest beginning. ISO dates compare as texts.
    let said = match parameter.form {
        ParameterForm::EndOfDay | ParameterForm::NextDay => said.min_by_key(|(_, text)| *text),
        ParameterForm::StartOfDay => said.max_by_key(|(_, text)| *text),
        _ => said.next(),
    };
    let Some((filter, text)) = said else {
        return Some(match parameter.absent {
            AbsentValue::Earliest => ParameterValue::Moment(moment::EMPTY.to_owned()),
            AbsentValue::Latest => ParameterValue::Moment(moment::LATEST.to_owned()),
            // A server cannot compare a missing value with `>=` or `ПОДОБНО`.
            AbsentValue::Nothing => match parameter.form {
                ParameterForm::Number => ParameterValue::Number("0".to_owned()),
                ParameterForm::Ending => ParameterValue::Text(String::new()),
                _ => ParameterValue::Nothing,
            },
            AbsentValue::No => ParameterValue::Boolean(false),
        });
    };
    let kind = NameKind::of_filter(filter);
    if names::is_token(text)
        && let Some(value) = of_token(parameter.form, text)
    {
        return Some(value);
    }
    Some(match parameter.form {
        ParameterForm::StartOfDay => moment_at(day(text)?, "00:00:00"),
        ParameterForm::EndOfDay => moment_at(day(text)?, "23:59:59"),
        ParameterForm::NextDay => moment_at(day(text)?.checked_add_days(Days::new(1))?, "00:00:00"),
        ParameterForm::Text => ParameterValue::Text(text.to_owned()),
        ParameterForm::Texts => ParameterValue::Texts(vec![text.to_owned()]),
        ParameterForm::Whole => ParameterValue::Text(names::whole_mask(text)),
        ParameterForm::Mask => ParameterValue::Text(names::words_mask(text, kind)),
        ParameterForm::NearHead | ParameterForm::NearTail | ParameterForm::NearWord => {
            let [head, tail, word] = names::near_masks(text, kind);
            ParameterValue::Text(match parameter.form {
                ParameterForm::NearHead => head,
                ParameterForm::NearTail => tail,
                _ => word,
            })
        }
        ParameterForm::TaxNumber => optional(names::tax_number(text)),
        ParameterForm::ContractNumber => optional(names::contract_number(text)),
        ParameterForm::Account => ParameterValue::Text(account::normalise(text)?),
        ParameterForm::Anchor => {
            let mut anchors = values.anchors.iter();
            let (_, reference) = anchors.find(|(name, _)| *name == filter)?;
            ParameterValue::Reference(reference.clone())
        }
        ParameterForm::IsSaid => ParameterValue::Boolean(true),
        ParameterForm::Number => ParameterValue::Number(text.to_owned()),
        ParameterForm::Ending => ParameterValue::Text(names::ending_mask(text)),
        ParameterForm::IsGrouped
        | ParameterForm::AccountScope
        | ParameterForm::ScopeDebit
        | ParameterForm::ScopeCredit
        | ParameterForm::ScopeExcept
        | ParameterForm::ScopeIsOpen => return None,
    })
}

/// The value of a hidden name: the server knows its token only unchanged.
fn of_token(form: ParameterForm, token: &str) -> Option<ParameterValue> {
    let token = match form {
        ParameterForm::Whole
        | ParameterForm::Mask
        | ParameterForm::TaxNumber
        | ParameterForm::ContractNumber => token.trim(),
        ParameterForm::NearHead | ParameterForm::NearTail | ParameterForm::NearWord => "",
        _ => return None,
    };
    Some(ParameterValue::Text(token.to_owned()))
}

fn optional(text: Option<String>) -> ParameterValue {
    text.map_or(ParameterValue::Nothing, ParameterValue::Text)
}

/// The value of a parameter of the account scope; `None` for other parameters.
fn of_scope(form: ParameterForm, scope: QueryScope<'_>) -> Option<ParameterValue> {
    let listed = |side: Side| {
        let covered = [side, Side::Either].contains(&scope.side);
        let accounts = if covered { scope.accounts } else { &[] };
        ParameterValue::Texts(accounts.to_vec())
    };
    match form {
        ParameterForm::AccountScope => Some(ParameterValue::Texts(scope.accounts.to_vec())),
        ParameterForm::ScopeDebit => Some(listed(Side::Debit)),
        ParameterForm::ScopeCredit => Some(listed(Side::Credit)),
        ParameterForm::ScopeExcept => Some(ParameterValue::Texts(owned(scope.except))),
        ParameterForm::ScopeIsOpen => {
            let open = scope.accounts.is_empty() || scope.outcome == ScopeOutcome::RawRowsStay;
            Some(ParameterValue::Boolean(open))
        }
        _ => None,
    }
}

/// A moment of 1C. A moment after the year 3999 becomes the latest one, which bounds nothing.
fn moment_at(day: NaiveDate, time: &str) -> ParameterValue {
    ParameterValue::Moment(if day.year() > moment::LAST_YEAR {
        moment::LATEST.to_owned()
    } else {
        format!("{}T{time}", day.format("%Y-%m-%d"))
    })
}

fn day(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_narrows_its_bound_and_never_widens_it() {
        let moment = NaiveDate::from_ymd_opt(2026, 1, 15)
            .and_then(|day| day.and_hms_opt(12, 0, 0))
            .unwrap();
        let page = "2026-01-15T12:00:00";
        let (early, late) = ("2026-01-01T00:00:00", "2026-01-31T23:59:59");
        for (bound, order, expected) in [
            (late, RowOrder::PeriodDesc, page),
            (early, RowOrder::PeriodDesc, early),
            (moment::LATEST, RowOrder::PeriodDesc, page),
            (early, RowOrder::PeriodAsc, page),
            (late, RowOrder::PeriodAsc, late),
            (moment::EMPTY, RowOrder::PeriodAsc, page),
        ] {
            let value = |text: &str| ParameterValue::Moment(text.to_owned());
            let narrowed = narrowed(value(bound), moment, order);
            assert_eq!(narrowed, value(expected), "{bound} {order:?}");
        }
    }
}
