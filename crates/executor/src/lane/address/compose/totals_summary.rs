//! The summary of a row of totals: of an account, of the periods of a ledger, of its documents and sections.

use crate::filters::ExtractedFilters;
use crate::locale::Locale;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;
use crate::wording::figure;

/// Summary of a row of totals. Its columns decide what the summary is about.
pub(super) fn totals(
    locale: Locale,
    account: &str,
    filters: &ExtractedFilters,
    totals: &Row,
) -> String {
    if totals.get("busiest_year").is_some() {
        periods(locale, totals)
    } else if totals.get("sections").is_some() {
        sections(locale, totals)
    } else {
        balance(locale, account, filters, totals)
    }
}

fn figure<'r>(totals: &'r Row, column: &str) -> &'r str {
    totals.get(column).and_then(Cell::shown).unwrap_or("0")
}

/// A count, as people of a language read it.
fn counted(locale: Locale, totals: &Row, column: &str) -> String {
    figure::count(locale, figure(totals, column))
}

/// The first characters of a moment: 10 for its day, 7 for its month, 4 for its year.
fn part<'r>(totals: &'r Row, column: &str, characters: usize) -> &'r str {
    let moment = totals.get(column).and_then(Cell::shown).unwrap_or_default();
    moment.get(..characters).unwrap_or(moment)
}

fn periods(locale: Locale, totals: &Row) -> String {
    let day = |column: &str| figure::day(locale, part(totals, column, 10));
    let (first, last) = (day("first"), day("last"));
    let year = part(totals, "busiest_year", 4);
    let month = part(totals, "busiest_month", 7);
    let figure = |column: &str| counted(locale, totals, column);
    let (documents, postings) = (figure("documents"), figure("postings"));
    let (of_year, of_month) = (figure("documents_of_year"), figure("documents_of_month"));
    match locale {
        Locale::Zh => format!(
            "数据自 {first} 至 {last}：单据 {documents}，分录 {postings}；最活跃的年份 {year}（{of_year} 张），月份 {month}（{of_month} 张）"
        ),
        Locale::Ru => format!(
            "Данные с {first} по {last}: документов {documents}, проводок {postings}; самый активный год {year} (документов {of_year}), месяц {month} (документов {of_month})"
        ),
        Locale::En => format!(
            "Data from {first} to {last}: {documents} documents, {postings} postings; busiest year {year} ({of_year} documents), month {month} ({of_month} documents)"
        ),
    }
}

fn sections(locale: Locale, totals: &Row) -> String {
    let day = |column: &str| figure::day(locale, part(totals, column, 10));
    let (first, last) = (day("first"), day("last"));
    let figure = |column: &str| counted(locale, totals, column);
    let (documents, postings) = (figure("documents"), figure("postings"));
    let (kinds, sections) = (figure("document_types"), figure("sections"));
    match locale {
        Locale::Zh => format!(
            "自 {first} 至 {last}：单据类型 {kinds}，有数据的核算分部 {sections}；单据 {documents}，分录 {postings}"
        ),
        Locale::Ru => format!(
            "С {first} по {last}: видов документов {kinds}, заполненных разделов учёта {sections}; документов {documents}, проводок {postings}"
        ),
        Locale::En => format!(
            "From {first} to {last}: {kinds} kinds of documents, {sections} sections in use; {documents} documents, {postings} postings"
        ),
    }
}

/// Summary of an account: its balance at the end of what is asked, and the turnover up to then.
fn balance(locale: Locale, account: &str, filters: &ExtractedFilters, totals: &Row) -> String {
    let figure = |column: &str| figure::amount(locale, figure(totals, column));
    let (debit, credit) = (figure("balance_debit"), figure("balance_credit"));
    let (turn_debit, turn_credit) = (figure("turnover_debit"), figure("turnover_credit"));
    let ends = ["as_of_date", "period_to"];
    let day = ends.iter().filter_map(|name| filters.value(name)).min();
    let day = figure::day(locale, day.unwrap_or_default());
    let from = filters.value("period_from");
    let since = |zh: &str, ru: &str, en: &str| {
        from.map_or_else(String::new, |from| {
            let from = figure::day(locale, from);
            locale.pick(zh, ru, en).replace("{}", &from)
        })
    };
    match locale {
        Locale::Zh => format!(
            "科目 {account} 截至 {day} 的余额：借方 {debit}，贷方 {credit}；发生额{}：借方 {turn_debit}，贷方 {turn_credit}",
            since("（自 {} 起）", "", "")
        ),
        Locale::Ru => format!(
            "Остаток по счёту {account} на {day}: Дт {debit}, Кт {credit}; обороты{}: Дт {turn_debit}, Кт {turn_credit}",
            since("", " с {}", "")
        ),
        Locale::En => format!(
            "Balance of account {account} on {day}: debit {debit}, credit {credit}; turnover{}: debit {turn_debit}, credit {turn_credit}",
            since("", "", " since {}")
        ),
    }
}
