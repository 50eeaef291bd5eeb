//! Words for the parts of a contract that no recipe has, and why each was set aside.

use crate::locale::Locale;
use crate::wording::column;

/// What a part is called; the code itself where it has no name.
pub(super) fn part(locale: Locale, code: &str) -> &str {
    let [zh, ru, en] = match code {
        "any_of" => ["任一条件", "Одно из условий", "Any of the conditions"],
        "id" => ["标识符", "Идентификатор", "Identifier"],
        "value_field" => [
            "字段间比较",
            "Сравнение двух полей",
            "Comparison of two fields",
        ],
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

/// Why a part was set aside; `None`: it is said otherwise.
pub(super) fn why(locale: Locale, said: &str) -> Option<&'static str> {
    let [zh, ru, en] = match said {
        "required and not said" => ["必须给出", "нужно назвать", "must be said"],
        "the recipe does not know this filter" => [
            "此查询不认识该条件",
            "этот запрос не умеет отбирать по нему",
            "this question cannot be narrowed by it",
        ],
        "without a type it names no filter" => [
            "没有类型，无法作为条件",
            "без типа по нему не отобрать",
            "without a type it narrows nothing",
        ],
        "entities of this type are no filter" => [
            "不能按此类对象筛选",
            "по объектам этого вида не отбирают",
            "objects of this kind narrow nothing",
        ],
        "no recipe answers it" => [
            "没有能回答的查询",
            "на такое нет рецепта",
            "nothing answers it",
        ],
        "several questions at once are not run" => [
            "不能同时回答几个问题",
            "несколько вопросов сразу не задаются",
            "several questions at once are not run",
        ],
        "its value is blank" => ["值为空", "значение пусто", "its value is blank"],
        "it is said twice" => ["给出了两次", "названо дважды", "it is said twice"],
        "recipes have no such part" => [
            "这里的查询不支持",
            "эти запросы такого не умеют",
            "these questions cannot have it",
        ],
        "anchors are confirmed by name or number" => [
            "对象按名称或编号确认",
            "объекты ищут по названию или номеру",
            "objects are found by name or number",
        ],
        "a period is two dates" => [
            "期间是两个日期",
            "период — это две даты",
            "a period is two dates",
        ],
        "a period is said with BT, GE or LE" => [
            "期间用起止日期给出",
            "период называют по его началу и концу",
            "a period is said by its bounds",
        ],
        "recipes compare texts and dates only" => [
            "只能比较文本和日期",
            "сравнивают только тексты и даты",
            "only texts and dates are compared",
        ],
        "recipes compare with EQ only" => [
            "只能按整个值相等来比较",
            "отбирают только по целому значению",
            "it is compared with a whole value only",
        ],
        "recipes sort by period only" => [
            "只能按日期排序",
            "упорядочивают только по дате",
            "rows are sorted by date only",
        ],
        _ => return None,
    };
    Some(locale.pick(zh, ru, en))
}
