//! What the contract's own lists are called by people, for questions. Codebooks name what is theirs.

use std::borrow::Cow;

use crate::finding::topic::List;
use crate::language::{Derivation, Scenario};
use crate::tables::{Label, derived_fields};

/// The names of a member of a list, by its long name; empty where it has none.
#[must_use]
pub fn of(list: List, name: &str) -> &'static [Label] {
    if list == List::Derivation {
        return Derivation::from_name(name).map_or(&[], derived_fields::labels);
    }
    row(list, name).map_or(&[], |(_, _, labels, _)| labels)
}

/// Other words and signs that people and models say for a member of a list, by its long name.
pub(crate) fn words(list: List, name: &str) -> &'static [&'static str] {
    row(list, name).map_or(&[], |(_, _, _, words)| words)
}

/// The names of a member of a list.
type Row = (List, &'static str, [Label; 3], &'static [&'static str]);

fn row(list: List, name: &str) -> Option<&'static Row> {
    let mut names = NAMES.iter();
    names.find(|(of, known, ..)| *of == list && *known == name)
}

/// The name of a scenario in a language; in English where the language has none.
pub(crate) fn scenario_in(scenario: Scenario, language: &str) -> &'static str {
    let labels = of(List::Scenario, scenario.name());
    let known = labels.iter().find(|label| label.language == language);
    known.or(labels.last()).map_or("", |label| &label.text)
}

const fn label(language: &'static str, text: &'static str) -> Label {
    Label {
        language: Cow::Borrowed(language),
        text: Cow::Borrowed(text),
        synonyms: Cow::Borrowed(&[]),
    }
}

macro_rules! names {
    ($($list:ident { $($name:literal: $zh:literal, $ru:literal, $en:literal $(, also $($word:literal)+)?;)+ })+) => {
        static NAMES: &[Row] = &[
            $($((
                List::$list,
                $name,
                [label("zh", $zh), label("ru", $ru), label("en", $en)],
                &[$($($word,)+)?],
            ),)+)+
        ];
    };
}

names! {
    Scenario {
        "instance_search": "查找实例", "найти объекты", "find things", also "search" "find" "list" "搜索" "查询" "поиск" "искать" "select" "filter" "query" "lookup" "найти" "список" "查找" "列出";
        "attributes_fetch": "查看属性", "показать свойства", "show properties", also "get" "fetch" "show" "details" "describe" "attributes";
        "relation_query": "查询关系", "показать связи", "show relations", also "relations" "related" "neighbours";
        "relation_existence": "关系是否存在", "проверить наличие связи", "check whether a relation holds", also "exists" "check" "verify";
        "path_query": "查找路径", "найти путь между объектами", "find a way from one to another", also "path" "route";
        "subgraph": "查看周边关系", "показать окружение", "show the surroundings", also "graph" "neighborhood" "neighbourhood";
        "aggregation": "统计", "посчитать", "count or sum up", also "count" "sum" "avg" "aggregate" "group" "group_by" "statistics" "how many" "сколько" "количество" "сумма" "数量" "多少";
        "set_ops": "合并或比较集合", "объединить или сравнить группы", "combine or compare groups", also "union" "intersect" "except" "compare" "sets";
        "text_rag": "检索文本", "найти в текстах", "search the texts", also "rag" "text" "semantic" "semantic_search";
        "clarify": "反问", "переспросить", "ask back";
        "hybrid": "按条件检索文本", "искать по условиям и в текстах", "search by conditions and in texts";
    }
    Output {
        "instances": "实例", "объекты", "things";
        "relations": "关系", "связи", "relations";
        "attributes": "属性", "свойства", "properties";
        "subgraph": "周边关系", "окружение", "the surroundings";
        "texts": "文本", "тексты", "texts";
        "existence": "是或否", "да или нет", "yes or no";
    }
    Operator {
        "eq": "等于", "равно", "equal to", also "==" "===" "is" "equals";
        "ne": "不等于", "не равно", "not equal to", also "<>" "is not" "not";
        "contains": "包含", "содержит", "containing", also "like" "ilike" "has" "match" "matches";
        "not_contains": "不包含", "не содержит", "not containing", also "not like" "not ilike";
        "starts_with": "开头是", "начинается с", "beginning with", also "startswith" "prefix" "begins";
        "ends_with": "结尾是", "заканчивается на", "ending with", also "endswith" "suffix";
        "lt": "小于", "меньше", "less than", also "before" "below" "less" "smaller";
        "le": "不大于", "не больше", "at most", also "=<" "lte" "小于等于" "小于或等于" "меньше или равно" "less than or equal" "less or equal";
        "gt": "大于", "больше", "more than", also "after" "above" "greater" "greater than";
        "ge": "不小于", "не меньше", "at least", also "=>" "gte" "大于等于" "大于或等于" "больше или равно" "greater than or equal" "greater or equal";
        "in": "属于其中", "одно из", "one of", also "any of";
        "not_in": "不属于其中", "ни одно из", "none of", also "nin" "not in";
        "between": "介于", "между", "between", also "range";
        "exists": "有值", "заполнено", "known at all", also "not null";
    }
    Order {
        "asc": "升序", "по возрастанию", "rising", also "ascending" "up" "+";
        "desc": "降序", "по убыванию", "falling", also "descending" "down" "-";
    }
    Direction {
        "out": "从该对象出发", "от объекта", "from the thing", also "outgoing" "outbound" "forward" "right";
        "in": "指向该对象", "к объекту", "to the thing", also "incoming" "inbound" "backward" "reverse" "left";
        "both": "双向", "в обе стороны", "both ways", also "any" "either" "undirected";
    }
    Function {
        "count": "数量", "количество", "how many";
        "count_distinct": "不重复数量", "количество разных", "how many different";
        "sum": "合计", "сумма", "sum", also "total";
        "avg": "平均值", "среднее", "mean", also "average";
        "min": "最小值", "наименьшее", "smallest", also "minimum";
        "max": "最大值", "наибольшее", "largest", also "maximum";
        "list": "列表", "список значений", "list of values", also "listing";
    }
    SetOperator {
        "union": "并集", "объединение", "either of them";
        "intersect": "交集", "пересечение", "both of them";
        "except": "差集", "разность", "one without the other";
    }
    QuestionKind {
        "definition": "定义", "определение", "what it is";
        "decision": "决定", "решение", "why it was decided";
        "pattern": "做法", "приём", "how it is done";
        "context": "边界", "контекст", "where it belongs";
        "architect": "整体", "обзор", "the whole picture";
    }
    RetrievalMode {
        "fast": "快速", "быстро", "few texts", also "quick";
        "deep": "深入", "подробно", "many texts", also "thorough";
        "architect": "全面", "обзорно", "overview texts first";
    }
}

#[cfg(test)]
mod tests {
    use super::{List, Scenario, of};
    use crate::language::{
        Direction, Function, Operator, Order, Output, QuestionKind, RetrievalMode, SetOperator,
    };

    #[test]
    fn everything_a_question_may_offer_has_a_name() {
        let names = (Scenario::ALL
            .iter()
            .map(|known| (List::Scenario, known.name())))
        .chain(Output::ALL.iter().map(|known| (List::Output, known.name())))
        .chain(
            Operator::ALL
                .iter()
                .map(|known| (List::Operator, known.name())),
        )
        .chain(Order::ALL.iter().map(|known| (List::Order, known.name())))
        .chain(
            Direction::ALL
                .iter()
                .map(|known| (List::Direction, known.name())),
        )
        .chain(
            Function::ALL
                .iter()
                .map(|known| (List::Function, known.name())),
        )
        .chain(
            SetOperator::ALL
                .iter()
                .map(|known| (List::SetOperator, known.name())),
        )
        .chain(
            QuestionKind::ALL
                .iter()
                .map(|known| (List::QuestionKind, known.name())),
        )
        .chain(
            RetrievalMode::ALL
                .iter()
                .map(|known| (List::RetrievalMode, known.name())),
        );
        for (list, name) in names {
            assert_eq!(of(list, name).len(), 3, "{name}");
        }
    }
}
