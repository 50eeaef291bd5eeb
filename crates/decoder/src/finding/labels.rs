//! What the contract's own lists are called by people, for questions. Codebooks name what is theirs.

use std::borrow::Cow;

use crate::finding::topic::List;
use crate::language::Scenario;
use crate::tables::Label;

/// The names of a member of a list, by its long name; empty where it has none.
pub(crate) fn of(list: List, name: &str) -> &'static [Label] {
    let mut names = NAMES.iter();
    let known = names.find(|(of, known, _)| *of == list && *known == name);
    known.map_or(&[], |(_, _, labels)| labels)
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
    ($($list:ident { $($name:literal: $zh:literal, $ru:literal, $en:literal;)+ })+) => {
        static NAMES: &[(List, &str, [Label; 3])] = &[
            $($((List::$list, $name, [label("zh", $zh), label("ru", $ru), label("en", $en)]),)+)+
        ];
    };
}

names! {
    Scenario {
        "instance_search": "查找实例", "найти объекты", "find things";
        "attributes_fetch": "查看属性", "показать свойства", "show properties";
        "relation_query": "查询关系", "показать связи", "show relations";
        "relation_existence": "关系是否存在", "проверить наличие связи", "check whether a relation holds";
        "path_query": "查找路径", "найти путь между объектами", "find a way from one to another";
        "subgraph": "查看周边关系", "показать окружение", "show the surroundings";
        "aggregation": "统计", "посчитать", "count or sum up";
        "set_ops": "合并或比较集合", "объединить или сравнить группы", "combine or compare groups";
        "text_rag": "检索文本", "найти в текстах", "search the texts";
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
        "eq": "等于", "равно", "equal to";
        "ne": "不等于", "не равно", "not equal to";
        "contains": "包含", "содержит", "containing";
        "not_contains": "不包含", "не содержит", "not containing";
        "starts_with": "开头是", "начинается с", "beginning with";
        "ends_with": "结尾是", "заканчивается на", "ending with";
        "lt": "小于", "меньше", "less than";
        "le": "不大于", "не больше", "at most";
        "gt": "大于", "больше", "more than";
        "ge": "不小于", "не меньше", "at least";
        "in": "属于其中", "одно из", "one of";
        "not_in": "不属于其中", "ни одно из", "none of";
        "between": "介于", "между", "between";
        "exists": "有值", "заполнено", "known at all";
    }
    Order {
        "asc": "升序", "по возрастанию", "rising";
        "desc": "降序", "по убыванию", "falling";
    }
    Direction {
        "out": "从该对象出发", "от объекта", "from the thing";
        "in": "指向该对象", "к объекту", "to the thing";
        "both": "双向", "в обе стороны", "both ways";
    }
    Function {
        "count": "数量", "количество", "how many";
        "count_distinct": "不重复数量", "количество разных", "how many different";
        "sum": "合计", "сумма", "sum";
        "avg": "平均值", "среднее", "mean";
        "min": "最小值", "наименьшее", "smallest";
        "max": "最大值", "наибольшее", "largest";
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
}

#[cfg(test)]
mod tests {
    use super::{List, Scenario, of};
    use crate::language::{
        Direction, Function, Operator, Order, Output, QuestionKind, SetOperator,
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
        );
        for (list, name) in names {
            assert_eq!(of(list, name).len(), 3, "{name}");
        }
    }
}
