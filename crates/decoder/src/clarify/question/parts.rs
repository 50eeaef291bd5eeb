//! What the parts of an intent are called by people.

use crate::clarify::question::sentence::Sentence;
use crate::language::Part;

/// What a part is for people.
pub(super) const fn named(part: Part) -> Sentence {
    match part {
        Part::TargetType => Sentence::new("对象类型", "вид объектов", "kind of thing"),
        Part::Entity => Sentence::new("对象", "объект", "a certain thing"),
        Part::TwoEnds => Sentence::new("两个对象", "два объекта", "two things"),
        Part::Relation => Sentence::new("关系", "связи", "relations"),
        Part::Attributes => Sentence::new("属性", "свойства", "properties"),
        Part::Filter => Sentence::new("条件", "условия", "conditions"),
        Part::Sort => Sentence::new("排序", "порядок", "order"),
        Part::Page => Sentence::new("结果数量", "число результатов", "number of results"),
        Part::Metric => Sentence::new("统计", "посчитать", "count or sum up"),
        Part::Groups | Part::Set => Sentence::new(
            "合并或比较集合",
            "объединить или сравнить группы",
            "combine or compare groups",
        ),
        Part::Graph => Sentence::new("沿关系查找", "пройти по связям", "follow relations"),
        Part::Path => Sentence::new(
            "查找路径",
            "найти путь между объектами",
            "find a way from one to another",
        ),
        Part::Retrieval | Part::QueryText => {
            Sentence::new("检索文本", "найти в текстах", "search the texts")
        }
        Part::Question => Sentence::new("反问", "переспросить", "ask back"),
    }
}
