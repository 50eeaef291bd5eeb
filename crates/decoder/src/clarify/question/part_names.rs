//! What the parts of an intent are called by people.

use crate::clarify::question::translation::Translation;
use crate::language::Part;

/// What a part is for people.
pub(super) const fn named(part: Part) -> Translation {
    match part {
        Part::TargetType => Translation::new("对象类型", "вид объектов", "kind of thing"),
        Part::Entity => Translation::new("对象", "объект", "a certain thing"),
        Part::TwoEnds => Translation::new("两个对象", "два объекта", "two things"),
        Part::Relation => Translation::new("关系", "связи", "relations"),
        Part::Attributes => Translation::new("属性", "свойства", "properties"),
        Part::Filter => Translation::new("条件", "условия", "conditions"),
        Part::Sort => Translation::new("排序", "порядок", "order"),
        Part::Page => Translation::new("结果数量", "число результатов", "number of results"),
        Part::Metric => Translation::new("统计", "посчитать", "count or sum up"),
        Part::Groups | Part::Set => Translation::new(
            "合并或比较集合",
            "объединить или сравнить группы",
            "combine or compare groups",
        ),
        Part::Graph => Translation::new("沿关系查找", "пройти по связям", "follow relations"),
        Part::Path => Translation::new(
            "查找路径",
            "найти путь между объектами",
            "find a way from one to another",
        ),
        Part::Retrieval | Part::QueryText => {
            Translation::new("检索文本", "найти в текстах", "search the texts")
        }
        Part::Question => Translation::new("反问", "переспросить", "ask back"),
    }
}
