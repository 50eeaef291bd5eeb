//! Words for the parts of a contract that no recipe has, and why each was set aside.

use crate::locale::Locale;
use crate::taxonomy::set_aside::SetAside;
use crate::wording::column;

/// What a part is called; the code itself where it has no name.
pub(super) fn part(locale: Locale, code: &str) -> String {
    match code.strip_prefix("entity ") {
        Some(quoted) => format!("{} {quoted}", locale.pick("对象", "Объект", "Entity")),
        None => name(locale, code).to_owned(),
    }
}

fn name(locale: Locale, code: &str) -> &str {
    let [zh, ru, en] = match code {
        "any_of" => ["任一条件", "Одно из условий", "Any of the conditions"],
        "id" => ["标识符", "Идентификатор", "Identifier"],
        "value_field" => [
            "字段间比较",
            "Сравнение двух полей",
            "Comparison of two fields",
        ],
        "derived" => ["派生字段", "Вычисленное поле", "Derived field"],
        "relations" => ["关系", "Связи", "Relations"],
        "attributes" => ["所选属性", "Выбор колонок", "Choice of columns"],
        "graph_params" => ["图参数", "Обход связей", "Walk of the graph"],
        "rag_params" => ["文本检索", "Поиск по текстам", "Search in texts"],
        "aggregation" => ["汇总", "Вычисление итогов", "Computed totals"],
        "offset" => ["跳过的行数", "Пропуск строк", "Rows left out"],
        "per" => ["每组行数", "Строк на группу", "Rows of each group"],
        "output_type" => ["输出形式", "Вид ответа", "Form of the answer"],
        _ => return column::name(locale, code.rsplit('.').next().unwrap_or(code)),
    };
    locale.pick(zh, ru, en)
}

/// Why a part was set aside.
pub(super) fn why(locale: Locale, reason: SetAside) -> &'static str {
    let [zh, ru, en] = match reason {
        SetAside::NotSaid => ["必须给出", "нужно назвать", "must be said"],
        SetAside::UnknownFilter => [
            "此查询不认识该条件",
            "этот запрос не умеет отбирать по нему",
            "this question cannot be narrowed by it",
        ],
        SetAside::NoType => [
            "没有类型，无法作为条件",
            "без типа по нему не отобрать",
            "without a type it narrows nothing",
        ],
        SetAside::OtherType => [
            "不能按此类对象筛选",
            "по объектам этого вида не отбирают",
            "objects of this kind narrow nothing",
        ],
        SetAside::NoRecipe => [
            "没有能回答的查询",
            "на такое нет рецепта",
            "nothing answers it",
        ],
        SetAside::SeveralQuestions => [
            "不能同时回答几个问题",
            "несколько вопросов сразу не задаются",
            "several questions at once are not run",
        ],
        SetAside::Blank => ["值为空", "значение пусто", "its value is blank"],
        SetAside::SaidTwice => ["给出了两次", "названо дважды", "it is said twice"],
        SetAside::NoSuchPart => [
            "这里的查询不支持",
            "эти запросы такого не умеют",
            "these questions cannot have it",
        ],
        SetAside::Identifier => [
            "对象按名称或编号确认",
            "объекты ищут по названию или номеру",
            "objects are found by name or number",
        ],
        SetAside::NotTwoDates => [
            "期间是两个日期",
            "период — это две даты",
            "a period is two dates",
        ],
        SetAside::NotBounds => [
            "期间用起止日期给出",
            "период называют по его началу и концу",
            "a period is said by its bounds",
        ],
        SetAside::NotText => [
            "只能比较文本和日期",
            "сравнивают только тексты и даты",
            "only texts and dates are compared",
        ],
        SetAside::NotEqual => [
            "只能按整个值相等来比较",
            "отбирают только по целому значению",
            "it is compared with a whole value only",
        ],
        SetAside::OtherOrder => [
            "只能按日期排序",
            "упорядочивают только по дате",
            "rows are sorted by date only",
        ],
    };
    locale.pick(zh, ru, en)
}
