//! What the parts of an intent are called by people.

use crate::clarify::question::translation::Translation;
use crate::finding::labels;
use crate::language::{Part, Scenario};

/// What a part is for people. One that only a scenario of its own has is called as that scenario.
pub(super) fn named(part: Part) -> Translation {
    match part {
        Part::TargetType => Translation::new("对象类型", "вид объектов", "kind of thing"),
        Part::Entity => Translation::new("对象", "объект", "a certain thing"),
        Part::TwoEnds => Translation::new("两个对象", "два объекта", "two things"),
        Part::Relation => Translation::new("关系", "связи", "relations"),
        Part::Attributes => Translation::new("属性", "свойства", "properties"),
        Part::Filter => Translation::new("条件", "условия", "conditions"),
        Part::Sort => Translation::new("排序", "порядок", "order"),
        Part::Page => Translation::new("结果数量", "число результатов", "number of results"),
        Part::Graph => Translation::new("沿关系查找", "пройти по связям", "follow relations"),
        Part::Metric => scenario(Scenario::Aggregation),
        Part::Groups | Part::Set => scenario(Scenario::SetOps),
        Part::Path => scenario(Scenario::PathQuery),
        Part::Retrieval | Part::QueryText => scenario(Scenario::TextRag),
        Part::Question => scenario(Scenario::Clarify),
    }
}

fn scenario(scenario: Scenario) -> Translation {
    let [zh, ru, en] = ["zh", "ru", "en"].map(|tag| labels::scenario_in(scenario, tag));
    Translation::new(zh, ru, en)
}
