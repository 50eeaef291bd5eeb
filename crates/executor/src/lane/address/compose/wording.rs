//! Summaries and hints of the address lane in Chinese, Russian and English. Facts come from rows only.

use crate::lane::address::execute::recipe_strategies;
use crate::lane::address::plan::{
    COMPOUND_QUERY, DATES_DISAGREE, DAY_OR_UP_TO_IT, NOT_EXECUTABLE_YET,
};
use crate::locale::Locale;
use crate::ports::one_c::PortError;
use crate::response::excerpt;
use crate::response::limited_answer::CURSOR_OF_ANOTHER_QUESTION;
use crate::response::row::Row;
use crate::taxonomy::{Confidence, LimitedReason};
use crate::wording::column::{self, ColumnKind};
use crate::wording::figure;

/// The summary of a list: the rows of a page, and how many others are known.
pub(super) fn list(locale: Locale, purpose: &str, page: ListPage) -> String {
    let ListPage {
        returned,
        before,
        has_more,
    } = page;
    let and_more = if has_more {
        locale.pick("（还有更多）", " (есть ещё)", " (there are more)")
    } else {
        ""
    };
    let from = match (before, locale) {
        (0, _) => String::new(),
        (_, Locale::Zh) => format!("，前面已给出 {before} 行"),
        (_, Locale::Ru) => format!(" после {before} уже показанных"),
        (_, Locale::En) => format!(" after {before} that were given"),
    };
    match locale {
        Locale::Zh => format!("{purpose}：{returned} 行{from}{and_more}"),
        Locale::Ru => format!("{purpose}: строк {returned}{from}{and_more}"),
        Locale::En => format!("{purpose}: {returned} rows{from}{and_more}"),
    }
}

/// The opening balance lines of a later page of a statement.
pub(super) fn page_opening(locale: Locale, balances: &[(Row, String)]) -> Option<String> {
    let line = |(own, amount): &(Row, String)| {
        let of = own.values.iter();
        let of = of.filter(|(name, _)| column::kind(name) != ColumnKind::Amount);
        let of: Vec<&str> = of.filter_map(|(_, cell)| cell.shown()).collect();
        format!("{} {}", of.join(", "), figure::amount(locale, amount))
    };
    let lines: Vec<String> = balances.iter().map(line).collect();
    let title = locale.pick(
        "；本页期初：",
        "; на начало страницы: ",
        "; this page opens with: ",
    );
    (!lines.is_empty()).then(|| format!("{title}{}", lines.join("; ")))
}

/// The hint to ask for a period in which all rows fit, given its first month.
pub(super) fn month_that_fits(locale: Locale, period: &str) -> String {
    match locale {
        Locale::Zh => format!("余额列需要全部行；首月 {period} 可全部显示"),
        Locale::Ru => format!(
            "Остаток после каждой строки есть там, где показаны все строки. Первый месяц поместится: {period}"
        ),
        Locale::En => format!(
            "The balance after each row is there where all rows are. The first month fits: {period}"
        ),
    }
}

/// The end of a summary: the day of the last posting.
pub(super) fn data_through(locale: Locale, day: &str) -> String {
    let day = figure::day(locale, day);
    match locale {
        Locale::Zh => format!("；数据截至 {day}"),
        Locale::Ru => format!("; данные по {day}"),
        Locale::En => format!("; data through {day}"),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListPage {
    pub(super) returned: usize,
    pub(super) before: u32,
    pub(super) has_more: bool,
}

/// The sentence that describes fallback rows, by the code of the fallback.
pub(super) fn fallback(locale: Locale, code: &str) -> Option<&'static str> {
    let words = match code {
        recipe_strategies::AVAILABLE_PERIOD => locale.pick(
            "所问期间内没有行，以下为全部期间",
            "За указанный период строк нет, показано за всё доступное время",
            "No rows in the period asked for; all available data are shown",
        ),
        recipe_strategies::RAW_ROWS => locale.pick(
            "该配方的科目内没有行，以下为其他科目的行",
            "На счетах рецепта строк нет, показаны строки других счетов",
            "No rows on the accounts of the recipe; rows of other accounts are shown",
        ),
        recipe_strategies::BANK_ROWS => locale.pick(
            "没有该合同的分录，以下为其银行单据",
            "Проводок по договору нет, показаны его банковские документы",
            "No postings under the contract; its bank documents are shown",
        ),
        recipe_strategies::NEAREST => locale.pick(
            "没有符合锚点的行，以下为最接近的行",
            "Строк с названным якорем нет, показаны ближайшие",
            "No rows have the anchor; the nearest ones are shown",
        ),
        _ => return None,
    };
    Some(words)
}

/// The hint for a missing filter; `a|b` means either. Its code is in `missing_required_filters`.
pub(super) fn missing_filter(locale: Locale, filter: &str) -> String {
    let quoted = |name| match locale {
        Locale::Zh | Locale::En => format!("“{}”", column::name(locale, name)),
        Locale::Ru => format!("«{}»", column::name(locale, name)),
    };
    let names: Vec<String> = filter.split('|').map(quoted).collect();
    let names = names.join(locale.pick("或", " или ", " or "));
    match locale {
        Locale::Zh => format!("请给出 {names}"),
        Locale::Ru => format!("Укажите {names}"),
        Locale::En => format!("Say {names}"),
    }
}

/// The summary of an answer without facts.
pub(super) fn limited(locale: Locale, category: LimitedReason) -> &'static str {
    match category {
        LimitedReason::EmptyMatch => locale.pick(
            "查询已执行，没有符合条件的行",
            "Запрос выполнен, но по фильтрам нет строк",
            "The query ran, and no row fits the filters",
        ),
        LimitedReason::MissingAnchor => locale.pick(
            "缺少必需的锚点，或锚点未被确认",
            "Не хватает обязательного якоря, или якорь не подтвердился",
            "A required anchor is missing or was not confirmed",
        ),
        LimitedReason::RecipeVisibilityGap => locale.pick(
            "现有查询配方看不到所问内容",
            "Доступный рецепт не даёт нужной видимости",
            "The recipe cannot see what is asked",
        ),
        LimitedReason::ExecutionError => locale.pick(
            "1C 服务器未能给出答案",
            "Сервер 1С не дал ответа",
            "The 1C server gave no answer",
        ),
        LimitedReason::Unsupported => locale.pick(
            "不支持此类问题",
            "Такой вопрос не поддерживается",
            "This kind of question is not supported",
        ),
    }
}

pub(super) fn hint(locale: Locale, category: LimitedReason) -> &'static str {
    match category {
        LimitedReason::EmptyMatch => locale.pick(
            "请放宽期间或去掉一个条件",
            "Расширьте период или уберите один из фильтров",
            "Widen the period or leave a filter out",
        ),
        LimitedReason::MissingAnchor => locale.pick(
            "请给出准确名称、税号或合同号",
            "Назовите контрагента, договор или счёт точно: по наименованию, ИНН или номеру",
            "Name the counterparty, contract or account exactly",
        ),
        LimitedReason::RecipeVisibilityGap => locale.pick(
            "去掉所列条件后可以得到答案",
            "Без этого ответ возможен",
            "Without the parts named an answer may be possible",
        ),
        LimitedReason::ExecutionError => locale.pick(
            "请检查 1C 服务器后重试",
            "Проверьте сервер 1С и повторите запрос",
            "Check the 1C server and ask again",
        ),
        LimitedReason::Unsupported => locale.pick(
            "用 `cmec explain --domain address` 查看可问的内容",
            "Что можно спросить, покажет `cmec explain --domain address`",
            "`cmec explain --domain address` shows what can be asked",
        ),
    }
}

pub(super) fn hint_of_reason(locale: Locale, code: &str) -> Option<&'static str> {
    Some(match code {
        NOT_EXECUTABLE_YET => locale.pick(
            "该查询配方已登记，尚不能执行",
            "Рецепт описан, но пока не исполняется",
            "The recipe is known and cannot be run yet",
        ),
        COMPOUND_QUERY => locale.pick(
            "请一次只提一个问题",
            "Задайте каждый вопрос отдельно",
            "Ask each question by itself",
        ),
        CURSOR_OF_ANOTHER_QUESTION => from_the_start(locale),
        DATES_DISAGREE => locale.pick("只给出一个日期", "Назовите одну дату", "Say one date"),
        DAY_OR_UP_TO_IT => locale.pick("请给出期间", "Назовите период", "Say a period"),
        _ => return None,
    })
}

/// The sentence that says how a name was resolved, and how certainly.
pub(super) fn taken_for(
    locale: Locale,
    said: &str,
    element: &str,
    confidence: Confidence,
) -> String {
    let (said, element) = (excerpt(said), excerpt(element));
    let sure = match confidence {
        Confidence::High => "",
        Confidence::Medium => locale.pick("（可能）", " (вероятно)", " (probably)"),
        Confidence::Low => locale.pick("（不确定）", " (не точно)", " (unsure)"),
    };
    match locale {
        Locale::Zh => format!("“{said}”按 {element} 理解{sure}"),
        Locale::Ru => format!("«{said}» понято как {element}{sure}"),
        Locale::En => format!("“{said}” was taken for {element}{sure}"),
    }
}

/// The summary of a question that lacks required filters; the hints name them.
pub(super) const fn not_all_said(locale: Locale) -> &'static str {
    locale.pick(
        "缺少必需的条件",
        "В вопросе не хватает обязательного условия",
        "The question lacks what it must say",
    )
}

pub(super) fn summary_of_reason(locale: Locale, code: &str) -> Option<&'static str> {
    Some(match code {
        DATES_DISAGREE => locale.pick(
            "不清楚指的是哪一天",
            "Неясно, о каком дне вопрос",
            "It is unclear which day is meant",
        ),
        DAY_OR_UP_TO_IT => locale.pick(
            "不清楚是只要当天，还是截至当天",
            "Неясно: за этот день или по этот день включительно",
            "It is unclear whether that day alone is meant, or all up to it",
        ),
        _ => return None,
    })
}

/// The summary of a server failure. "No answer" applies only to a server that did not respond.
pub(super) fn failed(locale: Locale, error: &PortError) -> &'static str {
    match error {
        PortError::Unreachable(_) | PortError::Closed(_) | PortError::Timeout(_) => {
            limited(locale, LimitedReason::ExecutionError)
        }
        PortError::Refused(_) => locale.pick(
            "1C 服务器拒绝了查询",
            "Сервер 1С отказал в запросе",
            "The 1C server refused the query",
        ),
        PortError::Unauthorized | PortError::Forbidden => locale.pick(
            "1C 服务器不允许提问",
            "Сервер 1С не разрешил спрашивать",
            "The 1C server does not let this question in",
        ),
        PortError::Busy { .. } | PortError::Starting(_) => locale.pick(
            "1C 服务器现在不能应答",
            "Сервер 1С пока не может ответить",
            "The 1C server cannot answer yet",
        ),
        PortError::SessionLost => locale.pick(
            "1C 服务器遗忘了会话",
            "Сервер 1С забыл сеанс",
            "The 1C server forgot the session",
        ),
        PortError::Malformed(_) | PortError::Moved(_) | PortError::Status(_) => locale.pick(
            "1C 服务器的应答中没有数据",
            "В ответе сервера 1С нет данных",
            "The answer of the 1C server has no data",
        ),
        PortError::SchemaDrift(_) => locale.pick(
            "无法用 1C 服务器的工具提问",
            "У сервера 1С нет инструмента для вопроса",
            "The 1C server has no tool for the question",
        ),
    }
}

/// The hint for a failure that may pass.
pub(super) const fn later(locale: Locale) -> &'static str {
    locale.pick("请稍后再问", "Повторите запрос позже", "Ask again later")
}

/// The summary where rows arrived but could not be read.
pub(super) const fn not_read(locale: Locale) -> &'static str {
    locale.pick(
        "服务器返回了行，但无法读取",
        "Сервер вернул строки, но прочитать их не удалось",
        "The server gave rows, and they could not be read",
    )
}

/// The summary of a page without matching rows, where more pages follow.
pub(super) const fn none_here(locale: Locale) -> &'static str {
    locale.pick(
        "本页没有符合条件的行，后面还有",
        "На этой странице подходящих строк нет, но есть ещё",
        "No row of this page fits, and there are more",
    )
}

/// The hint for rows that lack columns of the recipe.
pub(super) const fn unreadable(locale: Locale) -> &'static str {
    locale.pick(
        "服务器返回的行缺少必要的字段：请检查服务器的版本与权限",
        "В строках сервера нет нужных полей: проверьте его версию и права",
        "The rows of the server lack the fields needed: check its version and rights",
    )
}

/// The summary of a page after the last row.
pub(super) const fn no_more(locale: Locale) -> &'static str {
    locale.pick(
        "游标之后没有更多的行",
        "После курсора строк больше нет",
        "There are no rows after the cursor",
    )
}

/// The hint for a cursor that leads nowhere.
pub(super) const fn from_the_start(locale: Locale) -> &'static str {
    locale.pick(
        "请不带游标重新提问，从第一页开始",
        "Повторите вопрос без курсора, с первой страницы",
        "Ask again without the cursor, from the first page",
    )
}

/// The hint for a contract name that several counterparties use.
pub(super) const fn name_the_owner(locale: Locale) -> &'static str {
    locale.pick(
        "多个往来单位有同名合同：请同时给出往来单位",
        "Договоры с таким наименованием есть у нескольких контрагентов: назовите и контрагента",
        "Several counterparties have a contract of this name: name the counterparty as well",
    )
}

pub(super) fn which_anchor(locale: Locale, raw: &str) -> String {
    let raw = excerpt(raw);
    match locale {
        Locale::Zh => format!("“{raw}”指的是哪一个？"),
        Locale::Ru => format!("Что именно имеется в виду: «{raw}»?"),
        Locale::En => format!("Which one is meant by “{raw}”?"),
    }
}

pub(super) fn near_question(locale: Locale) -> &'static str {
    locale.pick(
        "这样的问题没有配方。改问下面的哪一个？",
        "На такой вопрос нет рецепта. Спросить одно из этого?",
        "No recipe answers this. Is one of these meant instead?",
    )
}

/// The question about an anchor with one partial match.
pub(super) fn is_this_anchor(locale: Locale, raw: &str) -> String {
    let raw = excerpt(raw);
    match locale {
        Locale::Zh => format!("“{raw}”只有部分相符，是否指这一个？"),
        Locale::Ru => format!("«{raw}» совпадает лишь частично. Имеется в виду этот элемент?"),
        Locale::En => format!("“{raw}” matches in part only. Is this the one that is meant?"),
    }
}

/// The question about an anchor where the server shows tokens instead of names.
pub(super) fn which_token(locale: Locale, raw: &str) -> String {
    let raw = excerpt(raw);
    match locale {
        Locale::Zh => format!("服务器隐藏了名称。“{raw}”是下列哪个标记？"),
        Locale::Ru => {
            format!("Сервер скрывает наименования. Какая из этих меток означает «{raw}»?")
        }
        Locale::En => format!("The server hides names. Which of these tokens is “{raw}”?"),
    }
}

/// The question about an anchor without a match, with the nearest names.
pub(super) fn nearest_anchors(locale: Locale, raw: &str) -> String {
    let raw = excerpt(raw);
    match locale {
        Locale::Zh => format!("库中没有“{raw}”，是否指下列之一？"),
        Locale::Ru => {
            format!("«{raw}» в базе не найдено. Может быть, имеется в виду одно из этих?")
        }
        Locale::En => format!("“{raw}” was not found. Is one of these meant?"),
    }
}
