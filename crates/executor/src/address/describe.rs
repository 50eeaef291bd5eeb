//! Words of the address lane: summaries and hints in Chinese, Russian and English. Facts come from rows only.

use super::fallback;
use super::taxonomy::LimitedReason;
use crate::language::Language;

/// Summary of a list: the rows of one page, and what is known of the others.
pub(super) fn list(language: Language, purpose: &str, page: Page) -> String {
    let Page {
        returned, before, ..
    } = page;
    let and_more = match page.more {
        More::No => "",
        More::Yes => language.pick("（还有更多）", " (есть ещё)", " (there are more)"),
    };
    let from = match (before, language) {
        (0, _) => String::new(),
        (_, Language::Zh) => format!("，前面已给出 {before} 行"),
        (_, Language::Ru) => format!(" после {before} уже показанных"),
        (_, Language::En) => format!(" after {before} that were given"),
    };
    match language {
        Language::Zh => format!("{purpose}：{returned} 行{from}{and_more}"),
        Language::Ru => format!("{purpose}: строк {returned}{from}{and_more}"),
        Language::En => format!("{purpose}: {returned} rows{from}{and_more}"),
    }
}

/// The rows of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    /// Its rows.
    pub(super) returned: usize,
    /// Rows of the pages before.
    pub(super) before: u32,
    /// Whether there are more after it.
    pub(super) more: More,
}

/// Whether there are more rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum More {
    Yes,
    No,
}

/// What an answer that fell back to other rows says of them, by the code of the fallback.
pub(super) fn fallback(language: Language, code: &str) -> Option<&'static str> {
    let words = match code {
        fallback::AVAILABLE_PERIOD => language.pick(
            "所问期间内没有行，以下为全部期间",
            "За указанный период строк нет, показано за всё доступное время",
            "No rows in the period asked for; all available data are shown",
        ),
        fallback::RAW_ROWS => language.pick(
            "该配方的科目内没有行，以下为其他科目的行",
            "На счетах рецепта строк нет, показаны строки других счетов",
            "No rows on the accounts of the recipe; rows of other accounts are shown",
        ),
        fallback::BANK_ROWS => language.pick(
            "没有该合同的分录，以下为其银行单据",
            "Проводок по договору нет, показаны его банковские документы",
            "No postings under the contract; its bank documents are shown",
        ),
        fallback::NEAREST => language.pick(
            "没有符合锚点的行，以下为最接近的行",
            "Строк с названным якорем нет, показаны ближайшие",
            "No rows have the anchor; the nearest ones are shown",
        ),
        _ => return None,
    };
    Some(words)
}

/// How to say a filter that is missing; `a|b` is either.
pub(super) fn say(language: Language, target: &str, filter: &str) -> String {
    let fields: Vec<String> = filter
        .split('|')
        .map(|name| format!("`{target}.{name}`"))
        .collect();
    let fields = fields.join(language.pick("或", " или ", " or "));
    match language {
        Language::Zh => format!("请给出 {fields}"),
        Language::Ru => format!("Укажите {fields}"),
        Language::En => format!("Say {fields}"),
    }
}

/// Summary of an answer without facts.
pub(super) fn limited(language: Language, category: LimitedReason) -> &'static str {
    match category {
        LimitedReason::EmptyMatch => language.pick(
            "查询已执行，没有符合条件的行",
            "Запрос выполнен, но по фильтрам нет строк",
            "The query ran, and no row fits the filters",
        ),
        LimitedReason::MissingAnchor => language.pick(
            "缺少必需的锚点，或锚点未被确认",
            "Не хватает обязательного якоря, или якорь не подтвердился",
            "A required anchor is missing or was not confirmed",
        ),
        LimitedReason::RecipeVisibilityGap => language.pick(
            "现有查询配方看不到所问内容",
            "Доступный рецепт не даёт нужной видимости",
            "The recipe cannot see what is asked",
        ),
        LimitedReason::ExecutionError => language.pick(
            "1C 服务器未能给出答案",
            "Сервер 1С не дал ответа",
            "The 1C server gave no answer",
        ),
        LimitedReason::Unsupported => language.pick(
            "不支持此类问题",
            "Такой вопрос не поддерживается",
            "This kind of question is not supported",
        ),
    }
}

/// What to do about a limited answer.
pub(super) fn hint(language: Language, category: LimitedReason) -> &'static str {
    match category {
        LimitedReason::EmptyMatch => language.pick(
            "请放宽期间或去掉一个条件",
            "Расширьте период или уберите один из фильтров",
            "Widen the period or leave a filter out",
        ),
        LimitedReason::MissingAnchor => language.pick(
            "请给出准确名称、税号或合同号",
            "Назовите контрагента, договор или счёт точно: по наименованию, ИНН или номеру",
            "Name the counterparty, contract or account exactly",
        ),
        LimitedReason::RecipeVisibilityGap => language.pick(
            "去掉所列条件后可以得到答案",
            "Без названных фильтров ответ возможен",
            "Without the parts named an answer may be possible",
        ),
        LimitedReason::ExecutionError => language.pick(
            "请检查 1C 服务器后重试",
            "Проверьте сервер 1С и повторите запрос",
            "Check the 1C server and ask again",
        ),
        LimitedReason::Unsupported => language.pick(
            "用 `cmec explain --domain address` 查看可问的内容",
            "Что можно спросить, покажет `cmec explain --domain address`",
            "`cmec explain --domain address` shows what can be asked",
        ),
    }
}

/// What to do about a recipe that is known and not run.
pub(super) const fn not_executable_yet(language: Language) -> &'static str {
    language.pick(
        "该查询配方已登记，尚不能执行",
        "Рецепт описан, но пока не исполняется",
        "The recipe is known and cannot be run yet",
    )
}

/// What to do about several questions at once.
pub(super) const fn one_at_a_time(language: Language) -> &'static str {
    language.pick(
        "请一次只提一个问题",
        "Задайте каждый вопрос отдельно",
        "Ask each question by itself",
    )
}

/// Summary of a page none of whose rows fits, where more follow.
pub(super) const fn none_here(language: Language) -> &'static str {
    language.pick(
        "本页没有符合条件的行，后面还有",
        "На этой странице подходящих строк нет, но есть ещё",
        "No row of this page fits, and there are more",
    )
}

/// What to do about rows that lack what the recipe needs.
pub(super) const fn unreadable(language: Language) -> &'static str {
    language.pick(
        "服务器返回的行缺少必要的字段：请检查服务器的版本与权限",
        "В строках сервера нет нужных полей: проверьте его версию и права",
        "The rows of the server lack the fields needed: check its version and rights",
    )
}

/// Summary of a page after the last row.
pub(super) const fn no_more(language: Language) -> &'static str {
    language.pick(
        "游标之后没有更多的行",
        "После курсора строк больше нет",
        "There are no rows after the cursor",
    )
}

/// What to do about a cursor that leads nowhere.
pub(super) const fn from_the_start(language: Language) -> &'static str {
    language.pick(
        "请不带游标重新提问，从第一页开始",
        "Повторите вопрос без курсора, с первой страницы",
        "Ask again without the cursor, from the first page",
    )
}

/// What to do about a contract that several counterparties call the same.
pub(super) const fn name_the_owner(language: Language) -> &'static str {
    language.pick(
        "多个往来单位有同名合同：请同时给出往来单位",
        "Договоры с таким наименованием есть у нескольких контрагентов: назовите и контрагента",
        "Several counterparties have a contract of this name: name the counterparty as well",
    )
}

/// Most characters of a value that a line shows.
const SHOWN: usize = 120;

/// A value as a line shows it.
pub(super) fn shown(value: &str) -> String {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

/// Question about an anchor that could be several things.
pub(super) fn which(language: Language, raw: &str) -> String {
    let raw = shown(raw);
    match language {
        Language::Zh => format!("“{raw}”指的是哪一个？"),
        Language::Ru => format!("Что именно имеется в виду: «{raw}»?"),
        Language::En => format!("Which one is meant by “{raw}”?"),
    }
}
