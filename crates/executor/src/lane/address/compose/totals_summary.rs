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

fn moment<'r>(totals: &'r Row, column: &str) -> &'r str {
    totals.get(column).and_then(Cell::shown).unwrap_or_default()
}

fn periods(locale: Locale, totals: &Row) -> String {
    let day = |column: &str| figure::day(locale, moment(totals, column));
    let (first, last) = (day("first"), day("last"));
    let year = figure::year(moment(totals, "busiest_year"));
    let month = figure::month(locale, moment(totals, "busiest_month"));
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
    let day = |column: &str| figure::day(locale, moment(totals, column));
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

/// Summary of an account: its balance at the end of what is asked, and what led there since its beginning.
fn balance(locale: Locale, account: &str, filters: &ExtractedFilters, totals: &Row) -> String {
    let figure = |column: &str| figure::amount(locale, figure(totals, column));
    let sides = |name: &str| {
        let (debit, credit) = (
            figure(&format!("{name}_debit")),
            figure(&format!("{name}_credit")),
        );
        match locale {
            Locale::Zh => format!("借方 {debit}，贷方 {credit}"),
            Locale::Ru => format!("Дт {debit}, Кт {credit}"),
            Locale::En => format!("debit {debit}, credit {credit}"),
        }
    };
    let ends = ["as_of_date", "period_to"];
    let day = ends.iter().filter_map(|name| filters.value(name)).min();
    let day = figure::day(locale, day.unwrap_or_default());
    let (closing, turnover) = (sides("balance"), sides("turnover"));
    let Some(from) = filters.value("period_from") else {
        return match locale {
            Locale::Zh => {
                format!("科目 {account} 截至 {day} 的余额：{closing}；累计发生额：{turnover}")
            }
            Locale::Ru => format!(
                "Остаток по счёту {account} на {day}: {closing}; обороты за всё время: {turnover}"
            ),
            Locale::En => format!(
                "Balance of account {account} on {day}: {closing}; turnover of all time: {turnover}"
            ),
        };
    };
    let (from, opening) = (figure::day(locale, from), sides("opening"));
    match locale {
        Locale::Zh => format!(
            "科目 {account} 截至 {day} 的余额：{closing}；{from} 期初余额：{opening}；发生额（自 {from} 起）：{turnover}"
        ),
        Locale::Ru => format!(
            "Остаток по счёту {account} на {day}: {closing}; на начало {from}: {opening}; обороты с {from}: {turnover}"
        ),
        Locale::En => format!(
            "Balance of account {account} on {day}: {closing}; on the morning of {from}: {opening}; turnover since {from}: {turnover}"
        ),
    }
}
