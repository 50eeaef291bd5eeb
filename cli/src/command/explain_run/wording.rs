//! Words of the story, in Chinese, Russian and English.

use cmec_executor::Locale;

use super::glossary::gloss;

/// Something to say, with what it is said of.
#[derive(Debug, Clone, Copy)]
pub(super) enum Say<'t> {
    Notation {
        notation: &'t str,
        tokens: u64,
        filled: usize,
    },
    Took(u64),
    Mode {
        mode: &'t str,
        shape: &'t str,
    },
    Recipe {
        recipe: &'t str,
        intent: &'t str,
    },
    NoRecipe,
    Filter {
        name: &'t str,
        value: &'t str,
        defaulted: bool,
    },
    Missing(&'t str),
    Limit {
        rows: u64,
        why: &'t str,
    },
    Resolved {
        kind: &'t str,
        found: &'t str,
        sure: &'t str,
    },
    Unresolved {
        kind: &'t str,
    },
    Ambiguous {
        kind: &'t str,
        count: u64,
    },
    Way {
        source: &'t str,
        open: bool,
        available: bool,
        status: &'t str,
        fetched: u64,
        matched: u64,
    },
    Counts([u64; 6]),
    Scope {
        mode: &'t str,
        accounts: &'t str,
        given_up: bool,
    },
    Dropped(&'t str),
    Answer {
        kind: &'t str,
        status: &'t str,
        readiness: &'t str,
    },
    Limited {
        category: &'t str,
        reasons: &'t [&'t str],
    },
    Limitation(&'t str),
    Guard(&'t str),
    NotAccepted,
    Note(&'t str),
}

/// The words of a language.
pub(super) const fn pick(
    language: Locale,
    zh: &'static str,
    ru: &'static str,
    en: &'static str,
) -> &'static str {
    match language {
        Locale::Zh => zh,
        Locale::Ru => ru,
        Locale::En => en,
    }
}

/// Says it.
pub(super) fn say(what: Say<'_>, language: Locale) -> String {
    let pick = |zh, ru, en| pick(language, zh, ru, en);
    match what {
        Say::Notation {
            notation,
            tokens,
            filled,
        } => format!(
            "{}: {notation}; {}: {tokens}; {}: {filled}",
            pick("写法", "нотация", "notation"),
            pick("词元", "лексем", "tokens"),
            pick(
                "补全或推导",
                "восполнено или выведено",
                "filled in or derived"
            ),
        ),
        Say::Took(micros) => format!(
            "{}: {}.{:03} {}",
            pick("用时", "заняло", "took"),
            micros / 1000,
            micros % 1000,
            pick("毫秒", "мс", "ms"),
        ),
        Say::Mode { mode, shape } => format!(
            "{}: {mode}, {shape}",
            pick("问题类型", "вопрос", "question")
        ),
        Say::Recipe { recipe, intent } => {
            format!("{}: {recipe} ({intent})", pick("配方", "рецепт", "recipe"))
        }
        Say::NoRecipe => pick(
            "没有合适的配方",
            "подходящего рецепта нет",
            "no recipe fits",
        )
        .to_owned(),
        Say::Filter {
            name,
            value,
            defaulted,
        } => format!(
            "{}: {name} = {value}{}",
            pick("条件", "фильтр", "filter"),
            if defaulted {
                pick("（默认）", " (по умолчанию)", " (by default)")
            } else {
                ""
            },
        ),
        Say::Missing(name) => format!("{}: {name}", pick("缺少", "не хватает", "missing")),
        Say::Limit { rows, why } => format!(
            "{}: {rows} ({why})",
            pick("行数上限", "предел строк", "row limit")
        ),
        Say::Resolved { kind, found, sure } => format!(
            "{kind}: {} {found} ({}: {sure})",
            pick("确认为", "подтверждён —", "confirmed as"),
            pick("把握", "уверенность", "confidence"),
        ),
        Say::Unresolved { kind } => format!(
            "{kind}: {}",
            pick("未确认", "не подтверждён", "not confirmed")
        ),
        Say::Ambiguous { kind, count } => {
            format!(
                "{kind}: {}: {count}",
                pick(
                    "可能的对象",
                    "подходит элементов",
                    "could be so many elements"
                )
            )
        }
        Say::Way {
            source,
            open,
            available,
            status,
            fetched,
            matched,
        } => {
            let mut way = self::source(source, language).to_owned();
            if open {
                way.push_str(pick(
                    "，不限科目",
                    ", без счетов рецепта",
                    ", without the accounts of the recipe",
                ));
            }
            if available {
                way.push_str(pick(
                    "，不限期间",
                    ", за всё доступное время",
                    ", of all available time",
                ));
            }
            format!(
                "{way}: {}; {}: {fetched}; {}: {matched}",
                coded(status, language),
                pick("返回", "от сервера", "from the server"),
                pick("可用", "подошло", "fit"),
            )
        }
        Say::Counts([fetched, read, in_scope, whole, passed, matched]) => format!(
            "{fetched} {} → {read} {} → {in_scope} {} → {whole} {} → {passed} {} → {matched} {}",
            pick("返回", "от сервера", "from the server"),
            pick("可读", "прочитано", "read"),
            pick("在科目内", "на счетах", "in scope"),
            pick("完整", "с нужными полями", "whole"),
            pick("通过", "прошли рецепт", "passed the recipe"),
            pick("作答", "в ответе", "in the answer"),
        ),
        Say::Scope {
            mode,
            accounts,
            given_up,
        } => format!(
            "{}: {mode} [{accounts}]{}",
            pick("科目范围", "счета", "account scope"),
            if given_up {
                pick(
                    "，已放宽",
                    ", снято: на них строк нет",
                    ", given up: it had no rows",
                )
            } else {
                ""
            },
        ),
        Say::Dropped(why) => format!(
            "{}: {why}",
            pick("丢弃原因", "строки потеряны", "rows were lost")
        ),
        Say::Answer {
            kind,
            status,
            readiness,
        } => format!("{kind}; {}; {readiness}", coded(status, language)),
        Say::Limited { category, reasons } => {
            let reasons: Vec<String> = (reasons.iter())
                .filter(|reason| **reason != category)
                .map(|reason| coded(reason, language))
                .collect();
            format!(
                "{}: {}; {}: {}",
                pick("原因", "причина", "reason"),
                coded(category, language),
                pick("代码", "код", "code"),
                reasons.join(", "),
            )
        }
        Say::Limitation(limitation) => format!(
            "{}: {}",
            pick("限制", "ограничение", "limitation"),
            coded(limitation, language),
        ),
        Say::NotAccepted => pick(
            "意图未被接受：没有选择配方",
            "намерение не принято: до рецепта не дошло",
            "the intent was not accepted: no recipe was looked for",
        )
        .to_owned(),
        Say::Note(note) => format!("{}: {note}", pick("说明", "пояснение", "note")),
        Say::Guard(name) => format!(
            "{}: {name}",
            pick("触发的防护", "сработала защита", "guard that held")
        ),
    }
}

/// A code with what it means.
fn coded(code: &str, language: Locale) -> String {
    match gloss(code, language) {
        Some(words) => format!("{code} ({words})"),
        None => code.to_owned(),
    }
}

/// How to see what is hidden.
pub(super) fn how_to_show(language: Locale) -> String {
    let words = pick(
        language,
        "隐藏的内容",
        "скрытое показывает",
        "what is hidden is shown with",
    );
    format!("{words} --show-values")
}

fn source(source: &str, language: Locale) -> &'static str {
    let pick = |zh, ru, en| pick(language, zh, ru, en);
    match source {
        "bank_rows" => pick("银行单据", "банковские документы", "bank documents"),
        "owners_rows" => pick(
            "合同所有者的行",
            "строки владельца договора",
            "rows of the contract's owner",
        ),
        _ => pick("配方的行", "строки рецепта", "rows of the recipe"),
    }
}
