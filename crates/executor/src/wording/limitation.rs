//! A sentence for a limitation. The limitation itself is a code, with a value after a colon where it has one, or a line of
//! English about one part of the question; a line that is not known here stays as it is.

use crate::locale::Locale;
use crate::taxonomy::PagingObstacle;
use crate::taxonomy::set_aside::SetAside;
use crate::wording::{figure, set_aside};

/// What a limitation says, in a language.
#[must_use]
pub fn sentence(locale: Locale, limitation: &str) -> String {
    let (head, rest) = limitation.split_once(": ").unwrap_or((limitation, ""));
    if let Some(words) = of_code(locale, head) {
        let rest = of_obstacle(locale, rest).unwrap_or(rest);
        return words.replace("{}", rest);
    }
    if let Some(words) = of_server(locale, limitation) {
        return words;
    }
    of_part(locale, head, rest).unwrap_or_else(|| limitation.to_owned())
}

/// Why no cursor reaches the rows that follow; `None`: as it is said.
fn of_obstacle(locale: Locale, why: &str) -> Option<&'static str> {
    let mut all = PagingObstacle::ALL.iter();
    let [zh, ru] = match all.find(|obstacle| obstacle.to_string() == why)? {
        PagingObstacle::NoOrder => [
            "这类行不按时间排序",
            "строки этого вида не упорядочены по времени",
        ],
        PagingObstacle::OneMoment => [
            "同一时刻的行数超过服务器一次给出的行数",
            "строк с одним временем больше, чем сервер отдаёт за раз",
        ],
        PagingObstacle::ManyGroups => [
            "分组数超过服务器一次给出的行数",
            "групп больше, чем сервер отдаёт за раз",
        ],
        PagingObstacle::NoMoment => [
            "最后一行的时间无法读取",
            "время последней строки не читается",
        ],
        PagingObstacle::WrongOrder => [
            "服务器给出的行顺序与要求不同",
            "сервер отдал строки не в том порядке",
        ],
    };
    match locale {
        Locale::Zh => Some(zh),
        Locale::Ru => Some(ru),
        Locale::En => None,
    }
}

/// Codes; `{}` is what follows the colon.
fn of_code(locale: Locale, code: &str) -> Option<&'static str> {
    let [zh, ru, en] = match code {
        "rows_truncated_to_limit" => [
            "没有显示全部行：最多 {} 行",
            "Показаны не все строки: не больше {}",
            "Not all rows are shown: {} at most",
        ],
        "ranked_the_first" => [
            "只对前 {} 行排序：请加条件或用更少见的词",
            "Упорядочены только первые {} строк: добавьте условие или более редкое слово",
            "Only the first {} rows are ranked: add a condition, or a rarer word",
        ],
        "common_word_left_out" => [
            "含有 {} 的行太多，只含它的行未参与排序",
            "Слово {} стоит в слишком многих строках: строки только с ним не упорядочены",
            "{} stands in too many rows: rows with that word alone are not ranked",
        ],
        "vectors_outdated" => [
            "向量生成后内容已改变的行：{}",
            "Тексты изменились после расчёта векторов: {}",
            "Texts that are newer than their vectors: {}",
        ],
        "too_many_rows_to_compare" => [
            "最多比较 {} 行的向量：请加条件",
            "Сравниваются векторы не больше {} строк: добавьте условие",
            "The vectors of {} rows at most are compared: add a condition",
        ],
        "vectors_unused" => [
            "行的向量未被使用，按词排序：{}",
            "Векторы строк не использованы, порядок по словам: {}",
            "The vectors of rows are not used, words rank them: {}",
        ],
        "vectors_unfit" => [
            "行的向量不可用：{}",
            "Векторы строк не подходят: {}",
            "The vectors of rows do not fit: {}",
        ],
        "word_not_found" => [
            "没有一行含有问题中的 {}",
            "Ни в одной строке нет слова из вопроса: {}",
            "No row has this word of the question: {}",
        ],
        "limit_lowered_to_maximum" => [
            "行数上限已降为 {}",
            "Столько строк не показывается: не больше {}",
            "So many rows are not shown: {} at most",
        ],
        "rows_repeated_by_server" => [
            "服务器重复发送了 {} 行，已各计一次",
            "Сервер прислал повторно строк: {}; каждая учтена один раз",
            "The server sent {} rows twice; each is counted once",
        ],
        "rows_unreadable" => [
            "服务器发来的 {} 行无法读取，未列出",
            "Строк, которые не удалось прочитать: {}; здесь их нет",
            "{} rows could not be read and are not here",
        ],
        "rows_outside_account_scope" => [
            "另有 {} 行属于其他科目，未列出",
            "Строк по другим счетам: {}; здесь их нет",
            "{} rows are of other accounts and are not here",
        ],
        "next_page_out_of_reach" => [
            "还有更多行，但无法给出下一页（{}）",
            "Строки есть ещё, но до следующей страницы не дойти ({})",
            "There are more rows, and the next page cannot be reached ({})",
        ],
        "value_in_other_rows" => [
            "值只在其他行中，未按部分查找：{}",
            "Значение есть в других строках, по части оно не искалось: {}",
            "The value stands in other rows, and was not looked for as a part: {}",
        ],
        "value_not_found" => [
            "没有这样的值：{}",
            "Такого значения нет: {}",
            "There is no such value: {}",
        ],
        "matched_by_part" => [
            "没有完全相同的值，按包含匹配：{}",
            "Точно такого значения нет, искали как часть: {}",
            "No value is exactly so, it was looked for as a part: {}",
        ],
        "graph_cut" => [
            "关系太多，没有全部走到",
            "Связей больше, чем можно пройти за один ответ",
            "More is linked than one answer walks",
        ],
        "rows_are_movements_not_confirmed_balances" => [
            "这些是分录，不是已确认的余额",
            "Это движения, а не подтверждённые остатки",
            "These are movements, not confirmed balances",
        ],
        "scenario" => [
            "此领域尚不执行这类问题",
            "Такие вопросы в этой области пока не выполняются",
            "Questions of this kind are not run in this domain yet",
        ],
        "retrieval" => [
            "尚无索引：只生成了检索请求",
            "Индекса ещё нет: составлен только запрос к нему",
            "There is no index yet: only the request for it was made",
        ],
        "search" => [
            "尚不能在文本中检索",
            "Поиск по текстам пока не выполняется",
            "Texts are not looked in yet",
        ],
        "argument_ignored" => [
            "工具的参数 {} 未被采用",
            "Аргумент инструмента не учтён: {}",
            "An argument of the tool was ignored: {}",
        ],
        "advances_received_not_shown" => [
            "不含预收款",
            "Полученные авансы не показаны",
            "Advances received are not shown",
        ],
        "advances_paid_not_shown" => [
            "不含预付款",
            "Выданные авансы не показаны",
            "Advances paid are not shown",
        ],
        "bank_documents_only" => [
            "仅为银行单据，不含发货等其他单据",
            "Только банковские документы; реализации, поступления и прочие не показаны",
            "Bank documents only; sales, purchases and others are not shown",
        ],
        "individuals_cash_and_transit_not_shown" => [
            "不含个人付款、现金单据与在途资金",
            "Платежи физических лиц, кассовые документы и деньги в пути не показаны",
            "Payments of individuals, cash documents and money in transit are not shown",
        ],
        "documents_with_settlement_postings_only" => [
            "仅为有结算分录的单据",
            "Только документы с проводками по расчётам",
            "Only documents with postings on settlements",
        ],
        "all_organizations_together" => [
            "所有组织合并计算",
            "По всем организациям вместе",
            "All organizations together",
        ],
        "anchor_not_matched_fallback_rows" => [
            "没有一行含所问的对象，显示的是最接近的行",
            "Ни в одной строке нет того, о чём спрошено; показаны ближайшие",
            "No row has what was asked for; the nearest ones are shown",
        ],
        "period_window_auto_broadened_to_available_data" => [
            "所问期间没有行，显示全部期间的数据",
            "За названный период строк нет; показано всё доступное время",
            "The period asked for has no rows; all available time is shown",
        ],
        "account_scope_fallback_to_raw_rows" => [
            "在所问科目上没有行，显示其他科目的行",
            "По нужным счетам строк нет; показаны строки других счетов",
            "The accounts asked for have no rows; those of other accounts are shown",
        ],
        "documents_fallback_to_bank_rows" => [
            "没有找到分录，显示银行单据",
            "По проводкам строк нет; показаны банковские документы",
            "Postings have no rows; bank documents are shown",
        ],
        "documents_fallback_to_anchor_rows" => [
            "没有找到银行单据，显示该对象的所有行",
            "Банковских документов нет; показаны любые строки по названному",
            "There are no bank documents; whatever rows there are of it are shown",
        ],
        "missing_period_field" => [
            "服务器的行没有日期",
            "В строках сервера нет даты",
            "The rows of the server have no date",
        ],
        "missing_registrator_field" => [
            "服务器的行没有单据",
            "В строках сервера нет документа",
            "The rows of the server have no document",
        ],
        "missing_period_and_registrator_fields" => [
            "服务器的行没有日期和单据",
            "В строках сервера нет ни даты, ни документа",
            "The rows of the server have neither date nor document",
        ],
        "unknown_row_shape" => [
            "服务器的行没有所需的列",
            "В строках сервера нет нужных столбцов",
            "The rows of the server lack the columns needed",
        ],
        _ => return None,
    };
    Some(locale.pick(zh, ru, en))
}

/// How a line about the server begins, and its sentence; `{}` is what follows, the server's own words.
const OF_SERVER: [(&str, [&str; 3]); 8] = [
    (
        "the 1C server gave no answer within ",
        [
            "1C 服务器在 {} 内没有应答",
            "Сервер 1С не ответил за {}",
            "The 1C server gave no answer within {}",
        ],
    ),
    (
        "the 1C server cannot be reached: ",
        [
            "无法连接 1C 服务器：{}",
            "Сервер 1С недоступен: {}",
            "The 1C server cannot be reached: {}",
        ],
    ),
    (
        "the 1C server closed the connection",
        [
            "1C 服务器关闭了连接{}",
            "Сервер 1С закрыл соединение{}",
            "The 1C server closed the connection{}",
        ],
    ),
    (
        "the 1C server refused the query: ",
        [
            "1C 服务器拒绝了查询：{}",
            "Сервер 1С отказал в запросе: {}",
            "The 1C server refused the query: {}",
        ],
    ),
    (
        "the answer of the 1C server cannot be read: ",
        [
            "无法读取 1C 服务器的应答：{}",
            "Ответ сервера 1С не читается: {}",
            "The answer of the 1C server cannot be read: {}",
        ],
    ),
    (
        "the tools of this server are not the pinned ones: ",
        [
            "服务器的工具与已知的不同：{}",
            "Инструменты сервера не те, что известны: {}",
            "The tools of this server are not the known ones: {}",
        ],
    ),
    (
        "the 1C server wants other credentials",
        [
            "1C 服务器不接受这些凭据",
            "Сервер 1С не принял учётные данные",
            "The 1C server wants other credentials",
        ],
    ),
    (
        "the 1C server keeps forgetting the session",
        [
            "1C 服务器不断遗忘会话",
            "Сервер 1С раз за разом забывает сеанс",
            "The 1C server keeps forgetting the session",
        ],
    ),
];

/// What the server did.
fn of_server(locale: Locale, line: &str) -> Option<String> {
    let mut known = OF_SERVER.iter();
    known.find_map(|(start, [zh, ru, en])| {
        let rest = line.strip_prefix(start)?;
        Some(locale.pick(zh, ru, en).replace("{}", rest))
    })
}

/// What is said of one part of the question: the part, then what of it.
fn of_part(locale: Locale, part: &str, said: &str) -> Option<String> {
    if part == "cursor" {
        return of_cursor(locale, said).map(str::to_owned);
    }
    if part == "period"
        && let Some(bounds) = said.strip_prefix("it begins on ")
    {
        let (from, to) = bounds.split_once(" and ends on ")?;
        let (from, to) = (figure::day(locale, from), figure::day(locale, to));
        return Some(match locale {
            Locale::Zh => format!("期间自 {from} 起，却在 {to} 结束"),
            Locale::Ru => format!("Период начинается {from}, а кончается {to}"),
            Locale::En => format!("The period begins on {from} and ends on {to}"),
        });
    }
    let names: Vec<String> = part
        .split('|')
        .map(|code| set_aside::part(locale, code))
        .collect();
    let name = names.join(locale.pick("或", " или ", " or "));
    let Some(reason) = SetAside::of_text(said) else {
        return of_value(locale, &name, said);
    };
    let whole = set_aside::why(locale, reason);
    Some(match locale {
        Locale::Zh => format!("{name}：{whole}"),
        Locale::Ru | Locale::En => format!("{name}: {whole}"),
    })
}

/// What is said of a value in backticks, which may have backticks in it.
fn of_value(locale: Locale, name: &str, said: &str) -> Option<String> {
    let inner = said.strip_prefix('`')?;
    let known = |end: &str| inner.strip_suffix(end);
    let elements = || {
        let (value, count) = inner.rsplit_once("` could be ")?;
        let (count, more) = match count.strip_suffix(" elements or more") {
            Some(count) => (count, true),
            None => (count.strip_suffix(" elements")?, false),
        };
        let words = match (locale, more) {
            (Locale::Zh, false) => format!("可能是 {count} 个对象之一"),
            (Locale::Zh, true) => format!("可能是 {count} 个或更多对象之一"),
            (Locale::Ru, false) => format!("подходящих в базе: {count}"),
            (Locale::Ru, true) => format!("подходящих в базе: {count} или больше"),
            (Locale::En, false) => format!("could be {count} elements"),
            (Locale::En, true) => format!("could be {count} elements or more"),
        };
        Some((value, words))
    };
    let owned = || {
        let inner = inner.strip_suffix('`')?;
        let (value, owner) = inner.rsplit_once("` is not among those of `")?;
        let words = match locale {
            Locale::Zh => format!("不属于“{owner}”"),
            Locale::Ru => format!("нет среди принадлежащих «{owner}»"),
            Locale::En => format!("is not among those of “{owner}”"),
        };
        Some((value, words))
    };
    let fixed = |value, zh: &str, ru: &str, en: &str| (value, locale.pick(zh, ru, en).to_owned());
    let (value, words) = if let Some(value) = known("` is not in the catalogue") {
        fixed(value, "库中没有", "нет в базе", "is not in the infobase")
    } else if let Some(value) = known("` is not in the catalogue; the nearest names are candidates")
    {
        fixed(
            value,
            "库中没有；下面是最接近的名称",
            "нет в базе; ниже ближайшие",
            "is not in the infobase; the nearest ones follow",
        )
    } else if let Some(value) = known("` is only a part of a number or a name") {
        fixed(
            value,
            "只是编号或名称的一部分",
            "только часть номера или наименования",
            "is only a part of a number or a name",
        )
    } else if let Some(value) = known("` could be more elements than were looked at") {
        fixed(
            value,
            "可能的对象多于所查看的",
            "подходящих больше, чем было просмотрено",
            "could be more elements than were looked at",
        )
    } else if let Some(value) = known("` is too short a part of a name") {
        fixed(
            value,
            "只是名称的一小部分",
            "слишком малая часть наименования",
            "is too short a part of a name",
        )
    } else if let Some(value) = known("` is no account code") {
        fixed(value, "不是科目代码", "не код счёта", "is no account code")
    } else {
        elements().or_else(owned)?
    };
    Some(match locale {
        Locale::Zh => format!("{name}：“{value}”{words}"),
        Locale::Ru => format!("{name}: «{value}» — {words}"),
        Locale::En => format!("{name}: “{value}” {words}"),
    })
}

fn of_cursor(locale: Locale, said: &str) -> Option<&'static str> {
    let [zh, ru, en] = match said {
        "it was given for another question or under another codebook" => [
            "游标属于另一个问题或另一份码本",
            "Курсор дан для другого вопроса или при другом справочнике кодов",
            "The cursor was given for another question or under another codebook",
        ],
        "an anchor means another element than when it was given" => [
            "所问的名称现在指另一个对象",
            "Названное теперь означает другой элемент, чем когда дан курсор",
            "What was named now means another element than when the cursor was given",
        ],
        "the recipe has no such way to rows" => [
            "游标的取行方式已不存在",
            "Способа, которым курсор находил строки, больше нет",
            "The way in which the cursor found rows is gone",
        ],
        "the row it stands after was changed or is not there any more" => [
            "游标所在的行已更改或不存在",
            "Строка, на которой стоит курсор, изменилась или удалена",
            "The row that the cursor stands after was changed or is gone",
        ],
        _ => return None,
    };
    Some(locale.pick(zh, ru, en))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limitation_is_a_sentence_of_its_language() {
        for (limitation, ru) in [
            (
                "rows_truncated_to_limit: 200",
                "Показаны не все строки: не больше 200",
            ),
            (
                "rows_are_movements_not_confirmed_balances",
                "Это движения, а не подтверждённые остатки",
            ),
            (
                "counterparty: `Икс` could be 3 elements",
                "Контрагент: «Икс» — подходящих в базе: 3",
            ),
            (
                "contract: `a` is not among those of `b` is not among those of `c`",
                "Договор: «a` is not among those of `b» — нет среди принадлежащих «c»",
            ),
            (
                "counterparty|contract: required and not said",
                "Контрагент или Договор: нужно назвать",
            ),
            (
                "period: it begins on 2026-03-31 and ends on 2026-01-01",
                "Период начинается 31.03.2026, а кончается 01.01.2026",
            ),
            (
                "the 1C server refused the query: Поле не найдено: {}",
                "Сервер 1С отказал в запросе: Поле не найдено: {}",
            ),
            (
                "the 1C server closed the connection",
                "Сервер 1С закрыл соединение",
            ),
            ("anything else: `x`", "anything else: `x`"),
        ] {
            assert_eq!(sentence(Locale::Ru, limitation), ru);
            assert!(!sentence(Locale::Zh, limitation).is_empty());
        }
    }
}
