//! Whether a text claims anything, or asks back, or says that nothing was found.

use cmec_decoder::letters::folded;

/// Words of a text that says that nothing was found, without case, in the languages of questions.
const NOTHING: &[&str] = &[
    "ничего",
    "не наш",
    "не найд",
    "не удалось найти",
    "не удалось ничего",
    "не знаю",
    "отсутству",
    "не обнаруж",
    "не дал результат",
    "не дала результат",
    "не дали результат",
    "без результат",
    "0 результат",
    "пусто",
    "уточните",
    "nothing",
    "not found",
    "no result",
    "no match",
    "zero result",
    "0 results",
    "not able to find",
    "n't able to find",
    "unable to find",
    "could not find",
    "couldn't find",
    "cannot find",
    "can't find",
    "did not find",
    "didn't find",
    "do not know",
    "don't know",
    "please specify",
    "没有",
    "暂无",
    "查无",
    "未查到",
    "没查到",
    "未找",
    "为空",
    "暂时无",
    "不存在",
    "无结果",
    "未找到",
    "找不到",
    "未能找到",
    "不知道",
    "请说明",
    "请问",
];

/// Words that deny by themselves.
const NO: &[&str] = &["нет", "no", "none"];

/// Whether a text is an answer: it ends with no question, and does not say that nothing was found.
#[must_use]
pub(super) fn is_claim(text: &str) -> bool {
    let text = folded(text).replace('’', "'");
    let end = text.trim_end_matches(|own: char| own.is_whitespace() || "»”\"')*_".contains(own));
    let mut words = text.split(|own: char| !own.is_alphanumeric());
    let denies = words.any(|word| NO.contains(&word));
    !end.ends_with(['?', '？']) && !denies && !NOTHING.iter().any(|words| text.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_and_a_no_claim_nothing() {
        for (text, expected) in [
            ("Какое вино вы ищете?", false),
            ("**Красное или белое?**\n", false),
            ("您要哪一种？", false),
            ("Ничего не нашлось.", false),
            ("По этому запросу не найдено вин.", false),
            ("I couldn’t find such a wine.", false),
            ("没有找到。", false),
            ("К сожалению, подходящих вин нет.", false),
            ("Нет вин дешевле 1 рубля.", false),
            ("Увы, пусто.", false),
            ("No wines under 1 ruble were found.", false),
            ("There are no wines at that price.", false),
            ("抱歉，暂无符合条件的酒。", false),
            ("查无结果。", false),
            ("未查到相关酒款。", false),
            ("查询结果为空。", false),
            ("目前暂时无此类酒。", false),
            ("Таких вин мы не обнаружили.", false),
            ("Поиск не дал результатов.", false),
            ("I wasn't able to find any.", false),
            ("The search returned zero results.", false),
            ("Нетто 750 мл, вино года.", true),
            ("Есть красные сухие.", true),
            ("Красное подойдёт к стейку. Какое? Любое.", true),
            ("Here is the list.", true),
            ("红酒最好。", true),
        ] {
            assert_eq!(is_claim(text), expected, "{text}");
        }
    }
}
