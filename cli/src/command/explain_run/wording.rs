//! Words of the story, in Chinese, Russian and English.

use cmec_executor::Locale;

/// A text in Chinese, Russian and English.
pub(super) type Words = [&'static str; 3];

pub(super) const fn pick(language: Locale, [zh, ru, en]: Words) -> &'static str {
    language.pick(zh, ru, en)
}

// The text.
pub(super) const NOTATION: Words = ["写法", "нотация", "notation"];
pub(super) const TOKENS: Words = ["词元", "лексем", "tokens"];
pub(super) const FILLED: Words = [
    "补全或推导",
    "восполнено или выведено",
    "filled in or derived",
];
pub(super) const NOT_ACCEPTED: Words = [
    "意图未被接受：没有选择配方",
    "намерение не принято: до рецепта не дошло",
    "the intent was not accepted: no recipe was looked for",
];
pub(super) const TOOK: Words = ["用时", "заняло", "took"];
pub(super) const MILLISECONDS: Words = ["毫秒", "мс", "ms"];

// The recipe.
pub(super) const QUESTION: Words = ["问题类型", "вопрос", "question"];
pub(super) const RECIPE: Words = ["配方", "рецепт", "recipe"];
pub(super) const NO_RECIPE: Words = [
    "没有合适的配方",
    "подходящего рецепта нет",
    "no recipe fits",
];
pub(super) const FILTER: Words = ["条件", "фильтр", "filter"];
pub(super) const BY_DEFAULT: Words = ["（默认）", " (по умолчанию)", " (by default)"];
pub(super) const MISSING: Words = ["缺少", "не хватает", "missing"];
pub(super) const ROW_LIMIT: Words = ["行数上限", "предел строк", "row limit"];

// The anchor.
pub(super) const CONFIRMED: Words = ["确认为", "подтверждён —", "confirmed as"];
pub(super) const CONFIDENCE: Words = ["把握", "уверенность", "confidence"];
pub(super) const NOT_CONFIRMED: Words = ["未确认", "не подтверждён", "not confirmed"];
pub(super) const AMBIGUOUS: Words = [
    "可能的对象",
    "подходит элементов",
    "could be so many elements",
];

// The rows.
pub(super) const BANK_ROWS: Words = ["银行单据", "банковские документы", "bank documents"];
pub(super) const OWNERS_ROWS: Words = [
    "合同所有者的行",
    "строки владельца договора",
    "rows of the contract's owner",
];
pub(super) const RECIPES_ROWS: Words = ["配方的行", "строки рецепта", "rows of the recipe"];
pub(super) const ANY_ACCOUNT: Words = [
    "，不限科目",
    ", без счетов рецепта",
    ", without the accounts of the recipe",
];
pub(super) const ANY_TIME: Words = [
    "，不限期间",
    ", за всё доступное время",
    ", of all available time",
];
pub(super) const FROM_SERVER: Words = ["返回", "от сервера", "from the server"];
pub(super) const FIT: Words = ["可用", "подошло", "fit"];
pub(super) const READ: Words = ["可读", "прочитано", "read"];
pub(super) const IN_SCOPE: Words = ["在科目内", "на счетах", "in scope"];
pub(super) const WHOLE: Words = ["完整", "с нужными полями", "whole"];
pub(super) const PASSED: Words = ["通过", "прошли рецепт", "passed the recipe"];
pub(super) const IN_ANSWER: Words = ["作答", "в ответе", "in the answer"];
pub(super) const SCOPE: Words = ["科目范围", "счета", "account scope"];
pub(super) const GIVEN_UP: Words = [
    "，已放宽",
    ", снято: на них строк нет",
    ", given up: it had no rows",
];
pub(super) const DROPPED: Words = ["丢弃原因", "строки потеряны", "rows were lost"];

// The answer.
pub(super) const REASON: Words = ["原因", "причина", "reason"];
pub(super) const CODE: Words = ["代码", "код", "code"];
pub(super) const LIMITATION: Words = ["限制", "ограничение", "limitation"];
pub(super) const NOTE: Words = ["说明", "пояснение", "note"];
pub(super) const GUARD: Words = ["触发的防护", "сработала защита", "guard that held"];
/// The advice on how to see hidden values.
pub(super) const SHOWN_WITH: Words = [
    "隐藏的内容",
    "скрытое показывает",
    "what is hidden is shown with",
];
