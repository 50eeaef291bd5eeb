//! The words of the cards by language. English is the fallback.

/// A text in Chinese, Russian and English.
pub(super) type Words = [&'static str; 3];

pub(super) fn of(words: &Words, language: &str) -> &'static str {
    let [zh, ru, en] = words;
    match language {
        "zh" => zh,
        "ru" => ru,
        _ => en,
    }
}

pub(super) const ANSWER_SQL: Words = [
    "把问题写成以上表的一条 SELECT，不要别的。问题没有说的条件、排序、条数不要加。问题不清楚，或所问不在表中，就写 ASK '问题'。",
    "Ответь одним SELECT по этим таблицам и ничем больше. Не добавляй условий, порядка и числа строк, которых нет в вопросе. \
     Если вопрос неясен или нужного нет в таблицах, ответь ASK 'вопрос'.",
    "Answer with one SELECT over these tables and nothing else. Add no condition, order or limit that the question does not \
     have. If the question is unclear, or asks for what the tables do not hold, answer ASK 'question'.",
];

pub(super) const CALL_SQL: Words = [
    "`sql` 是以上表的一条 SELECT。问题没有说的条件、排序、条数不要加。问题不清楚，或所问不在表中，就写 ASK '问题'。",
    "`sql` — один SELECT по этим таблицам. Не добавляй условий, порядка и числа строк, которых нет в вопросе. \
     Если вопрос неясен или нужного нет в таблицах, напиши ASK 'вопрос'.",
    "`sql` is one SELECT over these tables. Add no condition, order or limit that the question does not have. If the \
     question is unclear, or asks for what the tables do not hold, write ASK 'question'.",
];

/// Marks a codebook metric among the columns.
pub(super) const METRIC: Words = ["指标", "показатель", "a metric"];

pub(super) const MATCHES: Words = [
    "查文本：SELECT MATCH('…')；带条件：WHERE … AND MATCH('…')",
    "поиск в текстах: SELECT MATCH('…'); с условиями: WHERE … AND MATCH('…')",
    "to look texts up: SELECT MATCH('…'); with conditions: WHERE … AND MATCH('…')",
];

pub(super) const WALKS: Words = [
    "路径：SELECT * FROM PATH('a', 'b')；周围：SELECT * FROM NEIGHBOURHOOD('a', 2)",
    "пути: SELECT * FROM PATH('a', 'b'); окружение: SELECT * FROM NEIGHBOURHOOD('a', 2)",
    "ways between two things: SELECT * FROM PATH('a', 'b'); what is around one: SELECT * FROM NEIGHBOURHOOD('a', 2)",
];

pub(super) const ANSWER_JSON: Words = [
    "只输出一个 JSON 对象，不要解释。可推导的省略。只用下列代号和类型。",
    "Ответь одним объектом JSON без пояснений. Выводимое опускай. Только коды и типы из списка.",
    "Answer with one JSON object and nothing else. Leave out what can be derived. Use only the codes and types listed.",
];

/// For the description of a tool: the model calls it instead of answering.
pub(super) const CALL_JSON: Words = [
    "参数只写一个 JSON 对象。可推导的省略。只用下列代号和类型。",
    "Аргументы — один объект JSON. Выводимое опускай. Только коды и типы из списка.",
    "The arguments are one JSON object. Leave out what can be derived. Use only the codes and types listed.",
];

pub(super) const UNCLEAR: Words = [
    "问题不清楚，或所问不在表中，就反问，不要猜",
    "Неясно или чего-то нет в списке — переспроси, не угадывай",
    "If the question is unclear, or asks for what is not listed, ask back and never guess",
];

pub(super) const FORMS: Words = [
    "数只写数字，用字段的单位：2000、1.5；是非：true、false",
    "Числа — цифрами в единицах поля: 2000, 1.5; да и нет: true, false",
    "Numbers are digits, in the unit of the field: 2000, 1.5; yes and no: true, false",
];

pub(super) const DAYS: Words = ["日期", "Дни", "Days"];

/// For the values of a `datetime`.
pub(super) const MOMENTS: Words = ["datetime 用", "для datetime", "for datetime"];

pub(super) const FROM_TODAY: Words = ["从今天算", "от сегодня", "from today"];

pub(super) const TODAY: Words = ["今天是", "Сегодня", "Today is"];

pub(super) const EXAMPLES: Words = ["例", "Примеры", "Examples"];

/// The purpose of a tool; `{}` is the domain.
pub(super) const ABOUT: Words = [
    "回答关于 `{}` 的问题。",
    "Отвечает на вопросы о `{}`.",
    "Answers questions about `{}`.",
];

pub(super) const HOLDS_SQL: Words = [
    "`sql` 用一条 SELECT 写出整个问题。",
    "`sql` — весь вопрос одним SELECT.",
    "`sql` holds the whole question as one SELECT.",
];

pub(super) const HOLDS_JSON: Words = [
    "参数是整个问题，一个 JSON 对象：类型、条件、要看或要算的。",
    "Аргументы — весь вопрос одним объектом JSON: тип, условия, что показать или посчитать.",
    "The arguments are the whole question as one JSON object: a type, conditions, what to show or compute.",
];

pub(super) const GOES_BACK: Words = [
    "不清楚就反问：",
    "Неясное — вопросом:",
    "What is unclear goes back as",
];

pub(super) const GOES_ON: Words = [
    "其余见 `sql` 的说明。",
    "Остальное — в описании `sql`.",
    "The rest stands in the description of `sql`.",
];

pub(super) const NAMES_BELOW: Words = [
    "名称见下。类型：",
    "Имена ниже. Типы:",
    "The names are those below. Types:",
];
