//! The sentences of questions by topic.

use crate::clarify::question::sentences;
use crate::clarify::question::translation::Translation;
use crate::finding::topic::{Elements, List, Name, Number, Topic};
use crate::language::Part;

/// The sentence about a topic.
pub(super) const fn by_topic(topic: Topic) -> Translation {
    match topic {
        Topic::Which(list) => which(list),
        Topic::Number(counted) => number(counted),
        Topic::AtMost(counted, _) => at_most(counted),
        Topic::Elements(elements, _) => too_many(elements),
        Topic::Name(said) => name(said),
        Topic::Missing(part) => missing(part),
        Topic::Mixed(..) => Translation::new(
            "一次只能做一件事：“{}”或“{}”，需要哪一个？",
            "За один раз можно что-то одно: «{}» или «{}». Что нужно?",
            "One thing at a time: “{}” or “{}”. Which one do you need?",
        ),
        Topic::Lacking(_) => Translation::new(
            "这里无法提供“{}”，您需要改为什么？",
            "Здесь это недоступно: «{}». Что нужно вместо этого?",
            "This is not available here: “{}”. What do you need instead?",
        ),
    }
}

pub(super) const fn which(list: List) -> Translation {
    match list {
        List::Scenario => {
            Translation::new("需要做什么？", "Что нужно сделать?", "What should be done?")
        }
        List::Output => Translation::new(
            "回答中应显示什么？",
            "Что показать в ответе?",
            "What should the answer show?",
        ),
        List::Operator => Translation::new(
            "应如何比较？",
            "Как сравнивать значения?",
            "How should the values be compared?",
        ),
        List::Direction => Translation::new(
            "关系的方向是哪个？",
            "В какую сторону направлена связь?",
            "Which way does the relation go?",
        ),
        List::Order => Translation::new(
            "按什么顺序排列？",
            "В каком порядке показать?",
            "In which order should it be shown?",
        ),
        List::Function | List::Derivation => COMPUTE,
        List::SetOperator => Translation::new(
            "各组应如何合并或比较？",
            "Как объединить или сравнить группы?",
            "How should the groups be combined or compared?",
        ),
        List::QuestionKind => Translation::new(
            "您想了解哪一方面？",
            "Что именно вы хотите узнать?",
            "What do you want to know about it?",
        ),
        List::RetrievalMode => Translation::new(
            "需要查得多深入？",
            "Насколько подробно искать?",
            "How thoroughly should it be searched?",
        ),
        List::Field => Translation::new(
            "您指的是哪个属性？",
            "Какое свойство вы имеете в виду?",
            "Which property do you mean?",
        ),
        List::Relation => Translation::new(
            "您指的是哪种关系？",
            "Какую связь вы имеете в виду?",
            "Which relation do you mean?",
        ),
        List::Type => Translation::new(
            "您指的是哪类对象？",
            "О каких объектах вопрос?",
            "What kind of thing do you mean?",
        ),
        List::Corpus => CORPUS,
    }
}

pub(super) const fn number(counted: Number) -> Translation {
    match counted {
        Number::Rows => Translation::new(
            "要显示多少条结果？",
            "Сколько результатов показать?",
            "How many results should be shown?",
        ),
        Number::Skipped => Translation::new(
            "要跳过多少条结果？",
            "Сколько результатов пропустить?",
            "How many results should be left out at the beginning?",
        ),
        Number::Texts => Translation::new(
            "需要多少篇文本？",
            "Сколько текстов нужно?",
            "How many texts are needed?",
        ),
        Number::Levels => Translation::new(
            "要显示几步以内的关系？",
            "На сколько шагов вокруг показать связи?",
            "How many steps away should relations be shown?",
        ),
        Number::Hops => Translation::new(
            "路径最多可以有几步？",
            "Сколько шагов может быть в пути?",
            "How many steps may the way have?",
        ),
    }
}

const fn at_most(counted: Number) -> Translation {
    match counted {
        Number::Rows => Translation::new(
            "一次最多显示 {} 条结果，需要多少条？",
            "Результатов за один раз — не больше {}. Сколько достаточно?",
            "The number of results shown at once is limited to {}. How many are enough?",
        ),
        Number::Skipped => Translation::new(
            "最多只能跳过 {} 条结果，要跳过多少条？",
            "Пропустить можно не больше {}. Сколько результатов пропустить?",
            "The number of results left out at the beginning is limited to {}. How many should it be?",
        ),
        Number::Texts => Translation::new(
            "一次最多提供 {} 篇文本，需要多少篇？",
            "Текстов за один раз — не больше {}. Сколько достаточно?",
            "The number of texts is limited to {}. How many are enough?",
        ),
        Number::Levels => Translation::new(
            "最多只能显示 {} 步以内的关系，需要几步？",
            "Шагов вокруг объекта — не больше {}. Сколько достаточно?",
            "The number of steps away is limited to {}. How many are enough?",
        ),
        Number::Hops => Translation::new(
            "路径最多只能有 {} 步，需要几步？",
            "Шагов в пути — не больше {}. Сколько достаточно?",
            "The number of steps of the way is limited to {}. How many are enough?",
        ),
    }
}

const fn too_many(elements: Elements) -> Translation {
    match elements {
        Elements::Types => Translation::new(
            "一次最多查询 {} 类对象，需要哪些？",
            "Видов объектов за один раз — не больше {}. Какие нужны?",
            "The kinds of things are limited to {}. Which ones are needed?",
        ),
        Elements::Entities => Translation::new(
            "一次最多查询 {} 个对象，需要哪些？",
            "Названных объектов — не больше {}. Какие нужны?",
            "The things named are limited to {}. Which ones are needed?",
        ),
        Elements::Attributes => Translation::new(
            "一次最多显示 {} 个属性，需要哪些？",
            "Свойств в ответе — не больше {}. Какие нужны?",
            "The properties shown are limited to {}. Which ones are needed?",
        ),
        Elements::Relations => Translation::new(
            "最多只能使用 {} 个关系，需要哪些？",
            "Связей — не больше {}. Какие нужны?",
            "The relations are limited to {}. Which ones are needed?",
        ),
        Elements::Filters => Translation::new(
            "最多只能设 {} 个条件，需要哪些？",
            "Условий — не больше {}. Какие нужны?",
            "The conditions are limited to {}. Which ones are needed?",
        ),
        Elements::Branches => Translation::new(
            "任选条件最多 {} 支，需要哪些？",
            "Вариантов в условии — не больше {}. Какие нужны?",
            "The alternatives are limited to {}. Which ones are needed?",
        ),
        Elements::Values => Translation::new(
            "最多只能列出 {} 个值，需要哪些？",
            "Значений в списке — не больше {}. Какие нужны?",
            "The values listed are limited to {}. Which ones are needed?",
        ),
        Elements::SortKeys => Translation::new(
            "最多只能按 {} 项排序，需要哪些？",
            "Свойств, по которым упорядочить, — не больше {}. Какие нужны?",
            "The properties to order by are limited to {}. Which ones are needed?",
        ),
        Elements::Metrics => Translation::new(
            "最多只能计算 {} 个指标，需要哪些？",
            "Показателей — не больше {}. Какие нужны?",
            "The figures to compute are limited to {}. Which ones are needed?",
        ),
        Elements::GroupFields => Translation::new(
            "最多只能按 {} 个属性分组，需要哪些？",
            "Свойств, по которым разбить ответ, — не больше {}. Какие нужны?",
            "The properties to divide by are limited to {}. Which ones are needed?",
        ),
        Elements::Conditions => Translation::new(
            "对指标的条件最多 {} 个，需要哪些？",
            "Условий на показатели — не больше {}. Какие нужны?",
            "The conditions on the figures are limited to {}. Which ones are needed?",
        ),
        Elements::Groups => Translation::new(
            "最多只能比较 {} 个组，需要哪些？",
            "Групп — не больше {}. Какие нужны?",
            "The groups are limited to {}. Which ones are needed?",
        ),
        Elements::Sources => Translation::new(
            "路径最多只能有 {} 个起点，需要哪些？",
            "Начальных точек пути — не больше {}. Какие нужны?",
            "The starting points of the way are limited to {}. Which ones are needed?",
        ),
        Elements::Corpora => Translation::new(
            "最多只能在 {} 类文本中检索，需要哪些？",
            "Видов текстов для поиска — не больше {}. Какие нужны?",
            "The kinds of texts to search are limited to {}. Which ones are needed?",
        ),
        Elements::SetLevels => Translation::new(
            "集合运算最多嵌套 {} 层，可以怎样说得简单些？",
            "Операции над группами вложены не глубже {} уровней. Как сказать проще?",
            "Operations on groups nest at most {} deep. How can it be said more simply?",
        ),
        Elements::GroupLevels => Translation::new(
            "互相比较的组最多嵌套 {} 层，可以怎样说得简单些？",
            "Группы сравниваются не глубже {} уровней. Как сказать проще?",
            "Groups compare with groups at most {} deep. How can it be said more simply?",
        ),
        Elements::Tags => Translation::new(
            "最多只能使用 {} 个标签，需要哪些？",
            "Меток — не больше {}. Какие нужны?",
            "The tags are limited to {}. Which ones are needed?",
        ),
        Elements::Options => sentences::OTHER,
    }
}

const fn name(said: Name) -> Translation {
    match said {
        Name::Entity | Name::EntityId => Translation::new(
            "您问的是哪个对象？请说出名称。",
            "О ком или о чём вопрос? Назовите имя или название.",
            "Whom or what is the question about? Please give the name.",
        ),
        Name::Metric => COMPUTE,
        Name::Group => GROUPS,
        Name::Place => Translation::new(
            "您指的是哪一个相关对象？",
            "О каком из связанных объектов речь?",
            "Which of the related things is meant?",
        ),
        Name::Source => Translation::new(
            "路径从哪里开始？",
            "С чего начинается путь?",
            "Where does the way begin?",
        ),
        Name::Query => QUERY,
        Name::Project => Translation::new(
            "您指的是哪个项目？",
            "Какой проект вы имеете в виду?",
            "Which project do you mean?",
        ),
        Name::Tag => Translation::new(
            "您指的是哪个标签？",
            "Какую метку вы имеете в виду?",
            "Which tag do you mean?",
        ),
        Name::Question => sentences::OTHER,
    }
}

pub(super) const fn missing(part: Part) -> Translation {
    match part {
        Part::TwoEnds | Part::Path => Translation::new(
            "在哪两个对象之间？",
            "Между какими двумя объектами?",
            "Between which two things?",
        ),
        Part::Relation | Part::Graph => which(List::Relation),
        Part::Attributes => which(List::Field),
        Part::Filter => Translation::new(
            "应满足什么条件？",
            "Какие условия должны выполняться?",
            "Which conditions should hold?",
        ),
        Part::Sort => which(List::Order),
        Part::Page => number(Number::Rows),
        Part::Metric => COMPUTE,
        Part::Groups | Part::Set => GROUPS,
        Part::QueryText | Part::Retrieval => QUERY,
        Part::TargetType | Part::Entity => Translation::new(
            "问题是关于什么的？",
            "О чём именно вопрос?",
            "What is the question about?",
        ),
        Part::Question => sentences::OTHER,
    }
}

const COMPUTE: Translation = Translation::new(
    "要计算什么？",
    "Что нужно вычислить?",
    "What should be computed?",
);
const GROUPS: Translation = Translation::new(
    "要比较哪些组？",
    "Какие группы сравнить?",
    "Which groups should be compared?",
);
const QUERY: Translation = Translation::new(
    "要在文本中查找什么？",
    "Что искать в текстах?",
    "What should be looked for in the texts?",
);
const CORPUS: Translation = Translation::new(
    "要在哪些文本中查找？",
    "В каких текстах искать?",
    "Which texts should be searched?",
);

#[cfg(test)]
mod tests {
    use super::by_topic;
    use crate::finding::topic::{Elements, Number, Topic};
    use crate::language::{Part, Scenario};

    #[test]
    fn what_is_filled_in_has_its_place_in_every_language() {
        let (cap, scenario, part) = (7, Scenario::InstanceSearch, Part::Metric);
        for (topic, places) in [
            (Topic::AtMost(Number::Skipped, cap), 1),
            (Topic::AtMost(Number::Levels, cap), 1),
            (Topic::Elements(Elements::Types, cap), 1),
            (Topic::Elements(Elements::Tags, cap), 1),
            (Topic::Elements(Elements::SetLevels, cap), 1),
            (Topic::Elements(Elements::GroupLevels, cap), 1),
            (Topic::Mixed(scenario, part), 2),
            (Topic::Lacking(part), 1),
            (Topic::Number(Number::Rows), 0),
            (Topic::Missing(part), 0),
        ] {
            for language in ["zh", "ru-RU", "en", "fr"] {
                let sentence = by_topic(topic).text(language);
                assert_eq!(sentence.matches("{}").count(), places, "{sentence}");
                assert!(sentence.ends_with(['?', '？']), "{sentence}");
            }
        }
    }
}
