//! The summary of a row of totals: of an account, of ledger periods, or of documents and sections.

use crate::catalogue::Template;
use crate::filters::ExtractedFilters;
use crate::lane::address::column_names;
use crate::locale::Locale;
use crate::ports::raw_row::Cell;
use crate::response::row::Row;
use crate::wording::column::{self, ColumnKind};
use crate::wording::figure;

/// True for totals with a row for each firm, and for requisites; other totals have wordings of their own.
pub(super) fn is_by_firm(template: &Template) -> bool {
    let columns = column_names::of_template(template);
    columns.contains(&"organization") || columns.contains(&"tax_number")
}

/// A row of totals of a firm and currency: its subject, then its figures by name.
pub(super) fn line(locale: Locale, totals: &Row) -> String {
    let is_figure = |name: &str| column::kind(name) == ColumnKind::Amount || name == "documents";
    let cells = totals.values.iter();
    let shown = cells.filter_map(|(name, cell)| Some((name.as_ref(), cell.shown()?)));
    let (figures, of): (Vec<_>, Vec<_>) = shown.partition(|(name, _)| is_figure(name));
    let is_requisite = totals.get("tax_number").is_some();
    let of = of.into_iter().map(|(name, text)| match is_requisite {
        true => format!("{} {text}", column::name(locale, name)),
        false => text.to_owned(),
    });
    // Additional figures that are zero are left out: advances, returns, a difference.
    let is_extra = |name: &str| {
        matches!(name, "difference" | "returns")
            || name.starts_with("currency_")
            || name.starts_with("advances")
    };
    let figures = figures
        .into_iter()
        .filter(|(name, text)| !is_extra(name) || text.parse() != Ok(0.0));
    let figures = figures.map(|(name, text)| {
        let text = match name {
            "documents" => figure::count(locale, text),
            _ => figure::amount(locale, text),
        };
        format!("{} {text}", column::name(locale, name))
    });
    let (of, figures): (Vec<String>, Vec<String>) = (of.collect(), figures.collect());
    match figures.is_empty() {
        true => of.join(", "),
        false => format!("{}: {}", of.join(", "), figures.join(", ")),
    }
}

/// The side that a balance favours: us or the counterparty.
pub(super) fn in_favour_of(
    locale: Locale,
    filters: &ExtractedFilters,
    party: &str,
    totals: &Row,
) -> String {
    let day = filters
        .value("period_to")
        .or_else(|| filters.value("as_of_date"));
    let day = figure::day(locale, day.unwrap_or_default());
    let firm = moment(totals, "organization");
    let is_nothing = |column: &str| figure(totals, column).parse() == Ok(0.0);
    let (whose, column) = match (is_nothing("balance_debit"), is_nothing("balance_credit")) {
        (true, true) => {
            return match locale {
                Locale::Zh => format!("{day} {firm} 与 {party} 互无欠款"),
                Locale::Ru => format!("на {day} задолженности между {firm} и {party} нет"),
                Locale::En => format!("on {day} neither {firm} nor {party} owes anything"),
            };
        }
        (false, _) => (firm, "balance_debit"),
        (true, false) => (party, "balance_credit"),
    };
    let mut amount = figure::amount(locale, figure(totals, column));
    let foreign = figure(totals, "currency_amount").trim_start_matches('-');
    if foreign.parse() != Ok(0.0) {
        let foreign = figure::amount(locale, foreign);
        amount.push_str(&format!(" ({foreign} {})", moment(totals, "currency")));
    }
    match locale {
        Locale::Zh => format!("{day} 欠 {whose} {amount}"),
        Locale::Ru => format!("на {day} задолженность в пользу {whose} {amount}"),
        Locale::En => format!("on {day} {amount} is owed to {whose}"),
    }
}

/// The summary of a row of totals, chosen by its columns.
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

/// The summary of an account: its closing balance, and the opening balance and turnover that lead to it.
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
