//! The sentences of questions that no topic has: by rule, by class, and about a field, whose name is filled in.

use crate::clarify::question::translation::Translation;

/// Several to choose from.
pub(super) const CHOOSE: Translation = Translation::new(
    "可能是其中之一：{}？",
    " Возможно, одно из этого: {}?",
    " Perhaps one of these: {}?",
);
/// One to choose from.
pub(super) const PERHAPS: Translation =
    Translation::new("是否指“{}”？", " Возможно, «{}»?", " Perhaps “{}”?");
/// Some of what there is, where nothing near was said.
pub(super) const EXAMPLES: Translation =
    Translation::new("例如：{}。", " Например: {}.", " For example: {}.");
/// Between those to choose from.
pub(super) const BETWEEN: Translation = Translation::new("、", ", ", ", ");
/// A code of nothing known.
pub(super) const UNKNOWN: Translation = Translation::new(
    "您指的是哪个属性或对象？",
    "Какое свойство или объект вы имеете в виду?",
    "Which property or object do you mean?",
);
/// A metric of the codebook that is not computed so.
pub(super) const DEFINED_METRIC: Translation = Translation::new(
    "该指标不能这样统计，应针对哪类对象、按什么划分？",
    "Этот показатель так не считается. По каким объектам он нужен и как его разбить?",
    "This figure is not computed so. What should it be about, and how should it be divided?",
);
/// Parts that contradict each other.
pub(super) const CONFLICT: Translation = Translation::new(
    "请求的各部分相互矛盾，以哪个为准？",
    "Части запроса противоречат друг другу. Что из них верно?",
    "Parts of the request contradict each other. Which one holds?",
);
/// A part that can be read in more than one way.
pub(super) const READINGS: Translation = Translation::new(
    "这里可以有几种理解，您指的是哪一种？",
    "Это можно понять по-разному. Что имеется в виду?",
    "This can be understood in more than one way. Which one is meant?",
);
/// Nothing that can be named.
pub(super) const OTHER: Translation = Translation::new(
    "能换一种方式提问吗？",
    "Не могли бы вы задать вопрос иначе?",
    "Could you put the question differently?",
);
/// Ends of a relation.
pub(super) const ENDS: Translation = Translation::new(
    "您问的是哪些对象之间的关系？",
    "Между какими объектами связь, о которой вы спрашиваете?",
    "Between which things is the relation you ask about?",
);
/// A property of which a row of the answer has several values.
pub(super) const COLUMN: Translation = Translation::new(
    "一行结果里的“{}”可能有多个值，要按它再细分，还是换一个属性？",
    "В одной строке ответа у «{}» бывает несколько значений. Разбить ответ и по нему или взять другое свойство?",
    "A row of the answer can have several values of “{}”. Should the answer be split by it too, or is another property meant?",
);
/// A choice of conditions that leaves none to choose.
pub(super) const BRANCHES: Translation = Translation::new(
    "哪些条件满足其一即可？",
    "Какие из условий взаимозаменяемы?",
    "Which of the conditions are alternatives?",
);
/// A property of what must not be there.
pub(super) const ABSENT_FIELD: Translation = Translation::new(
    "要查的是没有这种关系的对象，因此没有“{}”可看。要换一个属性吗？",
    "Ищется то, у чего такой связи нет, поэтому «{}» взять неоткуда. Какое свойство нужно вместо него?",
    "What is looked for has no such relation, so there is no “{}” to read. Which property is meant instead?",
);
/// A sum over a property of what several rows share.
pub(super) const SHARED_FIELD: Translation = Translation::new(
    "多行可能共用同一个对象的“{}”：每个对象只算一次，还是每行都算？",
    "У нескольких строк может быть общий объект со своим «{}». Считать его один раз или в каждой строке?",
    "Several rows may share the thing that “{}” is of. Should it count once, or for each row?",
);
/// A property of one of several objects of the same kind.
pub(super) const WHICH_PLACE: Translation = Translation::new(
    "这里涉及多个同类对象，“{}”指的是哪一个的？",
    "Здесь несколько объектов одного вида. К какому из них относится «{}»?",
    "Several things of the same kind are meant here. Which of them does “{}” belong to?",
);
/// A relation that must not be there.
pub(super) const ABSENT: Translation = Translation::new(
    "应当有这种关系，还是应当没有？",
    "Такая связь должна быть или её быть не должно?",
    "Should there be such a relation, or should there be none?",
);
/// What is counted.
pub(super) const COUNTED: Translation = Translation::new(
    "要统计哪一类对象的数量？",
    "Что нужно посчитать?",
    "What should be counted?",
);
/// What a property is compared with.
pub(super) const COMPARED_WITH: Translation = Translation::new(
    "“{}”要与什么相比较？",
    "С чем сравнивать «{}»?",
    "What should “{}” be compared with?",
);
/// A walk that is not the relations.
pub(super) const GRAPH: Translation = Translation::new(
    "关于关系的说法前后不一，需要哪些关系、到几步为止？",
    "О связях сказано по-разному. Какие связи нужны и на сколько шагов?",
    "What is said about relations does not agree. Which ones are needed, and how many steps away?",
);
/// How a metric is compared.
pub(super) const COMPARE_METRIC: Translation = Translation::new(
    "计算结果应如何比较？",
    "Как сравнивать вычисленное значение?",
    "How should the computed figure be compared?",
);
/// What a metric is compared with.
pub(super) const VALUE_OF_METRIC: Translation = Translation::new(
    "计算结果要与哪个数比较？",
    "С каким числом сравнивать вычисленное значение?",
    "Which number should the computed figure be compared with?",
);
/// A function without a field.
pub(super) const COMPUTED_OVER: Translation = Translation::new(
    "要对哪个属性进行计算？",
    "По какому свойству вычислять?",
    "Which property should be computed?",
);

/// A field of another type.
pub(super) const UNFIT_FIELD: Translation = Translation::new(
    "“{}”是其他对象的属性，您指的是哪个属性？",
    "«{}» — свойство другого объекта. Какое свойство вы имеете в виду?",
    "“{}” is a property of something else. Which property do you mean?",
);
/// A value of a field that has two.
pub(super) const TRUTH: Translation =
    Translation::new("“{}”：是还是否？", "«{}»: да или нет?", "“{}”: yes or no?");
/// A value of a field of days.
pub(super) const DAY: Translation =
    Translation::new("“{}”：哪一天？", "«{}»: какой день?", "“{}”: which day?");
/// A value of a field of days with a time.
pub(super) const MOMENT: Translation = Translation::new(
    "“{}”：什么时候？",
    "«{}»: какое время?",
    "“{}”: at what time?",
);
/// A value of a field of numbers.
pub(super) const FIGURE: Translation =
    Translation::new("“{}”：多少？", "«{}»: какое число?", "“{}”: which number?");
/// A value of any other field.
pub(super) const VALUE_FIELD: Translation = Translation::new(
    "“{}”：您指的是哪个值？",
    "«{}»: какое значение вы имеете в виду?",
    "“{}”: which value do you mean?",
);
/// The operator of a field.
pub(super) const COMPARE_FIELD: Translation = Translation::new(
    "“{}”应如何比较？",
    "Как сравнивать «{}»?",
    "How should “{}” be compared?",
);
/// A function over a field.
pub(super) const COMPUTE_FIELD: Translation = Translation::new(
    "“{}”不能这样计算，要计算什么？",
    "По свойству «{}» это не вычислить. Что нужно вычислить?",
    "That cannot be computed from “{}”. What should be computed?",
);
/// Filters of a field.
pub(super) const CONFLICT_OF_FIELD: Translation = Translation::new(
    "关于“{}”的条件相互矛盾，以哪个为准？",
    "Условия для свойства «{}» противоречат друг другу. Какое из них верно?",
    "The conditions on “{}” contradict each other. Which one holds?",
);
/// A sort by a field.
pub(super) const SORT_FIELD: Translation = Translation::new(
    "不能按“{}”排序，要按什么排序？",
    "По свойству «{}» упорядочить нельзя. По какому упорядочить?",
    "The answer cannot be ordered by “{}”. What should it be ordered by?",
);
/// A grouping by a field.
pub(super) const GROUP_FIELD: Translation = Translation::new(
    "不能按“{}”分组，要按什么分组？",
    "По свойству «{}» разбить ответ нельзя. По какому разбить?",
    "The answer cannot be divided by “{}”. What should it be divided by?",
);
